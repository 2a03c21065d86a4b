// SPDX-License-Identifier: MIT

//! The C interface of binding tables.

use crate::calls::{
    self, calls, check_table, values, Call, Values, MOST, UNKNOWN,
};
use dral::ffi::modules::binding_table::*;
use dral::modules::binding_table::Error::*;
use dral::modules::binding_table::{Block, Use};
use dral::modules::descriptor_layout::{
    BindingLayout, ImmutableSampler, SetLayout, TableFlag, ABSENT,
};
use dral::Error::{ArrayLength, NullPointer, UnknownFlag};
use std::ffi::c_int;
use std::ptr::null;

const FULL: c_int = OutputFull as c_int;

/// A combined image sampler of two elements and two planes. The first
/// element has one plane.
const IMAGE: BindingLayout = BindingLayout {
    data: 0x23,
    array_size: 2,
    plane_count: 2,
    descriptor_index: 4,
    dynamic_offset_index: ABSENT,
    buffer_view_index: ABSENT,
    surface_offset: 40,
    surface_stride: 16,
    surface_size: 8,
    sampler_offset: 0,
    sampler_stride: 0,
    sampler_size: 0,
    descriptor_type: 1,
    binding_flags: 0,
    first_immutable_sampler: 1,
    immutable_sampler_count: 2,
};

/// A binding that is not used is not checked.
const UNUSED: BindingLayout = BindingLayout {
    data: u32::MAX,
    array_size: u32::MAX,
    plane_count: u32::MAX,
    binding_flags: u32::MAX,
    first_immutable_sampler: u32::MAX - 1,
    surface_offset: u32::MAX,
    ..IMAGE
};

const SHADER_VALUES: &[Values] = values! { 0 dral_binding_table_shader:
    mesa = [0, 2601, MOST] UnknownMesa;
    version = [0, 89, 124, 351, MOST] UnknownVersion;
    sets = [0] NullPointer;
    set_count = [usize::MAX as u64 / 2] ArrayLength;
    always_bindless = UNKNOWN UnknownFlag;
    stage_is_bindless = UNKNOWN UnknownFlag;
};

const BLOCKS_VALUES: &[Values] = values! { 0 dral_binding_table_blocks:
    mesa = [0, 2601, MOST] UnknownMesa;
    version = [0, 89, 124, 351, MOST] UnknownVersion;
    size = [1, 512, 3072, 262_144, MOST] BlockSize;
};

/// With 32 bits, the bindings of a set can exceed the address space.
const ENDLESS_VALUES: &[Values] = match usize::BITS {
    32 => values! { 0 SetLayout: binding_count = [MOST] ArrayLength; },
    _ => &[],
};

const NO_SET: dral_binding_table_set = dral_binding_table_set {
    layout: null(),
    bindings: null(),
    uses: null(),
    immutable_samplers: null(),
};

/// A shader with these sets and a target.
fn shader(sets: &[dral_binding_table_set]) -> dral_binding_table_shader {
    dral_binding_table_shader {
        mesa: 2602,
        version: 120,
        sets: sets.as_ptr(),
        set_count: sets.len(),
        always_bindless: 0,
        stage_is_bindless: 0,
        render_target_count: 1,
        render_target_mask: 1,
    }
}

/// A bit for each stage.
fn stages(count: usize) -> u32 {
    (1 << count.min(3)) - 1
}

fn table(check: &dyn Fn(&[Call])) {
    let layout = SetLayout {
        model: 1,
        table_flags: TableFlag::BindingTable as u32,
        binding_count: 2,
        immutable_sampler_count: 3,
        ..SetLayout::default()
    };
    let uses =
        [Use { use_count: 0, flags: u32::MAX }, Use { use_count: 3, flags: 0 }];
    let samplers = [9, 1, 2].map(|plane_count| ImmutableSampler {
        plane_count,
        own_chroma_filter: 0,
    });
    let bindings = [UNUSED, IMAGE];
    let set = dral_binding_table_set {
        layout: &layout,
        bindings: bindings.as_ptr(),
        uses: uses.as_ptr(),
        immutable_samplers: samplers.as_ptr(),
    };
    let sets = [NO_SET, set];
    let shader_of_sets = shader(&sets);
    let blocks =
        dral_binding_table_blocks { mesa: 2602, version: 125, size: 0 };
    let block = Block { index: 7, next: 64 };
    let counts = [3, 9, 8];
    check(&calls! { a:
        dral_binding_table_size(a.fuzzed(9), a.output());
        dral_binding_table_allocate(
            a.input(&blocks), a.both(&block), a.fuzzed(1), a.output())
            .with(BLOCKS_VALUES);
        dral_binding_table_emit(
            a.input(&blocks), a.both(&block), a.fuzzed(8), a.inputs(0, &counts), a.outputs(0),
            a.n(0), stages(a.n(0)), stages(a.n(0)), a.output());
        dral_binding_table_bases_of(a.input(&blocks), a.fuzzed(1), a.output())
            .with(BLOCKS_VALUES);
        dral_surface_state_address(a.fuzzed(0), a.fuzzed(64), a.output());
        dral_binding_table_entry_word(a.fuzzed(0), a.fuzzed(64), a.output());
        dral_address_map(
            a.fuzzed(2602), a.fuzzed(120), a.fuzzed(1), a.fuzzed(4096), a.fuzzed(1 << 48), a.capacity_array(0, 16, FULL),
            a.n(0))
            .with(values! {
                0 = [0, 2601, MOST] UnknownMesa;
                1 = [0, 89, 124, 351, MOST] UnknownVersion;
                2 = UNKNOWN UnknownFlag;
            });
        dral_binding_table_map_make(
            a.with_pointers(&shader_of_sets), a.memory(), a.capacity_array(0, 6, FULL), a.n(0),
            a.capacity_array(1, 4, FULL), a.n(1), a.capacity_array(2, 2, FULL), a.n(2))
            .with(SHADER_VALUES);
        dral_binding_table_map_make(
            Some(&shader(&[NO_SET, dral_binding_table_set {
                layout: a.optional(&layout),
                bindings: a.fixed(&bindings),
                uses: a.fixed(&uses),
                immutable_samplers: a.fixed(&samplers),
            }])),
            a.memory(), a.capacity_array(0, 6, FULL), a.n(0), a.capacity_array(1, 4, FULL), a.n(1),
            a.capacity_array(2, 2, FULL), a.n(2))
            .with(ENDLESS_VALUES);
        dral_binding_table_map_make(
            Some(&shader(&[NO_SET; 32])), a.memory(), a.capacity_array(0, 1, FULL), a.n(0),
            a.capacity_array(1, 0, FULL), a.n(1), a.capacity_array(2, 0, FULL), a.n(2));
    });
}

check_table!(table, "../../include/dral_binding_table.h");
