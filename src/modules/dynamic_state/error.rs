// SPDX-License-Identifier: MIT

//! Errors of dynamic state.

use crate::error::errors;

errors! {
    /// Why a query failed.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// hardware is not 90, 110, 120, 125, 200, 300 or (26.2) 350
        UnknownVersion = -10501,
        /// feature is not in this Mesa
        UnknownFeature = -10502,
        /// state is not in this Mesa
        UnknownState = -10503,
        /// command is not in this Mesa
        UnknownCommand = -10504,
        /// instruction is not in this Mesa
        UnknownInstruction = -10505,
        /// unknown emission site
        UnknownSite = -10506,
        /// unsupported VkDynamicState
        UnknownDynamicState = -10507,
        /// instruction is not in pipelines
        NotInPipelines = -10508,
    }
    shared {
        UnknownMesa = crate::modules::descriptor_layout::Error::UnknownMesa,
    }
}
