// SPDX-License-Identifier: MIT

//! Reads the fields of descriptors into a job.

use super::block::{number, Block, Kind};
use super::job::*;
use super::Problem;
use crate::escape::shortened;
use crate::number::signed_pattern;
use dral::instancing::{
    AttributeRecord, Frequency, IdRecord, IdType, Invocation, RecordType,
    ValhallAttribute, ValhallType,
};

fn varying(block: &Block) -> Result<Varying, Problem> {
    let name = format(block);
    Ok(Varying {
        line: block.line,
        slot: block.word("Buffer index")? as usize,
        offset: block.signed("Offset")?,
        bytes: format_bytes(name),
        is_constant: name.to_lowercase().starts_with("constant")
            || name.contains("INVALID"),
    })
}

fn varying_buffer(block: &Block) -> Result<VaryingBuffer, Problem> {
    // Other types are inputs that the hardware generates.
    let is_memory = record_type(block)? == "1D";
    let word = |name| match is_memory {
        true => block.word(name),
        false => Ok(0),
    };
    Ok(VaryingBuffer {
        line: block.line,
        is_memory,
        pointer: match is_memory {
            true => block.optional("Pointer")?,
            false => 0,
        },
        stride: word("Stride")?,
        size: word("Size")?,
    })
}

/// More descriptors than any job has: a slot has 9 bits, a location fewer. A
/// job may be printed with several tables.
const MOST_DESCRIPTORS: usize = 1 << 12;

/// Vertices per primitive, by the decoder's name of the draw mode. Modes with
/// adjacency begin with v10.
fn vertices_per_primitive(mode: &str) -> Option<u32> {
    Some(match mode {
        "Points" => 1,
        "Lines" | "Line strip" | "Line loop" => 2,
        "Triangles" | "Triangle strip" | "Triangle fan" => 3,
        "Quads" | "Quad strip" => 4,
        _ => return None,
    })
}

/// Whether the decoder prints this name of a draw mode. The genxml files differ
/// in how they name adjacency.
fn is_mode(mode: &str) -> bool {
    let plain = mode.strip_suffix(" adjacency").unwrap_or(mode);
    let plain = plain.strip_suffix(" with").unwrap_or(plain);
    vertices_per_primitive(plain).is_some()
        || ["None", "Polygon", "Parallelogram"].contains(&mode)
}

/// The types of jobs, in lower case: the genxml files differ in case.
const JOB_TYPES: [&str; 12] = [
    "not started",
    "null",
    "write value",
    "cache flush",
    "compute",
    "vertex",
    "geometry",
    "tiler",
    "fused",
    "fragment",
    "indexed vertex",
    "malloc vertex",
];

/// The type of a job, from its header.
pub fn job_type(block: &Block) -> Result<&str, Problem> {
    block.name("Type", |name| JOB_TYPES.contains(&&*name.to_lowercase()))
}

fn format(block: &Block) -> &str {
    let names = ["Format (v7)", "Format (v6)", "Format"];
    let text = names.iter().find_map(|name| block.text(name).ok());
    text.unwrap_or_default()
}

/// The size of an attribute by the name of its format, such as RGBA32F; 1 if
/// the name does not begin with channels of whole bytes.
fn format_bytes(name: &str) -> u32 {
    let channels = name.bytes().take_while(|byte| b"RGBA".contains(byte));
    let channels = channels.count();
    let digits = name.bytes().skip(channels);
    let digits = digits.take_while(u8::is_ascii_digit).count();
    let bits = name.get(channels..channels + digits).unwrap_or_default();
    let bytes = match bits {
        "8" => 1,
        "16" => 2,
        "32" => 4,
        _ => return 1,
    };
    (bytes * channels.min(4) as u32).max(1)
}

/// The type of a record that the library packs.
fn known_type(name: &str) -> Option<RecordType> {
    // Types are numbered from 1, without gaps.
    let mut types = (1..).map_while(|n| RecordType::try_from(n).ok());
    types.find(|kind| kind.name() == name)
}

/// Types of records of images, whose continuation has the dimensions.
const IMAGE_TYPES: [&str; 2] = ["3D Linear", "3D Interleaved"];

/// The other types of records that no vertex buffer has.
const OTHER_RECORDS: [&str; 4] = [
    "1D Primitive Index Buffer",
    "1D POT Divisor Write Reduction",
    "1D Modulus Write Reduction",
    "1D NPOT Divisor Write Reduction",
];

/// The name of the type of a record.
fn record_type(block: &Block) -> Result<&str, Problem> {
    block.name("Type", |name| {
        known_type(name).is_some()
            || name == "Continuation"
            || IMAGE_TYPES.contains(&name)
            || OTHER_RECORDS.contains(&name)
    })
}

fn slot(block: &Block) -> Result<Slot, Problem> {
    let name = record_type(block)?;
    let Some(kind) = known_type(name) else {
        if IMAGE_TYPES.contains(&name) {
            block.word("S dimension")?;
        }
        let special = block.text("Special").unwrap_or_default();
        let kind = match special {
            "Vertex ID" => IdType::Vertex,
            "Instance ID" => IdType::Instance,
            _ if name == "Continuation" => return Ok(Slot::Continuation),
            _ if name.contains("INVALID") && special.contains("INVALID") => {
                return Ok(Slot::Empty)
            }
            _ if name.contains("INVALID") && special.is_empty() => {
                return Ok(Slot::Empty)
            }
            _ => return Ok(Slot::Other),
        };
        return Ok(Slot::Id(IdRecord {
            r#type: kind as u32,
            shift: block.bits("Divisor R", 5)?,
            odd: block.bits("Divisor P", 3)?,
            extra_flags: block.bits("Divisor E", 1)?,
            magic: block.word("Stride")?,
        }));
    };
    let mut record = AttributeRecord {
        pointer: block.pointer("Pointer")?,
        r#type: kind as u32,
        stride: block.word("Stride")?,
        size: block.word("Size")?,
        shift: block.bits("Divisor R", 5)?,
        odd: block.bits("Divisor P", 3)?,
        extra_flags: block.bits("Divisor E", 1)?,
        magic: 0,
        divisor: 0,
    };
    if kind == RecordType::NpotDivisor {
        record.magic = block.word("Divisor Numerator")?;
        record.divisor = block.last_word("Divisor")?;
    }
    Ok(Slot::Record(record))
}

/// Types of attributes that read no vertex buffer.
const OTHER_TYPES: [&str; 2] = ["1D Primitive Index Buffer", "Vertex packet"];

/// An attribute of an unknown type or frequency has a number that the library
/// does not know either.
fn valhall_attribute(block: &Block) -> Result<ValhallAttribute, Problem> {
    let name = block.text("Attribute type")?;
    // Types are numbered from 1, without gaps.
    let mut types = (1..).map_while(|n| ValhallType::try_from(n).ok());
    let kind = types.find(|kind| kind.name() == name);
    Ok(ValhallAttribute {
        r#type: kind.map_or(0, |kind| kind as u32),
        frequency: match block.text("Frequency")? {
            "Vertex" => Frequency::Vertex as u32,
            "Instance" => Frequency::Instance as u32,
            _ => u32::MAX,
        },
        offset_enable: block.flag("Offset enable")?.into(),
        format: 0,
        table: block.bits("Table", 6)?,
        buffer_index: block.word("Buffer index")?,
        offset: block.signed("Offset")?,
        stride: block.word("Stride")?,
        shift: block.bits("Divisor R", 5)?,
        extra_flags: block.bits("Divisor E", 1)?,
        magic: block.word("Divisor D")?,
    })
}

fn draw_fields(block: &Block) -> Result<DrawFields, Problem> {
    Ok(DrawFields {
        line: block.line,
        instance_size: block.word("Instance Size")?,
        primitive_size: block.word("Instance Primitive Size")?,
        offset_start: block.signed("Offset start")?,
        table: block.number("Attribute buffers")?,
        attributes: block.number("Attributes")?,
        shader: block.optional("State")?,
        position: block.optional("Position")?,
        has_four_components: block.some_flag("Four Components Per Vertex")?,
        is_64_bits: block.some_flag("Draw Descriptor Is 64b")?,
    })
}

/// The place of a job in its chain, from its header.
pub fn link(block: &Block) -> Result<Link, Problem> {
    let number =
        |name| -> Result<u32, Problem> { Ok(block.optional(name)? as u32) };
    let own = block.address();
    let not_one = || {
        let text = String::from_utf8_lossy(own);
        let what = format!("'{}' is not an address", shortened(&text));
        Problem::new(block.line, what)
    };
    Ok(Link {
        address: address(own).ok_or_else(not_one)?,
        next: block.number("Next")? as u64,
        index: number("Index")?,
        dependencies: [number("Dependency 1")?, number("Dependency 2")?],
    })
}

/// The thread group split of every draw.
/// Source: docs/reference/instancing.md, "Invocation".
const SPLIT: u32 = 2;

/// The second word of the draws whose instance count begins at this bit, as the
/// library packs it. With one instance that is bit 32.
fn second_word(start: u32) -> Option<u32> {
    let (vertex_count, instance_count) = match start {
        32 => (1, 1),
        _ => (1u32.checked_shl(start)?, 2),
    };
    let words = Invocation { vertex_count, instance_count }.pack();
    words.ok().map(|[_, second]| second)
}

/// Whether these invocations have one instance, whose count begins at this bit.
/// Source: src/panfrost/lib/pan_encoder.h in Mesa.
fn is_one(values: u32, start: u32) -> bool {
    values.checked_shr(start).unwrap_or(0) == 0
}

fn dispatch(block: &Block, role: Role) -> Result<Dispatch, Problem> {
    let line = block.line;
    let values = block.word("Invocations")?;
    let start = block.word("Workgroups Z shift")?;
    let split = block.word("Thread group split")?;
    let mut others = 0;
    for name in [
        "Size Y shift",
        "Size Z shift",
        "Workgroups X shift",
        "Workgroups Y shift",
    ] {
        others |= block.word(name)?;
    }
    // Mesa's compute jobs split at the group count in x.
    let split = match role {
        Role::Compute if split == 0 => SPLIT,
        _ => split,
    };
    let words = match second_word(start) {
        _ if values | start | split | others == 0 => InvocationWords::Unwritten,
        // With one instance the hardware ignores where its count begins.
        _ if split == SPLIT && others == 0 && is_one(values, start) => {
            let second = second_word(32).unwrap_or_default();
            InvocationWords::Packed([values, second])
        }
        // A draw has sizes of 1 and one group in x, which take no bits.
        Some(second) if split == SPLIT && others == 0 => {
            InvocationWords::Packed([values, second])
        }
        _ => InvocationWords::Unknown,
    };
    Ok(Dispatch { line, words })
}

impl RecordJob {
    pub fn take(&mut self, block: &Block) -> Result<(), Problem> {
        let line = block.line;
        match block.kind {
            // Fragment shaders only have descriptors of images.
            Kind::Attribute
                if self.role == Role::Tiler || self.draw.is_some() => {}
            Kind::Varying => {
                let is_read = self.role == Role::Tiler || self.draw.is_some();
                let own = match is_read {
                    true => &mut self.read,
                    false => &mut self.varyings,
                };
                if block.has("Type") {
                    push(&mut own.buffers, line, varying_buffer(block)?)?;
                } else if block.has("Buffer index") {
                    push(&mut own.varyings, line, varying(block)?)?;
                }
            }
            // A missing field may be taken from a later attribute.
            Kind::Attribute
                if block.has("Buffer index") && !block.has("Type") =>
            {
                let attribute = Attribute {
                    line,
                    slot: block.word("Buffer index")? as usize,
                    offset_enabled: block.flag("Offset enable")?,
                    offset: block.signed("Offset")?,
                    bytes: format_bytes(format(block)),
                    format: label(format(block)),
                };
                push(&mut self.attributes, line, attribute)?;
            }
            Kind::Attribute => {
                push(&mut self.slots, line, (line, slot(block)?))?;
                self.has_special |= block.has("Special");
                // Descriptors of images also have a continuation.
                if block.has("Divisor Numerator") || block.has("S dimension") {
                    let slot = match block.last_text("Type")? {
                        "Continuation" => Slot::Continuation,
                        _ => Slot::Hidden,
                    };
                    self.slots.push((line, slot));
                }
            }
            Kind::Invocation => {
                check_first(self.dispatch.is_none(), line)?;
                self.dispatch = Some(dispatch(block, self.role)?);
            }
            Kind::Primitive => {
                check_first(self.mode.is_none(), line)?;
                let mode = block.name("Draw mode", is_mode)?;
                self.vertices_per_primitive = vertices_per_primitive(mode);
                self.mode = Some(label(mode));
                self.indices.kind = block.text("Index type").ok().map(label);
                if self.indices.kind.is_some() {
                    let count = block.word("Index count")?;
                    self.index_count = Some((line, count));
                    let name = "Base vertex offset";
                    let base = (block.line_of(name), block.signed(name)?);
                    self.base_vertex = Some(base);
                }
                self.indices.address = block.some_address("Indices")?;
                let name = "Secondary Shader";
                let secondary = block.some_flag(name)?;
                self.secondary = secondary.map(|is| (block.line_of(name), is));
                let sizes = block.text("Point size array format");
                self.has_sizes = sizes.is_ok_and(|kind| kind != "None");
            }
            Kind::Draw => self.draw = Some(draw_fields(block)?),
            Kind::FragmentDraw => {
                self.fragment_draw = Some(draw_fields(block)?);
            }
            Kind::PrimitiveSize => {
                self.sizes = block.some_address("Size Array")?;
            }
            _ => {}
        }
        Ok(())
    }

    pub fn is_complete(&self) -> bool {
        let is_dispatched = self.dispatch.is_some() && self.draw.is_some();
        match self.role {
            Role::Vertex => is_dispatched,
            Role::Compute => true,
            // On v9 they have no invocation.
            Role::Tiler if self.dispatch.is_none() => self.mode.is_some(),
            _ => is_dispatched && self.mode.is_some(),
        }
    }
}

/// A job has one of these descriptors.
fn check_first(is_first: bool, line: u64) -> Result<(), Problem> {
    let what = "the job has this descriptor twice: a job header is missing";
    match is_first {
        true => Ok(()),
        false => Err(Problem::new(line, what)),
    }
}

fn push<T>(items: &mut Vec<T>, line: u64, item: T) -> Result<(), Problem> {
    if items.len() >= MOST_DESCRIPTORS {
        return Err(Problem::new(line, "more descriptors than a job has"));
    }
    items.push(item);
    Ok(())
}

/// The entries of a resource table have numbers of 6 bits.
const MOST_TABLES: usize = 1 << 6;

/// Bytes of a descriptor in a resource table.
const DESCRIPTOR_BYTES: u64 = 32;

/// Whether a command stream labels the first vertex shader, or its resource
/// table, with this text.
pub fn is_vertex_label(text: &[u8]) -> bool {
    text.starts_with(b"Position") || text.starts_with(b"Vertex")
}

/// The place in the resource tables of v9 and later.
#[derive(Default)]
pub struct TablePlace {
    /// The current table belongs to vertex shaders, and was not printed before.
    taken: bool,
    /// The tables of the fragment shader have been printed (v9).
    pub after_draw: bool,
    entry: u32,
    /// The address of the entry's first descriptor.
    address: Option<u64>,
}

impl TablePlace {
    pub fn table(&mut self, job: &mut ValhallJob, label: &[u8], at: &[u8]) {
        // On v9 the fragment shader's table comes first, and all tables have
        // the same label.
        let vertex = if job.stream {
            !label.starts_with(b"Fragment")
        } else {
            self.after_draw
        };
        let digits = at.iter().take_while(|byte| byte.is_ascii_hexdigit());
        let address = address(&at[..digits.count()]).unwrap_or(0);
        let known = |table: &ResourceTable| table.address == address;
        self.taken = vertex && !job.tables.iter().any(known);
        if self.taken && job.tables.len() < 8 {
            job.tables.push(ResourceTable { address, ..Default::default() });
        }
    }

    /// Takes a line of a table's entry, and returns whether it is one.
    pub fn line(&mut self, job: &mut ValhallJob, text: &[u8]) -> bool {
        let table = job.tables.last_mut().filter(|_| self.taken);
        if text.starts_with(b"NullDescriptor @") {
            let index = self.index(text);
            let nulls = table.map(|table| &mut table.nulls);
            if let Some(nulls) = nulls.filter(|n| n.len() < MOST_DESCRIPTORS) {
                nulls.push((self.entry, index));
            }
        } else if let Some(rest) = text.strip_prefix(b"Entry ") {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
            let entry = rest.get(..digits.count()).and_then(number);
            self.entry = entry.and_then(|n| n.try_into().ok()).unwrap_or(0);
            self.address = None;
            let entries = table.map(|table| &mut table.entries);
            if let Some(entries) = entries.filter(|e| e.len() < MOST_TABLES) {
                entries.push(self.entry);
            }
        } else if let Some(rest) = text.strip_prefix(b"Address: 0x") {
            self.address = address(rest);
        } else {
            return false;
        }
        true
    }

    pub fn shader(&self, job: &mut ValhallJob, label: &[u8], at: &[u8]) {
        let vertex =
            if job.stream { is_vertex_label(label) } else { self.after_draw };
        if vertex && job.shader == 0 {
            job.shader = address(at).unwrap_or(0);
        }
    }

    /// The index of a descriptor in its entry. Descriptors of other kinds are
    /// between those that are read.
    fn index(&self, heading: &[u8]) -> u32 {
        let heading = heading.split(|byte| b"@:".contains(byte));
        let bytes = heading.skip(1).find_map(address).zip(self.address);
        let index = bytes.and_then(|(at, entry)| {
            u32::try_from(at.checked_sub(entry)? / DESCRIPTOR_BYTES).ok()
        });
        index.unwrap_or(u32::MAX)
    }
}

impl ValhallJob {
    /// Whether a job of v9 is complete. A draw of a command stream ends by
    /// itself.
    pub fn is_complete(&self) -> bool {
        let has_shaders = self.shader != 0 && self.shaders_left == 0;
        let is_whole = self.counts().is_some() && has_shaders;
        (is_whole || self.is_compute) && !self.stream
    }

    pub fn take(
        &mut self,
        block: &Block,
        place: &mut TablePlace,
    ) -> Result<(), Problem> {
        match block.kind {
            Kind::Primitive => {
                check_first(self.index_count.is_none(), block.line)?;
                self.indices.kind = Some(label(block.text("Index type")?));
                self.mode = block.text("Draw mode").ok().map(label);
                let secondary = block.text("Secondary Shader");
                let has_two = secondary.is_ok_and(|text| text == "true");
                self.shaders_left = 1 + u32::from(has_two);
                self.has_secondary = has_two;
                self.vertex_offset = block.signed("Base vertex offset")?;
                let name = "Instance offset";
                self.instance_offset = (block.line_of(name), block.word(name)?);
                self.index_count = Some(block.word("Index count")?);
            }
            Kind::PrimitiveFlags => {
                let index_type = block.text("Index type")?;
                self.indices.kind = Some(label(index_type));
                self.mode = block.text("Draw mode").ok().map(label);
            }
            Kind::Indices => {
                self.indices.address = block.some_address("Address")?;
            }
            Kind::Allocation => {
                let packet = block.word("Vertex packet stride")?;
                let attributes = block.word("Vertex attribute stride")?;
                self.packet = Some((block.line, packet, attributes));
            }
            Kind::Compute => {
                self.index_count = Some(block.word("Workgroup count X")?);
                self.instances = Some(block.word("Workgroup count Y")?);
            }
            Kind::InstanceCount => {
                self.instances = Some(block.word("Count")?);
            }
            Kind::Draw => {
                place.after_draw = true;
                self.fau_count = block.fau_count;
                // The low bits of the address are a count.
                let tables = block.resources;
                self.table_count = tables.map(|address| address & 0x3f);
            }
            _ => {}
        }
        let table = self.tables.last_mut().filter(|_| place.taken);
        let Some(table) = table else { return Ok(()) };
        if block.kind == Kind::ValhallBuffer {
            let buffer = ValhallBuffer {
                table: place.entry,
                index: place.index(block.heading()),
                address: match block.has("Address") {
                    true => Some(block.optional("Address")?),
                    false => None,
                },
                size: block.word("Size")?,
            };
            push(&mut table.buffers, block.line, buffer)?;
        } else if block.kind == Kind::ValhallAttribute {
            let entry = ValhallEntry {
                line: block.line,
                location: place.index(block.heading()),
                attribute: valhall_attribute(block)?,
                bytes: format_bytes(format(block)),
                format: label(format(block)),
                is_other: OTHER_TYPES.contains(&block.text("Attribute type")?),
            };
            push(&mut table.attributes, block.line, entry)?;
        }
        Ok(())
    }

    /// Takes the counts of a draw in a command stream, one per line.
    pub fn scalar(&mut self, line: u64, text: &[u8]) -> Result<(), Problem> {
        let text = String::from_utf8_lossy(text);
        let Some((name, value)) = text.split_once(": ") else { return Ok(()) };
        let value = value.as_bytes();
        let none = || Problem::value(line, name, value, "a word of 32 bits");
        let number = || number(value).ok_or_else(none);
        let word = || u32::try_from(number()?).map_err(|_| none());
        match name {
            "Index count" => self.index_count = Some(word()?),
            "Instance count" => self.instances = Some(word()?),
            "Instance offset" => self.instance_offset = (line, word()?),
            "Index offset" => self.index_offset = Some((line, word()?)),
            "Index array size" => self.index_array_size = Some(word()?),
            "Indices" => {
                self.indices.address = address(value).map(|at| (line, at));
            }
            "Vertex offset" => {
                let offset = signed_pattern(number()?.into());
                self.vertex_offset = offset.ok_or_else(none)?;
            }
            _ => {}
        }
        Ok(())
    }
}
