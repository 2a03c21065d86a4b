// SPDX-License-Identifier: MIT

//! The modules: arithmetic of other parts of drivers. They are optional: none
//! uses the core, and the core uses none.

pub mod binding_table;
pub mod descriptor_layout;
pub mod dynamic_state;
pub mod indirect_draw;
pub mod varying;
