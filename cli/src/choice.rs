// SPDX-License-Identifier: MIT

//! Options that take one of a few words.

use clap::builder::{
    PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser,
};

/// A word, what it stands for, and its help.
pub type Choice<T> = (&'static str, T, &'static str);

/// Reads one of these words.
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
