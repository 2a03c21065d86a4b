// SPDX-License-Identifier: MIT

//! Sections of docs/reference/instancing.md as parts of a page.

use crate::output::Rule;
use pulldown_cmark::{html, CowStr, Event, Options, Parser, Tag, TagEnd};
use std::collections::BTreeSet;

// A link to the page in docs/, because a crate contains only its own folder.
const DOCUMENT: &str = include_str!("../../templates/instancing.md");

/// The titles and the texts of all sections, in order.
fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    DOCUMENT.split("\n## ").skip(1).filter_map(|s| s.split_once('\n'))
}

/// The text of the section with this title, in Markdown.
pub fn section_text(title: &str) -> Option<&'static str> {
    sections().find(|(own, _)| *own == title).map(|(_, text)| text)
}

/// A section of the document in HTML.
pub struct Section {
    pub id: String,
    pub title: &'static str,
    pub html: String,
}

/// The rules that a page cites.
#[derive(Default)]
pub struct Rules {
    cited: BTreeSet<Rule>,
}

impl Rules {
    pub fn cite(&mut self, rules: impl IntoIterator<Item = Rule>) {
        self.cited.extend(rules);
    }

    /// The sections of these rules, in the order of the document.
    pub fn sections(&self) -> Vec<Section> {
        sections()
            .map(|(title, text)| (Rule(title), text))
            .filter(|(rule, _)| self.cited.contains(rule))
            .map(|(rule, text)| Section {
                id: rule.id(),
                title: rule.0,
                html: html(rule.0, text),
            })
            .collect()
    }
}

/// Pictures and links to other files have no place in a single file; wide parts
/// scroll.
fn html(title: &str, text: &str) -> String {
    let mut in_picture = false;
    let own = |text: &'static str| Event::Html(CowStr::Borrowed(text));
    let scroll = || {
        let label = title.replace('"', "");
        let region = format!(
            "<div class=\"scroll\" role=\"group\" \
             aria-label=\"{label}, table\">"
        );
        Event::Html(region.into())
    };
    let events = Parser::new_ext(text, Options::ENABLE_TABLES);
    let events = events.flat_map(|event| match event {
        Event::Start(Tag::Image { .. }) => {
            in_picture = true;
            vec![]
        }
        Event::End(TagEnd::Image) => {
            in_picture = false;
            vec![]
        }
        _ if in_picture => vec![],
        Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link) => vec![],
        Event::Start(Tag::Table(_)) => vec![scroll(), event],
        Event::End(TagEnd::Table) => vec![event, own("</div>\n")],
        Event::Start(Tag::CodeBlock(_)) => vec![own("<pre>")],
        Event::End(TagEnd::CodeBlock) => vec![own("</pre>\n")],
        _ => vec![event],
    });
    let mut html = String::new();
    html::push_html(&mut html, events);
    // A cell without text heads nothing.
    html.replace("<th></th>", "<td></td>")
}
