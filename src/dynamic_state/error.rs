// SPDX-License-Identifier: MIT

//! Why a question about dynamic state was refused.

use crate::error::errors;

errors! {
    /// Why a question was refused: always a broken precondition, `-EINVAL` in C.
    /// Nothing is written then.
    ///
    /// ```
    /// use dral::dynamic_state::{Device, Error};
    /// assert_eq!(Device::new(121, 0), Err(Error::UnknownVersion));
    /// ```
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
