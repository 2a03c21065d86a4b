// SPDX-License-Identifier: MIT

//! Compiles the C code against the headers of the crate dral.

fn main() {
    println!("cargo::rerun-if-changed=padded.c");
    // The build script of dral sets it for crates that depend on dral.
    let include = std::env::var("DEP_DRAL_INCLUDE").expect("dral is missing");
    cc::Build::new().file("padded.c").include(include).compile("padded");
}
