// SPDX-License-Identifier: MIT

//! Cargo, meson, pkg-config, the header, the library, the pages and Debian's
//! packages have the same version.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use support::declared::declared_functions;
use support::{file_name, files, repository, text};

/// The version of this package, which is the workspace's.
const CARGO: &str = env!("CARGO_PKG_VERSION");

/// The one address of the project.
const HOMEPAGE: &str = env!("CARGO_PKG_HOMEPAGE");

#[test]
fn every_file_has_the_version_of_cargo() {
    let numbers: Vec<&str> = CARGO.split('.').collect();
    let [major, minor, patch] = numbers[..] else { panic!("{CARGO}") };
    for (file, lines) in [
        ("docs/guide/using.md", format!("The version is {CARGO}.")),
        ("include/dral.h", format!("\n#define DRAL_VERSION_MAJOR {major}\n")),
        ("include/dral.h", format!("\n#define DRAL_VERSION_MINOR {minor}\n")),
        ("include/dral.h", format!("\n#define DRAL_VERSION_PATCH {patch}\n")),
        ("Cargo.toml", "\nversion.workspace = true\n".into()),
        ("cli/Cargo.toml", "\nversion.workspace = true\n".into()),
        ("package/alpine/APKBUILD", format!("\npkgver={CARGO}\n")),
        ("package/alpine/APKBUILD", format!("\nurl=\"{HOMEPAGE}\"\n")),
        ("package/arch/PKGBUILD", format!("\npkgver={CARGO}\n")),
        ("package/arch/PKGBUILD", format!("\nurl='{HOMEPAGE}'\n")),
        ("package/fedora/dral.spec", format!("\nVersion:        {CARGO}\n")),
        ("package/fedora/dral.spec", format!("\nURL:            {HOMEPAGE}\n")),
        ("cli/Cargo.toml", format!("\ndral = {{ version = \"{CARGO}\", ")),
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
        "ci/driver/meson.build",
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
fn meson_refuses_older_compilers_than_cargo() {
    let oldest = env!("CARGO_PKG_RUST_VERSION");
    let check = format!("if rust.version().version_compare('< {oldest}')\n");
    assert!(text("meson.build").contains(&check), "meson.build: {check}");
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

/// The number in the soname.
fn soname() -> String {
    let meson = text("meson.build");
    meson
        .lines()
        .find_map(|line| line.strip_prefix("dral_soversion = '"))
        .and_then(|rest| rest.strip_suffix('\''))
        .expect("meson.build has the number in the soname")
        .to_owned()
}

#[test]
fn cargo_c_has_the_soname_of_meson() {
    let line = format!("\nversion = \"{}.0.0\"\n", soname());
    assert!(text("Cargo.toml").contains(&line), "Cargo.toml: {line}");
}

/// Also that its list of symbols matches the headers, because building the
/// package takes long. DRAL_BLESS=1 renews the list.
#[test]
fn debian_has_the_version_soname_address_and_symbols() {
    let changelog = text("package/debian/changelog");
    assert!(changelog.starts_with(&format!("dral ({CARGO}-1) ")));
    let address = format!("\nHomepage: {HOMEPAGE}\n");
    let control = text("package/debian/control");
    assert!(control.contains(&address), "{address}");
    let number = soname();
    assert!(control.contains(&format!("\nPackage: libdral{number}\n")));
    let path = format!("package/debian/libdral{number}.symbols");
    let symbols = text(&path);
    let mut lines = symbols.lines();
    let first = format!("libdral.so.{number} libdral{number} #MINVER#");
    assert_eq!(lines.next(), Some(&*first));
    let package = "* Build-Depends-Package: libdral-dev";
    assert_eq!(lines.next(), Some(package));
    // Each with the version that it is in since.
    let listed: BTreeMap<&str, &str> = lines
        .map(|line| line.trim_start().split_once('@').expect("a name"))
        .collect();
    let headers: Vec<String> = files(&repository("include"), "h")
        .iter()
        .filter(|path| !file_name(path).starts_with("dral_device"))
        .filter(|path| file_name(path) != "dral_panfrost.h")
        .map(|header| fs::read_to_string(header).expect("it is UTF-8"))
        .collect();
    let declared: BTreeSet<&str> =
        headers.iter().flat_map(|text| declared_functions(text)).collect();
    if std::env::var_os("DRAL_BLESS").is_some_and(|value| value == "1") {
        let new = format!("Base {CARGO}");
        let line = |name: &&str| {
            format!(" {name}@{}\n", listed.get(name).unwrap_or(&&*new))
        };
        let lines: String = declared.iter().map(line).collect();
        fs::write(repository(&path), [&first, package, &lines].join("\n"))
            .expect(&path);
        return;
    }
    assert!(
        listed.into_keys().eq(declared),
        "{path} has not the functions of the headers: \
         DRAL_BLESS=1 cargo test -p dral --test versions"
    );
}
