// SPDX-License-Identifier: MIT

//! Why a layout was refused.

use crate::error::errors;

errors! {
    /// Why a layout was refused.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// unknown model of descriptor memory
        UnknownModel = -101,
        /// no table for this Mesa release
        UnknownMesa = -102,
        /// the model's driver does not support this hardware
        UnknownVersion = -103,
        /// a flag is neither 0 nor 1
        UnknownFlag = -104,
        /// the table's sizes and alignments are not multiples of its index unit
        IndexUnit = -105,
        /// an alignment of the table is not a power of two
        Alignment = -106,
        /// the bindings are not in ascending order, or two have the same number
        BindingOrder = -107,
        /// an immutable sampler has no planes, or more than an image can have
        PlaneCount = -108,
        /// the size of an inline uniform block is not a multiple of 4
        InlineSize = -109,
        /// inline, dynamic and mutable types cannot be in the list of a mutable
        /// type
        MutableType = -110,
        /// only the highest binding can have a variable count, and it must not
        /// be a dynamic buffer
        VariableBinding = -111,
        /// the variable count is greater than the binding's count
        VariableCount = -112,
        /// a set of embedded samplers can only have samplers
        EmbeddedMemory = -113,
        /// element or plane is not in the binding
        NotInBinding = -114,
        /// not a valid descriptor set layout
        NotALayout = -115,
        /// the offset is not a multiple of 64
        Misaligned = -116,
        /// hardware before 12.5 reaches only surface states below 2^26
        BeyondShortOffset = -117,
        /// not a uniform or storage buffer, dynamic or not
        NotABuffer = -118,
        /// range goes beyond the end of the buffer
        BeyondBuffer = -119,
        /// sets of this table do not come from pools
        NoPools = -120,
        /// the inline uniform block is too large
        InlineLimit = -121,
        /// the set takes more memory than the driver allows
        SetSizeLimit = -122,
        /// there are too many dynamic buffers
        DynamicLimit = -123,
        /// the set has too many push descriptors
        PushLimit = -124,
        /// the pipeline layout has too many sets
        SetLimit = -125,
        /// size or offset does not fit
        SizeRange = -126,
        /// count, index or binding number does not fit
        CountRange = -127,
        /// handle exceeds 32 bits
        HandleRange = -128,
        /// output is too small
        OutputFull = -129,
        /// the table does not have this descriptor type
        UnknownType = -130,
        /// the table does not allow one of these types in a mutable descriptor
        MutableRefused = -131,
        /// the table has no variable counts
        NoVariableCount = -132,
    }
}
