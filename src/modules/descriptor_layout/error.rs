// SPDX-License-Identifier: MIT

//! Why a layout is not valid.

use crate::error::errors;
use core::convert::Infallible;

errors! {
    /// Why a layout is not valid.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// unknown descriptor model
        UnknownModel = -10101,
        /// no table for this Mesa release
        UnknownMesa = -10102,
        /// unsupported hardware
        UnknownVersion = -10103,
        /// not a multiple of the index unit
        IndexUnit = -10104,
        /// table alignment is not a power of two
        Alignment = -10105,
        /// bindings do not ascend
        BindingOrder = -10106,
        /// sampler has no or too many planes
        PlaneCount = -10107,
        /// inline size is not a multiple of 4
        InlineSize = -10108,
        /// type cannot be mutable
        MutableType = -10109,
        /// count of this binding cannot vary
        VariableBinding = -10110,
        /// variable count exceeds the binding
        VariableCount = -10111,
        /// only samplers can be embedded
        EmbeddedMemory = -10112,
        /// element or plane is not in the binding
        NotInBinding = -10113,
        /// not a set layout
        NotALayout = -10114,
        /// offset is not a multiple of 64
        Misaligned = -10115,
        /// surface state exceeds 26 bits
        BeyondShortOffset = -10116,
        /// not a uniform or storage buffer
        NotABuffer = -10117,
        /// range exceeds the buffer
        BeyondBuffer = -10118,
        /// table has no pools
        NoPools = -10119,
        /// inline block is too large
        InlineLimit = -10120,
        /// set is too large
        SetSizeLimit = -10121,
        /// too many dynamic buffers
        DynamicLimit = -10122,
        /// too many push descriptors
        PushLimit = -10123,
        /// too many sets
        SetLimit = -10124,
        /// size or offset does not fit
        SizeRange = -10125,
        /// count or index does not fit
        CountRange = -10126,
        /// handle exceeds 32 bits
        HandleRange = -10127,
        /// table lacks this descriptor type
        UnknownType = -10128,
        /// driver rejects this mutable type
        MutableRefused = -10129,
        /// table has no variable counts
        NoVariableCount = -10130,
        /// range of a buffer exceeds 32 bits
        RangeLimit = -10131,
    }
    shared {
        ArrayLength = crate::Error::ArrayLength,
        NullPointer = crate::Error::NullPointer,
        OutputFull = crate::Error::OutputTooSmall,
        UnknownFlag = crate::Error::UnknownFlag,
    }
}

/// A binding that is given as such is not refused.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
