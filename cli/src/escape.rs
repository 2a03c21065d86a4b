// SPDX-License-Identifier: MIT

//! Text from files, their names and arguments, which can hold anything.

use std::borrow::Cow;

/// Whether a terminal obeys this character instead of showing it: control
/// characters, and those that hide text or change its direction.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FEFF}'
                | '\u{FFFE}'..='\u{FFFF}'
        )
}

/// The text with such characters as escapes of Rust, such as `\u{1b}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut escaped = String::new();
    for c in text.chars() {
        match is_hidden(c) {
            true => escaped.extend(c.escape_default()),
            false => escaped.push(c),
        }
    }
    escaped.into()
}

/// The same for the text of JSON, in which only strings can hold them.
pub fn escaped_json(text: &str) -> Cow<'_, str> {
    let hidden = |c| c != '\n' && is_hidden(c);
    if !text.contains(hidden) {
        return text.into();
    }
    let mut escaped = String::new();
    for c in text.chars() {
        match hidden(c) {
            true => escaped += &format!("\\u{:04x}", u32::from(c)),
            false => escaped.push(c),
        }
    }
    escaped.into()
}
