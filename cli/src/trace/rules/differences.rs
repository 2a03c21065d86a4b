// SPDX-License-Identifier: MIT

//! What the hardware reads of a draw, as typed values that two traces can be
//! compared by. Addresses are not among them, because they differ from run to
//! run.

use super::finding::{Finding, Rule};
use super::Found;
use crate::notation::Step;
use crate::trace::model::access::{self, Selector, LOW_BITS};
use crate::trace::model::threads::{Threads, Wrong};
use crate::trace::model::Reading;
use crate::trace::text::job::{label_text, Counts, Label, Place};
use std::collections::hash_map::DefaultHasher;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// What jobs and descriptors of a draw contain in addition to its counts and
/// attributes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct JobValues {
    pub start: Option<i64>,
    pub instance_offset: Option<i64>,
    pub instance_size: Option<i64>,
    pub primitive_size: Option<i64>,
    pub mode: Option<Label>,
    pub index_type: Option<Label>,
    pub index_count: Option<i64>,
    pub base_vertex: Option<i64>,
    pub index_offset: Option<i64>,
    pub index_array_size: Option<i64>,
    /// Words that the fragment shader reads directly, its resource tables, and
    /// the strides of a vertex packet (v9).
    pub fau_count: Option<i64>,
    pub tables: Option<i64>,
    pub packet_stride: Option<i64>,
    pub attribute_stride: Option<i64>,
}

impl JobValues {
    /// Its values by name.
    pub fn numbers(&self, labels: &mut Labels) -> [(Name, Option<i64>); 14] {
        let mode = self.mode.map(|mode| labels.number(mode));
        let index_type = self.index_type.map(|kind| labels.number(kind));
        [
            (Name::Start, self.start),
            (Name::InstanceOffset, self.instance_offset),
            (Name::InstanceSize, self.instance_size),
            (Name::PrimitiveSize, self.primitive_size),
            (Name::DrawMode, mode),
            (Name::IndexType, index_type),
            (Name::IndexCount, self.index_count),
            (Name::BaseVertex, self.base_vertex),
            (Name::IndexOffset, self.index_offset),
            (Name::IndexArraySize, self.index_array_size),
            (Name::FauCount, self.fau_count),
            (Name::Tables, self.tables),
            (Name::PacketStride, self.packet_stride),
            (Name::AttributeStride, self.attribute_stride),
        ]
    }
}

macro_rules! names {
    ($($name:ident, $text:literal;)*) => {
        /// What a value is.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Name {
            $($name,)*
        }

        impl Name {
            pub fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

names! {
    Vertices, "the vertices differ from";
    Instances, "the instances differ from";
    Start, "the start differs from";
    InstanceOffset, "the instance offset differs from";
    InstanceSize, "the instance size differs from";
    PrimitiveSize, "the instance primitive size differs from";
    DrawMode, "the draw mode differs from";
    IndexType, "the index type differs from";
    IndexCount, "the index count differs from";
    BaseVertex, "the base vertex offset differs from";
    IndexOffset, "the index offset differs from";
    IndexArraySize, "the size of the index array differs from";
    FauCount, "the FAU count differs from";
    Tables, "the number of resource tables differs from";
    PacketStride, "the stride of the vertex packet differs from";
    AttributeStride, "the stride of the packet's attributes differs from";
    Divisor, "the divisor differs from";
    Stride, "the stride differs from";
    Offset, "the offset differs from";
    BufferSize, "the size of the buffer differs from";
    SameBuffer, "the location with the same buffer differs from";
    Format, "the format differs from";
}

/// Instead of an API divisor.
const PER_VERTEX: i64 = access::PER_VERTEX as i64;

/// A value of a draw, or of an attribute at a location. Many are in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(Rust, packed)]
struct DrawValue {
    name: Name,
    location: u8,
    number: i64,
}

/// What only v4 to v7, or only v9 and later, have.
const OF_GENERATION: [Name; 11] = [
    Name::IndexCount,
    Name::IndexOffset,
    Name::IndexArraySize,
    Name::FauCount,
    Name::Tables,
    Name::PacketStride,
    Name::AttributeStride,
    Name::InstanceOffset,
    Name::InstanceSize,
    Name::PrimitiveSize,
    Name::BaseVertex,
];

/// The location of values of the draw itself.
const OF_DRAW: u8 = u8::MAX;

/// More locations than any draw has.
const MOST_LOCATIONS: u32 = 64;

/// The names of formats and modes, by number.
#[derive(Default)]
pub struct Labels {
    numbers: HashMap<Label, i64>,
    labels: Vec<Label>,
}

impl Labels {
    fn number(&mut self, label: Label) -> i64 {
        let next = self.labels.len() as i64;
        let number = *self.numbers.entry(label).or_insert(next);
        if number == next {
            self.labels.push(label);
        }
        number
    }

    pub fn text(&self, name: Name, number: Option<i64>) -> String {
        let Some(number) = number else { return "none".into() };
        match name {
            Name::Divisor if number == PER_VERTEX => "per vertex".into(),
            Name::DrawMode | Name::IndexType | Name::Format => {
                label_text(&self.labels[number as usize])
            }
            _ => number.to_string(),
        }
    }
}

/// The values of a draw, in order. A draw with four attributes takes about 400
/// bytes.
pub struct Values {
    values: Vec<DrawValue>,
    /// The linear ids per instance.
    padded: u32,
    /// Whether it has records, whose offsets contain low bits of addresses.
    has_records: bool,
}

impl Values {
    pub fn new(found: &Found, labels: &mut Labels) -> Self {
        let mut own =
            Self { values: Vec::new(), padded: 0, has_records: false };
        let counts = found.counts;
        let count = |n: fn(Counts) -> u32| counts.map(|c| n(c).into());
        own.add(Name::Vertices, OF_DRAW, count(|counts| counts.vertices));
        own.add(Name::Instances, OF_DRAW, count(|counts| counts.instances));
        own.other(found.other, labels);
        let reading = found.reading.as_ref();
        let attributes = reading.into_iter().flat_map(Reading::attributes);
        let attributes =
            attributes.filter(|a| a.place.location < MOST_LOCATIONS);
        // The first location of each buffer.
        let mut first = HashMap::new();
        for access in attributes {
            own.has_records |= matches!(access.selector, Selector::Record(_));
            let location = access.place.location as u8;
            let divisor = match access.step() {
                Step::Vertex => PER_VERTEX,
                Step::Instance(divisor) => divisor.into(),
            };
            let size = access.buffer.map(|buffer| buffer.size.into());
            let address = access.buffer.and_then(|buffer| buffer.address);
            let same = *first.entry(address).or_insert(location);
            let same = Some(same).filter(|_| address.is_some());
            let same = same.filter(|same| *same != location);
            for (name, number) in [
                (Name::Divisor, Some(divisor)),
                (Name::Stride, Some(access.stride as i64)),
                (Name::Offset, Some(access.offset as i64)),
                (Name::BufferSize, size),
                (Name::SameBuffer, same.map(i64::from)),
                (Name::Format, Some(labels.number(access.format))),
            ] {
                own.add(name, location, number);
            }
        }
        own.padded = reading.map_or(0, |reading| reading.draw.padded_count);
        own
    }

    /// Adds a value, unless another job of the draw has it.
    fn add(&mut self, name: Name, location: u8, number: Option<i64>) {
        let Some(number) = number else { return };
        if self.get(name, location).is_none() {
            self.values.push(DrawValue { name, location, number });
        }
    }

    /// Adds what a job of the draw contains.
    pub fn other(&mut self, other: JobValues, labels: &mut Labels) {
        for (name, number) in other.numbers(labels) {
            self.add(name, OF_DRAW, number);
        }
    }

    /// Frees what is not needed once the draw is complete.
    pub fn complete(&mut self) {
        self.values.shrink_to_fit();
    }

    fn get(&self, name: Name, location: u8) -> Option<i64> {
        let mut values = self.values.iter();
        let is_it = |v: &&DrawValue| v.name == name && v.location == location;
        values.find(is_it).map(|value| value.number)
    }

    /// A number for all values; equal draws have the same.
    pub fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.values.hash(&mut hasher);
        hasher.finish()
    }

    /// The counts, and the locations of the attributes.
    pub fn counts(&self) -> [i64; 3] {
        let [vertices, instances] = [Name::Vertices, Name::Instances]
            .map(|name| self.get(name, OF_DRAW).unwrap_or(0));
        [vertices, instances, self.locations() as i64]
    }

    /// The locations of the attributes, as bits.
    pub fn locations(&self) -> u64 {
        let strides = self.values.iter().filter(|v| v.name == Name::Stride);
        strides.fold(0, |all, value| all | 1 << (value.location % 64))
    }

    fn threads(&self) -> Threads {
        let [vertices, instances, _] = self.counts();
        Threads {
            vertices: vertices as u32,
            instances: instances as u32,
            padded: self.padded,
        }
    }

    /// The first thread that reads another element.
    fn first_wrong(&self, name: Name, own: i64, good: i64) -> Option<Wrong> {
        if name != Name::Divisor {
            return None;
        }
        let element = |divisor: i64, instance: u64, vertex: u64| match divisor {
            PER_VERTEX => vertex,
            0 => 0,
            divisor => instance / divisor as u64,
        };
        let [less, more] =
            [own.min(good), own.max(good)].map(i64::unsigned_abs);
        let few = [(0, 1), (1, 0), (less.max(1), 0), (more, 0)];
        self.threads().first_wrong_of(
            few,
            |instance, vertex| element(own, instance, vertex),
            |instance, vertex| element(good, instance, vertex),
        )
    }

    /// Whether a number of an attribute is the same in the good draw.
    fn is_same(
        &self,
        name: Name,
        location: u8,
        (own, good): (i64, i64),
        has_records: bool,
    ) -> bool {
        if own == good {
            return true;
        }
        // Low bits of the address are in the offset, but whole elements are
        // not.
        let low = own.abs_diff(good) <= LOW_BITS && has_records;
        let stride = self.get(Name::Stride, location).unwrap_or(0).max(1);
        match name {
            Name::Offset => low && (own - good) % stride != 0,
            Name::BufferSize => low,
            _ => false,
        }
    }

    /// What differs from a good draw, which is at this place.
    pub fn differences(
        &self,
        good: &Self,
        labels: &Labels,
        (line, lines): (u64, &[(u32, u64)]),
        place: &str,
    ) -> Vec<Finding> {
        let mut found = Vec::new();
        let mut differs = |name: Name, location, own, good| {
            let line = lines
                .iter()
                .find(|(other, _)| *other == u32::from(location))
                .map_or(line, |(_, line)| *line);
            let what = name.text();
            let message = format!("{what} the draw of {place}");
            let finding = Finding::new(line, Rule::Diff, what);
            let finding = finding.message(message);
            let text = |number| labels.text(name, number);
            let finding = finding.found(text(own)).right(text(good));
            let wrong = own.zip(good);
            let wrong = wrong.and_then(|(a, b)| self.first_wrong(name, a, b));
            let finding = finding.first(wrong);
            found.push(match location {
                OF_DRAW => finding,
                location => finding.at(Place::at(location.into())),
            });
        };
        let counts = self.counts()[..2] != good.counts()[..2];
        // What only one of two generations has is no difference.
        let others = self.has_records != good.has_records;
        let kind = self.get(Name::IndexType, OF_DRAW);
        let is_indexed = labels.text(Name::IndexType, kind) != "None";
        let is_skipped = |name: Name| {
            // v4 to v7 have the vertices of indices, others their number.
            let of_indices = [Name::Vertices, Name::Start].contains(&name);
            others
                && (OF_GENERATION.contains(&name) || of_indices && is_indexed)
        };
        let [own_locations, good_locations] = [self, good].map(Self::locations);
        let is_common = |location: u8| {
            location == OF_DRAW
                || (own_locations & good_locations) >> location & 1 == 1
        };
        for value in &self.values {
            let DrawValue { name, location, number } = *value;
            // They follow from the counts.
            let follows = [Name::InstanceSize, Name::PrimitiveSize];
            if counts && follows.contains(&name)
                || is_skipped(name)
                || !is_common(location)
            {
                continue;
            }
            let other = good.get(name, location);
            let has_records = self.has_records || good.has_records;
            let is_same = |other: i64| {
                let both = (number, other);
                self.is_same(name, location, both, has_records)
            };
            if !other.is_some_and(is_same) {
                differs(name, location, Some(number), other);
            }
        }
        for value in &good.values {
            let DrawValue { name, location, number } = *value;
            let is_missing = self.get(name, location).is_none();
            if is_common(location) && !is_skipped(name) && is_missing {
                differs(name, location, None, Some(number));
            }
        }
        for (what, locations) in [
            (
                "an extra attribute, compared with",
                own_locations & !good_locations,
            ),
            (
                "an attribute is missing, compared with",
                good_locations & !own_locations,
            ),
        ] {
            let each = (0..MOST_LOCATIONS).filter(|l| locations >> l & 1 == 1);
            found.extend(each.map(|location| {
                let message = format!("{what} the draw of {place}");
                let finding = Finding::new(line, Rule::Diff, what);
                finding.message(message).at(Place::at(location))
            }));
        }
        found
    }
}
