// SPDX-License-Identifier: MIT

//! `dral padded`: padded counts under both rules.

use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{elements, plain, print, Sheet};
use crate::streams::Streams;
use clap::Args;
use dral::instancing::{
    idvs_vertex_count, instance_size_byte, PaddedCount, PaddingRule,
};
use serde_json::{json, Value};

#[derive(Args)]
pub struct Arguments {
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// The vertex counts
    #[arg(required = true, value_parser = number::unsigned)]
    pub vertex_counts: Vec<u32>,
}

/// A padded count; `null` if it is more than 32 bits.
fn padding(vertex_count: u32, rule: PaddingRule) -> Value {
    PaddedCount::new(vertex_count, rule).map_or(Value::Null, |padded| {
        json!({
            "count": padded.count(),
            "shift": padded.shift(),
            "odd": padded.odd(),
            "instance_size_byte": instance_size_byte(padded.count()).ok(),
        })
    })
}

fn answer(vertex_count: u32) -> Value {
    let idvs = idvs_vertex_count(vertex_count).ok();
    json!({
        "vertex_count": vertex_count,
        "driver": padding(vertex_count, PaddingRule::Driver),
        "documented": padding(vertex_count, PaddingRule::Documented),
        "driver_idvs": idvs.map(|count| padding(count, PaddingRule::Driver)),
    })
}

/// The padded count with its factors, and its byte.
fn cells(padding: &Value) -> [String; 2] {
    let number = |name: &str| padding[name].as_u64();
    let byte = number("instance_size_byte");
    let text = match (number("count"), number("odd")) {
        (Some(count @ 1..), Some(odd)) => {
            format!("{count} = {} << {}", 2 * odd + 1, padding["shift"])
        }
        (Some(_), _) => "0".into(),
        _ => "more than 32 bits".into(),
    };
    [text, byte.map_or("-".into(), |byte| format!("{byte:#04x}"))]
}

fn sheet(answers: &Value) -> Sheet {
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
    for answer in elements(answers) {
        let rules = ["driver", "documented", "driver_idvs"];
        let [[a, b], [c, d], [e, f]] = rules.map(|rule| cells(&answer[rule]));
        sheet.row([plain(&answer["vertex_count"]), a, b, c, d, e, f]);
    }
    sheet
}

/// Prints the result for each vertex count; counts without a padded count are
/// refused.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let answers = arguments.vertex_counts.iter().map(|&count| answer(count));
    let answers = answers.collect();
    print(arguments.json, &answers, sheet, streams)?;
    let mut all = elements(&answers);
    Ok(Outcome::refused_if(all.any(|answer| answer["driver"].is_null())))
}
