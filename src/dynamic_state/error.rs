// SPDX-License-Identifier: MIT

//! Errors of dynamic state.

use crate::error::errors;

errors! {
    /// Why a query was refused: always a broken precondition, `-EINVAL` in C.
    /// On error nothing is written.
    Invalid {
        UnknownVersion:
            "unknown hardware: 90, 110, 120, 125, 200 and 300 are known",
        UnknownFeature: "unknown feature bit",
        UnknownState: "unknown state",
        UnknownCommand: "unknown command",
        UnknownInstruction: "unknown instruction",
        UnknownSite: "unknown emission site",
        UnknownDynamicState: "VkDynamicState that the driver does not support",
        NotInPipelines: "pipelines have no words for this instruction",
    }
}
