// SPDX-License-Identifier: MIT

//! Splits the lines of a trace into jobs and other events.

use super::block::{after, Block, Kind};
use super::fields::{is_vertex_label, job_type, link, TablePlace};
use super::instructions::Instructions;
use super::job::{Job, JobName, RecordJob, Role, ValhallJob};
use super::{Event, Header, Problem};
use crate::notation::Stated;

/// Characters of what the decoder says that are printed.
const MOST_TOLD: usize = 300;

const TABLE: &[u8] = b"resource table @";

/// The kind of a descriptor that begins with this line.
fn kind(text: &[u8]) -> Option<Kind> {
    Some(match text {
        b"Attribute:" | b"Attribute Buffer:" => Kind::Attribute,
        b"Varying:" | b"Varying Buffer:" => Kind::Varying,
        b"Invocation:" => Kind::Invocation,
        b"Primitive:" => Kind::Primitive,
        b"Draw:" | b"Vertex Draw:" => Kind::Draw,
        b"Fragment Draw:" => Kind::FragmentDraw,
        b"Instance count:" => Kind::InstanceCount,
        b"Primitive flags" => Kind::PrimitiveFlags,
        b"Primitive Size:" => Kind::PrimitiveSize,
        b"Indices:" => Kind::Indices,
        b"Allocation:" => Kind::Allocation,
        _ if text.starts_with(b"Compute  Workgroup") => Kind::Compute,
        _ if text.starts_with(b"Job Header (") => Kind::JobHeader,
        _ if text.starts_with(b"Attribute @") => Kind::ValhallAttribute,
        _ if text.starts_with(b"Buffer @") => Kind::ValhallBuffer,
        _ => return None,
    })
}

/// Longer than the prefix of a log.
const MOST_PREFIX: usize = 80;

/// The line without what a log or a pasted quotation puts before it: `> `,
/// `I/mesa : `, `I MESA    : `, or the time and the numbers of logcat.
pub fn without_prefix(mut line: &[u8]) -> &[u8] {
    while let Some(rest) = line.strip_prefix(b"> ") {
        line = rest;
    }
    let begins = matches!(
        line,
        [b'0'..=b'9', b'0'..=b'9', b'-' | b'0'..=b'9', ..]
            | [b'V' | b'D' | b'I' | b'W' | b'E' | b'F', b'/' | b' ', ..]
    );
    if !begins {
        return line;
    }
    let before = &line[..line.len().min(MOST_PREFIX)];
    let tag = before.windows(4).position(|w| w.eq_ignore_ascii_case(b"mesa"));
    let text = tag.and_then(|tag| {
        let rest = &line[tag + 4..];
        let colon = rest.iter().position(|byte| *byte == b':')?;
        let (tag, text) = (&rest[..colon], &rest[colon + 1..]);
        let is_tag = tag.iter().all(|byte| b" ()0123456789".contains(byte));
        is_tag.then(|| text.strip_prefix(b" ").unwrap_or(text))
    });
    text.unwrap_or(line)
}

/// Splits a trace line by line.
#[derive(Default)]
pub struct Splitter {
    instructions: Instructions,
    block: Block,
    open: bool,
    /// Fields that the open descriptor lacked before lines that may be of the
    /// program, and how many it had.
    gap: Option<(Problem, usize)>,
    job: Option<Job>,
    place: TablePlace,
    /// What happened since the last call, in order.
    pub events: Vec<Event>,
    /// An error of the decoder that the next line may explain.
    held: Option<Event>,
    /// The first line inside a descriptor that the decoder did not write.
    pub foreign_line: Option<u64>,
    /// Whether anything was found that only a decoded trace contains.
    pub seen: bool,
}

impl Splitter {
    pub fn line(&mut self, line: u64, bytes: &[u8]) -> Result<(), Problem> {
        let bytes = without_prefix(bytes);
        let indent = bytes.iter().take_while(|&&byte| byte == b' ').count();
        let text = bytes.get(indent..).unwrap_or_default();
        // An empty uniform buffer, which drivers bind, has no address.
        let held = self.held.take().filter(|_| !text.starts_with(b"ubuf_"));
        let taken = self.take(line, indent, text);
        self.events.extend(held);
        taken
    }

    fn take(
        &mut self,
        line: u64,
        indent: usize,
        text: &[u8],
    ) -> Result<(), Problem> {
        if self.open {
            match self.block.take(line, indent, text) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(problem) => return Err(self.first_problem(problem)),
            }
            match self.close() {
                // Programs share standard error with the decoder.
                Err(problem)
                    if problem.is_missing
                        && kind(text) != Some(Kind::JobHeader) =>
                {
                    self.foreign_line.get_or_insert(line);
                    let before = self.block.len();
                    self.gap.get_or_insert((problem, before));
                    return Ok(());
                }
                Err(problem) => return Err(self.first_problem(problem)),
                Ok(()) => self.open = false,
            }
            // The rest of the descriptor is of another one.
            if let Some((problem, before)) = self.gap.take() {
                if self.block.repeats(before) {
                    return Err(problem);
                }
            }
        }
        self.instructions.line(line, text);
        let faults = self.instructions.listing.faults.drain(..);
        self.events.extend(faults.map(Event::Listed));
        // Skips lines that cannot begin a relevant heading.
        if !text.first().is_some_and(|first| b"/ABCDEFIJLNPRSV".contains(first))
        {
            return Ok(());
        }
        match kind(text) {
            None => self.other(line, text)?,
            Some(kind) if kind == Kind::JobHeader || self.job.is_some() => {
                self.block.begin(kind, line, indent, text);
                self.open = true;
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// The problem, or the fields that were missing before.
    fn first_problem(&mut self, problem: Problem) -> Problem {
        self.gap.take().map_or(problem, |(first, _)| first)
    }

    /// Takes lines that are neither a heading nor a field of a descriptor.
    fn other(&mut self, line: u64, text: &[u8]) -> Result<(), Problem> {
        if let Some(rest) = text.strip_prefix(b"// dral") {
            let Some(stated) = rest.strip_prefix(b":") else {
                let what = "no colon after dral".into();
                self.events.push(Event::Unread(line, what));
                return Ok(());
            };
            let text = String::from_utf8_lossy(stated);
            let (stated, wrong) = Stated::line(&text);
            self.events.extend(wrong.map(|what| Event::Unread(line, what)));
            self.events.push(Event::Stated(line, stated));
            return Ok(());
        }
        // Mesa's decoder begins its own errors with this mark.
        if let Some(told) = text.strip_prefix(b"// XXX: ") {
            self.told(line, told);
            return Ok(());
        }
        if let Some(address) = after(text, TABLE) {
            self.seen = true;
            if is_vertex_label(text) {
                let kind = "RUN_IDVS".into();
                let job = ValhallJob {
                    name: JobName { kind, line, ..JobName::default() },
                    written: self.instructions.written(),
                    stream: true,
                    ..ValhallJob::default()
                };
                self.begin(line, Some(Job::Valhall(Box::new(job))))?;
            }
            self.begin_compute();
            if let Some(Job::Valhall(job)) = &mut self.job {
                self.place.table(job, text, address);
            }
            return Ok(());
        }
        if text.starts_with(b"Shader Shader @") {
            self.begin_compute();
        }
        let Some(Job::Valhall(job)) = &mut self.job else { return Ok(()) };
        if let Some(at) = after(text, b" Shader @") {
            let at = at.strip_suffix(b":").unwrap_or(at);
            self.place.shader(job, text, at);
        } else if text == b"Local Storage:" && self.place.after_draw {
            job.shaders_left = job.shaders_left.saturating_sub(1);
        } else if !self.place.line(job, text) && job.stream {
            job.scalar(line, text)?;
        }
        Ok(())
    }

    /// A compute job of v9 has resource tables.
    fn begin_compute(&mut self) {
        let Some(Job::Records(job)) = &mut self.job else { return };
        if job.role == Role::Compute {
            let job = ValhallJob {
                name: std::mem::take(&mut job.name),
                address: job.link.address,
                is_compute: true,
                ..ValhallJob::default()
            };
            self.job = Some(Job::Valhall(Box::new(job)));
            self.place.after_draw = true;
        }
    }

    fn told(&mut self, line: u64, told: &[u8]) {
        let none = JobName { kind: "none".into(), line, ..JobName::default() };
        let job = self.job.as_ref().map_or(none, |job| job.name().clone());
        let told = String::from_utf8_lossy(told);
        let text = told.trim().chars().take(MOST_TOLD).collect();
        self.held = Some(Event::Reported { job, line, text });
    }

    fn close(&mut self) -> Result<(), Problem> {
        let block = &self.block;
        if block.kind == Kind::JobHeader {
            return self.header();
        }
        // A program's own line can look like a heading.
        if block.is_empty() {
            return Ok(());
        }
        match &mut self.job {
            Some(Job::Records(job)) => match job.take(block) {
                // Shaders of any kind: what is no draw is not read.
                Err(_) if job.role == Role::Compute => self.job = None,
                taken => taken?,
            },
            Some(Job::Valhall(job)) => {
                job.take(block, &mut self.place)?;
                // Nothing after the flags concerns vertices.
                if job.stream && block.kind == Kind::PrimitiveFlags {
                    let job = self.job.take().map(Job::named);
                    self.events.extend(job.map(Event::Job));
                }
            }
            None => {}
        }
        Ok(())
    }

    /// Ends the header of a job, and begins the job.
    fn header(&mut self) -> Result<(), Problem> {
        self.seen = true;
        let block = &self.block;
        let address = String::from_utf8_lossy(block.address());
        let name = JobName {
            kind: job_type(block)?.into(),
            line: block.line,
            address: format!("0x{address}"),
            ..JobName::default()
        };
        let link = link(block)?;
        let fault = block.text("Fault Pointer").unwrap_or_default();
        let header = Event::Header(Header {
            name: name.clone(),
            link,
            status: block.optional("Exception Status")? as u32,
            fault: fault.into(),
        });
        let role = match name.kind.to_lowercase().as_str() {
            "vertex" => Some(Role::Vertex),
            "tiler" => Some(Role::Tiler),
            "indexed vertex" => Some(Role::IndexedVertex),
            "compute" => Some(Role::Compute),
            _ => None,
        };
        let is_valhall = name.kind.eq_ignore_ascii_case("malloc vertex");
        let job = if let Some(role) = role {
            let job = RecordJob { role, name, link, ..RecordJob::default() };
            Some(Job::Records(Box::new(job)))
        } else if is_valhall {
            let address = link.address;
            let job = ValhallJob { name, address, ..ValhallJob::default() };
            Some(Job::Valhall(Box::new(job)))
        } else {
            None
        };
        self.begin(self.block.line, job)?;
        self.events.push(header);
        Ok(())
    }

    /// Ends a job, because another begins or the trace ends.
    fn begin(&mut self, line: u64, job: Option<Job>) -> Result<(), Problem> {
        self.place = TablePlace::default();
        let Some(ended) = std::mem::replace(&mut self.job, job) else {
            return Ok(());
        };
        if !ended.is_complete() {
            let JobName { kind, line: begin, .. } = ended.name();
            let what =
                format!("the {kind} job of line {begin} is cut off here");
            return Err(Problem::new(line, what));
        }
        self.events.push(Event::Job(ended.named()));
        Ok(())
    }

    /// The line where a command stream sets up another context.
    pub fn again(&self) -> Option<u64> {
        self.instructions.again
    }

    pub fn end(&mut self, line: u64) -> Result<(), Problem> {
        // The last descriptor of a job.
        let is_last = [Kind::PrimitiveSize, Kind::Compute];
        if self.open && is_last.contains(&self.block.kind) {
            self.close()?;
            self.open = false;
        }
        if self.open {
            let what = "the trace ends within a descriptor";
            return Err(self.first_problem(Problem::new(line, what)));
        }
        self.begin(line, None)?;
        self.events.extend(self.held.take());
        self.instructions.end(line)
    }
}
