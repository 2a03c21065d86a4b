// SPDX-License-Identifier: MIT

//! Errors of binding tables.

use crate::error::errors;

errors! {
    /// Why a call failed.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// model has no binding tables
        UnknownModel = -10201,
        /// unknown surface state pool
        UnknownPool = -10202,
        /// no block has this index
        BlockIndex = -10203,
        /// not a valid block
        NotABlock = -10204,
        /// surface state is below the base
        BeforeBase = -10205,
        /// surface state is beyond its pool
        BeyondPool = -10206,
        /// alignment is not a power of two
        Alignment = -10207,
        /// address space exceeds 48 bits
        AddressSpace = -10208,
        /// set lacks a binding of the shader
        AbsentBinding = -10209,
        /// sampler or its planes do not fit
        PlaneCount = -10210,
        /// target mask exceeds the count
        RenderTargetMask = -10211,
        /// binding needs the binding table
        NotBindless = -10212,
        /// stage mask exceeds the count
        StageMask = -10213,
        /// fresh block is the full block
        SameBlock = -10214,
        /// more than 240 entries
        EntryLimit = -10215,
        /// more than 6 stages
        StageLimit = -10216,
        /// more than 32 sets, or in 24.3 than 8
        SetLimit = -10217,
        /// more than 8 render targets
        RenderTargetLimit = -10218,
        /// binding table has too few entries
        TableFull = -10219,
        /// surface state is 4 GiB above the base
        EntryRange = -10220,
        /// index or offset does not fit
        IndexRange = -10221,
        /// address space is too small
        AddressSpaceFull = -10222,
        /// no room in the block, nor in a fresh one
        BlockFull = -10223,
        /// this ANV does not support the hardware
        UnknownVersion = -10224,
        /// driver has no blocks of this size
        BlockSize = -10225,
    }
    shared {
        Misaligned = crate::modules::descriptor_layout::Error::Misaligned,
        NotALayout = crate::modules::descriptor_layout::Error::NotALayout,
        OutputFull = crate::Error::OutputTooSmall,
        UnknownMesa = crate::modules::descriptor_layout::Error::UnknownMesa,
    }
}
