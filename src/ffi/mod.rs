// SPDX-License-Identifier: MIT

//! The C interface: thin functions that check pointers and numbers and call
//! the core. Names are those in C; `include/dral.h` is generated from these
//! files.
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
//! is NULL, or has that many elements; the same holds for arrays to which
//! structs point. No other thread writes an input or accesses an output during
//! the call. NULL, counts that exceed the address space and overlapping arrays
//! are checked here; the caller must ensure the rest. Frequent shapes have
//! helpers: `refusal::pure!` computes an output from numbers and inputs,
//! `refusal::explain!` a sentence, and `pointer::arrays` takes an input and an
//! output array.

// The rest of the crate has no unsafe code.
#![allow(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn)]
// Structs have their names in C.
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
