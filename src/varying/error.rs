// SPDX-License-Identifier: MIT

//! Why a computation about varyings was refused.

use crate::error::errors;

errors! {
    /// Why a computation about varyings was refused. On error nothing is
    /// written.
    Invalid {
        UnknownSemantic: "unknown semantic",
        UnknownBaseType: "unknown base type",
        UnknownInterpolation: "unknown interpolation",
        UnknownPackFlag: "unknown pack flag",
        UnknownTextForm: "unknown text form",
        UnknownFlag: "a flag is neither 0 nor 1",
        TypeShape: "a type has 1 to 4 rows and 1 to 4 columns",
        ComponentCount: "an element has 1 to 4 components, a vector at most 4",
        NotInSlot: "a slot has the components 0 to 3",
        ElementOrder: "the last element is before the first",
        NotInDeclaration: "element or component is not in the declaration",
        SlotCount: "the packer supports at most 64 slots",
    }
    Range {
        PositionRange: "position exceeds 32 bits",
        AddressRange: "address exceeds 32 bits",
        SlotsFull: "the varyings do not fit the slots",
        ClipCullLimit: "there are at most 8 clip and cull distances",
        IndexRange: "the semantic does not have this index",
    }
    NoSpace {
        OutputFull: "output is too small",
    }
    Unsupported {
        NoAddress: "the hardware has no address for this",
        NoFirstComponent:
            "this form of text cannot express the first component",
    }
}
