// SPDX-License-Identifier: MIT

//! The size that the functions called by a driver add to it: the library's code
//! and constants that remain when the linker has dropped the rest.
//! docs/reference/performance.md, "Size", lists the limits.

mod support;

use object::{Object, ObjectSection, ObjectSymbol, SectionKind};
use std::fs;
use std::path::Path;
use std::process::Command;
use support::declared::declared_functions;
use support::{build_c_library, compiler, run, scratch, text};

/// Limit for the static library with all modules, in bytes.
const ARCHIVE: usize = 196608;

/// Functions that a driver calls, and the limit on their size in bytes.
const USES: [(&str, u64, &[&str]); 2] = [
    (
        "the drop-in functions",
        256,
        &["dral_padded_vertex_count", "dral_magic_divisor"],
    ),
    (
        "a driver's whole draw",
        7680,
        &[
            "dral_bound_buffer_init",
            "dral_draw_resolve",
            "dral_vertex_state_attributes",
            "dral_vertex_state_prepare",
            "dral_vertex_state_table",
            "dral_words_to_write",
        ],
    ),
];

/// Limits for the functions of dral.h, and for the whole library, in bytes.
const CORE: u64 = 14336;
const ALL: u64 = 84992;

/// The limits hold for x86-64 and Rust 1.95. Older compilers need up to a
/// seventh more; other machines vary.
fn limit(bytes: u64) -> u64 {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let version = run(Command::new(rustc).arg("-V"))
        .unwrap_or_else(|printed| panic!("{printed}"));
    let minor = version.split('.').nth(1).and_then(|text| text.parse().ok());
    let minor: u32 = minor.expect("rustc -V begins with rustc 1.minor");
    if cfg!(not(target_arch = "x86_64")) {
        bytes * 3 / 2
    } else if minor < 95 {
        bytes * 8 / 7
    } else {
        bytes
    }
}

/// Links the object as a driver that calls these functions would, and returns
/// the size of code and constants in bytes, and the number of relocations.
fn cost(object: &Path, functions: &[&str]) -> (u64, usize) {
    let directory = scratch("size");
    let map = directory.join("map");
    let linked = directory.join("linked.so");
    let names = functions.join("; ");
    fs::write(&map, format!("{{ global: {names}; local: *; }};"))
        .expect("scratch is writable");
    run(compiler(false)
        .args(["-shared", "-nostdlib", "-Wl,--gc-sections"])
        .arg(format!("-Wl,--version-script={}", map.display()))
        .arg("-o")
        .args([&linked, &object.to_path_buf()]))
    .unwrap_or_else(|printed| panic!("{printed}"));
    let data = fs::read(&linked).expect("it was linked");
    let file = object::File::parse(&*data).expect("it is a library");
    let kept = file
        .dynamic_symbols()
        .filter(|symbol| symbol.is_definition())
        .filter_map(|symbol| symbol.name().ok())
        .filter(|name| name.starts_with("dral_"))
        .count();
    assert_eq!(kept, functions.len(), "{functions:?}");
    let sizes = file
        .sections()
        .filter(|section| {
            matches!(
                (section.kind(), section.name()),
                (SectionKind::Text, _)
                    | (_, Ok(".rodata" | ".data.rel.ro" | ".data"))
            )
        })
        .map(|section| section.size());
    let relocations = file.dynamic_relocations().into_iter().flatten();
    (sizes.sum(), relocations.count())
}

/// A number as the page writes it.
fn cell(bytes: u64) -> String {
    match bytes {
        1000.. => format!("| {},{:03} |", bytes / 1000, bytes % 1000),
        _ => format!("| {bytes} |"),
    }
}

#[test]
fn a_driver_pays_for_what_it_calls() {
    let library =
        build_c_library().unwrap_or_else(|printed| panic!("{printed}"));
    let archive = fs::read(&library.archive).expect("it was built").len();
    assert!(archive <= ARCHIVE, "{archive} bytes, {ARCHIVE} at most");

    let data = fs::read(&library.object).expect("it was built");
    let object = object::File::parse(&*data).expect("it is an object");
    let every: Vec<&str> = object
        .symbols()
        .filter(|symbol| symbol.is_global() && symbol.is_definition())
        .filter_map(|symbol| symbol.name().ok())
        .collect();
    let header = text("include/dral.h");
    let core: Vec<&str> = declared_functions(&header).into_iter().collect();
    let page = text("docs/reference/performance.md");
    let mut costs = Vec::new();
    for (name, most, functions) in USES.into_iter().chain([
        ("the sentences of all errors", 4608, &["dral_error_text"][..]),
        ("every function of dral.h", CORE, &*core),
        ("everything", ALL, &*every),
    ]) {
        let (bytes, relocations) = cost(&library.object, functions);
        println!("{bytes} bytes of {}: {name}", limit(most));
        assert!(page.contains(&cell(most)), "{name}: no {}", cell(most));
        assert!(bytes <= limit(most), "{name}: {bytes} bytes");
        // Only dral_model.h and the modules have tables of pointers.
        assert_eq!(relocations == 0, name != "everything", "{name}");
        costs.push(bytes);
    }
    let (everything, parts) = costs.split_last().expect("one row at least");
    assert!(parts.iter().all(|part| part < everything), "{costs:?}");
    assert!(parts.iter().skip(1).all(|part| *part > parts[0]), "{costs:?}");
}
