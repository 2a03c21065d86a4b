// SPDX-License-Identifier: MIT

//! Every public function of the C interface names the section that its rule
//! comes from, and every section that is named exists.

mod support;

use support::text;

/// The documents with rules, each with the header of which it is the source
/// and the files that name its sections.
const DOCUMENTS: [(&str, &str, &[&str], usize); 6] = [
    (
        "docs/instancing.md",
        "include/dral.h",
        &[
            "include/dral_device.h",
            "src/instancing/attribute.rs",
            "src/instancing/divisor.rs",
            "src/instancing/draw.rs",
            "src/instancing/hardware.rs",
            "src/instancing/id.rs",
            "src/instancing/padding.rs",
            "src/instancing/record.rs",
            "src/instancing/table.rs",
            "src/instancing/valhall.rs",
        ],
        30,
    ),
    (
        "docs/descriptor-layout.md",
        "include/dral_descriptor_layout.h",
        &[
            "src/descriptor_layout/binding.rs",
            "src/descriptor_layout/buffer.rs",
            "src/descriptor_layout/element.rs",
            "src/descriptor_layout/handle.rs",
            "src/descriptor_layout/model.rs",
            "src/descriptor_layout/order.rs",
            "src/descriptor_layout/pipeline.rs",
            "src/descriptor_layout/pool.rs",
            "src/descriptor_layout/set.rs",
            "src/descriptor_layout/support.rs",
            "src/descriptor_layout/table.rs",
            "src/descriptor_layout/walk.rs",
        ],
        20,
    ),
    (
        "docs/varying.md",
        "include/dral_varying.h",
        &[
            "src/varying/clip_cull.rs",
            "src/varying/declaration.rs",
            "src/varying/kind.rs",
            "src/varying/nvc0.rs",
            "src/varying/order.rs",
            "src/varying/pack.rs",
            "src/varying/place.rs",
            "src/varying/split.rs",
            "src/varying/text.rs",
            "src/varying/vectors.rs",
        ],
        20,
    ),
    (
        "docs/indirect-draw.md",
        "include/dral_indirect_draw.h",
        &[
            "src/indirect_draw/chunk.rs",
            "src/indirect_draw/hardware.rs",
            "src/indirect_draw/item.rs",
            "src/indirect_draw/mode.rs",
            "src/indirect_draw/parameters.rs",
            "src/indirect_draw/plan.rs",
            "src/indirect_draw/planner.rs",
            "src/indirect_draw/ring.rs",
        ],
        15,
    ),
    (
        "docs/dynamic-state.md",
        "include/dral_dynamic_state.h",
        &[
            "src/dynamic_state/command.rs",
            "src/dynamic_state/device.rs",
            "src/dynamic_state/emission.rs",
            "src/dynamic_state/instruction.rs",
            "src/dynamic_state/pipeline.rs",
            "src/dynamic_state/state.rs",
            "src/dynamic_state/vulkan.rs",
        ],
        20,
    ),
    (
        "docs/binding-table.md",
        "include/dral_binding_table.h",
        &[
            "src/binding_table/address.rs",
            "src/binding_table/area.rs",
            "src/binding_table/block.rs",
            "src/binding_table/emit.rs",
            "src/binding_table/entry.rs",
            "src/binding_table/map.rs",
            "src/binding_table/order.rs",
            "src/binding_table/shader.rs",
            "src/binding_table/window.rs",
        ],
        15,
    ),
];

/// The sections of a document that a text names, several after one another,
/// too.
fn named_sections(comments: &str, document: &str) -> Vec<String> {
    // Comments break lines, behind `*` or `///`.
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
fn every_section_that_is_named_exists() {
    for (document, header, files, least) in DOCUMENTS {
        let rules = text(document);
        let mut checked = 0;
        for file in files.iter().chain(&[header]) {
            for section in named_sections(&text(file), document) {
                let heading = format!("\n## {section}\n");
                assert!(rules.contains(&heading), "{file}: {section}");
                checked += 1;
            }
        }
        assert!(checked > least, "{document}: {checked}");
    }
}

#[test]
fn every_computing_function_of_a_header_names_its_source() {
    for (_, header, _, _) in DOCUMENTS {
        let header = text(header);
        let functions: Vec<&str> = header
            .split("\n\n")
            .filter(|part| part.contains(");") && part.contains("/**"))
            .collect();
        assert!(functions.len() > 5, "{}", functions.len());
        for function in functions {
            // The way back has the source of the way there; batches and
            // texts that of the function they name.
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
    let header = text("include/dral_device.h");
    let functions: Vec<&str> = header
        .split("\n\n")
        .filter(|part| part.contains("/**") && part.contains("static inline"))
        .collect();
    assert!(functions.len() > 15, "{}", functions.len());
    for function in functions {
        assert!(function.contains("Source: "), "{function}");
    }
}

/// The functions of the C interface and those that a header defines.
fn public_functions() -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for module in [
        "",
        "_binding_table",
        "_descriptor_layout",
        "_dynamic_state",
        "_indirect_draw",
        "_varying",
    ] {
        let symbols = text(&format!("c_tests/symbols{module}.txt"));
        names.extend(symbols.lines().map(str::to_string));
    }
    for header in ["include/dral_device.h", "include/dral_panfrost.h"] {
        let header = text(header);
        // Helpers have no documentation.
        let documented = header.split("\n\n").filter(|part| {
            part.contains("/**") && part.contains("static inline")
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

#[test]
fn every_function_is_once_in_the_table_of_how_it_is_tested() {
    let testing = text("docs/testing.md");
    let (_, rest) = testing.split_once("\n## Every function\n").unwrap();
    let section = rest.split("\n## ").next().unwrap();
    let first_columns: String = section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('|').next())
        .fold(String::new(), |all, names| all + "`" + names);
    let functions = public_functions();
    assert!(functions.len() > 130, "{}", functions.len());
    for name in functions {
        let rows = first_columns.matches(&format!("`{name}`")).count();
        assert_eq!(rows, 1, "{name}");
    }
}

#[test]
fn all_sections_that_are_named_are_found() {
    let comments = "/// Source: docs/x.md, \"One\",\n/// \"Two\"; y, \"No\".";
    assert_eq!(named_sections(comments, "docs/x.md"), ["One", "Two"]);
}
