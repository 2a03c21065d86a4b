// SPDX-License-Identifier: MIT

//! The rules of v9 and later, where the API divisor divides the instance id.

use super::buffers::{self, rate};
use super::finding::{Finding, Register, Rule};
use super::offsets::MOST_SOURCE;
use super::primitives;
use super::shown::Shown;
use super::truth::{stated_counts, stated_start};
use super::values::{known, number, Name, Value};
use super::{Context, Found};
use crate::notation::{Stated, Step};
use crate::number::first;
use crate::trace::model::access::{Access, Buffer, Selector};
use crate::trace::model::threads::{Threads, Wrong};
use crate::trace::model::Draw;
use crate::trace::text::job::{
    label_text, Counts, Place, Registers, ResourceTable, ValhallBuffer,
    ValhallEntry, ValhallJob,
};
use dral::instancing::{
    Architecture, DrawInfo, Frequency, Idvs, MagicDivisor, Rounding,
    ValhallAttribute, ValhallMode, ValhallSource,
};

/// No table has this number: it marks a location without an attribute.
const UNUSED_TABLE: u32 = 17;

/// Checks a job, and remembers its line.
pub fn check(job: &ValhallJob, truth: &Stated, context: &mut Context) -> Found {
    let (Some(vertices), Some(instances)) = (job.index_count, job.instances)
    else {
        return Found::default();
    };
    if !job.is_vertex() {
        return Found::default();
    }
    if vertices == 0 && instances == 0 {
        return Found { is_unwritten: true, ..Found::default() };
    }
    let counts = Counts { vertices, instances };
    let architecture = match job.stream {
        true => Architecture::V10,
        false => Architecture::V9,
    };
    let info = DrawInfo {
        vertex_count: vertices,
        instance_count: instances,
        offset_start: job.vertex_offset,
        base_instance: job.instance_offset.1,
        ..DrawInfo::new(architecture, Idvs::No)
    };
    let resolved = dral::instancing::Draw { info, ..Default::default() };
    let tables = job.tables.iter();
    let descriptors = tables.map(|table| table.attributes.len()).sum();
    let mut found = Found {
        counts: Some(counts),
        descriptors: Some(descriptors),
        draw: Some(Draw {
            resolved,
            start: first_vertex(job, truth),
            ..Draw::default()
        }),
        values: values(job),
        ..Found::default()
    };
    let line = job.name.line;
    if vertices == 0 || instances == 0 {
        let what = "a draw without vertices or instances";
        let finding = Finding::new(line, Rule::Draw, what);
        found.findings.push(
            finding
                .found(format!("{vertices} vertices x {instances} instances")),
        );
    } else {
        for table in &job.tables {
            TableCheck { job, table, counts, truth }.check(&mut found);
        }
    }
    found.findings.extend(instance_offset(job, truth));
    found.findings.extend(stated_counts(
        truth,
        counts,
        job.indices.are_used(),
        line,
    ));
    found.findings.extend(start(job, truth));
    found.findings.extend(missing_locations(job, truth));
    found.findings.extend(index_offset(job));
    found.findings.extend(primitives::indices(job.indices));
    found.findings.extend(packet(job));
    found.findings.extend(two_shaders(job));
    let before = context.drawn.replace(line).filter(|_| job.stream);
    found.findings.extend(stale_registers(job, counts, before, truth));
    found
}

/// What to compare with a good trace.
fn values(job: &ValhallJob) -> Vec<(Name, Value)> {
    let strides =
        job.packet.map(|(_, packet, attributes)| (packet, attributes));
    let (packet, attributes) = strides.unzip();
    known([
        (Name::Start, number(job.vertex_offset)),
        (Name::InstanceOffset, number(job.instance_offset.1)),
        (Name::DrawMode, job.mode.map(Value::Label)),
        (Name::IndexType, job.indices.kind.map(Value::Label)),
        (Name::IndexOffset, job.index_offset.and_then(|(_, n)| number(n))),
        (Name::IndexArraySize, job.index_array_size.and_then(number)),
        (Name::FauCount, job.fau_count.and_then(number)),
        (Name::Tables, job.table_count.and_then(number)),
        (Name::PacketStride, packet.and_then(number)),
        (Name::AttributeStride, attributes.and_then(number)),
    ])
}

/// The registers of a draw, from r33: what they hold, and what is wrong.
const REGISTERS: [(&str, &str); 5] = [
    ("index count", "the index count is left over"),
    ("instance count", "the instance count is left over"),
    ("index offset", "the index offset is left over"),
    ("vertex offset", "the vertex offset is left over"),
    ("instance offset", "the instance offset is left over"),
];

/// Registers that no instruction wrote after the last one that ran something,
/// although others were written. They are 0 at first. `before` is the line of
/// the draw before. A value that the driver's line confirms is not left over.
fn stale_registers(
    job: &ValhallJob,
    counts: Counts,
    before: Option<u64>,
    truth: &Stated,
) -> Vec<Finding> {
    let Some(Registers { lines, run, drawn }) = job.written else {
        return Vec::new();
    };
    let run_line = run.map_or(0, |(line, _)| line);
    let known = [
        truth.vertices.map(i64::from),
        truth.instances.map(i64::from),
        None,
        truth
            .start
            .filter(|&start| first_vertex(job, truth) == Some(start))
            .map(|_| job.vertex_offset.into()),
        truth.base_instance.map(i64::from),
    ];
    let values: [i64; 5] = [
        counts.vertices.into(),
        counts.instances.into(),
        job.index_offset.map_or(0, |(_, offset)| offset.into()),
        job.vertex_offset.into(),
        job.instance_offset.1.into(),
    ];
    let is_written = |line: u64| line > run_line;
    if !lines.into_iter().any(is_written) {
        return Vec::new();
    }
    let registers =
        REGISTERS.iter().zip(values).zip(lines.into_iter().zip(known));
    let is_stale = |value, (line, known): (u64, Option<i64>)| {
        !is_written(line) && value != 0 && known != Some(value)
    };
    let all = (33..).zip(registers.clone());
    let all = all.map(|(number, ((&(holds, _), value), own))| Register {
        number,
        holds,
        value,
        line: own.0,
        is_left_over: is_stale(value, own),
    });
    let all: Vec<_> = all.collect();
    let stale = (33..).zip(registers);
    let stale = stale.filter(|&(_, ((_, value), own))| is_stale(value, own));
    let found = stale.map(|(register, ((&(_, cause), value), (line, _)))| {
        let message = match (before, run) {
            (Some(before), _) if line < drawn => format!(
                "{cause}: r{register} was not written after the draw of line \
                 {before}, but others were"
            ),
            (_, Some((run, name))) if line != 0 => format!(
                "{cause}: r{register} was last written in line {line}, before \
                 the {} of line {run}, but others were after it",
                label_text(&name)
            ),
            _ => {
                format!("{cause}: r{register} was not written, but others were")
            }
        };
        let finding = Finding::new(job.name.line, Rule::StaleRegister, cause);
        let finding = finding.message(message).found(value.to_string());
        Finding { registers: all.clone(), ..finding }
    });
    found.collect()
}

/// The first vertex: the vertex offset, and the smallest index if the draw has
/// indices.
fn first_vertex(job: &ValhallJob, truth: &Stated) -> Option<i32> {
    let smallest = match job.indices.are_used() {
        true => i32::try_from(truth.min_index?).ok()?,
        false => 0,
    };
    job.vertex_offset.checked_add(smallest)
}

/// What is wrong with the first vertex.
fn start(job: &ValhallJob, truth: &Stated) -> Option<Finding> {
    let first = first_vertex(job, truth)?;
    let line = job.name.line;
    stated_start(truth, first, line).or_else(|| {
        let what = "the first vertex is negative: it lies before the buffers";
        let finding = Finding::new(line, Rule::Draw, what);
        (first < 0).then(|| finding.found(first.to_string()))
    })
}

/// What is wrong with the strides of a vertex packet on v9: the attributes
/// follow 16 bytes with the position.
/// Source: `jm_emit_malloc_vertex_job` of
/// src/gallium/drivers/panfrost/pan_jm.c in Mesa.
fn packet(job: &ValhallJob) -> Option<Finding> {
    let (line, packet, attributes) = job.packet?;
    let is_right = packet == attributes + 16;
    let is_used = job.has_secondary || attributes == 0;
    if is_right && is_used {
        return None;
    }
    let what = match is_right {
        false => {
            "the stride of a vertex packet is not 16 more than the \
                  stride of its attributes"
        }
        true => {
            "no secondary shader writes the attributes of the vertex \
                 packet"
        }
    };
    let finding = Finding::new(line, Rule::Varying, what);
    Some(finding.found(format!("{packet}, {attributes} of attributes")))
}

/// An attribute that the two shaders of a draw, which are parts of one, read
/// differently.
fn two_shaders(job: &ValhallJob) -> Vec<Finding> {
    let [one, other, ..] = &job.tables[..] else { return Vec::new() };
    let mut found = Vec::new();
    for entry in &other.attributes {
        let mut entries = one.attributes.iter();
        let own = entries.find(|own| own.location == entry.location);
        let Some(own) = own.filter(|_| !entry.is_other) else { continue };
        let [a, b] = [own, entry].map(|entry| entry.attribute);
        // Each table has its own buffers.
        let same = ValhallAttribute {
            table: a.table,
            buffer_index: a.buffer_index,
            ..b
        };
        if same != a {
            let what = "the two shaders of the draw read the attribute \
                        differently";
            let finding = Finding::new(entry.line, Rule::Valhall, what);
            let finding = finding.at(entry.place()).found(Shown::valhall(&b));
            found.push(
                finding
                    .message(format!("{what}: the first in line {}", own.line))
                    .right(Shown::valhall(&a)),
            );
        }
    }
    found
}

/// What is wrong with an instance offset, which attributes per instance add, if
/// the base instance is stated. Offsets of attributes contain it otherwise.
fn instance_offset(job: &ValhallJob, truth: &Stated) -> Option<Finding> {
    let (line, added) = job.instance_offset;
    let base = truth.base_instance.filter(|&base| base != added)?;
    let mut entries = job.tables.iter().flat_map(|table| &table.attributes);
    let divides = |entry: &ValhallEntry| {
        entry.attribute.frequency == Frequency::Instance as u32
    };
    if added == 0 || !entries.any(divides) {
        return None;
    }
    let what = "the instance offset is not the base instance";
    let finding = Finding::new(line, Rule::AttributeOffset, what);
    let wrong = Wrong::first_thread(added.into(), base.into());
    let finding = finding.found(added.to_string()).right(base.to_string());
    Some(finding.first(Some(wrong)))
}

/// Locations of the draw as stated that the first table lacks.
fn missing_locations(job: &ValhallJob, truth: &Stated) -> Vec<Finding> {
    let Some(table) = job.tables.first() else { return Vec::new() };
    let is_there = |location: u32| {
        let mut entries = table.attributes.iter();
        entries.any(|entry| entry.location == location)
            || table.nulls.contains(&(0, location))
    };
    let lacks = (0..)
        .zip(&truth.steps)
        .filter(|(location, step)| step.is_some() && !is_there(*location));
    let found = lacks.map(|(location, _)| {
        let what = "the resource table lacks an attribute of the draw";
        let finding = Finding::new(job.name.line, Rule::Table, what);
        finding.at(Place::at(location))
    });
    found.collect()
}

/// What is wrong if the indices of a draw lie beyond their buffer.
fn index_offset(job: &ValhallJob) -> Option<Finding> {
    let (line, offset) = job.index_offset?;
    let (size, bytes) = (job.index_array_size?, job.indices.bytes()?);
    let count = u64::from(job.index_count?);
    let begin = u64::from(offset) * u64::from(bytes);
    let end = begin + count * u64::from(bytes);
    if end <= size.into() {
        return None;
    }
    let cause = match begin < size.into() {
        true => "the indices end beyond the end of their buffer",
        false => "the indices begin beyond the end of their buffer",
    };
    let message = format!(
        "{count} indices from {offset} lie at bytes {begin} to {end}, but the \
         index array has {size} bytes"
    );
    Some(Finding::new(line, Rule::IndexOffset, cause).message(message))
}

/// A draw with one of its tables.
struct TableCheck<'a> {
    job: &'a ValhallJob,
    table: &'a ResourceTable,
    counts: Counts,
    truth: &'a Stated,
}

impl TableCheck<'_> {
    fn check(&self, found: &mut Found) {
        let mut accesses = Vec::with_capacity(self.table.attributes.len());
        for entry in &self.table.attributes {
            let attribute = &entry.attribute;
            if attribute.table == UNUSED_TABLE || entry.is_other {
                continue;
            }
            let what = match attribute.mode() {
                Err(_) => "an attribute of an unknown type",
                Ok(_) if Frequency::try_from(attribute.frequency).is_err() => {
                    "an attribute of an unknown frequency"
                }
                Ok(mode) => {
                    let access = self.access(entry);
                    let fault = self.fault(entry, &access, mode);
                    let is_right = fault.is_none();
                    if is_right {
                        found.inexact.extend(self.inexact(entry, mode));
                    }
                    found.findings.extend(fault.map(|f| f.at(entry.place())));
                    accesses.push(Access { is_right, ..access });
                    continue;
                }
            };
            let finding = Finding::new(entry.line, Rule::Valhall, what);
            found.findings.push(finding.at(entry.place()));
        }
        let (findings, facts) =
            buffers::check(&accesses, self.truth, self.job.shader, |_| 0);
        found.findings.extend(findings);
        found.facts.extend(facts);
        let draw = found.draw.as_mut();
        draw.into_iter().for_each(|d| d.accesses.append(&mut accesses));
    }

    /// A magic that is wrong only for ids beyond the draw's.
    fn inexact(
        &self,
        entry: &ValhallEntry,
        mode: ValhallMode,
    ) -> Option<(u64, u64)> {
        let ValhallMode::NpotDivisor { magic } = mode else { return None };
        let id = match self.truth.divisor(entry.location) {
            Some(divisor) => magic.first_wrong_id(divisor).ok().flatten(),
            None => first_inexact(magic),
        }?;
        Some((entry.line, id.into()))
    }

    /// What is wrong with an attribute.
    fn fault(
        &self,
        entry: &ValhallEntry,
        access: &Access,
        mode: ValhallMode,
    ) -> Option<Finding> {
        self.check_mode(entry, access, mode)
            .or_else(|| self.check_base(entry, access.is_per_vertex()))
            .or_else(|| self.check_buffer(entry))
    }

    /// Only the buffer of a null descriptor need not exist.
    fn check_buffer(&self, entry: &ValhallEntry) -> Option<Finding> {
        let ValhallAttribute { table, buffer_index, .. } = entry.attribute;
        let is_null = self.table.nulls.contains(&(table, buffer_index));
        if is_null || self.buffer(&entry.attribute).is_some() {
            return None;
        }
        let cause = "the attribute reads a buffer that does not exist";
        let message = match self.table.entries.contains(&table) {
            true => format!("table {table} has no buffer {buffer_index}"),
            false => format!("there is no table {table}"),
        };
        let finding = Finding::new(entry.line, Rule::Table, cause);
        Some(finding.message(format!("{cause}: {message}")))
    }

    /// The hardware adds the instance offset, so the offset of the attribute
    /// must not also contain the base instance.
    fn check_base(
        &self,
        entry: &ValhallEntry,
        per_vertex: bool,
    ) -> Option<Finding> {
        let ValhallAttribute { offset, stride, .. } = entry.attribute;
        let (_, added) = self.job.instance_offset;
        let twice = i128::from(added) * i128::from(stride);
        let is_twice = twice > MOST_SOURCE && i128::from(offset) >= twice;
        if per_vertex || !is_twice {
            return None;
        }
        let what = "the base instance is in the instance offset and in the \
                    offset of the attribute";
        Some(
            Finding::new(entry.line, Rule::AttributeOffset, what)
                .found(format!(
                    "{offset} (stride {stride}), instance offset {added}"
                ))
                .right(format!("0 to {MOST_SOURCE}")),
        )
    }

    /// How the threads read an attribute.
    fn access(&self, entry: &ValhallEntry) -> Access {
        let ValhallEntry { attribute, bytes, format, .. } = *entry;
        let Counts { vertices, instances } = self.counts;
        let stride = i128::from(attribute.stride);
        let per_vertex = attribute.frequency == Frequency::Vertex as u32;
        // The trace contains neither the vertices of indices nor what an
        // instance offset adds before the division. The smallest index and the
        // greatest can be stated.
        let range =
            self.truth.index_range().filter(|_| self.job.indices.are_used());
        let offset = i128::from(self.job.vertex_offset);
        let (vertices, start, has_ids) = match (per_vertex, range) {
            (true, Some(range)) => {
                let (min, max) = range.into_inner();
                (max - min + 1, offset + i128::from(min), true)
            }
            (true, None) if self.job.indices.are_used() => (vertices, 0, false),
            (true, None) => (vertices, offset, true),
            (false, _) => (vertices, 0, self.job.instance_offset.1 == 0),
        };
        // What an instance offset adds, the driver need not add. Where all
        // instances read one element, the driver adds the base instance times
        // a stride that is not in the words.
        let has_base =
            !per_vertex && self.job.instance_offset.1 == 0 && stride != 0;
        Access {
            place: entry.place(),
            is_right: true,
            line: entry.line,
            offset: attribute.offset.into(),
            stride,
            bytes,
            format,
            buffer: self.buffer(&attribute).map(|buffer| Buffer {
                line: entry.line,
                address: buffer.address,
                size: buffer.size,
            }),
            selector: Selector::Valhall(attribute),
            // Nothing is padded.
            threads: Threads { vertices, instances, padded: vertices },
            has_ids,
            start,
            moved: 0,
            base_stride: if has_base { stride } else { 0 },
            within: (0, if has_base { MOST_SOURCE } else { i128::MAX }),
        }
        .with(self.truth)
    }

    fn buffer(&self, attribute: &ValhallAttribute) -> Option<&ValhallBuffer> {
        let place = (attribute.table, attribute.buffer_index);
        let mut buffers = self.table.buffers.iter();
        buffers.find(|buffer| (buffer.table, buffer.index) == place)
    }

    fn check_mode(
        &self,
        entry: &ValhallEntry,
        access: &Access,
        mode: ValhallMode,
    ) -> Option<Finding> {
        let attribute = entry.attribute;
        let per_vertex = access.is_per_vertex();
        let wrong = |rule, what| {
            Finding::new(entry.line, rule, what)
                .found(Shown::valhall(&attribute))
        };
        if per_vertex && mode != ValhallMode::OneDimensional {
            let what = "an attribute per vertex divides its id";
            let first = access.first_wrong(Step::Vertex);
            return Some(wrong(Rule::Valhall, what).right("1D").first(first));
        }
        if (attribute.offset_enable != 0) != per_vertex {
            let what = if per_vertex {
                "an attribute per vertex without its offset"
            } else {
                "an attribute per instance that adds the vertex offset"
            };
            return Some(wrong(Rule::Valhall, what));
        }
        let right = |step| right(&attribute, step);
        if let Some(known) = rate(access, self.truth, right) {
            return known;
        }
        if per_vertex {
            return None;
        }
        let likely = Step::Instance(access.likely_divisor());
        let first = access.first_wrong(likely)?;
        let cause = "the magic divides instances of this draw by no divisor";
        let divisor = access.divisor().unwrap_or(0);
        let message = format!(
            "{cause}: the instances before {} read as with divisor {divisor}",
            first.instance
        );
        let finding = wrong(Rule::MagicDivisor, cause).message(message);
        let right = u32::try_from(divisor).map(|d| right(Step::Instance(d)));
        let right = right.unwrap_or_else(|_| "unknown".into());
        Some(finding.right(right).first(Some(first)))
    }
}

/// The library's descriptor for the same buffer.
fn right(found: &ValhallAttribute, step: Step) -> Shown {
    let (rate, divisor) = step.rate();
    let source = ValhallSource {
        rate: rate as u32,
        divisor,
        stride: found.stride,
        table: found.table,
        buffer_index: found.buffer_index,
        offset: found.offset,
        // v9 and later are all alike here.
        ..ValhallSource::new(Architecture::V9)
    };
    ValhallAttribute::new(&source).map_or_else(
        |error| error.to_string().into(),
        |right| Shown::valhall(&right),
    )
}

/// The first id that the magic divides wrongly, if it is exact for its divisor
/// under neither rounding, as if a driver had computed it in floating point.
fn first_inexact(magic: MagicDivisor) -> Option<u32> {
    // The first id with the quotient 1 is the divisor.
    let divisor = first(1, 1 << 32, |id| magic.divide(id as u32) > 0);
    // Every divisor of 32 bits divides itself.
    let Ok(divisor) = u32::try_from(divisor) else { return Some(u32::MAX) };
    let is_exact = [Rounding::Documented, Rounding::Nearest]
        .into_iter()
        .any(|rounding| MagicDivisor::new(divisor, rounding) == Ok(magic));
    let wrong = magic.first_wrong_id(divisor).ok().flatten();
    wrong.filter(|_| !is_exact)
}
