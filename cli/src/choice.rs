// SPDX-License-Identifier: MIT

//! Options with a fixed list of values.

use clap::builder::{
    PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser,
};

/// A value as it is written, its meaning, and its help.
pub type Choice<T> = (&'static str, T, &'static str);

/// Parses one of these values.
pub fn choice<T>(choices: &'static [Choice<T>]) -> ValueParser
where
    T: Copy + Send + Sync + 'static,
{
    let words = choices
        .iter()
        .map(|(word, _, help)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(words)
        .try_map(|given| {
            let found = choices.iter().find(|(word, ..)| *word == given);
            found.map(|(_, value, _)| *value).ok_or("unknown")
        })
        .into()
}
