// SPDX-License-Identifier: MIT

//! Vertex id and instance id of v4 and v5, which attributes read.

use super::finding::{Finding, Rule};
use super::record_check::{Kept, RecordCheck};
use crate::output::words;
use crate::trace::model::threads::{Threads, Wrong};
use crate::trace::text::job::Slot;
use dral::instancing::{IdRecord, IdType};

/// The locations that read the vertex id and the instance id, whatever the
/// shader.
const LOCATIONS: [(usize, IdType); 2] =
    [(16, IdType::Vertex), (17, IdType::Instance)];

/// The value of an instance and a vertex.
fn value<'a>(
    threads: &'a Threads,
    id: &'a IdRecord,
) -> impl Fn(u64, u64) -> u64 + 'a {
    |instance, vertex| {
        let linear = threads.id(instance, vertex) as u32;
        id.value(linear).unwrap_or(0).into()
    }
}

/// The first thread that reads another id than it should. Two vertices and two
/// instances are enough to tell the ids apart.
fn first_wrong(threads: &Threads, id: &IdRecord, of: IdType) -> Option<Wrong> {
    let value = value(threads, id);
    let right = |instance, vertex| match of {
        IdType::Vertex => vertex,
        IdType::Instance => instance,
    };
    threads.first_wrong_of([(0, 0), (0, 1), (1, 0)], value, right)
}

impl RecordCheck<'_> {
    /// Checks that the two locations read their own records.
    pub fn check_id_locations(&mut self) {
        let job = self.job;
        for (location, of) in LOCATIONS {
            let Some(attribute) = job.attributes.get(location) else { return };
            let slot = job.slots.get(attribute.slot);
            let Some((_, Slot::Id(id))) = slot else { continue };
            if !id.id_type().is_ok_and(|found| found != of) {
                continue;
            }
            let (rule, cause) = match of {
                IdType::Vertex => {
                    (Rule::VertexId, "location 16 reads the instance id")
                }
                IdType::Instance => {
                    (Rule::InstanceId, "location 17 reads the vertex id")
                }
            };
            let wrong = first_wrong(&self.threads, id, of);
            let finding = Finding::new(attribute.line, rule, cause);
            let finding = finding.found(format!("slot {}", attribute.slot));
            let place = attribute.place(location);
            self.found.findings.push(finding.at(place).first(wrong));
        }
    }

    /// Checks the record of a vertex id or instance id.
    pub fn id(&mut self, slot: usize, line: u64, id: &IdRecord) {
        let threads = self.threads;
        let value = value(&threads, id);
        let Ok([vertex, instance]) = self.draw.id_records() else { return };
        let (rule, right, wrong) = match id.id_type() {
            Ok(IdType::Vertex) => {
                (Rule::VertexId, vertex, threads.first_wrong_vertex(value))
            }
            _ => (
                Rule::InstanceId,
                instance,
                threads.first_wrong_instance(value, 1),
            ),
        };
        let Some(wrong) = wrong else {
            self.right.slots.push((slot, Kept::Id(*id)));
            return;
        };
        let describe = |id: &IdRecord| match id.pack() {
            Ok(packed) => words(&packed),
            Err(_) => format!("shift {}, odd part {}", id.shift, id.odd),
        };
        let what = "the record gives a thread the id of another";
        self.find_in_table(
            Some(slot as u32),
            Finding::new(line, rule, what)
                .found(describe(id))
                .right(describe(&right))
                .first(Some(wrong)),
        );
    }
}
