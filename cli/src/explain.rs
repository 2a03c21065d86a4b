// SPDX-License-Identifier: MIT

//! `dral explain`: what the hardware does with one draw, as text or JSON. This
//! file computes; `explain/text.rs` formats the text.

mod text;

use crate::choice::{choice, Choice, Rules};
use crate::divisor::through_floating_point;
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{print_json, word};
use crate::streams::Streams;
use clap::Args;
use dral::instancing::{
    table, Architecture, AttributeMode, Draw, IdRecord, MagicDivisor,
    PrimitiveSize, Rate, ResolvedDraw, TableShape, ValhallAttribute,
    ValhallMode, ValhallSource, VertexBuffer,
};
use serde::Serialize;
use std::error::Error;

#[derive(Args)]
pub struct Arguments {
    /// Vertices per instance
    #[arg(long, value_parser = number::unsigned)]
    pub vertices: u32,
    /// Instances
    #[arg(long, default_value = "1", value_parser = number::unsigned)]
    pub instances: u32,
    /// An attribute by its OpenGL divisor: 0 is per vertex; repeatable
    #[arg(long, value_parser = number::unsigned)]
    pub divisor: Vec<u32>,
    /// A per-instance attribute by its Vulkan divisor, 0 too; repeatable
    #[arg(long, value_name = "DIVISOR", value_parser = number::unsigned)]
    pub instance_divisor: Vec<u32>,
    /// The architecture: v4 to v7, v9 to v14
    #[arg(long, default_value = "v7", value_parser = number::architecture)]
    pub arch: Architecture,
    /// Use index-driven vertex shading
    #[arg(long)]
    pub idvs: bool,
    /// The first vertex, or the smallest index plus the vertex offset
    #[arg(long, default_value = "0", value_parser = number::start,
          allow_hyphen_values = true)]
    pub start: i32,
    /// The first instance
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub base_instance: u32,
    /// Vertices per primitive
    #[arg(long, default_value = "3", value_parser = number::unsigned)]
    pub vertices_per_primitive: u32,
    /// The instance primitive size of a draw with one instance
    #[arg(long, value_parser = choice(&PRIMITIVE_SIZE), default_value = "one")]
    pub primitive_size: PrimitiveSize,
    /// The shape of the attribute buffer table
    #[arg(long, value_parser = choice(&TABLE), default_value = "packed")]
    pub table: TableShape,
    /// Stride of every attribute, in bytes
    #[arg(long, default_value = "16", value_parser = number::unsigned)]
    pub stride: u32,
    /// Size of every vertex buffer, in bytes
    #[arg(long, default_value = "65536", value_parser = number::unsigned)]
    pub buffer_size: u32,
    /// Offset of the first element in every vertex buffer, in bytes
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub buffer_offset: u32,
    /// Offset of every attribute in its element, in bytes
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub source_offset: u32,
    #[command(flatten)]
    pub rules: Rules,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

const PRIMITIVE_SIZE: [Choice<PrimitiveSize>; 2] = [
    ("one", PrimitiveSize::One, "1, as Gallium writes"),
    (
        "padded",
        PrimitiveSize::Padded,
        "The padded count of the primitives, as PanVK writes",
    ),
];

const TABLE: [Choice<TableShape>; 2] = [
    ("packed", TableShape::Packed, "Records without gaps, as in Gallium"),
    ("pairs", TableShape::Pairs, "Two slots per buffer, as in PanVK"),
];

#[derive(Default, Serialize)]
struct Explanation {
    architecture: u32,
    vertex_count: u32,
    instance_count: u32,
    idvs: bool,
    start: i32,
    base_instance: u32,
    vertices_per_primitive: u32,
    /// Why the draw is refused.
    error: Option<String>,
    /// The number of its instances that fit one dispatch.
    max_instances: Option<u32>,
    dispatch: Option<Dispatch>,
    threads: Option<u64>,
    wasted_threads: Option<u64>,
    wasted_percent: Option<f64>,
    vertex_id: Option<Vec<String>>,
    instance_id: Option<Vec<String>>,
    attributes: Vec<Attribute>,
    /// The whole table of attribute buffer records.
    table: Option<Vec<String>>,
}

/// The contents of the draw descriptor on v4 to v7.
#[derive(Serialize)]
struct Dispatch {
    padded_count: u32,
    /// The factors of a padded count; `None` with one instance.
    shift: Option<u32>,
    odd: Option<u32>,
    instance_size: u32,
    instance_size_byte: u32,
    instance_primitive_size: u32,
    instance_primitive_size_byte: u32,
    invocation: Vec<String>,
}

#[derive(Default, Serialize)]
struct Attribute {
    rate: &'static str,
    divisor: u32,
    error: Option<String>,
    mode: Option<&'static str>,
    /// Which rule chose the mode.
    rule: Option<String>,
    hardware_divisor: Option<u64>,
    /// The divisor that a driver gets if it multiplies in 32 bits.
    wrapped_divisor: Option<u32>,
    magic: Option<Magic>,
    /// A formula for the element, given the id.
    element: Option<String>,
    words: Vec<String>,
    offset: Option<i32>,
    slot: Option<u32>,
}

#[derive(Serialize)]
struct Magic {
    magic: String,
    shift: u32,
    extra_flags: u32,
    /// The first id that is divided wrongly if the magic is one less.
    one_less_first_wrong_id: Option<u32>,
    /// The same if the magic is one more.
    one_more_first_wrong_id: Option<u32>,
    /// The result in floating point, if it differs.
    floating_point: Option<String>,
    floating_point_first_wrong_id: Option<u32>,
}

impl Magic {
    fn new(magic: MagicDivisor, divisor: u32) -> Self {
        let wrong = |candidate: MagicDivisor| {
            candidate.first_wrong_id(divisor).ok().flatten()
        };
        let moved = |change| MagicDivisor {
            magic: magic.magic.wrapping_add_signed(change) & 0x7FFF_FFFF,
            ..magic
        };
        let exact =
            MagicDivisor::new(divisor, dral::instancing::Rounding::Documented);
        let floating = through_floating_point(divisor)
            .filter(|floating| exact != Ok(*floating));
        Self {
            magic: word(magic.magic),
            shift: magic.shift,
            extra_flags: magic.extra_flags,
            one_less_first_wrong_id: wrong(moved(-1)),
            one_more_first_wrong_id: wrong(moved(1)),
            floating_point: floating.map(|f| word(f.magic)),
            floating_point_first_wrong_id: floating.and_then(wrong),
        }
    }
}

fn rate_name(rate: Rate) -> &'static str {
    match rate {
        Rate::Vertex => "per vertex",
        Rate::Instance => "per instance",
        Rate::Unused => "unused",
    }
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

impl Attribute {
    fn from_record(
        draw: &ResolvedDraw,
        buffer: &VertexBuffer,
        source_offset: u32,
    ) -> Result<Self, dral::Error> {
        let record = draw.attribute_record(buffer)?;
        let packed = record.pack()?;
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
        let hardware_divisor = draw.hardware_divisor(buffer);
        let narrow = hardware_divisor.and_then(|d| u32::try_from(d).ok());
        let magic = match (mode, narrow) {
            (AttributeMode::NpotDivisor { magic, .. }, Some(divisor)) => {
                Some(Magic::new(magic, divisor))
            }
            _ => None,
        };
        let wrapped_divisor = hardware_divisor
            .filter(|_| narrow.is_none())
            .map(|divisor| divisor as u32);
        let words =
            packed.first.iter().chain(packed.continuation.iter().flatten());
        Ok(Self {
            rate: rate_name(buffer.rate),
            divisor: buffer.divisor,
            mode: Some(mode.record_type().name()),
            rule: draw
                .mode_rule(buffer)
                .message()
                .to_str()
                .ok()
                .map(String::from),
            hardware_divisor,
            wrapped_divisor,
            magic,
            element: Some(element),
            words: words.map(|&value| word(value)).collect(),
            offset: Some(draw.attribute_offset(buffer, source_offset)?),
            ..Self::default()
        })
    }

    fn from_descriptor(source: &ValhallSource) -> Result<Self, dral::Error> {
        let attribute = ValhallAttribute::new(source)?;
        let per_instance = source.rate == Rate::Instance;
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
                Some(Magic::new(magic, source.divisor)),
                "1D NPOT Divisor: the divisor is not a power of two",
            ),
        };
        let element = match attribute.stride {
            0 => "0".to_string(),
            _ => quotient,
        };
        Ok(Self {
            rate: rate_name(source.rate),
            divisor: source.divisor,
            mode: Some(mode.attribute_type().name()),
            rule: Some(rule.into()),
            magic,
            element: Some(element),
            words: attribute.pack()?.map(word).into(),
            offset: Some(attribute.offset),
            ..Self::default()
        })
    }
}

/// An attribute, by its place among those of the command line.
struct Requested {
    index: u32,
    rate: Rate,
    divisor: u32,
}

impl Explanation {
    /// Adds the threads, of which some are wasted. Drivers skip draws without
    /// any.
    fn with_threads(self, threads: u64, wasted: u64) -> Self {
        let percent = 100.0 * wasted as f64 / threads.max(1) as f64;
        Self {
            threads: Some(threads),
            wasted_threads: Some(wasted),
            wasted_percent: Some(percent),
            ..self
        }
    }
}

impl Arguments {
    /// The requested attributes: OpenGL's, then Vulkan's.
    fn attributes(&self) -> impl Iterator<Item = (Rate, u32)> + '_ {
        let opengl = self.divisor.iter().map(|&divisor| match divisor {
            0 => (Rate::Vertex, 0),
            divisor => (Rate::Instance, divisor),
        });
        let vulkan = self.instance_divisor.iter();
        opengl.chain(vulkan.map(|&divisor| (Rate::Instance, divisor)))
    }

    fn draw(&self) -> Draw {
        Draw {
            padding_rule: self.rules.padding,
            rounding: self.rules.rounding,
            idvs: self.idvs.into(),
            vertex_count: self.vertices,
            instance_count: self.instances,
            vertices_per_primitive: self.vertices_per_primitive,
            offset_start: self.start,
            base_instance: self.base_instance,
            primitive_size: self.primitive_size,
            ..Draw::new(self.arch)
        }
    }

    fn explain(&self) -> Explanation {
        let explanation = Explanation {
            architecture: self.arch as u32,
            vertex_count: self.vertices,
            instance_count: self.instances,
            idvs: self.idvs,
            start: self.start,
            base_instance: self.base_instance,
            vertices_per_primitive: self.vertices_per_primitive,
            ..Explanation::default()
        };
        if !self.arch.has_attribute_records() {
            let threads = u64::from(self.vertices) * u64::from(self.instances);
            let explanation = explanation.with_threads(threads, 0);
            return match threads {
                0 => explanation,
                _ => Explanation {
                    attributes: self.each(|this| self.descriptor(this)),
                    ..explanation
                },
            };
        }
        let draw = self.draw();
        match draw.resolve() {
            Ok(resolved) => {
                let ResolvedDraw { threads, wasted_threads, .. } = resolved;
                let explanation =
                    explanation.with_threads(threads, wasted_threads);
                match threads {
                    0 => explanation,
                    _ => self.explain_records(explanation, &resolved),
                }
            }
            Err(error) => Explanation {
                error: Some(error.to_string()),
                max_instances: draw.max_instances().ok(),
                ..explanation
            },
        }
    }

    /// Each requested attribute, or why it is refused.
    fn each(
        &self,
        explain: impl Fn(Requested) -> Result<Attribute, Box<dyn Error>>,
    ) -> Vec<Attribute> {
        let all = (0..).zip(self.attributes());
        all.map(|(index, (rate, divisor))| {
            explain(Requested { index, rate, divisor }).unwrap_or_else(
                |error| Attribute {
                    rate: rate_name(rate),
                    divisor,
                    error: Some(error.to_string()),
                    ..Attribute::default()
                },
            )
        })
        .collect()
    }

    fn explain_records(
        &self,
        explanation: Explanation,
        resolved: &ResolvedDraw,
    ) -> Explanation {
        let pack = |record: Result<IdRecord, dral::Error>| {
            let words = record.and_then(|record| record.pack()).ok()?;
            Some(words.map(word).to_vec())
        };
        let mut attributes = self.each(|this| {
            let buffer = self
                .vertex_buffer(this.rate, this.divisor)
                .ok_or("the buffer's offset is beyond its size")?;
            let offset = self.source_offset;
            Ok(Attribute::from_record(resolved, &buffer, offset)?)
        });
        let table = self.table(resolved, &mut attributes);
        Explanation {
            dispatch: Some(dispatch(resolved)),
            vertex_id: pack(resolved.vertex_id_record()),
            instance_id: pack(resolved.instance_id_record()),
            attributes,
            table,
            ..explanation
        }
    }

    /// A buffer at address 0 with the requested offset; `None` if the offset is
    /// beyond its size.
    fn vertex_buffer(&self, rate: Rate, divisor: u32) -> Option<VertexBuffer> {
        Some(VertexBuffer {
            address: self.buffer_offset.into(),
            size: self.buffer_size.checked_sub(self.buffer_offset)?,
            stride: self.stride,
            rate,
            divisor,
        })
    }

    /// The words of the table, if every buffer has a record. Sets the slot of
    /// each attribute.
    fn table(
        &self,
        resolved: &ResolvedDraw,
        attributes: &mut [Attribute],
    ) -> Option<Vec<String>> {
        let buffers: Option<Vec<_>> = self
            .attributes()
            .map(|(rate, divisor)| self.vertex_buffer(rate, divisor))
            .collect();
        let buffers = buffers?;
        let shape = self.table;
        let count = table::word_count(resolved, shape, 0, &buffers).ok()?;
        let mut words = vec![[0; 4]; count / 4];
        let mut slots = vec![0; buffers.len()];
        table::pack(resolved, shape, 0, &buffers, &mut words, &mut slots)
            .ok()?;
        for (attribute, slot) in attributes.iter_mut().zip(slots) {
            attribute.slot = Some(slot);
        }
        Some(words.into_flattened().into_iter().map(word).collect())
    }

    fn descriptor(
        &self,
        Requested { index, rate, divisor }: Requested,
    ) -> Result<Attribute, Box<dyn Error>> {
        let offset =
            u64::from(self.buffer_offset) + u64::from(self.source_offset);
        let offset =
            i32::try_from(offset).map_err(|_| dral::Error::OffsetRange)?;
        Ok(Attribute::from_descriptor(&ValhallSource {
            rounding: self.rules.rounding,
            rate,
            divisor,
            stride: self.stride,
            buffer_index: index,
            offset,
            base_instance: self.base_instance,
            ..ValhallSource::new(self.arch)
        })?)
    }
}

fn dispatch(resolved: &ResolvedDraw) -> Dispatch {
    Dispatch {
        padded_count: resolved.padded_count,
        shift: resolved.padded().map(|padded| padded.shift()),
        odd: resolved.padded().map(|padded| padded.odd()),
        instance_size: resolved.instance_size,
        instance_size_byte: resolved.instance_size_byte,
        instance_primitive_size: resolved.instance_primitive_size,
        instance_primitive_size_byte: resolved.instance_primitive_size_byte,
        invocation: resolved.invocation.map(word).into(),
    }
}

/// Explains the draw, even if the draw or one of its attributes is refused.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let explanation = arguments.explain();
    if arguments.json {
        print_json(&explanation, streams.output)?;
    } else {
        text::sheet(&explanation).print(streams.output)?;
    }
    let refused = explanation.error.is_some()
        || explanation.attributes.iter().any(|a| a.error.is_some());
    Ok(Outcome::refused_if(refused))
}
