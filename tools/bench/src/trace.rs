// SPDX-License-Identifier: MIT

//! `dral check-trace` on a trace of 1 GB: its speed compared with the goal of
//! 100 MB/s, and its memory use.

#[allow(dead_code)] // Only its examples are used.
#[path = "../../../cli/tests/check_trace/generator.rs"]
mod generator;

use crate::build;
use crate::row::{Row, Run};
use crate::Failure;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The size of the trace, rounded up to a whole job.
const BYTES: u64 = 1 << 30;

/// Bytes per second.
const WANTED: f64 = 100e6;

/// Writes jobs without the shaders and states that a driver's trace contains
/// between them: all text is relevant.
fn write_trace(file: &Path) -> Result<u64, Failure> {
    let jobs = generator::examples().concat();
    let mut to = BufWriter::new(File::create(file)?);
    let mut bytes = 0;
    while bytes < BYTES {
        to.write_all(jobs.as_bytes())?;
        bytes += jobs.len() as u64;
    }
    to.flush()?;
    Ok(bytes)
}

/// The peak memory use of a running process so far, in KiB.
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

fn measure() -> Result<Run, Failure> {
    let directory = build::root().join("build/bench");
    fs::create_dir_all(&directory)?;
    let directory = directory.canonicalize()?;
    let dral = build::command(&directory.join("cli"))?;
    let file = directory.join("trace");
    let bytes = write_trace(&file)?;
    let start = Instant::now();
    let mut child = Command::new(dral)
        .arg("check-trace")
        .arg(&file)
        .stdout(Stdio::piped())
        .spawn()?;
    let mut most = 0;
    while child.try_wait()?.is_none() {
        most = most.max(peak(child.id()).unwrap_or(0));
        sleep(Duration::from_millis(5));
    }
    let seconds = start.elapsed().as_secs_f64();
    fs::remove_file(&file)?;
    let output = child.wait_with_output()?;
    let told = String::from_utf8(output.stdout)?;
    if !output.status.success() || !told.ends_with(" 0 findings\n") {
        return Err(format!("dral check-trace: {told}").into());
    }
    let speed = bytes as f64 / seconds;
    let note = format!("{:.0} MB/s, {most} KiB", speed / 1e6);
    Ok(Run { ratios: vec![speed / WANTED], note: Some(note) })
}

/// Measures the row.
pub fn row() -> Row<'static> {
    let run = measure().unwrap_or_else(|error| Run::failed(error.to_string()));
    Row::done("check-trace, 1 GB", "100 MB/s", "baseline", run).goal(1.0)
}
