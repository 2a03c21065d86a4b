// SPDX-License-Identifier: MIT

//! Errors of binding tables.

use crate::error::errors;

errors! {
    /// Why a call was refused.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// not a model of descriptor memory with binding tables
        UnknownModel = -10201,
        /// unknown pool of surface states
        UnknownPool = -10202,
        /// block index exceeds 16383
        BlockIndex = -10203,
        /// not a valid block of binding tables
        NotABlock = -10204,
        /// surface state is below the base
        BeforeBase = -10205,
        /// surface state is beyond the end of its pool
        BeyondPool = -10206,
        /// the alignment is not a power of two
        Alignment = -10207,
        /// the address space has more than 48 bits
        AddressSpace = -10208,
        /// the shader uses a binding that its set does not have
        AbsentBinding = -10209,
        /// an immutable sampler is missing, has no planes, or more than its
        /// binding
        PlaneCount = -10210,
        /// the render target mask has bits at or above the target count
        RenderTargetMask = -10211,
        /// the stage has no binding table, and a binding needs it
        NotBindless = -10212,
        /// the stage mask has bits at or above the stage count
        StageMask = -10213,
        /// the fresh block is the full block
        SameBlock = -10214,
        /// a binding table has at most 240 entries
        EntryLimit = -10215,
        /// there are at most 6 stages
        StageLimit = -10216,
        /// a shader has at most 32 sets
        SetLimit = -10217,
        /// a shader has at most 8 render targets
        RenderTargetLimit = -10218,
        /// more bindings need an entry than the binding table has
        TableFull = -10219,
        /// surface state is 4 GiB or more above the base
        EntryRange = -10220,
        /// index or offset does not fit
        IndexRange = -10221,
        /// the address space is too small
        AddressSpaceFull = -10222,
        /// the block is full, and there is no fresh one
        BlockFull = -10223,
    }
    shared {
        Misaligned = crate::descriptor_layout::Error::Misaligned,
        NotALayout = crate::descriptor_layout::Error::NotALayout,
        OutputFull = crate::Error::OutputTooSmall,
    }
}
