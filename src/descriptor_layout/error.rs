// SPDX-License-Identifier: MIT

//! Why a layout was refused.

use crate::error::errors;

errors! {
    /// Why a layout was refused. On error nothing is written.
    Invalid {
        UnknownModel: "unknown model of descriptor memory",
        UnknownMesa: "no table for this Mesa release",
        UnknownVersion: "the model's driver does not support this hardware",
        IndexUnit:
            "the table's sizes and alignments are not multiples of its index \
             unit",
        Alignment: "an alignment of the table is not a power of two",
        DuplicateBinding: "two bindings have the same number",
        PlaneCount:
            "an immutable sampler has no planes, or more than an image can \
             have",
        InlineSize:
            "the size of an inline uniform block is not a multiple of 4",
        MutableType:
            "inline, dynamic and mutable types cannot be in the list of a \
             mutable type",
        VariableBinding:
            "only the highest binding can have a variable count, and it must \
             not be a dynamic buffer",
        VariableCount: "the variable count is greater than the binding's count",
        EmbeddedMemory: "a set of embedded samplers can only have samplers",
        NotInBinding: "element or plane is not in the binding",
        NotALayout: "not a valid descriptor set layout",
        Misaligned: "the offset is not a multiple of 64",
        BeyondShortOffset:
            "hardware before 12.5 reaches only surface states below 2^26",
        NotABuffer: "not a uniform or storage buffer, dynamic or not",
        BeyondBuffer: "range goes beyond the end of the buffer",
        NoPools: "sets of this table do not come from pools",
    }
    Range {
        InlineLimit: "the inline uniform block is too large",
        UnsortedLimit: "more than 65,536 bindings must be sorted by number",
        SetSizeLimit: "the set takes more memory than the driver allows",
        DynamicLimit: "there are too many dynamic buffers",
        PushLimit: "the set has too many push descriptors",
        SetLimit: "the pipeline layout has too many sets",
        SizeRange: "size or offset does not fit",
        CountRange: "count, index or binding number does not fit",
        HandleRange: "handle exceeds 32 bits",
    }
    NoSpace {
        OutputFull: "output is too small",
    }
    Unsupported {
        UnknownType: "the table does not have this descriptor type",
        MutableRefused:
            "the table does not allow one of these types in a mutable \
             descriptor",
        NoVariableCount: "the table has no variable counts",
    }
}
