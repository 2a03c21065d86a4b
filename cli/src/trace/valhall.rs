// SPDX-License-Identifier: MIT

//! The rules of v9 and later, where the API divisor divides the instance id.

use super::access::{Access, Buffer, Ids, Selector};
use super::finding::{Counts, Finding, Rule, Shown, Words};
use super::history::{Fact, What, PER_VERTEX};
use super::job::{ResourceTable, ValhallBuffer, ValhallEntry, ValhallJob};
use super::offsets::{self, MOST_SOURCE};
use super::report::Tally;
use super::threads::Threads;
use super::truth::{Step, Truth};
use super::Found;
use crate::number::first;
use crate::output::words;
use dral::instancing::{
    Architecture, Frequency, InstanceId, MagicDivisor, Rate, Rounding,
    ValhallAttribute, ValhallMode, ValhallSource, ValhallType, VertexId,
};

/// No table has this number: it marks a location without an attribute.
const UNUSED_TABLE: u32 = 17;

fn describe(attribute: &ValhallAttribute) -> Shown {
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
pub fn check(job: &ValhallJob, truth: &Truth, tally: &mut Tally) -> Found {
    let (Some(vertices), Some(instances)) = (job.indices, job.instances) else {
        return Found::default();
    };
    if vertices == 0 && instances == 0 {
        tally.unwritten += 1;
        return Found::default();
    }
    let counts = Counts { vertices, instances };
    let mut found = Found { counts: Some(counts), ..Found::default() };
    tally.draws += 1;
    for table in &job.tables {
        tally.descriptors += table.attributes.len();
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
        let mut good = Vec::new();
        for entry in &self.table.attributes {
            match self.attribute(entry) {
                Ok(Some(access)) => good.push((entry, access)),
                Ok(None) => {}
                Err(finding) => found.findings.push(finding.at(entry.place())),
            }
        }
        let (entries, accesses): (Vec<_>, Vec<_>) = good.into_iter().unzip();
        let base_instance = self.truth.base_instance;
        let wrong = offsets::check(&accesses, base_instance);
        for (number, (entry, access)) in
            entries.iter().zip(&accesses).enumerate()
        {
            let divisor = self.truth.divisor(entry.location as usize);
            let mode = entry.attribute.mode();
            if let (Ok(ValhallMode::NpotDivisor { magic }), None) =
                (mode, divisor)
            {
                let id = first_inexact(magic);
                found.inexact.extend(id.map(|id| (entry.line, id.into())));
            }
            if wrong.iter().any(|(other, _)| *other == number) {
                continue;
            }
            match access.size() {
                None => self.remember(entry, access, &mut found.facts),
                finding => found.findings.extend(finding),
            }
        }
        found.findings.extend(wrong.into_iter().map(|(_, finding)| finding));
    }

    /// How the attribute is read, unless nothing is or something is wrong.
    fn attribute(
        &self,
        entry: &ValhallEntry,
    ) -> Result<Option<Access>, Box<Finding>> {
        let attribute = entry.attribute;
        if attribute.table == UNUSED_TABLE || entry.is_other {
            return Ok(None);
        }
        let wrong = |what| Finding::new(entry.line, Rule::Valhall, what);
        let Ok(mode) = attribute.mode() else {
            return Err(wrong("an attribute of an unknown type").into());
        };
        let Ok(frequency) = Frequency::try_from(attribute.frequency) else {
            return Err(wrong("an attribute of an unknown frequency").into());
        };
        let per_vertex = frequency == Frequency::Vertex;
        let fault = self
            .check_mode(entry, mode, per_vertex)
            .or_else(|| self.check_base(entry, per_vertex));
        if let Some(finding) = fault {
            return Err(finding.into());
        }
        let place = (attribute.table, attribute.buffer_index);
        if self.buffer(&attribute).is_none()
            && !self.table.nulls.contains(&place)
        {
            let cause = "the attribute reads a buffer that does not exist";
            let (table, index) = place;
            let message = match self.table.entries.contains(&table) {
                true => format!("table {table} has no buffer {index}"),
                false => format!("there is no table {table}"),
            };
            return Err(Finding::new(entry.line, Rule::Table, cause)
                .message(format!("{cause}: {message}"))
                .into());
        }
        let access = self.access(entry, per_vertex);
        match access.other(self.truth, self.counts.instances) {
            Some(finding) => Err(finding.into()),
            None => Ok(Some(access)),
        }
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

    /// Remembers what the attribute has, to compare it with other draws.
    fn remember(
        &self,
        entry: &ValhallEntry,
        access: &Access,
        facts: &mut Vec<Fact>,
    ) {
        let attribute = entry.attribute;
        let divisor = match attribute.frequency == Frequency::Vertex as u32 {
            true => Some(PER_VERTEX),
            false if attribute.stride == 0 => None,
            false => Some(divisor(&attribute).into()),
        };
        let base_instance = self.truth.base_instance;
        let within = access.within(false, base_instance);
        let values = [
            (What::Stride, Some(access.stride)),
            (What::Divisor, divisor),
            (What::Distance, None),
            (What::Offset, within.filter(|_| divisor.is_some())),
        ];
        facts.extend(access.facts(self.job.shader, values));
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
        let divisor = divisor(&attribute);
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

/// The API divisor: the first instance that reads element 1, or 2^32.
fn divisor(attribute: &ValhallAttribute) -> u64 {
    first(1, 1 << 32, |id| {
        let instance = InstanceId(id as u32);
        attribute
            .element(VertexId(0), instance)
            .is_ok_and(|element| element > 0)
    })
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
