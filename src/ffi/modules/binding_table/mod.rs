// SPDX-License-Identifier: MIT

//! Binding tables for C: the functions of `include/dral_binding_table.h`.

use crate::ffi::flag::flag;
use crate::ffi::pointer::{slice, slice_mut};
use crate::ffi::refusal::{answer, required, status, Refusal};
use crate::mesa::Mesa;
use crate::modules::binding_table::{
    entry_word, fill, state_address, table_size, AddressMap, AddressRange,
    Area, Bases, Block, Blocks, Emission, Entry, Error, Map, Release, Set,
    Shader, Slots, StatePool, Use, MAX_SETS,
};
use crate::modules::descriptor_layout::{
    BindingLayout, ImmutableSampler, SetLayout,
};
use core::ffi::c_int;
use core::mem::MaybeUninit;

/// A release of ANV on a generation of hardware.
fn release(mesa: u32, version: u32) -> Result<Release, Refusal> {
    Ok(Release::new(Mesa::try_from(mesa)?, version)?)
}

/// The blocks of a driver: 1 GiB / size of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct dral_binding_table_blocks {
    /// The release: an enum dral_mesa_release.
    pub mesa: u32,
    /// Ten times the generation of the hardware: 90, 120, 125.
    pub version: u32,
    /// The size of a block in bytes; 0 for the driver's default. In 26.2 on
    /// version 125 and later a power of two from 1,024 to 131,072, by default
    /// 4,096; else 65,536.
    pub size: u32,
}

impl dral_binding_table_blocks {
    fn get(&self) -> Result<Blocks, Refusal> {
        let size = Some(self.size).filter(|&size| size != 0);
        Ok(Blocks::new(release(self.mesa, self.version)?, size)?)
    }
}

/// The size of a table in bytes: 4 for each entry, rounded up to 32.
///
/// \return 0; DRAL_BINDING_TABLE_ERROR_ENTRY_LIMIT.
///
/// Source: docs/reference/binding-table.md, "Blocks".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_binding_table_size(
    entry_count: u32,
    size: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(size, || Ok(table_size(entry_count)?))
}

/// Allocates a table in a block. A table without entries gets the offset 0. If
/// the block is full, call dral_binding_table_emit.
///
/// \param block next moves past the table
/// \param offset the value for 3DSTATE_BINDING_TABLE_POINTERS: bytes from the
/// base that dral_binding_table_bases_of returns for the block, a multiple of
/// 32
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_BINDING_TABLE_ERROR_UNKNOWN_VERSION,
/// DRAL_BINDING_TABLE_ERROR_BLOCK_SIZE, DRAL_BINDING_TABLE_ERROR_BLOCK_FULL,
/// DRAL_BINDING_TABLE_ERROR_ENTRY_LIMIT, DRAL_BINDING_TABLE_ERROR_BLOCK_INDEX;
/// DRAL_BINDING_TABLE_ERROR_NOT_A_BLOCK for a next that is not a multiple of 32
/// up to the size of a block.
///
/// Source: docs/reference/binding-table.md, "Blocks".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_binding_table_allocate(
    blocks: Option<&dral_binding_table_blocks>,
    block: Option<&mut Block>,
    entry_count: u32,
    offset: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(offset, || {
        let (blocks, block) = (required(blocks)?.get()?, required(block)?);
        let (next, offset) = blocks.allocate(*block, entry_count)?;
        *block = next;
        Ok(offset)
    })
}

/// Allocates the tables of the active and dirty stages of a draw or dispatch.
/// If they do not all fit, all active stages get tables in a fresh block.
///
/// \param block on return the block to continue with
/// \param fresh_index the block to use if this one is full; UINT32_MAX for none
/// \param entry_counts the table entries of each stage; read for active stages
/// \param offsets as in dral_binding_table_allocate; written for the stages of
/// emission
/// \param stage_count at most 6
/// \param active a bit for each stage that the draw has
/// \param dirty a bit for each stage whose table has changed
/// \return 0; DRAL_BINDING_TABLE_ERROR_SAME_BLOCK,
/// DRAL_BINDING_TABLE_ERROR_STAGE_LIMIT, DRAL_BINDING_TABLE_ERROR_STAGE_MASK;
/// errors as dral_binding_table_allocate.
///
/// Source: docs/reference/binding-table.md, "A full block".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_emit(
    blocks: Option<&dral_binding_table_blocks>,
    block: Option<&mut Block>,
    fresh_index: u32,
    entry_counts: *const u32,
    offsets: *mut u32,
    stage_count: usize,
    active: u32,
    dirty: u32,
    emission: Option<&mut MaybeUninit<Emission>>,
) -> c_int {
    answer(emission, || {
        let (blocks, block) = (required(blocks)?.get()?, required(block)?);
        // SAFETY: the caller's arrays.
        let (counts, offsets) = unsafe {
            (
                slice(entry_counts, stage_count)?,
                slice_mut(offsets, stage_count)?,
            )
        };
        let (next, emission) =
            blocks.emit(*block, fresh_index, counts, active, dirty, offsets)?;
        *block = next;
        Ok(emission)
    })
}

/// The base addresses for the tables of a block.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_BINDING_TABLE_ERROR_UNKNOWN_VERSION,
/// DRAL_BINDING_TABLE_ERROR_BLOCK_SIZE, DRAL_BINDING_TABLE_ERROR_BLOCK_INDEX.
///
/// Source: docs/reference/binding-table.md, "The window".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_binding_table_bases_of(
    blocks: Option<&dral_binding_table_blocks>,
    block_index: u32,
    bases: Option<&mut MaybeUninit<Bases>>,
) -> c_int {
    answer(bases, || Ok(required(blocks)?.get()?.bases(block_index)?))
}

/// The address of a surface state.
///
/// \param pool an enum dral_surface_state_pool
/// \param offset bytes from the beginning of the pool, a multiple of 64
/// \return 0; DRAL_BINDING_TABLE_ERROR_UNKNOWN_POOL,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_MISALIGNED,
/// DRAL_BINDING_TABLE_ERROR_BEYOND_POOL.
///
/// Source: docs/reference/binding-table.md, "The window".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_surface_state_address(
    pool: u32,
    offset: u64,
    address: Option<&mut MaybeUninit<u64>>,
) -> c_int {
    answer(address, || Ok(state_address(StatePool::try_from(pool)?, offset)?))
}

/// The entry for a surface state: its offset from the base.
///
/// \param surface_base a multiple of 64
/// \param state_address a multiple of 64
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_MISALIGNED,
/// DRAL_BINDING_TABLE_ERROR_BEFORE_BASE, DRAL_BINDING_TABLE_ERROR_ENTRY_RANGE.
///
/// Source: docs/reference/binding-table.md, "The window".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_binding_table_entry_word(
    surface_base: u64,
    state_address: u64,
    word: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(word, || Ok(entry_word(surface_base, state_address)?))
}

/// A set of a shader.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_binding_table_set {
    /// The totals of its layout, with a table of ANV; NULL for no set.
    pub layout: *const SetLayout,
    /// Its binding layouts: layout->binding_count.
    pub bindings: *const BindingLayout,
    /// How the shader uses each binding: layout->binding_count.
    pub uses: *const Use,
    /// Its immutable samplers by binding number:
    /// layout->immutable_sampler_count.
    pub immutable_samplers: *const ImmutableSampler,
}

impl dral_binding_table_set {
    /// # Safety
    /// Its arrays have as many elements as its layout says, and they are not
    /// written while the result lives.
    unsafe fn get<'a>(&self) -> Result<Set<'a>, crate::Error> {
        // SAFETY: the caller's pointers.
        unsafe {
            // No bindings if there is no set.
            let layout = self.layout.as_ref().copied().unwrap_or_default();
            let count = layout.binding_count as usize;
            let samplers = layout.immutable_sampler_count as usize;
            Ok(Set {
                layout,
                bindings: slice(self.bindings, count)?,
                uses: slice(self.uses, count)?,
                immutable_samplers: slice(self.immutable_samplers, samplers)?,
            })
        }
    }
}

/// The bindings of a shader stage.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_binding_table_shader {
    /// The release: an enum dral_mesa_release.
    pub mesa: u32,
    /// Ten times the generation of the hardware: 90, 120, 125.
    pub version: u32,
    /// Its sets; all zero for numbers without a set.
    pub sets: *const dral_binding_table_set,
    /// The number of sets, at most 32; in 24.3 at most 8.
    pub set_count: usize,
    /// 1 to make everything bindless that can be.
    pub always_bindless: u32,
    /// 1 for ray tracing, task and mesh.
    pub stage_is_bindless: u32,
    /// Render targets of a fragment shader: at most 8.
    pub render_target_count: u32,
    /// A bit for each that exists; the others are null surfaces.
    pub render_target_mask: u32,
}

/// Assigns the entries of a stage's tables. Cost: a pass over all bindings for
/// each entry.
///
/// \param surfaces entries of the binding table, at most 240
/// \param samplers entries of the sampler table, at most 128
/// \param slots the slots of each binding, set after set
/// \param slot_capacity at least the sum of the binding counts
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_BINDING_TABLE_ERROR_UNKNOWN_VERSION, DRAL_ERROR_UNKNOWN_FLAG,
/// DRAL_BINDING_TABLE_ERROR_SET_LIMIT,
/// DRAL_BINDING_TABLE_ERROR_RENDER_TARGET_LIMIT,
/// DRAL_BINDING_TABLE_ERROR_RENDER_TARGET_MASK,
/// DRAL_BINDING_TABLE_ERROR_UNKNOWN_MODEL,
/// DRAL_BINDING_TABLE_ERROR_ABSENT_BINDING,
/// DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_A_LAYOUT,
/// DRAL_BINDING_TABLE_ERROR_PLANE_COUNT, DRAL_BINDING_TABLE_ERROR_NOT_BINDLESS,
/// DRAL_BINDING_TABLE_ERROR_TABLE_FULL, DRAL_BINDING_TABLE_ERROR_INDEX_RANGE,
/// DRAL_ERROR_OUTPUT_TOO_SMALL.
///
/// Source: docs/reference/binding-table.md, "Which entry goes where".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_map_make(
    shader: Option<&dral_binding_table_shader>,
    map: Option<&mut Map>,
    surfaces: *mut Entry,
    surface_capacity: usize,
    samplers: *mut Entry,
    sampler_capacity: usize,
    slots: *mut Slots,
    slot_capacity: usize,
) -> c_int {
    let compute = || {
        let (shader, map) = (required(shader)?, required(map)?);
        // SAFETY: the caller's arrays.
        let (given, surfaces, samplers, slots) = unsafe {
            (
                slice(shader.sets, shader.set_count)?,
                slice_mut(surfaces, surface_capacity)?,
                slice_mut(samplers, sampler_capacity)?,
                slice_mut(slots, slot_capacity)?,
            )
        };
        let mut sets = [Set::default(); MAX_SETS];
        let sets = sets.get_mut(..given.len()).ok_or(Error::SetLimit)?;
        for (set, given) in sets.iter_mut().zip(given) {
            // SAFETY: the caller's arrays.
            *set = unsafe { given.get() }?;
        }
        let shader = Shader {
            release: release(shader.mesa, shader.version)?,
            always_bindless: flag(shader.always_bindless)?,
            stage_is_bindless: flag(shader.stage_is_bindless)?,
            render_target_count: shader.render_target_count,
            render_target_mask: shader.render_target_mask,
            sets,
        };
        Ok(fill(&shader, map, surfaces, samplers, slots)?)
    };
    status(compute())
}

/// Number of areas in the map.
pub const DRAL_ADDRESS_AREA_COUNT: usize = 16;

const _: () = assert!(DRAL_ADDRESS_AREA_COUNT == Area::ALL.len());

/// ANV's map of the GPU address space: the range of each enum
/// dral_address_area.
///
/// \param version ten times the generation of the hardware: 90, 120, 125
/// \param mesa an enum dral_mesa_release
/// \param indirect 1 for descriptors of the indirect model, else 0
/// \param alignment a power of two: 65536 on version 125 and later with local
/// memory, else 4096; 26.2 does not use it
/// \param size bytes of the address space, at most 2^48
/// \param ranges DRAL_ADDRESS_AREA_COUNT of them
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_BINDING_TABLE_ERROR_UNKNOWN_VERSION, DRAL_ERROR_UNKNOWN_FLAG,
/// DRAL_BINDING_TABLE_ERROR_ALIGNMENT,
/// DRAL_BINDING_TABLE_ERROR_ADDRESS_SPACE,
/// DRAL_BINDING_TABLE_ERROR_ADDRESS_SPACE_FULL, DRAL_ERROR_OUTPUT_TOO_SMALL.
///
/// Source: docs/reference/binding-table.md, "The address space".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_address_map(
    mesa: u32,
    version: u32,
    indirect: u32,
    alignment: u64,
    size: u64,
    ranges: *mut AddressRange,
    range_capacity: usize,
) -> c_int {
    let compute = || {
        let release = release(mesa, version)?;
        let map = AddressMap::new(release, flag(indirect)?, alignment, size)?;
        // SAFETY: the caller's array.
        let ranges = unsafe { slice_mut(ranges, range_capacity) }?;
        if ranges.len() < Area::ALL.len() {
            return Err(Error::OutputFull.into());
        }
        for (range, area) in ranges.iter_mut().zip(Area::ALL) {
            *range = map.range(area);
        }
        Ok(())
    };
    status(compute())
}
