// SPDX-License-Identifier: MIT

//! Cargo, meson, pkg-config, the header, the library and the pages have the
//! same version.

mod support;

use support::text;

/// The version of this package, which is the workspace's.
const CARGO: &str = env!("CARGO_PKG_VERSION");

#[test]
fn every_file_has_the_version_of_cargo() {
    let numbers: Vec<&str> = CARGO.split('.').collect();
    let [major, minor, patch] = numbers[..] else { panic!("{CARGO}") };
    for (file, lines) in [
        ("docs/using.md", format!("The version is {CARGO}.")),
        ("docs/using.md", format!("dral = \"{major}.{minor}\"")),
        ("include/dral.h", format!("\n#define DRAL_VERSION_MAJOR {major}\n")),
        ("include/dral.h", format!("\n#define DRAL_VERSION_MINOR {minor}\n")),
        ("include/dral.h", format!("\n#define DRAL_VERSION_PATCH {patch}\n")),
        ("Cargo.toml", "\nversion.workspace = true\n".into()),
        ("cli/Cargo.toml", "\nversion.workspace = true\n".into()),
    ] {
        assert!(text(file).contains(&lines), "{file} must have: {lines}");
    }
}

/// Before 1.0 the next minor version may be incompatible, and an installed
/// library takes precedence over a subproject.
#[test]
fn every_driver_names_both_bounds_of_the_version() {
    let numbers: Vec<&str> = CARGO.split('.').collect();
    let [major, minor, _] = numbers[..] else { panic!("{CARGO}") };
    let next = minor.parse::<u32>().expect("a number") + 1;
    let bounds =
        format!("  version : ['>= {major}.{minor}.0', '< {major}.{next}'],");
    for file in [
        "README.md",
        "examples/driver/meson.build",
        "examples/indirect/meson.build",
        "examples/layout/meson.build",
        "tools/steps/driver/meson.build",
    ] {
        let text = text(file);
        let lines = text.lines();
        // What a patch adds.
        let lines = lines.map(|line| line.strip_prefix('+').unwrap_or(line));
        let lines: Vec<_> = lines.collect();
        let dependencies: Vec<_> = lines
            .windows(3)
            .filter(|l| l[0].ends_with("dependency(") && l[1] == "  'dral',")
            .collect();
        assert!(!dependencies.is_empty(), "{file} has no dependency on dral");
        for lines in dependencies {
            assert_eq!(lines[2], bounds, "{file}");
        }
    }
}

#[test]
fn meson_has_the_version_of_cargo_once() {
    let meson = text("meson.build");
    let versions: Vec<_> = meson
        .lines()
        .filter_map(|line| line.trim().strip_prefix("version : "))
        .collect();
    // Without a version of its own, dral.pc gets the project's.
    let project = format!("'{CARGO}',");
    assert_eq!(versions, [&project, "meson.project_version(),"]);
}

#[test]
fn cargo_c_has_the_soname_of_meson() {
    let meson = text("meson.build");
    let number = meson
        .lines()
        .find_map(|line| line.strip_prefix("dral_soversion = '"))
        .and_then(|rest| rest.strip_suffix('\''))
        .expect("meson.build has the number in the soname");
    let line = format!("\nversion = \"{number}.0.0\"\n");
    assert!(text("Cargo.toml").contains(&line), "Cargo.toml: {line}");
}
