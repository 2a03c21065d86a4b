// SPDX-License-Identifier: MIT

//! Heaps for C.

use super::super::refusal::pure;
use crate::descriptor_layout::Heap;
use core::ffi::c_int;

/// Sizes and alignments of ANV's descriptor heaps, from Mesa 26.2 on.
///
/// \param version ten times the generation of the hardware, at least 90
/// \return 0; -EINVAL for an older version or NULL.
///
/// Source: docs/descriptor-layout.md, "Heaps".
///
/// # Safety
/// heap is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_heap_init(
    version: u32,
    heap: *mut Heap,
) -> c_int {
    pure!(heap, Heap::of_anv(version)?)
}
