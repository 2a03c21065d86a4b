// SPDX-License-Identifier: MIT

//! The rules of v9 and later, where the API divisor divides the instance id.

use super::access::{self, Access, Buffer, Ids, Selector};
use super::finding::{Counts, Finding, Rule, Shown, Words};
use super::job::{ResourceTable, ValhallBuffer, ValhallEntry, ValhallJob};
use super::offsets::MOST_SOURCE;
use super::threads::Threads;
use super::truth::{Step, Truth};
use super::{Found, Reading};
use crate::number::first;
use crate::output::words;
use dral::instancing::{
    Architecture, Frequency, InstanceId, MagicDivisor, Rate, Rounding,
    ValhallAttribute, ValhallMode, ValhallSource, ValhallType, VertexId,
};

/// No table has this number: it marks a location without an attribute.
const UNUSED_TABLE: u32 = 17;

pub fn describe(attribute: &ValhallAttribute) -> Shown {
    let name = ValhallType::try_from(attribute.r#type)
        .map_or("no type", ValhallType::name);
    match attribute.pack() {
        Ok(packed) => Shown {
            text: format!("{} ({name}, without format)", words(&packed)),
            kind: Words::Valhall,
            words: packed.to_vec(),
        },
        Err(error) => format!("{name}: {error}").into(),
    }
}

/// Checks a job.
pub fn check(job: &ValhallJob, truth: &Truth) -> Found {
    let (Some(vertices), Some(instances)) = (job.indices, job.instances) else {
        return Found::default();
    };
    if vertices == 0 && instances == 0 {
        return Found { is_unwritten: true, ..Found::default() };
    }
    let counts = Counts { vertices, instances };
    let architecture = match job.stream {
        true => Architecture::V10,
        false => Architecture::V9,
    };
    let draw = dral::instancing::Draw {
        vertex_count: vertices,
        instance_count: instances,
        offset_start: job.vertex_offset,
        base_instance: job.instance_offset,
        ..dral::instancing::Draw::new(architecture)
    };
    let tables = job.tables.iter();
    let descriptors = tables.map(|table| table.attributes.len()).sum();
    let mut found = Found {
        counts: Some(counts),
        descriptors: Some(descriptors),
        reading: Some(Reading { draw, ..Reading::default() }),
        ..Found::default()
    };
    for table in &job.tables {
        if vertices == 0 || instances == 0 {
            continue;
        }
        Draw { job, table, counts, truth }.check(&mut found);
    }
    found.findings.extend(index_offset(job));
    found
}

/// What is wrong if the indices of a draw begin beyond their buffer.
fn index_offset(job: &ValhallJob) -> Option<Finding> {
    let (line, offset) = job.index_offset?;
    let (size, bytes) = (job.index_array_size?, job.index_bytes?);
    let begin = u64::from(offset) * u64::from(bytes);
    if offset == 0 || begin < size.into() {
        return None;
    }
    let cause = "the indices begin beyond the end of their buffer";
    let message = format!(
        "the index offset is {offset}, {begin} bytes, but the index array has \
         {size} bytes"
    );
    Some(Finding::new(line, Rule::IndexOffset, cause).message(message))
}

/// A draw with one of its tables.
struct Draw<'a> {
    job: &'a ValhallJob,
    table: &'a ResourceTable,
    counts: Counts,
    truth: &'a Truth,
}

impl Draw<'_> {
    fn check(&self, found: &mut Found) {
        let mut accesses = Vec::with_capacity(self.table.attributes.len());
        let mut good = Vec::new();
        for entry in &self.table.attributes {
            let attribute = &entry.attribute;
            if attribute.table == UNUSED_TABLE || entry.is_other {
                continue;
            }
            let fault = match (
                attribute.mode(),
                Frequency::try_from(attribute.frequency),
            ) {
                (Ok(mode), Ok(frequency)) => {
                    let per_vertex = frequency == Frequency::Vertex;
                    let fault = self.fault(entry, mode, per_vertex);
                    if fault.is_none() {
                        good.push(accesses.len());
                        found.inexact.extend(self.inexact(entry, mode));
                    }
                    accesses.push(self.access(entry, per_vertex));
                    fault
                }
                (Err(_), _) => {
                    let what = "an attribute of an unknown type";
                    Some(Finding::new(entry.line, Rule::Valhall, what))
                }
                (_, Err(_)) => {
                    let what = "an attribute of an unknown frequency";
                    Some(Finding::new(entry.line, Rule::Valhall, what))
                }
            };
            found.findings.extend(fault.map(|f| f.at(entry.place())));
        }
        let good: Vec<_> = good.iter().map(|&n| &accesses[n]).collect();
        let (instances, shader) = (self.counts.instances, self.job.shader);
        let (findings, facts) =
            access::check(&good, self.truth, instances, shader, |_| 0);
        found.findings.extend(findings);
        found.facts.extend(facts);
        let reading = found.reading.as_mut();
        reading.into_iter().for_each(|r| r.accesses.append(&mut accesses));
    }

    /// A magic that is wrong only for ids beyond the draw's.
    fn inexact(
        &self,
        entry: &ValhallEntry,
        mode: ValhallMode,
    ) -> Option<(u64, u64)> {
        let ValhallMode::NpotDivisor { magic } = mode else { return None };
        let is_known = self.truth.divisor(entry.location as usize).is_some();
        let id = first_inexact(magic).filter(|_| !is_known)?;
        Some((entry.line, id.into()))
    }

    /// What is wrong with an attribute.
    fn fault(
        &self,
        entry: &ValhallEntry,
        mode: ValhallMode,
        per_vertex: bool,
    ) -> Option<Finding> {
        self.check_mode(entry, mode, per_vertex)
            .or_else(|| self.check_base(entry, per_vertex))
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
    /// must not contain the base instance, too.
    fn check_base(
        &self,
        entry: &ValhallEntry,
        per_vertex: bool,
    ) -> Option<Finding> {
        let ValhallAttribute { offset, stride, .. } = entry.attribute;
        let added = self.job.instance_offset;
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
    fn access(&self, entry: &ValhallEntry, per_vertex: bool) -> Access {
        let ValhallEntry { attribute, bytes, .. } = *entry;
        let Counts { vertices, instances } = self.counts;
        let stride = i128::from(attribute.stride);
        let (ids, added) = if per_vertex {
            (Ids::Vertex, i64::from(self.job.vertex_offset))
        } else {
            (Ids::Instance, i64::from(self.job.instance_offset))
        };
        // The trace contains neither the vertices of indices nor what an
        // instance offset adds before the division: no id is known then, but
        // the attribute of element 0 must be in the buffer.
        let is_unknown = match ids {
            Ids::Vertex => self.job.indexed || added < 0,
            _ => added != 0,
        };
        let one = Threads { vertices: 1, instances: 1, padded: 1 };
        let (ids, threads, added) = match ids {
            _ if is_unknown => (Ids::Unknown, one, 0),
            Ids::Vertex => {
                (ids, Threads { vertices, padded: vertices, ..one }, added)
            }
            _ => (ids, Threads { instances, ..one }, added),
        };
        // What an instance offset adds, the driver need not add.
        let has_base = !per_vertex && self.job.instance_offset == 0;
        Access {
            place: entry.place(),
            line: entry.line,
            offset: attribute.offset.into(),
            stride,
            bytes,
            buffer: self.buffer(&attribute).map(|buffer| Buffer {
                line: entry.line,
                address: buffer.address,
                size: buffer.size,
            }),
            selector: Selector::Valhall(attribute, added),
            threads,
            ids,
            start: 0,
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
        mode: ValhallMode,
        per_vertex: bool,
    ) -> Option<Finding> {
        let attribute = entry.attribute;
        let Counts { vertices, instances } = self.counts;
        let wrong = |rule, what| {
            Finding::new(entry.line, rule, what).found(describe(&attribute))
        };
        // Only one of the two ids is divided.
        let element = |id| {
            let element = attribute.element(VertexId(id), InstanceId(id));
            element.unwrap_or(0)
        };
        if per_vertex && mode != ValhallMode::OneDimensional {
            let what = "an attribute per vertex divides its id";
            let threads = Threads { vertices, instances: 1, padded: vertices };
            let first = threads.first_wrong_vertex(element);
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
        // With a stride of 0 all threads read one element.
        let stated = self.truth.divisor(entry.location as usize);
        let stated = stated.filter(|_| attribute.stride != 0);
        let is_vertex = self.truth.step(entry.location) == Some(Step::Vertex);
        if is_vertex && !per_vertex {
            let what = "the attribute is per instance, but that of the draw \
                        is per vertex";
            let few = [(0, 1), (1, 0)];
            let threads = Threads { vertices, instances, padded: vertices };
            let found = |instance, _| element(instance as u32);
            let first = threads.first_wrong_of(few, found, |_, vertex| vertex);
            return Some(wrong(Rule::Draw, what).first(first));
        }
        if per_vertex {
            // In OpenGL a divisor of 0 is per vertex.
            let divisor = stated.filter(|&divisor| divisor != 0)?;
            let threads = Threads { vertices, instances, padded: vertices };
            let found = |_, vertex| element(vertex as u32);
            let first = Some(threads.first_wrong_rate(found, divisor)?);
            let what = "the attribute is per vertex, but a divisor is stated";
            let finding = wrong(Rule::HardwareDivisor, what);
            return Some(
                finding.right(right(&attribute, divisor)).first(first),
            );
        }
        // The instance id is divided, not the linear id.
        let threads = Threads { vertices: 1, instances, padded: 1 };
        if let Some(divisor) = stated {
            let first = threads.first_wrong_instance(element, divisor);
            let what = "the divisor is not the stated one";
            let finding = wrong(Rule::HardwareDivisor, what);
            return Some(
                finding.right(right(&attribute, divisor)).first(Some(first?)),
            );
        }
        let first = threads.first_wrong_instance_of_any(element)?;
        let cause = "the magic divides instances of this draw by no divisor";
        let divisor = self.access(entry, per_vertex).divisor();
        let divisor = divisor.unwrap_or(0);
        let message = format!(
            "{cause}: the instances before {} read as with divisor {divisor}",
            first.instance
        );
        let finding = wrong(Rule::MagicDivisor, cause).message(message);
        let right = u32::try_from(divisor).map(|d| right(&attribute, d));
        let right = right.unwrap_or_else(|_| "unknown".into());
        Some(finding.right(right).first(Some(first)))
    }
}

/// The library's descriptor for the same buffer and a stated divisor.
fn right(found: &ValhallAttribute, divisor: u32) -> Shown {
    let source = ValhallSource {
        rate: Rate::Instance as u32,
        divisor,
        stride: found.stride,
        table: found.table,
        buffer_index: found.buffer_index,
        offset: found.offset,
        // v9 and later are all alike here.
        ..ValhallSource::new(Architecture::V9)
    };
    ValhallAttribute::new(&source)
        .map_or_else(|error| error.to_string().into(), |right| describe(&right))
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
