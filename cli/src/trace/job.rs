// SPDX-License-Identifier: MIT

//! Assembles the lines of a trace to jobs: what each vertex job dispatches, and
//! the descriptors that it reads.

use super::block::{number, Block, Kind};
use super::finding::JobName;
use super::Problem;
use crate::number::signed_pattern;
use dral::instancing::{
    AttributeRecord, Frequency, IdRecord, IdType, RecordType, ValhallAttribute,
    ValhallType,
};

/// More descriptors than any job has: a slot has 9 bits, a location fewer. A
/// job may be printed with several tables.
const MOST_DESCRIPTORS: usize = 1 << 12;

/// An attribute of v4 to v7.
pub struct Attribute {
    pub line: u64,
    pub slot: usize,
    pub offset_enabled: bool,
    pub offset: i32,
    pub bytes: u32,
}

/// The contents of a slot of the table of v4 to v7.
pub enum Slot {
    Record(AttributeRecord),
    Id(IdRecord),
    Continuation,
    /// A descriptor of an unknown type.
    Empty,
    /// A descriptor of an image, for example, which no vertex divides.
    Other,
}

/// A buffer of varyings of v4 to v7.
pub struct Varying {
    pub line: u64,
    pub stride: u32,
    pub size: u32,
}

/// The invocation words, which encode the counts.
#[derive(Clone, Copy)]
pub struct Dispatch {
    pub line: u64,
    pub words: [u32; 2],
}

/// The fields of a draw descriptor that concern vertices.
#[derive(Clone, Copy)]
pub struct DrawFields {
    pub line: u64,
    pub instance_size: u32,
    pub primitive_size: u32,
    pub offset_start: i32,
    pub table: i64,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Role {
    #[default]
    Vertex,
    Tiler,
    /// Both jobs in one, with index-driven vertex shading.
    IndexedVertex,
}

/// A job of v4 to v7.
#[derive(Default)]
pub struct RecordJob {
    pub role: Role,
    pub name: JobName,
    pub attributes: Vec<Attribute>,
    pub slots: Vec<(u64, Slot)>,
    pub varyings: Vec<Varying>,
    pub dispatch: Option<Dispatch>,
    pub draw: Option<DrawFields>,
    pub fragment_draw: Option<DrawFields>,
    /// Vertices per primitive, if the draw mode determines them.
    pub vertices_per_primitive: Option<u32>,
    has_primitive: bool,
}

/// An attribute of v9 and later.
pub struct ValhallEntry {
    pub line: u64,
    /// All fields except the format.
    pub attribute: ValhallAttribute,
    pub bytes: u32,
}

/// The attributes and buffers of a resource table.
#[derive(Default)]
pub struct ResourceTable {
    address: Vec<u8>,
    pub attributes: Vec<ValhallEntry>,
    /// The entry, the place in the entry, and the size of each.
    pub buffers: Vec<(u32, u32, u32)>,
}

/// A vertex job of v9, or a draw of a command stream.
#[derive(Default)]
pub struct ValhallJob {
    pub name: JobName,
    pub tables: Vec<ResourceTable>,
    pub indices: Option<u32>,
    pub instances: Option<u32>,
    pub vertex_offset: i32,
    pub instance_offset: u32,
    pub indexed: bool,
    /// The current tables belong to vertex shaders, and were not printed
    /// before.
    taken: bool,
    /// The tables of the fragment shader have been printed (v9).
    after_draw: bool,
    stream: bool,
    entry: u32,
    place: u32,
}

/// A job to check.
pub enum Job {
    Records(Box<RecordJob>),
    Valhall(Box<ValhallJob>),
}

/// Vertices per primitive, by the decoder's name of the draw mode.
fn vertices_per_primitive(mode: &str) -> Option<u32> {
    Some(match mode {
        "Points" => 1,
        "Lines" | "Line strip" | "Line loop" => 2,
        "Triangles" | "Triangle strip" | "Triangle fan" => 3,
        "Lines with adjacency" | "Line strip with adjacency" => 4,
        "Quads" | "Quad strip" => 4,
        "Triangles with adjacency" | "Triangle strip with adjacency" => 6,
        _ => return None,
    })
}

/// The size of an attribute by the name of its format, such as RGBA32F; 1 if
/// the name does not begin with channels of whole bytes.
fn format_bytes(block: &Block) -> u32 {
    let name = ["Format (v7)", "Format (v6)", "Format"]
        .iter()
        .find_map(|name| block.text(name).ok())
        .unwrap_or_default();
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

fn slot(block: &Block) -> Result<Slot, Problem> {
    let name = block.text("Type")?;
    // Types are numbered from 1, without gaps.
    let mut types = (1..).map_while(|n| RecordType::try_from(n).ok());
    let Some(kind) = types.find(|kind| kind.name() == name) else {
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
    let pointer = block.number("Pointer")?;
    let mut record = AttributeRecord {
        pointer: u64::try_from(pointer).unwrap_or_default(),
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
    })
}

fn dispatch(block: &Block) -> Result<Dispatch, Problem> {
    // Source: docs/instancing.md, "Invocation".
    let mut word = 0;
    for (name, start, bits) in [
        ("Size Y shift", 0, 5),
        ("Size Z shift", 5, 5),
        ("Workgroups X shift", 10, 6),
        ("Workgroups Y shift", 16, 6),
        ("Workgroups Z shift", 22, 6),
        ("Thread group split", 28, 4),
    ] {
        word |= block.bits(name, bits)? << start;
    }
    let words = [block.word("Invocations")?, word];
    Ok(Dispatch { line: block.line, words })
}

impl RecordJob {
    fn take(&mut self, block: &Block) -> Result<(), Problem> {
        let line = block.line;
        match block.kind {
            // Fragment shaders only have descriptors of images.
            Kind::Attribute | Kind::Varying
                if self.role == Role::Tiler || self.draw.is_some() => {}
            // Other types are inputs that the hardware generates.
            Kind::Varying if block.text("Type").ok() == Some("1D") => {
                let varying = Varying {
                    line,
                    stride: block.word("Stride")?,
                    size: block.word("Size")?,
                };
                push(&mut self.varyings, line, varying)?;
            }
            Kind::Attribute if block.has("Buffer index") => {
                let attribute = Attribute {
                    line,
                    slot: block.word("Buffer index")? as usize,
                    offset_enabled: block.flag("Offset enable")?,
                    offset: block.signed("Offset")?,
                    bytes: format_bytes(block),
                };
                push(&mut self.attributes, line, attribute)?;
            }
            Kind::Attribute => {
                push(&mut self.slots, line, (line, slot(block)?))?;
                // Descriptors of images have a continuation, too.
                if block.has("Divisor Numerator") || block.has("S dimension") {
                    self.slots.push((line, Slot::Continuation));
                }
            }
            Kind::Invocation => self.dispatch = Some(dispatch(block)?),
            Kind::Primitive => {
                let mode = block.text("Draw mode")?;
                self.vertices_per_primitive = vertices_per_primitive(mode);
                self.has_primitive = true;
            }
            Kind::Draw => self.draw = Some(draw_fields(block)?),
            Kind::FragmentDraw => {
                self.fragment_draw = Some(draw_fields(block)?);
            }
            _ => {}
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        let primitive = self.has_primitive || self.role == Role::Vertex;
        self.dispatch.is_some() && self.draw.is_some() && primitive
    }
}

fn push<T>(items: &mut Vec<T>, line: u64, item: T) -> Result<(), Problem> {
    if items.len() >= MOST_DESCRIPTORS {
        return Err(Problem::new(line, "more descriptors than a job has"));
    }
    items.push(item);
    Ok(())
}

impl ValhallJob {
    fn table(&mut self, label: &[u8], address: &[u8]) {
        // On v9 the fragment shader's table comes first, and all tables have
        // the same label.
        let vertex = if self.stream {
            !label.starts_with(b"Fragment")
        } else {
            self.after_draw
        };
        let known = |table: &ResourceTable| table.address == address;
        self.taken = vertex && !self.tables.iter().any(known);
        if self.taken && self.tables.len() < 8 {
            self.tables.push(ResourceTable {
                address: address.to_vec(),
                ..ResourceTable::default()
            });
        }
    }

    fn take(&mut self, block: &Block) -> Result<(), Problem> {
        let place = self.place;
        match block.kind {
            Kind::ValhallAttribute | Kind::ValhallBuffer => self.place += 1,
            Kind::Primitive => {
                self.indexed = block.text("Index type")? != "None";
                self.vertex_offset = block.signed("Base vertex offset")?;
                self.instance_offset = block.word("Instance offset")?;
                self.indices = Some(block.word("Index count")?);
            }
            Kind::PrimitiveFlags => {
                self.indexed = block.text("Index type")? != "None";
            }
            Kind::InstanceCount => {
                self.instances = Some(block.word("Count")?);
            }
            Kind::Draw => self.after_draw = true,
            _ => {}
        }
        let Some(table) = self.tables.last_mut().filter(|_| self.taken) else {
            return Ok(());
        };
        if block.kind == Kind::ValhallBuffer {
            let buffer = (self.entry, place, block.word("Size")?);
            push(&mut table.buffers, block.line, buffer)?;
        } else if block.kind == Kind::ValhallAttribute {
            let entry = ValhallEntry {
                line: block.line,
                attribute: valhall_attribute(block)?,
                bytes: format_bytes(block),
            };
            push(&mut table.attributes, block.line, entry)?;
        }
        Ok(())
    }

    /// Takes the counts of a draw in a command stream, one per line.
    fn scalar(&mut self, line: u64, text: &[u8]) -> Result<(), Problem> {
        let text = String::from_utf8_lossy(text);
        let Some((name, value)) = text.split_once(": ") else { return Ok(()) };
        let value = value.as_bytes();
        let none = || Problem::value(line, name, value, "a word of 32 bits");
        let number = || number(value).ok_or_else(none);
        let word = || u32::try_from(number()?).map_err(|_| none());
        match name {
            "Index count" => self.indices = Some(word()?),
            "Instance count" => self.instances = Some(word()?),
            "Instance offset" => self.instance_offset = word()?,
            "Vertex offset" => {
                let offset = signed_pattern(number()?.into());
                self.vertex_offset = offset.ok_or_else(none)?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Splits a trace into jobs, line by line.
#[derive(Default)]
pub struct Jobs {
    block: Block,
    open: bool,
    job: Option<Job>,
    /// Whether anything was found that only a decoded trace contains.
    pub seen: bool,
}

impl Jobs {
    /// Takes a line. Returns the job that ends with it.
    pub fn line(
        &mut self,
        line: u64,
        bytes: &[u8],
    ) -> Result<Option<Job>, Problem> {
        let indent = bytes.iter().take_while(|&&byte| byte == b' ').count();
        let text = bytes.get(indent..).unwrap_or_default();
        let mut ended = None;
        if self.open {
            if self.block.take(line, indent, text)? {
                return Ok(None);
            }
            ended = self.close()?;
        }
        // Skips lines that cannot begin a relevant heading.
        if !matches!(
            text.first(),
            Some(b'A' | b'B' | b'D'..=b'F' | b'I' | b'J' | b'P' | b'R' | b'V')
        ) {
            return Ok(ended);
        }
        let other = self.heading(line, indent, text)?;
        Ok(ended.or(other))
    }

    fn heading(
        &mut self,
        line: u64,
        indent: usize,
        text: &[u8],
    ) -> Result<Option<Job>, Problem> {
        let kind = match text {
            b"Attribute:" | b"Attribute Buffer:" => Kind::Attribute,
            b"Varying:" | b"Varying Buffer:" => Kind::Varying,
            b"Invocation:" => Kind::Invocation,
            b"Primitive:" => Kind::Primitive,
            b"Draw:" | b"Vertex Draw:" => Kind::Draw,
            b"Fragment Draw:" => Kind::FragmentDraw,
            b"Instance count:" => Kind::InstanceCount,
            b"Primitive flags" => Kind::PrimitiveFlags,
            _ if text.starts_with(b"Job Header (") => Kind::JobHeader,
            _ if text.starts_with(b"Attribute @") => Kind::ValhallAttribute,
            _ if text.starts_with(b"Buffer @") => Kind::ValhallBuffer,
            _ => return self.other(line, text),
        };
        if kind == Kind::JobHeader || self.job.is_some() {
            self.block.begin(kind, line, indent, text);
            self.open = true;
        }
        Ok(None)
    }

    /// Takes lines that are neither a heading nor a field of a descriptor.
    fn other(
        &mut self,
        line: u64,
        text: &[u8],
    ) -> Result<Option<Job>, Problem> {
        const TABLE: &[u8] = b"resource table @";
        let table = text.windows(TABLE.len()).position(|part| part == TABLE);
        if let Some(place) = table {
            self.seen = true;
            let address = text.get(place + TABLE.len()..).unwrap_or_default();
            let first = [&b"Position"[..], b"Vertex"];
            let ended = if first.iter().any(|by| text.starts_with(by)) {
                let name = JobName {
                    kind: "RUN_IDVS".into(),
                    line,
                    ..JobName::default()
                };
                let job =
                    ValhallJob { name, stream: true, ..Default::default() };
                self.begin(line, Some(Job::Valhall(Box::new(job))))?
            } else {
                None
            };
            if let Some(Job::Valhall(job)) = &mut self.job {
                job.table(text, address);
            }
            return Ok(ended);
        }
        let Some(Job::Valhall(job)) = &mut self.job else { return Ok(None) };
        if let Some(rest) = text.strip_prefix(b"Entry ") {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit());
            let digits = digits.count();
            let entry = rest.get(..digits).and_then(number);
            job.entry = entry.and_then(|n| n.try_into().ok()).unwrap_or(0);
            job.place = 0;
        } else if job.stream {
            job.scalar(line, text)?;
        }
        Ok(None)
    }

    /// Ends a descriptor.
    fn close(&mut self) -> Result<Option<Job>, Problem> {
        self.open = false;
        let block = &self.block;
        if block.kind == Kind::JobHeader {
            self.seen = true;
            let name = JobName {
                kind: block.text("Type")?.into(),
                line: block.line,
                address: block.address(),
                ..JobName::default()
            };
            let records = |role, name| {
                let job = RecordJob { role, name, ..RecordJob::default() };
                Some(Job::Records(Box::new(job)))
            };
            let job = match name.kind.to_lowercase().as_str() {
                "vertex" => records(Role::Vertex, name),
                "tiler" => records(Role::Tiler, name),
                "indexed vertex" => records(Role::IndexedVertex, name),
                "malloc vertex" => {
                    let job = ValhallJob { name, ..ValhallJob::default() };
                    Some(Job::Valhall(Box::new(job)))
                }
                _ => None,
            };
            return self.begin(block.line, job);
        }
        match &mut self.job {
            Some(Job::Records(job)) => job.take(block)?,
            Some(Job::Valhall(job)) => {
                job.take(block)?;
                // Nothing after the flags concerns vertices.
                if job.stream && block.kind == Kind::PrimitiveFlags {
                    return Ok(self.job.take());
                }
            }
            None => {}
        }
        Ok(None)
    }

    /// Ends a job, because another begins or the trace ends.
    fn begin(
        &mut self,
        line: u64,
        job: Option<Job>,
    ) -> Result<Option<Job>, Problem> {
        let ended = std::mem::replace(&mut self.job, job);
        let (is_complete, name) = match &ended {
            Some(Job::Records(job)) => {
                // Tiler jobs of v9 have another form.
                let other = job.role == Role::Tiler && job.draw.is_none();
                (job.is_complete() || other, &job.name)
            }
            Some(Job::Valhall(job)) => {
                let complete = job.instances.is_some() && job.indices.is_some();
                (complete && !job.stream, &job.name)
            }
            None => return Ok(None),
        };
        if !is_complete {
            let what = format!(
                "the {} job of line {} is cut off here",
                name.kind, name.line
            );
            return Err(Problem::new(line, what));
        }
        Ok(ended)
    }

    /// Ends the trace.
    pub fn end(&mut self, line: u64) -> Result<Option<Job>, Problem> {
        if self.open {
            let what = "the trace ends within a descriptor";
            return Err(Problem::new(line, what));
        }
        if !self.seen {
            let what = "no job in the whole file: this is not a decoded trace";
            return Err(Problem::new(line.max(1), what));
        }
        self.begin(line, None)
    }
}
