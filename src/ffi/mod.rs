// SPDX-License-Identifier: MIT

//! The C interface: thin functions that check pointers and numbers and call
//! the core. Names here are those of C; `include/dral.h` is generated from
//! these files.
//!
//! A function that can fail returns 0 or a negative errno and writes its
//! outputs on success only; it reads all its inputs before it writes. Which
//! of several errors of one call is told is not promised.

// The rest of the crate has no unsafe code.
#![allow(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn)]
// Structs bear the names that C sees.
#![allow(non_camel_case_types)]

pub mod attribute;
pub mod batch;
#[cfg(feature = "binding-table")]
pub mod binding_table;
#[cfg(feature = "descriptor-layout")]
pub mod descriptor_layout;
pub mod divisor;
pub mod draw;
#[cfg(feature = "dynamic-state")]
pub mod dynamic_state;
mod errno;
#[cfg(any(
    feature = "descriptor-layout",
    feature = "dynamic-state",
    feature = "indirect-draw",
    feature = "varying"
))]
mod flag;
pub mod id;
#[cfg(feature = "indirect-draw")]
pub mod indirect_draw;
pub mod padding;
mod pointer;
#[cfg(any(
    feature = "descriptor-layout",
    feature = "dynamic-state",
    feature = "indirect-draw",
    feature = "varying"
))]
mod refusal;
pub mod table;
pub mod valhall;
#[cfg(feature = "varying")]
pub mod varying;
pub mod version;
pub mod vertex_state;
