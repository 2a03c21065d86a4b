// SPDX-License-Identifier: MIT

//! Finds the first thread of a draw that reads a wrong element, without trying
//! each: a draw can have 2^32 threads.

use crate::number::first;
use serde::Serialize;
use std::fmt;

/// The threads of a draw. Padding threads are discarded, so their reads do not
/// matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threads {
    pub vertices: u32,
    pub instances: u32,
    /// The linear ids per instance.
    pub padded: u32,
}

/// A thread that reads a wrong element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Wrong {
    pub thread: u64,
    pub instance: u64,
    pub vertex: u64,
    /// The element; negative if it is before the buffer.
    pub reads: i64,
    pub should_read: i64,
}

impl fmt::Display for Wrong {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Self { thread, instance, vertex, reads, should_read } = self;
        write!(
            out,
            "thread {thread} (instance {instance}, vertex {vertex}) reads \
             {reads}, should read {should_read}"
        )
    }
}

impl Wrong {
    /// The first vertex of the first instance, which reads a wrong element.
    pub fn first_thread(reads: i64, should_read: i64) -> Self {
        Self { thread: 0, instance: 0, vertex: 0, reads, should_read }
    }
}

impl Threads {
    /// A thread, and the elements, of 32 bits.
    fn wrong(
        &self,
        instance: u64,
        vertex: u64,
        reads: u64,
        should_read: u64,
    ) -> Wrong {
        let thread = self.id(instance, vertex);
        let (reads, should_read) = (reads as i64, should_read as i64);
        Wrong { thread, instance, vertex, reads, should_read }
    }

    /// The linear id of a vertex in an instance.
    pub fn id(&self, instance: u64, vertex: u64) -> u64 {
        instance * u64::from(self.padded) + vertex
    }

    /// The first of a few threads, given as instance and vertex, that reads a
    /// wrong element. Threads that the draw does not have are skipped.
    pub fn first_wrong_of(
        &self,
        few: impl IntoIterator<Item = (u64, u64)>,
        found: impl Fn(u64, u64) -> u64,
        right: impl Fn(u64, u64) -> u64,
    ) -> Option<Wrong> {
        let has = |&(instance, vertex): &(u64, u64)| {
            instance < self.instances.into() && vertex < self.vertices.into()
        };
        few.into_iter().filter(has).find_map(|(instance, vertex)| {
            let reads = found(instance, vertex);
            let should_read = right(instance, vertex);
            let wrong = self.wrong(instance, vertex, reads, should_read);
            (reads != should_read).then_some(wrong)
        })
    }

    /// For per-vertex data, whose element is the vertex. `found` returns the
    /// element of an instance and a vertex: the linear id modulo some number,
    /// or the instance's.
    pub fn first_wrong_vertex(
        &self,
        found: impl Fn(u64, u64) -> u64,
    ) -> Option<Wrong> {
        // Instance 0 shows a modulus below the vertex count. If instance 1
        // begins at element 0, all later instances do.
        let vertices = self.vertices.into();
        let vertex = first(0, vertices, |vertex| found(0, vertex) != vertex);
        let few = [(0, vertex), (1, 0)];
        self.first_wrong_of(few, found, |_, vertex| vertex)
    }

    /// For per-instance data, whose element is instance / divisor, or 0 if the
    /// divisor is 0. `found` returns the element of an instance and a vertex,
    /// and increases evenly with the linear id.
    pub fn first_wrong_instance(
        &self,
        found: impl Fn(u64, u64) -> u64,
        divisor: u32,
    ) -> Option<Wrong> {
        let right = |instance: u64| {
            instance.checked_div(u64::from(divisor)).unwrap_or(0)
        };
        let instances = u64::from(self.instances);
        let last_vertex = u64::from(self.vertices.max(1) - 1);
        let step = if divisor == 0 { instances } else { u64::from(divisor) };
        let whole = instances / step.max(1);
        let groups = instances.div_ceil(step.max(1));
        // An element that comes too early shows at the end of a group of
        // instances that share an element. Once a group shows it, all later
        // whole groups do.
        let early = |instance| found(instance, last_vertex) > right(instance);
        let end = |group: u64| ((group + 1) * step).min(instances) - 1;
        let group = first(0, whole, |group| early(end(group)));
        let is_early = group < groups && early(end(group));
        let early = is_early.then(|| {
            let instance = first(group * step, end(group), early);
            let vertex = first(0, last_vertex, |vertex| {
                found(instance, vertex) > right(instance)
            });
            (instance, vertex)
        });
        // An element that comes too late shows at the beginning of its group.
        let group = first(0, groups, |group| {
            found(group * step, 0) < right(group * step)
        });
        let late = (group < groups).then_some((group * step, 0));
        let (instance, vertex) = match (early, late) {
            (Some(early), Some(late)) => early.min(late),
            (early, late) => early.or(late)?,
        };
        let reads = found(instance, vertex);
        Some(self.wrong(instance, vertex, reads, right(instance)))
    }

    /// The first instance that reads another element than the first; 0 if none
    /// does.
    pub fn likely_divisor(&self, found: impl Fn(u64, u64) -> u64) -> u32 {
        let instances = u64::from(self.instances);
        let begin = first(1, instances, |instance| found(instance, 0) > 0);
        if begin < instances {
            begin as u32
        } else {
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dral::instancing::{MagicDivisor, Rounding};

    /// Tries every thread in order.
    fn each(
        threads: &Threads,
        found: impl Fn(u64, u64) -> u64,
        right: impl Fn(u64, u64) -> u64,
    ) -> Option<Wrong> {
        for instance in 0..threads.instances.into() {
            for vertex in 0..threads.vertices.into() {
                let reads = found(instance, vertex);
                let should_read = right(instance, vertex);
                if reads != should_read {
                    return Some(threads.wrong(
                        instance,
                        vertex,
                        reads,
                        should_read,
                    ));
                }
            }
        }
        None
    }

    fn draws() -> impl Iterator<Item = Threads> {
        [(1, 1), (1, 4), (3, 3), (3, 4), (6, 8), (9, 9), (11, 12)]
            .into_iter()
            .flat_map(|(vertices, padded)| {
                [1, 2, 3, 8, 40].map(|instances| Threads {
                    vertices,
                    instances,
                    padded,
                })
            })
    }

    #[test]
    fn the_first_wrong_vertex_is_that_of_a_search() {
        let mut wrong = 0;
        for threads in draws() {
            for modulus in (1..40).chain([u64::MAX]) {
                let found = |i, v| threads.id(i, v) % modulus;
                let first = each(&threads, found, |_, vertex| vertex);
                assert_eq!(
                    threads.first_wrong_vertex(found),
                    first,
                    "{threads:?}, {modulus}"
                );
                wrong += u32::from(first.is_some());
            }
        }
        assert!(wrong > 100);
    }

    #[test]
    fn the_first_wrong_instance_is_that_of_a_search() {
        let mut wrong = [0; 2];
        for threads in draws() {
            for divisor in [0, 1, 2, 3, 7, 40, u32::MAX] {
                for hardware in 1..90 {
                    let exact =
                        MagicDivisor::new(hardware, Rounding::Documented)
                            .unwrap();
                    for change in [-1000, -1, 0, 1, 1000] {
                        let magic = exact.magic.wrapping_add_signed(change)
                            & 0x7FFF_FFFF;
                        let magic = MagicDivisor { magic, ..exact };
                        let found =
                            |i, v| magic.divide(threads.id(i, v) as u32).into();
                        let right = |instance: u64, _| {
                            instance.checked_div(divisor.into()).unwrap_or(0)
                        };
                        let first = each(&threads, found, right);
                        assert_eq!(
                            threads.first_wrong_instance(found, divisor),
                            first,
                            "{threads:?}, {divisor}, {hardware}, {change}"
                        );
                        let early = first.map(|w| w.reads > w.should_read);
                        wrong[0] += u32::from(early == Some(true));
                        wrong[1] += u32::from(early == Some(false));
                    }
                }
            }
        }
        assert!(wrong[0] > 1000 && wrong[1] > 1000, "{wrong:?}");
    }

    #[test]
    fn an_unknown_divisor_is_the_one_that_fits() {
        let threads = Threads { vertices: 6, instances: 40, padded: 8 };
        for divisor in 1..50 {
            let found = |i, v| threads.id(i, v) / (8 * u64::from(divisor));
            let likely = threads.likely_divisor(found);
            assert_eq!(likely, if divisor < 40 { divisor } else { 0 });
            assert_eq!(threads.first_wrong_instance(found, likely), None);
        }
        // 8 x 2.5
        let found = |i, v| threads.id(i, v) / 20;
        let likely = threads.likely_divisor(found);
        let wrong = threads.first_wrong_instance(found, likely).unwrap();
        assert_eq!((wrong.instance, wrong.vertex), (2, 4));
    }
}
