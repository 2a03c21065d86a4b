// SPDX-License-Identifier: MIT

//! Errors of dynamic state.

use crate::error::errors;

errors! {
    /// Why a query was refused.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// unknown hardware: 90, 110, 120, 125, 200 and 300 are known, in
        /// Mesa 26.2 also 350
        UnknownVersion = -10501,
        /// unknown feature bit, or one of another Mesa release
        UnknownFeature = -10502,
        /// unknown state, or one of another Mesa release
        UnknownState = -10503,
        /// unknown command, or one of another Mesa release
        UnknownCommand = -10504,
        /// unknown instruction, or one of another Mesa release
        UnknownInstruction = -10505,
        /// unknown emission site
        UnknownSite = -10506,
        /// VkDynamicState that the driver does not support
        UnknownDynamicState = -10507,
        /// pipelines have no words for this instruction
        NotInPipelines = -10508,
    }
    shared {
        UnknownMesa = crate::descriptor_layout::Error::UnknownMesa,
    }
}
