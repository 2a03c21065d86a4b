// SPDX-License-Identifier: MIT

//! Errors of binding tables.

use crate::error::errors;

errors! {
    /// Why a call was refused. On error nothing is written.
    Invalid {
        UnknownModel: "not a model of descriptor memory with binding tables",
        UnknownPool: "unknown pool of surface states",
        BlockIndex: "block index exceeds 16383",
        NotABlock: "not a valid block of binding tables",
        Misaligned: "not a multiple of 64",
        BeforeBase: "surface state is below the base",
        BeyondPool: "surface state is beyond the end of its pool",
        Alignment: "the alignment is not a power of two",
        AddressSpace: "the address space has more than 48 bits",
        UseCount: "a set needs one use for each binding",
        AbsentBinding: "the shader uses a binding that its set does not have",
        NotALayout: "not a valid descriptor set layout",
        PlaneCount:
            "an immutable sampler is missing, has no planes, or more than its \
             binding",
        RenderTargetMask:
            "the render target mask has bits at or above the target count",
        NotBindless: "the stage has no binding table, and a binding needs it",
        StageMask: "the stage mask has bits at or above the stage count",
        SameBlock: "the fresh block is the full block",
    }
    Range {
        EntryLimit: "a binding table has at most 240 entries",
        StageLimit: "there are at most 6 stages",
        SetLimit: "a shader has at most 32 sets",
        RenderTargetLimit: "a shader has at most 8 render targets",
        TableFull: "more bindings need an entry than the binding table has",
        EntryRange: "surface state is 4 GiB or more above the base",
        IndexRange: "index or offset does not fit",
        AddressSpaceFull: "the address space is too small",
    }
    NoSpace {
        BlockFull: "the block is full, and there is no fresh one",
        OutputFull: "output is too small",
    }
}
