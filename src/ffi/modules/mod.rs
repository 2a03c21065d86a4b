// SPDX-License-Identifier: MIT

//! The modules' C interface: a folder per module, with its header.

pub mod binding_table;
pub mod descriptor_layout;
pub mod dynamic_state;
pub mod indirect_draw;
pub mod varying;
