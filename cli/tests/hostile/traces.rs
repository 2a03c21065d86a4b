// SPDX-License-Identifier: MIT

//! Valid and damaged decoded traces.

#[allow(dead_code)] // Some tests use only parts of it.
#[path = "../check_trace/generator.rs"]
mod generator;
#[path = "../check_trace/random.rs"]
mod random;

use crate::numbers;
use generator::valhall;
use rand::Rng;
use random::random_job;

/// A trace of a few jobs without faults.
pub fn sound(random: &mut impl Rng) -> Vec<u8> {
    let mut text = String::new();
    for _ in 0..random.random_range(1..4) {
        if random.random_range(0..3) == 0 {
            let count = random.random_range(1..5);
            let divisors: Vec<_> =
                (0..count).map(|_| random.random_range(0..40)).collect();
            text += &valhall(&divisors, random.random()).text();
        } else {
            text += &random_job(random).text();
        }
    }
    text.into_bytes()
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
