// SPDX-License-Identifier: MIT

//! Every public function of the C interface names the section with its rule,
//! and all named sections exist. What one place says of another is also checked
//! here: links, paths, lists of theorems, proofs and tests.

mod support;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use support::declared::declared_functions;
use support::{file_name, files, modules, quoted, repository, text};

/// The headers whose names start with this, by their paths.
fn headers(start: &str) -> Vec<String> {
    let paths = files(&repository("include"), "h");
    let names = paths.iter().map(|path| file_name(path));
    let names = names.filter(|name| name.starts_with(start));
    let headers: Vec<_> = names.map(|name| format!("include/{name}")).collect();
    assert!(!headers.is_empty(), "{start}");
    headers
}

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
    let document = |name: &str, folder: &str, header: String| {
        let mut files = files(&repository(folder), "rs");
        files.push(repository(&header));
        let name = format!("docs/reference/{}.md", name.replace('_', "-"));
        Document { name, header, files }
    };
    let mut core =
        document("instancing", "src/instancing", "include/dral.h".into());
    core.files
        .extend(headers("dral_device").iter().map(|name| repository(name)));
    let mut documents = vec![core];
    documents.extend(modules().iter().map(|name| {
        let header = format!("include/dral_{name}.h");
        document(name, &format!("src/modules/{name}"), header)
    }));
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

/// Reverse functions share the source of the other direction; batch and text
/// functions name the function with the source.
const REFERS: [&str; 4] =
    ["Source: ", "the reverse of", "for each of count", "static and"];

#[test]
fn every_computing_function_names_its_source() {
    let of_documents = documents().into_iter().map(|document| document.header);
    for header in of_documents.chain(headers("dral_device")) {
        let text = text(&header);
        let mut count = 0;
        for function in text.split("\n\n").filter(|part| {
            let ends = [");", "static inline"];
            part.contains("///") && ends.iter().any(|end| part.contains(end))
        }) {
            let is_known = function.contains("dral_version")
                || REFERS.iter().any(|words| function.contains(words));
            assert!(is_known, "{header}: {function}");
            count += 1;
        }
        assert!(count > 0, "{header}");
    }
}

/// The functions of the C interface without modules, including those defined in
/// a header, which then declares no others.
fn public_functions() -> Vec<String> {
    let of_modules: Vec<_> =
        modules().iter().map(|name| format!("include/dral_{name}.h")).collect();
    let mut names: Vec<String> = Vec::new();
    for header in headers("dral") {
        if of_modules.contains(&header) {
            continue;
        }
        let header = text(&header);
        if !header.contains("\nstatic inline") {
            let declared = declared_functions(&header);
            names.extend(declared.into_iter().map(str::to_owned));
        }
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
    let of_devices: String =
        headers("dral_device").iter().map(|name| text(name)).collect();
    let functions = public_functions();
    assert!(functions.len() > 65, "{}", functions.len());
    // A test in C passes the drop-in names to others, without a parenthesis.
    let is_called = |name: &str| {
        let ends = ["(", ";", ",", "\n"];
        ends.iter().any(|end| tests.contains(&format!("{name}{end}")))
            || of_devices.matches(&format!("{name}(")).count() > 1
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
                "{name}: no call in tests/known/{module}.rs; \"A complete \
                 change\" in docs/project/architecture.md lists what it needs"
            );
            count += 1;
        }
    }
    assert!(count > 45, "{count}");
}

/// The public functions of modules that may fail, without a C function for
/// their errors.
const WITHOUT_C_FUNCTION: [&str; 6] = [
    "binding_table/block.rs: new",
    "binding_table/release.rs: new",
    "descriptor_layout/model.rs: of_anv",
    "dynamic_state/device.rs: known",
    "dynamic_state/device.rs: new",
    "indirect_draw/hardware.rs: new",
];

/// The public functions of a source that document errors, each with the first
/// line about them.
fn errors_of_functions(source: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut lines = source.lines().map(str::trim_start);
    let mut errors = None;
    while let Some(line) = lines.next() {
        if line == "/// # Errors" {
            errors = lines.next();
        } else if !line.starts_with("///") && !line.starts_with("#[") {
            let function = ["pub fn ", "pub const fn "]
                .iter()
                .find_map(|start| line.strip_prefix(start))
                .and_then(|rest| rest.split(['(', '<']).next());
            found.extend(function.zip(errors.take()));
        }
    }
    found
}

/// The name in "As `dral_x`".
fn as_function(line: &str) -> Option<&str> {
    Some(line.trim_start().strip_prefix("/// As `dral_")?.split_once('`')?.0)
}

/// A method says "As `dral_x`" of the errors and the source that the comment of
/// the C function states.
#[test]
fn methods_refer_to_functions_of_the_c_interface() {
    let of_module = |name: String| {
        let header = text(&format!("include/dral_{name}.h"));
        (format!("src/modules/{name}"), header)
    };
    let folders = modules().into_iter().map(of_module);
    let core = ["include/dral.h", "include/dral_model.h"].map(text).concat();
    for (folder, header) in folders.chain([("src/instancing".into(), core)]) {
        let mut count = 0;
        for path in files(&repository(&folder), "rs") {
            let source = fs::read_to_string(&path).expect("it is UTF-8");
            for name in source.lines().filter_map(as_function) {
                let start = format!("int dral_{name}(");
                let comment = header
                    .split("\n\n")
                    .find(|part| part.contains(&start))
                    .unwrap_or_default();
                assert!(
                    comment.contains("ERROR_") || comment.contains("errors as"),
                    "{}: dral_{name} states no errors",
                    path.display()
                );
                count += 1;
            }
        }
        assert!(count > 2, "{folder}: {count}");
    }
}

#[test]
fn methods_of_modules_do_not_repeat_errors() {
    let mut without = BTreeSet::new();
    for module in modules() {
        for path in files(&repository("src/modules").join(&module), "rs") {
            let source = fs::read_to_string(&path).expect("it is UTF-8");
            for (function, errors) in errors_of_functions(&source) {
                if as_function(errors).is_none() {
                    let file = file_name(&path);
                    without.insert(format!("{module}/{file}: {function}"));
                }
            }
        }
    }
    assert_eq!(without, WITHOUT_C_FUNCTION.map(String::from).into());
}

#[test]
fn all_named_sections_are_found() {
    let comments = "/// Source: docs/x.md, \"One\",\n/// \"Two\"; y, \"No\".";
    assert_eq!(named_sections(comments, "docs/x.md"), ["One", "Two"]);
}

/// The theorems of evidence/proofs/README.md, with their files, and the
/// theorems in the files.
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
    assert!(!theorems.is_empty());
    assert_eq!(listed, theorems);
}

/// The functions for drivers and GPUs without a proof.
const WITHOUT_PROOF: [&str; 5] = [
    "dral_attribute_descriptor_pack",
    "dral_device_magic_divisor",
    "dral_error_text",
    "dral_varying_buffer_size",
    "dral_version",
];

/// The functions that a proof covers, by evidence/proofs/list.csv.
fn proven(list: &str) -> BTreeSet<&str> {
    let rows = list.lines().skip(1);
    rows.flat_map(|row| row.split(',').nth(2).expect(row).split(' ')).collect()
}

#[test]
fn every_other_function_of_a_driver_has_a_proof() {
    let list = text("evidence/proofs/list.csv");
    let proven = proven(&list);
    let functions = public_functions();
    let header = text("include/dral.h");
    let of_drivers = declared_functions(&header);
    let without: BTreeSet<&str> = functions
        .iter()
        .map(|name| &name[..])
        .filter(|name| of_drivers.contains(name) || name.contains("_device_"))
        .filter(|name| !proven.contains(name))
        .collect();
    assert_eq!(without, BTreeSet::from(WITHOUT_PROOF));
    for name in proven {
        assert!(functions.iter().any(|function| function == name), "{name}");
    }
}

#[test]
fn the_page_on_proofs_says_what_is_proven() {
    let page = text("evidence/proofs/README.md");
    let heading = "| function of `dral.h` | proven |\n|---|---|\n";
    let (_, rest) = page.split_once(heading).expect("the table");
    let (table, rest) = rest.split_once("\n\n").expect("its end");
    let (of_devices, _) = rest.split_once(". No function").expect("others");
    let (mut with, mut without) = (BTreeSet::new(), BTreeSet::new());
    for row in table.lines() {
        let mut columns = row.split(" | ");
        let (names, how) = (columns.next(), columns.next());
        let (names, how) = (names.expect(row), how.expect(row));
        let is_proven = how.starts_with("for ") || how.starts_with("after ");
        let names = quoted(names);
        if is_proven {
            with.extend(names);
        } else {
            without.extend(names);
        }
    }
    without.extend(quoted(of_devices));
    assert_eq!(without, BTreeSet::from(WITHOUT_PROOF));
    let list = text("evidence/proofs/list.csv");
    let mut proven = proven(&list);
    proven.retain(|name| !name.contains("_device_"));
    assert_eq!(with, proven);
}

const PAGE: &str = "docs/project/testing.md";

/// Otherwise nothing would miss a deleted one.
#[test]
fn the_page_on_testing_names_every_test_program() {
    let page = text(PAGE);
    for folder in ["tests", "cli/tests"] {
        for entry in fs::read_dir(repository(folder)).expect("a folder") {
            let path = entry.expect("it can be read").path();
            let name = path.file_stem().and_then(OsStr::to_str).expect("UTF-8");
            let is_test = path.is_file() || path.join("main.rs").exists();
            let is_named = page.contains(&format!("--test {name}`"));
            assert!(is_named || !is_test, "{PAGE}: {folder}/{name}");
        }
    }
    for rest in page.split("--test ").skip(1) {
        let (name, _) = rest.split_once('`').expect("it is quoted");
        let paths = ["tests", "cli/tests"].map(|folder| {
            let path = repository(folder).join(name);
            [path.with_extension("rs"), path.join("main.rs")]
        });
        assert!(paths.concat().iter().any(|path| path.exists()), "{name}");
    }
}

#[test]
fn every_path_in_the_architecture_exists() {
    let page = text("docs/project/architecture.md");
    // Every other part is between backquotes.
    let quoted = page.split('`').skip(1).step_by(2);
    let paths: Vec<_> = quoted
        .filter(|quoted| quoted.contains('/') || quoted.ends_with(".rs"))
        .filter(|quoted| !quoted.contains(['<', '*', ' ']))
        .filter(|path| !path.contains("NAME"))
        .collect();
    assert!(paths.len() > 30, "{paths:?}");
    for path in paths {
        let is_named = repository(path).exists()
            || repository("src/instancing").join(path).exists();
        assert!(is_named, "{path}");
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

/// The fields of a struct of the C interface, and whether each is private.
fn fields<'a>(header: &'a str, name: &str) -> Vec<(&'a str, bool)> {
    let (_, rest) =
        header.split_once(&format!("\nstruct {name} {{\n")).expect("a struct");
    let (body, _) = rest.split_once("\n};").expect("it ends");
    let mut fields = Vec::new();
    let mut private = false;
    for line in body.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("///") {
            private |= comment.starts_with(" Private");
        } else {
            let name = line.split(['[', ';']).next().unwrap_or(line);
            fields.push((name.rsplit(' ').next().unwrap_or(name), private));
            private = false;
        }
    }
    fields
}

/// A kernel cannot call the library: what it reads of a prepared state is a
/// part of the interface, and dral_types.h says which fields that are.
#[test]
fn kernels_read_the_fields_of_a_state_that_are_not_private() {
    let header = text("include/dral_types.h");
    let mesa = "mesa/26.2/dral/\
                0003-panvk-jm-Let-indirect-draws-read-prepared-vertex-inp.patch";
    let used = text("c_tests/device/results.h") + &text(mesa);
    let kernels = text("examples/indirect/indirect.cl") + &used;
    let reads = |kernels: &str, field| {
        ["->", "]."].iter().any(|of| kernels.contains(&format!("{of}{field}")))
    };
    let mut private = 0;
    for name in ["dral_vertex_state", "dral_vertex_state_variant"] {
        for (field, is_private) in fields(&header, name) {
            private += usize::from(is_private);
            if is_private {
                assert!(!reads(&kernels, field), "{field} is private");
            } else {
                assert!(reads(&used, field), "nothing reads {field}");
            }
        }
    }
    assert_eq!(private, 7);
}
