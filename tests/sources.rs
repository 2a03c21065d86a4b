// SPDX-License-Identifier: MIT

//! Every public function of the C interface names the section that its rule
//! comes from, and every section that is named exists.

mod support;

use support::text;

/// The sections of docs/instancing.md that a text names.
fn named_sections(comments: &str) -> Vec<String> {
    // Comments break lines, behind `*` or `///`.
    let words: Vec<&str> = comments
        .split_whitespace()
        .filter(|word| !matches!(*word, "*" | "///" | "//"))
        .collect();
    let joined = words.join(" ");
    joined
        .split("docs/instancing.md, \"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap_or("").to_string())
        .collect()
}

#[test]
fn every_section_that_is_named_exists() {
    let rules = text("docs/instancing.md");
    let mut checked = 0;
    for file in [
        "include/dral.h",
        "src/instancing/attribute.rs",
        "src/instancing/divisor.rs",
        "src/instancing/draw.rs",
        "src/instancing/hardware.rs",
        "src/instancing/id.rs",
        "src/instancing/padding.rs",
        "src/instancing/record.rs",
        "src/instancing/table.rs",
        "src/instancing/valhall.rs",
    ] {
        for section in named_sections(&text(file)) {
            let heading = format!("\n## {section}\n");
            assert!(rules.contains(&heading), "{file}: {section}");
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn every_computing_function_of_the_header_names_its_source() {
    let header = text("include/dral.h");
    let functions: Vec<&str> = header
        .split("\n\n")
        .filter(|part| part.contains(");") && part.contains("/**"))
        .collect();
    assert!(functions.len() > 25, "{}", functions.len());
    for function in functions {
        // The way back has the source of the way there; batches and texts
        // that of the function they name.
        let refers = ["the reverse of", "for each of count", "static and"]
            .iter()
            .any(|words| function.contains(words));
        let source = function.contains("Source: ");
        let version = function.contains("dral_version");
        assert!(source || refers || version, "{function}");
    }
}
