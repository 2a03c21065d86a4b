// SPDX-License-Identifier: MIT

//! The C interface of descriptor set layouts.

use crate::calls::{
    self, answer, calls, check_table, values, Call, Values, MOST, UNKNOWN,
};
use dral::ffi::modules::descriptor_layout::*;
use dral::modules::descriptor_layout::DescriptorType::{
    Mutable, SampledImage, Sampler, UniformBuffer,
};
use dral::modules::descriptor_layout::Error::*;
use dral::modules::descriptor_layout::{
    BindingFlag, BindingLayout, ImmutableSampler, Mesa, SetLayout,
    StorageImage, TypeLayout,
};
use dral::Error::{ArrayLength, NullPointer, UnknownFlag as UnknownFlagOfCore};
use std::ffi::c_int;
use std::ptr::null;

const SAMPLED: u32 = SampledImage as u32;
const MUTABLE: u32 = Mutable as u32;
const SAMPLER: u32 = Sampler as u32;
const UNIFORM: u32 = UniformBuffer as u32;
const FULL: c_int = OutputFull as c_int;
const MESA: u32 = Mesa::V26_2 as u32;

/// Not powers of two.
const NO_ALIGNMENT: [u64; 4] = [0, 3, 24, MOST];

const TABLE_VALUES: &[Values] = values! { 0 dral_descriptor_table:
    types = [0] NullPointer;
    type_count = [usize::MAX as u64 / 2] ArrayLength;
};

/// The lists of a type without lists are not read.
const LIST_VALUES: &[Values] = values! { 1 dral_descriptor_binding:
    binding = [1] BindingOrder;
    mutable_type_count = [usize::MAX as u64] 0;
    immutable_sampler_count = [usize::MAX as u64] 0;
};
const NO_LIST_VALUES: &[Values] = values! { 1[1] dral_descriptor_binding:
    binding = [0] BindingOrder;
    mutable_types = [0] NullPointer;
    descriptor_type = [11] UnknownType;
    descriptor_count = [MOST] SizeRange;
};

fn table(check: &dyn Fn(&[Call])) {
    let list = [SAMPLED];
    let of_type = |binding, descriptor_type| dral_descriptor_binding {
        mutable_types: list.as_ptr(),
        mutable_type_count: 1,
        immutable_samplers: null(),
        immutable_sampler_count: 0,
        binding,
        descriptor_type,
        descriptor_count: 2,
        stage_flags: 0,
        binding_flags: 0,
    };
    let bindings = [of_type(0, SAMPLED), of_type(1, MUTABLE)];
    let parts = [dral_descriptor_pool_part {
        mutable_types: list.as_ptr(),
        mutable_type_count: 1,
        descriptor_type: MUTABLE,
        descriptor_count: 7,
    }];
    let table = answer(|out| dral_descriptor_table_init(1, MESA, 120, 0, out));
    let mut layouts = [BindingLayout::ABSENT; 2];
    let (first, room) = (bindings.as_ptr(), layouts.as_mut_ptr());
    // SAFETY: a table, bindings, and room for their layout.
    let set = answer(|out| unsafe {
        dral_descriptor_set_lay_out(Some(&table), first, 2, out, room, 2)
    });
    // SAFETY: the table's types.
    let types =
        unsafe { std::slice::from_raw_parts(table.types, table.type_count) };
    let counts = [1, 2];
    let image = StorageImage { tiled: 1, ..StorageImage::default() };
    let sampler = ImmutableSampler { plane_count: 1, own_chroma_filter: 0 };
    let samplers = [sampler; 2];
    let nothing = SetLayout::default();
    let mut variable = layouts;
    variable[1].binding_flags = BindingFlag::VariableDescriptorCount as u32;
    check(&calls! { a:
        dral_descriptor_anv_model(a.fuzzed(120), a.fuzzed(0), a.fuzzed(0));
        dral_descriptor_table_init(
            a.fuzzed(1), a.fuzzed(MESA), a.fuzzed(120), a.fuzzed(0), a.output())
            .with(values! {
                0 = [0, 5, 0x101, MOST] UnknownModel;
                1 = [0, 2402, 2500, 2603, MOST] UnknownMesa;
                2 = [89] UnknownVersion;
            });
        dral_descriptor_type_find(
            a.with_pointers(&table), MUTABLE, a.inputs(0, &list), a.n(0),
            a.output())
            .with(TABLE_VALUES);
        dral_descriptor_element_locate(
            a.input(&layouts[1]), a.fuzzed(1), a.fuzzed(0), a.output())
            .with(values! { 0 = [2] NotInBinding; 1 = [1] NotInBinding; })
            .with(values! { 0 BindingLayout: surface_stride = [MOST] SizeRange; });
        dral_descriptor_set_lay_out(
            a.with_pointers(&table), a.array_with_pointers(0, &bindings), a.n(0),
            a.output(), a.capacity_array(1, 2, FULL), a.n(1))
            .with(TABLE_VALUES)
            .with(LIST_VALUES)
            .with(NO_LIST_VALUES);
        dral_descriptor_set_lay_out(
            Some(&dral_descriptor_table {
                types: a.fixed(types),
                type_count: types.len(),
                rules: table.rules,
            }),
            [dral_descriptor_binding {
                mutable_types: a.inputs(0, &list),
                mutable_type_count: a.n(0),
                ..of_type(0, MUTABLE)
            }, dral_descriptor_binding {
                immutable_samplers: a.inputs(1, &samplers),
                immutable_sampler_count: a.n(1),
                ..of_type(1, SAMPLER)
            }].as_ptr(),
            2, a.output(), a.capacity_array(2, 2, FULL), a.n(2))
            .with(values! { 0[2] TypeLayout:
                surface_alignment = NO_ALIGNMENT Alignment;
                sampler_alignment = NO_ALIGNMENT Alignment;
            })
            .with(values! { 2[1] ImmutableSampler:
                plane_count = [0, 4, 255] PlaneCount;
                own_chroma_filter = [2, 3, 128, 255] UnknownFlag;
            });
        dral_descriptor_set_totals(
            a.with_pointers(&table), a.array_with_pointers(0, &bindings), a.n(0),
            a.output())
            .with(TABLE_VALUES)
            .with(LIST_VALUES)
            .with(NO_LIST_VALUES);
        dral_descriptor_set_query_support(
            a.with_pointers(&table), a.array_with_pointers(0, &bindings), a.n(0),
            a.output())
            .with(TABLE_VALUES)
            .with(LIST_VALUES);
        dral_descriptor_set_measure(
            a.with_pointers(&table), a.with_pointers(&set), a.fixed(&variable),
            a.fuzzed(2), a.output())
            .with(values! { 0 = [3] VariableCount; })
            .with(values! { 0 dral_descriptor_table:
                rules.set_alignment = NO_ALIGNMENT Alignment;
            });
        dral_descriptor_set_measure(
            a.with_pointers(&table), a.with_pointers(&set), a.fixed(&variable),
            a.number(0), a.output())
            .with(values! { 1 SetLayout: surface_size = [1] NotALayout; })
            .with(values! { 2[1] BindingLayout:
                surface_stride = [MOST] NotALayout;
            });
        dral_descriptor_set_measure(
            a.with_pointers(&table), a.with_pointers(&nothing), null(), a.fuzzed(0),
            a.output());
        dral_descriptor_pool_measure(
            a.with_pointers(&table), a.array_with_pointers(0, &parts), a.n(0), a.fuzzed(1),
            a.fuzzed(0), a.output())
            .with(values! { 1 dral_descriptor_pool_part:
                mutable_types = [0] NullPointer;
            })
            .with(values! { 0 dral_descriptor_table:
                rules.pool_alignment = NO_ALIGNMENT Alignment;
                // No pools.
                rules.flags = [0] NoPools;
            });
        dral_descriptor_dynamic_offset_starts(
            a.with_pointers(&table), a.inputs(0, &counts), a.outputs(0), a.n(0));
        dral_descriptor_push_constant_word(a.fuzzed(64), a.fuzzed(0), a.output());
        dral_descriptor_surface_handle(a.fuzzed(64), a.fuzzed(1), a.output())
            .with(values! { 1 = UNKNOWN UnknownFlagOfCore; });
        dral_descriptor_sampler_handle(a.fuzzed(64), a.fuzzed(1), a.output());
        dral_descriptor_heap_init(a.fuzzed(125), a.output());
        dral_descriptor_sampled_image_pack(
            a.fuzzed(64), a.fuzzed(32), a.output());
        dral_descriptor_storage_image_pack(
            a.fuzzed(2602), a.input(&image), a.output())
            .with(values! { 0 StorageImage: tiled = UNKNOWN UnknownFlagOfCore; });
        dral_descriptor_address_range_pack(
            a.fuzzed(1 << 40), a.fuzzed(64), a.output());
        dral_descriptor_buffer_range_resolve(
            a.with_pointers(&table), a.fuzzed(UNIFORM), a.fuzzed(64), a.fuzzed(0), a.fuzzed(64),
            a.fuzzed(0), a.output());
    });
}

check_table!(table, "../../include/dral_descriptor_layout.h");
