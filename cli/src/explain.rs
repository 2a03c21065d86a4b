// SPDX-License-Identifier: MIT

//! `dral explain`: what the hardware does with one draw, as text, JSON or
//! a page in HTML. This file computes; the others format.

mod page;
mod text;

use crate::choice::{choice, Choice, Rules};
use crate::destination;
use crate::divisor::through_floating_point;
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{elements, print, word};
use crate::record::{record_of, record_words};
use crate::streams::Streams;
use clap::Args;
use dral::instancing::{
    table, Architecture, AttributeMode, Draw, IdRecord, MagicDivisor,
    PrimitiveSizeRule, Rate, Rounding, TableShape, ValhallAttribute,
    ValhallMode, ValhallSource, VertexBuffer,
};
use serde_json::{json, Value};
use std::error::Error;
use std::path::PathBuf;

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
    pub primitive_size: PrimitiveSizeRule,
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
    /// Write a page in HTML to this file, or to standard output if it is -
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub html: Option<PathBuf>,
}

const PRIMITIVE_SIZE: [Choice<PrimitiveSizeRule>; 2] = [
    ("one", PrimitiveSizeRule::One, "1, as Gallium writes"),
    (
        "padded",
        PrimitiveSizeRule::Padded,
        "The padded count of the primitives, as PanVK writes",
    ),
];

const TABLE: [Choice<TableShape>; 2] = [
    ("packed", TableShape::Packed, "Records without gaps, as in Gallium"),
    ("pairs", TableShape::Pairs, "Two slots per buffer, as in PanVK"),
];

/// A magic divisor; `null` for ids of which none is divided wrongly.
fn magic_fields(magic: MagicDivisor, divisor: u32) -> Value {
    let wrong = |candidate: MagicDivisor| {
        candidate.first_wrong_id(divisor).ok().flatten()
    };
    let moved = |change| MagicDivisor {
        magic: magic.magic.wrapping_add_signed(change) & 0x7FFF_FFFF,
        ..magic
    };
    let exact = MagicDivisor::new(divisor, Rounding::Documented);
    // The result in floating point, if it differs.
    let floating = through_floating_point(divisor)
        .filter(|floating| exact != Ok(*floating));
    json!({
        "magic": word(magic.magic),
        "shift": magic.shift,
        "extra_flags": magic.extra_flags,
        // The first id that is divided wrongly if the magic is one less.
        "one_less_first_wrong_id": wrong(moved(-1)),
        "one_more_first_wrong_id": wrong(moved(1)),
        "floating_point": floating.map(|floating| word(floating.magic)),
        "floating_point_first_wrong_id": floating.and_then(wrong),
    })
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

/// Sets fields of an object.
fn set(object: &mut Value, fields: Value) {
    if let (Value::Object(all), Value::Object(fields)) = (object, fields) {
        all.extend(fields);
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
            padding_rule: self.rules.padding as u32,
            rounding: self.rules.rounding as u32,
            idvs: self.idvs.into(),
            vertex_count: self.vertices,
            instance_count: self.instances,
            vertices_per_primitive: self.vertices_per_primitive,
            offset_start: self.start,
            base_instance: self.base_instance,
            primitive_size_rule: self.primitive_size as u32,
            ..Draw::new(self.arch)
        }
    }

    fn explain(&self) -> Value {
        let mut explained = json!({
            "architecture": self.arch as u32,
            "vertex_count": self.vertices,
            "instance_count": self.instances,
            "idvs": self.idvs,
            "start": self.start,
            "base_instance": self.base_instance,
            "vertices_per_primitive": self.vertices_per_primitive,
            // Why the draw is refused.
            "error": null,
            // The number of its instances that fit one dispatch.
            "max_instances": null,
            // The contents of the draw descriptor on v4 to v7.
            "dispatch": null,
            "threads": null,
            "wasted_threads": null,
            "wasted_percent": null,
            "vertex_id": null,
            "instance_id": null,
            "attributes": [],
            // The whole table of attribute buffer records.
            "table": null,
        });
        let mut draw = self.draw();
        let resolved = match draw.resolve() {
            _ if !self.arch.has_attribute_records() => None,
            Ok(()) => Some(draw),
            Err(error) => {
                explained["error"] = json!(error.to_string());
                explained["max_instances"] = json!(draw.max_instances().ok());
                return explained;
            }
        };
        let used = u64::from(self.vertices) * u64::from(self.instances);
        let threads = resolved.map_or(used, |draw| draw.threads);
        let wasted = threads - used;
        let percent = 100.0 * wasted as f64 / threads.max(1) as f64;
        explained["threads"] = json!(threads);
        explained["wasted_threads"] = json!(wasted);
        explained["wasted_percent"] = json!(percent);
        // Drivers skip draws without threads.
        if threads == 0 {
            return explained;
        }
        let attributes = (0..).zip(self.attributes());
        let attributes = attributes.map(|(index, (rate, divisor))| {
            let fields = match &resolved {
                Some(draw) => self.record(draw, rate, divisor),
                None => self.descriptor(index, rate, divisor),
            };
            attribute(rate, divisor, fields)
        });
        let mut attributes: Vec<_> = attributes.collect();
        if let Some(draw) = resolved {
            set(&mut explained, dispatch_fields(&draw));
            explained["table"] = json!(self.table(&draw, &mut attributes));
        }
        explained["attributes"] = json!(attributes);
        explained
    }

    /// A buffer at address 0 with the requested offset; `None` if the offset is
    /// beyond its size.
    fn vertex_buffer(&self, rate: Rate, divisor: u32) -> Option<VertexBuffer> {
        Some(VertexBuffer {
            address: self.buffer_offset.into(),
            size: self.buffer_size.checked_sub(self.buffer_offset)?.into(),
            stride: self.stride,
            rate: rate as u32,
            divisor,
        })
    }

    /// The fields of an attribute on v4 to v7.
    fn record(
        &self,
        draw: &Draw,
        rate: Rate,
        divisor: u32,
    ) -> Result<Value, Box<dyn Error>> {
        let buffer = self
            .vertex_buffer(rate, divisor)
            .ok_or("the buffer's offset is beyond its size")?;
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
        let hardware_divisor = match draw.hardware_divisor(rate, divisor) {
            0 => None,
            divisor => Some(divisor),
        };
        let narrow = hardware_divisor.and_then(|d| u32::try_from(d).ok());
        let magic = match (mode, narrow) {
            (AttributeMode::NpotDivisor { magic, .. }, Some(divisor)) => {
                Some(magic_fields(magic, divisor))
            }
            _ => None,
        };
        // The divisor that a driver gets if it multiplies in 32 bits.
        let wrapped_divisor = hardware_divisor
            .filter(|_| narrow.is_none())
            .map(|divisor| divisor as u32);
        let words = record_words(&record)?.into_iter().map(word);
        Ok(json!({
            "mode": mode.record_type().name(),
            "rule": draw.mode_rule(rate, divisor).message().to_str().ok(),
            "hardware_divisor": hardware_divisor,
            "wrapped_divisor": wrapped_divisor,
            "magic": magic,
            "element": element,
            "words": words.collect::<Vec<_>>(),
            "offset": draw.attribute_offset(&buffer, self.source_offset)?,
        }))
    }

    /// The words of the table, if every buffer has a record. Sets the slot of
    /// each attribute.
    fn table(
        &self,
        draw: &Draw,
        attributes: &mut [Value],
    ) -> Option<Vec<String>> {
        let buffers: Option<Vec<_>> = self
            .attributes()
            .map(|(rate, divisor)| self.vertex_buffer(rate, divisor))
            .collect();
        let buffers = buffers?;
        let mut words = vec![[0; 4]; 2 * buffers.len() + 1];
        let mut slots = vec![0; buffers.len()];
        let count =
            table(draw, self.table, 0, &buffers, &mut words, &mut slots)
                .ok()?;
        for (attribute, slot) in attributes.iter_mut().zip(slots) {
            attribute["slot"] = json!(slot);
        }
        let words = words.as_flattened().iter().take(count as usize);
        Some(words.copied().map(word).collect())
    }

    /// The fields of an attribute from v9 on.
    fn descriptor(
        &self,
        index: u32,
        rate: Rate,
        divisor: u32,
    ) -> Result<Value, Box<dyn Error>> {
        let offset =
            u64::from(self.buffer_offset) + u64::from(self.source_offset);
        let offset =
            i32::try_from(offset).map_err(|_| dral::Error::OffsetRange)?;
        let attribute = ValhallAttribute::new(&ValhallSource {
            rounding: self.rules.rounding as u32,
            rate: rate as u32,
            divisor,
            stride: self.stride,
            buffer_index: index,
            offset,
            base_instance: self.base_instance,
            ..ValhallSource::new(self.arch)
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
                Some(magic_fields(magic, divisor)),
                "1D NPOT Divisor: the divisor is not a power of two",
            ),
        };
        let element = match attribute.stride {
            0 => "0".to_string(),
            _ => quotient,
        };
        Ok(json!({
            "mode": mode.attribute_type().name(),
            "rule": rule,
            "magic": magic,
            "element": element,
            "words": attribute.pack()?.map(word),
            "offset": attribute.offset,
        }))
    }
}

/// An attribute with its fields, or why it is refused.
fn attribute(
    rate: Rate,
    divisor: u32,
    fields: Result<Value, Box<dyn Error>>,
) -> Value {
    let mut attribute = json!({
        "rate": rate_name(rate),
        "divisor": divisor,
        "error": null,
        "mode": null,
        // Which rule chose the mode.
        "rule": null,
        "hardware_divisor": null,
        "wrapped_divisor": null,
        "magic": null,
        // A formula for the element, given the id.
        "element": null,
        "words": [],
        "offset": null,
        "slot": null,
    });
    let fields =
        fields.unwrap_or_else(|error| json!({ "error": error.to_string() }));
    set(&mut attribute, fields);
    attribute
}

/// What a draw on v4 to v7 has in addition.
fn dispatch_fields(draw: &Draw) -> Value {
    let pack = |record: Result<IdRecord, dral::Error>| {
        let words = record.and_then(|record| record.pack()).ok()?;
        Some(words.map(word))
    };
    // One instance is not padded, and has no factors.
    let padded = draw.padded();
    json!({
        "dispatch": {
            "padded_count": draw.padded_count,
            "shift": padded.map(|padded| padded.shift()),
            "odd": padded.map(|padded| padded.odd()),
            "instance_size": draw.instance_size,
            "instance_size_byte": draw.instance_size_byte,
            "instance_primitive_size": draw.instance_primitive_size,
            "instance_primitive_size_byte":
                draw.instance_primitive_size_byte,
            "invocation": draw.invocation.map(word),
        },
        "vertex_id": pack(draw.vertex_id_record()),
        "instance_id": pack(draw.instance_id_record()),
    })
}

/// Explains the draw, even if the draw or one of its attributes is refused.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let explained = arguments.explain();
    match &arguments.html {
        Some(file) => destination::replace(file, streams.output, |output| {
            page::write(arguments, &explained, output)
        })?,
        None => {
            print(arguments.json, &explained, text::sheet, streams)?;
        }
    }
    let mut all = elements(&explained["attributes"]).chain([&explained]);
    Ok(Outcome::refused_if(all.any(|one| !one["error"].is_null())))
}
