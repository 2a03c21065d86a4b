// SPDX-License-Identifier: MIT

//! `dral check-trace`, called as a function.

mod faults;
#[allow(dead_code)] // Some tests use only parts of it.
mod generator;
mod good;
mod unreadable;

use dral::instancing::{Architecture, Draw, PrimitiveSize, Rate, VertexBuffer};
use dral_cli::{Streams, Terminal};
use generator::Job;
use serde_json::Value;
use std::ffi::OsString;

/// No findings.
const NONE: [Value; 0] = [];

/// Runs the command on a trace. Returns its status, its output and its errors.
fn run(arguments: &[&str], trace: &str) -> (u8, String, String) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let command = ["dral", "check-trace", "-"].into_iter();
    let status = dral_cli::run(
        command.chain(arguments.iter().copied()).map(OsString::from),
        &mut Streams {
            input: &mut trace.as_bytes(),
            output: &mut output,
            errors: &mut errors,
            terminal: Terminal::default(),
        },
    );
    let utf8 = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status, utf8(output), utf8(errors))
}

/// The findings as JSON.
fn findings(arguments: &[&str], trace: &str) -> Vec<Value> {
    let arguments = [&["--json"], arguments].concat();
    let (status, output, errors) = run(&arguments, trace);
    assert_eq!(errors, "");
    let value: Value = serde_json::from_str(&output).expect("JSON");
    let findings = value["findings"].as_array().expect("findings").clone();
    assert_eq!(status, u8::from(!findings.is_empty()), "{output}");
    assert_eq!(value["summary"]["findings"], findings.len(), "{output}");
    findings
}

/// A draw of triangles: the first buffer is per vertex, the others have these
/// divisors.
fn job(vertices: u32, instances: u32, divisors: &[u32]) -> Job {
    let buffer = |place: usize, rate, divisor| VertexBuffer {
        address: 0x1000_0000 * (place as u64 + 1),
        size: 1 << 24,
        stride: 16,
        rate,
        divisor,
    };
    let more = divisors.iter().enumerate();
    let more = more.map(|(n, &d)| buffer(n + 1, Rate::Instance, d));
    Job {
        draw: Draw {
            vertex_count: vertices,
            instance_count: instances,
            vertices_per_primitive: 3,
            primitive_size: PrimitiveSize::Padded,
            ..Draw::new(Architecture::V7)
        },
        buffers: [buffer(0, Rate::Vertex, 0)].into_iter().chain(more).collect(),
        table: 0xf7fa_6120,
        pairs: false,
        newest: false,
    }
}
