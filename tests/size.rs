// SPDX-License-Identifier: MIT

//! How much code a release of the core has: the sections of code in its own
//! object, and what single functions take of it. docs/performance.md tells
//! what it is made of.

#[path = "support/own_object.rs"]
mod own_object;
mod support;

use object::{File, Object, ObjectSection, ObjectSymbol, SectionKind};
use own_object::own_object;
use support::build_c_library;

/// Bytes of code in all.
const CODE: u64 = limit(10240);

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
fn a_release_of_the_core_stays_small() {
    let library =
        build_c_library(&[]).unwrap_or_else(|printed| panic!("{printed}"));
    let own = own_object(&library.archive);
    let object = File::parse(&*own).expect("it is an object");
    let (code, hot) = sizes(&object);
    println!("{code} bytes of code, {hot} of {HOT_FUNCTIONS:?}");
    assert!(hot < code);
    assert!(code <= CODE, "{code} bytes of code, {CODE} at most");
    assert!(hot <= HOT, "{hot} bytes of {HOT_FUNCTIONS:?}, {HOT} at most");
}
