// SPDX-License-Identifier: MIT

//! The offsets of attributes, and the ends of their buffers.

use super::attributes::{Checked, Read};
use super::finding::{Finding, Rule};
use super::threads::Wrong;
use crate::number::first;

/// The greatest source offset in OpenGL and in Vulkan.
pub const MOST_SOURCE: i128 = 2047;

/// The most that a source offset and the low 6 bits of an address, which
/// records cannot hold, add to an offset.
const MOST_WITHIN: i128 = MOST_SOURCE + 63;

/// The range of base instance - start that the offsets of a draw allow.
pub struct Bases {
    least: i128,
    most: i128,
}

impl Bases {
    /// All base instances, or the one that the user states.
    pub fn new(base_instance: Option<u32>, start: i32) -> Self {
        let (least, most) = base_instance.map_or((0, u32::MAX), |b| (b, b));
        let start = i128::from(start);
        Self {
            least: i128::from(least) - start,
            most: i128::from(most) - start,
        }
    }

    /// Takes the offset of an attribute per instance, which exceeds the base
    /// instance x the stride by at most `within`. Returns whether it agrees
    /// with those before.
    pub fn take(&mut self, offset: i128, stride: i128, within: i128) -> bool {
        let least = self.least.max(-(within - offset).div_euclid(stride));
        let most = self.most.min(offset.div_euclid(stride));
        if least <= most {
            *self = Self { least, most };
        }
        least <= most
    }

    /// What is wrong with an offset that does not agree.
    pub fn disagreement(stated: bool) -> &'static str {
        if stated {
            "the offset is not that of the base instance and the start"
        } else {
            "the offset has another base instance than those before"
        }
    }

    pub fn least(&self) -> i128 {
        self.least
    }
}

impl Checked<'_> {
    /// Checks an offset, which must agree with the base instances of all
    /// earlier ones.
    pub fn offset(&mut self, read: Read, bases: &mut Bases) -> bool {
        let Read { attribute, record, .. } = read;
        let offset = i128::from(attribute.offset);
        let stride = i128::from(record.stride);
        let start = i128::from(self.fields.offset_start);
        let divides = read.divides();
        let moved = if divides { start } else { 0 };
        let first = offset + moved * stride;
        let what = if first < 0 {
            "element 0 lies before the buffer"
        } else if !divides || bases.take(offset, stride, MOST_WITHIN) {
            return true;
        } else {
            Bases::disagreement(self.stated.base_instance.is_some())
        };
        let base = if divides { bases.least() + start } else { 0 };
        let lowest = (base - moved) * stride;
        let reads = first.div_euclid(stride.max(1));
        let wrong = Wrong::first_thread(reads as i64, base as i64);
        let mut finding =
            Finding::new(attribute.line, Rule::AttributeOffset, what)
                .found(format!("{offset} (stride {stride}, start {start})"))
                .right(format!("{lowest} to {}", lowest + MOST_WITHIN))
                .first(Some(wrong));
        if let Some(earlier) = self.moved.filter(|_| divides) {
            finding.rule = Rule::StaleOffset;
            finding.cause = "the attributes are those of an earlier draw";
            finding.message += &format!(
                ": the attributes are those of the job of line {}, start {}, \
                 {} instances",
                earlier.line, earlier.start, earlier.threads.instances
            );
        }
        self.findings.push(finding);
        false
    }

    /// Checks that each thread reads within the buffer.
    pub fn size(&mut self, read: Read) {
        let Read { attribute, line, record, .. } = read;
        // No buffer is bound.
        if record.pointer == 0 {
            return;
        }
        let threads = self.threads;
        let start = i128::from(self.fields.offset_start);
        let stride = i128::from(record.stride);
        let element = |id: u64| record.element(id as u32).unwrap_or(0);
        let outside = |id: u64| {
            let element = start + i128::from(element(id));
            let end = i128::from(attribute.offset)
                + element * stride
                + i128::from(attribute.bytes);
            end > i128::from(record.size)
        };
        let instances = u64::from(threads.instances);
        let last = u64::from(threads.vertices) - 1;
        // Elements increase within an instance, and from one instance to the
        // next.
        let instance =
            first(0, instances, |instance| outside(threads.id(instance, last)));
        if instance == instances {
            return;
        }
        let vertex =
            first(0, last, |vertex| outside(threads.id(instance, vertex)));
        let id = threads.id(instance, vertex);
        let cause = "a thread reads beyond the end of the buffer";
        let message = format!(
            "thread {id} (instance {instance}, vertex {vertex}) reads element \
             {} beyond the end of the buffer",
            element(id)
        );
        let found = format!(
            "size {}, offset {}, stride {stride}, start {start}, {} bytes",
            record.size, attribute.offset, attribute.bytes
        );
        let finding = Finding::new(line, Rule::BufferSize, cause);
        self.findings.push(finding.message(message).found(found));
    }
}
