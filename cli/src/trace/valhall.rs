// SPDX-License-Identifier: MIT

//! The rules of v9 and later, where the API divisor divides the instance id.

use super::finding::{Finding, Rule};
use super::job::{ResourceTable, ValhallEntry, ValhallJob};
use super::threads::Threads;
use super::Tally;
use crate::number::first;
use crate::output::words;
use dral::instancing::{
    Frequency, InstanceId, MagicDivisor, Rounding, ValhallAttribute,
    ValhallMode, ValhallType, VertexId,
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
pub fn check(job: &mut ValhallJob, tally: &mut Tally) -> Vec<Finding> {
    let mut findings = Vec::new();
    let (Some(indices), Some(instances)) = (job.indices, job.instances) else {
        return findings;
    };
    job.name.vertices = Some(indices);
    job.name.instances = Some(instances);
    tally.draws += 1;
    for table in &job.tables {
        tally.descriptors += table.attributes.len();
        if indices == 0 || instances == 0 {
            continue;
        }
        for entry in &table.attributes {
            if let Some(finding) = check_attribute(job, entry, tally)
                .or_else(|| check_size(job, table, entry))
            {
                findings.push(finding);
            }
        }
    }
    findings
}

fn check_attribute(
    job: &ValhallJob,
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
    let wrong = |rule, what: &str| {
        Finding::new(entry.line, rule, what).found(describe(&attribute))
    };
    // Only one of the two ids is divided.
    let element = |id| {
        let element = attribute.element(VertexId(id), InstanceId(id));
        element.unwrap_or(0)
    };
    if per_vertex && mode != ValhallMode::OneDimensional {
        let what = "an attribute per vertex divides its id";
        let vertices = job.indices?;
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
    if per_vertex {
        return None;
    }
    // The instance id is divided, not the linear id.
    let threads = Threads { vertices: 1, instances: job.instances?, padded: 1 };
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

/// Checks that the last thread reads within its buffer.
fn check_size(
    job: &ValhallJob,
    table: &ResourceTable,
    entry: &ValhallEntry,
) -> Option<Finding> {
    let attribute = entry.attribute;
    let per_vertex = attribute.frequency == Frequency::Vertex as u32;
    // The trace contains neither the vertices of indices nor what an instance
    // offset adds before the division.
    if per_vertex && (job.indexed || job.vertex_offset < 0)
        || !per_vertex && job.instance_offset != 0
    {
        return None;
    }
    let buffer = table.buffers.iter().find(|buffer| {
        (buffer.0, buffer.1) == (attribute.table, attribute.buffer_index)
    })?;
    let last = i64::from(job.indices? - 1) + i64::from(job.vertex_offset);
    let vertex = VertexId(u32::try_from(last).unwrap_or(0));
    let instance = InstanceId(job.instances? - 1);
    let element = attribute.element(vertex, instance).ok()?;
    let end = i128::from(attribute.offset)
        + i128::from(element) * i128::from(attribute.stride)
        + i128::from(entry.bytes);
    (end > i128::from(buffer.2)).then(|| {
        let what = format!("element {element} lies beyond its buffer's end");
        let found = format!(
            "size {}, offset {}, stride {}, {} bytes",
            buffer.2, attribute.offset, attribute.stride, entry.bytes
        );
        Finding::new(entry.line, Rule::BufferSize, what).found(found)
    })
}
