// SPDX-License-Identifier: MIT

//! Arguments with a list of values, among them the rules that differ from
//! driver to driver.

use crate::number;
use clap::builder::{
    PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser,
};
use clap::{Arg, Args, Command};
use dral::instancing::{Architecture, PaddingRule, Rounding};
use std::ffi::OsStr;

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

/// Parses a value that can be written in several ways; completions offer its
/// names.
#[derive(Clone)]
pub struct Named<T> {
    pub names: fn() -> Vec<String>,
    pub parse: fn(&str) -> Result<T, String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.parse.parse_ref(command, argument, value)
    }

    fn possible_values(
        &self,
    ) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

/// Parses the name or the number of an architecture.
pub const ARCHITECTURE: Named<Architecture> = Named {
    names: || {
        let all = Architecture::ALL.iter();
        all.map(|architecture| format!("v{}", *architecture as u32)).collect()
    },
    parse: number::architecture,
};

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
    ("driver", PaddingRule::Driver, "What shipped drivers compute"),
    ("documented", PaddingRule::Documented, "What instancing.rst says"),
];

pub const ROUNDING: [Choice<Rounding>; 2] = [
    (
        "documented",
        Rounding::Documented,
        "As in instancing.rst and Mesa before 25.1.4",
    ),
    ("nearest", Rounding::Nearest, "As in newer Mesa"),
];
