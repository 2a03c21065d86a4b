// SPDX-License-Identifier: MIT

//! The map of the address space for C.

use super::super::flag::flag;
use super::super::pointer::slice_mut;
use super::super::refusal::status;
use crate::binding_table::{self, AddressMap, AddressRange, Area};
use core::ffi::c_int;

/// Number of areas in the map.
pub const DRAL_ADDRESS_AREA_COUNT: usize = 15;

const _: () = assert!(DRAL_ADDRESS_AREA_COUNT == Area::ALL.len());

/// ANV's map of the GPU address space: the range of each area, indexed by enum
/// dral_address_area. Areas that do not exist are all 0.
///
/// \param version the generation of the hardware times ten: 90, 120, 125
/// \param indirect 1 for descriptors of the indirect model, else 0
/// \param alignment the alignment of memory, a power of two: 65536 from
/// version 125 on and with local memory, else 4096
/// \param size size of the address space in bytes, at most 2^48
/// \param ranges room for range_capacity areas; DRAL_ADDRESS_AREA_COUNT are
/// written
/// \return 0; -EINVAL for a size above 2^48, an alignment that is not a power
/// of two, a flag that is neither 0 nor 1, or NULL; -ERANGE for a size that
/// leaves no room for the high heap; -ENOSPC for too few ranges. On error
/// nothing is written.
///
/// Source: docs/binding-table.md, "The address space".
///
/// # Safety
/// ranges has range_capacity elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_address_map(
    version: u32,
    indirect: u32,
    alignment: u64,
    size: u64,
    ranges: *mut AddressRange,
    range_capacity: usize,
) -> c_int {
    let compute = || {
        let map = AddressMap::new(version, flag(indirect)?, alignment, size)?;
        // SAFETY: the caller's array.
        let ranges = unsafe { slice_mut(ranges, range_capacity) }?;
        if ranges.len() < Area::ALL.len() {
            return Err(binding_table::Error::OutputFull.into());
        }
        for (range, area) in ranges.iter_mut().zip(Area::ALL) {
            *range = map.range(area);
        }
        Ok(())
    };
    status(compute())
}
