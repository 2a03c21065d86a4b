// SPDX-License-Identifier: MIT

//! What pages state about the project exists: sections, files, names of the C
//! interface, options, steps and numbers. `cli/tests/command/` checks commands.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use support::{files, quoted, repository, text};

/// The pages by their paths, without code blocks and line breaks.
fn pages() -> BTreeMap<String, String> {
    let folders = [
        "",
        "docs/guide",
        "docs/reference",
        "docs/project",
        "evidence/proofs",
        "c_tests/data",
        "c_tests/data/hardware",
    ];
    let root = repository("");
    let paths = folders.iter().flat_map(|name| files(&repository(name), "md"));
    paths
        // Its older entries are about names that are gone.
        .filter(|path| !path.ends_with("CHANGELOG.md"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("it is UTF-8");
            let prose: String = text.split("```").step_by(2).collect();
            let name = path.strip_prefix(&root).expect("it is in it");
            let words: Vec<&str> = prose.split_whitespace().collect();
            (name.to_str().expect("UTF-8").into(), words.join(" "))
        })
        .collect()
}

/// The headings of a page.
fn headings(page: &str) -> BTreeSet<String> {
    let text = text(page);
    let lines = text.lines().filter(|line| line.starts_with('#'));
    lines.map(|line| line.trim_start_matches('#').trim().into()).collect()
}

/// The sections that a page names, with their pages: `` `PAGE`], "SECTION" ``,
/// perhaps several, and `("SECTION")` of the page itself.
fn sections(name: &str, page: &str) -> Vec<(String, String)> {
    let mut sections = Vec::new();
    for (at, _) in page.match_indices(".md`], \"") {
        let start = page[..at].rfind('`').expect("it is quoted") + 1;
        let target = format!("{}.md", &page[start..at]);
        let mut parts = page[at + ".md`], \"".len()..].split('"');
        while let Some(section) = parts.next() {
            sections.push((target.clone(), section.to_string()));
            if !matches!(parts.next(), Some(", " | " and ")) {
                break;
            }
        }
    }
    for rest in page.split("(\"").skip(1) {
        if let Some((section, _)) = rest.split_once("\")") {
            sections.push((name.to_string(), section.to_string()));
        }
    }
    sections
}

#[test]
fn the_sections_that_pages_name_exist() {
    let mut count = 0;
    for (name, page) in pages() {
        for (target, section) in sections(&name, &page) {
            let found = headings(&target).contains(&section);
            assert!(found, "{name}: {target} has no section \"{section}\"");
            count += 1;
        }
    }
    assert!(count > 15, "{count}");
}

/// The folders of the repository, without what builds write.
fn folders() -> Vec<String> {
    let entries = fs::read_dir(repository("")).expect("a folder").flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders
        .map(|entry| entry.file_name().into_string().expect("UTF-8") + "/")
        .filter(|name| !matches!(&name[..], "build/" | "target/"))
        .collect()
}

#[test]
fn the_files_that_pages_name_exist() {
    let folders = folders();
    let mut count = 0;
    for (name, page) in pages() {
        let words = quoted(&page).flat_map(|quoted| quoted.split(' '));
        for path in words.filter(|path| {
            folders.iter().any(|folder| path.starts_with(folder))
                // Mesa's.
                && !path.starts_with("src/panfrost/")
                && !path.contains("NAME")
                && !path.contains("...")
        }) {
            // A pattern stands for files of a folder.
            let path = path.split('*').next().unwrap_or(path);
            let is_folder = path.ends_with('/')
                || path.len() == path.rfind('/').map_or(0, |at| at + 1);
            let there = repository(path);
            let matches = |folder: &Path| {
                let start = path.rsplit('/').next().unwrap_or("");
                fs::read_dir(folder).is_ok_and(|entries| {
                    entries.flatten().any(|entry| {
                        let name = entry.file_name();
                        name.to_string_lossy().starts_with(start)
                    })
                })
            };
            let exists = there.exists()
                || !is_folder && there.parent().is_some_and(matches);
            assert!(exists, "{name}: {path}");
            count += 1;
        }
    }
    assert!(count > 150, "{count}");
}

/// All text of a folder, and of the folders in it.
fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, all);
        } else if let Ok(text) = fs::read_to_string(&path) {
            all.push_str(&text);
        }
    }
}

/// The names of dral in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c| !is_part(c))
        .filter(|name| name.starts_with("dral_") || name.starts_with("DRAL_"))
        .collect()
}

#[test]
fn the_functions_and_constants_that_pages_name_exist() {
    let mut all = ["meson.build", "build.rs"].map(text).concat();
    for folder in [
        "include",
        "tests",
        "c_tests",
        "ci",
        "evidence",
        "cli/src",
        "mesa",
        "conformance",
    ] {
        sources(&repository(folder), &mut all);
    }
    let known = names(&all);
    let mut count = 0;
    for (name, page) in pages() {
        for quoted in quoted(&page) {
            let found = names(quoted).into_iter();
            for found in found.filter(|name| !name.contains("NAME")) {
                assert!(known.contains(found), "{name}: {found}");
                count += 1;
            }
        }
    }
    assert!(count > 150, "{count}");
}

/// Options of meson, which no file of the project declares.
const MESON_OPTIONS: [&str; 3] = ["buildtype", "debug", "default_library"];

#[test]
fn the_options_and_steps_that_pages_name_exist() {
    let options = text("meson_options.txt");
    let script = text("test");
    let steps = text("ci/steps.mk");
    let (mut of_meson, mut of_test) = (0, 0);
    for (name, page) in pages() {
        for quoted in quoted(&page) {
            let words: Vec<&str> = quoted.split(' ').collect();
            for option in words.iter().filter_map(|w| w.strip_prefix("-D")) {
                let Some((option, _)) = option.split_once('=') else {
                    continue;
                };
                let is_known = MESON_OPTIONS.contains(&option)
                    || options.contains(&format!("\n  '{option}',"));
                assert!(is_known, "{name}: -D{option}");
                of_meson += 1;
            }
            let step = match words[..] {
                ["./test", ..] => {
                    for word in &words[1..] {
                        let is_known = !word.starts_with("--")
                            || script.contains(&format!("{word} "))
                            || script.contains(&format!("{word})"));
                        assert!(is_known, "{name}: {quoted}");
                    }
                    of_test += 1;
                    words.iter().skip_while(|w| **w != "--only").nth(1)
                }
                ["make", "-f", "ci/steps.mk", ref step] => Some(step),
                _ => None,
            };
            if let Some(step) = step.filter(|s| !["TEXT", "NAME"].contains(s)) {
                // A step may be the pattern of several.
                let parts = ["", "-s390x"].map(|end| step.strip_suffix(end));
                let found = parts.iter().flatten().any(|s| steps.contains(s));
                assert!(found, "{name}: {quoted}");
            }
        }
    }
    assert!(of_meson > 3 && of_test > 10, "{of_meson} {of_test}");
}

/// The rows of files of drivers that tests compare, and those in which the
/// driver is wrong: draws with a flag, and as many as the page of the rows
/// states, which the tests of the rows check.
fn rows_of_drivers() -> (usize, usize) {
    let page = &pages()["c_tests/data/README.md"];
    let stated = |before: &str, after: &str| -> usize {
        let end = page.find(after).expect(after);
        let (_, number) = page[..end].rsplit_once(before).expect(before);
        number.trim().parse().expect(before)
    };
    let mut wrong = stated("wrong in", "rows of `panvk26_buffers")
        + stated("wraps in", "rows of `panvk26_valhall");
    let mut all = 0;
    for name in [
        "draws",
        "ids",
        "panvk26_buffers",
        "panvk26_draws",
        "panvk26_valhall",
        "records",
        "valhall",
        "vulkan",
    ] {
        let text = text(&format!("c_tests/data/{name}.csv"));
        let (header, rows) = text.split_once('\n').expect("a header");
        all += rows.lines().count();
        if name == "panvk26_draws" {
            assert!(header.ends_with(",flags"));
            wrong += rows.lines().filter(|row| !row.ends_with(',')).count();
        }
    }
    (all - stated("leave out", "others, because"), wrong)
}

/// A number with a comma before its last three digits.
fn with_comma(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}

/// The number after `#define NAME ` in the header with the types.
fn constant(name: &str) -> String {
    let header = text("include/dral_types.h");
    let define = format!("#define {name} ");
    let rest = header.split(&define).nth(1).expect(name);
    rest.lines().next().expect(name).to_string()
}

#[test]
fn the_numbers_that_pages_state_are_true() {
    let (all, wrong) = rows_of_drivers();
    let [all, wrong, equal] = [all, wrong, all - wrong].map(with_comma);
    let buffers = constant("DRAL_VERTEX_STATE_BUFFERS");
    let elements = constant("DRAL_VERTEX_STATE_ELEMENTS");
    let meson = text("meson.build");
    let soname = meson.split("dral_soversion = '").nth(1).expect("meson.build");
    let soname = soname.split('\'').next().expect("meson.build");
    let meson_version = meson.split("meson_version : '>= ").nth(1);
    let meson_version = meson_version.and_then(|rest| rest.split('\'').next());
    let meson_version = meson_version.expect("meson.build").to_string();
    let rust = env!("CARGO_PKG_RUST_VERSION");
    let tools = format!("You need meson {meson_version} and rustc {rust};");
    let pages = pages();
    for (page, statement) in [
        ("README.md", format!("{equal} of {all} [rows]")),
        ("README.md", format!("In the other {wrong} the driver is wrong")),
        ("README.md", tools),
        ("docs/guide/using.md", format!("holds at most {buffers} buffers")),
        ("docs/guide/using.md", format!("it is `libdral.so.{soname}`")),
        ("docs/guide/packaging.md", format!("`libdral.so.{soname}`")),
        ("docs/guide/packaging.md", format!("`libdral{soname}`")),
        (
            "docs/project/testing.md",
            format!("{buffers} buffers and {elements} attributes"),
        ),
    ] {
        assert!(pages[page].contains(&statement), "{page}: {statement}");
    }
}

#[test]
fn planted_names_are_missed() {
    let page = "([`docs/x.md`], \"One\", \"Two\"), (\"Own\"). `dral_gone(1)`";
    let found = sections("y.md", page);
    let found: Vec<_> =
        found.iter().map(|(page, name)| (&page[..], &name[..])).collect();
    let expected =
        [("docs/x.md", "One"), ("docs/x.md", "Two"), ("y.md", "Own")];
    assert_eq!(found, expected);
    assert_eq!(names(page), BTreeSet::from(["dral_gone"]));
}
