// SPDX-License-Identifier: MIT

//! Indirect draws for C; `include/dral_indirect_draw.h` is generated from
//! these files.

pub mod item;
pub mod parameters;
pub mod plan;
pub mod request;
