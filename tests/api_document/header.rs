// SPDX-License-Identifier: MIT

//! Reads a header of the form that cbindgen gives it.

use std::str::Lines;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Constant,
    Enum,
    Struct,
    Function,
}

/// A field of a struct, or a number of an enum.
pub struct Member {
    pub code: String,
    pub comment: Vec<String>,
}

pub struct Item {
    pub kind: Kind,
    pub name: String,
    /// The lines that declare it; none for what has members.
    pub code: Vec<String>,
    pub comment: Vec<String>,
    pub members: Vec<Member>,
}

pub struct Header {
    /// The comment of the whole file.
    pub about: Vec<String>,
    pub items: Vec<Item>,
}

/// Everything with a comment of two asterisks.
pub fn parse(header: &str) -> Header {
    let mut parsed = Header { about: Vec::new(), items: Vec::new() };
    let mut lines = header.lines();
    while let Some(line) = lines.next() {
        if !line.starts_with("/**") {
            continue;
        }
        let mut comment = comment(line, &mut lines);
        if comment.first().is_some_and(|line| line == "\\file") {
            comment.remove(0);
            parsed.about = comment;
        } else {
            parsed.items.push(item(comment, &mut lines));
        }
    }
    parsed
}

/// The lines of the comment that begins with `first`, without asterisks.
fn comment(first: &str, lines: &mut Lines) -> Vec<String> {
    let first = first.trim_start().trim_start_matches("/**").trim();
    if let Some(whole) = first.strip_suffix("*/") {
        return vec![whole.trim().to_string()];
    }
    lines
        .map(str::trim)
        .take_while(|line| *line != "*/")
        .map(|line| line.strip_prefix('*').unwrap_or(line))
        .map(|line| line.strip_prefix(' ').unwrap_or(line).to_string())
        .collect()
}

fn item(comment: Vec<String>, lines: &mut Lines) -> Item {
    let first = lines.next().expect("a comment is of something");
    let named = |kind, name: &str, code, members| Item {
        kind,
        name: name.to_string(),
        code,
        comment: comment.clone(),
        members,
    };
    let word = |number| first.split(' ').nth(number).unwrap_or("");
    match word(0) {
        "#define" => {
            let name = word(1).split('(').next().unwrap_or("");
            named(Kind::Constant, name, vec![first.into()], Vec::new())
        }
        "enum" if first.ends_with('{') => {
            named(Kind::Enum, word(1), Vec::new(), members(lines))
        }
        "struct" if first.ends_with('{') => {
            named(Kind::Struct, word(1), Vec::new(), members(lines))
        }
        _ => {
            let code = declaration(first, lines);
            let text = code.join(" ");
            let before = text.split('(').next().unwrap_or("");
            let name = before.rsplit([' ', '*']).next().unwrap_or("");
            named(Kind::Function, name, code, Vec::new())
        }
    }
}

fn members(lines: &mut Lines) -> Vec<Member> {
    let mut members = Vec::new();
    while let Some(line) = lines.next().filter(|line| *line != "};") {
        // A name may say enough.
        let (comment, code) = if line.trim_start().starts_with("/**") {
            let comment = comment(line, lines);
            (comment, lines.next().expect("a comment is of a member"))
        } else {
            (Vec::new(), line)
        };
        let code = code.trim().trim_end_matches([';', ',']).to_string();
        members.push(Member { code, comment });
    }
    members
}

/// The lines of a function up to its semicolon or body.
fn declaration(first: &str, lines: &mut Lines) -> Vec<String> {
    let mut code = vec![first.to_string()];
    while !code[code.len() - 1].ends_with(';') {
        match lines.next() {
            None | Some("{") => break,
            Some(line) => code.push(line.to_string()),
        }
    }
    code
}
