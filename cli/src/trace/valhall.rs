// SPDX-License-Identifier: MIT

//! The rules of v9 and later, where the API divisor divides the instance id.

use super::access::{Access, Buffer, Ids, Selector};
use super::finding::{Counts, Finding, Rule};
use super::history::{Fact, What, PER_VERTEX};
use super::job::{ResourceTable, ValhallBuffer, ValhallEntry, ValhallJob};
use super::offsets::{self, MOST_SOURCE};
use super::report::Tally;
use super::threads::Threads;
use super::{Found, Stated};
use crate::number::first;
use crate::output::words;
use dral::instancing::{
    Architecture, Frequency, InstanceId, MagicDivisor, Rate, Rounding,
    ValhallAttribute, ValhallMode, ValhallSource, ValhallType, VertexId,
};

/// No table has this number: it marks a location without an attribute.
const UNUSED_TABLE: u32 = 17;

fn describe(attribute: &ValhallAttribute) -> String {
    let name = ValhallType::try_from(attribute.r#type)
        .map_or("no type", ValhallType::name);
    match attribute.pack() {
        Ok(packed) => format!("{} ({name}, without format)", words(&packed)),
        Err(error) => format!("{name}: {error}"),
    }
}

/// Checks a job.
pub fn check(job: &ValhallJob, stated: &Stated, tally: &mut Tally) -> Found {
    let (Some(vertices), Some(instances)) = (job.indices, job.instances) else {
        return Found::default();
    };
    let counts = Counts { vertices, instances };
    tally.draws += 1;
    let (mut findings, mut facts) = (Vec::new(), Vec::new());
    for table in &job.tables {
        tally.descriptors += table.attributes.len();
        if vertices == 0 || instances == 0 {
            continue;
        }
        let draw = Draw { job, table, counts, stated };
        draw.check(&mut findings, &mut facts, tally);
    }
    Found { counts: Some(counts), findings, facts }
}

/// A draw with one of its tables.
struct Draw<'a> {
    job: &'a ValhallJob,
    table: &'a ResourceTable,
    counts: Counts,
    stated: &'a Stated,
}

impl Draw<'_> {
    fn check(
        &self,
        findings: &mut Vec<Finding>,
        facts: &mut Vec<Fact>,
        tally: &mut Tally,
    ) {
        let mut good = Vec::new();
        for entry in &self.table.attributes {
            match self.attribute(entry, tally) {
                Ok(Some(access)) => good.push((entry, access)),
                Ok(None) => {}
                Err(finding) => findings.push(finding.at(entry.place())),
            }
        }
        let (entries, accesses): (Vec<_>, Vec<_>) = good.into_iter().unzip();
        let base_instance = self.stated.base_instance;
        let wrong = offsets::check(&accesses, base_instance);
        for (number, (entry, access)) in
            entries.iter().zip(&accesses).enumerate()
        {
            if wrong.iter().any(|(other, _)| *other == number) {
                continue;
            }
            match access.size() {
                None => self.remember(entry, access, facts),
                finding => findings.extend(finding),
            }
        }
        findings.extend(wrong.into_iter().map(|(_, finding)| finding));
    }

    /// How the attribute is read, unless nothing is or something is wrong.
    fn attribute(
        &self,
        entry: &ValhallEntry,
        tally: &mut Tally,
    ) -> Result<Option<Access>, Finding> {
        let attribute = entry.attribute;
        if attribute.table == UNUSED_TABLE {
            return Ok(None);
        }
        let numbers =
            (attribute.mode(), Frequency::try_from(attribute.frequency));
        let (Ok(mode), Ok(frequency)) = numbers else { return Ok(None) };
        let per_vertex = frequency == Frequency::Vertex;
        match self.check_mode(entry, mode, per_vertex, tally) {
            Some(finding) => Err(finding),
            None => Ok(Some(self.access(entry, per_vertex))),
        }
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
            most_within: MOST_SOURCE,
        }
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
        let base_instance = self.stated.base_instance;
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
        tally: &mut Tally,
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
        let stated = self.stated.divisor(entry.location as usize);
        let stated = stated.filter(|_| attribute.stride != 0);
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
        let first = threads.first_wrong_instance_of_any(element);
        if first.is_some() {
            let what = "the magic divides instances of this draw by no divisor";
            return Some(wrong(Rule::MagicDivisor, what).first(first));
        }
        if let ValhallMode::NpotDivisor { magic } = mode {
            tally.inexact += usize::from(is_inexact(magic));
        }
        None
    }
}

/// The library's descriptor for the same buffer and a stated divisor.
fn right(found: &ValhallAttribute, divisor: u32) -> String {
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
        .map_or_else(|error| error.to_string(), |right| describe(&right))
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

/// Whether the magic is exact for its divisor under neither rounding, as if a
/// driver had computed it in floating point.
fn is_inexact(magic: MagicDivisor) -> bool {
    // The first id with the quotient 1 is the divisor.
    let divisor = first(1, 1 << 32, |id| magic.divide(id as u32) > 0);
    let Ok(divisor) = u32::try_from(divisor) else { return true };
    [Rounding::Documented, Rounding::Nearest]
        .into_iter()
        .all(|rounding| MagicDivisor::new(divisor, rounding) != Ok(magic))
        && magic.first_wrong_id(divisor).is_ok_and(|id| id.is_some())
}
