// SPDX-License-Identifier: MIT

//! Errors of dynamic state.

use crate::error::errors;

errors! {
    /// Why a query was refused.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// unknown hardware: 90, 110, 120, 125, 200 and 300 are known
        UnknownVersion = -10501,
        /// unknown feature bit
        UnknownFeature = -10502,
        /// unknown state
        UnknownState = -10503,
        /// unknown command
        UnknownCommand = -10504,
        /// unknown instruction
        UnknownInstruction = -10505,
        /// unknown emission site
        UnknownSite = -10506,
        /// VkDynamicState that the driver does not support
        UnknownDynamicState = -10507,
        /// pipelines have no words for this instruction
        NotInPipelines = -10508,
    }
}
