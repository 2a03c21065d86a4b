// SPDX-License-Identifier: MIT

//! Handles for C.

use super::super::flag::flag;
use super::super::refusal::pure;
use crate::descriptor_layout::{sampler_handle, surface_handle};
use core::ffi::c_int;

/// The bindless handle of a surface state, from its offset.
///
/// \param state_offset a multiple of 64
/// \param full_offsets 1 if the hardware takes 32-bit surface offsets (Intel,
/// version 125 and later), 0 for 26-bit offsets
/// \return 0; -EINVAL for an offset that is not a multiple of 64, an offset of
/// 2^26 or more without full offsets, a flag that is neither 0 nor 1, or NULL;
/// -ERANGE for an offset of 2^32 or more with full offsets.
///
/// Source: docs/descriptor-layout.md, "Handles".
///
/// # Safety
/// handle is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_surface_handle(
    state_offset: u64,
    full_offsets: u32,
    handle: *mut u32,
) -> c_int {
    pure!(handle, surface_handle(state_offset, flag(full_offsets)?)?)
}

/// The handle of a plane's sampler.
///
/// \param base the handle of plane 0's sampler
/// \param plane 0 to 2
/// \return 0; -EINVAL for a plane above 2, or NULL; -ERANGE if the handle
/// exceeds 32 bits.
///
/// Source: docs/descriptor-layout.md, "Handles".
///
/// # Safety
/// handle is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_sampler_handle(
    base: u32,
    plane: u32,
    handle: *mut u32,
) -> c_int {
    pure!(handle, sampler_handle(base, plane)?)
}
