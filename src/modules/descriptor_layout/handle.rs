// SPDX-License-Identifier: MIT

//! Handles, by which a shader's message refers to a state.
//!
//! Source: docs/reference/descriptor-layout.md, "Handles".

use super::Error;

/// Size and alignment of a surface state, in bytes.
pub(crate) const SURFACE_STATE_SIZE: u64 = 64;

/// Bits of a state offset without full surface offsets. The handle has them in
/// its highest bits.
const SHORT_OFFSET_BITS: u32 = 26;
const SHORT_OFFSET_SHIFT: u32 = 6;

/// Bytes of a sampler state.
const SAMPLER_STATE_SIZE: u32 = 32;

/// Maximum number of planes of an image.
pub(super) const PLANES: u32 = 3;

/// The handle of a surface state, from its offset. `full_offsets` is whether
/// the hardware takes 32-bit surface offsets (12.5 and later).
///
/// # Errors
/// As `dral_descriptor_surface_handle`.
pub const fn surface_handle(
    state_offset: u64,
    full_offsets: bool,
) -> Result<u32, Error> {
    if state_offset % SURFACE_STATE_SIZE != 0 {
        return Err(Error::Misaligned);
    }
    if full_offsets {
        if state_offset >> 32 != 0 {
            return Err(Error::HandleRange);
        }
        return Ok(state_offset as u32);
    }
    if state_offset >> SHORT_OFFSET_BITS != 0 {
        return Err(Error::BeyondShortOffset);
    }
    Ok((state_offset as u32) << SHORT_OFFSET_SHIFT)
}

/// The handle of a plane's sampler, from the handle of plane 0.
///
/// # Errors
/// As `dral_descriptor_sampler_handle`.
pub const fn sampler_handle(base: u32, plane: u32) -> Result<u32, Error> {
    if plane >= PLANES {
        return Err(Error::NotInBinding);
    }
    match base.checked_add(plane * SAMPLER_STATE_SIZE) {
        Some(handle) => Ok(handle),
        None => Err(Error::HandleRange),
    }
}
