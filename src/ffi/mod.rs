// SPDX-License-Identifier: MIT

//! The C interface: thin functions that check pointers and numbers and call
//! the core. Names are those in C; `include/dral.h` is generated from these
//! files.
//!
//! A function that can fail returns 0, a count, a slot or the negative number
//! of an error, whose sentence [`driver::dral_error_text`] returns. On error,
//! outputs hold unspecified values. If several errors apply, which one is
//! returned is unspecified.
//!
//! # Safety
//!
//! This is the contract of every function, and what `SAFETY: the caller's`
//! refers to. A pointer is NULL, or is aligned and points to what its type
//! says: inputs are initialized, and an array has the count or capacity that
//! is passed with it; the same holds for arrays to which structs point. During
//! the call, nothing else accesses an output or writes an input, and outputs
//! overlap nothing else. NULL where data is needed is an error. Numbers and
//! the bits of structs are not trusted.
//!
//! In signatures, a pointer to one value is `Option<&T>`, which is None for
//! NULL, and an output is `Option<&mut MaybeUninit<T>>`; `refusal::answer`
//! computes it. Pointers to arrays are raw.

// The rest of the crate has no unsafe code.
#![allow(unsafe_code)]
#![deny(unsafe_op_in_unsafe_fn)]
// The contract above is every function's.
#![allow(clippy::missing_safety_doc)]
// Structs have their names in C.
#![allow(non_camel_case_types)]

pub mod driver;
mod flag;
pub mod model;
pub mod modules;
mod pointer;
mod refusal;
