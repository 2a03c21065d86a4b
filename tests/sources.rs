// SPDX-License-Identifier: MIT

//! Every public function of the C interface names the section with its rule,
//! and all named sections exist. What one place says of another is checked
//! here, too: the table of functions, fragments in lists of faults.

mod support;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use support::declared::declared_functions;
use support::{file_name, files, modules, repository, text};

/// The parts of the header for GPUs.
const DEVICE_HEADERS: [&str; 3] = [
    "include/dral_device.h",
    "include/dral_device_draw.h",
    "include/dral_device_numbers.h",
];

/// A document with rules.
struct Document {
    name: String,
    /// The header with its functions.
    header: String,
    /// The files that name its sections.
    files: Vec<PathBuf>,
}

/// The documents of the core and of each module.
fn documents() -> Vec<Document> {
    let document = |name: &str, header: String| {
        let mut files = files(&repository(&format!("src/{name}")), "rs");
        files.push(repository(&header));
        let name = format!("docs/reference/{}.md", name.replace('_', "-"));
        Document { name, header, files }
    };
    let mut core = document("instancing", "include/dral.h".into());
    core.files.extend(DEVICE_HEADERS.map(repository));
    let mut documents = vec![core];
    documents.extend(
        modules()
            .iter()
            .map(|name| document(name, format!("include/dral_{name}.h"))),
    );
    documents
}

/// The sections of a document that a text names, including several in a row.
fn named_sections(comments: &str, document: &str) -> Vec<String> {
    // Comments break lines, with `*` or `///` before the next word.
    let words: Vec<&str> = comments
        .split_whitespace()
        .filter(|word| !matches!(*word, "*" | "///" | "//" | "//!"))
        .collect();
    let joined = words.join(" ");
    let mut sections = Vec::new();
    for rest in joined.split(&format!("{document}, \"")).skip(1) {
        let mut parts = rest.split('"');
        while let Some(section) = parts.next() {
            sections.push(section.to_string());
            if parts.next() != Some(", ") {
                break;
            }
        }
    }
    sections
}

#[test]
fn every_named_section_exists() {
    let mut all = 0;
    for Document { name, files, .. } in documents() {
        let rules = text(&name);
        let mut checked = 0;
        for file in files {
            let comments = fs::read_to_string(&file).expect("it is UTF-8");
            for section in named_sections(&comments, &name) {
                let heading = format!("\n## {section}\n");
                let found = rules.contains(&heading);
                assert!(found, "{}: {section}", file.display());
                checked += 1;
            }
        }
        assert!(checked > 0, "{name}");
        all += checked;
    }
    assert!(all > 120, "{all}");
}

#[test]
fn every_computing_function_of_a_header_names_its_source() {
    for document in documents() {
        let header = text(&document.header);
        let functions: Vec<&str> = header
            .split("\n\n")
            .filter(|part| part.contains(");") && part.contains("///"))
            .collect();
        assert!(!functions.is_empty(), "{}", document.header);
        for function in functions {
            // Reverse functions share the source of the other direction; batch
            // and text functions that of the function they name.
            let refers = ["the reverse of", "for each of count", "static and"]
                .iter()
                .any(|words| function.contains(words));
            let source = function.contains("Source: ");
            let version = function.contains("dral_version");
            assert!(source || refers || version, "{function}");
        }
    }
}

#[test]
fn every_inline_function_for_gpus_names_its_source() {
    let header = DEVICE_HEADERS.map(text).concat();
    let functions: Vec<&str> = header
        .split("\n\n")
        .filter(|part| part.contains("///") && part.contains("static inline"))
        .collect();
    assert!(functions.len() > 15, "{}", functions.len());
    for function in functions {
        assert!(function.contains("Source: "), "{function}");
    }
}

/// The functions of the C interface, including those defined in a header.
fn public_functions() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for header in ["include/dral.h", "include/dral_model.h"].map(text) {
        let declared = declared_functions(&header);
        names.extend(declared.into_iter().map(str::to_owned));
    }
    let inline = DEVICE_HEADERS.iter().chain(&["include/dral_panfrost.h"]);
    for header in inline.map(|name| text(name)) {
        // Only public functions have documentation.
        let documented = header.split("\n\n").filter(|part| {
            part.contains("///") && part.contains("static inline")
        });
        names.extend(documented.map(|part| {
            let line = part.lines().find(|line| {
                let name = line.split('(').next().unwrap_or("");
                line.contains('(')
                    && ["dral_", "pan_", "panfrost_"]
                        .iter()
                        .any(|prefix| name.starts_with(prefix))
            });
            let line = line.expect("a function has a name");
            line.split('(').next().unwrap_or("").to_string()
        }));
    }
    names
}

/// The tests in C, without the reference.
fn tests_in_c() -> String {
    let folders = ["instancing", "device", "opencl"];
    let folders = folders.map(|name| repository("c_tests").join(name));
    let extensions = ["c", "h", "cl"];
    let sources = folders.iter().flat_map(|folder| {
        extensions.iter().flat_map(|extension| files(folder, extension))
    });
    sources.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Also by another function of the headers for GPUs, which a test calls.
#[test]
fn every_function_is_called_by_a_test() {
    let tests = text("tests/known/instancing.rs") + &tests_in_c();
    let headers = DEVICE_HEADERS.map(text).concat();
    let functions = public_functions();
    assert!(functions.len() > 65, "{}", functions.len());
    // A test in C passes the drop-in names to others, without a parenthesis.
    let is_called = |name: &str| {
        let ends = ["(", ";", ",", "\n"];
        ends.iter().any(|end| tests.contains(&format!("{name}{end}")))
            || headers.matches(&format!("{name}(")).count() > 1
    };
    let missing: Vec<_> =
        functions.iter().filter(|name| !is_called(name)).collect();
    assert!(missing.is_empty(), "no test calls {missing:?}");
}

/// The header is the list of functions: hostile callers compare theirs with it.
#[test]
fn every_function_of_a_module_has_known_answers() {
    let mut count = 0;
    for module in modules() {
        let header = text(&format!("include/dral_{module}.h"));
        let calls = text(&format!("tests/known/{module}.rs"));
        for name in declared_functions(&header) {
            // A text has no numbers.
            if header.contains(&format!("const char *{name}(")) {
                continue;
            }
            assert!(
                calls.contains(&format!("{name}(")),
                "{name}: no call in tests/known/{module}.rs; \"A C function\" \
                 in docs/project/architecture.md lists what it needs"
            );
            count += 1;
        }
    }
    assert!(count > 45, "{count}");
}

#[test]
fn all_named_sections_are_found() {
    let comments = "/// Source: docs/x.md, \"One\",\n/// \"Two\"; y, \"No\".";
    assert_eq!(named_sections(comments, "docs/x.md"), ["One", "Two"]);
}

/// Formatters leave comments as they are.
#[test]
fn lines_of_comments_are_short() {
    let mut folders = vec![repository("")];
    let mut checked = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("it is readable") {
            let entry = entry.expect("an entry");
            let path = entry.path();
            let name = file_name(&path);
            // Not a link: examples link the repository.
            if entry.file_type().expect("it has one").is_dir() {
                if !name.starts_with('.')
                    && !["build", "target"].contains(&name)
                {
                    folders.push(path);
                }
                continue;
            }
            let most = match path.extension().and_then(OsStr::to_str) {
                Some("rs") => 80,
                // Generated from Rust.
                Some("h") if folder.ends_with("include") => 80,
                Some("c" | "h" | "cl") => 78,
                _ => continue,
            };
            let source = fs::read_to_string(&path).expect("UTF-8");
            for (number, line) in (1..).zip(source.lines()) {
                let text = line.trim_start();
                let comment = text.starts_with("//")
                    || text.starts_with("/*")
                    || text.starts_with("* ");
                let place = format!("{}:{number}", path.display());
                assert!(!comment || line.chars().count() <= most, "{place}");
                checked += usize::from(comment);
            }
        }
    }
    assert!(checked > 5000, "{checked}");
}

/// The fragments quoted in a list of faults, each with its file.
fn quotes(list: &str) -> Vec<(&str, String)> {
    let mut quotes: Vec<(&str, String)> = Vec::new();
    let (mut file, mut quoting) = ("", false);
    for line in list.lines() {
        if let Some(name) = line.strip_prefix("in ") {
            file = name.trim();
        }
        let quoted = line.strip_prefix('-');
        match (quoted, quotes.last_mut()) {
            (Some(part), Some((_, quote))) if quoting => {
                *quote += &format!("\n{part}");
            }
            (Some(part), _) => quotes.push((file, part.into())),
            _ => {}
        }
        quoting = quoted.is_some();
    }
    quotes
}

#[test]
fn quotes_of_planted_faults_occur_once() {
    let mut lists = files(&repository("evidence/faults"), "txt");
    lists.push(repository("evidence/proofs/faults.txt"));
    let lists: String =
        lists.iter().map(|list| fs::read_to_string(list).unwrap()).collect();
    let quotes = quotes(&lists);
    assert!(quotes.len() > 100, "{}", quotes.len());
    for (file, quote) in quotes {
        assert_eq!(text(file).matches(&quote).count(), 1, "{file}: {quote}");
    }
}

/// The theorems of evidence/proofs/README.md, with their files, and those of
/// the files.
#[test]
fn every_theorem_is_listed_and_compiled() {
    let mut listed = Vec::new();
    let mut file = "";
    let readme = text("evidence/proofs/README.md");
    for row in readme.lines().filter_map(|line| line.strip_prefix("| ")) {
        let mut columns = row.split('|').map(|column| column.split('`'));
        let (Some(mut of), Some(names)) = (columns.next(), columns.next())
        else {
            continue;
        };
        file = of.nth(1).unwrap_or(file);
        let names = names.skip(1).step_by(2);
        listed.extend(names.map(|name| format!("{file}: {name}")));
    }
    listed.sort();
    let project = text("evidence/proofs/_CoqProject");
    let mut compiled: Vec<&str> = project.lines().skip(1).collect();
    compiled.sort();
    let sources = files(&repository("evidence/proofs"), "v");
    let names: Vec<&str> = sources.iter().map(|path| file_name(path)).collect();
    assert_eq!(names, compiled);
    let mut theorems = Vec::new();
    for (path, name) in sources.iter().zip(&names) {
        let source = fs::read_to_string(path).unwrap();
        let stated = source
            .lines()
            .filter_map(|line| line.strip_prefix("Theorem ")?.split(' ').next())
            .map(|theorem| format!("{name}: {theorem}"));
        theorems.extend(stated);
    }
    theorems.sort();
    assert!(theorems.len() > 10);
    assert_eq!(listed, theorems);
}

/// The functions of dral.h and of the headers for GPUs, and how to prove each
/// with ESBMC.
fn table_of_proofs() -> String {
    let list = text("evidence/proofs/list.csv");
    let rows: Vec<Vec<_>> =
        list.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0][..3], ["file", "proof", "function"]);
    let functions = public_functions();
    for row in &rows[1..] {
        for proven in row[2].split(' ') {
            assert!(functions.iter().any(|name| name == proven), "{row:?}");
        }
    }
    let header = text("include/dral.h");
    let in_header = declared_functions(&header);
    let mut table = String::from("| function | proof |\n|---|---|\n");
    for name in &functions {
        if !in_header.contains(&name[..]) && !name.contains("_device_") {
            continue;
        }
        let proofs =
            rows.iter().filter(|row| row[2].split(' ').any(|of| of == name));
        let mut proofs: Vec<_> =
            proofs.map(|row| format!("`{} {}`", row[0], row[1])).collect();
        proofs.dedup();
        let proofs = match proofs.is_empty() {
            true => "none".into(),
            false => proofs.join(", "),
        };
        table += &format!("| `{name}` | {proofs} |\n");
    }
    table
}

#[test]
fn the_table_of_proofs_is_generated() {
    const PAGE: &str = "docs/project/testing.md";
    let page = text(PAGE);
    let (before, rest) =
        page.split_once("| function | proof |\n").expect("the table");
    let (_, after) = rest.split_once("|\n\n").expect("its end");
    let renewed = format!("{before}{}\n{after}", table_of_proofs());
    if std::env::var_os("DRAL_BLESS").is_some_and(|value| value == "1") {
        fs::write(repository(PAGE), renewed).expect("it is writable");
    } else {
        assert!(
            page == renewed,
            "the table of proofs differs from evidence/proofs/list.csv: \
             DRAL_BLESS=1 cargo test -p dral --test sources"
        );
    }
}

#[test]
fn every_path_in_the_architecture_exists() {
    let page = text("docs/project/architecture.md");
    // Every other part is between backquotes.
    let quoted = page.split('`').skip(1).step_by(2);
    let paths: Vec<_> = quoted
        .filter(|quoted| quoted.contains('/'))
        .filter(|quoted| !quoted.contains(['<', '*', ' ']))
        .filter(|path| !path.contains("NAME"))
        .collect();
    assert!(paths.len() > 30, "{paths:?}");
    for path in paths {
        assert!(repository(path).exists(), "{path}");
    }
}

/// The targets of a page's links: `[text](target)` and `[name]: target`.
fn link_targets(page: &str) -> Vec<&str> {
    let inline = page.split("](").skip(1);
    let inline = inline.filter_map(|rest| rest.split_once(')'));
    let named = page.lines().filter(|line| line.starts_with('['));
    let named = named.filter_map(|line| line.split_once("]: "));
    inline.map(|found| found.0).chain(named.map(|found| found.1)).collect()
}

/// The name of a heading in links.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || " _-".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Whether a link of a page leads to a file and, if it names one, a heading.
fn leads_somewhere(page: &Path, target: &str) -> bool {
    let (file, heading) = match target.split_once('#') {
        Some((file, heading)) => (file, Some(heading)),
        None => (target, None),
    };
    let file = match file {
        "" => page.to_path_buf(),
        file => page.parent().unwrap().join(file),
    };
    let Some(heading) = heading else { return file.exists() };
    let text = fs::read_to_string(file).unwrap_or_default();
    let mut headings = text.lines().filter(|line| line.starts_with('#'));
    headings.any(|line| anchor(line) == heading)
}

#[test]
fn links_lead_to_files_and_headings() {
    let folders = [
        "",
        "docs/guide",
        "docs/reference",
        "docs/project",
        "evidence/proofs",
        "c_tests/data",
        "c_tests/data/hardware",
    ];
    let mut count = 0;
    for page in folders.iter().flat_map(|name| files(&repository(name), "md")) {
        let text = fs::read_to_string(&page).unwrap();
        for target in link_targets(&text) {
            count += 1;
            assert!(
                target.starts_with("https:") || leads_somewhere(&page, target),
                "{}: no file or heading: {target}",
                page.display()
            );
        }
        // A document in backquotes is a link, with its target at the end.
        for name in text.split('`').skip(1).step_by(2) {
            let is_document = name.ends_with(".md")
                && name
                    .chars()
                    .all(|c| c.is_ascii_alphabetic() || "_/-.".contains(c));
            assert!(
                !is_document || text.contains(&format!("\n[`{name}`]: ")),
                "{}: no link: {name}",
                page.display()
            );
        }
    }
    assert!(count > 100, "{count}");
}

/// A registry shows them without other files of the crate.
#[test]
fn pages_of_crates_link_only_to_the_web() {
    for page in ["src/README.md", "cli/README.md"] {
        for target in link_targets(&text(page)) {
            assert!(target.starts_with("https:"), "{page}: {target}");
        }
    }
    assert!(!leads_somewhere(&repository("README.md"), "docs/absent.md"));
    assert!(!leads_somewhere(&repository("README.md"), "#absent"));
}
