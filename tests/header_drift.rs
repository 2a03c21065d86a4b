// SPDX-License-Identifier: MIT

//! The committed headers equal the generated ones, and the C interface changes
//! only with the version.

#[path = "support/generated.rs"]
mod generated;
mod support;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use support::{file_name, files, repository, scratch, text};

/// Written by hand.
const HAND_WRITTEN: [&str; 4] = [
    "dral_device.h",
    "dral_device_draw.h",
    "dral_device_numbers.h",
    "dral_panfrost.h",
];

/// Whether DRAL_BLESS has this value.
fn blesses(value: &str) -> bool {
    env::var_os("DRAL_BLESS").is_some_and(|set| set == value)
}

#[test]
fn committed_headers_are_the_generated_ones() {
    let include = repository("include");
    let generated = generated::generate_all(&scratch("headers_generated"));
    let mut drifted = Vec::new();
    for new in &generated {
        let committed = include.join(file_name(new));
        let content = fs::read(new).expect("it was just written");
        if fs::read(&committed).ok().as_ref() == Some(&content) {
            continue;
        }
        if blesses("1") {
            fs::write(&committed, content).expect("include/ is writable");
        } else {
            drifted.push(format!(
                "diff {} {}",
                committed.display(),
                new.display()
            ));
        }
    }
    assert!(
        drifted.is_empty(),
        "headers in include/ differ from what src/ffi says; \
         DRAL_BLESS=1 cargo test --test header_drift copies the new ones \
         over. To see the difference:\n{}",
        drifted.join("\n")
    );
    for committed in files(&include, "h") {
        let name = file_name(&committed);
        assert!(
            HAND_WRITTEN.contains(&name)
                || generated.iter().any(|path| file_name(path) == name),
            "include/{name} is neither generated nor known as hand-written"
        );
    }
}

/// The C interface of the last release, without comments.
const RELEASED: &str = "package/abi/dral.h";

/// The generated headers in an order in which one file can have them all.
fn generated_headers() -> Vec<String> {
    let first = ["dral_types.h", "dral.h", "dral_descriptor_layout.h"];
    let include = files(&repository("include"), "h");
    let others = include
        .iter()
        .map(|path| file_name(path))
        .filter(|name| !first.contains(name) && !HAND_WRITTEN.contains(name));
    let names = first.into_iter().chain(others);
    names.map(|name| text(&format!("include/{name}"))).collect()
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

/// The declarations of a header, by what they declare.
type Declarations = BTreeMap<String, String>;

/// They end with a semicolon outside of braces, or are the line of a constant.
fn declarations(header: &str) -> Declarations {
    let mut all = BTreeMap::new();
    let mut one = String::new();
    for line in declaring_lines(header) {
        one += line;
        one.push('\n');
        let is_open = one.matches('{').count() > one.matches('}').count();
        if line.starts_with("#define") || line.ends_with(';') && !is_open {
            let words: Vec<_> = one.split_whitespace().collect();
            let name = match words[..] {
                ["#define", name, ..] => name.into(),
                [kind, name, "{", ..] => format!("{kind} {name}"),
                _ => {
                    let name = one.split('(').next().unwrap_or_default();
                    name.rsplit([' ', '*']).next().unwrap_or_default().into()
                }
            };
            assert!(name.contains("dral_") || name.contains("DRAL_"), "{one}");
            let before = all.insert(name, one.clone());
            assert_eq!(before, None, "declared twice");
            one.clear();
        }
    }
    assert_eq!(one, "", "the end of a declaration");
    all
}

/// What a declaration says, whatever lines it is on: each member or parameter.
fn members(declaration: &str) -> Vec<String> {
    let words: Vec<_> = declaration.split_whitespace().collect();
    let words = words.join(" ").replace("( ", "(");
    words.split_inclusive(['{', ';', ',']).map(str::to_owned).collect()
}

/// The differences, as lines, and whether something is gone or changed.
fn differences(old: &Declarations, new: &Declarations) -> (Vec<String>, bool) {
    let (mut lines, mut breaks) = (Vec::new(), false);
    for (name, declaration) in new {
        let Some(before) = old.get(name) else {
            lines.push(format!("added    {name}"));
            continue;
        };
        let (before, now) = (members(before), members(declaration));
        if before == now {
            continue;
        }
        lines.push(format!("changed  {name}"));
        let line = |sign, member: &String| format!("         {sign}{member}");
        let gone = before.iter().filter(|member| !now.contains(member));
        lines.extend(gone.map(|member| line('-', member)));
        let fresh = now.iter().filter(|member| !before.contains(member));
        lines.extend(fresh.map(|member| line('+', member)));
        breaks = true;
    }
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        lines.push(format!("removed  {name}"));
        breaks = true;
    }
    (lines, breaks)
}

/// The version, and the number in the soname.
fn version(text: &str, soname: &str) -> [u32; 4] {
    let numbers = text.split('.').chain([soname]);
    let numbers = numbers.map(|number| number.parse().expect(number));
    let numbers: Vec<u32> = numbers.collect();
    numbers.try_into().expect("three numbers and the soname")
}

/// Those of the sources.
fn this_version() -> [u32; 4] {
    let meson = text("meson.build");
    let (_, soname) =
        meson.split_once("\ndral_soversion = '").expect("a soname");
    let (soname, _) = soname.split_once('\'').expect("its end");
    version(env!("CARGO_PKG_VERSION"), soname)
}

#[test]
fn the_c_interface_changes_only_with_the_version() {
    let headers = generated_headers();
    let this = this_version();
    if blesses("release") {
        let [major, minor, patch, soname] = this;
        let lines = headers.iter().flat_map(|one| declaring_lines(one));
        let lines: Vec<_> = lines.collect();
        let released = format!(
            "/* SPDX-License-Identifier: MIT */\n\
             /* The C interface of dral {major}.{minor}.{patch}, \
             libdral.so.{soname}. */\n#include <stddef.h>\n\
             #include <stdint.h>\n{}\n",
            lines.join("\n")
        );
        fs::write(repository(RELEASED), released).expect("it is writable");
    }
    let released = text(RELEASED);
    let first = released.lines().nth(1).unwrap_or_default();
    let numbers = first
        .strip_prefix("/* The C interface of dral ")
        .and_then(|rest| rest.strip_suffix(". */"))
        .and_then(|rest| rest.split_once(", libdral.so."));
    let (number, soname) = numbers.expect("the version of the release");
    let last = version(number, soname);
    let declared = declarations(&headers.concat());
    let (lines, breaks) = differences(&declarations(&released), &declared);
    assert!(declared.len() > 100, "{}", declared.len());
    let is_newer = this[..3] > last[..3];
    let is_allowed = is_newer && (!breaks || this[3] > last[3]);
    assert!(
        lines.is_empty() || is_allowed,
        "the C interface differs from {number}:\n{}\nRaise the version, and \
         dral_soversion in meson.build if something is changed or removed. \
         As long as {number} is not released: \
         DRAL_BLESS=release cargo test -p dral --test header_drift",
        lines.join("\n")
    );
}

#[test]
fn added_changed_and_removed_declarations_are_told_apart() {
    let old = "#define DRAL_A 1\nstruct dral_b {\n   uint32_t x;\n};\n\
               int dral_c(int a,\n           int b);\nenum dral_e {\n   \
               DRAL_E_X = 1,\n};\n";
    let new = old
        .replace("DRAL_A 1", "DRAL_A 2")
        .replace("uint32_t x", "uint64_t x")
        .replace("dral_c(int a,\n           int b)", "dral_d(void)")
        .replace("   DRAL_E_X", "   /// A comment.\n   DRAL_E_X");
    let (lines, breaks) = differences(&declarations(old), &declarations(&new));
    assert!(breaks);
    assert_eq!(
        lines,
        [
            "changed  DRAL_A",
            "         -#define DRAL_A 1",
            "         +#define DRAL_A 2",
            "added    dral_d",
            "changed  struct dral_b",
            "         - uint32_t x;",
            "         + uint64_t x;",
            "removed  dral_c",
        ]
    );
}
