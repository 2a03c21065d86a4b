// SPDX-License-Identifier: MIT

//! Text from files, their names and arguments, which can hold anything.

use std::borrow::Cow;

/// Whether a terminal can obey or hide this character instead of showing it, as
/// Rust has it for its own debug output: control characters, marks of
/// direction, everything without a glyph.
pub fn is_hidden(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    // An accent is shown, but only on another character.
    let text = String::from_iter(['a', c]);
    text.escape_debug().nth(1) == Some('\\')
}

/// The text with such characters as escapes of Rust, such as `\u{1b}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    replaced(text, is_hidden, |c| c.escape_default().to_string())
}

/// The same for the text of JSON, in which only strings can hold them.
pub fn escaped_json(text: &str) -> Cow<'_, str> {
    let hidden = |c| c != '\n' && is_hidden(c);
    replaced(text, hidden, |c| {
        let mut units = [0; 2];
        let units = c.encode_utf16(&mut units).iter();
        units.map(|unit| format!("\\u{unit:04x}")).collect()
    })
}

fn replaced(
    text: &str,
    hidden: impl Fn(char) -> bool,
    escape: impl Fn(char) -> String,
) -> Cow<'_, str> {
    if !text.contains(&hidden) {
        return text.into();
    }
    let mut replaced = String::new();
    for c in text.chars() {
        match hidden(c) {
            true => replaced += &escape(c),
            false => replaced.push(c),
        }
    }
    replaced.into()
}

/// The maximum length of a value in a message, in characters.
const MOST_SHOWN: usize = 60;

/// A value for a message, cut to a limited length.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}
