// SPDX-License-Identifier: MIT

//! The C interface called as C may call it: each module has a table of its
//! functions, and `calls.rs` makes bad calls of them. An access outside an
//! argument ends the tests; under miri, a read of an output is also an error:
//!
//!     cargo +nightly miri test --test callers

// The functions of the C interface take pointers.
#![allow(unsafe_code)]

mod binding_table;
mod calls;
#[path = "../support/declared.rs"]
mod declared;
mod descriptor_layout;
#[path = "../support/documented.rs"]
mod documented;
mod dynamic_state;
mod indirect_draw;
mod instancing;
mod varying;
