// SPDX-License-Identifier: MIT

//! What a draw has and its descriptors do not contain: the user states it for
//! all draws, the driver prints a line for each, or a CSV file has a row for
//! each.

use crate::failure::Failure;
use crate::number::{integer, unsigned};
use dral::instancing::Rate;
use std::collections::{HashMap, VecDeque};
use std::path::Path;

/// How often an attribute advances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Vertex,
    /// Per instance, with this API divisor.
    Instance(u32),
}

impl Step {
    /// The rate and the API divisor.
    pub fn rate(self) -> (Rate, u32) {
        match self {
            Self::Vertex => (Rate::Vertex, 0),
            Self::Instance(divisor) => (Rate::Instance, divisor),
        }
    }
}

/// What is known of a draw; lists are by location.
#[derive(Clone, Default, Debug)]
pub struct Truth {
    pub base_instance: Option<u32>,
    steps: Vec<Option<Step>>,
    strides: Vec<Option<u32>>,
    offsets: Vec<Option<u32>>,
    addresses: Vec<Option<u64>>,
    /// The GPU address of its job, if it is said.
    job: Option<u64>,
}

/// The names of the values, which are columns of the CSV file.
const NAMES: [&str; 6] =
    ["job", "base_instance", "divisors", "strides", "offsets", "addresses"];

/// Values of a list: a job has fewer attributes.
const MOST_LOCATIONS: usize = 1 << 12;

/// Lines of draws that wait for their jobs.
const MOST_WAITING: usize = 1 << 20;

fn address(text: &str) -> Result<u64, String> {
    integer(text)
        .and_then(|number| u64::try_from(number).ok())
        .ok_or_else(|| format!("'{text}' is not an address"))
}

/// The values of a list; an empty one is unknown.
fn list<T>(
    text: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<Option<T>>, String> {
    let values = text.split(',').map(|value| match value.trim() {
        "" => Ok(None),
        value => parse(value).map(Some),
    });
    values.take(MOST_LOCATIONS).collect()
}

fn at<T: Copy>(values: &[Option<T>], location: u32) -> Option<T> {
    values.get(location as usize).copied().flatten()
}

impl Truth {
    /// What the options state.
    pub fn stated(
        base_instance: Option<u32>,
        divisors: &[Option<u32>],
    ) -> Self {
        let steps = divisors.iter().map(|divisor| divisor.map(Step::Instance));
        Self { base_instance, steps: steps.collect(), ..Self::default() }
    }

    /// Sets the value with this name.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "job" => self.job = Some(address(value)?),
            "base_instance" => self.base_instance = Some(unsigned(value)?),
            "divisors" => {
                self.steps = list(value, |divisor| match divisor {
                    "-" => Ok(Step::Vertex),
                    divisor => unsigned(divisor).map(Step::Instance),
                })?;
            }
            "strides" => self.strides = list(value, unsigned)?,
            "offsets" => self.offsets = list(value, unsigned)?,
            "addresses" => self.addresses = list(value, address)?,
            _ => {
                let names = NAMES.join(", ");
                return Err(format!("{name:?} is not one of {names}"));
            }
        }
        Ok(())
    }

    /// Reads a line, such as `base_instance 5, divisors -,3, strides 16,24`:
    /// lists have no spaces.
    pub fn line(text: &str) -> Result<Self, String> {
        let mut truth = Self::default();
        for value in text.trim().split(", ") {
            let (name, value) = value.split_once(' ').unwrap_or((value, ""));
            truth.set(name, value)?;
        }
        Ok(truth)
    }

    /// With what the options state in place of what the line does not say.
    fn or(mut self, stated: &Self) -> Self {
        self.base_instance = self.base_instance.or(stated.base_instance);
        if self.steps.is_empty() {
            self.steps.clone_from(&stated.steps);
        }
        self
    }

    /// How many locations have vertex attributes, 0 if it is not known.
    pub fn locations(&self) -> usize {
        self.steps.len()
    }

    pub fn step(&self, location: u32) -> Option<Step> {
        at(&self.steps, location)
    }

    /// The API divisor of an attribute that is known to have one.
    pub fn divisor(&self, location: usize) -> Option<u32> {
        match self.step(location as u32) {
            Some(Step::Instance(divisor)) => Some(divisor),
            _ => None,
        }
    }

    pub fn stride(&self, location: u32) -> Option<u32> {
        at(&self.strides, location)
    }

    pub fn offset(&self, location: u32) -> Option<u32> {
        at(&self.offsets, location)
    }

    pub fn address(&self, location: u32) -> Option<u64> {
        at(&self.addresses, location)
    }

    /// The location with a buffer at this address.
    pub fn location_at(&self, test: impl Fn(u64) -> bool) -> Option<usize> {
        self.addresses.iter().position(|address| address.is_some_and(&test))
    }
}

/// What names a job by its address.
#[derive(Default)]
struct Named {
    /// In order: the jobs of later frames have the addresses of earlier ones.
    /// The last one stays, because a command buffer can be submitted again.
    truths: VecDeque<Truth>,
    /// How many of these no job has taken.
    left: usize,
}

/// What is known of the draws to come.
#[derive(Default)]
pub struct Truths {
    /// What holds for all draws.
    stated: Truth,
    /// What names its job, by address.
    by_job: HashMap<u64, Named>,
    /// How many of these no job has taken.
    left_by_job: usize,
    /// The others with their lines, which belong to the next jobs.
    waiting: VecDeque<(u64, Truth)>,
    /// Whether any draw has a line or a row.
    any: bool,
    /// Draws that have neither.
    without: usize,
}

impl Truths {
    pub fn new(stated: Truth) -> Self {
        Self { stated, ..Self::default() }
    }

    /// Adds the truth of a draw, which is in this line of the trace; 0 if it is
    /// not in this trace.
    pub fn add(&mut self, line: u64, truth: Truth) -> Result<(), String> {
        if self.left() >= MOST_WAITING {
            return Err("too many draws without a job".into());
        }
        self.any = true;
        match truth.job {
            Some(job) => {
                let named = self.by_job.entry(job).or_default();
                if line != 0 {
                    // An earlier line was of a job that ran, or never will.
                    self.left_by_job -= named.left;
                    *named = Named::default();
                }
                named.truths.push_back(truth);
                named.left += 1;
                self.left_by_job += 1;
            }
            None => self.waiting.push_back((line, truth)),
        }
        Ok(())
    }

    /// Adds the rows of a CSV file.
    pub fn read(&mut self, file: &Path) -> Result<(), Failure> {
        let name = file.display().to_string();
        let fail = |line, what: &str| Failure::at(&name, line, what);
        let mut reader = csv::Reader::from_path(file)
            .map_err(|error| Failure::Message(format!("{name}: {error}")))?;
        let header = reader.headers();
        let header = header.map_err(|error| fail(1, &error.to_string()))?;
        let header = header.clone();
        if header.len() > NAMES.len() {
            return Err(fail(1, "more columns than a draw has"));
        }
        for row in reader.records() {
            let row = row.map_err(|error| {
                let line = error.position().map_or(1, |place| place.line());
                fail(line, &error.to_string())
            })?;
            let line = row.position().map_or(1, |place| place.line());
            let mut truth = Truth::default();
            let cells = header.iter().zip(&row);
            for (name, value) in cells.filter(|(_, value)| !value.is_empty()) {
                truth
                    .set(name.trim(), value.trim())
                    .map_err(|error| fail(line, &format!("{name}: {error}")))?;
            }
            self.add(0, truth).map_err(|error| fail(line, &error))?;
        }
        Ok(())
    }

    /// Ends a trace: what is left belongs to draws of the next one.
    pub fn end(&mut self) {
        self.waiting.iter_mut().for_each(|(line, _)| *line = 0);
    }

    /// The truth of the next draw, whose job begins at this line and has this
    /// address; 0 if it has none.
    pub fn take(&mut self, line: u64, job: u64) -> Truth {
        // A line after the beginning of the job is that of a later draw.
        let is_before = |(other, _): &(u64, Truth)| *other < line;
        let own = self.take_named(job).or_else(|| {
            let next = self.waiting.front().is_some_and(is_before);
            next.then(|| self.waiting.pop_front()).flatten().map(|(_, t)| t)
        });
        match own {
            Some(truth) => truth.or(&self.stated),
            None => {
                self.without += 1;
                self.stated.clone()
            }
        }
    }

    fn take_named(&mut self, job: u64) -> Option<Truth> {
        let named = self.by_job.get_mut(&job)?;
        if named.left != 0 {
            named.left -= 1;
            self.left_by_job -= 1;
        }
        if named.truths.len() > 1 {
            named.truths.pop_front()
        } else {
            named.truths.front().cloned()
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
            let truth = Truth::line(text).expect("it is right");
            truths.add(line, truth).expect("few lines");
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

    #[test]
    fn a_line_has_lists() {
        let line = "job 0xf000, base_instance 5, divisors -,3,,0, strides \
                    16,24, offsets 0,12, addresses 0x1000,4096";
        let truth = Truth::line(line).expect("it is right");
        assert_eq!(truth.job, Some(0xf000));
        assert_eq!(truth.base_instance, Some(5));
        let steps = [0, 1, 2, 3, 4].map(|location| truth.step(location));
        let step = Step::Instance;
        let right = [Some(Step::Vertex), Some(step(3)), None, Some(step(0))];
        assert_eq!(steps[..4], right);
        assert_eq!(steps[4], None);
        assert_eq!((truth.stride(1), truth.stride(2)), (Some(24), None));
        assert_eq!(truth.offset(1), Some(12));
        assert_eq!(truth.address(1), Some(0x1000));
        for wrong in ["", "base 5", "base_instance x", "divisors 1,x"] {
            assert!(Truth::line(wrong).is_err(), "{wrong}");
        }
    }
}
