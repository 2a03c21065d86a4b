// SPDX-License-Identifier: MIT

//! Errors of dynamic state.

use crate::error::errors;

errors! {
    /// Why a query was refused.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// unknown hardware: 90, 110, 120, 125, 200, 300, in 26.2 also 350
        UnknownVersion = -10501,
        /// feature is unknown in this Mesa release
        UnknownFeature = -10502,
        /// state is unknown in this Mesa release
        UnknownState = -10503,
        /// command is unknown in this Mesa release
        UnknownCommand = -10504,
        /// instruction is unknown in this Mesa release
        UnknownInstruction = -10505,
        /// unknown emission site
        UnknownSite = -10506,
        /// driver does not support this VkDynamicState
        UnknownDynamicState = -10507,
        /// instruction is not in pipelines
        NotInPipelines = -10508,
    }
    shared {
        UnknownMesa = crate::descriptor_layout::Error::UnknownMesa,
    }
}
