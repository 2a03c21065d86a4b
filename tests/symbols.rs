// SPDX-License-Identifier: MIT

//! Compares the symbols of the C library and the declarations in its headers.

mod support;

use object::read::archive::ArchiveFile;
use object::{File, Object, ObjectSymbol};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use support::{build_c_library, modules, symbols, text};

/// The symbols of the core or of a module, from c_tests/symbols.txt or
/// symbols_MODULE.txt: one name per line, and comments after `#`.
fn listed_symbols(module: Option<&str>) -> BTreeSet<String> {
    let suffix = module.map_or(String::new(), |name| format!("_{name}"));
    let file = format!("c_tests/symbols{suffix}.txt").replace('-', "_");
    let list = text(&file);
    let names: Vec<&str> = list
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|name| !name.is_empty())
        .collect();
    let set: BTreeSet<String> = names.iter().map(|&n| n.into()).collect();
    assert_eq!(set.len(), names.len(), "{file} has a name twice");
    assert!(!set.is_empty(), "{file} has no name");
    set
}

/// A header without its comments.
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

/// Asserts that the names are those of the list.
fn assert_same(
    what: &str,
    names: &BTreeSet<String>,
    listed: &BTreeSet<String>,
) {
    let unlisted: Vec<_> = names.difference(listed).collect();
    let missing: Vec<_> = listed.difference(names).collect();
    assert!(
        unlisted.is_empty() && missing.is_empty(),
        "{what} has, but its list lacks: {unlisted:?}; the list has, but \
         {what} lacks: {missing:?}"
    );
}

/// The object of an archive, which must have no other member.
pub fn only_member(archive: &Path) -> Vec<u8> {
    let data = fs::read(archive).expect("it was built");
    let archive = ArchiveFile::parse(&*data).expect("it is an archive");
    let mut members =
        archive.members().map(|member| member.expect("the archive is whole"));
    let only = members.next().expect("the archive has a member");
    let others: Vec<_> = members
        .map(|other| String::from_utf8_lossy(other.name()).into_owned())
        .collect();
    assert!(others.is_empty(), "in addition to the library: {others:?}");
    only.data(&*data).expect("the archive is whole").to_vec()
}

/// The listed symbols of a library with these modules.
fn listed_with(modules: &[&str]) -> BTreeSet<String> {
    let mut listed = listed_symbols(None);
    for module in modules {
        listed.append(&mut listed_symbols(Some(module)));
    }
    listed
}

#[test]
fn the_libraries_define_exactly_the_listed_symbols() {
    let all: Vec<_> = modules().iter().map(|module| module.name).collect();
    for modules in [&[][..], &all] {
        let listed = listed_with(modules);
        let library = build_c_library(modules)
            .unwrap_or_else(|printed| panic!("{printed}"));
        let object = only_member(&library.archive);
        let object = File::parse(&*object).expect("it is an object");
        let what = format!("libdral.a with {modules:?}");
        assert_same(&what, &symbols(&object, true), &listed);
        let needed = symbols(&object, false);
        assert!(needed.is_empty(), "{what} needs {needed:?}");
        let data = fs::read(&library.shared).expect("it was built");
        let shared = File::parse(&*data).expect("it is a library");
        let exported = shared
            .dynamic_symbols()
            .filter(|symbol| symbol.is_definition())
            .map(|symbol| symbol.name().expect("names are UTF-8").to_owned())
            .collect();
        let what = format!("libdral.so with {modules:?}");
        assert_same(&what, &exported, &listed);
    }
}

#[test]
fn each_header_declares_exactly_the_listed_symbols() {
    let modules = modules();
    for module in
        std::iter::once(None).chain(modules.iter().map(|m| Some(m.name)))
    {
        let suffix = module.map_or(String::new(), |name| format!("_{name}"));
        let file = format!("include/dral{suffix}.h").replace('-', "_");
        let declared = declared_functions(&text(&file));
        assert_same(&file, &declared, &listed_symbols(module));
    }
}

#[test]
fn declarations_are_found_in_headers() {
    let header =
        "/* dral_comment(x) */ struct dral_type { int dral_field; };\n\
                  int dral_one(void);\nstruct dral_type *dral_two(int\n a);\n";
    let names: Vec<String> = declared_functions(header).into_iter().collect();
    assert_eq!(names, ["dral_one", "dral_two"]);
}
