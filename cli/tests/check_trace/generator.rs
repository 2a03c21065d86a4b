// SPDX-License-Identifier: MIT

//! Decoded traces of draws, as a driver without faults writes them: the
//! relevant fields in the format of Mesa's decoder, with little of the text
//! between them. The library computes the numbers. evidence/bench/ and
//! evidence/fuzz/ use them too.

use dral::instancing::{
    append, Architecture, AttributeMode, AttributeRecord, Draw, DrawInfo,
    IdRecord, Idvs, PrimitiveSizeRule, Rate, RecordType, ValhallAttribute,
    ValhallSource, ValhallType, VertexBuffer,
};

/// A draw on v4 to v7, with its buffers.
pub struct Job {
    pub draw: DrawInfo,
    pub buffers: Vec<VertexBuffer>,
    /// Two slots per buffer, as in PanVK.
    pub pairs: bool,
    /// Records have the headings of the newest Mesa.
    pub newest: bool,
}

/// A line for each field: its name and its value.
macro_rules! lines {
    ($indent:expr; $($name:literal: $value:expr,)*) => {
        String::new()
            $(+ &format!("{:1$}{2}: {3}\n", "", $indent, $name, $value))*
    };
}

/// The header of a job with this number in its chain, and of the next one, or
/// 0. All jobs of a chain are draws of the same kind.
fn header(kind: &str, index: u32, next: u32) -> String {
    let address = |index: u32| match index {
        0 => 0,
        index => 0xef00 + 0x100 * index,
    };
    format!("Job Header ({:x}):\n", address(index))
        + &lines! { 2;
            "Exception Status": "0",
            "Is 64b": "true",
            "Type": kind,
            "Index": index,
            "Dependency 1": if kind == "Tiler" { index - 1 } else { 0 },
            // Jobs that use the tiler run one after the other.
            "Dependency 2": match kind {
                "Tiler" => index.saturating_sub(2),
                "Vertex" => 0,
                _ => index - 1,
            },
            "Next": format_args!("{:#x}", address(next)),
        }
        + "\n"
}

/// The address of the table of records.
const TABLE: u64 = 0xf7fa_6120;

/// What the decoder calls an unknown value.
const UNKNOWN: &str = "UNKNOWN: INVALID";

/// Some of the text between descriptors, with names that also occur in them.
const BETWEEN: &str = "Local Storage:\n  TLS Size: 0\n\nShader (GPU VA \
    f7fb6000) sz 64\nclause_0:\n{\n    *NOP t0\n    +LD_ATTR_IMM.f32.v4 t1, \
    r61, r62, attribute_index:0, @r0\n}\n\nState:\n  Shader:\n    Attribute \
    count: 3\n  Stencil front:\n    Mask: 0\n  Message Preload 1:\n    Type: \
    Disabled\n\n";

impl Job {
    fn resolved(&self) -> Draw {
        self.draw.resolve().expect("the draw is sound")
    }

    /// A heading, which differs from an attribute's in the newest Mesa.
    fn buffer_heading(&self, name: &str) -> String {
        let buffer = if self.newest { " Buffer" } else { "" };
        format!("{name}{buffer}:\n")
    }

    /// A record, or an id on v4 and v5 with its name.
    fn record(&self, special: &str, record: &AttributeRecord) -> String {
        let mode = record.mode().ok();
        let name = mode.map_or(UNKNOWN, |mode| mode.record_type().name());
        // Both are bits of one field.
        let odd = record.odd | record.extra_flags;
        let mut text = self.buffer_heading("Attribute");
        if self.draw.architecture < Architecture::V6 as u32 {
            text += &format!("  Special: {special}\n");
        }
        text += &lines! { 2;
            "Type": name,
            "Pointer": format_args!("{:#x}", record.pointer),
            "Stride": record.stride,
            "Size": record.size,
            "Divisor": (2 * u64::from(odd) + 1).wrapping_shl(record.shift),
            "Divisor R": record.shift,
            "Divisor P": odd,
            "Divisor E": odd & 1,
        };
        if let Some(AttributeMode::NpotDivisor { magic, divisor }) = mode {
            text += &lines! { 2;
                "Type": "Continuation",
                "Divisor Numerator": magic.magic,
                "Divisor": divisor,
            };
        }
        text
    }

    /// The attributes and the records; on v4 and v5 also the ids.
    fn descriptors(&self) -> String {
        let resolved = self.resolved();
        let (mut attributes, mut records) = (String::new(), String::new());
        let attribute = |attributes: &mut String, slot: usize, offset| {
            *attributes += "Attribute:\n";
            *attributes += &lines! { 2;
                "Buffer index": slot,
                "Offset enable": "true",
                "Format (v7)": "RGBA32F RGBA",
                "Offset": offset,
            };
        };
        let mut slot = 0;
        for buffer in &self.buffers {
            let mut words = [[0; 4]; 2];
            append(&resolved, buffer, &mut words, &mut 0)
                .expect("the buffer is sound");
            let record = AttributeRecord::unpack(words.as_flattened())
                .expect("the record is sound");
            let offset = resolved.attribute_offset(buffer, 0);
            let npot = record.r#type == RecordType::NpotDivisor as u32;
            if (npot || self.pairs) && slot % 2 == 1 {
                records += &self.record(UNKNOWN, &AttributeRecord::default());
                slot += 1;
            }
            let offset: i32 = offset.expect("the offset is sound");
            attribute(&mut attributes, slot, offset);
            records += &self.record(UNKNOWN, &record);
            // The continuation is printed with its record.
            slot += if npot { 2 } else { 1 };
        }
        if self.draw.architecture < Architecture::V6 as u32 {
            // The ids are read at locations 16 and 17.
            for _ in self.buffers.len()..16 {
                attributes += "Attribute:\n";
                attributes += &lines! { 2;
                    "Buffer index": 0,
                    "Offset enable": "false",
                    "Offset": 0,
                };
            }
            let ids = resolved.id_records().expect("v4 and v5");
            for (name, id) in ["Vertex ID", "Instance ID"].iter().zip(ids) {
                attribute(&mut attributes, slot, 0);
                slot += 1;
                let IdRecord { shift, odd, extra_flags, magic, .. } = id;
                let record = AttributeRecord {
                    shift,
                    odd,
                    extra_flags,
                    stride: magic,
                    ..AttributeRecord::default()
                };
                records += &self.record(name, &record);
            }
        }
        attributes + "\n" + &records + "\n" + &self.varyings()
    }

    /// The output of the vertex shader, 16 bytes per thread.
    fn varyings(&self) -> String {
        let size = self.resolved().varying_buffer_size(16).unwrap();
        // Drivers store it in 32 bits.
        let size = u32::try_from(size).unwrap_or(u32::MAX);
        "Varying:\n  Buffer index: 0\n  Offset enable: false\n  Offset: 0\n\n"
            .to_string()
            + &self.buffer_heading("Varying")
            + &lines! { 2;
                "Type": "1D",
                "Pointer": "0xf7f96000",
                "Stride": "16",
                "Size": size,
            }
            + "\nvec4 uniforms[4] = memory_f7fa6000 + 640;\n\n"
    }

    fn invocation(&self, indent: usize) -> String {
        let [counts, shifts] = self.resolved().invocation;
        let DrawInfo { vertex_count, instance_count, .. } = self.draw;
        let pad = " ".repeat(indent);
        let bits = |low: u32, count: u32| shifts >> low & ((1 << count) - 1);
        format!(
            "{pad}Invocation (1, 1, 1) x (1, {vertex_count}, \
             {instance_count})\n{pad}Invocation:\n"
        ) + &lines! { indent + 2;
            "Invocations": counts,
            "Size Y shift": bits(0, 5),
            "Size Z shift": bits(5, 5),
            "Workgroups X shift": bits(10, 6),
            "Workgroups Y shift": bits(16, 6),
            "Workgroups Z shift": bits(22, 6),
            "Thread group split": bits(28, 4),
        }
    }

    fn primitive(&self, indent: usize) -> String {
        let pad = " ".repeat(indent);
        let mode = match self.draw.vertices_per_primitive {
            1 => "Points",
            2 => "Line strip",
            _ => "Triangles",
        };
        format!("{pad}Primitive:\n")
            + &lines! { indent + 2;
                "Draw mode": mode,
                "Index type": "None",
                "Base vertex offset": "0",
                "Index count": self.draw.vertex_count,
            }
    }

    fn draw(&self, indent: usize, name: &str, tiler: bool) -> String {
        let resolved = self.resolved();
        let primitives =
            if tiler { resolved.instance_primitive_size } else { 1 };
        let table = if tiler { 0 } else { TABLE };
        let start = self.draw.offset_start as u32;
        let pad = " ".repeat(indent);
        format!("{pad}{name}:\n")
            + &lines! { indent + 2;
                "Draw Descriptor Is 64b": "true",
                "Instance Size": resolved.instance_size,
                "Instance Primitive Size": primitives,
                "Offset start": start,
                "State": "0xf7fb8000",
                "Attribute buffers": format_args!("{table:#x}"),
                "Attributes": "0xf7fa7120",
                "Thread Storage": "0xf7fa6100",
            }
    }

    /// The lines of the job, and of the tiler job after it.
    pub fn text(&self) -> String {
        self.text_in_chain(1, 0)
    }

    /// The same with another number in the chain, and the job after them.
    pub fn text_in_chain(&self, index: u32, next: u32) -> String {
        if self.draw.idvs == Idvs::Yes as u32 {
            return header("Indexed Vertex", index, next)
                + "Vertex:\n"
                + BETWEEN
                + &self.descriptors()
                + &self.draw(0, "Vertex Draw", false)
                + "Fragment:\n"
                + BETWEEN
                + &self.draw(0, "Fragment Draw", true)
                + "Tiler Job Payload:\n  Tiler Heap:\n    Size: 128\n"
                + &self.invocation(0)
                + &self.primitive(0)
                + "Primitive Size:\n  Constant: 1.000000\n";
        }
        header("Vertex", index, index + 1)
            + BETWEEN
            + &self.descriptors()
            + "Vertex Job Payload:\n"
            + &self.invocation(2)
            + "  Vertex Job Parameters:\n    Job Task Split: 5\n"
            + &self.draw(2, "Draw", false)
            + "\n"
            + &header("Tiler", index + 1, next)
            + BETWEEN
            + &self.varyings()
            + "Tiler Job Payload:\n"
            + &self.invocation(2)
            + &self.primitive(2)
            + &self.draw(2, "Draw", true)
            + "  Primitive Size:\n    Constant: 1.000000\n\n"
    }
}

/// The counts of every draw on v9 and later.
const VERTICES: u32 = 70;
const INSTANCES: u32 = 40;

/// A draw on v9 and later, with its buffers.
pub struct ValhallJob {
    pub attributes: Vec<ValhallSource>,
    pub base_instance: u32,
    /// The draw is in a command stream (v10 and later).
    pub stream: bool,
}

impl ValhallJob {
    fn attribute(source: &ValhallSource, base_instance: u32) -> String {
        let source = ValhallSource { base_instance, ..*source };
        let attribute =
            ValhallAttribute::new(&source).expect("the attribute is sound");
        let name = ValhallType::try_from(attribute.r#type)
            .expect("it has a type")
            .name();
        let frequency = ["Vertex", "Instance"][attribute.frequency as usize];
        let enabled = attribute.offset_enable != 0;
        lines! { 10;
            "Type": "Attribute",
            "Attribute type": name,
            "Offset enable": enabled,
            "Format (v7)": "RGBA32F RGBA",
            "Table": attribute.table,
            "Frequency": frequency,
            "Divisor R": attribute.shift,
            "Divisor E": attribute.extra_flags,
            "Offset": attribute.offset,
            "Buffer index": attribute.buffer_index,
            "Stride": attribute.stride,
            "Divisor D": attribute.magic,
        }
    }

    /// The table of a fragment shader, whose attributes no vertex reads.
    fn fragment(label: &str) -> String {
        format!("{label} resource table @f7eebf00\n")
            + "    Entry 0 @f7eebf00:\n      Address: 0x0\n"
            + "        Attribute @f7eed160:\n"
            + &Self::attribute(&ValhallSource::new(Architecture::V9), 0)
                .replace("enable: true", "enable: false")
    }

    /// Attributes in entry 0, buffers in entry 1.
    fn tables(&self, label: &str) -> String {
        let mut text = format!("{label} resource table @f7eebf80\n");
        text += "    Entry 0 @f7eebf80:\n      Address: 0xf7eeb160\n";
        for (place, source) in self.attributes.iter().enumerate() {
            let address = 0xf7eeb160 + 32 * place;
            if source.rate == Rate::Unused as u32 {
                text += &format!("        NullDescriptor @{address:x}\n");
                text += "          Type: Null\n";
                continue;
            }
            text += &format!("        Attribute @{address:x}:\n");
            text += &Self::attribute(source, self.base_instance);
        }
        text += "    Entry 1 @f7eebf90:\n      Address: 0xf7eec160\n";
        for place in 0..self.attributes.len() {
            let address = 0xf7eec160 + 32 * place;
            text += &format!("        Buffer @{address:x}:\n");
            let elements = VERTICES + self.base_instance;
            text += &lines! { 10;
                "Type": "Buffer",
                "Size": 16 * elements,
                "Address": format_args!("{:#x}", 0x1000_0000 * (place + 1)),
            };
        }
        text
    }

    /// The lines of the job.
    pub fn text(&self) -> String {
        if self.stream {
            return "  01 00 04 00 42 00 00 06    RUN_IDVS #0\n".to_string()
                + &self.tables("  Position resources")
                + &self.tables("  Varying resources")
                + &Self::fragment("  Fragment resources")
                + "  Position shader Shader @f7ffd000:\n    Stage: Vertex\n"
                + &lines! { 2;
                    "Global attribute offset": "0",
                    "Index count": VERTICES,
                    "Instance count": INSTANCES,
                    "Vertex offset": "0",
                    "Instance offset": "0",
                }
                + "  Primitive flags\n    Draw mode: Points\n"
                + "    Index type: None\n"
                + "  Primitive size\n    Constant: 1.000000\n"
                + "  00 00 00 00 00 00 00 07    RUN_FRAGMENT.tile_order=zorder\n";
        }
        header("Malloc vertex", 1, 0)
            + "Primitive:\n"
            + &lines! { 2;
                "Draw mode": "Points",
                "Index type": "None",
                "Base vertex offset": "0",
                "Instance offset": "0",
                "Index count": VERTICES,
            }
            + &format!("Instance count:\n  Count: {INSTANCES}\n")
            + "Depth/stencil  Type: Depth/stencil\n"
            + &Self::fragment("Resources")
            + "Draw:\n  Sample mask: 65535\n"
            + "Shader Shader @f7ffd000:\n  Stage: Vertex\n"
            + &self.tables("Resources")
            + "Local Storage:\n  TLS Size: 0\n"
            + &self.tables("Resources")
            + "Local Storage:\n  TLS Size: 0\n"
    }
}

/// A draw of triangles: the first buffer is per vertex, the others have these
/// divisors.
pub fn job(vertices: u32, instances: u32, divisors: &[u32]) -> Job {
    let buffer = |place: usize, rate, divisor| VertexBuffer {
        address: 0x1000_0000 * (place as u64 + 1),
        size: 1 << 24,
        stride: 16,
        rate: rate as u32,
        divisor,
    };
    let more = divisors.iter().enumerate();
    let more = more.map(|(n, &d)| buffer(n + 1, Rate::Instance, d));
    Job {
        draw: DrawInfo {
            vertex_count: vertices,
            instance_count: instances,
            vertices_per_primitive: 3,
            primitive_size_rule: PrimitiveSizeRule::Padded as u32,
            ..DrawInfo::new(Architecture::V7, Idvs::No)
        },
        buffers: [buffer(0, Rate::Vertex, 0)].into_iter().chain(more).collect(),
        pairs: false,
        newest: false,
    }
}

/// A draw of 70 vertices with these divisors, of which 0 is per vertex.
pub fn valhall(divisors: &[u32], stream: bool) -> ValhallJob {
    let attributes =
        divisors.iter().enumerate().map(|(place, &divisor)| ValhallSource {
            rate: (if divisor == 0 { Rate::Vertex } else { Rate::Instance })
                as u32,
            divisor,
            stride: 16,
            table: 1,
            buffer_index: place as u32,
            ..ValhallSource::new(Architecture::V9)
        });
    let attributes = attributes.collect();
    ValhallJob { attributes, base_instance: 0, stream }
}

/// A job of each kind, the first with the line of its driver.
pub fn examples() -> [String; 4] {
    let mut records = job(3, 2, &[3]);
    records.draw.architecture = Architecture::V5 as u32;
    records.pairs = true;
    let mut idvs = job(5, 3, &[4]);
    idvs.draw.idvs = Idvs::Yes as u32;
    idvs.newest = true;
    let others = [valhall(&[0, 7], false), valhall(&[8], true)];
    let [job, stream] = others.map(|job| job.text());
    let line = "// dral: base_instance 0, divisors -,3, strides 16,16\n";
    [line.to_string() + &records.text(), idvs.text(), job, stream]
}
