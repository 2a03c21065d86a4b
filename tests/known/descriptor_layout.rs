// SPDX-License-Identifier: MIT

//! Known answers of descriptor set layouts: what real driver functions printed,
//! the picture in anv.rst and every error.

use crate::rows::{
    arguments, both, known_answers, named, output, results, written, Answer,
    Argument, Given,
};
use core::ffi::c_int;
use core::ptr::null;
use dral::ffi::modules::descriptor_layout::*;
use dral::modules::descriptor_layout::Error;
use dral::modules::descriptor_layout::*;
use std::vec;
use std::vec::Vec;

arguments! {
    StorageImage {
        handle, depth, address, tiled, row_pitch, array_pitch, format,
        first_layer
    }
    ImmutableSampler { plane_count, own_chroma_filter }
    dral_descriptor_pool_part {
        descriptor_type, descriptor_count;
        mutable_types: null(), mutable_type_count: 0
    }
}

both! {
    SetLayout {
        model, table_flags, set_flags, binding_count, descriptor_count,
        buffer_view_count, dynamic_offset_count, surface_size, sampler_size,
        embedded_sampler_count, immutable_sampler_count
    }
    BindingLayout {
        data, array_size, plane_count, descriptor_index, dynamic_offset_index,
        buffer_view_index, surface_offset, surface_stride, surface_size,
        sampler_offset, sampler_stride, sampler_size, descriptor_type,
        binding_flags, first_immutable_sampler, immutable_sampler_count
    }
    TypeLayout {
        descriptor_type, flags, data, max_planes, surface_size,
        surface_sampler_size, surface_alignment, sampler_size, sampler_alignment
    }
}

results! {
    Structure { count, words }
    Rules {
        model, set_flags, flags, set_alignment, pool_alignment, index_unit,
        uniform_range_alignment, inline_header_size, inline_size_alignment,
        max_planes, max_set_size, max_set_dynamic_buffers, max_inline_size,
        max_push_descriptors, max_sets, max_dynamic_buffers, max_variable_count,
        max_variable_inline_size, max_binding_table_entries
    }
    Element { surface_offset, sampler_offset }
    SetSize { surface_size, sampler_size, descriptor_count, buffer_view_count }
    Support { supported, max_variable_count }
    PoolSize { surface_size, sampler_size }
    BufferRange { offset, range }
    Heap {
        sampler_size, sampler_alignment, image_size, image_alignment,
        buffer_size, buffer_alignment, sampler_heap_alignment,
        resource_heap_alignment, sampler_reserved_size, resource_reserved_size,
        max_push_data_size, max_embedded_samplers
    }
}

/// Number, type, count, flags and stages, and the immutable samplers and the
/// list of types, each after its length.
impl Argument for dral_descriptor_binding {
    fn read(given: &mut Given) -> Self {
        let [binding, descriptor_type, descriptor_count] = given.take();
        let (binding_flags, stage_flags) = given.take();
        let (immutable_samplers, immutable_sampler_count) = given.list();
        let (mutable_types, mutable_type_count) = given.list();
        Self {
            mutable_types,
            mutable_type_count,
            immutable_samplers,
            immutable_sampler_count,
            binding,
            descriptor_type,
            descriptor_count,
            stage_flags,
            binding_flags,
        }
    }
}

/// A table for a model, a release, a version and the flags of a set. After the
/// model 0 follows a driver's own table: another one, changes of its rules,
/// each with the position of the field, and the types instead of its own.
fn table(given: &mut Given) -> Result<dral_descriptor_table, c_int> {
    let model = given.take();
    if model != 0 {
        let [release, version, set_flags] = given.take();
        return written(|out| {
            dral_descriptor_table_init(model, release, version, set_flags, out)
        });
    }
    let mut table = table(given)?;
    let changes: u32 = given.take();
    for _ in 0..changes {
        let (position, value) = given.take();
        let rules = (&raw mut table.rules).cast::<u32>();
        assert!(position < size_of::<Rules>() / size_of::<u32>());
        // SAFETY: a field, and all have 32 bits.
        unsafe { rules.add(position).write(value) };
    }
    let (types, type_count) = given.list();
    if type_count != 0 {
        table.types = types;
        table.type_count = type_count;
    }
    Ok(table)
}

/// A set with its layouts.
struct Laid {
    set: SetLayout,
    layouts: Vec<BindingLayout>,
}

/// Lays out a set, and checks that its totals alone are the same, and that it
/// needs room for each layout.
fn lay(
    table: dral_descriptor_table,
    bindings: &[dral_descriptor_binding],
) -> Result<Laid, c_int> {
    let (given, count) = (bindings.as_ptr(), bindings.len());
    let lay_into = |layouts: &mut [BindingLayout]| {
        let (to, capacity) = (layouts.as_mut_ptr(), layouts.len());
        // SAFETY: the arrays have these lengths.
        written(|out| unsafe {
            dral_descriptor_set_lay_out(
                Some(&table),
                given,
                count,
                out,
                to,
                capacity,
            )
        })
    };
    // SAFETY: as above.
    let totals = written(|out| unsafe {
        dral_descriptor_set_totals(Some(&table), given, count, out)
    });
    let most = totals.map_or(20, |set| set.binding_count as usize);
    let mut layouts = vec![BindingLayout::ABSENT; most];
    let set = lay_into(&mut layouts);
    assert_eq!(set, totals);
    let set = set?;
    if let Some((_, few)) = layouts.clone().split_last_mut() {
        assert_eq!(lay_into(few), Err(Error::OutputFull as c_int));
    }
    Ok(Laid { set, layouts })
}

fn laid(given: &mut Given) -> Result<Laid, c_int> {
    lay(table(given)?, &given.take::<Vec<_>>())
}

/// Where the elements of each binding begin, if it has at most four.
fn elements(laid: &Laid) -> Answer {
    let few = laid.layouts.iter().filter(|layout| layout.array_size <= 4);
    let elements = few.flat_map(|layout| {
        (0..layout.array_size).map(|index| {
            written::<Element>(|out| {
                dral_descriptor_element_locate(Some(layout), index, 0, out)
            })
        })
    });
    Ok(output(&elements.collect::<Result<Vec<_>, _>>()?))
}

/// The first dynamic offset of each set.
fn offset_starts(given: &mut Given) -> Answer {
    let table = table(given)?;
    let (counts, count) = given.rest();
    let mut starts = vec![u32::MAX; count];
    let to = starts.as_mut_ptr();
    // SAFETY: the arrays have this length.
    let error = unsafe {
        dral_descriptor_dynamic_offset_starts(Some(&table), counts, to, count)
    };
    if error == 0 {
        Ok(output(&starts))
    } else {
        Err(error)
    }
}

known_answers! {
    layouts_are_the_known_answers,
    "descriptor_layout", given, out;
    "table" => Ok(output(&table(given)?.rules)),
    "type": TypeLayout => {
        let (table, kind) = (table(given)?, given.take());
        let (types, count) = given.rest();
        dral_descriptor_type_find(Some(&table), kind, types, count, out)
    },
    // The variable count is before the bindings.
    "size": SetSize => {
        let (table, variable) = (table(given)?, given.take());
        let Laid { set, layouts } = lay(table, &given.take::<Vec<_>>())?;
        let layouts = layouts.as_ptr();
        dral_descriptor_set_measure(Some(&table), Some(&set), layouts, variable, out)
    },
    "elements" => elements(&laid(given)?),
    // An element and a plane of the last binding, which follow the table.
    "element": Element => {
        let (table, element, plane) =
            (table(given)?, given.take(), given.take());
        let Laid { layouts, .. } = lay(table, &given.take::<Vec<_>>())?;
        let last = layouts.last();
        dral_descriptor_element_locate(last, element, plane, out)
    },
    "structs" => {
        let Laid { set, layouts } = laid(given)?;
        Ok(named! { set: set, layouts: layouts })
    },
    "support": Support => {
        let table = table(given)?;
        let (bindings, count) = given.rest();
        dral_descriptor_set_query_support(Some(&table), bindings, count, out)
    },
    // An alignment or 0 for the table's, how many sets and inline blocks,
    // and types with counts.
    "pool": PoolSize => {
        let mut table = table(given)?;
        let [alignment, sets, blocks]: [u32; 3] = given.take();
        if alignment != 0 {
            table.rules.pool_alignment = alignment;
        }
        let (parts, count) = given.rest();
        dral_descriptor_pool_measure(Some(&table), parts, count, sets, blocks, out)
    },
    "offset_starts" => offset_starts(given),
    "range": BufferRange => {
        let (table, kind) = (table(given)?, given.take());
        let [size, offset, range, dynamic] = given.take();
        dral_descriptor_buffer_range_resolve(
            Some(&table), kind, size, offset, range, dynamic, out,
        )
    },
    "surface_handle": u32 => {
        dral_descriptor_surface_handle(given.take(), given.take(), out)
    },
    "sampler_handle": u32 => {
        dral_descriptor_sampler_handle(given.take(), given.take(), out)
    },
    "sampled_image": Structure => {
        dral_descriptor_sampled_image_pack(given.take(), given.take(), out)
    },
    "storage_image": Structure => {
        let mesa = given.take();
        let image = given.take();
        dral_descriptor_storage_image_pack(mesa, Some(&image), out)
    },
    "address_range": Structure => {
        dral_descriptor_address_range_pack(given.take(), given.take(), out)
    },
    "push_constant": u32 => {
        dral_descriptor_push_constant_word(given.take(), given.take(), out)
    },
    "heap": Heap => dral_descriptor_heap_init(given.take(), out),
    "anv_model" => {
        let [version, flags, forced] = given.take();
        Ok(output(&dral_descriptor_anv_model(version, flags, forced)))
    },
}
