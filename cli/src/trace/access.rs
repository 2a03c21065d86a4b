// SPDX-License-Identifier: MIT

//! How a draw reads an attribute, and what is checked in the same way on every
//! architecture: the end of the buffer, and what other draws have.

use super::finding::{Finding, Place, Rule};
use super::history::{Fact, Key, What};
use super::threads::Threads;
use super::truth::{Step, Truth};
use crate::number::first;
use dral::instancing::{
    AttributeRecord, InstanceId, ValhallAttribute, VertexId,
};

/// What selects the element of a thread.
#[derive(Clone, Copy)]
pub enum Selector {
    /// A record of v4 to v7, which reads the linear id.
    Record(AttributeRecord),
    /// A descriptor of v9 and later, and what is added to both ids.
    Valhall(ValhallAttribute, i64),
}

/// What the ids in messages are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ids {
    Linear,
    Vertex,
    Instance,
    /// The trace does not contain them.
    Unknown,
}

/// A buffer, as its descriptor has it.
#[derive(Clone, Copy)]
pub struct Buffer {
    /// The line of the descriptor that the size is in.
    pub line: u64,
    pub address: u64,
    pub size: u32,
}

/// What is wrong with a size that is a negative number in 32 bits, as of a
/// buffer whose offset is beyond its end.
pub fn wrapped_size(line: u64, size: u32) -> Option<Finding> {
    // No buffer of a driver is so close to 4 GiB. 2^32 - 1 is the largest size.
    let size = size as i32;
    if !(-4096..-1).contains(&size) {
        return None;
    }
    let cause = "the size is a negative number in 32 bits";
    let finding = Finding::new(line, Rule::BufferSize, cause);
    Some(
        finding
            .message(format!("{cause}: {size}"))
            .found(format!("size {}", size as u32)),
    )
}

/// How the threads of a draw read an attribute.
pub struct Access {
    pub place: Place,
    /// The line of the attribute.
    pub line: u64,
    pub offset: i128,
    pub stride: i128,
    pub bytes: u32,
    pub buffer: Option<Buffer>,
    pub selector: Selector,
    /// The threads whose ids select elements.
    pub threads: Threads,
    pub ids: Ids,
    /// What the hardware adds to each element, and to that of the first
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
const LOW_BITS: u64 = 63;

impl Access {
    /// Takes what is known of the draw: the base instance is in the offset even
    /// if all instances read one element, and the source offset.
    pub fn with(mut self, truth: &Truth) -> Self {
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
            Selector::Valhall(..) => (false, Some(0)),
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

    /// What the attribute has other than the draw.
    pub fn other(&self, truth: &Truth, instances: u32) -> Option<Finding> {
        let location = self.place.location;
        let Buffer { line, address, .. } = self.buffer?;
        let of_draw = |what, found: String, right: String| {
            let finding = Finding::new(line, Rule::Draw, what).at(self.place);
            Some(finding.found(found).right(right))
        };
        let bits = match self.selector {
            Selector::Record(_) => LOW_BITS,
            Selector::Valhall(..) => 0,
        };
        let is_ours = |other: u64| other & !bits == address;
        if truth.address(location).is_some_and(|a| a != 0 && !is_ours(a)) {
            let what = "the attribute reads another buffer than that of the \
                        draw";
            let right = truth.address(location).unwrap_or(0) & !bits;
            let of = truth.location_at(is_ours);
            let of = of.map_or(String::new(), |location| {
                format!(", that of location {location}")
            });
            return of_draw(
                what,
                format!("{address:#x}{of}"),
                format!("{right:#x}"),
            );
        }
        let step = truth.step(location);
        let stride = i128::from(truth.stride(location)?);
        // One element for all instances.
        let is_shared = self.stride == 0
            && match step {
                Some(Step::Vertex) => false,
                Some(Step::Instance(divisor)) => {
                    let padded = u64::from(self.threads.padded);
                    let product = padded * u64::from(divisor);
                    instances == 1 || divisor == 0 || product >> 32 != 0
                }
                None => true,
            };
        if self.stride != stride && !is_shared {
            let what = "the stride is another than that of the draw";
            return of_draw(what, self.stride.to_string(), stride.to_string());
        }
        None
    }

    /// The element of a thread.
    fn element(&self, instance: u64, vertex: u64) -> u64 {
        let element = match &self.selector {
            Selector::Record(record) => {
                record.element(self.threads.id(instance, vertex) as u32)
            }
            Selector::Valhall(attribute, added) => {
                let id = (instance + vertex) as i64 + added;
                let id = u32::try_from(id).unwrap_or(u32::MAX);
                attribute.element(VertexId(id), InstanceId(id))
            }
        };
        element.unwrap_or(0).into()
    }

    /// Checks that each thread reads within the buffer.
    pub fn size(&self) -> Option<Finding> {
        // No buffer is bound.
        let buffer = self.buffer.filter(|buffer| buffer.address != 0)?;
        if let Some(finding) = wrapped_size(buffer.line, buffer.size) {
            return Some(finding.at(self.place));
        }
        let Self { offset, stride, bytes, start, .. } = *self;
        let outside = |instance, vertex| {
            let element = start + i128::from(self.element(instance, vertex));
            let end = offset + element * stride + i128::from(bytes);
            end > i128::from(buffer.size)
        };
        let instances = u64::from(self.threads.instances);
        let last = u64::from(self.threads.vertices) - 1;
        // Elements increase within an instance, and from one instance to the
        // next.
        let instance = first(0, instances, |instance| outside(instance, last));
        if instance == instances {
            return None;
        }
        let vertex = first(0, last, |vertex| outside(instance, vertex));
        let element = self.element(instance, vertex);
        let reads = match self.ids {
            Ids::Linear => format!(
                "thread {} (instance {instance}, vertex {vertex}) reads \
                 element {element}",
                self.threads.id(instance, vertex)
            ),
            Ids::Vertex => format!("vertex {vertex} reads element {element}"),
            Ids::Instance => {
                format!("instance {instance} reads element {element}")
            }
            Ids::Unknown => format!("element {element} lies"),
        };
        let start = match self.selector {
            Selector::Record(_) => format!(", start {start}"),
            Selector::Valhall(..) => String::new(),
        };
        let cause = "a thread reads beyond the end of the buffer";
        let finding = Finding::new(buffer.line, Rule::BufferSize, cause)
            .at(self.place)
            .message(format!("{reads} beyond the end of the buffer"))
            .found(format!(
                "size {}, offset {offset}, stride {stride}{start}, {bytes} \
                 bytes",
                buffer.size
            ));
        Some(finding)
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

    /// What to compare with the same attribute of other draws.
    pub fn facts(
        &self,
        shader: u64,
        values: [(What, Option<i128>); 4],
    ) -> impl Iterator<Item = Fact> {
        let known = self.buffer.filter(|_| shader != 0);
        let slack = match self.selector {
            // The low bits of an address.
            Selector::Record(_) => 63,
            Selector::Valhall(..) => 0,
        };
        let (line, location) = (self.line, self.place.location);
        known.into_iter().flat_map(move |buffer| {
            let key = (buffer.address, buffer.size);
            let key = Key { shader, location, buffer: key };
            values.into_iter().filter_map(move |(what, value)| {
                let (line, slack) = match what {
                    What::Stride | What::Divisor => (buffer.line, 0),
                    What::Distance => (line, 0),
                    What::Offset => (line, slack),
                };
                Some(Fact { line, key, what, value: value?, slack })
            })
        })
    }
}
