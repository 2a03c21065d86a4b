// SPDX-License-Identifier: MIT

//! Errors of binding tables.

use crate::error::errors;

errors! {
    /// Why a call was refused.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// not a model of descriptor memory with binding tables
        UnknownModel = -201,
        /// unknown pool of surface states
        UnknownPool = -202,
        /// block index exceeds 16383
        BlockIndex = -203,
        /// not a valid block of binding tables
        NotABlock = -204,
        /// not a multiple of 64
        Misaligned = -205,
        /// surface state is below the base
        BeforeBase = -206,
        /// surface state is beyond the end of its pool
        BeyondPool = -207,
        /// the alignment is not a power of two
        Alignment = -208,
        /// the address space has more than 48 bits
        AddressSpace = -209,
        /// a set needs one use for each binding
        UseCount = -210,
        /// the shader uses a binding that its set does not have
        AbsentBinding = -211,
        /// not a valid descriptor set layout
        NotALayout = -212,
        /// an immutable sampler is missing, has no planes, or more than its
        /// binding
        PlaneCount = -213,
        /// the render target mask has bits at or above the target count
        RenderTargetMask = -214,
        /// the stage has no binding table, and a binding needs it
        NotBindless = -215,
        /// the stage mask has bits at or above the stage count
        StageMask = -216,
        /// the fresh block is the full block
        SameBlock = -217,
        /// a binding table has at most 240 entries
        EntryLimit = -218,
        /// there are at most 6 stages
        StageLimit = -219,
        /// a shader has at most 32 sets
        SetLimit = -220,
        /// a shader has at most 8 render targets
        RenderTargetLimit = -221,
        /// more bindings need an entry than the binding table has
        TableFull = -222,
        /// surface state is 4 GiB or more above the base
        EntryRange = -223,
        /// index or offset does not fit
        IndexRange = -224,
        /// the address space is too small
        AddressSpaceFull = -225,
        /// the block is full, and there is no fresh one
        BlockFull = -226,
        /// output is too small
        OutputFull = -227,
    }
}
