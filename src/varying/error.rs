// SPDX-License-Identifier: MIT

//! Why a computation about varyings was refused.

use crate::error::errors;

errors! {
    /// Why a computation about varyings was refused.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// unknown semantic
        UnknownSemantic = -301,
        /// unknown base type
        UnknownBaseType = -302,
        /// unknown interpolation
        UnknownInterpolation = -303,
        /// unknown pack flag
        UnknownPackFlag = -304,
        /// unknown text form
        UnknownTextForm = -305,
        /// a flag is neither 0 nor 1
        UnknownFlag = -306,
        /// a type has 1 to 4 rows and 1 to 4 columns
        TypeShape = -307,
        /// an element has 1 to 4 components, a vector at most 4
        ComponentCount = -308,
        /// a slot has the components 0 to 3
        NotInSlot = -309,
        /// the last element is before the first
        ElementOrder = -310,
        /// element or component is not in the declaration
        NotInDeclaration = -311,
        /// the packer supports at most 64 slots
        SlotCount = -312,
        /// position exceeds 32 bits
        PositionRange = -313,
        /// address exceeds 32 bits
        AddressRange = -314,
        /// the varyings do not fit the slots
        SlotsFull = -315,
        /// there are at most 8 clip and cull distances
        ClipCullLimit = -316,
        /// the semantic does not have this index
        IndexRange = -317,
        /// output is too small
        OutputFull = -318,
        /// the hardware has no address for this
        NoAddress = -319,
        /// this form of text cannot express the first component
        NoFirstComponent = -320,
    }
}
