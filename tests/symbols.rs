// SPDX-License-Identifier: MIT

//! What the C library offers, and what its header declares.

mod support;

use object::{File, Object, ObjectSymbol};
use std::collections::BTreeSet;
use std::fs;
use support::{build_c_library, text};

/// c_tests/symbols.txt: a name on each line, and comments after `#`.
fn listed_symbols() -> BTreeSet<String> {
    let list = text("c_tests/symbols.txt");
    let names: Vec<&str> = list
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|name| !name.is_empty())
        .collect();
    let set: BTreeSet<String> = names.iter().map(|&n| n.into()).collect();
    assert_eq!(set.len(), names.len(), "symbols.txt has a name twice");
    set
}

/// What a header says without its comments.
fn without_comments(header: &str) -> String {
    let mut code = String::new();
    let mut rest = header;
    while let Some((before, comment)) = rest.split_once("/*") {
        code.push_str(before);
        code.push(' ');
        rest = comment.split_once("*/").expect("comments end").1;
    }
    code.push_str(rest);
    code
}

/// The functions that a header declares: every `dral_name(`.
fn declared_functions(header: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    without_comments(header)
        .split('(')
        .filter_map(|before| before.trim_end().rsplit(|c| !is_name(c)).next())
        .filter(|name| name.starts_with("dral_"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_shared_library_exports_the_listed_symbols_alone() {
    let library =
        build_c_library().unwrap_or_else(|printed| panic!("{printed}"));
    let data = fs::read(&library.shared).expect("it was built");
    let library = File::parse(&*data).expect("it is a library");
    let exported: BTreeSet<String> = library
        .dynamic_symbols()
        .filter(|symbol| symbol.is_definition())
        .map(|symbol| symbol.name().expect("names are UTF-8").to_owned())
        .collect();
    let listed = listed_symbols();
    let unlisted: Vec<_> = exported.difference(&listed).collect();
    let missing: Vec<_> = listed.difference(&exported).collect();
    assert!(
        unlisted.is_empty() && missing.is_empty(),
        "libdral.so exports, but symbols.txt lacks: {unlisted:?}; \
         symbols.txt has, but libdral.so does not export: {missing:?}"
    );
}

#[test]
fn the_header_declares_the_listed_symbols_alone() {
    let declared = declared_functions(&text("include/dral.h"));
    let listed = listed_symbols();
    let unlisted: Vec<_> = declared.difference(&listed).collect();
    let missing: Vec<_> = listed.difference(&declared).collect();
    assert!(
        unlisted.is_empty() && missing.is_empty(),
        "dral.h declares, but symbols.txt lacks: {unlisted:?}; \
         symbols.txt has, but dral.h does not declare: {missing:?}"
    );
}

#[test]
fn declarations_are_found_in_headers() {
    let header =
        "/* dral_comment(x) */ struct dral_type { int dral_field; };\n\
                  int dral_one(void);\nstruct dral_type *dral_two(int\n a);\n";
    let names: Vec<String> = declared_functions(header).into_iter().collect();
    assert_eq!(names, ["dral_one", "dral_two"]);
}
