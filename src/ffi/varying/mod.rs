// SPDX-License-Identifier: MIT

//! Varyings for C; `include/dral_varying.h` is generated from these files.

pub mod declaration;
pub mod nvc0;
pub mod pack;
pub mod place;
pub mod split;
pub mod text;
