// SPDX-License-Identifier: MIT

//! Maps of stages for C.

use super::super::error::Error;
use super::super::flag::flag;
use super::super::pointer::{check_apart, read, slice, slice_mut};
use super::super::refusal::{sentence, status};
use crate::binding_table::{
    self, check, fill, Entry, Map, Set, Shader, Slots, Use, MAX_SETS,
};
use crate::descriptor_layout::{BindingLayout, SetLayout};
use core::ffi::{c_char, c_int};
use core::hint::black_box;

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
