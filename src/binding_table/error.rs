// SPDX-License-Identifier: MIT

//! Why something about binding tables was refused.

use core::ffi::CStr;
use core::fmt;

/// What kind of refusal an [`Error`] is; C sees one errno for each.
///
/// ```
/// use dral::binding_table::{Error, ErrorKind};
/// assert_eq!(Error::BlockFull.kind(), ErrorKind::NoSpace);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A precondition is broken; `-EINVAL` in C.
    Invalid,
    /// A limit is exceeded, or a result does not fit; `-ERANGE` in C.
    Range,
    /// A block or an output is too small; `-ENOSPC` in C.
    NoSpace,
}

/// Why something was refused. Nothing is written then.
///
/// ```
/// use dral::binding_table::{table_size, Error};
/// assert_eq!(table_size(241), Err(Error::EntryLimit));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// Not a model of descriptor memory with binding tables.
    UnknownModel,
    /// Not a pool of surface states.
    UnknownPool,
    /// The area of binding tables has no such block.
    BlockIndex,
    /// The tables of a block end where none can.
    NotABlock,
    /// A surface state is not at a multiple of its size, or a base is not.
    Misaligned,
    /// A surface state lies before the base of its entry.
    BeforeBase,
    /// A surface state beyond the end of its pool.
    BeyondPool,
    /// An alignment is not a power of two.
    Alignment,
    /// An address space of more than 48 bits.
    AddressSpace,
    /// A set has not one use for each binding.
    UseCount,
    /// The shader uses a binding that its set does not have.
    AbsentBinding,
    /// Sizes and counts that no layout has.
    NotALayout,
    /// An immutable sampler is missing, has no planes, or more than its
    /// binding.
    PlaneCount,
    /// Real render targets beyond their count.
    RenderTargetMask,
    /// The stage has no binding table, and a binding cannot do without.
    NotBindless,
    /// Stages beyond their count.
    StageMask,
    /// The fresh block is the one that is full.
    SameBlock,
    /// A table has too many entries.
    EntryLimit,
    /// There are too many stages.
    StageLimit,
    /// The shader has too many sets.
    SetLimit,
    /// The shader has too many render targets.
    RenderTargetLimit,
    /// What cannot do without an entry does not fit into the table.
    TableFull,
    /// A surface state that an entry of 32 bits does not reach.
    EntryRange,
    /// An index or an offset does not fit.
    IndexRange,
    /// The address space is too small for the map.
    AddressSpaceFull,
    /// The block has too little room left.
    BlockFull,
    /// The output has too little room.
    OutputFull,
}

impl Error {
    /// The kind of refusal, which decides the errno that C gets.
    ///
    /// ```
    /// use dral::binding_table::{Error, ErrorKind};
    /// assert_eq!(Error::TableFull.kind(), ErrorKind::Range);
    /// ```
    #[inline]
    pub const fn kind(self) -> ErrorKind {
        match self {
            Self::UnknownModel
            | Self::UnknownPool
            | Self::BlockIndex
            | Self::NotABlock
            | Self::Misaligned
            | Self::BeforeBase
            | Self::BeyondPool
            | Self::Alignment
            | Self::AddressSpace
            | Self::UseCount
            | Self::AbsentBinding
            | Self::NotALayout
            | Self::PlaneCount
            | Self::RenderTargetMask
            | Self::NotBindless
            | Self::StageMask
            | Self::SameBlock => ErrorKind::Invalid,
            Self::EntryLimit
            | Self::StageLimit
            | Self::SetLimit
            | Self::RenderTargetLimit
            | Self::TableFull
            | Self::EntryRange
            | Self::IndexRange
            | Self::AddressSpaceFull => ErrorKind::Range,
            Self::BlockFull | Self::OutputFull => ErrorKind::NoSpace,
        }
    }

    /// The reason as a sentence for a driver's log.
    ///
    /// ```
    /// let reason = dral::binding_table::Error::SetLimit.message();
    /// assert!(reason.to_str().unwrap().contains("sets"));
    /// ```
    pub const fn message(self) -> &'static CStr {
        match self {
            Self::UnknownModel => {
                c"not a model of descriptor memory with binding tables"
            }
            Self::UnknownPool => c"unknown pool of surface states",
            Self::BlockIndex => c"there are 16384 blocks of binding tables",
            Self::NotABlock => c"no tables of a block end there",
            Self::Misaligned => c"not a multiple of 64",
            Self::BeforeBase => c"the surface state lies before the base",
            Self::BeyondPool => c"the surface state lies beyond its pool",
            Self::Alignment => c"the alignment is not a power of two",
            Self::AddressSpace => c"the address space has more than 48 bits",
            Self::UseCount => c"a set needs one use for each binding",
            Self::AbsentBinding => {
                c"the shader uses a binding that its set does not have"
            }
            Self::NotALayout => c"no layout has these sizes and counts",
            Self::PlaneCount => {
                c"an immutable sampler is missing, has no planes, or more than \
                  its binding"
            }
            Self::RenderTargetMask => {
                c"the render target mask has bits at or above their count"
            }
            Self::NotBindless => {
                c"the stage has no binding table, and a binding needs it"
            }
            Self::StageMask => {
                c"the stage mask has bits at or above the stage count"
            }
            Self::SameBlock => c"the fresh block is the one that is full",
            Self::StageLimit => c"there are at most 6 stages",
            Self::EntryLimit => c"a binding table has at most 240 entries",
            Self::SetLimit => c"a shader has at most 32 sets",
            Self::RenderTargetLimit => c"a shader has at most 8 render targets",
            Self::TableFull => {
                c"what needs a place in the binding table does not fit"
            }
            Self::EntryRange => {
                c"the surface state is 4 GiB or more beyond the base"
            }
            Self::IndexRange => c"an index or an offset does not fit",
            Self::AddressSpaceFull => c"the address space is too small",
            Self::BlockFull => c"the block is full, and there is no fresh one",
            Self::OutputFull => c"the output has too little room",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.message().to_str().unwrap_or_default())
    }
}

impl core::error::Error for Error {}
