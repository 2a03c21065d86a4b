// SPDX-License-Identifier: MIT

//! Why a layout was refused.

use crate::error::errors;
use core::convert::Infallible;

errors! {
    /// Why a layout was refused.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// unknown model of descriptor memory
        UnknownModel = -10101,
        /// no table for this Mesa release
        UnknownMesa = -10102,
        /// the model's driver does not support this hardware
        UnknownVersion = -10103,
        /// the table's sizes and alignments are not multiples of its index unit
        IndexUnit = -10104,
        /// an alignment of the table is not a power of two
        Alignment = -10105,
        /// the bindings are not in ascending order, or two have the same number
        BindingOrder = -10106,
        /// an immutable sampler has no planes, or more than an image can have
        PlaneCount = -10107,
        /// the size of an inline uniform block is not a multiple of 4
        InlineSize = -10108,
        /// inline, dynamic and mutable types cannot be in the list of a mutable
        /// type
        MutableType = -10109,
        /// only the highest binding can have a variable count, and it must not
        /// be a dynamic buffer
        VariableBinding = -10110,
        /// the variable count is greater than the binding's count
        VariableCount = -10111,
        /// a set of embedded samplers can only have samplers
        EmbeddedMemory = -10112,
        /// element or plane is not in the binding
        NotInBinding = -10113,
        /// not a valid descriptor set layout
        NotALayout = -10114,
        /// the offset is not a multiple of 64
        Misaligned = -10115,
        /// hardware before 12.5 reaches only surface states below 2^26
        BeyondShortOffset = -10116,
        /// not a uniform or storage buffer, dynamic or not
        NotABuffer = -10117,
        /// range goes beyond the end of the buffer
        BeyondBuffer = -10118,
        /// sets of this table do not come from pools
        NoPools = -10119,
        /// the inline uniform block is too large
        InlineLimit = -10120,
        /// the set takes more memory than the driver allows
        SetSizeLimit = -10121,
        /// there are too many dynamic buffers
        DynamicLimit = -10122,
        /// the set has too many push descriptors
        PushLimit = -10123,
        /// the pipeline layout has too many sets
        SetLimit = -10124,
        /// size or offset does not fit
        SizeRange = -10125,
        /// count, index or binding number does not fit
        CountRange = -10126,
        /// handle exceeds 32 bits
        HandleRange = -10127,
        /// the table does not have this descriptor type
        UnknownType = -10128,
        /// the table does not allow one of these types in a mutable descriptor
        MutableRefused = -10129,
        /// the table has no variable counts
        NoVariableCount = -10130,
    }
    shared {
        ArrayLength = crate::Error::ArrayLength,
        NullPointer = crate::Error::NullPointer,
        OutputFull = crate::Error::OutputTooSmall,
        UnknownFlag = crate::Error::UnknownFlag,
    }
}

/// A binding or a part of a pool that is given as such is not refused.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
