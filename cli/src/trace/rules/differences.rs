// SPDX-License-Identifier: MIT

//! What the hardware reads of a draw, as values that two traces can be compared
//! by.

use super::finding::{Finding, Rule};
use super::values::{Labels, Name, Value, With, PER_VERTEX};
use super::Found;
use crate::notation::Step;
use crate::trace::model::access::{Selector, LOW_BITS};
use crate::trace::model::threads::{Threads, Wrong};
use crate::trace::model::Draw;
use crate::trace::text::job::Place;
use std::collections::hash_map::DefaultHasher;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

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
        own.take(found, labels);
        let draw = found.draw.as_ref();
        let attributes = draw.into_iter().flat_map(Draw::attributes);
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
                (
                    Name::Format,
                    Some(labels.number(Value::Label(access.format))),
                ),
            ] {
                own.add(name, location, number);
            }
        }
        own.padded = draw.map_or(0, |draw| draw.resolved.padded_count);
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
    pub fn take(&mut self, found: &Found, labels: &mut Labels) {
        for (name, value) in found.named() {
            self.add(name, OF_DRAW, Some(labels.number(value)));
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
            let text = |number| labels.text(name, number);
            let (found_text, right) = (text(own), text(good));
            let with = With::Good(place);
            let finding = with.differs(line, name, found_text, right);
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
