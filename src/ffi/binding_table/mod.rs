// SPDX-License-Identifier: MIT

//! Binding tables for C; `include/dral_binding_table.h` is generated from
//! these files.

pub mod address;
pub mod block;
pub mod map;
pub mod window;
