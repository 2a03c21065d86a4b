// SPDX-License-Identifier: MIT

//! What is stated of the draws of a trace: by options for all of them, by
//! a line of the driver or a row of a file for each.

use crate::notation::Stated;
use std::collections::{HashMap, VecDeque};

/// Draws that wait for their jobs.
const MOST_WAITING: usize = 1 << 20;

/// What names a job by its address.
#[derive(Default)]
struct Named {
    /// In order: the jobs of later frames have the addresses of earlier ones.
    /// The last one stays, because a command buffer can be submitted again.
    draws: VecDeque<Stated>,
    /// How many of these no job has taken.
    left: usize,
}

/// What is stated of the draws to come.
#[derive(Default)]
pub struct Truths {
    /// What holds for all draws.
    stated: Stated,
    /// What names its job, by address.
    by_job: HashMap<u64, Named>,
    /// How many of these no job has taken.
    left_by_job: usize,
    /// The others with their lines, which belong to the next jobs.
    waiting: VecDeque<(u64, Stated)>,
    /// Whether any draw has a line or a row.
    any: bool,
    /// Draws that have neither.
    without: usize,
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
        match draw.job {
            Some(job) => {
                let named = self.by_job.entry(job).or_default();
                if line != 0 {
                    // An earlier line was of a job that ran, or never will.
                    self.left_by_job -= named.left;
                    *named = Named::default();
                }
                named.draws.push_back(draw);
                named.left += 1;
                self.left_by_job += 1;
            }
            None => self.waiting.push_back((line, draw)),
        }
        Ok(())
    }

    /// Ends a trace: what is left belongs to draws of the next one.
    pub fn end(&mut self) {
        self.waiting.iter_mut().for_each(|(line, _)| *line = 0);
    }

    /// What is stated of the next draw, whose job begins at this line and has
    /// this address; 0 if it has none.
    pub fn take(&mut self, line: u64, job: u64) -> Stated {
        // A line after the beginning of the job is that of a later draw.
        let is_before = |(other, _): &(u64, Stated)| *other < line;
        let own = self.take_named(job).or_else(|| {
            let next = self.waiting.front().is_some_and(is_before);
            next.then(|| self.waiting.pop_front()).flatten().map(|(_, t)| t)
        });
        match own {
            Some(draw) => draw.or(&self.stated),
            None => {
                self.without += 1;
                self.stated.clone()
            }
        }
    }

    fn take_named(&mut self, job: u64) -> Option<Stated> {
        let named = self.by_job.get_mut(&job)?;
        if named.left != 0 {
            named.left -= 1;
            self.left_by_job -= 1;
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

    /// What belongs to no draw so far.
    pub fn left(&self) -> usize {
        self.left_by_job + self.waiting.len()
    }
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
            assert_eq!(truths.take(9, job).base_instance, base, "{job:#x}");
        }
        assert_eq!((truths.left(), truths.without()), (0, 1));
    }
}
