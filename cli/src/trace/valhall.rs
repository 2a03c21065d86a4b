// SPDX-License-Identifier: MIT

//! The rules of v9 and later, where the API divisor divides the instance id.

use super::finding::{Counts, Finding, Rule};
use super::history::{Fact, Key, What, PER_VERTEX};
use super::job::{ResourceTable, ValhallBuffer, ValhallEntry, ValhallJob};
use super::offsets::{Bases, MOST_SOURCE};
use super::report::Tally;
use super::threads::{Threads, Wrong};
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
        let mut draw = Draw {
            job,
            table,
            counts,
            stated,
            bases: Bases::new(stated.base_instance, 0),
        };
        for entry in &table.attributes {
            match draw.attribute(entry, tally) {
                None => draw.remember(entry, &mut facts),
                finding => findings.extend(finding),
            }
        }
    }
    Found { counts: Some(counts), findings, facts }
}

/// A draw with one of its tables.
struct Draw<'a> {
    job: &'a ValhallJob,
    table: &'a ResourceTable,
    counts: Counts,
    stated: &'a Stated,
    bases: Bases,
}

impl Draw<'_> {
    /// What is wrong with an attribute.
    fn attribute(
        &mut self,
        entry: &ValhallEntry,
        tally: &mut Tally,
    ) -> Option<Finding> {
        let attribute = entry.attribute;
        if attribute.table == UNUSED_TABLE {
            return None;
        }
        let mode = attribute.mode().ok()?;
        let frequency = Frequency::try_from(attribute.frequency).ok()?;
        let per_vertex = frequency == Frequency::Vertex;
        self.check_mode(entry, mode, per_vertex, tally)
            .or_else(|| self.check_offset(entry, per_vertex))
            .or_else(|| self.check_size(entry, per_vertex))
    }

    fn buffer(&self, attribute: &ValhallAttribute) -> Option<&ValhallBuffer> {
        let place = (attribute.table, attribute.buffer_index);
        let mut buffers = self.table.buffers.iter();
        buffers.find(|buffer| (buffer.table, buffer.index) == place)
    }

    /// Remembers what the attribute has, to compare it with other draws.
    fn remember(&self, entry: &ValhallEntry, facts: &mut Vec<Fact>) {
        let ValhallEntry { line, location, attribute, .. } = *entry;
        let shader = self.job.shader;
        let buffer = self.buffer(&attribute);
        let (Some(buffer), true) = (buffer, shader != 0) else { return };
        let buffer = (buffer.address, buffer.size);
        let key = Key { shader, location, buffer };
        let mut add = |what, value| {
            facts.push(Fact { line, key, what, value, slack: 0 });
        };
        let per_vertex = attribute.frequency == Frequency::Vertex as u32;
        let stride = i128::from(attribute.stride);
        add(What::Stride, stride);
        if per_vertex {
            add(What::Divisor, PER_VERTEX);
        } else if attribute.stride != 0 {
            add(What::Divisor, divisor(&attribute).into());
        }
        let base = self.stated.base_instance.filter(|_| stride != 0);
        if let Some(base) = if per_vertex { Some(0) } else { base } {
            let within =
                i128::from(attribute.offset) - i128::from(base) * stride;
            add(What::Offset, within);
        }
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

    /// Checks an offset. No vertex or instance before the first is read.
    fn check_offset(
        &mut self,
        entry: &ValhallEntry,
        per_vertex: bool,
    ) -> Option<Finding> {
        let attribute = entry.attribute;
        let offset = i128::from(attribute.offset);
        let stride = i128::from(attribute.stride);
        // What an instance offset adds, the driver need not add.
        let has_base =
            !per_vertex && stride != 0 && self.job.instance_offset == 0;
        let what = if offset < 0 {
            "the offset is negative"
        } else if !has_base || self.bases.take(offset, stride, MOST_SOURCE) {
            return None;
        } else {
            Bases::disagreement(self.stated.base_instance.is_some())
        };
        let base = if has_base { self.bases.least() } else { 0 };
        let lowest = base * stride;
        let reads = offset.div_euclid(stride.max(1));
        let wrong = Wrong::first_thread(reads as i64, base as i64);
        Some(
            Finding::new(entry.line, Rule::AttributeOffset, what)
                .found(format!("{offset} (stride {stride})"))
                .right(format!("{lowest} to {}", lowest + MOST_SOURCE))
                .first(Some(wrong)),
        )
    }

    /// Checks that all threads read within their buffer.
    fn check_size(
        &self,
        entry: &ValhallEntry,
        per_vertex: bool,
    ) -> Option<Finding> {
        let ValhallEntry { attribute, bytes, .. } = *entry;
        let job = self.job;
        let buffer = self.buffer(&attribute)?;
        let Counts { vertices, instances } = self.counts;
        let (name, ids, offset) = if per_vertex {
            ("vertex", vertices, i64::from(job.vertex_offset))
        } else {
            ("instance", instances, i64::from(job.instance_offset))
        };
        // The trace contains neither the vertices of indices nor what an
        // instance offset adds before the division: no id is known then, but
        // the attribute of element 0 must be in the buffer.
        let unknown =
            if per_vertex { job.indexed || offset < 0 } else { offset != 0 };
        let (ids, offset) = if unknown { (1, 0) } else { (ids, offset) };
        let element = |id: u64| {
            let id = u32::try_from(id as i64 + offset).unwrap_or(u32::MAX);
            let element = attribute.element(VertexId(id), InstanceId(id));
            element.unwrap_or(0)
        };
        let outside = |id| {
            let begin = i128::from(element(id)) * i128::from(attribute.stride);
            let end = i128::from(attribute.offset) + begin + i128::from(bytes);
            end > i128::from(buffer.size)
        };
        let id = first(0, ids.into(), outside);
        if id == u64::from(ids) {
            return None;
        }
        let cause = "a thread reads beyond the end of the buffer";
        let element = element(id);
        let message = if unknown {
            format!("element {element} lies beyond the end of the buffer")
        } else {
            format!(
                "{name} {id} reads element {element} beyond the end of the \
                 buffer"
            )
        };
        let found = format!(
            "size {}, offset {}, stride {}, {bytes} bytes",
            buffer.size, attribute.offset, attribute.stride
        );
        let finding = Finding::new(entry.line, Rule::BufferSize, cause);
        Some(finding.message(message).found(found))
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
