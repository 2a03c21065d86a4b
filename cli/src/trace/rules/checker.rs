// SPDX-License-Identifier: MIT

//! Checks the jobs of a trace in order.

use super::chain::Vertices;
use super::finding::{Finding, Rule};
use super::headers::Headers;
use super::truth::Truths;
use super::{record_job, streams, valhall, Context, Found, Origin};
use crate::notation::Stated;
use crate::trace::text::job::{Job, JobName};
use crate::trace::text::{Event, Problem};
use std::rc::Rc;

pub struct Checked<'a> {
    pub file: &'a Rc<str>,
    pub name: JobName,
    pub found: Found,
}

impl Checked<'_> {
    /// Where it is, and what was found in it.
    pub fn origin(self) -> (Origin, Found) {
        let (file, name) = (Rc::clone(self.file), Rc::new(self.name));
        (Origin { file, name, counts: self.found.counts }, self.found)
    }
}

/// What is known of the jobs of a trace so far.
#[derive(Default)]
pub struct Checker {
    headers: Headers,
    context: Context,
    draws: usize,
}

impl Checker {
    /// Begins a trace after others. `has_run` is true if the hardware has run a
    /// job of one of them.
    pub fn after(has_run: bool) -> Self {
        Self { headers: Headers::after(has_run), ..Self::default() }
    }

    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// Takes an event. Returns what was found in each job.
    pub fn take(
        &mut self,
        event: Event,
        truths: &mut Truths,
    ) -> Result<Vec<(JobName, Found)>, Problem> {
        let found = match event {
            Event::Header(header) => {
                if self.headers.is_first() {
                    self.context.chain = Vertices::default();
                }
                self.headers.take(header)
            }
            Event::Job(job) => {
                return Ok(vec![self.job(job, truths)]);
            }
            Event::Reported { job, line, text } => {
                let cause = "Mesa's decoder reports an error";
                let finding = Finding::new(line, Rule::Decoder, cause);
                vec![(job, finding.message(format!("{cause}: {text}")))]
            }
            Event::Listed(fault) => {
                let kind = "command stream".into();
                let line = fault.line;
                let name = JobName { kind, line, ..JobName::default() };
                vec![(name, streams::finding(&fault))]
            }
            Event::Stated(line, stated) => {
                let added = truths.add(line, stated);
                added.map_err(|what| Problem::new(line, what))?;
                Vec::new()
            }
            Event::Unread(..) => Vec::new(),
        };
        let alone = |(name, finding)| {
            let findings = vec![finding];
            (name, Found { findings, ..Found::default() })
        };
        Ok(found.into_iter().map(alone).collect())
    }

    /// Checks a job with what is known of its draw, and numbers the draw.
    fn job(&mut self, job: Job, truths: &mut Truths) -> (JobName, Found) {
        let (line, counts) = (job.name().line, job.counts());
        let truth = match job.is_draw() {
            false => Stated::default(),
            // The draw itself follows.
            true if job.is_compute() => truths.next(line, counts),
            true => truths.take(line, job.key(), counts),
        };
        let (mut name, mut found) = match job {
            Job::Records(job) => {
                let found = record_job::check(&job, &truth, &mut self.context);
                (job.name, found)
            }
            Job::Valhall(job) => {
                let found = valhall::check(&job, &truth, &mut self.context);
                (job.name, found)
            }
        };
        if let Some(draw) = &mut found.draw {
            draw.truth = truth;
        }
        if found.descriptors.is_some() || found.is_unwritten {
            self.draws += 1;
            name.draw = Some(self.draws);
        }
        (name, found)
    }
}
