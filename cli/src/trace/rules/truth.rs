// SPDX-License-Identifier: MIT

//! What is stated of the draws of a trace: by options for all of them, by
//! a line of the driver or a row of a file for each.

use super::finding::{Finding, Rule};
use crate::notation::Stated;
use crate::trace::text::job::Counts;
use std::collections::{HashMap, VecDeque};

/// Draws that wait for their jobs.
const MOST_WAITING: usize = 1 << 20;

/// Lines that are tried if the first one is of another draw.
const WINDOW: usize = 8;

/// What names a draw in a trace: the address of its job, or of its resource
/// table in a command stream, which has no jobs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawKey {
    Job(u64),
    Resources(u64),
}

impl DrawKey {
    fn of(draw: &Stated) -> Option<Self> {
        let job = draw.job.map(Self::Job);
        job.or(draw.resources.map(Self::Resources))
    }
}

/// What a key names.
#[derive(Default)]
struct Named {
    /// In order: the jobs of later frames have the addresses of earlier ones.
    /// The last one stays, because a command buffer can be submitted again.
    draws: VecDeque<Stated>,
    /// How many of these no job has taken.
    left: usize,
    /// The counts of the job that took the last one.
    counts: Option<Counts>,
}

/// What is stated of the draws to come.
#[derive(Default)]
pub struct Truths {
    /// What holds for all draws.
    stated: Stated,
    /// What names its draw.
    named: HashMap<DrawKey, Named>,
    /// How many of these no job has taken.
    left_named: usize,
    /// The others with their lines, which belong to the next jobs.
    waiting: VecDeque<(u64, Stated)>,
    /// Whether any draw has a line or a row.
    any: bool,
    /// Draws that have neither.
    without: usize,
    /// Lines of earlier contexts that belonged to no draw.
    without_draw: usize,
    /// Lines that were skipped, because a later one has the counts of a draw.
    pub skipped: usize,
}

impl Truths {
    pub fn new(stated: Stated) -> Self {
        Self { stated, ..Self::default() }
    }

    /// Adds a draw, which is in this line of the trace; 0 if it is not in this
    /// trace.
    pub fn add(&mut self, line: u64, draw: Stated) -> Result<(), String> {
        if self.left() >= MOST_WAITING {
            return Err("too many draws without a job".into());
        }
        self.any = true;
        match DrawKey::of(&draw) {
            Some(key) => {
                let named = self.named.entry(key).or_default();
                if line != 0 {
                    // An earlier line was of a job that ran, or never will.
                    self.left_named -= named.left;
                    *named = Named::default();
                }
                named.draws.push_back(draw);
                named.left += 1;
                self.left_named += 1;
            }
            None => self.waiting.push_back((line, draw)),
        }
        Ok(())
    }

    /// Ends a trace: what is left belongs to draws of the next one.
    pub fn end(&mut self) {
        self.waiting.iter_mut().for_each(|(line, _)| *line = 0);
    }

    /// Ends the traces of a context: other contexts and processes use the same
    /// addresses for other jobs.
    pub fn end_context(&mut self) {
        self.without_draw += self.left();
        self.waiting.clear();
        self.named.clear();
        self.left_named = 0;
    }

    /// What is stated of the next draw, whose job begins at this line and has
    /// this key and these counts.
    pub fn take(
        &mut self,
        line: u64,
        key: DrawKey,
        counts: Option<Counts>,
    ) -> Stated {
        let own = self.take_named(key, counts);
        let own = own.or_else(|| self.take_waiting(line, counts));
        match own {
            Some(draw) => draw.or(&self.stated),
            None => {
                self.without += 1;
                self.stated.clone()
            }
        }
    }

    /// The first line that waits. If it is of a draw with other counts, and
    /// a later one is not, the lines before that belong to no draw.
    fn take_waiting(
        &mut self,
        line: u64,
        counts: Option<Counts>,
    ) -> Option<Stated> {
        // A line after the beginning of the job is that of a later draw.
        let before = |(other, _): &&(u64, Stated)| *other < line;
        let fits = |draw: &Stated| {
            counts.is_none_or(|counts| {
                draw.vertices.is_none_or(|n| n == counts.vertices)
                    && draw.instances.is_none_or(|n| n == counts.instances)
            })
        };
        let waiting = self.waiting.iter().take_while(before).take(WINDOW);
        let place = waiting.clone().position(|(_, draw)| fits(draw));
        let place = match waiting.count() {
            0 => return None,
            _ => place.unwrap_or(0),
        };
        self.skipped += place;
        self.waiting.drain(..place);
        self.waiting.pop_front().map(|(_, draw)| draw)
    }

    /// A job with other counts than the one that took the last line is another
    /// draw, for which the address is used again.
    fn take_named(
        &mut self,
        key: DrawKey,
        counts: Option<Counts>,
    ) -> Option<Stated> {
        let named = self.named.get_mut(&key)?;
        if named.left != 0 {
            named.left -= 1;
            self.left_named -= 1;
            named.counts = counts;
        } else if named.counts != counts {
            self.named.remove(&key);
            return None;
        }
        if named.draws.len() > 1 {
            named.draws.pop_front()
        } else {
            named.draws.front().cloned()
        }
    }

    /// Draws that have neither a line nor a row, if others have one.
    pub fn without(&self) -> usize {
        if self.any {
            self.without
        } else {
            0
        }
    }

    /// Whether any draw has a line or a row.
    pub fn is_stated(&self) -> bool {
        self.any
    }

    /// What belongs to no draw so far.
    pub fn left(&self) -> usize {
        self.left_named + self.waiting.len()
    }

    /// What belonged to no draw.
    pub fn without_draw(&self) -> usize {
        self.without_draw + self.left()
    }
}

/// What is wrong with counts that are not those of the draw as stated. The
/// vertices of v9 and later are indices if the draw has some.
pub fn stated_counts(
    stated: &Stated,
    counts: Counts,
    counts_indices: bool,
    line: u64,
) -> Vec<Finding> {
    let range = stated.vertices.is_none() && !counts_indices;
    let range = stated.index_range().filter(|_| range);
    let all = [
        (
            stated.vertices,
            counts.vertices,
            "the draw has other vertices than stated",
        ),
        (
            stated.instances,
            counts.instances,
            "the draw has other instances than stated",
        ),
        (
            range.map(|range| range.end() - range.start() + 1),
            counts.vertices,
            "the draw has other vertices than its indices",
        ),
    ];
    let differs = |&(right, found, what): &(Option<u32>, u32, _)| {
        let right = right.filter(|&right| right != found)?;
        let fields = &["Invocations", "Index count", "Count", "Instance count"];
        let finding = Finding::new(line, Rule::Draw, what).fields(fields);
        Some(finding.found(found.to_string()).right(right.to_string()))
    };
    all.iter().filter_map(differs).collect()
}

/// What is wrong with a start that is not that of the draw as stated.
pub fn stated_start(stated: &Stated, found: i32, line: u64) -> Option<Finding> {
    let right = stated.start.filter(|&right| right != found)?;
    let what = "the draw has another start than stated";
    let finding = Finding::new(line, Rule::Draw, what);
    let finding = finding.fields(&["Offset start", "Base vertex offset"]);
    Some(finding.found(found.to_string()).right(right.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_belongs_to_its_job_each_time() {
        let mut truths = Truths::default();
        let lines = [(1, "job 0x40, base_instance 5"), (2, "base_instance 6")];
        for (line, text) in lines {
            let (draw, wrong) = Stated::line(text);
            assert_eq!(wrong, None);
            truths.add(line, draw).expect("few lines");
        }
        assert_eq!(truths.left(), 2);
        // The second job has no address; the third is the first again, and the
        // last has neither.
        let jobs =
            [(0x40, Some(5)), (0x80, Some(6)), (0x40, Some(5)), (1, None)];
        for (job, base) in jobs {
            let draw = truths.take(9, DrawKey::Job(job), None);
            assert_eq!(draw.base_instance, base, "{job:#x}");
        }
        assert_eq!((truths.left(), truths.without()), (0, 1));
        // Another context uses the address for another job.
        truths.end_context();
        let draw = truths.take(9, DrawKey::Job(0x40), None);
        assert_eq!(draw.base_instance, None);
    }

    #[test]
    fn a_line_too_many_is_skipped() {
        let mut truths = Truths::default();
        for (line, vertices) in (1..).zip([3, 7, 4, 5]) {
            let draw = Stated { vertices: Some(vertices), ..Stated::default() };
            truths.add(line, draw).expect("few lines");
        }
        let mut take = |vertices| {
            let counts = Counts { vertices, instances: 1 };
            truths.take(9, DrawKey::Job(0), Some(counts)).vertices
        };
        assert_eq!([take(3), take(4)], [Some(3), Some(4)]);
        // No line has these counts.
        assert_eq!([take(6), take(8)], [Some(5), None]);
        assert_eq!((truths.skipped, truths.left()), (1, 0));
    }
}
