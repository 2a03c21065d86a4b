// SPDX-License-Identifier: MIT

//! Why a plan or an item was refused.

use crate::error::errors;

errors! {
    /// Why a plan or an item was refused. On error nothing is written.
    ///
    /// ```
    /// use dral::indirect_draw::{Error, IndirectDraw};
    /// assert_eq!(IndirectDraw::new(80).plan(), Err(Error::UnknownHardware));
    /// ```
    Invalid {
        UnknownDriver: "unknown driver",
        UnknownHardware:
            "unknown hardware: version 90, and 110 or later, are known; 80 of \
             iris",
        EmptyRing:
            "a ring for no draws would never jump back: raise the ring's \
             threshold and capacity above 0",
        NotInPlace: "the plan does not generate draws in place",
        NotARing: "the plan does not generate draws in a ring",
        NotGenerated: "the plan generates no draws",
        NoSuchChunk: "chunk index exceeds the plan's chunk count",
        NoSuchItem: "item index exceeds the dispatch",
        TruncatedCommand: "fewer words than the indirect command has",
        ZeroMultiplier: "the instance multiplier is 0",
    }
    Range {
        MocsRange: "memory object control state exceeds 8 bits",
        BatchRange:
            "the draws take more than the 16 MiB that a batch has in one \
             piece: lower the ring threshold",
        DrawRange: "draw index exceeds 32 bits",
        OffsetRange: "offset exceeds 32 bits",
        InstanceRange: "instances of all views exceed 32 bits",
    }
}
