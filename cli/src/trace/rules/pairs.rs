// SPDX-License-Identifier: MIT

//! Pairs the draws of two traces by what they are: first those that are equal,
//! then draws of one shader with the same counts, and so on, each in order.
//! A draw that one trace lacks does not shift the others.

use super::checker::Checked;
use super::differences::Values;
use super::finding::{Finding, Rule};
use super::values::Labels;
use super::{Found, Origin};
use crate::trace::text::job::{Counts, JobName};
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::num::NonZeroU32;
use std::rc::Rc;

/// A draw of either trace.
struct PairedDraw {
    file: Rc<str>,
    line: u64,
    shader: Option<u64>,
    values: Values,
    /// Only of the other trace.
    own: Option<Box<OtherDraw>>,
}

/// What is told of a draw that is not equal to a good one.
struct OtherDraw {
    origin: Origin,
    /// The lines of its locations.
    lines: Vec<(u32, u64)>,
    /// What the check finds in it, and not in the good trace.
    findings: Vec<Finding>,
}

/// A cause in a location of a draw with these counts.
type Cause = (Rule, &'static str, Option<u32>, Option<Counts>);

/// The draws of the good trace, and the draws of the other one that equal none
/// of them.
#[derive(Default)]
pub struct Pairs {
    labels: Labels,
    /// None once they are paired.
    good: Vec<Option<PairedDraw>>,
    /// The first good draw with each hash of values, and the next one with the
    /// hash of each.
    first: HashMap<u64, usize>,
    next: Vec<Option<NonZeroU32>>,
    others: Vec<PairedDraw>,
    /// Shaders of the other trace, and the good ones whose draws equal theirs.
    shaders: HashMap<Option<u64>, Option<u64>>,
    /// The last draw, whose tiler job may follow.
    open: Option<PairedDraw>,
    /// What the check finds in the good trace, and how often.
    known: HashMap<Cause, usize>,
    told: Vec<(Origin, Finding)>,
}

fn cause(finding: &Finding, counts: Option<Counts>) -> Cause {
    let location = finding.attribute.map(|place| place.location);
    let (rule, cause) = finding.fault;
    (rule, cause, location, counts)
}

impl Pairs {
    /// Whether the good trace has no draw.
    pub fn is_empty(&self) -> bool {
        self.good.is_empty()
    }

    /// Takes a job of the good trace.
    pub fn good(&mut self, job: Checked) {
        let (origin, found) = job.origin();
        for finding in &found.findings {
            let cause = cause(finding, found.counts);
            *self.known.entry(cause).or_default() += 1;
        }
        self.take(&origin, &found, None);
    }

    /// Ends the good trace.
    pub fn end_good(&mut self) {
        self.close();
        self.next = vec![None; self.good.len()];
        for (number, draw) in self.good.iter().enumerate().rev() {
            let hash = draw.as_ref().map(|draw| draw.values.hash());
            let next = hash.and_then(|hash| self.first.insert(hash, number));
            let next = next.and_then(|next| u32::try_from(next).ok());
            self.next[number] = next.and_then(NonZeroU32::new);
        }
    }

    /// Takes the first good draw that is equal.
    fn equal(&mut self, values: &Values) -> Option<PairedDraw> {
        let hash = values.hash();
        let number = *self.first.get(&hash)?;
        match self.next[number] {
            Some(next) => self.first.insert(hash, next.get() as usize),
            None => self.first.remove(&hash),
        };
        self.good[number].take()
    }

    /// Takes a job of the other trace.
    pub fn other(&mut self, mut job: Checked) {
        let mut findings = std::mem::take(&mut job.found.findings);
        let counts = job.found.counts;
        let known = &mut self.known;
        findings.retain(|f| match known.get_mut(&cause(f, counts)) {
            Some(left) if *left > 0 => {
                *left -= 1;
                false
            }
            _ => true,
        });
        let (origin, found) = job.origin();
        if let Some(draw) = &found.draw {
            let lines = draw.attributes();
            let lines = lines.map(|a| (a.place.location, a.words_line()));
            let lines = lines.collect();
            let own = OtherDraw { origin: origin.clone(), lines, findings };
            self.take(&origin, &found, Some(Box::new(own)));
            return;
        }
        let findings = findings.into_iter();
        self.told.extend(findings.map(|finding| (origin.clone(), finding)));
        self.take(&origin, &found, None);
    }

    /// Takes a draw, or the tiler job of the last one.
    fn take(
        &mut self,
        origin: &Origin,
        found: &Found,
        own: Option<Box<OtherDraw>>,
    ) {
        if found.draw.is_none() {
            if let Some(draw) = &mut self.open {
                draw.values.take(found, &mut self.labels);
            }
            return;
        }
        self.close();
        self.open = Some(PairedDraw {
            file: Rc::clone(&origin.file),
            line: origin.name.line,
            shader: origin.name.shader,
            values: Values::new(found, &mut self.labels),
            own,
        });
    }

    fn close(&mut self) {
        let Some(mut draw) = self.open.take() else { return };
        draw.values.complete();
        let Some(own) = &draw.own else {
            self.good.push(Some(draw));
            return;
        };
        let good = match own.findings.is_empty() {
            true => self.equal(&draw.values),
            false => None,
        };
        match good {
            Some(good) => {
                self.shaders.entry(draw.shader).or_insert(good.shader);
            }
            None => self.others.push(draw),
        }
    }

    /// Pairs the draws that are left by a key of both.
    fn pair<K: Hash + Eq>(
        &mut self,
        pairs: &mut Vec<(usize, PairedDraw)>,
        key: impl Fn(&PairedDraw, Option<u64>) -> K,
    ) {
        let mut places: HashMap<K, VecDeque<usize>> = HashMap::new();
        for (number, draw) in self.good.iter().enumerate() {
            for draw in draw.iter() {
                let key = key(draw, draw.shader);
                places.entry(key).or_default().push_back(number);
            }
        }
        for draw in std::mem::take(&mut self.others) {
            // The good shader, if it is known.
            let shader = self.shaders.get(&draw.shader).copied().flatten();
            let place = places.get_mut(&key(&draw, shader));
            match place.and_then(VecDeque::pop_front) {
                Some(number) => pairs.push((number, draw)),
                None => self.others.push(draw),
            }
        }
    }

    /// Ends both traces. Returns what differs.
    pub fn end(mut self) -> Vec<(Origin, Finding)> {
        self.close();
        let mut told = std::mem::take(&mut self.told);
        for stage in 0..5 {
            let mut pairs = Vec::new();
            match stage {
                0 => self.pair(&mut pairs, |draw, shader| {
                    (shader, draw.values.counts())
                }),
                1 => self.pair(&mut pairs, |draw, shader| {
                    (shader, draw.values.locations())
                }),
                2 => self.pair(&mut pairs, |draw, _| draw.values.counts()),
                3 => self.pair(&mut pairs, |draw, _| draw.values.locations()),
                // As many are left on both sides: one replaces the other.
                _ if self.left() == self.others.len() => {
                    self.pair(&mut pairs, |_, _| ());
                }
                _ => {}
            }
            for (number, draw) in pairs {
                let good = self.good[number].take();
                let differs = good.map(|good| self.differences(draw, &good));
                told.extend(differs.into_iter().flatten());
            }
        }
        for draw in std::mem::take(&mut self.others) {
            let what = "a draw that the good trace does not have";
            let finding = Finding::new(draw.line, Rule::Diff, what);
            told.extend(draw.told(finding));
        }
        let missing = self.good.iter().flatten().map(|draw| {
            let what = "a draw that only the good trace has";
            let [vertices, instances, _] = draw.values.counts();
            let counts = Counts {
                vertices: vertices as u32,
                instances: instances as u32,
            };
            let kind = "missing".to_string();
            let (line, shader) = (draw.line, draw.shader);
            let name = JobName { kind, line, shader, ..JobName::default() };
            let (file, name) = (Rc::clone(&draw.file), Rc::new(name));
            let counts = Some(counts);
            let finding = Finding::new(line, Rule::Diff, what);
            (Origin { file, name, counts }, finding)
        });
        told.extend(missing);
        told.sort_by(|(a, one), (b, other)| {
            (&a.file, one.line).cmp(&(&b.file, other.line))
        });
        told
    }

    /// Good draws that are not paired.
    fn left(&self) -> usize {
        self.good.iter().flatten().count()
    }

    /// What differs in a pair. Without any difference, what the check finds.
    fn differences(
        &self,
        mut draw: PairedDraw,
        good: &PairedDraw,
    ) -> Vec<(Origin, Finding)> {
        let Some(own) = &mut draw.own else { return Vec::new() };
        let place = format!("{}:{}", good.file, good.line);
        let checked = std::mem::take(&mut own.findings);
        let found = draw.values.differences(
            &good.values,
            &self.labels,
            (own.origin.name.line, &own.lines),
            &place,
        );
        let found = if found.is_empty() { checked } else { found };
        found.into_iter().flat_map(|finding| draw.told(finding)).collect()
    }
}

impl PairedDraw {
    fn told(&self, finding: Finding) -> Option<(Origin, Finding)> {
        Some((self.own.as_ref()?.origin.clone(), finding))
    }
}
