// SPDX-License-Identifier: MIT

//! No code that panics, allocates or calls libc is reachable: any of it would
//! leave an undefined symbol in the library's object, which then would not link
//! by itself. Here it links; ci/functions.sh looks for such symbols in
//! what meson builds.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{compiler, modules, repository, run, scratch};

/// The name and the body of a function, and a word in the linker's error
/// message for it, with any version of Rust.
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

/// The file that they are planted in.
const PLACE: &str = "src/ffi/driver.rs";

/// Links an object without any library. The error is the linker's message.
fn link_alone(object: &Path, directory: &Path) -> Result<String, String> {
    run(compiler(false)
        .args(["-shared", "-nostdlib", "-Wl,--no-undefined", "-o"])
        .arg(directory.join("alone.so"))
        .arg(object))
}

/// Compiles the sources of a directory as for C.
fn compile(directory: &Path) {
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    run(Command::new(rustc)
        .arg(format!("@{}", repository("package/clib/rustc.args").display()))
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

/// Copies the sources.
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

/// A function of the C interface, in Rust.
fn function(name: &str, expression: &str) -> String {
    format!(
        "#[unsafe(no_mangle)]
        extern \"C\" fn {name}(number: u32) -> u32 {{ {expression} }}\n"
    )
}

#[test]
fn a_copy_with_reachable_panics_does_not_link() {
    let directory = copy_of_sources("planted");
    let place = directory.join(PLACE);
    let mut text = fs::read_to_string(&place).expect("it was copied");
    for (name, expression, _) in PLANTED {
        text += &function(name, expression);
    }
    fs::write(&place, text).expect("scratch is writable");
    let mut in_modules = Vec::new();
    for module in modules() {
        let name = format!("{module}_index");
        let place =
            directory.join("src/ffi/modules").join(module).join("mod.rs");
        let text = fs::read_to_string(&place).expect("it was copied");
        let planted = function(&name, "[1, 2, 3][number as usize]");
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
