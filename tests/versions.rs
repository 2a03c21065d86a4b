// SPDX-License-Identifier: MIT

//! Cargo, meson, pkg-config, the header, the library and the README have the
//! same version.

mod support;

use dral::ffi::version::dral_version;
use dral::version::{
    DRAL_VERSION_MAJOR, DRAL_VERSION_MINOR, DRAL_VERSION_PATCH,
};
use support::text;

/// The version of this package, which is the workspace's.
const CARGO: &str = env!("CARGO_PKG_VERSION");

/// The first quoted string in the line of project() in meson.build that begins
/// with `version`.
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

/// The text between the parentheses of a call in meson.build.
fn meson_call<'a>(meson_build: &'a str, name: &str) -> &'a str {
    let (before, rest) = meson_build
        .split_once(&format!("{name}(\n"))
        .unwrap_or_else(|| panic!("meson.build calls {name}"));
    // The call ends at a parenthesis with the indentation of its first line.
    let line = before.lines().last().unwrap_or_default();
    let indentation = &line[..line.len() - line.trim_start().len()];
    rest.split_once(&format!("\n{indentation})"))
        .unwrap_or_else(|| panic!("the call of {name} ends"))
        .0
}

#[test]
fn pkg_config_and_subprojects_have_the_version_of_meson() {
    let meson_build = text("meson.build");
    let versions = |call: &str| -> Vec<String> {
        let lines = meson_call(&meson_build, call).lines().map(str::trim);
        let versions = lines.filter(|line| line.starts_with("version"));
        versions.map(str::to_owned).collect()
    };
    // Without a version of its own, dral.pc gets the project's.
    assert!(versions("import('pkgconfig').generate").is_empty());
    let expected = ["version : meson.project_version(),"];
    assert_eq!(versions("declare_dependency"), expected);
}

#[test]
fn the_readme_has_the_version_of_cargo() {
    let readme = text("README.md");
    let (minor, _) = CARGO.rsplit_once('.').expect("three numbers");
    for part in
        [format!("The version is {CARGO}."), format!("dral = \"{minor}\"")]
    {
        assert!(readme.contains(&part), "README.md must have: {part}");
    }
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
    for manifest in ["Cargo.toml", "package/clib/Cargo.toml", "cli/Cargo.toml"]
    {
        assert!(
            text(manifest)
                .lines()
                .any(|line| line == "version.workspace = true"),
            "{manifest} must have `version.workspace = true`"
        );
    }
}
