// SPDX-License-Identifier: MIT

//! The C interface of descriptor set layouts called as C may call it; see
//! `hostile_callers.rs`.

#![cfg(feature = "descriptor-layout")]
// The functions of the C interface take pointers.
#![allow(unsafe_code)]

#[path = "support/calls.rs"]
mod calls;

use calls::{answer, calls, check_table, values, Call, Values, MOST, UNKNOWN};
use dral::descriptor_layout::DescriptorType::{
    Mutable, SampledImage, Sampler, UniformBuffer,
};
use dral::descriptor_layout::{
    BindingFlag, BindingLayout, Mesa, SetLayout, TypeLayout,
};
use dral::ffi::descriptor_layout::*;
use libc::{EINVAL, ENOTSUP, ERANGE};
use std::ptr::null;

const SAMPLED: u32 = SampledImage as u32;
const MUTABLE: u32 = Mutable as u32;
const SAMPLER: u32 = Sampler as u32;
const UNIFORM: u32 = UniformBuffer as u32;
const MESA: u32 = Mesa::V26_2 as u32;

/// Neither is a power of two.
const NO_ALIGNMENT: [u64; 4] = [0, 3, 24, MOST];

const TABLE_VALUES: &[Values] = values! { 0 dral_descriptor_table:
    types = [0] EINVAL "NULL";
    type_count = [usize::MAX as u64 / 2] EINVAL;
};

/// No list is looked at without a type that has one.
const LIST_VALUES: &[Values] = values! { 1 dral_descriptor_binding:
    binding = [1] EINVAL "same number";
    mutable_type_count = [usize::MAX as u64] 0;
    immutable_sampler_count = [usize::MAX as u64] 0;
};
const NO_LIST_VALUES: &[Values] = values! { 1[1] dral_descriptor_binding:
    mutable_types = [0] EINVAL "NULL";
    descriptor_type = [11] ENOTSUP "does not have";
    descriptor_count = [MOST] ERANGE "size or offset";
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
    // SAFETY: room for a table.
    let table = answer(|out| unsafe {
        dral_descriptor_table_init(1, MESA, 120, 0, out)
    });
    let mut layouts = [BindingLayout::ABSENT; 2];
    let (first, room) = (bindings.as_ptr(), layouts.as_mut_ptr());
    // SAFETY: a table, bindings, and room for their layout.
    let set = answer(|out| unsafe {
        dral_descriptor_set_lay_out(&table, first, 2, out, room, 2)
    });
    // SAFETY: the table's types.
    let types =
        unsafe { std::slice::from_raw_parts(table.types, table.type_count) };
    let (counts, planes) = ([1, 2], [1, 1]);
    let nothing = SetLayout::default();
    let mut variable = layouts;
    variable[1].binding_flags = BindingFlag::VariableDescriptorCount as u32;
    check(&calls! { a:
        dral_descriptor_anv_model(a.any(120), a.any(0), a.any(0));
        dral_descriptor_table_init(
            a.any(1), a.any(MESA), a.any(120), a.any(0), a.output())
            .with(values! {
                0 = [0, 5, 0x101, MOST] EINVAL;
                1 = [0, 2402, 2500, 2603, MOST] EINVAL;
                2 = [89] EINVAL;
            });
        dral_descriptor_type_find(
            a.telling(&table), MUTABLE, a.inputs(0, &list), a.n(0),
            a.output())
            .with(TABLE_VALUES);
        dral_descriptor_element_locate(
            a.input(&layouts[1]), a.any(1), a.any(0), a.output())
            .with(values! { 0 = [2] EINVAL; 1 = [1] EINVAL; })
            .with(values! { 0 BindingLayout: surface_stride = [MOST] ERANGE; });
        dral_descriptor_set_lay_out(
            a.telling(&table), a.all_telling(0, &bindings), a.n(0),
            a.output(), a.room(1, 2), a.n(1))
            .apart(&[1, 3])
            .apart(&[2, 3])
            .with(TABLE_VALUES)
            .with(LIST_VALUES)
            .with(NO_LIST_VALUES);
        dral_descriptor_set_lay_out(
            &dral_descriptor_table {
                types: a.fixed(types),
                type_count: types.len(),
                rules: table.rules,
            },
            [dral_descriptor_binding {
                mutable_types: a.inputs(0, &list),
                mutable_type_count: a.n(0),
                ..of_type(0, MUTABLE)
            }, dral_descriptor_binding {
                immutable_samplers: a.inputs(1, &planes),
                immutable_sampler_count: a.n(1),
                ..of_type(1, SAMPLER)
            }].as_ptr(),
            2, a.output(), a.room(2, 2), a.n(2))
            .apart(&[0, 1, 2, 4])
            .apart(&[3, 4])
            .with(values! { 0[2] TypeLayout:
                surface_alignment = NO_ALIGNMENT EINVAL;
                sampler_alignment = NO_ALIGNMENT EINVAL;
            });
        dral_descriptor_set_totals(
            a.telling(&table), a.all_telling(0, &bindings), a.n(0),
            a.output())
            .with(TABLE_VALUES)
            .with(LIST_VALUES)
            .with(NO_LIST_VALUES);
        dral_descriptor_set_explain(
            a.telling(&table), a.all_telling(0, &bindings), a.n(0))
            .with(TABLE_VALUES)
            .with(LIST_VALUES)
            .with(NO_LIST_VALUES);
        dral_descriptor_set_query_support(
            a.telling(&table), a.all_telling(0, &bindings), a.n(0),
            a.output())
            .with(TABLE_VALUES)
            .with(LIST_VALUES);
        dral_descriptor_set_measure(
            a.telling(&table), a.telling(&set), a.fixed(&variable),
            a.any(2), a.output())
            .with(values! { 0 = [3] EINVAL; })
            .with(values! { 0 dral_descriptor_table:
                rules.set_alignment = NO_ALIGNMENT EINVAL;
            });
        dral_descriptor_set_measure(
            a.telling(&table), a.telling(&set), a.fixed(&variable),
            a.number(0), a.output())
            .with(values! { 1 SetLayout: surface_size = [1] EINVAL; })
            .with(values! { 2[1] BindingLayout:
                surface_stride = [MOST] EINVAL;
            });
        dral_descriptor_set_measure(
            a.telling(&table), a.telling(&nothing), null(), a.any(0),
            a.output());
        dral_descriptor_pool_measure(
            a.telling(&table), a.all_telling(0, &parts), a.n(0), a.any(1),
            a.any(0), a.output())
            .with(values! { 1 dral_descriptor_pool_part:
                mutable_types = [0] EINVAL;
            })
            .with(values! { 0 dral_descriptor_table:
                rules.pool_alignment = NO_ALIGNMENT EINVAL;
                // Without pools.
                rules.flags = [0] EINVAL;
            });
        dral_descriptor_dynamic_offset_starts(
            a.telling(&table), a.inputs(0, &counts), a.outputs(0), a.n(0))
            .apart(&[1, 2]);
        dral_descriptor_push_constant_word(a.any(64), a.any(0), a.output());
        dral_descriptor_surface_handle(a.any(64), a.any(1), a.output())
            .with(values! { 1 = UNKNOWN EINVAL; });
        dral_descriptor_sampler_handle(a.any(64), a.any(1), a.output());
        dral_descriptor_heap_init(a.any(125), a.output());
        dral_descriptor_buffer_range_resolve(
            a.telling(&table), a.any(UNIFORM), a.any(64), a.any(0), a.any(64),
            a.any(0), a.output());
    });
}

check_table!(table, "../include/dral_descriptor_layout.h");
