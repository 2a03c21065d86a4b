// SPDX-License-Identifier: MIT

//! How large the core is: the library on the disk, the sections of code in
//! it, and what single functions take of them. docs/performance.md tells what
//! it is made of.

mod support;

use object::{File, Object, ObjectSection, ObjectSymbol, SectionKind};
use std::fs;
use support::build_c_library;

/// Bytes of the static library.
const ARCHIVE: usize = 65536;

/// Bytes of code in all: Rust 1.85 makes 3 % more of it than 1.95.
const CODE: u64 = limit(10496);

/// Bytes of the functions below together.
const HOT: u64 = limit(512);

/// What every draw needs, with or without anything else of the library.
const HOT_FUNCTIONS: [&str; 4] = [
    "dral_padded_vertex_count",
    "dral_padded_count",
    "dral_magic_divisor",
    "dral_magic_divide",
];

/// The limits are those of x86-64; what other machines need for the same
/// varies.
const fn limit(bytes: u64) -> u64 {
    if cfg!(target_arch = "x86_64") {
        bytes
    } else {
        bytes * 3 / 2
    }
}

/// The bytes of all code, and those of the functions above.
fn sizes(object: &File) -> (u64, u64) {
    let code = object
        .sections()
        .filter(|section| section.kind() == SectionKind::Text)
        .map(|section| section.size())
        .sum();
    let hot: Vec<u64> = object
        .symbols()
        .filter(|symbol| {
            symbol.name().is_ok_and(|name| HOT_FUNCTIONS.contains(&name))
        })
        .map(|symbol| symbol.size())
        .collect();
    assert_eq!(hot.len(), HOT_FUNCTIONS.len(), "{hot:?}");
    assert!(hot.iter().all(|&size| size > 0), "{hot:?}");
    (code, hot.iter().sum())
}

#[test]
fn the_core_stays_small() {
    let library =
        build_c_library(&[]).unwrap_or_else(|printed| panic!("{printed}"));
    let archive = fs::read(&library.archive).expect("it was built").len();
    let data = fs::read(&library.object).expect("it was built");
    let object = File::parse(&*data).expect("it is an object");
    let (code, hot) = sizes(&object);
    println!("{archive} bytes, {code} of code, {hot} of {HOT_FUNCTIONS:?}");
    assert!(hot < code && code < archive as u64);
    assert!(archive <= ARCHIVE, "{archive} bytes, {ARCHIVE} at most");
    assert!(code <= CODE, "{code} bytes of code, {CODE} at most");
    assert!(hot <= HOT, "{hot} bytes of {HOT_FUNCTIONS:?}, {HOT} at most");
}
