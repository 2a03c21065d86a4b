// SPDX-License-Identifier: MIT

//! Arguments with a list of values, among them the rules that differ from
//! driver to driver.

use clap::builder::{
    PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser,
};
use clap::Args;
use dral::instancing::{Architecture, PaddingRule, Rounding};

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

/// Parses the name of an architecture, such as v7, or its number.
pub fn architectures() -> PossibleValuesParser {
    let numbers = Architecture::ALL.iter().map(|one| *one as u32);
    let names = numbers.map(|number| {
        PossibleValue::new(format!("v{number}")).alias(number.to_string())
    });
    PossibleValuesParser::new(names)
}

#[derive(Args, Clone, Copy)]
pub struct Rules {
    /// How vertex counts are padded
    #[arg(long, default_value = "driver", value_parser = choice(&PADDING))]
    pub padding_rule: PaddingRule,
    /// How magic divisors are rounded
    #[arg(long, default_value = "documented", value_parser = choice(&ROUNDING))]
    pub rounding: Rounding,
}

pub const PADDING: [Choice<PaddingRule>; 2] = [
    ("driver", PaddingRule::Driver, "As in shipped drivers"),
    ("documented", PaddingRule::Documented, "As in instancing.rst"),
];

pub const ROUNDING: [Choice<Rounding>; 2] = [
    (
        "documented",
        Rounding::Documented,
        "As in instancing.rst and Mesa before 25.1.4",
    ),
    ("nearest", Rounding::Nearest, "As in newer Mesa"),
];
