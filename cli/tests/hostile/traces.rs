// SPDX-License-Identifier: MIT

//! Valid and damaged decoded traces.

#[allow(dead_code)] // Some tests use only parts of it.
#[path = "../check_trace/generator.rs"]
mod generator;

use crate::numbers;
use dral::instancing::{
    Architecture, Draw, Idvs, Rate, ValhallSource, VertexBuffer,
};
use generator::{Job, ValhallJob};
use rand::Rng;

/// Elements per buffer, enough for every draw here.
const ELEMENTS: u32 = 600;

fn buffer(place: u64, random: &mut impl Rng) -> VertexBuffer {
    let stride = random.random_range(0..9) * 4;
    VertexBuffer {
        address: (place + 1) << 28 | random.random_range(0..64),
        size: ELEMENTS * stride + 16,
        stride,
        rate: if random.random() { Rate::Instance } else { Rate::Vertex },
        divisor: random.random_range(0..20),
    }
}

fn records(random: &mut impl Rng) -> String {
    let architecture = random.random_range(4..8);
    let architecture = Architecture::try_from(architecture);
    let architecture = architecture.unwrap_or(Architecture::V7);
    let has_idvs = architecture as u32 > 5;
    let job = Job {
        draw: Draw {
            idvs: Idvs::from(has_idvs && random.random()),
            vertex_count: random.random_range(1..300),
            instance_count: random.random_range(1..30),
            vertices_per_primitive: random.random_range(1..4),
            offset_start: random.random_range(0..9),
            base_instance: random.random_range(0..9),
            ..Draw::new(architecture)
        },
        buffers: (0..random.random_range(1..5))
            .map(|place| buffer(place, random))
            .collect(),
        table: 0xF7FA_6120,
        pairs: random.random(),
        newest: random.random(),
    };
    job.text()
}

fn valhall(random: &mut impl Rng) -> String {
    let attributes = (0..random.random_range(1..5)).map(|place| {
        let divisor = random.random_range(0..40);
        ValhallSource {
            rate: if divisor == 0 { Rate::Vertex } else { Rate::Instance },
            divisor,
            stride: random.random_range(0..5) * 4,
            table: 1,
            buffer_index: place,
            ..ValhallSource::new(Architecture::V9)
        }
    });
    ValhallJob {
        attributes: attributes.collect(),
        vertices: random.random_range(1..300),
        instances: random.random_range(1..300),
        size: ELEMENTS * 16,
        stream: random.random(),
    }
    .text()
}

/// A trace of a few jobs without faults.
pub fn sound(random: &mut impl Rng) -> Vec<u8> {
    let job = |random: &mut _| match rand::Rng::random_range(random, 0..3) {
        0 => valhall(random),
        _ => records(random),
    };
    let jobs = random.random_range(1..4);
    (0..jobs).map(|_| job(random)).collect::<String>().into_bytes()
}

fn damage(lines: &mut Vec<Vec<u8>>, random: &mut impl Rng) {
    let matters = |line: &[u8]| {
        [&b"Divisor"[..], b"Size", b"index", b"Type"]
            .iter()
            .any(|name| line.trim_ascii_start().starts_with(name))
    };
    let mut place = random.random_range(0..lines.len());
    while random.random_bool(0.7) && !matters(&lines[place]) {
        place = random.random_range(0..lines.len());
    }
    match random.random_range(0..10) {
        0 => {
            lines.remove(place);
        }
        1 => lines.truncate(place),
        2 => lines.swap(0, place),
        3 => lines.insert(place, vec![b'x'; 1 << 17]),
        4 => {
            let length = random.random_range(0..40);
            let byte = || random.random_range(b' '..=b'z');
            lines.insert(
                place,
                std::iter::repeat_with(byte).take(length).collect(),
            );
        }
        // Usually a different number, often a close one.
        _ => {
            let colon = lines[place].iter().position(|&byte| byte == b':');
            let Some(colon) = colon else { return };
            let value = lines[place].get(colon + 2..).unwrap_or_default();
            let value = std::str::from_utf8(value).unwrap_or_default();
            let number = match (value.parse::<i64>(), random.random_range(0..5))
            {
                (_, 0) => numbers::hostile(random),
                (_, 1) => numbers::usual(random),
                (Ok(number), _) => number
                    .saturating_add(random.random_range(-3..4))
                    .to_string(),
                _ => return,
            };
            lines[place].truncate(colon + 1);
            lines[place].extend(format!(" {number}").bytes());
        }
    }
    if lines.is_empty() {
        lines.push(Vec::new());
    }
}

/// A trace with some damage.
pub fn damaged(random: &mut impl Rng) -> Vec<u8> {
    let trace = sound(random);
    let mut lines: Vec<_> =
        trace.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    for _ in 0..random.random_range(1..4) {
        damage(&mut lines, random);
    }
    let mut bytes = lines.join(&b'\n');
    if random.random_bool(0.1) {
        bytes.truncate(random.random_range(0..bytes.len().max(1)));
    }
    if random.random_bool(0.1) && !bytes.is_empty() {
        let place = random.random_range(0..bytes.len());
        bytes[place] = random.random();
    }
    bytes
}
