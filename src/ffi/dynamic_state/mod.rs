// SPDX-License-Identifier: MIT

//! Dynamic state for C; `include/dral_dynamic_state.h` is generated from
//! these files.

pub mod emission;
pub mod name;
pub mod pipeline;
pub mod site;
pub mod vulkan;
