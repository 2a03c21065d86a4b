// SPDX-License-Identifier: MIT

//! Why a plan or an item was refused.

use crate::error::errors;

errors! {
    /// Why a plan or an item was refused.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// unknown driver
        UnknownDriver = -401,
        /// unknown hardware: versions 90 to 99 and from 110 on are known, with
        /// iris also 80 to 89
        UnknownHardware = -402,
        /// a ring for no draws would never jump back: raise the ring's
        /// threshold and capacity above 0
        EmptyRing = -403,
        /// the plan does not generate draws in place
        NotInPlace = -404,
        /// the plan does not generate draws in a ring
        NotARing = -405,
        /// the plan generates no draws
        NotGenerated = -406,
        /// chunk index exceeds the plan's chunk count
        NoSuchChunk = -407,
        /// item index exceeds the dispatch
        NoSuchItem = -408,
        /// fewer words than the indirect command has
        TruncatedCommand = -409,
        /// the instance multiplier is 0
        ZeroMultiplier = -410,
        /// memory object control state exceeds 8 bits
        MocsRange = -411,
        /// the draws exceed the 16 MiB of a contiguous batch: lower the ring
        /// threshold
        BatchRange = -412,
        /// draw index exceeds 32 bits
        DrawRange = -413,
        /// offset exceeds 32 bits
        OffsetRange = -414,
        /// instances of all views exceed 32 bits
        InstanceRange = -415,
    }
}
