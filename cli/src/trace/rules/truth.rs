// SPDX-License-Identifier: MIT

//! What is stated of the draws of a trace: by options for all of them, by
//! a line of the driver or a row of a file for each.

use super::finding::{Finding, Rule};
use super::values::{differs_from_line, Name};
use crate::notation::{Stated, Step};
use crate::trace::text::job::{Counts, DrawKey};
use std::collections::{HashMap, VecDeque};
use std::iter;

/// Draws that wait for their jobs.
const MOST_WAITING: usize = 1 << 20;

/// Lines that are tried if the first one is of another draw.
const WINDOW: usize = 8;

/// What names a draw as stated.
fn key(draw: &Stated) -> Option<DrawKey> {
    let job = draw.job.map(DrawKey::Job);
    job.or(draw.resources.map(DrawKey::Resources))
}

/// The lines of a key.
#[derive(Default)]
struct Named {
    lines: Vec<NamedLine>,
    /// Lines before this one have been taken.
    first: usize,
    /// How many no job has ever taken.
    left: usize,
}

struct NamedLine {
    draw: Stated,
    is_taken: bool,
    /// The counts of the job that took it last.
    counts: Option<Counts>,
}

impl NamedLine {
    /// Whether it may be the line of a draw with these counts.
    fn fits(&self, counts: Option<Counts>) -> bool {
        match self.counts {
            None => fits(&self.draw, counts),
            known => known == counts,
        }
    }
}

/// Whether the counts are the stated ones, as far as both are known.
fn fits(draw: &Stated, counts: Option<Counts>) -> bool {
    counts.is_none_or(|counts| {
        draw.vertices.is_none_or(|n| n == counts.vertices)
            && draw.instances.is_none_or(|n| n == counts.instances)
    })
}

/// Whether the base instance may move what an attribute reads.
fn has_base(draw: &Stated) -> bool {
    let strides = draw.strides.iter().chain(iter::repeat(&None));
    let mut attributes = draw.steps.iter().zip(strides);
    draw.steps.is_empty()
        || attributes.any(|(step, stride)| {
            matches!(step, Some(Step::Instance(_))) && *stride != Some(0)
        })
}

/// Whether both are draws with the same attributes, which have one table.
fn same_attributes(a: &Stated, b: &Stated) -> bool {
    (a.base_instance == b.base_instance || !has_base(a))
        && a.steps == b.steps
        && a.strides == b.strides
        && a.offsets == b.offsets
        && a.addresses == b.addresses
        && a.sizes == b.sizes
}

impl Named {
    /// Takes the line of a draw with these counts. None if all lines have been
    /// taken and none is of such a draw: the address is used again.
    fn take(&mut self, counts: Option<Counts>) -> Option<Stated> {
        // The command buffer is submitted again.
        let is_again = self.left == 0;
        if self.first == self.lines.len() {
            self.first = 0;
            self.lines.iter_mut().for_each(|line| line.is_taken = false);
        }
        let mut left = (self.first..)
            .zip(&self.lines[self.first..])
            .take(WINDOW)
            .filter(|(_, line)| !line.is_taken);
        let any = left.clone().next();
        let place = match left.find(|(_, line)| line.fits(counts)).or(any) {
            Some((_, line)) if is_again && !line.fits(counts) => return None,
            place => place?.0,
        };
        self.left -= usize::from(self.left > 0);
        let line = &mut self.lines[place];
        line.is_taken = true;
        line.counts = counts;
        let draw = line.draw.clone();
        while self.lines.get(self.first).is_some_and(|line| line.is_taken) {
            self.first += 1;
        }
        Some(draw)
    }
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
        match key(&draw) {
            Some(key) => {
                let named = self.named.entry(key).or_default();
                // Several draws read one table, but a job has one draw. Other
                // lines were of draws that ran, or never will.
                let last = named.lines.last().filter(|_| named.left > 0);
                let is_shared = matches!(key, DrawKey::Resources(_))
                    && last.is_some_and(|l| same_attributes(&l.draw, &draw));
                if line != 0 && !is_shared {
                    self.left_named -= named.left;
                    *named = Named::default();
                }
                let (is_taken, counts) = (false, None);
                named.lines.push(NamedLine { draw, is_taken, counts });
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

    /// What is stated of the draw to come, which is left to it.
    pub fn next(&self, line: u64, counts: Option<Counts>) -> Stated {
        let before = |(other, _): &&(u64, Stated)| *other < line;
        let mut waiting = self.waiting.iter().take_while(before).take(WINDOW);
        let own = waiting.find(|(_, draw)| fits(draw, counts));
        let own = own.map(|(_, draw)| draw.clone()).unwrap_or_default();
        own.or(&self.stated)
    }

    /// The first line that waits. If it is of a draw with other counts, and
    /// a later one is not, the lines before that belong to no draw. If both of
    /// its counts are others, it belongs to a later draw.
    fn take_waiting(
        &mut self,
        line: u64,
        counts: Option<Counts>,
    ) -> Option<Stated> {
        // A line after the beginning of the job belongs to a later draw.
        let before = |(other, _): &&(u64, Stated)| *other < line;
        let waiting = self.waiting.iter().take_while(before).take(WINDOW);
        let place = waiting.clone().position(|(_, draw)| fits(draw, counts));
        let (_, first) = waiting.clone().next()?;
        let is_later = counts.is_some_and(|Counts { vertices, instances }| {
            first.vertices.is_some_and(|n| n != vertices)
                && first.instances.is_some_and(|n| n != instances)
        });
        if place.is_none() && is_later {
            return None;
        }
        let place = place.unwrap_or(0);
        self.skipped += place;
        self.waiting.drain(..place);
        self.waiting.pop_front().map(|(_, draw)| draw)
    }

    fn take_named(
        &mut self,
        key: DrawKey,
        counts: Option<Counts>,
    ) -> Option<Stated> {
        let named = self.named.get_mut(&key)?;
        self.left_named -= usize::from(named.left > 0);
        let draw = named.take(counts);
        if draw.is_none() {
            self.named.remove(&key);
        }
        draw
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

/// What is wrong with counts that differ from the draw as stated. The vertices
/// of v9 and later are indices if the draw has some.
pub fn stated_counts(
    stated: &Stated,
    counts: Counts,
    counts_indices: bool,
    line: u64,
) -> Vec<Finding> {
    let Counts { vertices, instances } = counts;
    let of_range = || {
        let range = stated.index_range()?;
        let right = range.end() - range.start() + 1;
        let what = "the vertices differ from the draw's indices";
        Finding::unless_equal((line, Rule::Draw, what), vertices, right)
    };
    let is_range = stated.vertices.is_none() && !counts_indices;
    let all = [
        differs_from_line(line, Name::Vertices, vertices, stated.vertices),
        differs_from_line(line, Name::Instances, instances, stated.instances),
        is_range.then(of_range).flatten(),
    ];
    all.into_iter().flatten().collect()
}

/// What is wrong with a start that differs from the draw as stated.
pub fn stated_start(stated: &Stated, found: i32, line: u64) -> Option<Finding> {
    differs_from_line(line, Name::Start, found, stated.start)
}
