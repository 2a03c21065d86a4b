// SPDX-License-Identifier: MIT

//! The rows of descriptor_layout_known.csv: what real driver functions printed,
//! the picture in anv.rst and every refusal; and tables of a driver's own.

extern crate std;

use super::*;
use crate::known::{assert_known, fields, narrow, wide};
use std::vec::Vec;

const SAMPLER: u32 = 0;
const COMBINED: u32 = 1;
const SAMPLED: u32 = 2;
const STORAGE_IMAGE: u32 = 3;
const UNIFORM_TEXEL: u32 = 4;
const UNIFORM: u32 = 6;
const UNIFORM_DYNAMIC: u32 = 8;
const INLINE: u32 = 1_000_138_000;
const MUTABLE: u32 = 1_000_351_000;
const VARIABLE: u32 = 8;

/// The vectors are those of 24.3.
fn table(model: Model, version: u32, set_flags: u32) -> Table<'static> {
    model.table(Mesa::V24_3, version, set_flags).expect("it is known")
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

const PICTURE: [(u32, u32); 4] =
    [(STORAGE_IMAGE, 3), (COMBINED, 2), (UNIFORM, 1), (UNIFORM_TEXEL, 1)];

fn picture() -> Vec<Binding<'static>> {
    let numbered = (0..).zip(PICTURE);
    numbered.map(|(n, (kind, count))| binding(n, kind, count)).collect()
}

/// Given model, release, version and flags of the set.
fn given_table(given: &[u32]) -> Result<Table<'static>, Error> {
    let model = Model::try_from(given[0])?;
    let mesa = Mesa::try_from(given[1])?;
    model.table(mesa, given[2], given[3])
}

/// Given number, type, count, flags and stages of each binding, and its
/// immutable samplers and its list of types, each after its length. `bytes`
/// are the same words.
fn given_bindings<'w>(
    mut words: &'w [u32],
    mut bytes: &'w [u8],
) -> Vec<Binding<'w>> {
    let mut bindings = Vec::new();
    while let &[number, kind, count, flags, stages, samplers, ..] = words {
        let types = 6 + samplers as usize;
        let end = types + 1 + words[types] as usize;
        bindings.push(Binding {
            binding_flags: flags,
            stage_flags: stages,
            immutable_samplers: &bytes[6..types],
            mutable_types: &words[types + 1..end],
            ..binding(number, kind, count)
        });
        (words, bytes) = (&words[end..], &bytes[end..]);
    }
    bindings
}

/// Where the elements of each binding begin, if it has at most four.
fn element_words(laid: &Laid) -> Vec<u64> {
    let few = laid.layouts.iter().filter(|layout| layout.array_size <= 4);
    few.flat_map(|layout| {
        let elements = 0..layout.array_size;
        elements.flat_map(|n| fields(&layout.element(n, 0).unwrap()))
    })
    .collect()
}

/// All fields of the layouts of a set and its bindings.
fn struct_words(laid: &Laid) -> Vec<u64> {
    let mut words = fields(&laid.set);
    words.extend(laid.layouts.iter().flat_map(fields));
    words
}

/// An alignment or 0 for the table's, how many sets and inline blocks, and
/// types with counts.
fn pool_words(mut table: Table, given: &[u32]) -> Result<Vec<u64>, Error> {
    if given[0] != 0 {
        table.rules.pool_alignment = given[0];
    }
    let parts = given[3..].chunks(2).map(|part| PoolPart {
        descriptor_type: part[0],
        descriptor_count: part[1],
        mutable_types: &[],
    });
    let parts: Vec<_> = parts.collect();
    let size = pool_size(&table, parts.into_iter(), given[1], given[2])?;
    Ok(fields(&size))
}

/// The answer of a function that is given a table first.
fn table_answer(function: &str, given: &[u32]) -> Result<Vec<u64>, Error> {
    let (table, given) = given.split_at(4);
    let table = given_table(table)?;
    let rules = table.rules;
    let bytes: Vec<_> = given.iter().map(|&word| word as u8).collect();
    Ok(match function {
        "table" => fields(&rules),
        "type" => fields(&table.type_layout(given[0], &given[1..])?),
        "size" => {
            let bindings = given_bindings(&given[1..], &bytes[1..]);
            fields(&lay(table, &bindings)?.size(given[0])?)
        }
        "elements" => {
            element_words(&lay(table, &given_bindings(given, &bytes))?)
        }
        "structs" => struct_words(&lay(table, &given_bindings(given, &bytes))?),
        "support" => {
            fields(&support(&table, &given_bindings(given, &bytes)[..])?)
        }
        "pool" => pool_words(table, given)?,
        "offset_starts" => {
            let mut starts = [u32::MAX; 33];
            let total = dynamic_offset_starts(&rules, given, &mut starts);
            let written = if total.is_ok() { given.len() } else { 0 };
            assert!(starts[written..].iter().all(|&start| start == u32::MAX));
            let starts = starts.into_iter().take(written);
            total?;
            wide(starts)
        }
        _ => panic!("unknown function: {function}"),
    })
}

#[test]
fn layouts_are_the_known_answers() {
    let known = include_str!("../../c_tests/data/descriptor_layout_known.csv");
    assert_known(known, |function, given| {
        let number = |place: usize| narrow(given)[place];
        Ok::<_, Error>(match function {
            "range" => {
                let rules = given_table(&narrow(&given[..4]))?.rules;
                let [kind, size, offset, range, dynamic] =
                    given[4..].try_into().unwrap();
                let kind = kind as u32;
                fields(&buffer_range(
                    &rules, kind, size, offset, range, dynamic,
                )?)
            }
            "surface_handle" => {
                wide([surface_handle(given[0], given[1] == 1)?])
            }
            "sampler_handle" => wide([sampler_handle(number(0), number(1))?]),
            "push_constant" => {
                wide([push_constant_word(number(0), number(1))?])
            }
            "heap" => fields(&Heap::of_anv(number(0))?),
            "anv_model" => {
                let forced = number(2) == 1;
                let model = Model::of_anv(number(0), number(1), forced);
                wide([model.map_or(0, |model| model as u32)])
            }
            _ => table_answer(function, &narrow(given))?,
        })
    });
}

#[test]
fn a_mutable_type_may_have_samplers_if_the_table_allows_it() {
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
fn every_binding_has_room() {
    assert!(lay(indirect(), &[binding(19, SAMPLED, 1)]).is_ok());
    let beyond = lay(indirect(), &[binding(20, SAMPLED, 1)]);
    assert_eq!(beyond.err(), Some(Error::OutputFull));
}

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
