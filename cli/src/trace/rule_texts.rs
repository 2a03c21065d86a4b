// SPDX-License-Identifier: MIT

//! `dral trace rules`: what the rules of a check mean.

use super::rules::finding::{Rule, RuleText};
use crate::failure::{Failure, Outcome};
use crate::output::Sheet;
use crate::page;
use crate::streams::Streams;
use clap::builder::PossibleValuesParser;
use clap::Args;

#[derive(Args)]
pub struct Arguments {
    /// Rules; without any, all are listed
    #[arg(value_name = "NAME", hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(Rule::NAMES))]
    names: Vec<String>,
}

/// A word for whether a rule is sure.
fn level(rule: Rule) -> &'static str {
    if rule.is_sure() {
        "sure"
    } else {
        "guess"
    }
}

pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let named = arguments.names.iter();
    let rules: Vec<_> = named.filter_map(|name| Rule::named(name)).collect();
    let mut sheet = Sheet::default();
    if rules.is_empty() {
        for &rule in Rule::ALL {
            let text = rule.text();
            sheet.row([text.name, level(rule), text.meaning]);
        }
        sheet.print(streams.output, streams.look)?;
        return Ok(Outcome::Complete);
    }
    for rule in rules {
        let RuleText { name, meaning, next, .. } = rule.text();
        let mut sheet = Sheet::default();
        sheet.heading(format_args!("{name} ({})", level(rule)));
        sheet.line("means", meaning);
        sheet.line("next", next);
        sheet.print(streams.output, streams.look)?;
        if let Some(text) = rule.title().and_then(page::section_text) {
            writeln!(streams.output, "\n{}\n", text.trim())?;
        }
    }
    Ok(Outcome::Complete)
}
