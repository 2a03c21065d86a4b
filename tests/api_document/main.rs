// SPDX-License-Identifier: MIT

//! docs/api.md is what the headers say.

mod header;
mod page;
#[path = "../support/mod.rs"]
mod support;

use header::Kind;
use std::collections::BTreeSet;
use std::env;
use std::fs;
use support::{repository, text, MODULES};

const PATH: &str = "docs/api.md";

/// The headers, those of the modules last.
fn headers() -> Vec<String> {
    let modules =
        MODULES.iter().map(|module| format!("dral_{}.h", module.file_name()));
    ["dral.h", "dral_panfrost.h", "dral_device.h"]
        .map(String::from)
        .into_iter()
        .chain(modules)
        .collect()
}

fn header(name: &str) -> String {
    text(&format!("include/{name}"))
}

fn page() -> String {
    let parsed = headers().into_iter().map(|name| {
        let parsed = header::parse(&header(&name));
        (name, parsed)
    });
    page::write(&parsed.collect::<Vec<_>>())
}

#[test]
fn the_committed_page_is_the_generated_one() {
    let page = page();
    if env::var_os("DRAL_BLESS").is_some_and(|value| value == "1") {
        fs::write(repository(PATH), &page).expect("docs/ is writable");
    }
    let committed = fs::read_to_string(repository(PATH)).unwrap_or_default();
    let differs = committed.lines().zip(page.lines()).find(|(a, b)| a != b);
    assert!(
        committed == page,
        "{PATH} is not what the headers say; DRAL_BLESS=1 cargo test --test \
         api_document renews it. The first different line, there and now: \
         {differs:?}"
    );
}

#[test]
fn the_page_has_everything_that_the_headers_declare() {
    let page = page();
    let lists = MODULES.iter().map(|module| {
        text(&format!("c_tests/symbols_{}.txt", module.file_name()))
    });
    let exported: String = lists.chain([text("c_tests/symbols.txt")]).collect();
    let functions = exported
        .lines()
        .map(|line| line.split('#').next().unwrap_or("").trim())
        .filter(|name| !name.is_empty());
    let panfrost = [
        "panfrost_padded_vertex_count",
        "panfrost_compute_magic_divisor",
        "pan_padded_vertex_count",
        "pan_compute_npot_divisor",
        "pan_vertex_id",
        "pan_instance_id",
        "pan_pack_work_groups_compute",
    ];
    let header: String = headers().iter().map(|name| header(name)).collect();
    let types =
        header.lines().filter_map(|line| line.strip_suffix(" {")).filter(
            |line| ["struct ", "enum "].iter().any(|k| line.starts_with(k)),
        );
    let constants = header
        .lines()
        .filter_map(|line| line.strip_prefix("#define ")?.split_once(' '))
        .filter_map(|(name, _)| name.split('(').next());
    let names: BTreeSet<&str> =
        functions.chain(panfrost).chain(types).chain(constants).collect();
    assert!(names.len() > 55, "{}", names.len());
    for name in names {
        let heading = format!("\n### `{name}`\n");
        assert!(page.contains(&heading), "no heading for {name}");
        let link = format!("[`{name}`](#{})", page::anchor(name));
        assert!(page.contains(&link), "no link to {name}");
    }
    for field in ["uint32_t invocation[2]", "DRAL_ID_TYPE_VERTEX = 34"] {
        assert!(page.contains(&format!("\n| `{field}` | ")), "{field}");
    }
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        "any thread and from a signal handler.",
        "at most 2^32; 0 if there is nothing to draw.",
        "As an input, fields that the type does not use are not read;",
        "`-EDOM` for a power of two under `DRAL_ROUNDING_NEAREST`",
        "The vertex id, 0x22.",
    ] {
        assert!(words.contains(sentence), "{sentence}");
    }
}

/// The anchors of a page's headings.
fn anchors(page: &str) -> Vec<String> {
    page.lines()
        .filter(|line| line.starts_with('#') && !line.starts_with("#define"))
        .map(|line| page::anchor(line.trim_start_matches('#').trim()))
        .collect()
}

/// Asserts that all links that begin so lead to one of the anchors.
fn assert_links(page: &str, beginning: &str, anchors: &[String]) {
    let links = page.split(beginning).skip(1);
    let targets = links.map(|link| link.split(')').next().unwrap_or(""));
    let mut checked = 0;
    for target in targets {
        assert!(anchors.iter().any(|a| a == target), "{beginning}{target}");
        checked += 1;
    }
    assert!(checked > 20, "{checked} of {beginning}");
}

#[test]
fn every_link_leads_somewhere() {
    let page = page();
    let here = anchors(&page);
    let unique: BTreeSet<&String> = here.iter().collect();
    assert_eq!(unique.len(), here.len(), "two headings with one anchor");
    assert_links(&page, "](#", &here);
    let rules = anchors(&text("docs/instancing.md"));
    assert_links(&page, "](instancing.md#", &rules);
}

#[test]
fn anchors_are_those_of_github() {
    for (heading, anchor) in [
        ("Functions of dral.h", "functions-of-dralh"),
        ("`struct dral_draw`", "struct-dral_draw"),
        ("The hardware's own sum", "the-hardwares-own-sum"),
        ("Index-driven vertex shading", "index-driven-vertex-shading"),
        ("DRAL_VERSION_MAJOR", "dral_version_major"),
    ] {
        assert_eq!(page::anchor(heading), anchor);
    }
}

#[test]
fn declarations_are_told_apart() {
    let parsed = header::parse(
        "/**\n * \\file\n * About.\n *\n * - one\n *   more\n */\n\
         /**\n * A number.\n */\n#define DRAL_NUMBER 3\n\n\
         /**\n * A struct.\n */\nstruct dral_thing {\n   /**\n    * A field.\n\
         \x20   */\n   uint32_t words[2];\n};\n\n\
         /**\n * A function.\n *\n * \\param a what\n * it is\n\
         \x20* \\return 0;\n * or not.\n *\n * # Safety\n * Careful.\n */\n\
         int dral_do(uint32_t a,\n            int b);\n\n\
         /** Short. */\nstatic inline int\ndral_in(int a)\n{\n   return a;\n}\n",
    );
    assert_eq!(parsed.about, ["About.", "", "- one", "  more"]);
    let kinds: Vec<_> = parsed
        .items
        .iter()
        .map(|item| (item.kind, item.name.as_str()))
        .collect();
    assert_eq!(
        kinds,
        [
            (Kind::Constant, "DRAL_NUMBER"),
            (Kind::Struct, "dral_thing"),
            (Kind::Function, "dral_do"),
            (Kind::Function, "dral_in"),
        ]
    );
    let [number, thing, function, inline] = &parsed.items[..] else {
        panic!("{} items", parsed.items.len());
    };
    assert_eq!(number.code, ["#define DRAL_NUMBER 3"]);
    assert_eq!(thing.members.len(), 1);
    assert_eq!(thing.members[0].code, "uint32_t words[2]");
    assert_eq!(thing.members[0].comment, ["A field."]);
    assert_eq!(
        function.code,
        ["int dral_do(uint32_t a,", "            int b);"]
    );
    assert_eq!(function.comment.len(), 9);
    assert_eq!(inline.code, ["static inline int", "dral_in(int a)"]);
    assert_eq!(inline.comment, ["Short."]);
}
