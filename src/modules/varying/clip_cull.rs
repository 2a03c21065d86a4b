// SPDX-License-Identifier: MIT

//! Clip and cull distances in one array.
//!
//! Source: docs/reference/varying.md, "Clip and cull distances".

use super::place::Place;
use super::Error;

/// The maximum number of clip and cull distances in total.
const MOST: u32 = 8;

/// The place of the cull distances, after the clip distances from x of the
/// first slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct ClipCull {
    /// The slot of the first cull distance, relative to the first clip
    /// distance.
    pub cull_slot: u32,
    /// Its component in the slot.
    pub cull_component: u32,
    /// The number of slots for both.
    pub slot_count: u32,
}

/// Places the cull distances after the clip distances.
///
/// # Errors
/// As `dral_varying_clip_cull_place`.
pub fn clip_cull(clip_count: u32, cull_count: u32) -> Result<ClipCull, Error> {
    match clip_count.checked_add(cull_count) {
        Some(count) if count <= MOST => {
            let cull = Place::at(clip_count);
            Ok(ClipCull {
                cull_slot: cull.slot,
                cull_component: cull.component,
                slot_count: count.div_ceil(4),
            })
        }
        _ => Err(Error::ClipCullLimit),
    }
}
