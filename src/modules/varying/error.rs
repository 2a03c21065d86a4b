// SPDX-License-Identifier: MIT

//! Why a computation about varyings failed.

use crate::error::errors;

errors! {
    /// Why a computation about varyings failed.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// unknown semantic
        UnknownSemantic = -10301,
        /// unknown base type
        UnknownBaseType = -10302,
        /// unknown interpolation
        UnknownInterpolation = -10303,
        /// unknown pack flag
        UnknownPackFlag = -10304,
        /// unknown text form
        UnknownTextForm = -10305,
        /// type is not 1 to 4 rows and columns
        TypeShape = -10306,
        /// element is not 1 to 4 components
        ComponentCount = -10307,
        /// component is not 0 to 3
        NotInSlot = -10308,
        /// last element is before the first
        ElementOrder = -10309,
        /// not in the declaration
        NotInDeclaration = -10310,
        /// more than 64 slots
        SlotCount = -10311,
        /// position exceeds 32 bits
        PositionRange = -10312,
        /// address exceeds 32 bits
        AddressRange = -10313,
        /// varyings do not fit the slots
        SlotsFull = -10314,
        /// more than 8 clip and cull distances
        ClipCullLimit = -10315,
        /// semantic lacks this index
        IndexRange = -10316,
        /// hardware has no address for this
        NoAddress = -10317,
        /// text form has no first component
        NoFirstComponent = -10318,
    }
    shared {
        OutputFull = crate::Error::OutputTooSmall,
        UnknownFlag = crate::Error::UnknownFlag,
    }
}
