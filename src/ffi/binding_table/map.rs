// SPDX-License-Identifier: MIT

//! Maps of stages for C.

use super::super::flag::flag;
use super::super::pointer::{check_apart, read, slice, slice_mut};
use super::super::refusal::{write, Reason};
use super::Refusal;
use crate::binding_table::{
    self, check, map, Entry, Map, Set, Shader, Slots, Use, BINDLESS,
    MAX_RENDER_TARGETS, MAX_SAMPLERS, MAX_SETS,
};
use crate::descriptor_layout::{BindingLayout, Model};
use crate::Error;
use core::ffi::{c_char, c_int};

/// What stands for a slot where there is none.
pub const DRAL_BINDING_TABLE_BINDLESS: u32 = 255;

/// Entries of a sampler table at the most.
pub const DRAL_BINDING_TABLE_MAX_SAMPLERS: u32 = 128;

/// Sets of a shader at the most.
pub const DRAL_BINDING_TABLE_MAX_SETS: usize = 8;

/// Render targets of a shader at the most.
pub const DRAL_BINDING_TABLE_MAX_RENDER_TARGETS: u32 = 8;

const _: () = assert!(DRAL_BINDING_TABLE_BINDLESS == BINDLESS);
const _: () = assert!(DRAL_BINDING_TABLE_MAX_SAMPLERS == MAX_SAMPLERS);
const _: () = assert!(DRAL_BINDING_TABLE_MAX_SETS == MAX_SETS);
const _: () =
    assert!(DRAL_BINDING_TABLE_MAX_RENDER_TARGETS == MAX_RENDER_TARGETS);

/// A set as a shader sees it. All zero is no set.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_binding_table_set {
    /// The slots of its layout, as dral_descriptor_set_layout writes them.
    pub bindings: *const BindingLayout,
    /// What the shader does with each of them.
    pub uses: *const Use,
    /// How many slots and uses there are.
    pub binding_count: usize,
    /// How many planes each immutable sampler has, for the bindings that
    /// have them: 1 to the most that its binding has.
    pub plane_counts: *const u8,
    /// How many there are.
    pub plane_count_count: usize,
    /// VkDescriptorSetLayoutCreateFlags.
    pub set_flags: u32,
}

impl dral_binding_table_set {
    /// # Safety
    /// Its arrays have so many elements as it says, and nobody writes them
    /// while the result lives.
    #[inline]
    unsafe fn get<'a>(&self) -> Result<Set<'a>, Error> {
        Ok(Set {
            flags: self.set_flags,
            // SAFETY: the caller's array.
            bindings: unsafe { slice(self.bindings, self.binding_count) }?,
            // SAFETY: the caller's array.
            uses: unsafe { slice(self.uses, self.binding_count) }?,
            plane_counts: {
                // SAFETY: the caller's array.
                unsafe { slice(self.plane_counts, self.plane_count_count) }?
            },
        })
    }

    /// Refuses arrays that share memory with an output.
    #[inline]
    fn check_apart<T>(
        &self,
        output: *const T,
        count: usize,
    ) -> Result<(), Error> {
        check_apart(self.bindings, self.binding_count, output, count)?;
        check_apart(self.uses, self.binding_count, output, count)?;
        check_apart(self.plane_counts, self.plane_count_count, output, count)
    }
}

/// What a shader stage binds.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_binding_table_shader {
    /// Its sets; all zero where it has none.
    pub sets: *const dral_binding_table_set,
    /// How many: at most 8.
    pub set_count: usize,
    /// An enum dral_descriptor_model, one of ANV's, in which all its sets
    /// are laid out.
    pub model: u32,
    /// The generation of the hardware times ten: 90, 120, 125.
    pub version: u32,
    /// 1 if everything that can be bindless is, else 0.
    pub always_bindless: u32,
    /// 1 for stages without a binding table (ray tracing, task, mesh), else
    /// 0.
    pub stage_is_bindless: u32,
    /// Render targets of a fragment shader: at most 8.
    pub render_target_count: u32,
    /// A bit for each of them that is there; the others are null surfaces.
    pub render_target_mask: u32,
}

/// Calls `then` with a shader from C.
///
/// # Safety
/// shader is NULL or points to a struct whose arrays have so many elements as
/// it says, and that nobody writes in the meantime.
#[inline]
unsafe fn with_shader<T>(
    shader: *const dral_binding_table_shader,
    check: impl Fn(&dral_binding_table_set) -> Result<(), Error>,
    then: impl FnOnce(&Shader) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    // SAFETY: the caller's pointer.
    let shader = unsafe { read(shader) }?;
    // SAFETY: the caller's array.
    let given = unsafe { slice(shader.sets, shader.set_count) }?;
    let mut sets = [Set::NONE; MAX_SETS];
    let sets =
        sets.get_mut(..given.len()).ok_or(binding_table::Error::SetLimit)?;
    for (set, given) in sets.iter_mut().zip(given) {
        check(given)?;
        // SAFETY: the caller's arrays.
        *set = unsafe { given.get() }?;
    }
    let model = Model::try_from(shader.model)
        .map_err(|_| binding_table::Error::UnknownModel)?;
    then(&Shader {
        model,
        version: shader.version,
        always_bindless: flag(shader.always_bindless)?,
        stage_is_bindless: flag(shader.stage_is_bindless)?,
        render_target_count: shader.render_target_count,
        render_target_mask: shader.render_target_mask,
        sets,
    })
}

/// Which entry of a stage's tables goes where. First the render targets, then
/// the memory of each set that the shader uses, then single bindings: those
/// that cannot be reached otherwise, then by uses for each descriptor, then by
/// set and number. A binding that does not fit as a whole is bindless.
///
/// \param surfaces room for surface_capacity entries of the binding table; at
/// most 240 are written
/// \param samplers room for sampler_capacity entries of the sampler table; at
/// most 128 are written
/// \param slots one for each binding of each set, set after set
/// \param slot_capacity at least the sum of the binding counts
/// \return 0; -ERANGE for more than 8 sets or render targets, for bindings
/// that need the table and do not fit, or an index or offset beyond 32 bits;
/// -ENOSPC for outputs with too little room; -EINVAL for a model without
/// binding tables, bits beyond the render targets, a used binding that its
/// set does not have or that is no layout, plane counts that are missing or
/// wrong, bindings that need a table where there is none, a flag that is
/// neither 0 nor 1, arrays that overlap, or NULL. On error nothing is
/// written.
///
/// Source: docs/binding-table.md, "Which entry goes where".
///
/// # Safety
/// shader is NULL or points to a struct whose sets are so many as it says,
/// with arrays as long as they say; the outputs have the lengths that are
/// passed; map is NULL or points to a struct.
#[no_mangle]
pub unsafe extern "C" fn dral_binding_table_map(
    shader: *const dral_binding_table_shader,
    map: *mut Map,
    surfaces: *mut Entry,
    surface_capacity: usize,
    samplers: *mut Entry,
    sampler_capacity: usize,
    slots: *mut Slots,
    slot_capacity: usize,
) -> c_int {
    let apart = |set: &dral_binding_table_set| {
        set.check_apart(surfaces, surface_capacity)?;
        set.check_apart(samplers, sampler_capacity)?;
        set.check_apart(slots, slot_capacity)
    };
    let fill = |shader: &Shader| -> Result<Map, Refusal> {
        // SAFETY: the caller's array, which overlaps with no other.
        let surfaces = unsafe { slice_mut(surfaces, surface_capacity) }?;
        // SAFETY: likewise.
        let samplers = unsafe { slice_mut(samplers, sampler_capacity) }?;
        // SAFETY: likewise.
        let slots = unsafe { slice_mut(slots, slot_capacity) }?;
        Ok(self::map(shader, surfaces, samplers, slots)?)
    };
    let compute = || -> Result<Map, Refusal> {
        if map.is_null() {
            return Err(Error::NullPointer.into());
        }
        check_apart(map, 1, surfaces, surface_capacity)?;
        check_apart(map, 1, samplers, sampler_capacity)?;
        check_apart(map, 1, slots, slot_capacity)?;
        check_apart(surfaces, surface_capacity, samplers, sampler_capacity)?;
        check_apart(surfaces, surface_capacity, slots, slot_capacity)?;
        check_apart(samplers, sampler_capacity, slots, slot_capacity)?;
        // SAFETY: the caller's pointers.
        unsafe { with_shader(shader, apart, fill) }
    };
    // SAFETY: the caller's pointer.
    unsafe { write(map, compute()) }
}

/// Why dral_binding_table_map refuses a shader, or that it does not if the
/// outputs have room: a sentence for a log, static and never NULL.
///
/// # Safety
/// As dral_binding_table_map.
#[no_mangle]
pub unsafe extern "C" fn dral_binding_table_map_explain(
    shader: *const dral_binding_table_shader,
) -> *const c_char {
    let any = |_: &dral_binding_table_set| Ok(());
    let check =
        |shader: &Shader| -> Result<(), Refusal> { Ok(self::check(shader)?) };
    // SAFETY: the caller's pointers.
    let text = match unsafe { with_shader(shader, any, check) } {
        Ok(()) => c"the map can be made",
        Err(refusal) => refusal.message(),
    };
    text.as_ptr()
}
