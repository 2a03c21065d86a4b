// SPDX-License-Identifier: MIT

//! Varyings of v4 to v7: what the vertex shader writes, and what the fragment
//! shader reads of it.

use super::finding::{Finding, Rule};
use crate::trace::text::job::{
    DrawFields, RecordJob, Role, VaryingBuffer, Varyings,
};

fn wrong(line: u64, what: &'static str) -> Finding {
    Finding::new(line, Rule::Varying, what)
}

/// Checks what a vertex shader writes.
pub fn written(varyings: &Varyings) -> Vec<Finding> {
    let mut found = Vec::new();
    for (varying, buffer) in varyings.used() {
        let slot = format!("slot {}", varying.slot);
        let Some(buffer) = buffer else {
            let what = "a varying names a slot without a buffer";
            found.push(wrong(varying.line, what).found(slot));
            continue;
        };
        let stride = i64::from(buffer.stride);
        let end = i64::from(varying.offset) + i64::from(varying.bytes);
        if buffer.pointer == 0 {
            let what = "the buffer of a varying has no address";
            found.push(wrong(buffer.line, what).found(slot));
        } else if stride == 0 {
            let what = "all threads write a varying to one place: its buffer \
                        has no stride";
            found.push(wrong(buffer.line, what).found("stride 0"));
        } else if end > stride {
            let what = "a varying ends beyond the stride of its buffer";
            let numbers =
                format!("offset {}, {} bytes", varying.offset, varying.bytes);
            let finding = wrong(varying.line, what).found(numbers);
            found.push(finding.right(format!("stride {end} or more")));
        }
    }
    found.dedup_by(|one, other| {
        one.line == other.line && one.cause == other.cause
    });
    found.extend(overlap(varyings));
    found
}

/// Two buffers that share memory.
fn overlap(varyings: &Varyings) -> Option<Finding> {
    let range = |buffer: &VaryingBuffer| {
        let begin = buffer.pointer;
        begin..begin.saturating_add(buffer.size.into())
    };
    let buffers = varyings.buffers.iter();
    let mut buffers: Vec<_> =
        buffers.filter(|b| b.is_memory && b.size as i32 > 0).collect();
    buffers.sort_by_key(|buffer| buffer.pointer);
    let mut pairs = buffers.windows(2);
    let pair = pairs.find(|two| range(two[0]).contains(&two[1].pointer))?;
    let [one, other] = [pair[0], pair[1]].map(range);
    let what = "two buffers of varyings overlap";
    let numbers = |range: std::ops::Range<u64>| {
        format!("{:#x} to {:#x}", range.start, range.end)
    };
    let found = format!("{}, {}", numbers(one), numbers(other));
    Some(wrong(pair[1].line, what).found(found))
}

/// Compares what a fragment shader reads with what the vertex shader writes, in
/// the job of this line.
pub fn read(read: &Varyings, varyings: &Varyings, line: u64) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut seen = Vec::new();
    for (varying, buffer) in read.used() {
        let right = varyings.buffers.get(varying.slot);
        let right = right.filter(|buffer| buffer.is_memory);
        let (Some(buffer), Some(right)) = (buffer, right) else { continue };
        let differs = |what, found: String, right: String| {
            let finding = wrong(buffer.line, what).found(found).right(right);
            finding.message(format!("{what} of line {line}"))
        };
        if !seen.contains(&varying.slot) {
            seen.push(varying.slot);
            if buffer.pointer != right.pointer {
                let [found_at, right_at] = [buffer.pointer, right.pointer]
                    .map(|address| format!("{address:#x}"));
                let what = "the pointer of a varying buffer differs from the \
                            vertex job";
                found.push(differs(what, found_at, right_at));
            }
            if buffer.stride != right.stride {
                let [own, other] =
                    [buffer.stride, right.stride].map(|n| n.to_string());
                let what = "the stride of a varying buffer differs from the \
                            vertex job";
                found.push(differs(what, own, other));
            }
        }
        let mut written = varyings
            .varyings
            .iter()
            .filter(|one| one.slot == varying.slot && !one.is_constant);
        let is_written = written.any(|one| one.offset == varying.offset);
        if !is_written {
            let what = "the fragment shader reads a varying at an offset that \
                        the vertex shader does not write";
            let finding = wrong(varying.line, what);
            let finding = finding.found(varying.offset.to_string());
            found.push(finding.message(format!("{what}, in line {line}")));
        }
    }
    found
}

/// What is wrong with the address of the positions.
pub fn positions(fields: &DrawFields, varyings: &Varyings) -> Option<Finding> {
    let mut written = varyings.buffers.iter().filter(|b| b.is_memory);
    // The low bits of an address are not in a record.
    let is_it = |b: &VaryingBuffer| b.pointer == fields.position & !63;
    if fields.position == 0
        || varyings.varyings.is_empty()
        || written.any(is_it)
    {
        return None;
    }
    let what = "the vertex job writes no varying to the address of the \
                positions";
    let finding = wrong(fields.line, what);
    Some(finding.found(format!("{:#x}", fields.position)))
}

/// What is wrong if the second shader of an IDVS job does not run.
pub fn secondary(job: &RecordJob) -> Option<Finding> {
    let (line, runs) = job.secondary?;
    let reads = job.read.used().next().is_some();
    if job.role != Role::IndexedVertex || runs || !reads {
        return None;
    }
    let what = "the fragment shader reads varyings, but the secondary shader, \
                which writes them, does not run";
    Some(wrong(line, what))
}
