// SPDX-License-Identifier: MIT

//! Errors that only a caller in C can make.

crate::error::errors! {
    /// Why pointers, lengths or flags are refused.
    Invalid {
        NullPointer: "NULL where data is needed",
        ArrayLength: "array length exceeds the address space",
        OverlappingArrays: "input and output arrays overlap",
        UnknownFlag: "a flag is neither 0 nor 1",
    }
}
