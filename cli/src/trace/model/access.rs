// SPDX-License-Identifier: MIT

//! How a draw reads an attribute, on every architecture.

use super::threads::{Threads, Wrong};
use crate::notation::{Stated, Step};
use crate::number::first;
use crate::trace::text::job::{Label, Place};
use dral::instancing::{
    AttributeMode, AttributeRecord, Frequency, InstanceId, ValhallAttribute,
    VertexId,
};

/// Instead of a divisor.
pub const PER_VERTEX: i128 = -1;

/// What selects the element of a thread.
#[derive(Clone, Copy, PartialEq)]
pub enum Selector {
    /// A record of v4 to v7, which reads the linear id.
    Record(AttributeRecord),
    /// A descriptor of v9 and later, which reads the vertex or the instance.
    Valhall(ValhallAttribute),
}

/// A buffer, as its descriptor has it.
#[derive(Clone, Copy)]
pub struct Buffer {
    /// The line of the descriptor that the size is in.
    pub line: u64,
    /// None if the trace does not contain it.
    pub address: Option<u64>,
    pub size: u32,
}

/// How the threads of a draw read an attribute.
#[derive(Clone)]
pub struct Access {
    pub place: Place,
    /// Whether its record or descriptor is right, except for a magic: then its
    /// offset and the size of its buffer are checked.
    pub is_right: bool,
    pub line: u64,
    pub offset: i128,
    pub stride: i128,
    pub bytes: u32,
    /// The beginning of the name of its format.
    pub format: Label,
    pub buffer: Option<Buffer>,
    pub selector: Selector,
    /// The threads whose ids select elements.
    pub threads: Threads,
    /// Whether the trace contains these ids.
    pub has_ids: bool,
    /// What the hardware adds to each element, and to the one of the first
    /// instance: the start, and none per vertex.
    pub start: i128,
    pub moved: i128,
    /// The stride with which the offset contains the base instance; 0 per
    /// vertex, or if it is unknown.
    pub base_stride: i128,
    /// The least and the greatest offset of element 0 in its buffer.
    pub within: (i128, i128),
}

/// The low bits of an address, which a record cannot hold.
pub const LOW_BITS: u64 = 63;

impl Access {
    /// Takes what is known of the draw: the base instance is in the offset even
    /// if all instances read one element, and the source offset.
    pub fn with(mut self, truth: &Stated) -> Self {
        let location = self.place.location;
        let step = truth.step(location);
        let is_instanced = matches!(step, Some(Step::Instance(_)));
        if let Some(stride) = truth.stride(location) {
            if is_instanced && self.stride == 0 {
                self.base_stride = stride.into();
            }
        }
        let (is_record, address) = match self.selector {
            Selector::Record(_) => (true, truth.address(location)),
            Selector::Valhall(_) => (false, Some(0)),
        };
        let low = |address: u64| i128::from(address & LOW_BITS);
        // Without its step, the base instance may be in the offset.
        let is_known = self.base_stride != 0
            || step == Some(Step::Vertex)
            || step == Some(Step::Instance(0))
                && truth.base_instance == Some(0);
        if let (Some(source), true) = (truth.offset(location), is_known) {
            let source = i128::from(source);
            self.within = match address {
                Some(address) if is_record => {
                    (source + low(address), source + low(address))
                }
                Some(_) => (source, source),
                None => (source, source + LOW_BITS as i128),
            };
        }
        self
    }

    /// The line of the record, or of the descriptor.
    pub fn words_line(&self) -> u64 {
        self.buffer.map_or(self.line, |buffer| buffer.line)
    }

    /// Whether the hardware divides an id, and on v4 to v7 adds the start.
    pub fn divides(&self) -> bool {
        !self.is_per_vertex() && self.stride != 0
    }

    pub fn element(&self, instance: u64, vertex: u64) -> u64 {
        let element = match &self.selector {
            Selector::Record(record) => {
                record.element(self.threads.id(instance, vertex) as u32)
            }
            Selector::Valhall(attribute) => attribute
                .element(VertexId(vertex as u32), InstanceId(instance as u32)),
        };
        element.unwrap_or(0).into()
    }

    /// The API divisor, or `PER_VERTEX`; none where the attribute has no
    /// stride, so that all threads read one element.
    pub fn divisor(&self) -> Option<i128> {
        match self.selector {
            Selector::Valhall(attribute)
                if attribute.frequency == Frequency::Vertex as u32 =>
            {
                Some(PER_VERTEX)
            }
            _ if self.stride == 0 => None,
            // The first instance that reads element 1, or 2^32.
            Selector::Valhall(attribute) => {
                let reads = |instance: u64| {
                    let instance = InstanceId(instance as u32);
                    attribute.element(VertexId(0), instance).unwrap_or(0)
                };
                Some(first(1, 1 << 32, |id| reads(id) > 0).into())
            }
            Selector::Record(record) => Some(match record.mode() {
                Ok(AttributeMode::PotDivisor { shift }) => {
                    (1 << shift) / i128::from(self.threads.padded)
                }
                Ok(AttributeMode::NpotDivisor { divisor, .. }) => {
                    divisor.into()
                }
                _ => PER_VERTEX,
            }),
        }
    }

    /// How often it advances. The divisor of a wrong record is the most likely
    /// one.
    pub fn step(&self) -> Step {
        let divisor = match self.divisor() {
            Some(PER_VERTEX) => return Step::Vertex,
            divisor => divisor.map_or(0, |d| d.try_into().unwrap_or(0)),
        };
        // A shift divides by products of the padded count only if that is a
        // power of two.
        let is_whole = match self.selector {
            Selector::Record(record) => match record.mode() {
                Ok(AttributeMode::PotDivisor { .. }) => {
                    self.threads.padded.is_power_of_two() && divisor > 0
                }
                _ => divisor > 0,
            },
            Selector::Valhall(_) => true,
        };
        Step::Instance(match is_whole || self.stride == 0 {
            true => divisor,
            false => self.likely_divisor(),
        })
    }

    /// The divisor with which the first vertices of instances read right
    /// elements the longest.
    pub fn likely_divisor(&self) -> u32 {
        let found = |instance, vertex| self.element(instance, vertex);
        self.threads.likely_divisor(found)
    }

    pub fn is_per_vertex(&self) -> bool {
        match self.selector {
            Selector::Record(record) => !matches!(
                record.mode(),
                Ok(AttributeMode::PotDivisor { .. }
                    | AttributeMode::NpotDivisor { .. })
            ),
            Selector::Valhall(attribute) => {
                attribute.frequency == Frequency::Vertex as u32
            }
        }
    }

    /// The first thread that reads a different element from an attribute that
    /// advances so, counted from the element of the first thread.
    pub fn first_wrong(&self, step: Step) -> Option<Wrong> {
        let first = self.element(0, 0);
        let found = |instance, vertex| {
            self.element(instance, vertex).saturating_sub(first)
        };
        let threads = &self.threads;
        match step {
            _ if self.stride == 0 => None,
            Step::Vertex => threads.first_wrong_vertex(found),
            // The second vertex or the second group of instances shows it.
            Step::Instance(d) if self.is_per_vertex() => {
                let right = |instance: u64, _| {
                    instance.checked_div(d.into()).unwrap_or(0)
                };
                threads.first_wrong_of([(0, 1), (d.into(), 0)], found, right)
            }
            Step::Instance(d) => threads.first_wrong_instance(found, d),
        }
    }

    /// The same with the words of another record or descriptor, if the ids are
    /// known.
    pub fn with_words(&self, words: &[u32]) -> Option<Self> {
        let (selector, stride) = match self.selector {
            _ if !self.has_ids => return None,
            Selector::Record(_) => {
                let record = AttributeRecord::unpack(words).ok()?;
                (Selector::Record(record), record.stride)
            }
            Selector::Valhall(_) => {
                let words = words.first_chunk()?;
                let attribute = ValhallAttribute::unpack(*words).ok()?;
                (Selector::Valhall(attribute), attribute.stride)
            }
        };
        Some(Self { selector, stride: stride.into(), ..self.clone() })
    }

    /// The offset without what the base instance adds, if that is known.
    /// `is_shared` says that all threads read one element, so that the stride
    /// of the API is unknown.
    pub fn within(
        &self,
        is_shared: bool,
        base_instance: Option<u32>,
    ) -> Option<i128> {
        let base = base_instance.map(i128::from);
        let added = match self.base_stride {
            0 if is_shared => base.filter(|&base| base == 0),
            0 => Some(0),
            step => base.map(|base| (base - self.moved) * step),
        };
        Some(self.offset - added?)
    }
}
