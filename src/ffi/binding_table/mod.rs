// SPDX-License-Identifier: MIT

//! Binding tables for C: the functions of `include/dral_binding_table.h`.

use super::error::Error;
use super::flag::flag;
use super::pointer::{arrays, check_apart, read, slice, slice_mut};
use super::refusal::{answer_both, pure, sentence, status};
use crate::binding_table::{
    self, check, entry_word, fill, state_address, table_size, AddressMap,
    AddressRange, Area, Bases, Block, Emission, Entry, Map, Set, Shader, Slots,
    StatePool, Use, MAX_SETS,
};
use crate::descriptor_layout::{BindingLayout, SetLayout};
use core::ffi::{c_char, c_int};
use core::hint::black_box;

/// The size of a table in its block, in bytes: 4 for each entry, rounded up to
/// a multiple of 32.
///
/// \return 0; -ERANGE for more than 240 entries; -EINVAL for NULL.
///
/// Source: docs/binding-table.md, "Blocks".
///
/// # Safety
/// size is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_size(
    entry_count: u32,
    size: *mut u32,
) -> c_int {
    pure!(size, table_size(entry_count)?)
}

/// Allocates a table in a block, after the previous tables. A table without
/// entries takes no room and has the offset 0.
///
/// On -ENOSPC, go on as dral_binding_table_emit does, or call that function
/// instead.
///
/// \param block the block; next moves past the table
/// \param offset the value for 3DSTATE_BINDING_TABLE_POINTERS: bytes from the
/// base of the block, a multiple of 32
/// \return 0; -ENOSPC if the table does not fit; -ERANGE for more than 240
/// entries; -EINVAL for an index from 16384 on, a next that is not a multiple
/// of 32 or above 65536, outputs that overlap, or NULL. On error nothing is
/// written.
///
/// Source: docs/binding-table.md, "Blocks".
///
/// # Safety
/// block and offset are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_allocate(
    block: *mut Block,
    entry_count: u32,
    offset: *mut u32,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        answer_both(block, offset, || {
            check_apart(block, 1, offset, 1)?;
            Ok(read(block)?.allocate(entry_count)?)
        })
    }
}

/// Allocates the tables of the stages of a draw or dispatch that are active
/// and dirty. If they do not all fit, all active stages get tables in a fresh
/// block, because pointers emitted before are relative to the old base. Then
/// emit the bases of the fresh block first, and the tables of all active
/// stages after them.
///
/// \param block the block; on return the block to continue with
/// \param fresh_index the block to use if this one is full; 16384 or more if
/// no block is left
/// \param entry_counts the number of table entries of each stage; read only
/// for active stages
/// \param offsets the value for 3DSTATE_BINDING_TABLE_POINTERS of each stage;
/// written only for stages that must be emitted
/// \param stage_count at most 6
/// \param active a bit for each stage that the draw has
/// \param dirty a bit for each stage whose table has changed
/// \param emission what to emit
/// \return 0; -ENOSPC if the tables do not fit and there is no fresh block;
/// -ERANGE for more than 240 entries in a table, or more than 6 stages;
/// -EINVAL for bits beyond the stages, a fresh block that is the full one, an
/// index of the block from 16384 on, a next that is not a multiple of 32 or
/// above 65536, outputs or arrays that overlap, or NULL. On error nothing is
/// written.
///
/// Source: docs/binding-table.md, "A full block".
///
/// # Safety
/// block and emission are NULL or point to a struct; both arrays have
/// stage_count elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_emit(
    block: *mut Block,
    fresh_index: u32,
    entry_counts: *const u32,
    offsets: *mut u32,
    stage_count: usize,
    active: u32,
    dirty: u32,
    emission: *mut Emission,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        answer_both(block, emission, || {
            check_apart(block, 1, offsets, stage_count)?;
            check_apart(emission, 1, offsets, stage_count)?;
            check_apart(emission, 1, block, 1)?;
            let full = read(block)?;
            let (counts, offsets) = arrays(entry_counts, offsets, stage_count)?;
            Ok(full.emit(fresh_index, counts, active, dirty, offsets)?)
        })
    }
}

/// The base addresses while tables of one block are in use.
///
/// \param version the generation of the hardware times ten: 90, 120, 125
/// \param block_index 0 to 16383
/// \return 0; -EINVAL for a block index above 16383, or NULL.
///
/// Source: docs/binding-table.md, "The window".
///
/// # Safety
/// bases is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_bases_of(
    version: u32,
    block_index: u32,
    bases: *mut Bases,
) -> c_int {
    pure!(bases, Bases::new(version, block_index)?)
}

/// The address of a surface state.
///
/// \param pool an enum dral_surface_state_pool
/// \param offset bytes from the beginning of the pool, a multiple of 64
/// \return 0; -EINVAL for an unknown pool, an offset that is not a multiple of
/// 64 or not in the pool, or NULL.
///
/// Source: docs/binding-table.md, "The window".
///
/// # Safety
/// address is NULL or points to a uint64_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_surface_state_address(
    pool: u32,
    offset: u64,
    address: *mut u64,
) -> c_int {
    pure!(address, state_address(StatePool::try_from(pool)?, offset)?)
}

/// The entry for a surface state: its offset from the surface base. An unused
/// entry is 0.
///
/// \param surface_base that of dral_binding_table_bases_of, or any multiple of
/// 64
/// \param state_address that of dral_surface_state_address, or any multiple
/// of 64
/// \return 0; -EINVAL if an address is not a multiple of 64 or the state is
/// below the base, or for NULL; -ERANGE for a state 4 GiB or more above the
/// base.
///
/// Source: docs/binding-table.md, "The window".
///
/// # Safety
/// word is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_entry_word(
    surface_base: u64,
    state_address: u64,
    word: *mut u32,
) -> c_int {
    pure!(word, entry_word(surface_base, state_address)?)
}

/// A set as a shader sees it. All zero means no set.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_binding_table_set {
    /// The totals of its layout, as dral_descriptor_set_lay_out writes them,
    /// with a table of ANV. NULL for no set; then nothing else is read.
    pub layout: *const SetLayout,
    /// Its binding layouts: layout->binding_count.
    pub bindings: *const BindingLayout,
    /// How the shader uses each binding: layout->binding_count.
    pub uses: *const Use,
    /// The immutable samplers of its bindings, by ascending binding number, in
    /// the form of struct dral_descriptor_binding:
    /// layout->immutable_sampler_count.
    pub immutable_samplers: *const u8,
}

impl dral_binding_table_set {
    /// # Safety
    /// Its arrays have as many elements as its layout says, and they are not
    /// written while the result lives.
    #[inline]
    unsafe fn get<'a>(&self) -> Result<Set<'a>, Error> {
        // SAFETY: the caller's pointers.
        unsafe {
            // No bindings if there is no set.
            let layout = read(self.layout).unwrap_or_default();
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

    /// Refuses arrays that share memory with an output.
    ///
    /// # Safety
    /// layout is NULL or points to a struct.
    #[inline]
    unsafe fn check_apart<T>(
        &self,
        output: *const T,
        count: usize,
    ) -> Result<(), Error> {
        let there = usize::from(!self.layout.is_null());
        check_apart(self.layout, there, output, count)?;
        // SAFETY: the caller's pointer.
        let layout = unsafe { read(self.layout) }.unwrap_or_default();
        let bindings = layout.binding_count as usize;
        let samplers = layout.immutable_sampler_count as usize;
        check_apart(self.bindings, bindings, output, count)?;
        check_apart(self.uses, bindings, output, count)?;
        check_apart(self.immutable_samplers, samplers, output, count)
    }
}

/// The bindings of a shader stage.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_binding_table_shader {
    /// Its sets; all zero for numbers without a set.
    pub sets: *const dral_binding_table_set,
    /// The number of sets, at most 32.
    pub set_count: usize,
    /// 1 to make everything bindless that can be, else 0.
    pub always_bindless: u32,
    /// 1 for stages without a binding table (ray tracing, task, mesh), else
    /// 0.
    pub stage_is_bindless: u32,
    /// Render targets of a fragment shader: at most 8.
    pub render_target_count: u32,
    /// A bit for each render target that exists; the others are null surfaces.
    pub render_target_mask: u32,
}

/// Calls `then` with a shader from C.
///
/// # Safety
/// shader is NULL or points to a struct whose arrays have as many elements as
/// they say, and that are not written in the meantime.
#[inline]
unsafe fn with_shader<T, E: From<Error> + From<binding_table::Error>>(
    shader: *const dral_binding_table_shader,
    check: impl Fn(&dral_binding_table_set) -> Result<(), Error>,
    then: impl FnOnce(&Shader) -> Result<T, E>,
) -> Result<T, E> {
    // SAFETY: the caller's pointers.
    unsafe {
        let shader = read(shader)?;
        let given = slice(shader.sets, shader.set_count)?;
        // `black_box`, because the compiler would otherwise call memcpy, and
        // the library uses no libc.
        let mut sets = [black_box(Set::default()); MAX_SETS];
        let sets = sets
            .get_mut(..given.len())
            .ok_or(binding_table::Error::SetLimit)?;
        for (set, given) in sets.iter_mut().zip(given) {
            check(given)?;
            *set = given.get()?;
        }
        then(&Shader {
            always_bindless: flag(shader.always_bindless)?,
            stage_is_bindless: flag(shader.stage_is_bindless)?,
            render_target_count: shader.render_target_count,
            render_target_mask: shader.render_target_mask,
            sets,
        })
    }
}

/// Assigns the entries of a stage's tables: first the render targets, then the
/// memory of each set that the shader uses, then single bindings. Of these,
/// bindings that cannot be bindless come first; the others are ordered by uses
/// per descriptor, then by set and number. A binding that does not fit as a
/// whole is bindless.
///
/// Cost: two passes over the bindings of all sets for each entry, of which
/// there are at most 240 + 128.
///
/// \param map the counts, and for each set the index of its first slot
/// \param surfaces room for surface_capacity entries of the binding table; at
/// most 240 are written
/// \param samplers room for sampler_capacity entries of the sampler table; at
/// most 128 are written
/// \param slots receives the slots of each binding, set after set
/// \param slot_capacity at least the sum of the binding counts
/// \return 0; -ERANGE for more than 32 sets or 8 render targets, for bindings
/// that need the table and do not fit, or for an index or offset that exceeds
/// 32 bits; -ENOSPC for outputs with too little room; -EINVAL for a set that
/// was not laid out with a table of ANV, mask bits at or above the render
/// target count, a used binding that its set does not have or whose layout is
/// invalid, missing or invalid immutable samplers, a binding that needs the
/// binding table in a stage without one, a flag that is neither 0 nor 1,
/// arrays that overlap, or NULL. On error nothing is written.
///
/// Source: docs/binding-table.md, "Which entry goes where".
///
/// # Safety
/// shader is NULL or points to a struct whose sets has set_count
/// elements, with arrays as long as their layouts say; the output arrays have
/// the capacities that are passed; map is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_map_make(
    shader: *const dral_binding_table_shader,
    map: *mut Map,
    surfaces: *mut Entry,
    surface_capacity: usize,
    samplers: *mut Entry,
    sampler_capacity: usize,
    slots: *mut Slots,
    slot_capacity: usize,
) -> c_int {
    let compute = || {
        check_apart(map, 1, surfaces, surface_capacity)?;
        check_apart(map, 1, samplers, sampler_capacity)?;
        check_apart(map, 1, slots, slot_capacity)?;
        check_apart(surfaces, surface_capacity, samplers, sampler_capacity)?;
        check_apart(surfaces, surface_capacity, slots, slot_capacity)?;
        check_apart(samplers, sampler_capacity, slots, slot_capacity)?;
        // SAFETY: the caller's pointers; no two outputs overlap.
        unsafe {
            let apart = |set: &dral_binding_table_set| {
                set.check_apart(map, 1)?;
                set.check_apart(surfaces, surface_capacity)?;
                set.check_apart(samplers, sampler_capacity)?;
                set.check_apart(slots, slot_capacity)
            };
            with_shader(shader, apart, |shader| {
                let map = map.as_mut().ok_or(Error::NullPointer)?;
                let surfaces = slice_mut(surfaces, surface_capacity)?;
                let samplers = slice_mut(samplers, sampler_capacity)?;
                let slots = slice_mut(slots, slot_capacity)?;
                Ok(fill(shader, map, surfaces, samplers, slots)?)
            })
        }
    };
    status(compute())
}

/// Explains why dral_binding_table_map_make refuses a shader, or says that it
/// does not if the outputs have room: a sentence for a log, static and never
/// NULL.
///
/// # Safety
/// As dral_binding_table_map_make.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_map_explain(
    shader: *const dral_binding_table_shader,
) -> *const c_char {
    let any = |_: &dral_binding_table_set| Ok(());
    let check = |shader: &Shader| {
        self::check(shader)?;
        Ok(c"the map can be made")
    };
    // SAFETY: the caller's pointers.
    sentence(unsafe { with_shader(shader, any, check) })
}

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
