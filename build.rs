// SPDX-License-Identifier: MIT

//! Generates the C header into `OUT_DIR`. The committed one in `include/` is
//! what C uses; `tests/header_drift.rs` compares the two.

use std::env;
use std::fs;
use std::path::PathBuf;

/// What dral.h declares, in its order.
const CORE: [&str; 15] = [
    "src/version.rs",
    "src/ffi/version.rs",
    "src/instancing/padding.rs",
    "src/ffi/padding.rs",
    "src/instancing/divisor.rs",
    "src/ffi/divisor.rs",
    "src/ffi/draw.rs",
    "src/instancing/attribute.rs",
    "src/instancing/record.rs",
    "src/ffi/attribute.rs",
    "src/ffi/table.rs",
    "src/instancing/id.rs",
    "src/ffi/id.rs",
    "src/instancing/valhall.rs",
    "src/ffi/valhall.rs",
];

fn main() {
    for path in CORE.iter().chain(&["build.rs", "cbindgen.toml"]) {
        println!("cargo:rerun-if-changed={path}");
    }
    let config = cbindgen::Config::from_file("cbindgen.toml")
        .expect("cbindgen.toml is part of the sources");
    let builder = CORE
        .iter()
        .fold(cbindgen::Builder::new(), |builder, path| builder.with_src(path));
    let mut header = Vec::new();
    builder
        .with_config(config)
        .generate()
        .expect("src/ffi is what cbindgen understands")
        .write(&mut header);
    let header = String::from_utf8(header).expect("the sources are UTF-8");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("dral.h"), without_rust_examples(&header))
        .expect("OUT_DIR is writable");
}

/// Takes the examples out of comments: types that the core shares with C
/// have them, in Rust.
fn without_rust_examples(header: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut in_example = false;
    for line in header.lines() {
        if line.trim_start().starts_with("* ```") {
            in_example = !in_example;
            // The empty line before an example goes with it.
            if in_example && kept.last().is_some_and(|l| l.trim() == "*") {
                kept.pop();
            }
        } else if !in_example {
            kept.push(line);
        }
    }
    kept.join("\n") + "\n"
}
