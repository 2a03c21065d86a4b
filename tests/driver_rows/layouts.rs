// SPDX-License-Identifier: MIT

//! Descriptor sets as real drivers lay them out: every answer in
//! `layouts_sets.csv` and `layouts_bindings.csv`, which
//! `c_tests/data/README.md` explains. Where a driver is wrong, the test checks
//! that its defect explains its answer, and that the library's answer is the
//! right one.
//!
//! Compares: docs/reference/descriptor-layout.md: The walk; Models; Tables;
//! Mutable types; Elements; Memory of a set; Memory of a pool; Support;
//! Buffer ranges.

use super::{number, other_folder, rows, tell, tell_any, word, Row};
use dral::modules::descriptor_layout::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

const INLINE: u32 = DescriptorType::InlineUniformBlock as u32;
const MUTABLE: u32 = DescriptorType::Mutable as u32;
const VARIABLE: u32 = BindingFlag::VariableDescriptorCount as u32;

/// The size of the buffers in the rows, in bytes.
const BUFFER_SIZE: u64 = 65536;

/// A binding of a set, with everything that the rows say about it. Its lists
/// are never freed.
struct Given {
    row: Row,
    samplers: &'static [ImmutableSampler],
    list: &'static [u32],
}

impl Given {
    fn new(row: Row, own_chroma: bool) -> Self {
        let parts = |text: &str| -> Vec<u32> {
            let parts = text.split('.').filter(|part| !part.is_empty());
            parts.map(|part| part.parse().unwrap()).collect()
        };
        let sampler = |planes: u32| ImmutableSampler {
            plane_count: planes as u8,
            own_chroma_filter: own_chroma.into(),
        };
        let list = match row["mutable"].as_str() {
            "none" | "empty" => Vec::new(),
            list => parts(list),
        };
        let samplers = parts(&row["planes"]).into_iter().map(sampler);
        let samplers = samplers.collect::<Vec<_>>().leak();
        Self { samplers, list: list.leak(), row }
    }

    fn binding(&self) -> Binding<'static> {
        Binding {
            binding: word(&self.row, "binding"),
            descriptor_type: word(&self.row, "type"),
            descriptor_count: word(&self.row, "count"),
            stage_flags: word(&self.row, "stages"),
            binding_flags: word(&self.row, "flags"),
            immutable_samplers: self.samplers,
            mutable_types: self.list,
        }
    }
}

/// A driver's set, and the layout table of that driver.
struct Set {
    row: Row,
    given: Vec<Given>,
    table: Table<'static>,
}

impl Set {
    fn new(row: Row, given: Vec<Row>) -> Self {
        let model = match row["model"].as_str() {
            "indirect" => Model::AnvIndirect,
            "direct" => Model::AnvDirect,
            "buffer" => Model::AnvBuffer,
            "panvk" => Model::Panvk,
            other => panic!("model {other}"),
        };
        // ANV of 25.0 has the layouts of 24.3.
        let release: Vec<u32> =
            row["mesa"].split('.').map(|part| part.parse().unwrap()).collect();
        let mesa = match release[0] * 100 + release[1] {
            ..2602 => Mesa::V24_3,
            _ => Mesa::V26_2,
        };
        let (version, flags) = (word(&row, "version"), word(&row, "set_flags"));
        let table = model.table(mesa, version, flags).unwrap();
        let own_chroma = row["case"] == "planes-chroma";
        let given = given.into_iter();
        let given = given.map(|row| Given::new(row, own_chroma)).collect();
        Self { row, given, table }
    }

    /// All sets of ANV and PanVK.
    fn all() -> Vec<Self> {
        let mut bindings: BTreeMap<String, Vec<Row>> = BTreeMap::new();
        for row in rows("layouts_bindings.csv") {
            bindings.entry(row["set"].clone()).or_default().push(row);
        }
        let sets = rows("layouts_sets.csv").into_iter();
        let known =
            |row: &Row| row["driver"] == "anv" || row["driver"] == "panvk";
        let sets: Vec<_> = sets
            .filter(known)
            .map(|row| {
                let given = bindings.remove(&row["set"]).unwrap_or_default();
                assert_eq!(given.len() as u32, word(&row, "bindings"));
                Self::new(row, given)
            })
            .collect();
        assert!(!sets.is_empty() || other_folder().is_some());
        sets
    }

    fn is_anv(&self) -> bool {
        self.row["driver"] == "anv"
    }

    fn is(&self, model: &str) -> bool {
        self.row["model"] == model
    }

    fn case(&self) -> &str {
        &self.row["case"]
    }

    /// Its bindings, in the order of the rows.
    fn bindings(&self) -> Vec<Binding<'static>> {
        self.given.iter().map(Given::binding).collect()
    }

    fn number(&self, column: &str) -> Option<u64> {
        number(&self.row, column)
    }

    /// Compares an answer with a column, if the row has a value there.
    fn compare<T: PartialEq + Debug>(
        &self,
        what: &str,
        answer: T,
        expected: T,
        compared: &mut u32,
    ) {
        let row = &self.row;
        assert_eq!(answer, expected, "set {}, {what}, {row:?}", row["set"]);
        *compared += 1;
    }
}

/// Bindings in the order of their numbers.
fn sorted<'a>(bindings: &[Binding<'a>]) -> Vec<Binding<'a>> {
    let mut sorted = bindings.to_vec();
    sorted.sort_by_key(|binding| binding.binding);
    sorted
}

fn lay(table: &Table, bindings: &[Binding]) -> (SetLayout, Vec<BindingLayout>) {
    let bindings = sorted(bindings);
    let walk = || Walk::new(table, bindings.iter().copied());
    let set = walk().finish().unwrap();
    let mut slots = vec![BindingLayout::ABSENT; set.binding_count as usize];
    let laid = set_layout(table, bindings.iter().copied(), &mut slots);
    assert_eq!(laid, Ok(set));
    (set, slots)
}

/// Whether a set's size in bytes exceeds 32 bits, which no driver checks.
fn is_beyond_32_bits(table: &Table, bindings: &[Binding]) -> bool {
    let mut bytes = [0u64; 2];
    for binding in bindings {
        let count = u64::from(binding.descriptor_count);
        let memory = table
            .type_layout(binding.descriptor_type, binding.mutable_types)
            .unwrap();
        let samplers = binding.immutable_samplers.iter();
        let planes = samplers.map(|one| one.plane_count).max().unwrap_or(1);
        let planes = u64::from(planes);
        let sizes = match binding.descriptor_type {
            INLINE => [1, 0],
            _ => [memory.surface_size, memory.sampler_size].map(u64::from),
        };
        for (area, size) in bytes.iter_mut().zip(sizes) {
            *area += size * count * planes;
        }
    }
    // Alignment adds too little to matter in these rows.
    bytes.into_iter().any(|bytes| bytes > u32::MAX.into())
}

#[test]
fn support_of_driver_rows() {
    let (mut compared, mut beyond) = (0, 0);
    for set in Set::all() {
        let Some(supported) = set.number("supported") else { continue };
        // Invalid: drivers lay it out as nothing; here it means all types.
        if set.case() == "mutable-empty" {
            continue;
        }
        let bindings = sorted(&set.bindings());
        let answer = support(&set.table, bindings.iter().copied()).unwrap();
        if set.is_anv() && supported == 1 && answer.supported == 0 {
            let is_beyond = is_beyond_32_bits(&set.table, &bindings);
            set.compare("beyond 32 bits", is_beyond, true, &mut beyond);
            continue;
        }
        let found = u64::from(answer.supported);
        set.compare("supported", found, supported, &mut compared);
        let most = u64::from(answer.max_variable_count);
        if let Some(expected) = set.number("max_variable") {
            set.compare("max_variable", most, expected, &mut compared);
        }
        // A set can be laid out if and only if it is supported, except for
        // limits that applications keep.
        let laid = Walk::new(&set.table, bindings).finish();
        match laid {
            Ok(_) => set.compare("laid out", supported, 1, &mut compared),
            Err(Error::InlineLimit | Error::PushLimit) => {}
            Err(_) => set.compare("laid out", supported, 0, &mut compared),
        }
    }
    tell(compared, "support");
    tell_any(beyond, "support beyond 32 bits, where ANV is wrong");
}

/// The bindings as ANV reads them: it takes the list of a mutable type from the
/// index of the binding's number, and no list beyond the array. An empty list
/// is laid out as nothing.
fn as_anv_sees(bindings: &[Binding<'static>]) -> Vec<Binding<'static>> {
    let seen = |binding: &Binding<'static>| {
        if binding.descriptor_type != MUTABLE {
            return *binding;
        }
        let from = bindings.get(binding.binding as usize);
        let is_mutable =
            from.is_none_or(|from| from.descriptor_type == MUTABLE);
        Binding {
            mutable_types: from.map_or(&[][..], |from| from.mutable_types),
            descriptor_count: match is_mutable {
                true => binding.descriptor_count,
                false => 0,
            },
            ..*binding
        }
    };
    bindings.iter().map(seen).collect()
}

#[test]
fn sizes_of_driver_rows() {
    let (mut compared, mut wrong) = (0, 0);
    for set in Set::all() {
        if set.number("create") != Some(0) || set.case() == "mutable-empty" {
            continue;
        }
        let bindings = set.bindings();
        let (right, slots) = lay(&set.table, &bindings);
        let rules = &set.table.rules;
        let count = set.number("variable_count").unwrap_or(0) as u32;
        let mut size = right.size(rules, slots.last(), count).unwrap();
        let mut laid = right;
        let counted = if set.is_anv() && set.case() == "mutable-order" {
            let seen = as_anv_sees(&bindings);
            // ANV does not refuse such a list either.
            let types: Vec<_> = set
                .table
                .types
                .iter()
                .map(|layout| TypeLayout { flags: 0, ..*layout })
                .collect();
            let table = Table { types: &types, rules: set.table.rules };
            let (seen, slots) = lay(&table, &seen);
            size = seen.size(rules, slots.last(), count).unwrap();
            laid = seen;
            &mut wrong
        } else {
            &mut compared
        };
        if let Some(bytes) = set.number("layout_bytes") {
            let found = u64::from(laid.surface_size);
            set.compare("layout_bytes", found, bytes, counted);
        }
        if set.row["alloc_result"] != "0" {
            continue;
        }
        if let Some(bytes) = set.number("set_bytes") {
            let found = u64::from(size.surface_size);
            set.compare("set_bytes", found, bytes, counted);
        }
        let Some(bytes) = set.number("sampler_bytes") else { continue };
        let found = u64::from(size.sampler_size);
        let forgotten = slots.last().is_some_and(|last| {
            set.is_anv()
                && last.descriptor_type == INLINE
                && last.binding_flags & VARIABLE != 0
        });
        if forgotten {
            // ANV forgets the samplers of the other bindings.
            set.compare("sampler_bytes", 0, bytes, &mut wrong);
        } else {
            set.compare("sampler_bytes", found, bytes, counted);
        }
    }
    tell(compared, "sizes of layouts and sets");
    tell_any(wrong, "sizes where ANV is wrong");
}

/// A range of memory that changed: whether it is in the sampler area, the first
/// byte, and the size.
fn pieces(text: &str) -> impl Iterator<Item = (bool, u64, u64)> + '_ {
    text.split('+').filter(|piece| !piece.contains("out")).map(|piece| {
        let (offset, bytes) = piece.split_once(':').unwrap();
        let sampler = offset.starts_with('s');
        let offset = offset.trim_start_matches('s');
        (sampler, offset.parse().unwrap(), bytes.parse().unwrap())
    })
}

#[test]
fn places_of_driver_rows() {
    let (mut compared, mut elements) = (0, 0);
    for set in Set::all() {
        let lists = ["mutable-order", "mutable-empty"].contains(&set.case());
        if set.number("create") != Some(0) || set.is_anv() && lists {
            continue;
        }
        let (_, slots) = lay(&set.table, &set.bindings());
        // ANV keeps the offset of samplers in 16 bits.
        let kept = |offset: u32| match set.is("direct") {
            true => offset % 0x1_0000,
            false => offset,
        };
        for given in &set.given {
            let binding = given.binding();
            let slot = &slots[binding.binding as usize];
            if binding.descriptor_count == 0 {
                assert!(slot.is_absent());
                continue;
            }
            let inline = slot.descriptor_type == INLINE;
            for (column, found) in [
                ("first", slot.surface_offset),
                ("stride", slot.surface_stride),
                ("sampler_first", kept(slot.sampler_offset)),
                ("sampler_stride", slot.sampler_stride),
            ] {
                if let Some(expected) = number(&given.row, column) {
                    let found = u64::from(found);
                    set.compare(column, found, expected, &mut compared);
                }
            }
            for seen in given.row["seen"].split_whitespace() {
                let (element, changed) = seen.split_once('=').unwrap();
                let element = element.split('/').next().unwrap();
                let element = element.parse().unwrap();
                let place = slot.element(element, 0).unwrap();
                for (sampler, offset, bytes) in pieces(changed) {
                    let (begin, size) = if sampler {
                        let before =
                            slot.sampler_offset - kept(slot.sampler_offset);
                        (place.sampler_offset - before, slot.sampler_stride)
                    } else if inline {
                        (place.surface_offset, 4)
                    } else {
                        (place.surface_offset, slot.surface_stride)
                    };
                    let (begin, size) = (u64::from(begin), u64::from(size));
                    let inside =
                        begin <= offset && offset + bytes <= begin + size;
                    set.compare(seen, inside, true, &mut elements);
                }
            }
        }
    }
    tell(compared, "offsets and strides of bindings");
    tell(elements, "bytes of descriptors");
}

#[test]
fn pools_of_driver_rows() {
    let (mut compared, mut greater) = (0, 0);
    for set in Set::all() {
        let Some(bytes) = set.number("pool_bytes") else { continue };
        if set.number("pool_result") != Some(0) || set.case() == "mutable-empty"
        {
            continue;
        }
        let bindings = set.bindings();
        let there = || bindings.iter().filter(|b| b.descriptor_count > 0);
        let parts = there().map(|binding| PoolPart {
            descriptor_type: binding.descriptor_type,
            descriptor_count: binding.descriptor_count,
            mutable_types: binding.mutable_types,
        });
        let inline = there().filter(|b| b.descriptor_type == INLINE).count();
        let sets = set.number("pool_sets").unwrap() as u32;
        let size = pool_size(&set.table, parts, sets, inline as u32).unwrap();
        let found = size.surface_size + size.sampler_size;
        // Descriptors after which the next one is not aligned, unlike in ANV's
        // calculation.
        let layouts: Vec<_> = there()
            .filter(|b| b.descriptor_type != INLINE)
            .map(|b| {
                let list = b.mutable_types;
                set.table.type_layout(b.descriptor_type, list).unwrap()
            })
            .collect();
        let most = layouts.iter().map(|one| one.surface_alignment).max();
        let most = most.unwrap_or(1);
        let gaps: u64 = there()
            .filter(|b| b.descriptor_type != INLINE)
            .zip(&layouts)
            .map(|(binding, one)| {
                let gap =
                    one.surface_size.next_multiple_of(most) - one.surface_size;
                u64::from(gap) * u64::from(binding.descriptor_count)
            })
            .sum();
        if set.is("direct") && gaps > 0 {
            let page = u64::from(set.table.rules.pool_alignment);
            let most = bytes + gaps.next_multiple_of(page);
            let between = (bytes..=most).contains(&found);
            set.compare("pool", between, true, &mut greater);
        } else {
            set.compare("pool", found, bytes, &mut compared);
        }
    }
    tell(compared, "pools");
    tell_any(greater, "pools that may be too small in ANV's direct model");
}

#[test]
fn ranges_of_driver_rows() {
    let mut compared = 0;
    let mut kinds = BTreeSet::new();
    for set in Set::all() {
        for given in &set.given {
            let Some(offset) = number(&given.row, "write_offset") else {
                continue;
            };
            let range = match given.row["write_range"].as_str() {
                "whole" => WHOLE_SIZE,
                range => range.parse().unwrap(),
            };
            let kind = word(&given.row, "type");
            let rules = &set.table.rules;
            let covered =
                buffer_range(rules, kind, BUFFER_SIZE, offset, range, 0);
            let covered = covered.unwrap();
            for (column, found) in
                [("read_offset", covered.offset), ("read_range", covered.range)]
            {
                let expected = number(&given.row, column).unwrap();
                set.compare(column, found, expected, &mut compared);
            }
            kinds.insert((kind, set.row["mesa"].clone()));
        }
    }
    tell(compared, "ranges of buffers");
    assert!(kinds.len() > 1 || other_folder().is_some(), "{kinds:?}");
}
