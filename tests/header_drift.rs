// SPDX-License-Identifier: MIT

//! The committed headers equal the generated ones, and the C interface changes
//! only with the version.

mod support;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use support::{file_name, files, repository, text};

/// Whether DRAL_BLESS has this value.
fn blesses(value: &str) -> bool {
    env::var_os("DRAL_BLESS").is_some_and(|set| set == value)
}

/// What renews the committed headers.
const RENEW: &str = "DRAL_BLESS=1 cargo test -p dral --test header_drift";

#[test]
fn committed_headers_are_the_generated_ones() {
    let committed = repository("include");
    // build.rs writes them, and copies those that are written by hand.
    let generated = Path::new(env!("OUT_DIR")).join("include");
    let names = |folder| -> BTreeSet<String> {
        let headers = files(folder, "h");
        headers.iter().map(|path| file_name(path).to_owned()).collect()
    };
    let mut drifted = Vec::new();
    for name in names(&committed).union(&names(&generated)) {
        let [old, new] = [&committed, &generated].map(|of| of.join(name));
        let Ok(header) = fs::read(&new) else {
            drifted.push(format!("{} is not generated", old.display()));
            continue;
        };
        if fs::read(&old).is_ok_and(|committed| committed == header) {
            continue;
        }
        if blesses("1") {
            fs::write(&old, header).expect("include/ is writable");
            println!("{} is renewed", old.display());
        } else {
            drifted.push(format!("diff {} {}", old.display(), new.display()));
        }
    }
    assert!(
        drifted.is_empty(),
        "include/ differs from src/ffi; to renew it: {RENEW}\n{}",
        drifted.join("\n")
    );
}

/// The C interface of the last release, without comments.
const RELEASED: &str = "package/abi/dral.h";

/// The generated headers in an order in which one file can have them all.
fn generated_headers() -> Vec<String> {
    let first = ["dral_types.h", "dral.h", "dral_descriptor_layout.h"];
    let include = files(&repository("include"), "h");
    let others = include.iter().map(|path| file_name(path));
    let others = others.filter(|name| !first.contains(name));
    let headers = first.into_iter().chain(others);
    let texts = headers.map(|name| text(&format!("include/{name}")));
    texts.filter(|text| text.contains("Generated from src/ffi")).collect()
}

/// The lines of a header that declare something, without what is only for a
/// compiler.
fn declaring_lines(header: &str) -> impl Iterator<Item = &str> {
    let mut continues = false;
    header.lines().filter_map(move |line| {
        let continued = continues;
        continues = line.ends_with('\\');
        if continued || continues {
            return None;
        }
        declaring(line.strip_prefix("DRAL_MUST_USE ").unwrap_or(line))
    })
}

fn declaring(line: &str) -> Option<&str> {
    let start = line.trim_start();
    let comments = ["//", "/*", "*"];
    let is_comment = comments.iter().any(|mark| start.starts_with(mark));
    let is_other = line.starts_with("extern \"C\"")
        || line.starts_with('}') && line.contains("extern")
        || line == "DRAL_MUST_USE";
    if start.is_empty() || is_comment || is_other {
        return None;
    }
    let Some(definition) = line.strip_prefix("#define ") else {
        return (!line.starts_with('#')).then_some(line);
    };
    let (name, value) = definition.split_once(' ')?;
    let is_constant = name.starts_with("DRAL_")
        && value.starts_with(|first: char| first.is_ascii_digit())
        && !name.starts_with("DRAL_VERSION_M")
        && name != "DRAL_VERSION_PATCH";
    is_constant.then_some(line)
}

/// Each declaration on one line, so that a field or parameter more changes it.
/// Enumerators have their own lines, because more of them change nothing.
fn joined(interface: &str) -> String {
    let mut joined = String::new();
    let (mut is_enum, mut depth) = (false, 0);
    for line in interface.lines() {
        is_enum |= line.starts_with("enum ") && line.ends_with('{');
        depth += line.matches(['{', '(']).count();
        depth -= line.matches(['}', ')']).count();
        joined += if is_enum { line } else { line.trim_start() };
        let ends = is_enum || depth == 0;
        joined.push(if ends { '\n' } else { ' ' });
        is_enum &= depth > 0;
    }
    joined
}

/// The declarations that only one of two interfaces has, as `diff` prints them.
/// Their order changes nothing.
fn difference(before: &str, now: &str) -> String {
    let [before, now] = [before, now].map(joined);
    let only = |mark: char, one: &str, other: &str| -> String {
        let other: BTreeSet<&str> = other.lines().collect();
        let lines = one.lines().filter(|line| !other.contains(line));
        lines.map(|line| format!("{mark} {line}\n")).collect()
    };
    only('<', &before, &now) + &only('>', &now, &before)
}

/// The version, and the number in the soname.
fn version(text: &str, soname: &str) -> [u32; 4] {
    let numbers = text.split('.').chain([soname]);
    let numbers = numbers.map(|number| number.parse().expect(number));
    let numbers: Vec<u32> = numbers.collect();
    numbers.try_into().expect("three numbers and the soname")
}

/// The number in the soname, from meson.build.
fn soname() -> String {
    let meson = text("meson.build");
    let (_, rest) = meson.split_once("\ndral_soversion = '").expect("a soname");
    rest.split_once('\'').expect("its end").0.into()
}

/// Whether an interface may follow another, given the lines of a diff.
fn may_follow(before: [u32; 4], now: [u32; 4], diff: &str) -> bool {
    let is_newer = now[..3] > before[..3];
    let breaks = diff.lines().any(|line| line.starts_with('<'));
    diff.is_empty() || is_newer && (!breaks || now[3] > before[3])
}

#[test]
fn the_c_interface_changes_only_with_the_version() {
    let (cargo, soname) = (env!("CARGO_PKG_VERSION"), soname());
    let headers = generated_headers();
    let lines: Vec<_> =
        headers.iter().flat_map(|one| declaring_lines(one)).collect();
    assert!(lines.len() > 600, "{}", lines.len());
    let declared = lines.join("\n");
    if blesses("release") {
        let license = headers[0].lines().next().expect("the license");
        let released = format!(
            "{license}\n\
             /* The C interface of dral {cargo}, libdral.so.{soname}. */\n\
             #include <stddef.h>\n#include <stdint.h>\n{declared}\n"
        );
        fs::write(repository(RELEASED), released).expect("it is writable");
    }
    let released = text(RELEASED);
    let lines: Vec<_> = released.lines().collect();
    let (number, its_soname) = lines[1]
        .strip_prefix("/* The C interface of dral ")
        .and_then(|rest| rest.strip_suffix(". */"))
        .and_then(|rest| rest.split_once(", libdral.so."))
        .expect("the version of the release");
    let diff = difference(&lines[4..].join("\n"), &declared);
    assert!(
        may_follow(version(number, its_soname), version(cargo, &soname), &diff),
        "the C interface differs from {number}:\n{diff}\nRaise the version, \
         and dral_soversion in meson.build if something is changed or removed. \
         As long as {number} is not released: \
         DRAL_BLESS=release cargo test -p dral --test header_drift"
    );
}

#[test]
fn additions_need_a_version_and_changes_a_soname() {
    let before = "enum a {\n   A = 0,\n};\nstruct b {\n   int c;\n};\n\
                  int d(int e,\n      int f);\n";
    let with = |old, new| difference(before, &before.replace(old, new));
    for addition in [
        with("};\nstruct", "   B = 1,\n};\nstruct"),
        with("int d", "int more(void);\nint d"),
    ] {
        for (now, is_allowed) in [([1, 0, 0, 1], false), ([1, 1, 0, 1], true)] {
            let allowed = may_follow([1, 0, 0, 1], now, &addition);
            assert_eq!(allowed, is_allowed, "{addition}");
        }
    }
    for change in [
        with("A = 0", "A = 1"),
        with("int c;\n", "int c;\n   int more;\n"),
        with("int e,\n", "int e,\n      int more,\n"),
        with("int d(int e,\n      int f);\n", ""),
    ] {
        for (now, is_allowed) in [([1, 1, 0, 1], false), ([1, 1, 0, 2], true)] {
            let allowed = may_follow([1, 0, 0, 1], now, &change);
            assert_eq!(allowed, is_allowed, "{change}");
        }
    }
    assert!(may_follow([1, 0, 0, 1], [1, 0, 0, 1], &with("", "")));
}
