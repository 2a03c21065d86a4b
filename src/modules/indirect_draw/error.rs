// SPDX-License-Identifier: MIT

//! Why a plan or an item failed.

use crate::error::errors;

errors! {
    /// Why a plan or an item failed.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// unknown driver
        UnknownDriver = -10401,
        /// hardware is not of this driver
        UnknownHardware = -10402,
        /// ring threshold or capacity is 0
        EmptyRing = -10403,
        /// plan generates no draws in place
        NotInPlace = -10404,
        /// plan generates no draws in a ring
        NotARing = -10405,
        /// plan generates no draws
        NotGenerated = -10406,
        /// chunk index exceeds the plan
        NoSuchChunk = -10407,
        /// item index exceeds the dispatch
        NoSuchItem = -10408,
        /// indirect command is cut off
        TruncatedCommand = -10409,
        /// instance multiplier is 0
        ZeroMultiplier = -10410,
        /// MOCS exceeds 8 bits
        MocsRange = -10411,
        /// batch exceeds 16 MiB: lower the ring threshold
        BatchRange = -10412,
        /// draw index exceeds 32 bits
        DrawRange = -10413,
        /// offset exceeds 32 bits
        OffsetRange = -10414,
        /// instances of all views exceed 32 bits
        InstanceRange = -10415,
    }
}
