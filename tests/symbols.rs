// SPDX-License-Identifier: MIT

//! Compares the symbols of the C library with the declarations in its headers.

mod support;

use object::read::archive::ArchiveFile;
use object::{File, Object, ObjectSymbol};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use support::declared::declared_functions;
use support::{build_c_library, file_name, files, repository, symbols};

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

#[test]
fn the_libraries_define_exactly_what_the_headers_declare() {
    // Those of the GPU and of drivers' code have only inline functions.
    let headers: Vec<String> = files(&repository("include"), "h")
        .iter()
        .filter(|path| !file_name(path).starts_with("dral_device"))
        .filter(|path| file_name(path) != "dral_panfrost.h")
        .map(|header| fs::read_to_string(header).expect("it is UTF-8"))
        .collect();
    let declared: BTreeSet<String> = headers
        .iter()
        .flat_map(|header| declared_functions(header))
        .map(str::to_owned)
        .collect();
    let library =
        build_c_library().unwrap_or_else(|printed| panic!("{printed}"));
    let object = only_member(&library.archive);
    let object = File::parse(&*object).expect("it is an object");
    assert_eq!(symbols(&object, true), declared, "libdral.a");
    let needed = symbols(&object, false);
    assert!(needed.is_empty(), "libdral.a needs {needed:?}");
    let data = fs::read(&library.shared).expect("it was built");
    let shared = File::parse(&*data).expect("it is a library");
    let exported: BTreeSet<String> = shared
        .dynamic_symbols()
        .filter(|symbol| symbol.is_definition())
        .map(|symbol| symbol.name().expect("names are UTF-8").to_owned())
        .collect();
    assert_eq!(exported, declared, "libdral.so");
}

#[test]
fn declarations_are_found_in_headers() {
    let header =
        "/* dral_comment(x) */\nstruct dral_type { int dral_field; };\n\
                  /// dral_two(y)\nint dral_one(void);\n\
                  struct dral_type *dral_two(int a,\n    int dral_x);\n\
                  static inline int\ndral_inline(int a)\n{\n}\n";
    let names: Vec<_> = declared_functions(header).into_iter().collect();
    assert_eq!(names, ["dral_one", "dral_two"]);
}
