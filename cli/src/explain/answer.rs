// SPDX-License-Identifier: MIT

//! What the hardware does with a draw, as the library computes it.

use super::request::{Request, Source};
use super::Asked;
use crate::output::{counted, numbers, Answer, Word};
use crate::record::{record_of, record_words};
use dral::instancing::{
    table, Architecture, AttributeMode, AttributeRecord, Draw, DrawInfo,
    IdRecord, Idvs, InstanceId, MagicDivisor, Rate, ValhallAttribute,
    ValhallMode, ValhallSource, VertexId,
};
use serde::{Serialize, Serializer};
use std::error::Error;

/// The whole explanation. A refused draw has no threads.
#[derive(Serialize, Default)]
pub struct Explained {
    #[serde(serialize_with = "as_name")]
    pub arch: u32,
    pub vertices: u32,
    pub instances: u32,
    pub idvs: bool,
    pub start: i32,
    pub base_instance: u32,
    pub vertices_per_primitive: u32,
    /// A trace lacks the vertices per primitive.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub assumed_primitives: bool,
    /// Why the draw is refused.
    pub error: Option<String>,
    /// The number of its instances that fit one dispatch.
    pub max_instances: Option<u32>,
    /// The contents of the draw descriptor on v4 to v7.
    pub dispatch: Option<Dispatch>,
    pub threads: Option<u64>,
    pub wasted_threads: Option<u64>,
    pub wasted_percent: Option<f64>,
    pub vertex_id: Option<[Word; 4]>,
    pub instance_id: Option<[Word; 4]>,
    /// What the trace contains, if it is explained from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundDraw>,
    /// The thread that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<Thread>,
    pub attributes: Vec<Attribute>,
    /// The whole table of attribute buffer records.
    pub table: Option<Vec<Word>>,
}

/// What draw descriptors of a trace contain, right or wrong.
#[derive(Serialize)]
pub struct FoundDraw {
    pub instance_size: Option<u32>,
    pub instance_primitive_size: Option<u32>,
    pub invocation: Option<[Word; 2]>,
}

/// A thread of the draw.
#[derive(Clone, Copy, Serialize)]
pub struct Thread {
    pub instance: u64,
    pub vertex: u64,
    /// The linear id of v4 to v7.
    pub linear_id: Option<u64>,
}

/// What hardware reads with some words: the element of a vertex and an
/// instance.
pub type Model = Box<dyn Fn(u64, u64) -> Option<u32>>;

#[derive(Serialize)]
pub struct Dispatch {
    pub padded_count: u32,
    /// The factors of the padded count; one instance is not padded.
    pub shift: Option<u32>,
    pub odd: Option<u32>,
    pub instance_size: u32,
    pub instance_size_byte: u32,
    pub instance_primitive_size: u32,
    pub instance_primitive_size_byte: u32,
    pub invocation: [Word; 2],
}

/// An attribute. A refused one has no mode and no words.
#[derive(Serialize, Default)]
pub struct Attribute {
    pub location: u32,
    /// The API divisor; none per vertex.
    pub divisor: Option<u32>,
    /// Why it is refused.
    pub error: Option<String>,
    pub mode: Option<&'static str>,
    /// Which rule chose the mode.
    pub rule: Option<&'static str>,
    pub hardware_divisor: Option<u64>,
    /// The divisor that a driver gets if it multiplies in 32 bits.
    pub wrapped_divisor: Option<u32>,
    pub magic: Option<Magic>,
    /// A formula for the element, given the id.
    pub element: Option<String>,
    pub words: Vec<Word>,
    /// The words in the trace, if it is explained from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Vec<Word>>,
    /// Where the numbers come from, if not from options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    pub attribute_offset: Option<i32>,
    /// The offset in the trace, if it is explained from one, and the right
    /// offset is not taken from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_offset: Option<i64>,
    /// The element that the thread reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reads: Option<i64>,
    pub slot: Option<u32>,
}

/// A magic divisor.
#[derive(Serialize)]
pub struct Magic {
    pub magic: Word,
    pub shift: u32,
    pub extra_flags: u32,
}

impl From<MagicDivisor> for Magic {
    fn from(magic: MagicDivisor) -> Self {
        let MagicDivisor { magic, shift, extra_flags } = magic;
        Self { magic: Word(magic), shift, extra_flags }
    }
}

impl Dispatch {
    fn new(draw: &Draw) -> Self {
        let padded = draw.padded().ok().flatten();
        Self {
            padded_count: draw.padded_count,
            shift: padded.map(|padded| padded.shift()),
            odd: padded.map(|padded| padded.odd()),
            instance_size: draw.instance_size,
            instance_size_byte: draw.instance_size_byte,
            instance_primitive_size: draw.instance_primitive_size,
            instance_primitive_size_byte: draw.instance_primitive_size_byte,
            invocation: draw.invocation.map(Word),
        }
    }
}

fn id_words(record: IdRecord) -> Option<[Word; 4]> {
    Some(record.pack().ok()?.map(Word))
}

/// Writes an architecture as the options read it.
fn as_name<S: Serializer>(arch: &u32, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(&format_args!("v{arch}"))
}

fn quotient(magic: MagicDivisor, id: &str) -> String {
    let sum = if magic.extra_flags == 0 {
        id.to_string()
    } else {
        format!("({id} + 1)")
    };
    let multiplier = magic.magic | 1 << 31;
    format!("{sum} * 0x{multiplier:08x} >> {}", 32 + magic.shift)
}

impl Answer for Explained {
    /// Whether the draw or one of its attributes is refused.
    fn is_refused(&self) -> bool {
        let mut attributes = self.attributes.iter();
        self.error.is_some() || attributes.any(|one| one.error.is_some())
    }
}

impl Explained {
    /// Explains the draw, as far as it is not refused.
    pub fn new(request: &Request) -> Self {
        let info = request.draw;
        let mut explained = Self {
            arch: info.architecture,
            vertices: info.vertex_count,
            instances: info.instance_count,
            idvs: info.idvs == Idvs::Yes as u32,
            start: info.offset_start,
            base_instance: info.base_instance,
            vertices_per_primitive: info.vertices_per_primitive,
            ..Self::default()
        };
        if request.error.is_some() {
            explained.error.clone_from(&request.error);
            return explained;
        }
        let draw = info.resolve();
        let resolved = match &draw {
            _ if !explained.has_records() => None,
            Ok(draw) => Some(draw),
            Err(error) => {
                explained.error = Some(error.to_string());
                explained.max_instances = info.max_instances().ok();
                return explained;
            }
        };
        let used =
            u64::from(info.vertex_count) * u64::from(info.instance_count);
        let threads = resolved.map_or(used, |draw| draw.threads);
        let wasted = threads - used;
        explained.threads = Some(threads);
        explained.wasted_threads = Some(wasted);
        explained.wasted_percent =
            Some(100.0 * wasted as f64 / threads.max(1) as f64);
        // Drivers skip draws without threads.
        if threads == 0 {
            return explained;
        }
        let attributes = request.attributes.iter().map(|source| {
            let attribute = match resolved {
                Some(draw) => Attribute::record(draw, source),
                None => Attribute::valhall(&request.draw, source),
            };
            let attribute = attribute.unwrap_or_else(|error| Attribute {
                error: Some(error.to_string()),
                ..Attribute::default()
            });
            let Source { location, rate, divisor, .. } = *source;
            let divisor = (rate == Rate::Instance).then_some(divisor);
            Attribute { location, divisor, ..attribute }
        });
        explained.attributes = attributes.collect();
        if let Some(draw) = resolved {
            explained.dispatch = Some(Dispatch::new(draw));
            let [vertex, instance] = draw
                .id_records()
                .map_or([None, None], |records| records.map(id_words));
            explained.vertex_id = vertex;
            explained.instance_id = instance;
            explained.table = explained.fill_table(request, draw);
        }
        explained
    }

    /// What the hardware reads with these words of an attribute.
    pub fn model(&self, words: &[u32]) -> Option<Model> {
        if self.has_records() {
            let padded = u64::from(self.dispatch.as_ref()?.padded_count);
            let record = AttributeRecord::unpack(words).ok()?;
            return Some(Box::new(move |vertex: u64, instance: u64| {
                let linear_id = u32::try_from(instance * padded + vertex);
                record.element(linear_id.ok()?).ok()
            }));
        }
        let attribute = ValhallAttribute::unpack(*words.first_chunk()?).ok()?;
        Some(Box::new(move |vertex, instance| {
            let vertex = VertexId(u32::try_from(vertex).ok()?);
            let instance = InstanceId(u32::try_from(instance).ok()?);
            attribute.element(vertex, instance).ok()
        }))
    }

    /// The element that the first thread reads of an attribute: its offset, or
    /// the hardware, adds it.
    pub fn first_element(&self, attribute: &Attribute) -> i64 {
        match attribute.divisor {
            Some(_) => self.base_instance.into(),
            None => self.start.into(),
        }
    }

    /// Adds what a thread reads, given as instance and vertex or as linear id.
    pub fn ask(&mut self, asked: &Asked) -> Result<(), String> {
        let padded = self.dispatch.as_ref().map(|d| u64::from(d.padded_count));
        let (instance, vertex) = match (asked.thread, padded) {
            (Some(id), Some(padded)) if padded > 0 => {
                (u64::from(id) / padded, u64::from(id) % padded)
            }
            (Some(_), _) => {
                return Err("--thread: only v4 to v7 have linear ids".into())
            }
            (None, _) => {
                let number = |n: Option<u32>| n.unwrap_or(0).into();
                (number(asked.instance), number(asked.vertex))
            }
        };
        let most = padded.filter(|_| asked.thread.is_some());
        let most = most.unwrap_or(self.vertices.into());
        if instance >= self.instances.into() || vertex >= most {
            return Err(format!(
                "instance {instance}, vertex {vertex}: the draw has {} x {}",
                counted(self.vertices, "vertex", "vertices"),
                counted(self.instances, "instance", "instances"),
            ));
        }
        let linear_id = padded.map(|padded| instance * padded + vertex);
        self.thread = Some(Thread { instance, vertex, linear_id });
        let reads: Vec<_> = self
            .attributes
            .iter()
            .map(|attribute| {
                let model = self.model(&numbers(&attribute.words))?;
                let element = model(vertex, instance)?;
                Some(self.first_element(attribute) + i64::from(element))
            })
            .collect();
        for (attribute, reads) in self.attributes.iter_mut().zip(reads) {
            attribute.reads = reads;
        }
        Ok(())
    }

    /// Whether the architecture has attribute buffer records.
    pub fn has_records(&self) -> bool {
        let known = Architecture::try_from(self.arch);
        known.is_ok_and(Architecture::has_attribute_records)
    }

    /// The words of the table, if every buffer has a record. Sets the slot of
    /// each attribute.
    fn fill_table(
        &mut self,
        request: &Request,
        draw: &Draw,
    ) -> Option<Vec<Word>> {
        let sources = request.attributes.iter();
        let buffers: Vec<_> = sources.map(Source::buffer).collect();
        let mut words = vec![[0; 4]; 2 * buffers.len() + 1];
        let mut slots = vec![0; buffers.len()];
        let shape = request.table;
        let count =
            table(draw, shape, 0, &buffers, &mut words, &mut slots).ok()?;
        for (attribute, slot) in self.attributes.iter_mut().zip(slots) {
            attribute.slot = Some(slot);
        }
        let words = words.as_flattened().iter().take(count as usize);
        Some(words.copied().map(Word).collect())
    }
}

impl Attribute {
    /// The right offset; 0 if the attribute is refused.
    pub fn offset(&self) -> i64 {
        self.attribute_offset.map_or(0, i64::from)
    }

    /// An attribute on v4 to v7.
    fn record(draw: &Draw, source: &Source) -> Result<Self, Box<dyn Error>> {
        let Source { rate, divisor, .. } = *source;
        let buffer = source.buffer();
        let record = record_of(draw, &buffer)?;
        let mode = record.mode()?;
        let element = match mode {
            _ if record.stride == 0 => "0".to_string(),
            AttributeMode::OneDimensional => "linear id".to_string(),
            AttributeMode::Modulus(padded) => {
                format!("linear id % {}", padded.count())
            }
            AttributeMode::PotDivisor { shift } => {
                format!("linear id >> {shift}")
            }
            AttributeMode::NpotDivisor { magic, .. } => {
                quotient(magic, "linear id")
            }
        };
        let hardware_divisor = match draw.hardware_divisor(rate, divisor)? {
            0 => None,
            divisor => Some(divisor),
        };
        let magic = match mode {
            AttributeMode::NpotDivisor { magic, .. } => Some(magic.into()),
            _ => None,
        };
        let wrapped_divisor = hardware_divisor
            .filter(|&divisor| divisor > u32::MAX.into())
            .map(|divisor| divisor as u32);
        let words = record_words(&record)?.into_iter().map(Word);
        let offset = draw.attribute_offset(&buffer, source.offset)?;
        Ok(Self {
            mode: Some(mode.record_type().name()),
            rule: draw.mode_rule(rate, divisor)?.message().to_str().ok(),
            hardware_divisor,
            wrapped_divisor,
            magic,
            element: Some(element),
            words: words.collect(),
            attribute_offset: Some(offset),
            ..Self::default()
        })
    }

    /// An attribute of v9 and later.
    fn valhall(
        draw: &DrawInfo,
        source: &Source,
    ) -> Result<Self, Box<dyn Error>> {
        let Source { rate, divisor, .. } = *source;
        let offset = i32::try_from(source.offset)
            .map_err(|_| dral::Error::OffsetRange)?;
        let attribute = ValhallAttribute::new(&ValhallSource {
            rounding: draw.rounding,
            rate: rate as u32,
            divisor,
            stride: source.stride,
            table: source.table,
            buffer_index: source.buffer_index,
            offset,
            base_instance: draw.base_instance,
            ..ValhallSource::new(Architecture::try_from(draw.architecture)?)
        })?;
        let per_instance = rate == Rate::Instance;
        let id = if per_instance { "instance id" } else { "vertex id" };
        let mode = attribute.mode()?;
        let (quotient, magic, rule) = match mode {
            ValhallMode::OneDimensional => (
                id.to_string(),
                None,
                if per_instance {
                    "1D, stride 0: divisor 0, all instances share one element"
                } else {
                    "1D: the vertex id is the element"
                },
            ),
            ValhallMode::PotDivisor { shift } => (
                format!("{id} >> {shift}"),
                None,
                "1D POT Divisor: the divisor is a power of two",
            ),
            ValhallMode::NpotDivisor { magic } => (
                quotient(magic, id),
                Some(magic.into()),
                "1D NPOT Divisor: the divisor is not a power of two",
            ),
        };
        let element = match attribute.stride {
            0 => "0".to_string(),
            _ => quotient,
        };
        Ok(Self {
            mode: Some(mode.attribute_type().name()),
            rule: Some(rule),
            magic,
            element: Some(element),
            words: attribute.pack()?.map(Word).to_vec(),
            attribute_offset: Some(attribute.offset),
            ..Self::default()
        })
    }
}
