// SPDX-License-Identifier: MIT

//! Nothing that panics, allocates or calls libc can be reached: each of them
//! would leave the object of the library with a symbol that is defined
//! elsewhere, so that it would not link on its own. It does.

mod support;

use object::File;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{
    build_c_library, compiler, repository, run, scratch, selections, symbols,
    Module, MODULES,
};

/// What is in the place of a call of the core, and a word of the message by
/// which the linker refuses it, whatever version of Rust.
const PLANTED: [(&str, &str, &str); 8] = [
    ("an index", "[1, 2, 3][vertex_count as usize]", "panic_bounds_check"),
    ("a division", "1 / vertex_count", "panic_const_div_by_zero"),
    ("an unwrap", "vertex_count.checked_add(1).unwrap()", "unwrap_failed"),
    (
        "an expect",
        "vertex_count.checked_sub(9).expect(\"nine\")",
        "expect_failed",
    ),
    ("a slice", "[1, 2, 3][vertex_count as usize..].len() as u32", "slice_"),
    (
        "an assertion",
        "{ assert!(vertex_count != 70); vertex_count }",
        "panicking::panic",
    ),
    (
        "an allocation",
        "std::vec::Vec::<u32>::with_capacity(vertex_count as usize)
            .as_ptr() as usize as u32",
        "alloc",
    ),
    ("a system call", "vertex_count ^ std::process::id()", "process"),
];

/// Where it is planted, and what stands there.
const PLACE: &str = "src/ffi/padding.rs";
const CALL: &str = "{\n    padded_vertex_count(vertex_count)\n}";

/// Links an object without any library. The error is what the linker said.
fn link_alone(object: &Path, directory: &Path) -> Result<String, String> {
    run(compiler(false)
        .args(["-shared", "-nostdlib", "-Wl,--no-undefined", "-o"])
        .arg(directory.join("alone.so"))
        .arg(object))
}

/// Compiles the sources of a directory as C gets them, with these modules.
fn compile(directory: &Path, modules: &[Module]) {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    run(Command::new(rustc)
        .arg(format!("@{}", repository("package/clib/rustc.args").display()))
        .args(modules.iter().map(|m| format!("--cfg=feature=\"{}\"", m.name)))
        .args(["--emit=obj", "--out-dir"])
        .arg(directory)
        .arg(directory.join("src/lib.rs")))
    .unwrap_or_else(|printed| panic!("{printed}"));
}

fn copy_directory(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("scratch is writable");
    for entry in fs::read_dir(from).expect("the sources are there") {
        let entry = entry.expect("the directory can be read");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_directory(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("scratch is writable");
        }
    }
}

/// A copy of the sources.
fn copy_of_sources(name: &str) -> PathBuf {
    let directory = scratch(name);
    copy_directory(&repository("src"), &directory.join("src"));
    directory
}

/// Compiles a copy and links its object.
fn link_copy(directory: &Path, modules: &[Module]) -> Result<String, String> {
    compile(directory, modules);
    link_alone(&directory.join("dral.o"), directory)
}

#[test]
fn the_object_needs_no_symbol() {
    for modules in selections() {
        let library = build_c_library(&modules)
            .unwrap_or_else(|printed| panic!("{printed}"));
        let data = fs::read(&library.object).expect("it was built");
        let object = File::parse(&*data).expect("it is an object");
        let needed = symbols(&object, false);
        assert!(needed.is_empty(), "{modules:?}: it needs {needed:?}");
        let linked = link_alone(&library.object, &scratch("object_alone"));
        assert!(linked.is_ok(), "{modules:?}: {}", linked.unwrap_err());
    }
}

#[test]
fn a_copy_of_the_sources_links_alone() {
    let linked = link_copy(&copy_of_sources("copy_alone"), &MODULES);
    assert!(linked.is_ok(), "{}", linked.unwrap_err());
}

#[test]
fn a_copy_with_a_reachable_panic_does_not_link() {
    let directory = copy_of_sources("planted");
    let place = directory.join(PLACE);
    let original = fs::read_to_string(&place).expect("it was copied");
    assert_eq!(original.matches(CALL).count(), 1, "{CALL} in {PLACE}");
    for (what, expression, reason) in PLANTED {
        let planted = format!("{{\n    padded_vertex_count({expression})\n}}");
        fs::write(&place, original.replace(CALL, &planted))
            .expect("scratch is writable");
        let refusal = link_copy(&directory, &[])
            .expect_err(&format!("{what} was planted, and it links"));
        assert!(
            refusal
                .lines()
                .any(|l| l.contains("undefined") && l.contains(reason)),
            "{what}: no undefined {reason} in\n{refusal}"
        );
    }
}

/// In each module a function, and a panic in it.
const PLANTED_IN_MODULES: [(&str, &str, &str, &str); 5] = [
    (
        "src/descriptor_layout/pool.rs",
        "let bytes = planes * u64::from(memory.sampler_size);",
        "let bytes = planes * [1, 2][part.descriptor_count as usize];",
        "panic_bounds_check",
    ),
    (
        "src/varying/split.rs",
        "let in_first = count.min(4 - component);",
        "let in_first = 4 / (position ^ 7);",
        "panic_const_div_by_zero",
    ),
    (
        "src/indirect_draw/item.rs",
        "let is_last = draw_id == draw_count.saturating_sub(1);",
        "let is_last = draw_id % draw_count == 1;",
        "panic_const_rem_by_zero",
    ),
    (
        "src/dynamic_state/pipeline.rs",
        "let bit = 1 << instruction as u32;",
        "let bit = 1 << old[new.len()];",
        "panic_bounds_check",
    ),
    (
        "src/binding_table/shader.rs",
        "self.immutable_samplers.get(first..first.checked_add(count)?)",
        "Some(&self.immutable_samplers[first..first.checked_add(count)?])",
        "slice_",
    ),
];

#[test]
fn a_copy_with_a_reachable_panic_in_a_module_does_not_link() {
    assert_eq!(PLANTED_IN_MODULES.len(), MODULES.len());
    for (file, original, planted, reason) in PLANTED_IN_MODULES {
        let directory = copy_of_sources("planted_in_module");
        let place = directory.join(file);
        let text = fs::read_to_string(&place).expect("it was copied");
        assert_eq!(text.matches(original).count(), 1, "{original} in {file}");
        fs::write(&place, text.replace(original, planted))
            .expect("scratch is writable");
        let refusal = link_copy(&directory, &MODULES)
            .expect_err(&format!("a panic was planted in {file}"));
        assert!(
            refusal
                .lines()
                .any(|l| l.contains("undefined") && l.contains(reason)),
            "{file}: no undefined {reason} in\n{refusal}"
        );
    }
}
