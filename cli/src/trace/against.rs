// SPDX-License-Identifier: MIT

//! Two traces of one program, of which one is good: draws whose threads read
//! other elements. Addresses are not compared, because they differ from run to
//! run.

use super::access::{Access, Ids, Selector, LOW_BITS};
use super::finding::{Finding, Rule};
use super::job::JobName;
use super::offsets;
use super::reader::Checked;
use super::threads::{Threads, Wrong};
use super::Reading;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// A draw of the good trace: its file, the line of its job, and what it reads.
type GoodDraw = (Rc<str>, u64, Reading);

/// The draws of the good trace, by shader: shaders are numbered by the first
/// draw with each, because their addresses differ, too.
#[derive(Default)]
pub struct Good {
    numbers: HashMap<Option<u64>, usize>,
    shaders: Vec<VecDeque<GoodDraw>>,
    /// The same for the numbers of the other trace.
    others: HashMap<Option<u64>, usize>,
    /// Draws of the other trace that this one lacks.
    pub lacks: usize,
}

/// The number of a shader.
fn number(numbers: &mut HashMap<Option<u64>, usize>, name: &JobName) -> usize {
    let next = numbers.len();
    *numbers.entry(name.shader).or_insert(next)
}

impl Good {
    /// Takes a job of the good trace.
    pub fn add(&mut self, job: Checked) {
        let Some(reading) = job.found.reading else { return };
        let number = number(&mut self.numbers, &job.name);
        if number == self.shaders.len() {
            self.shaders.push(VecDeque::new());
        }
        let draw = (Rc::clone(job.file), job.name.line, reading);
        self.shaders[number].push_back(draw);
    }

    /// Draws that the other trace lacks.
    pub fn left(&self) -> usize {
        self.shaders.iter().map(VecDeque::len).sum()
    }

    /// What the next draw of the other trace with the same shader reads
    /// differently.
    pub fn compare(&mut self, job: &mut Checked) {
        job.found.findings.clear();
        job.found.facts.clear();
        let Some(reading) = &job.found.reading else { return };
        let number = number(&mut self.others, &job.name);
        let draw = self.shaders.get_mut(number).and_then(VecDeque::pop_front);
        let Some((file, line, good)) = draw else {
            self.lacks += 1;
            return;
        };
        let place = format!("the draw of {file}:{line}");
        job.found.findings = differences(job.name.line, reading, &good);
        for finding in &mut job.found.findings {
            finding.message = format!("{} {place}", finding.cause);
        }
    }
}

fn differences(line: u64, reading: &Reading, good: &Reading) -> Vec<Finding> {
    let differs = |line, what| Finding::new(line, Rule::Diff, what);
    let counts = |reading: &Reading| {
        let draw = &reading.draw;
        format!("{} x {}", draw.vertex_count, draw.instance_count)
    };
    let [found, right] = [reading, good].map(counts);
    if found != right {
        let what = "other vertices or instances than in";
        return vec![differs(line, what).found(found).right(right)];
    }
    let mut findings = Vec::new();
    for access in &reading.accesses {
        let other = good.accesses.iter();
        let mut other =
            other.filter(|o| o.place.location == access.place.location);
        findings.extend(
            match other.next() {
                Some(other) => difference(access, other),
                None => Some(differs(access.line, "an attribute more than in")),
            }
            .map(|finding| finding.at(access.place)),
        );
    }
    let has = |other: &&Access| {
        let mut own = reading.accesses.iter();
        own.any(|access| access.place.location == other.place.location)
    };
    let lacks = good.accesses.iter().filter(|other| !has(other));
    findings.extend(lacks.map(|other| {
        let what = "an attribute less than in";
        differs(line, what).at(other.place)
    }));
    findings
}

/// What the threads read differently in an attribute.
fn difference(access: &Access, good: &Access) -> Option<Finding> {
    let line = access.words_line();
    let differs = |line, what| Some(Finding::new(line, Rule::Diff, what));
    let Threads { vertices, instances, .. } = access.threads;
    let [last, last_vertex] =
        [instances, vertices].map(|n| u64::from(n.max(1) - 1));
    let moves = |access: &Access| access.element(last, last_vertex) > 0;
    if access.stride != good.stride && (moves(access) || moves(good)) {
        let [found, right] = [access, good].map(|a| a.stride.to_string());
        let finding = differs(line, "the stride is another than in")?;
        return Some(finding.found(found).right(right));
    }
    let slack = match access.selector {
        Selector::Record(_) => LOW_BITS.into(),
        Selector::Valhall(..) => 0,
    };
    let [begin, right] = [access, good].map(Access::begin);
    if begin.abs_diff(right) > slack {
        let element = |byte: i128| byte.div_euclid(access.stride.max(1)) as i64;
        let wrong = Wrong::first_thread(element(begin), element(right));
        let [found, right] = [access, good].map(offsets::numbers);
        let what = "the first thread reads another element than in";
        let finding = differs(access.line, what)?.found(found).right(right);
        return Some(finding.first(Some(wrong)));
    }
    let selector = good.with_buffer_of(access);
    if access.selector == selector && access.threads == good.threads {
        return None;
    }
    let (step, right) = (access.step(), good.step());
    let wrong = access.first_wrong(right);
    // Which element the threads read is unknown.
    let is_unknown = access.ids == Ids::Unknown && step != right;
    if wrong.is_none() && !is_unknown {
        return None;
    }
    let what = "a thread reads another element than in";
    let finding = differs(line, what)?.found(access.selector.shown());
    Some(finding.right(selector.shown()).first(wrong))
}
