// SPDX-License-Identifier: MIT

//! A job: what it dispatches, and the descriptors that it reads.

use crate::output::words;
use dral::instancing::{
    AttributeRecord, IdRecord, Invocation, ValhallAttribute,
};
use serde::{Serialize, Serializer};

/// How many vertices and instances a job draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counts {
    pub vertices: u32,
    pub instances: u32,
}

/// An attribute of a draw: its location, and the slot of its record on v4 to
/// v7.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Place {
    pub location: u32,
    pub slot: Option<u32>,
}

impl Place {
    /// A location whose slot is unknown, or that has none.
    pub fn at(location: u32) -> Self {
        Self { location, slot: None }
    }
}

/// The beginning of a name in a trace, such as a format.
pub type Label = [u8; 16];

/// The text of a label.
pub fn label_text(label: &Label) -> String {
    String::from_utf8_lossy(label).trim_end_matches('\0').into()
}

pub fn label(text: &str) -> Label {
    let mut label = Label::default();
    let bytes = text.bytes().take(label.len());
    label.iter_mut().zip(bytes).for_each(|(own, byte)| *own = byte);
    label
}

/// Where a job is.
#[derive(Clone, Debug, Default, Serialize)]
pub struct JobName {
    #[serde(rename = "type")]
    pub kind: String,
    /// The number of its draw in the file, from 1.
    pub draw: Option<usize>,
    pub line: u64,
    /// Its GPU address, as printed in the trace.
    pub address: String,
    /// The line of the draw descriptor, and the address of the shader (of its
    /// state on v4 to v7), if they are known.
    pub draw_line: Option<u64>,
    #[serde(serialize_with = "hexadecimal")]
    pub shader: Option<u64>,
}

pub fn hexadecimal<S: Serializer>(
    number: &Option<u64>,
    out: S,
) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => out.collect_str(&format_args!("{number:#x}")),
        None => out.serialize_none(),
    }
}

/// The place of a job in its chain.
#[derive(Clone, Copy, Default)]
pub struct Link {
    pub address: u64,
    /// The address of the next job; 0 at the end of the chain.
    pub next: u64,
    /// The number of the job in its chain, from 1; 0 if it has none.
    pub index: u32,
    /// The numbers of the jobs that must end first; 0 for none.
    pub dependencies: [u32; 2],
}

/// An attribute of v4 to v7.
pub struct Attribute {
    pub line: u64,
    pub slot: usize,
    pub offset_enabled: bool,
    pub offset: i32,
    pub bytes: u32,
    pub format: Label,
}

impl Attribute {
    /// Whether it reads no buffer: its format is a constant.
    pub fn is_constant(&self) -> bool {
        self.format.to_ascii_lowercase().starts_with(b"constant")
    }

    pub fn place(&self, location: usize) -> Place {
        Place { location: location as u32, slot: Some(self.slot as u32) }
    }
}

/// The contents of a slot of the table of v4 to v7.
pub enum Slot {
    Record(AttributeRecord),
    Id(IdRecord),
    Continuation,
    /// What the decoder took for the second half of a record, with another type
    /// than a continuation: if the first half is what a driver left in a gap,
    /// it is a record.
    Hidden,
    /// A descriptor of an unknown type.
    Empty,
    /// A descriptor of an image, for example, which no vertex divides.
    Other,
}

/// A buffer of varyings of v4 to v7.
#[derive(Clone)]
pub struct VaryingBuffer {
    pub line: u64,
    /// False for inputs that the hardware generates.
    pub is_memory: bool,
    pub pointer: u64,
    pub stride: u32,
    pub size: u32,
}

/// A varying of v4 to v7.
#[derive(Clone)]
pub struct Varying {
    pub line: u64,
    pub slot: usize,
    pub offset: i32,
    pub bytes: u32,
    /// The other shader does not have it.
    pub is_constant: bool,
}

/// What a shader writes or reads.
#[derive(Clone, Default)]
pub struct Varyings {
    pub buffers: Vec<VaryingBuffer>,
    pub varyings: Vec<Varying>,
}

impl Varyings {
    /// The varyings in memory, with their buffers if these exist.
    pub fn used(
        &self,
    ) -> impl Iterator<Item = (&Varying, Option<&VaryingBuffer>)> {
        let used = self.varyings.iter().filter(|one| !one.is_constant);
        let all = used.map(|one| (one, self.buffers.get(one.slot)));
        all.filter(|(_, buffer)| buffer.is_none_or(|b| b.is_memory))
    }
}

/// The indices of a draw.
#[derive(Clone, Copy, Default)]
pub struct Indices {
    /// The line of their address, and the address, if the trace has it.
    pub address: Option<(u64, u64)>,
    /// Their type, which is None without indices.
    pub kind: Option<Label>,
}

impl Indices {
    /// Whether the draw has indices.
    pub fn are_used(&self) -> bool {
        self.kind.is_some_and(|kind| kind != label("None"))
    }

    /// Bytes of an index.
    pub fn bytes(&self) -> Option<u32> {
        let kind = label_text(&self.kind?);
        let bits: u32 = kind.strip_prefix("UINT")?.parse().ok()?;
        Some(bits / 8)
    }
}

/// The invocation words, which encode the counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum InvocationWords {
    /// All zeros: a kernel will write them; it had not run when the trace was
    /// made.
    Unwritten,
    Packed([u32; 2]),
    /// No draw has such fields.
    Unknown,
}

impl InvocationWords {
    pub fn text(&self) -> String {
        match self {
            Self::Packed(packed) => words(packed),
            _ => "shifts or a split that no draw has".into(),
        }
    }
}

/// The invocation of a job.
#[derive(Clone, Copy)]
pub struct Dispatch {
    pub line: u64,
    pub words: InvocationWords,
}

/// The fields of a draw descriptor that concern vertices.
#[derive(Clone, Copy)]
pub struct DrawFields {
    pub line: u64,
    pub instance_size: u32,
    pub primitive_size: u32,
    pub offset_start: i32,
    /// The addresses of the records and of the attributes.
    pub table: i64,
    pub attributes: i64,
    pub shader: u64,
    pub position: u64,
    /// Unknown if the trace lacks them.
    pub has_four_components: Option<bool>,
    pub is_64_bits: Option<bool>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Role {
    #[default]
    Vertex,
    Tiler,
    /// Both jobs in one, with index-driven vertex shading.
    IndexedVertex,
    /// The vertex shader with transform feedback (v6 and later), or any other
    /// shader.
    Compute,
}

/// A job of v4 to v7.
#[derive(Default)]
pub struct RecordJob {
    pub role: Role,
    pub name: JobName,
    pub link: Link,
    pub attributes: Vec<Attribute>,
    pub slots: Vec<(u64, Slot)>,
    /// What the vertex shader writes, and what the fragment shader reads.
    pub varyings: Varyings,
    pub read: Varyings,
    pub dispatch: Option<Dispatch>,
    pub draw: Option<DrawFields>,
    pub fragment_draw: Option<DrawFields>,
    /// Vertices per primitive, if the draw mode determines them.
    pub vertices_per_primitive: Option<u32>,
    pub mode: Option<Label>,
    pub indices: Indices,
    /// The line of the primitive and its index count, which without indices is
    /// its vertices.
    pub index_count: Option<(u64, u32)>,
    pub base_vertex: Option<(u64, i32)>,
    /// Whether the second shader runs.
    pub secondary: Option<(u64, bool)>,
    /// Whether points have sizes in memory, and the line and the address of
    /// the sizes.
    pub has_sizes: bool,
    pub sizes: Option<(u64, u64)>,
    /// The records name what the hardware generates (v4 and v5).
    pub has_special: bool,
}

impl RecordJob {
    /// The counts in its invocation, if a draw can have it.
    pub fn counts(&self) -> Option<Counts> {
        let InvocationWords::Packed(words) = self.dispatch?.words else {
            return None;
        };
        let Invocation { vertex_count, instance_count } =
            Invocation::unpack(words).ok()?;
        Some(Counts { vertices: vertex_count, instances: instance_count })
    }

    /// Whether it is a job of a vertex shader. Only vertex attributes of v6 and
    /// later enable their offset, images do not.
    pub fn is_vertex(&self) -> bool {
        let mut attributes = self.attributes.iter();
        self.role != Role::Compute
            || !self.has_special
                && attributes.any(|attribute| attribute.offset_enabled)
    }
}

/// An attribute of v9 and later.
pub struct ValhallEntry {
    pub line: u64,
    /// The location that reads it: its index in the table.
    pub location: u32,
    /// All fields except the format.
    pub attribute: ValhallAttribute,
    pub bytes: u32,
    pub format: Label,
    /// Of a type that no vertex buffer has.
    pub is_other: bool,
}

impl ValhallEntry {
    pub fn place(&self) -> Place {
        Place::at(self.location)
    }
}

/// A buffer of v9 and later.
pub struct ValhallBuffer {
    /// The entry of the resource table, and the index in it.
    pub table: u32,
    pub index: u32,
    /// None if the trace does not contain it.
    pub address: Option<u64>,
    pub size: u32,
}

/// The attributes and buffers of a resource table.
#[derive(Default)]
pub struct ResourceTable {
    pub address: u64,
    pub attributes: Vec<ValhallEntry>,
    pub buffers: Vec<ValhallBuffer>,
    /// The entries that are printed, and the entries and indices of null
    /// descriptors.
    pub entries: Vec<u32>,
    pub nulls: Vec<(u32, u32)>,
}

/// The registers of the counts and offsets of a draw, from r33.
#[derive(Clone, Copy, Default)]
pub struct Registers {
    /// The lines that wrote them last; 0 for none.
    pub lines: [u64; 5],
    /// The line of the instruction before that ran something, and its name.
    pub run: Option<(u64, Label)>,
    /// The line of the last one that drew; 0 for none.
    pub drawn: u64,
}

/// A vertex job of v9, or a draw of a command stream.
#[derive(Default)]
pub struct ValhallJob {
    pub name: JobName,
    /// Its GPU address; 0 in a command stream.
    pub address: u64,
    /// The address of the vertex shader.
    pub shader: u64,
    pub tables: Vec<ResourceTable>,
    pub indices: Indices,
    /// Without indices, its vertices.
    pub index_count: Option<u32>,
    pub instances: Option<u32>,
    pub vertex_offset: i32,
    /// With its line.
    pub instance_offset: (u64, u32),
    /// The line of the index offset, and the offset, in indices; the size of
    /// the index array, and of an index, in bytes. Only in command streams.
    pub index_offset: Option<(u64, u32)>,
    pub index_array_size: Option<u32>,
    pub mode: Option<Label>,
    pub stream: bool,
    /// A job of transform feedback (v9), or of any other shader.
    pub is_compute: bool,
    /// The line of the strides of a vertex packet and of its attributes, and
    /// the strides (v9).
    pub packet: Option<(u64, u32, u32)>,
    pub has_secondary: bool,
    /// Words that the fragment shader reads directly, and its resource tables.
    pub fau_count: Option<i64>,
    pub table_count: Option<i64>,
    /// Who wrote the registers of its counts and offsets. None if the trace has
    /// no instructions.
    pub written: Option<Registers>,
    /// Shaders that the decoder has not printed to their end.
    pub shaders_left: u32,
}

impl ValhallJob {
    /// Whether it is a job of a vertex shader.
    pub fn is_vertex(&self) -> bool {
        let mut tables = self.tables.iter();
        !self.is_compute || tables.any(|table| !table.attributes.is_empty())
    }

    /// Its counts; with indices, their number.
    pub fn counts(&self) -> Option<Counts> {
        let (vertices, instances) = (self.index_count?, self.instances?);
        Some(Counts { vertices, instances })
    }

    /// The address of the resource table of its vertex shader; 0 if it has
    /// none.
    pub fn resources(&self) -> u64 {
        self.tables.first().map_or(0, |table| table.address)
    }
}

/// An address in hexadecimal, without 0x.
pub fn address(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    u64::from_str_radix(text, 16).ok()
}

/// What names a draw in a trace: the address of its job, or of its resource
/// table in a command stream, which has no jobs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawKey {
    Job(u64),
    Resources(u64),
}

pub enum Job {
    Records(Box<RecordJob>),
    Valhall(Box<ValhallJob>),
}

impl Job {
    pub fn name(&self) -> &JobName {
        match self {
            Self::Records(job) => &job.name,
            Self::Valhall(job) => &job.name,
        }
    }

    pub fn is_complete(&self) -> bool {
        match self {
            Self::Records(job) => job.is_complete(),
            Self::Valhall(job) => job.is_complete(),
        }
    }

    /// Its counts, if a draw can have them.
    pub fn counts(&self) -> Option<Counts> {
        match self {
            Self::Records(job) => job.counts(),
            Self::Valhall(job) => job.counts(),
        }
    }

    /// Whether it begins a draw. A tiler job shares the draw of its vertex job.
    pub fn is_draw(&self) -> bool {
        match self {
            Self::Records(job) => job.role != Role::Tiler && job.is_vertex(),
            Self::Valhall(job) => job.is_vertex(),
        }
    }

    /// Whether it is a job of transform feedback, before the draw itself.
    pub fn is_compute(&self) -> bool {
        match self {
            Self::Records(job) => job.role == Role::Compute,
            Self::Valhall(job) => job.is_compute,
        }
    }

    /// What names its draw.
    pub fn key(&self) -> DrawKey {
        match self {
            Self::Records(job) => DrawKey::Job(job.link.address),
            Self::Valhall(job) if job.stream => {
                DrawKey::Resources(job.resources())
            }
            Self::Valhall(job) => DrawKey::Job(job.address),
        }
    }

    /// With the names of its draw in its own.
    pub fn named(mut self) -> Self {
        let known = |address: u64| Some(address).filter(|&a| a != 0);
        match &mut self {
            Self::Records(job) => {
                job.name.draw_line = job.draw.map(|draw| draw.line);
                job.name.shader = job.draw.and_then(|draw| known(draw.shader));
            }
            Self::Valhall(job) => job.name.shader = known(job.shader),
        }
        self
    }
}
