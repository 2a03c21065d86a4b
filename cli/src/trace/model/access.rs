// SPDX-License-Identifier: MIT

//! How a draw reads an attribute, and what is checked in the same way on every
//! architecture: the end of the buffer, and what other draws have.

use super::threads::{Threads, Wrong};
use crate::notation::{Stated, Step};
use crate::number::first;
use crate::trace::rules::differences::Label;
use crate::trace::rules::finding::{Finding, Place, Rule};
use crate::trace::rules::history::{Fact, Key, What, PER_VERTEX};
use crate::trace::rules::shown::{Shown, Words};
use dral::instancing::{
    AttributeMode, AttributeRecord, Frequency, InstanceId, RecordType,
    ValhallAttribute, VertexId,
};

/// What selects the element of a thread.
#[derive(Clone, Copy, PartialEq)]
pub enum Selector {
    /// A record of v4 to v7, which reads the linear id.
    Record(AttributeRecord),
    /// A descriptor of v9 and later, and what is added to both ids.
    Valhall(ValhallAttribute, i64),
}

impl Selector {
    pub fn shown(&self) -> Shown {
        match self {
            Self::Record(record) => Shown::record(record),
            Self::Valhall(attribute, _) => Shown::valhall(attribute),
        }
    }
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
    /// None if the trace does not contain it.
    pub address: Option<u64>,
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
#[derive(Clone)]
pub struct Access {
    pub place: Place,
    /// Whether its record or descriptor is right, except for a magic: then its
    /// offset and the size of its buffer are checked.
    pub is_right: bool,
    /// The line of the attribute.
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
    pub fn other(&self, truth: &Stated) -> Option<Finding> {
        let location = self.place.location;
        let Buffer { line, address, .. } = self.buffer?;
        let of_draw = |what, fields, found: String, right: String| {
            let finding = Finding::new(line, Rule::Draw, what).at(self.place);
            Some(finding.fields(fields).found(found).right(right))
        };
        let bits = match self.selector {
            Selector::Record(_) => LOW_BITS,
            Selector::Valhall(..) => 0,
        };
        let is_ours = |other: u64| Some(other & !bits) == address;
        let stated = truth.address(location).filter(|_| address.is_some());
        if stated.is_some_and(|a| a != 0 && !is_ours(a)) {
            let what = "the attribute reads another buffer than that of the \
                        draw";
            let right = stated.unwrap_or(0) & !bits;
            let address = address.unwrap_or(0);
            let of = truth.location_at(is_ours);
            let of = of.map_or(String::new(), |location| {
                format!(", that of location {location}")
            });
            return of_draw(
                what,
                &["Pointer", "Buffer index"],
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
                    self.threads.instances == 1
                        || divisor == 0
                        || product >> 32 != 0
                }
                None => true,
            };
        if self.stride != stride && !is_shared {
            let what = "the stride is another than that of the draw";
            let fields = &["Stride"];
            return of_draw(
                what,
                fields,
                self.stride.to_string(),
                stride.to_string(),
            );
        }
        None
    }

    /// The line of the record, or of the descriptor.
    pub fn words_line(&self) -> u64 {
        self.buffer.map_or(self.line, |buffer| buffer.line)
    }

    /// Whether the hardware divides an id, and on v4 to v7 adds the start.
    pub fn divides(&self) -> bool {
        !self.is_per_vertex() && self.stride != 0
    }

    /// The element of a thread.
    pub fn element(&self, instance: u64, vertex: u64) -> u64 {
        let element = match &self.selector {
            Selector::Record(record) => {
                record.element(self.threads.id(instance, vertex) as u32)
            }
            Selector::Valhall(attribute, added) => {
                let [vertex, instance] = [vertex, instance].map(|id| {
                    u32::try_from(id as i64 + added).unwrap_or(u32::MAX)
                });
                attribute.element(VertexId(vertex), InstanceId(instance))
            }
        };
        element.unwrap_or(0).into()
    }

    /// Checks that each thread reads within the buffer.
    pub fn size(&self) -> Option<Finding> {
        let buffer = self.buffer?;
        if buffer.address == Some(0) {
            let what = "a buffer with a size has no address";
            let finding = Finding::new(buffer.line, Rule::BufferSize, what);
            let finding = finding
                .fields(&["Pointer"])
                .found(format!("size {}", buffer.size));
            // Without a size no buffer is bound.
            return (buffer.size != 0).then(|| finding.at(self.place));
        }
        if let Some(finding) = wrapped_size(buffer.line, buffer.size) {
            return Some(finding.at(self.place));
        }
        let Self { offset, stride, bytes, start, .. } = *self;
        let outside = |instance, vertex| {
            let element = start + i128::from(self.element(instance, vertex));
            let end = offset + element * stride + i128::from(bytes);
            end > i128::from(buffer.size)
        };
        let Threads { vertices, instances, .. } = match self.ids {
            Ids::Unknown => Threads { vertices: 1, instances: 1, padded: 1 },
            _ => self.threads,
        };
        let instances = u64::from(instances);
        let last = u64::from(vertices) - 1;
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

    /// The API divisor, or `PER_VERTEX`; none where the attribute has no
    /// stride, so that all threads read one element.
    pub fn divisor(&self) -> Option<i128> {
        match self.selector {
            Selector::Valhall(attribute, _)
                if attribute.frequency == Frequency::Vertex as u32 =>
            {
                Some(PER_VERTEX)
            }
            _ if self.stride == 0 => None,
            // The first instance that reads element 1, or 2^32.
            Selector::Valhall(attribute, _) => {
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
            Selector::Valhall(..) => true,
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

    /// Whether it reads an element per vertex.
    pub fn is_per_vertex(&self) -> bool {
        match self.selector {
            Selector::Record(record) => !matches!(
                record.mode(),
                Ok(AttributeMode::PotDivisor { .. }
                    | AttributeMode::NpotDivisor { .. })
            ),
            Selector::Valhall(attribute, _) => {
                attribute.frequency == Frequency::Vertex as u32
            }
        }
    }

    /// The first thread that reads another element, relative to that of the
    /// first thread, than an attribute that advances so.
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

    /// What is wrong with how often it advances, if the draw's attribute is
    /// known; none if it is not, or if it is that of the record. `right`
    /// returns the right words.
    pub fn rate(
        &self,
        truth: &Stated,
        right: impl Fn(Step) -> Shown,
    ) -> Option<Option<Finding>> {
        let step = truth.step(self.place.location)?;
        let own = match self.selector {
            Selector::Record(record) => match record.mode() {
                Ok(AttributeMode::NpotDivisor { divisor, .. }) => Some(divisor),
                _ => None,
            },
            Selector::Valhall(..) => None,
        };
        let (rule, what) = match step {
            // In OpenGL a divisor of 0 is per vertex.
            Step::Vertex | Step::Instance(0) if self.is_per_vertex() => {
                return None;
            }
            Step::Vertex => (
                Rule::Draw,
                "the attribute is per instance, but that of the draw is per \
                 vertex",
            ),
            Step::Instance(_) if self.is_per_vertex() => (
                Rule::HardwareDivisor,
                "the attribute is per vertex, but a divisor is stated",
            ),
            Step::Instance(divisor) if own == Some(divisor) => return None,
            Step::Instance(_) => {
                (Rule::HardwareDivisor, "the divisor is not the stated one")
            }
        };
        let finding = |wrong| {
            let finding = Finding::new(self.words_line(), rule, what);
            let finding = finding.at(self.place).found(self.selector.shown());
            finding.right(right(step)).first(Some(wrong))
        };
        Some(self.first_wrong(step).map(finding))
    }

    /// The same with the words of another record or descriptor, if they are
    /// some.
    pub fn with_words(&self, shown: &Shown) -> Option<Self> {
        let words = &shown.words;
        let (selector, stride) = match (shown.kind, self.selector) {
            (Words::Record, Selector::Record(_)) => {
                let record = AttributeRecord::unpack(words).ok()?;
                (Selector::Record(record), record.stride)
            }
            (Words::Valhall, Selector::Valhall(_, added)) => {
                let words = words.first_chunk()?;
                let attribute = ValhallAttribute::unpack(*words).ok()?;
                (Selector::Valhall(attribute, added), attribute.stride)
            }
            _ => return None,
        };
        let is_known = self.ids != Ids::Unknown;
        is_known.then(|| Self {
            selector,
            stride: stride.into(),
            ..self.clone()
        })
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

    /// What to compare with the same attribute of other draws. `first` is the
    /// offset of the first attribute of the same record.
    pub fn facts(
        &self,
        shader: u64,
        first: i128,
        base_instance: Option<u32>,
    ) -> impl Iterator<Item = Fact> {
        let divisor = self.divisor();
        let (stride, offset) = (self.stride, self.offset);
        let (values, slack) = match self.selector {
            Selector::Record(record) => {
                // All instances share one element: the divisor is 0, or the
                // product is beyond 32 bits. The API's stride is unknown.
                let is_shared = divisor.is_none()
                    && record.r#type == RecordType::OneDimensional as u32;
                let values = [
                    (What::Stride, (!is_shared).then_some(stride)),
                    (What::Divisor, divisor),
                    (What::Distance, Some(offset - first)),
                    (What::Offset, self.within(is_shared, base_instance)),
                ];
                (values, LOW_BITS as u32)
            }
            Selector::Valhall(..) => {
                let within = self.within(false, base_instance);
                let values = [
                    (What::Stride, Some(stride)),
                    (What::Divisor, divisor),
                    (What::Distance, None),
                    (What::Offset, within.filter(|_| divisor.is_some())),
                ];
                (values, 0)
            }
        };
        let known = self.buffer.filter(|b| shader != 0 && b.address.is_some());
        let (line, location) = (self.line, self.place.location);
        known.into_iter().flat_map(move |buffer| {
            let key = (buffer.address.unwrap_or(0), buffer.size);
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
