// SPDX-License-Identifier: MIT

//! Writes what headers declare as a page of Markdown.

use crate::header::{Header, Item, Kind};

const BEGINNING: &str = "\
# The C interface

Everything that the headers declare, in their order. This page is generated
from them; `DRAL_BLESS=1 cargo test --test api_document` renews it.
[instancing.md](instancing.md) has the rules, [debugging.md](debugging.md)
what to do when something is wrong.
";

/// In the order in which cbindgen writes them.
const SECTIONS: [(Kind, &str); 4] = [
    (Kind::Constant, "Constants"),
    (Kind::Enum, "Enums"),
    (Kind::Struct, "Structs"),
    (Kind::Function, "Functions"),
];

const RULES: &str = "docs/instancing.md, \"";

/// The page of headers and their file names.
pub fn write(headers: &[(&str, Header)]) -> String {
    let names: Vec<String> = headers
        .iter()
        .flat_map(|(_, header)| header.items.iter().map(title))
        .collect();
    let mut page = BEGINNING.to_string() + "\n";
    for (file, header) in headers {
        page += &format!("- {}\n", link_to(file));
        for (_, section) in sections(header) {
            let section = format!("{section} of {file}");
            page += &format!("  - {}\n", link_to(&section));
        }
    }
    for (file, header) in headers {
        page += &format!("\n## {file}\n\n");
        page += &marked_lines(&header.about, &names);
        for (kind, section) in sections(header) {
            page += &format!("\n## {section} of {file}\n\n| | |\n|---|---|\n");
            for item in of_kind(header, kind) {
                let summary = marked(&first_sentence(&item.comment), &names);
                page += &row(&link(&title(item)), &summary);
            }
            for item in of_kind(header, kind) {
                page += &entry(item, &names);
            }
        }
    }
    page
}

/// The anchor that a page gives to a heading.
pub fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .replace(' ', "-")
        .chars()
        .filter(|c| c.is_alphanumeric() || "-_".contains(*c))
        .collect()
}

/// What an item is called in headings: a struct and a function may share a
/// name.
pub fn title(item: &Item) -> String {
    match item.kind {
        Kind::Struct => format!("struct {}", item.name),
        Kind::Enum => format!("enum {}", item.name),
        Kind::Function | Kind::Constant => item.name.clone(),
    }
}

fn sections(
    header: &Header,
) -> impl Iterator<Item = (Kind, &'static str)> + '_ {
    let present = |kind| of_kind(header, kind).next().is_some();
    SECTIONS.into_iter().filter(move |(kind, _)| present(*kind))
}

fn of_kind(header: &Header, kind: Kind) -> impl Iterator<Item = &Item> {
    header.items.iter().filter(move |item| item.kind == kind)
}

fn link_to(heading: &str) -> String {
    format!("[{heading}](#{})", anchor(heading))
}

/// A link to an item by its title.
fn link(title: &str) -> String {
    format!("[`{title}`](#{})", anchor(title))
}

/// A row of a table, in which a bar would end the cell, in code, too.
fn row(name: &str, what: &str) -> String {
    format!("| {name} | {} |\n", what.replace('|', "\\|"))
}

fn first_sentence(comment: &[String]) -> String {
    let text = comment.join(" ");
    match text.split_once(". ") {
        Some((sentence, _)) => format!("{sentence}."),
        None => text,
    }
}

fn entry(item: &Item, names: &[String]) -> String {
    let mut text = format!("\n### `{}`\n\n", title(item));
    if !item.code.is_empty() {
        text += &format!("```c\n{}\n```\n\n", item.code.join("\n"));
    }
    text += &marked_lines(&item.comment, names);
    if !item.members.is_empty() {
        let heading = if item.kind == Kind::Enum { "number" } else { "field" };
        text += &format!("\n| {heading} | |\n|---|---|\n");
    }
    for member in &item.members {
        let comment = marked(&member.comment.join(" "), names);
        text += &row(&format!("`{}`", member.code), &comment);
    }
    text
}

/// A comment, its parts told apart.
fn marked_lines(comment: &[String], names: &[String]) -> String {
    let mut text = String::new();
    for line in comment {
        let line = if let Some(parameter) = line.strip_prefix("\\param ") {
            let (name, what) =
                parameter.split_once(' ').unwrap_or((parameter, ""));
            format!("\n- `{name}`: {what}")
        } else if let Some(values) = line.strip_prefix("\\return ") {
            format!("\n**Returns** {values}")
        } else if line == "# Safety" {
            "**The caller promises:**".into()
        } else {
            line.clone()
        };
        text += &(line + "\n");
    }
    // Whole, since what is marked may be broken into lines.
    let text = marked(&text, names);
    // Not more than one empty line between paragraphs.
    let mut kept = String::new();
    for line in text.lines() {
        if !(line.is_empty() && (kept.is_empty() || kept.ends_with("\n\n"))) {
            kept += &(line.to_string() + "\n");
        }
    }
    kept
}

/// Text with links to what it names, and code as code.
fn marked(text: &str, names: &[String]) -> String {
    let mut result = String::new();
    // Every other piece is code already.
    for (number, piece) in text.split('`').enumerate() {
        if number % 2 == 1 {
            result += &format!("`{piece}`");
        } else {
            result += &marked_words(piece, names);
        }
    }
    with_rules(&result)
}

fn marked_words(text: &str, names: &[String]) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut result = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find(is_word) {
        let after = &rest[begin..];
        let end = after.find(|c| !is_word(c)).unwrap_or(after.len());
        let (word, remaining) = after.split_at(end);
        let mut before = &rest[..begin];
        let mut marked = word.to_string();
        if names.iter().any(|name| name == word) {
            marked = link(word);
        } else if let Some(kind) = ["struct", "enum"]
            .into_iter()
            .find(|kind| names.contains(&format!("{kind} {word}")))
        {
            // The word before may be the kind already.
            result =
                result.strip_suffix(kind).map_or(result.clone(), |shorter| {
                    before = "";
                    shorter.to_string()
                });
            marked = link(&format!("{kind} {word}"));
        } else if is_errno(word) && before.ends_with('-') {
            before = &before[..before.len() - 1];
            marked = format!("`-{word}`");
        } else if word.contains('_') {
            marked = format!("`{word}`");
        }
        result += before;
        result += &marked;
        rest = remaining;
    }
    result + rest
}

fn is_errno(word: &str) -> bool {
    ["EINVAL", "EDOM", "ERANGE", "ENOSPC"].contains(&word)
}

/// Text with links to the sections of the rules that it names.
fn with_rules(text: &str) -> String {
    let mut pieces = text.split(RULES);
    let mut result = pieces.next().unwrap_or("").to_string();
    for piece in pieces {
        let (section, rest) = piece.split_once('"').unwrap_or((piece, ""));
        let section = section.split_whitespace().collect::<Vec<_>>().join(" ");
        let anchor = anchor(&section);
        result += &format!("[{section}](instancing.md#{anchor}){rest}");
    }
    result
}
