// SPDX-License-Identifier: MIT

//! Known layouts: what real driver functions printed, and the picture in
//! anv.rst. docs/descriptor-layout.md has them as a table.

extern crate std;

use super::*;
use crate::known::{assert_known, narrow, wide};
use std::vec::Vec;

const SAMPLER: u32 = 0;
const COMBINED: u32 = 1;
const SAMPLED: u32 = 2;
const STORAGE_IMAGE: u32 = 3;
const UNIFORM_TEXEL: u32 = 4;
const UNIFORM: u32 = 6;
const STORAGE: u32 = 7;
const UNIFORM_DYNAMIC: u32 = 8;
const STORAGE_DYNAMIC: u32 = 9;
const INLINE: u32 = 1_000_138_000;
const ACCELERATION: u32 = 1_000_150_000;
const MUTABLE: u32 = 1_000_351_000;
const VARIABLE: u32 = 8;

/// The vectors are those of 24.3.
fn table(model: Model, version: u32, set_flags: u32) -> Table<'static> {
    model.table(Mesa::V24_3, version, set_flags).expect("it is known")
}

fn newer(model: Model, version: u32) -> Table<'static> {
    model.table(Mesa::V26_2, version, 0).expect("it is known")
}

fn indirect() -> Table<'static> {
    table(Model::AnvIndirect, 120, 0)
}

fn direct() -> Table<'static> {
    table(Model::AnvDirect, 125, 0)
}

fn buffer() -> Table<'static> {
    table(Model::AnvBuffer, 125, 0x10)
}

fn binding(binding: u32, descriptor_type: u32, count: u32) -> Binding<'static> {
    Binding {
        binding,
        descriptor_type,
        descriptor_count: count,
        ..Binding::default()
    }
}

/// A set with its layouts.
struct Laid {
    table: Table<'static>,
    set: SetLayout,
    layouts: Vec<BindingLayout>,
}

impl Laid {
    fn size(&self, variable_count: u32) -> Result<SetSize, Error> {
        let rules = &self.table.rules;
        self.set.size(rules, self.layouts.last(), variable_count)
    }

    fn surfaces(&self) -> Vec<(u32, u32)> {
        let layouts = self.layouts.iter();
        layouts.map(|s| (s.surface_offset, s.surface_stride)).collect()
    }
}

fn lay(table: Table<'static>, bindings: &[Binding]) -> Result<Laid, Error> {
    let mut layouts = [BindingLayout::ABSENT; 20];
    let set = set_layout(&table, bindings, &mut layouts)?;
    assert_eq!(Walk::new(&table, bindings).finish(), Ok(set));
    let (written, rest) = layouts.split_at(set.binding_count as usize);
    assert!(rest.iter().all(|layout| *layout == BindingLayout::ABSENT));
    Ok(Laid { table, set, layouts: written.to_vec() })
}

fn known(table: Table<'static>, bindings: &[Binding]) -> Laid {
    lay(table, bindings).expect("the layout is sound")
}

fn refused(bindings: &[Binding], error: Error) {
    assert_eq!(lay(indirect(), bindings).err(), Some(error));
}

const PICTURE: [(u32, u32); 4] =
    [(STORAGE_IMAGE, 3), (COMBINED, 2), (UNIFORM, 1), (UNIFORM_TEXEL, 1)];

fn picture() -> Vec<Binding<'static>> {
    let numbered = (0..).zip(PICTURE);
    numbered.map(|(n, (kind, count))| binding(n, kind, count)).collect()
}

/// Given model, release, version and flags of the set.
fn given_table(given: &[u64]) -> Table<'static> {
    let given = narrow(&given[..4]);
    let model = Model::try_from(given[0]).unwrap();
    let mesa = Mesa::try_from(given[1]).unwrap();
    model.table(mesa, given[2], given[3]).unwrap()
}

/// The layout of bindings after a variable count: its totals, those of a set,
/// and of each layout offset and stride in both areas, three indices, its data,
/// and where its elements begin if it has at most four.
fn layout_words(table: Table<'static>, given: &[u64]) -> Vec<u64> {
    const SAMPLERS: [u8; 4] = [0, 1, 2, 3];
    let given = narrow(given);
    let bindings: Vec<_> = given[1..]
        .chunks(6)
        .map(|fields| {
            let planes = fields[4] as usize;
            Binding {
                binding_flags: fields[3],
                immutable_samplers: &SAMPLERS[planes..][..planes.min(1)],
                mutable_types: &[SAMPLED, STORAGE][..fields[5] as usize],
                ..binding(fields[0], fields[1], fields[2])
            }
        })
        .collect();
    let laid = known(table, &bindings);
    let (set, size) = (laid.set, laid.size(given[0]).unwrap());
    assert_eq!(set.binding_count as usize, laid.layouts.len());
    let mut words = wide([
        set.surface_size,
        set.sampler_size,
        set.descriptor_count,
        set.buffer_view_count,
        set.dynamic_offset_count,
        size.surface_size,
        size.sampler_size,
        size.descriptor_count,
        size.buffer_view_count,
    ]);
    for layout in &laid.layouts {
        words.extend(wide([
            layout.surface_offset,
            layout.surface_stride,
            layout.sampler_offset,
            layout.sampler_stride,
            layout.descriptor_index,
            layout.dynamic_offset_index,
            layout.buffer_view_index,
            layout.data,
        ]));
        let elements =
            if layout.array_size <= 4 { layout.array_size } else { 0 };
        words.extend(wide(
            (0..elements).map(|n| layout.element(n, 0).unwrap().surface_offset),
        ));
    }
    words
}

/// An alignment or 0 for the table's, how many sets and inline blocks, and
/// types with counts.
fn pool_words(mut table: Table, given: &[u64]) -> Vec<u64> {
    let given = narrow(given);
    if given[0] != 0 {
        table.rules.pool_alignment = given[0];
    }
    let parts = given[3..].chunks(2).map(|part| PoolPart {
        descriptor_type: part[0],
        descriptor_count: part[1],
        mutable_types: &[],
    });
    let parts: Vec<_> = parts.collect();
    let size = pool_size(&table, parts.into_iter(), given[1], given[2]);
    let size = size.unwrap();
    Vec::from([size.surface_size, size.sampler_size])
}

#[test]
fn layouts_are_the_known_answers() {
    let functions = [
        "layout",
        "pool",
        "range",
        "surface_handle",
        "sampler_handle",
        "push_constant",
        "anv_model",
    ];
    let known = include_str!("../../c_tests/data/descriptor_layout_known.csv");
    assert_known(known, &functions, |function, given| {
        let number = |place: usize| narrow(given)[place];
        match function {
            "layout" => layout_words(given_table(given), &given[4..]),
            "pool" => pool_words(given_table(given), &given[4..]),
            "range" => {
                let rules = given_table(given).rules;
                let [kind, size, offset, range, dynamic] =
                    given[4..].try_into().unwrap();
                let kind = kind as u32;
                let found =
                    buffer_range(&rules, kind, size, offset, range, dynamic);
                let found = found.unwrap();
                Vec::from([found.offset, found.range])
            }
            "surface_handle" => wide(surface_handle(given[0], given[1] == 1)),
            "sampler_handle" => wide(sampler_handle(number(0), number(1))),
            "push_constant" => wide(push_constant_word(number(0), number(1))),
            _ => {
                let forced = number(2) == 1;
                let model = Model::of_anv(number(0), number(1), forced);
                wide([model.map_or(0, |model| model as u32)])
            }
        }
    });
}

#[test]
fn variable_counts_have_an_end() {
    let variable =
        Binding { binding_flags: VARIABLE, ..binding(1, SAMPLED, 100) };
    let laid = known(direct(), &[binding(0, UNIFORM, 1), variable]);
    assert_eq!(laid.size(101), Err(Error::VariableCount));
}

#[test]
fn unused_descriptors_of_a_variable_count_have_no_views() {
    let variable =
        Binding { binding_flags: VARIABLE, ..binding(1, UNIFORM, 100) };
    let laid = known(indirect(), &[binding(0, STORAGE, 2), variable]);
    assert_eq!(laid.set.buffer_view_count, 102);
    assert_eq!(laid.size(3).unwrap().buffer_view_count, 5);
}

#[test]
fn ranges_end_with_their_buffer() {
    let range = |kind, size, offset, range| {
        buffer_range(&indirect().rules, kind, size, offset, range, 0)
    };
    assert!(range(STORAGE, 1000, 256, 744).is_ok());
    for (kind, size, offset, bytes, error) in [
        (STORAGE, 1000, 256, 745, Error::BeyondBuffer),
        (UNIFORM, 1000, 1001, WHOLE_SIZE, Error::BeyondBuffer),
        (SAMPLED, 1000, 256, WHOLE_SIZE, Error::NotABuffer),
        (UNIFORM, u64::MAX, 0, WHOLE_SIZE, Error::SizeRange),
    ] {
        assert_eq!(range(kind, size, offset, bytes), Err(error));
    }
}

#[test]
fn invalid_handles_are_refused() {
    for (offset, full, error) in [
        (0x400_0000, false, Error::BeyondShortOffset),
        (1 << 32, true, Error::HandleRange),
        (0x20, true, Error::Misaligned),
    ] {
        assert_eq!(surface_handle(offset, full), Err(error));
    }
    assert_eq!(sampler_handle(96, 3), Err(Error::NotInBinding));
    assert_eq!(sampler_handle(u32::MAX - 31, 1), Err(Error::HandleRange));
}

#[test]
fn v12_an_empty_set() {
    for table in [indirect(), direct(), buffer(), table(Model::Panvk, 7, 0)] {
        let laid = known(table, &[]);
        let Rules { model, flags, set_flags, .. } = table.rules;
        let nothing = SetLayout {
            model,
            table_flags: flags,
            set_flags,
            ..SetLayout::default()
        };
        assert_eq!(laid.set, nothing);
        let size = laid.size(0).unwrap();
        assert_eq!((size.surface_size, size.sampler_size), (0, 0));
    }
}

#[test]
fn dynamic_buffers_of_panvk_take_no_memory() {
    let table = table(Model::Panvk, 10, 0);
    let dynamic = |uniform, storage| {
        [
            binding(0, UNIFORM_DYNAMIC, uniform),
            binding(1, SAMPLED, 1),
            binding(2, STORAGE_DYNAMIC, storage),
        ]
    };
    let laid = known(table, &dynamic(16, 8));
    assert_eq!(laid.set.surface_size, 32);
    assert_eq!(laid.set.dynamic_offset_count, 24);
    assert_eq!(laid.layouts[2].dynamic_offset_index, 16);
    for more in [dynamic(25, 0), dynamic(12, 13)] {
        assert_eq!(lay(table, &more).err(), Some(Error::DynamicLimit));
        let answer = support(&table, &more[..]).unwrap();
        assert_eq!(answer.supported, 0);
    }
    let variable =
        Binding { binding_flags: VARIABLE, ..binding(1, COMBINED, 9) };
    let bindings = [binding(0, SAMPLER, 1), variable];
    assert_eq!(lay(table, &bindings).err(), Some(Error::NoVariableCount));
    assert_eq!(support(&table, &bindings[..]).unwrap().supported, 0);
    let size = known(newer(Model::Panvk, 10), &bindings).size(2);
    let size = size.unwrap();
    assert_eq!((size.surface_size, size.descriptor_count), (160, 5));
}

#[test]
fn mutable_types_without_a_list() {
    for (table, data, surface, sampler, alignments) in
        [(indirect(), 0x77, 16, 0, (8, 1)), (direct(), 0x193, 64, 32, (64, 32))]
    {
        let layout = table.type_layout(MUTABLE, &[]).unwrap();
        assert_eq!(layout.data, data);
        assert_eq!(
            (layout.surface_size, layout.sampler_size),
            (surface, sampler)
        );
        assert_eq!(
            (layout.surface_alignment, layout.sampler_alignment),
            alignments
        );
    }
    let refused = buffer().type_layout(MUTABLE, &[]);
    assert_eq!(refused, Err(Error::MutableRefused));
    let types: Vec<_> = buffer()
        .types
        .iter()
        .map(|layout| TypeLayout { flags: 0, ..*layout })
        .collect();
    let combined = Table { types: &types, ..buffer() };
    let layout = combined.type_layout(MUTABLE, &[]).unwrap();
    assert_eq!((layout.data, layout.surface_size), (0x390, 128));
}

#[test]
fn push_descriptors_of_a_descriptor_buffer_keep_their_binding_table() {
    for (version, flags, expected) in
        [(120, 1, 0x203), (120, 0, 0x200), (125, 1, 0x200)]
    {
        let table = table(Model::AnvBuffer, version, flags);
        let data = table.type_layout(COMBINED, &[]).unwrap().data;
        assert_eq!(data, expected);
    }
    let table = table(Model::AnvBuffer, 120, 1);
    let data = |kind| table.type_layout(kind, &[]).unwrap().data;
    assert_eq!([data(SAMPLER), data(UNIFORM)], [0x102, 0x081]);
    assert_eq!([data(INLINE), data(ACCELERATION)], [0x008, 0x010]);
}

#[test]
fn embedded_samplers_take_no_memory() {
    let planes = Binding { immutable_samplers: &[2], ..binding(1, SAMPLER, 3) };
    let bindings = [binding(0, SAMPLER, 1), planes];
    for mut table in [direct(), buffer()] {
        table.rules.set_flags |= 0x20;
        let laid = lay(table, &bindings).unwrap();
        assert_eq!(laid.set.embedded_sampler_count, 7);
        assert_eq!((laid.set.surface_size, laid.set.sampler_size), (0, 0));
        assert_eq!((laid.layouts[1].data, laid.layouts[1].plane_count), (0, 2));
        let other = lay(table, &[binding(0, COMBINED, 1)]);
        assert_eq!(other.err(), Some(Error::EmbeddedMemory));
    }
    let laid = known(direct(), &bindings);
    assert_eq!(laid.set.embedded_sampler_count, 0);
}

#[test]
fn invalid_layouts_are_refused() {
    refused(
        &[binding(1, SAMPLER, 1), binding(1, SAMPLED, 1)],
        Error::DuplicateBinding,
    );
    let planes =
        Binding { immutable_samplers: &[4], ..binding(0, COMBINED, 1) };
    refused(&[planes], Error::PlaneCount);
    refused(&[binding(0, INLINE, 18)], Error::InlineSize);
    for list in [&[SAMPLED, INLINE][..], &[UNIFORM_DYNAMIC], &[MUTABLE]] {
        let mutable = Binding { mutable_types: list, ..binding(0, MUTABLE, 1) };
        refused(&[mutable], Error::MutableType);
    }
    let variable =
        |kind| Binding { binding_flags: VARIABLE, ..binding(0, kind, 1) };
    refused(
        &[variable(SAMPLED), binding(1, SAMPLED, 1)],
        Error::VariableBinding,
    );
    refused(&[variable(STORAGE_DYNAMIC)], Error::VariableBinding);
    refused(&[binding(0, 11, 1)], Error::UnknownType);
    let mutable = Binding { mutable_types: &[11], ..binding(0, MUTABLE, 1) };
    refused(&[mutable], Error::UnknownType);
}

#[test]
fn limits_are_exact() {
    assert!(lay(indirect(), &[binding(0, INLINE, 65532)]).is_ok());
    refused(&[binding(0, INLINE, 65536)], Error::InlineLimit);
    let pushed = table(Model::AnvIndirect, 120, 1);
    let push = |count| lay(pushed, &[binding(0, SAMPLED, count)]);
    assert!(push(32).is_ok());
    assert_eq!(push(33).err(), Some(Error::PushLimit));
    assert!(lay(indirect(), &[binding(0, SAMPLED, 0x1FFF_FFFF)]).is_ok());
    refused(&[binding(0, SAMPLED, 0x2000_0000)], Error::SizeRange);
    refused(&[binding(u32::MAX, SAMPLED, 1)], Error::CountRange);
    refused(&[binding(20, SAMPLED, 1)], Error::OutputFull);
    let full = known(indirect(), &[binding(0, SAMPLED, 0x1FFF_FFFF)]);
    assert_eq!(full.size(0), Err(Error::SizeRange));
}

#[test]
fn support_counts_binding_table_entries_of_each_stage() {
    let table = table(Model::AnvBuffer, 120, 1);
    let staged = |number, count, stage_flags| Binding {
        stage_flags,
        ..binding(number, SAMPLED, count)
    };
    let ask = |first, second| {
        let bindings = [staged(0, first, 0x11), staged(1, second, 0x10)];
        support(&table, &bindings[..]).map(|s| s.supported)
    };
    // One of 232 is for the memory of the set.
    assert_eq!(ask(200, 31), Ok(1));
    assert_eq!(ask(200, 32), Ok(0));
    let apart = [staged(0, 200, 1), staged(1, 200, 2)];
    assert_eq!(support(&table, &apart[..]).unwrap().supported, 1);
    // A sampler never counts, and bindless types do not.
    let samplers = Binding { stage_flags: 1, ..binding(0, SAMPLER, 900) };
    assert_eq!(support(&table, &[samplers][..]).unwrap().supported, 1);
    let many = [staged(0, 60_000, 1)];
    assert_eq!(support(&indirect(), &many[..]).unwrap().supported, 1);
}

/// Eight descriptors with three samplers, which repeat, have 5 + 5 + 4 planes;
/// and the set has memory.
#[test]
fn support_counts_the_planes_of_immutable_samplers() {
    let mut table = table(Model::AnvBuffer, 120, 1);
    let images = Binding {
        immutable_samplers: &[3, 1, 1],
        stage_flags: 1,
        ..binding(0, COMBINED, 8)
    };
    for (most, supported) in [(15, 1), (14, 0)] {
        table.rules.max_binding_table_entries = most;
        let answer = support(&table, &[images][..]);
        assert_eq!(answer.unwrap().supported, supported);
    }
}

/// A set of only samplers has memory too: in the sampler area.
#[test]
fn memory_of_samplers_takes_a_binding_table_entry() {
    let mut table = direct();
    table.rules.flags |= TableFlag::BindingTable as u32;
    let ask = |most, bindings: &[Binding]| {
        let rules = Rules { max_binding_table_entries: most, ..table.rules };
        support(&Table { rules, ..table }, bindings).unwrap().supported
    };
    let samplers = [binding(0, SAMPLER, 2)];
    assert_eq!([ask(0, &samplers), ask(1, &samplers)], [0, 1]);
    assert_eq!(ask(0, &[binding(0, SAMPLER, 0)]), 1);
}

#[test]
fn a_limit_of_all_ones_means_no_limit() {
    let mut table = table(Model::Panvk, 10, 1);
    table.rules.max_set_dynamic_buffers = u32::MAX;
    table.rules.max_push_descriptors = u32::MAX;
    table.rules.max_set_size = u32::MAX;
    // A number of descriptors that exceeds 32 bits, without memory.
    let all =
        [binding(0, UNIFORM_DYNAMIC, 0xFFFF_FFF0), binding(1, SAMPLED, 0x40)];
    assert!(lay(table, &all).is_ok());
    table.rules.max_push_descriptors = u32::MAX - 1;
    assert_eq!(lay(table, &all).err(), Some(Error::PushLimit));
}

#[test]
fn support_returns_the_greatest_variable_count() {
    for (kind, flags, count) in
        [(SAMPLED, VARIABLE, 65535), (INLINE, VARIABLE, 4096), (SAMPLED, 0, 0)]
    {
        for given in [0, 4] {
            let asked =
                Binding { binding_flags: flags, ..binding(0, kind, given) };
            let answer = support(&indirect(), &[asked][..]);
            let expected = Support { supported: 1, max_variable_count: count };
            assert_eq!(answer, Ok(expected));
        }
    }
    let wrong = [binding(0, SAMPLED, 1), binding(0, SAMPLED, 1)];
    let answer = support(&indirect(), &wrong[..]);
    assert_eq!(answer, Err(Error::DuplicateBinding));
}

#[test]
fn dynamic_offsets_of_a_pipeline_layout() {
    let rules = indirect().rules;
    let mut starts = [9; 9];
    let total = dynamic_offset_starts(&rules, &[3, 0, 13], &mut starts);
    assert_eq!(total, Ok(16));
    assert_eq!(starts, [0, 3, 3, 9, 9, 9, 9, 9, 9]);
    let many = dynamic_offset_starts(&rules, &[0; 9], &mut starts);
    assert_eq!(many, Err(Error::SetLimit));
    let wide = dynamic_offset_starts(&rules, &[u32::MAX, 1], &mut starts);
    assert_eq!(wide, Err(Error::DynamicLimit));
    let more = dynamic_offset_starts(&rules, &[16, 1], &mut starts);
    assert_eq!(more, Err(Error::DynamicLimit));
    let few = dynamic_offset_starts(&rules, &[1, 1], &mut starts[..1]);
    assert_eq!(few, Err(Error::OutputFull));
    assert_eq!(starts[..3], [0, 3, 3]);
    let enough = dynamic_offset_starts(&rules, &[1, 1], &mut starts[..2]);
    assert_eq!(enough, Ok(2));
    let sets = |version| table(Model::Panvk, version, 0).rules.max_sets;
    assert_eq!([sets(6), sets(7), sets(9), sets(10)], [4, 4, 15, 15]);
    let sets = |version| newer(Model::Panvk, version).rules.max_sets;
    assert_eq!([sets(6), sets(7), sets(9), sets(10)], [4, 4, 7, 7]);
    assert_eq!(newer(Model::AnvDirect, 125).rules.max_sets, 32);
    assert_eq!(push_constant_word(0xFFFF_FFC0, 63), Ok(u32::MAX));
    assert_eq!(push_constant_word(0x60, 0), Err(Error::Misaligned));
    assert_eq!(push_constant_word(0x40, 64), Err(Error::CountRange));
}

#[test]
fn only_the_number_of_an_absent_binding_counts() {
    let absent = Binding {
        binding_flags: VARIABLE,
        immutable_samplers: &[9],
        ..binding(0, 77, 0)
    };
    let laid = known(indirect(), &[absent, binding(1, SAMPLED, 1)]);
    assert!(laid.layouts[0].is_absent());
    refused(&[absent, binding(0, SAMPLED, 1)], Error::DuplicateBinding);
    let planes = Binding { immutable_samplers: &[9], ..binding(0, UNIFORM, 1) };
    assert_eq!(known(indirect(), &[planes]).layouts[0].plane_count, 1);
}

#[test]
fn a_table_without_powers_of_two_is_refused() {
    let mut own = *indirect().types.first().unwrap();
    own.surface_alignment = 24;
    let types = [own];
    let table = Table { types: &types, rules: indirect().rules };
    assert_eq!(table.type_layout(SAMPLER, &[]), Err(Error::Alignment));
    let mut laid = known(indirect(), &picture());
    laid.table.rules.set_alignment = 48;
    assert_eq!(laid.size(0), Err(Error::Alignment));
}

#[test]
fn invalid_totals_are_refused() {
    let variable =
        Binding { binding_flags: VARIABLE, ..binding(0, SAMPLED, 100) };
    let mut laid = known(indirect(), &[variable]);
    laid.set.surface_size = 8;
    assert_eq!(laid.size(0), Err(Error::NotALayout));
    laid.layouts[0].surface_stride = u32::MAX;
    assert_eq!(laid.size(0), Err(Error::NotALayout));
    assert_eq!(laid.layouts[0].element(99, 0), Err(Error::SizeRange));
    assert_eq!(laid.layouts[0].element(100, 0), Err(Error::NotInBinding));
    assert_eq!(laid.layouts[0].element(0, 1), Err(Error::NotInBinding));
    let absent = BindingLayout::ABSENT.element(0, 0);
    assert_eq!(absent, Err(Error::NotInBinding));
}

#[test]
fn storage_images_grow_in_26_2() {
    let layouts = |table: Table, list: &[u32]| {
        table.type_layout(MUTABLE, list).unwrap().surface_size
    };
    let table = newer(Model::AnvIndirect, 120);
    assert_eq!(layouts(table, &[SAMPLED, STORAGE_IMAGE]), 40);
    assert_eq!(layouts(table, &[SAMPLED, 5]), 40);
    assert_eq!(layouts(indirect(), &[SAMPLED, STORAGE_IMAGE]), 8);
}

#[test]
fn tables_have_the_flags_of_their_model() {
    for mesa in [Mesa::V24_3, Mesa::V26_2] {
        for (model, version, set_flags, flags) in [
            (Model::AnvIndirect, 120, 0, 0x9),
            (Model::AnvDirect, 125, 0, 0x3),
            (Model::AnvBuffer, 125, 1, 0x2),
            (Model::AnvBuffer, 120, 0, 0x2),
            (Model::AnvBuffer, 120, 1, 0xA),
            (Model::Panvk, 10, 0, 0x5),
        ] {
            let table = model.table(mesa, version, set_flags).unwrap();
            assert_eq!(table.rules.flags, flags, "{model:?}");
        }
    }
}

#[test]
fn combined_image_samplers_of_panvk_have_textures_then_samplers() {
    const CHROMA: u8 = OWN_CHROMA_FILTER;
    for (samplers, bifrost, valhall) in [
        (&[][..], 64, 64),
        (&[1], 64, 64),
        (&[1 | CHROMA], 64, 64),
        (&[3], 128, 64),
        (&[3 | CHROMA], 160, 96),
        (&[1, 2 | CHROMA, 1], 128, 96),
        (&[2 | CHROMA, 3], 160, 96),
    ] {
        let images =
            Binding { immutable_samplers: samplers, ..binding(0, COMBINED, 5) };
        for (version, stride) in [(7, bifrost), (10, valhall)] {
            let laid = known(newer(Model::Panvk, version), &[images]);
            assert_eq!(laid.surfaces(), [(0, stride)], "{samplers:?}");
            assert_eq!(laid.set.surface_size, 5 * stride);
        }
    }
}

#[test]
fn resources_of_panvk_are_mutable_from_valhall_on() {
    let list = |version, kind| {
        newer(Model::Panvk, version).type_layout(MUTABLE, &[kind]).map(drop)
    };
    for kind in SAMPLED..=STORAGE {
        assert_eq!(list(10, kind), Ok(()));
        assert_eq!(list(7, kind), Err(Error::MutableRefused));
    }
    for kind in [SAMPLER, COMBINED, 10, ACCELERATION] {
        assert_eq!(list(10, kind), Err(Error::MutableRefused));
    }
}

#[test]
fn inline_blocks_of_panvk_have_a_header() {
    let table = newer(Model::Panvk, 10);
    let block =
        |flags| Binding { binding_flags: flags, ..binding(1, INLINE, 40) };
    let laid = known(table, &[binding(0, UNIFORM, 1), block(0)]);
    assert_eq!(laid.layouts[1].surface_offset, 64);
    assert_eq!(laid.layouts[1].descriptor_index, 2);
    assert_eq!((laid.set.surface_size, laid.set.descriptor_count), (128, 4));
    let laid = known(table, &[binding(0, UNIFORM, 1), block(VARIABLE)]);
    let size = |count| laid.size(count).map(|size| size.surface_size);
    assert_eq!([size(0), size(4), size(32)], [Ok(64), Ok(96), Ok(96)]);
    assert_eq!([size(36), size(40)], [Ok(128), Ok(128)]);
    let older = table_without_blocks();
    assert_eq!(lay(older, &[block(0)]).err(), Some(Error::UnknownType));
}

fn table_without_blocks() -> Table<'static> {
    table(Model::Panvk, 10, 0)
}

#[test]
fn a_set_of_panvk_has_2_to_the_24_units() {
    for table in [table(Model::Panvk, 7, 0), newer(Model::Panvk, 10)] {
        let ask = |count, more: u32| {
            let all = [binding(0, COMBINED, count), binding(1, UNIFORM, more)];
            let answer = support(&table, &all[..]).unwrap();
            let laid = lay(table, &all).map(drop);
            assert_eq!(laid.is_ok(), answer.supported == 1);
            laid
        };
        assert_eq!(ask(0x80_0000, 0), Ok(()));
        assert_eq!(ask(0x80_0000, 1), Err(Error::SetSizeLimit));
        assert_eq!(ask(0x80_0001, 0), Err(Error::SetSizeLimit));
        assert_eq!(ask(u32::MAX, 0), Err(Error::SizeRange));
    }
}

#[test]
fn the_variable_count_is_the_rest_of_the_set_on_panvk() {
    let table = newer(Model::Panvk, 10);
    for (other, kind, count, most) in [
        (1, UNIFORM, 7, 0xFF_FFFF),
        (1, COMBINED, 0, 0x7F_FFFF),
        (0xFF_FFFF, COMBINED, 0, 0),
        (0x100_0000, UNIFORM, 0, 0),
        (5, INLINE, 16, 65536),
    ] {
        let variable =
            Binding { binding_flags: VARIABLE, ..binding(1, kind, count) };
        let bindings = [binding(0, SAMPLED, other), variable];
        let expected = Support { supported: 1, max_variable_count: most };
        assert_eq!(support(&table, &bindings[..]), Ok(expected));
    }
}

#[test]
fn each_inline_block_of_a_pool_can_lose_bytes() {
    let part = |descriptor_type, descriptor_count| PoolPart {
        descriptor_type,
        descriptor_count,
        mutable_types: &[],
    };
    let rules = Rules {
        inline_header_size: 32,
        inline_size_alignment: 16,
        pool_alignment: 1,
        ..indirect().rules
    };
    let size = |table: Table, part, blocks| {
        pool_size(&table, [part].into_iter(), 1, blocks)
            .map(|size| size.surface_size)
    };
    let all = Table { rules, ..indirect() };
    let bytes = 2 * (64 + 32 + 15) + 100;
    assert_eq!(size(all, part(INLINE, 100), 2), Ok(bytes + 64));
    // Without the type, there are no blocks.
    let types = [*all.types.first().unwrap()];
    let samplers = Table { types: &types, ..all };
    assert_eq!(size(samplers, part(SAMPLER, 3), 0), Ok(24 + 64));
    let refused = size(samplers, part(SAMPLER, 3), 1);
    assert_eq!(refused, Err(Error::UnknownType));
}

#[test]
fn a_pool_without_planes_has_room_for_one() {
    let mut table = indirect();
    table.rules.max_planes = 0;
    let part = PoolPart {
        descriptor_type: COMBINED,
        descriptor_count: 1000,
        mutable_types: &[],
    };
    let size = pool_size(&table, [part].into_iter(), 1, 0).unwrap();
    assert_eq!(size.surface_size, 8192);
}

#[test]
fn hardware_of_other_drivers_is_refused() {
    for model in [Model::AnvIndirect, Model::AnvDirect, Model::AnvBuffer] {
        for version in [0, 80, 89] {
            let table = model.table(Mesa::V26_2, version, 0);
            assert_eq!(table, Err(Error::UnknownVersion));
        }
        assert!(model.table(Mesa::V24_3, 90, 0).is_ok());
    }
    let table = Model::Panvk.table(Mesa::V26_2, 5, 0);
    assert_eq!(table, Err(Error::UnknownVersion));
    assert_eq!(Mesa::try_from(2500), Err(Error::UnknownMesa));
}

#[test]
fn sizes_are_multiples_of_the_index_unit() {
    let base = *indirect().types.first().unwrap();
    let rules = Rules { index_unit: 8, ..indirect().rules };
    let check = |own: TypeLayout, rules: Rules| {
        let types = [own];
        Table { types: &types, rules }.type_layout(own.descriptor_type, &[])
    };
    assert_eq!(check(base, rules), Ok(base));
    for own in [
        TypeLayout { surface_size: 12, ..base },
        TypeLayout { surface_sampler_size: 4, ..base },
        TypeLayout { surface_alignment: 4, ..base },
    ] {
        assert_eq!(check(own, rules), Err(Error::IndexUnit));
        let any = Rules { index_unit: 0, ..rules };
        assert_eq!(check(own, any), Ok(own));
    }
    let block = TypeLayout { descriptor_type: INLINE, ..base };
    let header = |inline_header_size, inline_size_alignment| {
        let rules =
            Rules { inline_header_size, inline_size_alignment, ..rules };
        check(block, rules).map(drop)
    };
    assert_eq!(header(16, 8), Ok(()));
    assert_eq!(header(0, 1), Err(Error::IndexUnit));
    assert_eq!(header(4, 8), Err(Error::IndexUnit));
}

#[test]
fn a_walk_ends_with_its_error() {
    let bindings =
        [binding(0, SAMPLED, 1), binding(1, 77, 1), binding(2, SAMPLED, 1)];
    let table = indirect();
    let mut walk = Walk::new(&table, &bindings[..]);
    assert!(walk.next().is_some_and(|first| first.is_ok()));
    assert_eq!(walk.next(), Some(Err(Error::UnknownType)));
    assert_eq!(walk.next(), None);
    assert_eq!(walk.next(), None);
}

#[test]
fn immutable_samplers_are_those_of_the_set_in_order() {
    let samplers = |number, count, immutable_samplers| Binding {
        immutable_samplers,
        ..binding(number, COMBINED, count)
    };
    let bindings = [
        samplers(3, 4, &[1, 2][..]),
        samplers(1, 3, &[3, 1, 1][..]),
        samplers(2, 1, &[][..]),
        Binding { immutable_samplers: &[9], ..binding(0, SAMPLED, 1) },
    ];
    let laid = known(indirect(), &bindings);
    let first: Vec<_> = laid
        .layouts
        .iter()
        .map(|s| (s.first_immutable_sampler, s.immutable_sampler_count))
        .collect();
    assert_eq!(first, [(ABSENT, 0), (0, 3), (ABSENT, 0), (3, 2)]);
    assert_eq!(laid.set.immutable_sampler_count, 5);
}
