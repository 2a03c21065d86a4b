// SPDX-License-Identifier: MIT

//! Splits the lines of a trace into jobs.

use super::block::{Block, Kind};
use super::chain::Links;
use super::fields::{link, TablePlace};
use super::finding::Finding;
use super::job::{Job, JobName, RecordJob, Role, ValhallJob};
use super::Problem;

/// Splits a trace into jobs, line by line.
#[derive(Default)]
pub struct Jobs {
    block: Block,
    open: bool,
    job: Option<Job>,
    place: TablePlace,
    links: Links,
    /// Jobs that the jobs before them do not link to, since the last call.
    pub unlinked: Vec<(JobName, Finding)>,
    /// Whether anything was found that only a decoded trace contains.
    pub seen: bool,
}

impl Jobs {
    /// Takes a line. Returns the job that ends with it.
    pub fn line(
        &mut self,
        line: u64,
        bytes: &[u8],
    ) -> Result<Option<Job>, Problem> {
        let indent = bytes.iter().take_while(|&&byte| byte == b' ').count();
        let text = bytes.get(indent..).unwrap_or_default();
        let mut ended = None;
        if self.open {
            if self.block.take(line, indent, text)? {
                return Ok(None);
            }
            ended = self.close()?;
        }
        // Skips lines that cannot begin a relevant heading.
        if !matches!(
            text.first(),
            Some(
                b'A' | b'B' | b'D'
                    ..=b'F' | b'I' | b'J' | b'P' | b'R' | b'S' | b'V'
            )
        ) {
            return Ok(ended);
        }
        let other = self.heading(line, indent, text)?;
        Ok(ended.or(other))
    }

    fn heading(
        &mut self,
        line: u64,
        indent: usize,
        text: &[u8],
    ) -> Result<Option<Job>, Problem> {
        let kind = match text {
            b"Attribute:" | b"Attribute Buffer:" => Kind::Attribute,
            b"Varying:" | b"Varying Buffer:" => Kind::Varying,
            b"Invocation:" => Kind::Invocation,
            b"Primitive:" => Kind::Primitive,
            b"Draw:" | b"Vertex Draw:" => Kind::Draw,
            b"Fragment Draw:" => Kind::FragmentDraw,
            b"Instance count:" => Kind::InstanceCount,
            b"Primitive flags" => Kind::PrimitiveFlags,
            _ if text.starts_with(b"Job Header (") => Kind::JobHeader,
            _ if text.starts_with(b"Attribute @") => Kind::ValhallAttribute,
            _ if text.starts_with(b"Buffer @") => Kind::ValhallBuffer,
            _ => return self.other(line, text),
        };
        if kind == Kind::JobHeader || self.job.is_some() {
            self.block.begin(kind, line, indent, text);
            self.open = true;
        }
        Ok(None)
    }

    /// Takes lines that are neither a heading nor a field of a descriptor.
    fn other(
        &mut self,
        line: u64,
        text: &[u8],
    ) -> Result<Option<Job>, Problem> {
        const TABLE: &[u8] = b"resource table @";
        let table = text.windows(TABLE.len()).position(|part| part == TABLE);
        if let Some(place) = table {
            self.seen = true;
            let address = text.get(place + TABLE.len()..).unwrap_or_default();
            let first = [&b"Position"[..], b"Vertex"];
            let ended = if first.iter().any(|by| text.starts_with(by)) {
                let name = JobName {
                    kind: "RUN_IDVS".into(),
                    line,
                    ..JobName::default()
                };
                let job =
                    ValhallJob { name, stream: true, ..Default::default() };
                self.begin(line, Some(Job::Valhall(Box::new(job))))?
            } else {
                None
            };
            if let Some(Job::Valhall(job)) = &mut self.job {
                self.place.table(job, text, address);
            }
            return Ok(ended);
        }
        let Some(Job::Valhall(job)) = &mut self.job else { return Ok(None) };
        const SHADER: &[u8] = b" Shader @";
        let shader = text.windows(SHADER.len()).position(|part| part == SHADER);
        if let Some(place) = shader {
            let at = text.get(place + SHADER.len()..).unwrap_or_default();
            let at = at.strip_suffix(b":").unwrap_or(at);
            self.place.shader(job, text, at);
        } else if !self.place.line(text) && job.stream {
            job.scalar(line, text)?;
        }
        Ok(None)
    }

    /// Ends a descriptor.
    fn close(&mut self) -> Result<Option<Job>, Problem> {
        self.open = false;
        let block = &self.block;
        if block.kind == Kind::JobHeader {
            self.seen = true;
            let name = JobName {
                kind: block.text("Type")?.into(),
                line: block.line,
                address: format!(
                    "0x{}",
                    String::from_utf8_lossy(block.address())
                ),
            };
            let mut link = link(block)?;
            let (chain, unlinked) = self.links.take(&name, &link);
            link.chain = chain;
            if let Some(finding) = unlinked {
                self.unlinked.push((name.clone(), finding));
            }
            let records = |role, name| {
                let job = RecordJob { role, name, link, ..Default::default() };
                Some(Job::Records(Box::new(job)))
            };
            let job = match name.kind.to_lowercase().as_str() {
                "vertex" => records(Role::Vertex, name),
                "tiler" => records(Role::Tiler, name),
                "indexed vertex" => records(Role::IndexedVertex, name),
                "malloc vertex" => {
                    let job = ValhallJob { name, ..ValhallJob::default() };
                    Some(Job::Valhall(Box::new(job)))
                }
                _ => None,
            };
            return self.begin(block.line, job);
        }
        match &mut self.job {
            Some(Job::Records(job)) => job.take(block)?,
            Some(Job::Valhall(job)) => {
                job.take(block, &mut self.place)?;
                // Nothing after the flags concerns vertices.
                if job.stream && block.kind == Kind::PrimitiveFlags {
                    return Ok(self.job.take());
                }
            }
            None => {}
        }
        Ok(None)
    }

    /// Ends a job, because another begins or the trace ends.
    fn begin(
        &mut self,
        line: u64,
        job: Option<Job>,
    ) -> Result<Option<Job>, Problem> {
        let ended = std::mem::replace(&mut self.job, job);
        self.place = TablePlace::default();
        let (is_complete, name) = match &ended {
            Some(Job::Records(job)) => {
                // Tiler jobs of v9 have another form.
                let other = job.role == Role::Tiler && job.draw.is_none();
                (job.is_complete() || other, &job.name)
            }
            Some(Job::Valhall(job)) => {
                let complete = job.instances.is_some() && job.indices.is_some();
                (complete && !job.stream, &job.name)
            }
            None => return Ok(None),
        };
        if !is_complete {
            let what = format!(
                "the {} job of line {} is cut off here",
                name.kind, name.line
            );
            return Err(Problem::new(line, what));
        }
        Ok(ended)
    }

    /// Ends the trace.
    pub fn end(&mut self, line: u64) -> Result<Option<Job>, Problem> {
        if self.open {
            let what = "the trace ends within a descriptor";
            return Err(Problem::new(line, what));
        }
        if !self.seen {
            let what = "no job in the whole file: this is not a decoded trace";
            return Err(Problem::new(line.max(1), what));
        }
        self.begin(line, None)
    }
}
