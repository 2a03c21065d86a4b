// SPDX-License-Identifier: MIT

//! Divisors computed by other crates, with the signature of dral_magic_divisor.
//! The result is kept alive, but not written to C's struct, whose layout
//! differs.

use fastdivide::DividerU64;
use std::ffi::{c_int, c_void};
use std::hint::black_box;
use strength_reduce::StrengthReducedU32;

pub type DivisorFunction = extern "C" fn(u32, u32, *mut c_void) -> c_int;

/// The crates, by name.
pub const CRATES: [(&str, DivisorFunction); 2] =
    [("strength_reduce", strength_reduce), ("fastdivide", fastdivide)];

extern "C" fn strength_reduce(divisor: u32, _: u32, _: *mut c_void) -> c_int {
    black_box(StrengthReducedU32::new(divisor));
    0
}

/// It only divides 64-bit numbers.
extern "C" fn fastdivide(divisor: u32, _: u32, _: *mut c_void) -> c_int {
    black_box(DividerU64::divide_by(divisor.into()));
    0
}
