// SPDX-License-Identifier: MIT

//! Known answers: each row of c_tests/data/*_known.csv is a call of the C
//! interface.

// The functions of the C interface take pointers.
#![allow(unsafe_code)]

mod binding_table;
mod descriptor_layout;
mod dynamic_state;
mod enums;
mod indirect_draw;
mod instancing;
mod rows;
mod varying;
