// SPDX-License-Identifier: MIT

//! What every page keeps. The hostile tests and evidence/fuzz/ check it too.

use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeSet;

/// Whether some output is a page.
pub fn is_one(output: &str) -> bool {
    output.starts_with("<!DOCTYPE html>")
}

/// A page as a tree.
fn parsed(page: &str) -> Result<Document<'_>, String> {
    let options = ParsingOptions { allow_dtd: true, ..Default::default() };
    Document::parse_with_options(page, options)
        .map_err(|error| format!("the page is not well-formed: {error}"))
}

/// The elements of this name.
pub fn named<'a>(
    page: &'a Document,
    name: &'a str,
) -> impl Iterator<Item = Node<'a, 'a>> {
    page.descendants().filter(move |node| node.has_tag_name(name))
}

/// All text in an element, with single spaces.
pub fn text(node: Node) -> String {
    let pieces = node.descendants().filter_map(|node| match node.is_text() {
        true => node.text(),
        false => None,
    });
    let text: String = pieces.collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A page as a tree. Checks that it is complete, names its parts, and needs no
/// other file.
pub fn checked(page: &str) -> Result<Document<'_>, String> {
    if !is_one(page) {
        return Err("this is not a page".into());
    }
    let page = parsed(page)?;
    let fail = |what: &str, node: Node| Err(format!("{what}: {node:?}"));
    let mut ids = BTreeSet::new();
    for id in page.descendants().filter_map(|node| node.attribute("id")) {
        if !ids.insert(id) {
            return Err(format!("two elements are {id}"));
        }
    }
    for node in page.descendants().filter(Node::is_element) {
        for name in ["src", "srcset", "style", "onclick", "action"] {
            if node.has_attribute(name) {
                return fail("an attribute that a page does not need", node);
            }
        }
        let tag = node.tag_name().name();
        if ["script", "img", "svg", "iframe", "object", "base"].contains(&tag) {
            return fail("an element that a page does not need", node);
        }
        if let Some(place) = node.attribute("href") {
            let there = match place.strip_prefix('#') {
                Some(id) => ids.contains(id),
                None => place == "data:,",
            };
            if !there {
                return fail("a link to nowhere", node);
            }
        }
        let labels = node.attribute("aria-labelledby").unwrap_or_default();
        if labels.split_whitespace().any(|id| !ids.contains(id)) {
            return fail("a label that is missing", node);
        }
        let labelled = !labels.is_empty() || node.has_attribute("aria-label");
        if node.has_attribute("role") && !labelled {
            return fail("a part without a name", node);
        }
        if tag == "section" && !labelled {
            return fail("a part without a name", node);
        }
        let hidden = node.attribute("aria-hidden") == Some("true");
        let class = node.attribute("class").unwrap_or_default();
        let captioned = node.children().any(|n| n.has_tag_name("caption"));
        if tag == "table" && !hidden && !class.is_empty() && !captioned {
            return fail("a table without a caption", node);
        }
        // What scrolls is a stop of the keyboard by itself, and nothing else.
        if node.has_attribute("tabindex") {
            return fail("a stop of the keyboard that does not scroll", node);
        }
    }
    for name in ["html", "title", "main", "h1"] {
        if named(&page, name).count() != 1 {
            return Err(format!("not one {name}"));
        }
    }
    let heading = named(&page, "h1").map(text).next();
    let title = named(&page, "title").next().map(text);
    if heading != title || title.is_none_or(|title| title.is_empty()) {
        return Err("the title is not the heading".into());
    }
    Ok(page)
}
