// SPDX-License-Identifier: MIT

//! Why a plan or an item was refused.

use crate::error::errors;

errors! {
    /// Why a plan or an item was refused.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// unknown driver
        UnknownDriver = -10401,
        /// unknown hardware: versions 90 to 99 and from 110 on are known, with
        /// iris also 80 to 89
        UnknownHardware = -10402,
        /// a ring for no draws would never jump back: raise the ring's
        /// threshold and capacity above 0
        EmptyRing = -10403,
        /// the plan does not generate draws in place
        NotInPlace = -10404,
        /// the plan does not generate draws in a ring
        NotARing = -10405,
        /// the plan generates no draws
        NotGenerated = -10406,
        /// chunk index exceeds the plan's chunk count
        NoSuchChunk = -10407,
        /// item index exceeds the dispatch
        NoSuchItem = -10408,
        /// fewer words than the indirect command has
        TruncatedCommand = -10409,
        /// the instance multiplier is 0
        ZeroMultiplier = -10410,
        /// memory object control state exceeds 8 bits
        MocsRange = -10411,
        /// the draws exceed the 16 MiB of a contiguous batch: lower the ring
        /// threshold
        BatchRange = -10412,
        /// draw index exceeds 32 bits
        DrawRange = -10413,
        /// offset exceeds 32 bits
        OffsetRange = -10414,
        /// instances of all views exceed 32 bits
        InstanceRange = -10415,
    }
}
