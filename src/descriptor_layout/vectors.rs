// SPDX-License-Identifier: MIT

//! The rows of descriptor_layout_known.csv: what real driver functions printed,
//! the picture in anv.rst and every refusal; and tables of a driver's own.

use super::*;
use crate::known::{arguments, known_answers};
use std::vec::Vec;

const SAMPLER: u32 = 0;
const COMBINED: u32 = 1;
const SAMPLED: u32 = 2;
const INLINE: u32 = 1_000_138_000;

/// The vectors are those of 24.3.
fn table(model: Model, version: u32, set_flags: u32) -> Table<'static> {
    model.table(Mesa::V24_3, version, set_flags).expect("it is known")
}

fn indirect() -> Table<'static> {
    table(Model::AnvIndirect, 120, 0)
}

fn binding(binding: u32, descriptor_type: u32, count: u32) -> Binding<'static> {
    Binding {
        binding,
        descriptor_type,
        descriptor_count: count,
        ..Binding::default()
    }
}

fn part(descriptor_type: u32, descriptor_count: u32) -> PoolPart<'static> {
    PoolPart { descriptor_type, descriptor_count, mutable_types: &[] }
}

/// A set with its layouts.
#[derive(Debug)]
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
}

fn lay(table: Table<'static>, bindings: &[Binding]) -> Result<Laid, Error> {
    let mut layouts = [BindingLayout::ABSENT; 20];
    let set = set_layout(&table, bindings, &mut layouts)?;
    assert_eq!(Walk::new(&table, bindings).finish(), Ok(set));
    let (written, rest) = layouts.split_at(set.binding_count as usize);
    assert!(rest.iter().all(|layout| *layout == BindingLayout::ABSENT));
    Ok(Laid { table, set, layouts: written.to_vec() })
}

type Given = crate::known::Given<Error>;

arguments! {
    Error: Model, Mesa;
    PoolPart<'static> { descriptor_type, descriptor_count; mutable_types: &[] }
}

/// Given model, release, version and flags of the set.
fn given_table(given: &mut Given) -> Result<Table<'static>, Error> {
    let model: Model = given.take()?;
    model.table(given.take()?, given.take()?, given.take()?)
}

/// Given number, type, count, flags and stages of each binding, and its
/// immutable samplers and its list of types, each after its length: calls
/// `then` with the bindings.
fn with_bindings<T>(
    given: &mut Given,
    then: impl FnOnce(&[Binding]) -> Result<T, Error>,
) -> Result<T, Error> {
    let words: Vec<u32> = given.take()?;
    let bytes: Vec<_> = words.iter().map(|&word| word as u8).collect();
    let mut bindings = Vec::new();
    let mut start = 0;
    while let &[number, kind, count, flags, stages, samplers, ..] =
        &words[start..]
    {
        let types = start + 6 + samplers as usize;
        let end = types + 1 + words[types] as usize;
        bindings.push(Binding {
            binding_flags: flags,
            stage_flags: stages,
            immutable_samplers: &bytes[start + 6..types],
            mutable_types: &words[types + 1..end],
            ..binding(number, kind, count)
        });
        start = end;
    }
    then(&bindings)
}

/// Where the elements of each binding begin, if it has at most four.
fn element_words(laid: &Laid) -> Vec<Element> {
    let few = laid.layouts.iter().filter(|layout| layout.array_size <= 4);
    few.flat_map(|layout| {
        (0..layout.array_size).map(|n| layout.element(n, 0).unwrap())
    })
    .collect()
}

known_answers! {
    layouts_are_the_known_answers,
    "../../c_tests/data/descriptor_layout_known.csv", given: Error;
    "table" => given_table(given)?.rules,
    "type" => {
        let (table, kind) = (given_table(given)?, given.take()?);
        table.type_layout(kind, &given.take::<Vec<_>>()?)?
    },
    "size" => {
        let (table, variable_count) = (given_table(given)?, given.take()?);
        let laid = with_bindings(given, |bindings| lay(table, bindings))?;
        laid.size(variable_count)?
    },
    "elements" => {
        let table = given_table(given)?;
        with_bindings(given, |bindings| lay(table, bindings))
            .map(|laid| element_words(&laid))?
    },
    "structs" => {
        let table = given_table(given)?;
        let laid = with_bindings(given, |bindings| lay(table, bindings))?;
        (laid.set, laid.layouts)
    },
    "support" => {
        let table = given_table(given)?;
        with_bindings(given, |bindings| support(&table, bindings))?
    },
    // An alignment or 0 for the table's, how many sets and inline blocks,
    // and types with counts.
    "pool" => {
        let mut table = given_table(given)?;
        let [alignment, sets, blocks] = given.take()?;
        if alignment != 0 {
            table.rules.pool_alignment = alignment;
        }
        let parts: Vec<PoolPart> = given.take()?;
        pool_size(&table, parts.into_iter(), sets, blocks)?
    },
    "offset_starts" => {
        let rules = given_table(given)?.rules;
        let counts: Vec<u32> = given.take()?;
        let mut starts = [u32::MAX; 33];
        let total = dynamic_offset_starts(&rules, &counts, &mut starts);
        let written = if total.is_ok() { counts.len() } else { 0 };
        let (starts, rest) = starts.split_at(written);
        assert!(rest.iter().all(|&start| start == u32::MAX));
        total.map(|_| Vec::from(starts))?
    },
    "range" => {
        let (rules, kind) = (given_table(given)?.rules, given.take()?);
        let [size, offset, range, dynamic] = given.take()?;
        buffer_range(&rules, kind, size, offset, range, dynamic)?
    },
    "surface_handle" => surface_handle(given.take()?, given.take()?)?,
    "sampler_handle" => sampler_handle(given.take()?, given.take()?)?,
    "push_constant" => push_constant_word(given.take()?, given.take()?)?,
    "heap" => Heap::of_anv(given.take()?)?,
    "anv_model" => {
        let (version, flags) = (given.take()?, given.take()?);
        let model = Model::of_anv(version, flags, given.take()?);
        model.map_or(0, |model| model as u32)
    },
}

#[test]
fn a_mutable_type_may_have_samplers_if_the_table_allows_it() {
    let buffer = table(Model::AnvBuffer, 125, 0x10);
    let types = buffer.types.iter();
    let types: Vec<_> =
        types.map(|layout| TypeLayout { flags: 0, ..*layout }).collect();
    let combined = Table { types: &types, ..buffer };
    let mutable = DescriptorType::Mutable as u32;
    let layout = combined.type_layout(mutable, &[]).unwrap();
    assert_eq!((layout.data, layout.surface_size), (0x390, 128));
}

/// Planes of 16 bytes, and after them samplers of 8 bytes.
const WITH_SAMPLERS: TypeLayout = TypeLayout {
    max_planes: 3,
    surface_size: 16,
    surface_sampler_size: 8,
    surface_alignment: 8,
    ..TypeLayout::empty(COMBINED)
};

#[test]
fn samplers_in_the_surface_area_follow_the_planes() {
    let rules = Rules { max_planes: 3, ..indirect().rules };
    let table = Table { types: &[WITH_SAMPLERS], rules };
    let plain = lay(table, &[binding(0, COMBINED, 3)]).unwrap();
    assert_eq!(plain.set.surface_size, 3 * (16 + 8));
    let layout = plain.layouts[0];
    assert_eq!((layout.surface_stride, layout.surface_size), (24, 16));
    assert_eq!(layout.element(2, 0).unwrap().surface_offset, 2 * 24);
    // Two planes and two samplers.
    let samplers = [2 | OWN_CHROMA_FILTER; 3];
    let immutable_samplers = &samplers[..];
    let bindings = [Binding { immutable_samplers, ..binding(0, COMBINED, 3) }];
    let planes = lay(table, &bindings).unwrap();
    assert_eq!(planes.set.surface_size, 3 * (2 * 16 + 2 * 8));
    let element = planes.layouts[0].element(1, 1).unwrap();
    assert_eq!(element.surface_offset, 48 + 16);
    // A mutable type has room for planes and samplers of each type.
    let mutable = DescriptorType::Mutable as u32;
    let layout = table.type_layout(mutable, &[COMBINED]).unwrap();
    assert_eq!(layout.surface_size, 24);
}

#[test]
fn every_binding_has_room() {
    assert!(lay(indirect(), &[binding(19, SAMPLED, 1)]).is_ok());
    let beyond = lay(indirect(), &[binding(20, SAMPLED, 1)]);
    assert_eq!(beyond.err(), Some(Error::OutputFull));
}

#[test]
fn memory_of_samplers_takes_a_binding_table_entry() {
    let mut table = table(Model::AnvDirect, 125, 0);
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
    const DYNAMIC: u32 = DescriptorType::UniformBufferDynamic as u32;
    let all = [binding(0, DYNAMIC, 0xFFFF_FFF0), binding(1, SAMPLED, 0x40)];
    assert!(lay(table, &all).is_ok());
    table.rules.max_push_descriptors = u32::MAX - 1;
    assert_eq!(lay(table, &all).err(), Some(Error::PushLimit));
}

#[test]
fn every_set_has_room_for_its_start() {
    let rules = indirect().rules;
    let mut starts = [9; 2];
    let few = dynamic_offset_starts(&rules, &[1, 1], &mut starts[..1]);
    assert_eq!(few, Err(Error::OutputFull));
    assert_eq!(starts, [9; 2]);
    let enough = dynamic_offset_starts(&rules, &[1, 1], &mut starts);
    assert_eq!(enough, Ok(2));
}

#[test]
fn a_table_without_powers_of_two_is_refused() {
    let mut own = *indirect().types.first().unwrap();
    own.surface_alignment = 24;
    let types = [own];
    let table = Table { types: &types, rules: indirect().rules };
    assert_eq!(table.type_layout(SAMPLER, &[]), Err(Error::Alignment));
    let mut laid = lay(indirect(), &[binding(0, SAMPLED, 1)]).unwrap();
    laid.table.rules.set_alignment = 48;
    assert_eq!(laid.size(0), Err(Error::Alignment));
}

#[test]
fn invalid_totals_are_refused() {
    let variable = Binding { binding_flags: 8, ..binding(0, SAMPLED, 100) };
    let mut laid = lay(indirect(), &[variable]).unwrap();
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
fn each_inline_block_of_a_pool_can_lose_bytes() {
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
    let parts = [part(COMBINED, 1000)].into_iter();
    let size = pool_size(&table, parts, 1, 0).unwrap();
    assert_eq!(size.surface_size, 8192);
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
