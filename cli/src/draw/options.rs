// SPDX-License-Identifier: MIT

//! The options that state a draw, with the names of the notation.

use crate::choice;
use crate::notation::{Stated, LISTS, NAMES};
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

/// A draw, as options state it.
pub struct Options(pub Stated);

/// The names that describe a draw without a trace.
const OPTIONS: [&str; 11] = [
    "arch",
    "idvs",
    "vertices",
    "instances",
    "start",
    "base_instance",
    "divisors",
    "strides",
    "offsets",
    "addresses",
    "sizes",
];

/// What a name means, as a sentence of help.
fn help(name: &str, meaning: &str) -> String {
    let (first, rest) = meaning.split_at(1);
    let list = match LISTS.contains(&name) {
        true => ", by location, separated by commas",
        false => "",
    };
    first.to_uppercase() + rest + list
}

impl Args for Options {
    fn augment_args(command: Command) -> Command {
        let names = NAMES.iter().filter(|(name, _)| OPTIONS.contains(name));
        // The required option is the first, and --draws the second.
        let options = (2..).zip(names).map(|(place, &(name, meaning))| {
            let parse = move |text: &str| {
                let set = Stated::default().set(name, text);
                set.map(|_| text.to_string())
            };
            let option = Arg::new(name)
                .long(name.replace('_', "-"))
                .help(help(name, meaning))
                .display_order(place)
                .value_name(name.to_uppercase())
                .value_parser(parse);
            match name {
                "arch" => option
                    .value_parser(choice::architectures())
                    .hide_possible_values(true),
                "idvs" => option
                    .num_args(0..=1)
                    .require_equals(true)
                    .default_missing_value("1"),
                // A list can begin with a hyphen: per vertex.
                "divisors" => option.allow_hyphen_values(true),
                "vertices" => {
                    let what = format!("{} [required]", help(name, meaning));
                    let option = option.help(what).display_order(0);
                    option.required_unless_present("draws")
                }
                _ => option,
            }
        });
        command.args(options.map(|option| option.conflicts_with("draws")))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Options {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut stated = Stated::default();
        for name in OPTIONS {
            if let Some(text) = matches.get_one::<String>(name) {
                // It was checked when it was parsed.
                let _ = stated.set(name, text);
            }
        }
        Ok(Self(stated))
    }

    fn update_from_arg_matches(
        &mut self,
        matches: &ArgMatches,
    ) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
