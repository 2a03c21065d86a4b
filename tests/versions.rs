// SPDX-License-Identifier: MIT

//! Cargo, meson, the header and the library itself give the same version.

mod support;

use dral::ffi::version::dral_version;
use dral::version::{
    DRAL_VERSION_MAJOR, DRAL_VERSION_MINOR, DRAL_VERSION_PATCH,
};
use support::text;

/// The version of this package, which is that of the workspace.
const CARGO: &str = env!("CARGO_PKG_VERSION");

/// The first quoted string on the line of meson.build that begins so, within
/// project().
fn meson_version(meson_build: &str) -> &str {
    let project = meson_build
        .split_once("\nproject(")
        .and_then(|(_, rest)| rest.split_once("\n)"))
        .expect("meson.build has a project")
        .0;
    project
        .lines()
        .find_map(|line| line.trim().strip_prefix("version : '"))
        .and_then(|rest| rest.split('\'').next())
        .expect("the project has a version")
}

fn header_number(header: &str, name: &str) -> u32 {
    let define = format!("#define {name} ");
    header
        .lines()
        .find_map(|line| line.strip_prefix(&define))
        .unwrap_or_else(|| panic!("dral.h defines {name}"))
        .parse()
        .expect("versions are numbers")
}

#[test]
fn meson_has_the_version_of_cargo() {
    assert_eq!(meson_version(&text("meson.build")), CARGO);
}

#[test]
fn the_header_has_the_version_of_cargo() {
    let header = text("include/dral.h");
    let [major, minor, patch] = ["MAJOR", "MINOR", "PATCH"]
        .map(|part| header_number(&header, &format!("DRAL_VERSION_{part}")));
    assert_eq!(format!("{major}.{minor}.{patch}"), CARGO);
}

#[test]
fn the_library_has_the_version_of_cargo() {
    let version = format!(
        "{DRAL_VERSION_MAJOR}.{DRAL_VERSION_MINOR}.{DRAL_VERSION_PATCH}"
    );
    assert_eq!(version, CARGO);
    let linked = dral_version();
    let parts = [linked >> 16, linked >> 8 & 0xFF, linked & 0xFF];
    assert_eq!(parts.map(|part| part.to_string()).join("."), CARGO);
}

#[test]
fn every_package_has_the_version_of_the_workspace() {
    for manifest in ["Cargo.toml", "clib/Cargo.toml", "cli/Cargo.toml"] {
        assert!(
            text(manifest)
                .lines()
                .any(|line| line == "version.workspace = true"),
            "{manifest} must have `version.workspace = true`"
        );
    }
}
