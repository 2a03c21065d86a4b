// SPDX-License-Identifier: MIT

//! Nothing that panics, allocates or calls libc can be reached: each of them
//! would leave the object of the library with a symbol that is defined
//! elsewhere, so that it would not link on its own. It does; tests/symbols.rs
//! looks for such symbols in the library with each module.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{compiler, modules, repository, run, scratch};

/// What is in a function of its own, and a word of the message by which the
/// linker refuses it, whatever version of Rust.
const PLANTED: [(&str, &str, &str); 8] = [
    ("an_index", "[1, 2, 3][number as usize]", "panic_bounds_check"),
    ("a_division", "1 / number", "panic_const_div_by_zero"),
    ("an_unwrap", "number.checked_add(1).unwrap()", "unwrap_failed"),
    ("an_expect", "number.checked_sub(9).expect(\"nine\")", "expect_failed"),
    ("a_slice", "[1, 2, 3][number as usize..].len() as u32", "slice_"),
    ("an_assertion", "{ assert!(number != 70); number }", "panicking::panic"),
    (
        "an_allocation",
        "std::vec::Vec::<u32>::with_capacity(number as usize)
            .as_ptr() as usize as u32",
        "alloc",
    ),
    ("a_system_call", "number ^ std::process::id()", "process"),
];

/// Where they are planted.
const PLACE: &str = "src/ffi/padding.rs";

/// Links an object without any library. The error is what the linker said.
fn link_alone(object: &Path, directory: &Path) -> Result<String, String> {
    run(compiler(false)
        .args(["-shared", "-nostdlib", "-Wl,--no-undefined", "-o"])
        .arg(directory.join("alone.so"))
        .arg(object))
}

/// Compiles the sources of a directory as C gets them, with all modules.
fn compile(directory: &Path) {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    run(Command::new(rustc)
        .arg(format!("@{}", repository("package/clib/rustc.args").display()))
        .args(modules().iter().map(|m| format!("--cfg=feature=\"{}\"", m.name)))
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
fn link_copy(directory: &Path) -> Result<String, String> {
    compile(directory);
    link_alone(&directory.join("dral.o"), directory)
}

#[test]
fn a_copy_of_the_sources_links_alone() {
    let linked = link_copy(&copy_of_sources("copy_alone"));
    assert!(linked.is_ok(), "{}", linked.unwrap_err());
}

#[test]
fn a_copy_with_reachable_panics_does_not_link() {
    let directory = copy_of_sources("planted");
    let place = directory.join(PLACE);
    let mut text = fs::read_to_string(&place).expect("it was copied");
    for (name, expression, _) in PLANTED {
        text += &format!(
            "#[unsafe(no_mangle)]\nextern \"C\" fn {name}(number: u32) -> u32 {{
                {expression}
            }}\n"
        );
    }
    fs::write(&place, text).expect("scratch is writable");
    let mut in_modules = Vec::new();
    for module in modules() {
        let name = format!("{}_index", module.file_name());
        let place = directory.join("src/ffi").join(module.file_name());
        let place = place.join("mod.rs");
        let text = fs::read_to_string(&place).expect("it was copied");
        let planted = format!(
            "#[unsafe(no_mangle)]\nextern \"C\" fn {name}(number: u32) -> u32 {{
                [1, 2, 3][number as usize]
            }}\n"
        );
        fs::write(&place, text + &planted).expect("scratch is writable");
        in_modules.push((name, "panic_bounds_check"));
    }

    let refusal =
        link_copy(&directory).expect_err("panics were planted, and it links");
    let in_core = PLANTED.map(|(name, _, reason)| (name.into(), reason));
    for (function, reason) in in_core.into_iter().chain(in_modules) {
        assert!(
            refusal.lines().any(|line| line.contains("undefined")
                && line.contains(&function)
                && line.contains(reason)),
            "{function}: no undefined {reason} in\n{refusal}"
        );
    }
}
