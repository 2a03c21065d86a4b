// SPDX-License-Identifier: MIT

//! Why a plan or an item was refused.

use crate::error::errors;

errors! {
    /// Why a plan or an item was refused. On error nothing is written.
    Invalid {
        UnknownDriver: "unknown driver",
        UnknownHardware:
            "unknown hardware: versions 90 to 99 and from 110 on are known, \
             with iris also 80 to 89",
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
            "the draws exceed the 16 MiB of a contiguous batch: lower the ring \
             threshold",
        DrawRange: "draw index exceeds 32 bits",
        OffsetRange: "offset exceeds 32 bits",
        InstanceRange: "instances of all views exceed 32 bits",
    }
}
