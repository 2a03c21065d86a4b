// SPDX-License-Identifier: MIT

//! Unusual and invalid numbers, mixed with usual ones.

use rand::seq::IndexedRandom;
use rand::Rng;

/// Values at the ends of a field's range.
const EDGES: [u64; 14] = [
    0,
    1,
    19,
    20,
    0xFFFF,
    0x1_0000,
    0x7FFF_FFFF,
    0x8000_0000,
    0xDFFF_FFFF,
    0xE000_0000,
    0xFFFF_FFFF,
    0x1_0000_0000,
    u64::MAX >> 1,
    u64::MAX,
];

const NO_NUMBERS: [&str; 25] = [
    "",
    " ",
    "-",
    "+",
    "0x",
    "0x-1",
    "--1",
    "+-1",
    "- 1",
    "1_000",
    "1,000",
    "7.0",
    "1e3",
    "0b1",
    "0o7",
    "ten",
    "nan",
    "inf",
    "\u{FF17}",
    "\u{0667}",
    "\0",
    "7\0",
    "\u{1b}[31m7",
    "\u{61c}7",
    "7o",
];

/// A number as files contain it.
pub fn usual(random: &mut impl Rng) -> String {
    let most = [1, 9, 100, 5_000][random.random_range(0..4)];
    random.random_range(0..=most).to_string()
}

/// A number that is too large, negative, written unusually, or not a number.
pub fn hostile(random: &mut impl Rng) -> String {
    let edge = EDGES.choose(random).copied().unwrap_or_default();
    match random.random_range(0..10) {
        0 => format!("-{edge}"),
        1 => format!("+{edge}"),
        2 => format!("0x{edge:x}"),
        3 => format!("-0X{edge:X}"),
        4 => format!(" \t{edge} "),
        5 => format!("000000{edge}"),
        6 => "9".repeat(random.random_range(10..400)),
        7 => format!("-0x{}", "f".repeat(random.random_range(1..80))),
        8 => NO_NUMBERS.choose(random).copied().unwrap_or_default().into(),
        _ => edge.to_string(),
    }
}
