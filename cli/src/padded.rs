// SPDX-License-Identifier: MIT

//! `dral padded`: padded counts under both rules.

use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{print_json, Sheet};
use crate::streams::Streams;
use clap::Args;
use dral::instancing::{
    idvs_vertex_count, instance_size_byte, PaddedCount, PaddingRule,
};
use dral::Error;
use serde::Serialize;

#[derive(Args)]
pub struct Arguments {
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// The vertex counts
    #[arg(required = true, value_parser = number::unsigned)]
    pub vertex_counts: Vec<u32>,
}

#[derive(Serialize)]
struct Padding {
    count: u32,
    shift: u32,
    odd: u32,
    instance_size_byte: Option<u8>,
}

impl Padding {
    fn new(vertex_count: u32, rule: PaddingRule) -> Result<Self, Error> {
        let padded = PaddedCount::new(vertex_count, rule)?;
        Ok(Self {
            count: padded.count(),
            shift: padded.shift(),
            odd: padded.odd(),
            instance_size_byte: instance_size_byte(padded.count()).ok(),
        })
    }

    fn text(result: &Option<Self>) -> String {
        match result {
            None => "more than 32 bits".into(),
            Some(Self { count: 0, .. }) => "0".into(),
            Some(padding) => format!(
                "{} = {} << {}",
                padding.count,
                2 * padding.odd + 1,
                padding.shift
            ),
        }
    }

    fn byte(result: &Option<Self>) -> String {
        let byte = result.as_ref().and_then(|p| p.instance_size_byte);
        byte.map_or("-".into(), |byte| format!("{byte:02x}"))
    }
}

#[derive(Serialize)]
struct Answer {
    vertex_count: u32,
    driver: Option<Padding>,
    documented: Option<Padding>,
    driver_idvs: Option<Padding>,
}

impl Answer {
    fn new(vertex_count: u32) -> Self {
        let idvs = idvs_vertex_count(vertex_count)
            .and_then(|count| Padding::new(count, PaddingRule::Driver));
        Self {
            vertex_count,
            driver: Padding::new(vertex_count, PaddingRule::Driver).ok(),
            documented: Padding::new(vertex_count, PaddingRule::Documented)
                .ok(),
            driver_idvs: idvs.ok(),
        }
    }
}

/// Prints the result for each vertex count; counts without a padded count are
/// refused.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let answers: Vec<_> =
        arguments.vertex_counts.iter().map(|&v| Answer::new(v)).collect();
    if arguments.json {
        print_json(&answers, streams.output)?;
    } else {
        let mut sheet = Sheet::default();
        sheet.row([
            "vertices",
            "driver rule",
            "byte",
            "documented rule",
            "byte",
            "driver rule, IDVS",
            "byte",
        ]);
        for answer in &answers {
            sheet.row([
                answer.vertex_count.to_string(),
                Padding::text(&answer.driver),
                Padding::byte(&answer.driver),
                Padding::text(&answer.documented),
                Padding::byte(&answer.documented),
                Padding::text(&answer.driver_idvs),
                Padding::byte(&answer.driver_idvs),
            ]);
        }
        sheet.print(streams.output)?;
    }
    let refused = answers.iter().any(|answer| answer.driver.is_none());
    Ok(Outcome::refused_if(refused))
}
