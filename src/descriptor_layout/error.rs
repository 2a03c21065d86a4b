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
        /// driver does not support this hardware
        UnknownVersion = -10103,
        /// size or alignment is not a multiple of the index unit
        IndexUnit = -10104,
        /// table alignment is not a power of two
        Alignment = -10105,
        /// bindings are not in ascending order
        BindingOrder = -10106,
        /// immutable sampler has no or too many planes
        PlaneCount = -10107,
        /// inline block size is not a multiple of 4
        InlineSize = -10108,
        /// a mutable type lists inline, dynamic or mutable types
        MutableType = -10109,
        /// variable count below the last binding or of a dynamic buffer
        VariableBinding = -10110,
        /// variable count exceeds the binding's count
        VariableCount = -10111,
        /// embedded samplers allow only samplers
        EmbeddedMemory = -10112,
        /// element or plane is not in the binding
        NotInBinding = -10113,
        /// not a valid descriptor set layout
        NotALayout = -10114,
        /// offset is not a multiple of 64
        Misaligned = -10115,
        /// before 12.5, surface states must be below 2^26
        BeyondShortOffset = -10116,
        /// not a uniform or storage buffer
        NotABuffer = -10117,
        /// range exceeds the buffer
        BeyondBuffer = -10118,
        /// table has no pools
        NoPools = -10119,
        /// inline uniform block is too large
        InlineLimit = -10120,
        /// set exceeds the driver's memory limit
        SetSizeLimit = -10121,
        /// too many dynamic buffers
        DynamicLimit = -10122,
        /// too many push descriptors
        PushLimit = -10123,
        /// too many sets in the pipeline layout
        SetLimit = -10124,
        /// size or offset does not fit
        SizeRange = -10125,
        /// count, index or binding number does not fit
        CountRange = -10126,
        /// handle exceeds 32 bits
        HandleRange = -10127,
        /// table lacks this descriptor type
        UnknownType = -10128,
        /// table refuses a type in a mutable descriptor
        MutableRefused = -10129,
        /// table has no variable counts
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
