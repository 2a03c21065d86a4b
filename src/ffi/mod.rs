// SPDX-License-Identifier: MIT

//! The C interface: thin functions that check pointers and numbers and call
//! the core. Names here are those of C; `include/dral.h` is generated from
//! these files.
//!
//! A function that can fail returns 0 or a negative errno and writes its
//! outputs on success only; it reads all its inputs before it writes. If
//! several errors apply, which one is returned is unspecified.
//!
//! # Safety
//!
//! This is the contract of every function, and what `SAFETY: the caller's`
//! refers to. A pointer to a struct or a number is NULL, or is aligned and
//! points to one; an input is initialized. An array with a count or a capacity
//! is NULL, or has as many elements; so have arrays to which structs point. No
//! other thread writes an input or touches an output during the call. NULL,
//! counts beyond the address space and arrays that overlap are checked here;
//! the rest is the caller's promise. The frequent shapes have helpers: numbers
//! and inputs to an output `refusal::pure!`, to a sentence `refusal::explain!`,
//! an array to an array `pointer::arrays`.

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
mod error;
// Used by modules.
#[allow(dead_code)]
mod flag;
pub mod id;
#[cfg(feature = "indirect-draw")]
pub mod indirect_draw;
pub mod padding;
mod pointer;
mod refusal;
pub mod table;
pub mod valhall;
#[cfg(feature = "varying")]
pub mod varying;
pub mod version;
pub mod vertex_state;
