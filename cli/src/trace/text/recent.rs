// SPDX-License-Identifier: MIT

//! The last lines of a trace, so that a finding can quote the decoded line.

/// Bytes that are kept before lines of earlier jobs go.
const MOST_EARLIER: usize = 1 << 20;

/// Bytes that are kept of one job.
const MOST: usize = 1 << 26;

/// Lines of a descriptor.
const MOST_LINES: u64 = 100;

/// Characters of a quotation.
const MOST_QUOTED: usize = 120;

#[derive(Default)]
pub struct Recent {
    text: Vec<u8>,
    /// Where each line ends, and the number of the first.
    ends: Vec<usize>,
    first: u64,
    /// Where the last two jobs begin.
    jobs: [u64; 2],
}

impl Recent {
    pub fn push(&mut self, line: u64, text: &[u8]) {
        if self.text.len() > MOST {
            self.text.clear();
            self.ends.clear();
        }
        if self.ends.is_empty() {
            self.first = line;
        }
        // Long lines are not read.
        while self.first + (self.ends.len() as u64) < line {
            self.ends.push(self.text.len());
        }
        self.text.extend(text);
        self.ends.push(self.text.len());
    }

    /// A job begins or ends: lines before the job before it are not needed.
    pub fn job(&mut self, line: u64) {
        self.jobs = [self.jobs[1], line];
        let count = self.jobs[0].saturating_sub(self.first) as usize;
        if self.text.len() > MOST_EARLIER
            && 0 < count
            && count < self.ends.len()
        {
            let begin = self.ends[count - 1];
            self.text.drain(..begin);
            self.ends.drain(..count);
            self.ends.iter_mut().for_each(|end| *end -= begin);
            self.first += count as u64;
        }
    }

    fn line(&self, line: u64) -> Option<&[u8]> {
        let place = line.checked_sub(self.first)? as usize;
        let end = *self.ends.get(place)?;
        let begin = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.text.get(begin..end)
    }

    /// The line with the first of these fields that the descriptor at a line
    /// has; without one, its heading, or the field at that line.
    pub fn decoded(&self, at: u64, fields: &[&str]) -> Option<(u64, String)> {
        let heading = self.line(at)?;
        let indent =
            |text: &[u8]| text.iter().take_while(|b| **b == b' ').count();
        let own = indent(heading);
        let quoted = |line: u64, text: &[u8]| {
            let text = String::from_utf8_lossy(text.trim_ascii());
            (line, text.chars().take(MOST_QUOTED).collect())
        };
        let is_field = heading.windows(2).any(|two| two == b": ");
        if is_field {
            return Some(quoted(at, heading));
        }
        let mut best: Option<(usize, u64)> = None;
        for line in at + 1..at + MOST_LINES {
            let Some(text) = self.line(line) else { break };
            if indent(text) <= own {
                break;
            }
            let text = text.trim_ascii();
            let has = |field: &&str| {
                let rest = text.strip_prefix(field.as_bytes());
                rest.is_some_and(|rest| rest.starts_with(b": "))
            };
            if let Some(place) = fields.iter().position(has) {
                if best.is_none_or(|(other, _)| place < other) {
                    best = Some((place, line));
                }
            }
        }
        let line = best.map_or(at, |(_, line)| line);
        Some(quoted(line, self.line(line)?))
    }
}
