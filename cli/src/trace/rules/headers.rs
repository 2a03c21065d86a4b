// SPDX-License-Identifier: MIT

//! The headers of jobs: their order, and whether the hardware ran them.

use super::chain::{uses_tiler, Links};
use super::finding::{Finding, Rule};
use crate::trace::text::job::JobName;
use crate::trace::text::{Header, Problem};

/// What the status of a job that did not end says.
/// Source: the exceptions of the kernel's driver.
fn exception(status: u32) -> Option<String> {
    let code = status & 0xff;
    let faults = [
        (0xc0..0xc8, "TRANSLATION_FAULT_"),
        (0xc8..0xd0, "PERM_FAULT_"),
        (0xd0..0xd8, "TRANSTAB_BUS_FAULT_"),
        (0xd8..0xe0, "ACCESS_FLAG_"),
        (0xe0..0xe4, "ADDR_SIZE_FAULT_IN"),
        (0xe4..0xe8, "ADDR_SIZE_FAULT_OUT"),
        (0xe8..0xec, "MEM_ATTR_FAULT_"),
        (0xec..0xf0, "MEM_ATTR_NONCACHE_"),
    ];
    if let Some((codes, name)) = faults.iter().find(|f| f.0.contains(&code)) {
        return Some(format!("{name}{}", code - codes.start));
    }
    let name = match code {
        // Not started, or nothing ran the trace.
        0 | DONE => return None,
        2 => "interrupted",
        3 => "stopped",
        4 => "terminated: the kernel's timeout, for example",
        8 => "still active: it hung",
        0x40 => "JOB_CONFIG_FAULT",
        0x41 => "JOB_POWER_FAULT",
        0x42 => "JOB_READ_FAULT",
        0x43 => "JOB_WRITE_FAULT",
        0x44 => "JOB_AFFINITY_FAULT",
        0x48 => "JOB_BUS_FAULT",
        0x50 => "INSTR_INVALID_PC",
        0x51 => "INSTR_INVALID_ENC",
        0x52 => "INSTR_TYPE_MISMATCH",
        0x53 => "INSTR_OPERAND_FAULT",
        0x54 => "INSTR_TLS_FAULT",
        0x55 => "INSTR_BARRIER_FAULT",
        0x56 => "INSTR_ALIGN_FAULT",
        0x58 => "DATA_INVALID_FAULT",
        0x59 => "TILE_RANGE_FAULT",
        0x5a => "ADDR_RANGE_FAULT",
        0x60 => "OUT_OF_MEMORY",
        _ => "unknown exception",
    };
    Some(name.into())
}

/// The status of a job that ended.
const DONE: u32 = 1;

/// Jobs without a status that are remembered until one has a status.
const MOST_SILENT: usize = 1 << 10;

/// The hardware ran other jobs of the trace, but not this one.
fn never_ran(line: u64) -> Finding {
    let what = "the job never ran, but others of the trace did";
    Finding::new(line, Rule::Died, what).found("status 0")
}

/// Jobs that are compared with the first ones.
const MOST_COMPARED: usize = 1 << 16;

/// Finds out whether all jobs so far are there again, in the same order. Frames
/// use memory again, but seldom all of it.
#[derive(Default)]
struct Repetition {
    /// The addresses and the lines of the first jobs.
    jobs: Vec<(u64, u64)>,
    /// How many of the first jobs the last ones up to each repeat: the prefix
    /// function of Knuth, Morris and Pratt.
    repeated: Vec<usize>,
    line: Option<u64>,
}

impl Repetition {
    fn take(&mut self, address: u64, line: u64) {
        if self.jobs.len() == MOST_COMPARED {
            return;
        }
        let first = |count: usize| self.jobs.get(count).map(|job| job.0);
        let mut count = self.repeated.last().copied().unwrap_or(0);
        while count > 0 && first(count) != Some(address) {
            count = self.repeated[count - 1];
        }
        count += usize::from(first(count) == Some(address));
        self.jobs.push((address, line));
        self.repeated.push(count);
        if count * 2 == self.jobs.len() {
            self.line.get_or_insert(self.jobs[count].1);
        }
    }
}

#[derive(Default)]
pub struct Headers {
    links: Links,
    /// Whether the hardware has run a job, so that all others must have run.
    has_run: bool,
    /// Jobs that have no status, before one that has.
    silent: Vec<JobName>,
    repetition: Repetition,
    /// The line of the last job that uses the tiler, unless a fragment job
    /// follows, and whether any job is one.
    tiler: Option<u64>,
    has_fragments: bool,
}

impl Headers {
    /// Begins a trace after others. `has_run` is true if the hardware has run a
    /// job of one of them.
    pub fn after(has_run: bool) -> Self {
        Self { has_run, ..Self::default() }
    }

    pub fn has_run(&self) -> bool {
        self.has_run
    }

    /// The line where all jobs before are there again.
    pub fn again(&self) -> Option<u64> {
        self.repetition.line
    }

    /// Whether the next header begins a chain.
    pub fn is_first(&self) -> bool {
        self.links.next().is_none()
    }

    /// Takes a header. Returns what is wrong with its job, or with earlier
    /// ones.
    pub fn take(&mut self, header: Header) -> Vec<(JobName, Finding)> {
        let Header { name, link, status, fault } = header;
        let mut earlier = Vec::new();
        self.repetition.take(link.address, name.line);
        if uses_tiler(&name) {
            self.tiler = Some(name.line);
        } else if name.kind == "Fragment" {
            self.tiler = None;
            self.has_fragments = true;
        }
        let mut found = self.links.take(&name, &link);
        found.extend(died(name.line, status, fault));
        if status & 0xff == DONE && !self.has_run {
            self.has_run = true;
            let silent = std::mem::take(&mut self.silent).into_iter();
            earlier.extend(silent.map(|name| {
                let finding = never_ran(name.line);
                (name, finding)
            }));
        } else if status == 0 && self.has_run {
            found.push(never_ran(name.line));
        } else if status == 0 && self.silent.len() < MOST_SILENT {
            self.silent.push(name.clone());
        }
        // Memory that nothing has written is of type 0.
        if name.kind == "Not started" || name.kind.contains("INVALID") {
            let what = "a job of no type: was its header written?";
            let finding = Finding::new(name.line, Rule::Jobs, what);
            found.push(finding.found(&*name.kind));
        }
        earlier.extend(found.into_iter().map(|found| (name.clone(), found)));
        earlier
    }

    /// What is missing at the end of the trace.
    pub fn end(&self, line: u64) -> Option<Problem> {
        let tiler = self.tiler.filter(|_| self.has_fragments);
        let what = match (self.links.next(), tiler) {
            (Some(next), _) => format!(
                "the trace ends, but its last job links to {next:#x}: the rest \
                 is missing"
            ),
            (None, Some(tiler)) => format!(
                "the trace ends without a fragment job after the one of line \
                 {tiler}, unlike before: the rest is missing"
            ),
            (None, None) => return None,
        };
        Some(Problem::new(line, what))
    }
}

/// What is wrong with a job that did not end.
fn died(line: u64, status: u32, fault: String) -> Option<Finding> {
    let exception = exception(status)?;
    let cause = "the job did not end";
    let message = format!("{cause}: {exception} (status {status:#x})");
    let fault = match fault.is_empty() {
        true => fault,
        false => format!("fault pointer {fault}"),
    };
    let finding = Finding::new(line, Rule::Died, cause);
    Some(finding.message(message).found(fault))
}
