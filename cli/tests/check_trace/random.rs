// SPDX-License-Identifier: MIT

//! Traces of random draws.

use super::generator::{job, Job};
use dral::instancing::{DrawInfo, Idvs, Rate};
use rand::Rng;

fn number(random: &mut impl Rng) -> u32 {
    let bits = random.random_range(0..=32);
    ((1u64 << bits) as u32).wrapping_sub(random.random_range(0..3))
}

/// A draw of any kind.
pub fn random_job(random: &mut impl Rng) -> Job {
    loop {
        let job = any_job(random);
        let vertices = job.draw.vertex_count.into();
        let is_small = |threads: u64| threads.max(vertices) <= 1 << 27;
        if job.draw.resolve().is_ok_and(|draw| is_small(draw.threads)) {
            return job;
        }
    }
}

/// A draw that may be too large.
fn any_job(random: &mut impl Rng) -> Job {
    let divisors: Vec<_> = (0..random.random_range(0..5))
        .map(|_| match random.random_range(0..3) {
            0 => number(random),
            _ => random.random_range(0..300),
        })
        .collect();
    let vertices = match random.random_range(0..3) {
        0 => number(random),
        _ => random.random_range(1..400),
    };
    let instances = random.random_range(1..50);
    let mut job = job(vertices.max(1), instances, &divisors);
    let architecture = random.random_range(4..8);
    job.draw = DrawInfo {
        architecture,
        idvs: if architecture > 5 && random.random_bool(0.4) {
            Idvs::Yes as u32
        } else {
            Idvs::No as u32
        },
        padding_rule: random.random_range(0..2),
        rounding: random.random_range(0..2),
        offset_start: [0, 11, 22, -5][random.random_range(0..4)],
        base_instance: random.random_range(0..3) * 7,
        vertices_per_primitive: random.random_range(1..4),
        ..job.draw
    };
    job.pairs = random.random();
    job.newest = random.random();
    let last = u64::from(vertices) + 50;
    for buffer in &mut job.buffers {
        buffer.address += random.random_range(0..64);
        buffer.stride = random.random_range(0..5) * 4;
        // With a negative start it would read before the buffer.
        if buffer.rate == Rate::Vertex as u32 && job.draw.offset_start < 0 {
            buffer.stride = 0;
        }
        // Otherwise the last thread would read beyond its end.
        let size = (last * 16 + 4096).min(u32::MAX.into());
        buffer.size = size - 64;
    }
    job
}
