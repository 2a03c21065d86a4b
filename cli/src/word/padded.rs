// SPDX-License-Identifier: MIT

//! `dral word padded`: padded counts under both rules.

use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{print, Answer, Sheet};
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

/// A padded count of up to 32 bits.
#[derive(Serialize)]
struct Padded {
    count: u32,
    shift: u32,
    odd: u32,
    instance_size_byte: Option<u8>,
}

impl Padded {
    fn new(vertex_count: u32, rule: PaddingRule) -> Result<Self, Error> {
        let padded = PaddedCount::new(vertex_count, rule)?;
        Ok(Self {
            count: padded.count(),
            shift: padded.shift(),
            odd: padded.odd(),
            instance_size_byte: instance_size_byte(padded.count()).ok(),
        })
    }

    /// The padded count with its factors, and its byte.
    fn cells(padded: &Option<Self>) -> [String; 2] {
        let Some(padded) = padded else {
            return ["more than 32 bits", "-"].map(String::from);
        };
        let text = match padded.count {
            0 => "0".into(),
            count => {
                format!("{count} = {} << {}", 2 * padded.odd + 1, padded.shift)
            }
        };
        let byte = padded.instance_size_byte;
        [text, byte.map_or("-".into(), |byte| format!("{byte:#04x}"))]
    }
}

/// The padded counts of a vertex count, which the driver's rule can refuse.
#[derive(Serialize)]
struct Count {
    vertex_count: u32,
    error: Option<String>,
    driver: Option<Padded>,
    documented: Option<Padded>,
    driver_idvs: Option<Padded>,
}

impl Answer for Count {
    fn is_refused(&self) -> bool {
        self.error.is_some()
    }
}

impl Count {
    fn new(vertex_count: u32) -> Self {
        let driver = |count| Padded::new(count, PaddingRule::Driver);
        let documented = Padded::new(vertex_count, PaddingRule::Documented);
        let idvs = idvs_vertex_count(vertex_count).and_then(driver);
        let (driver, error) = match driver(vertex_count) {
            Ok(padded) => (Some(padded), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Self {
            vertex_count,
            error,
            driver,
            documented: documented.ok(),
            driver_idvs: idvs.ok(),
        }
    }

    fn row(&self) -> [String; 7] {
        let rules = [&self.driver, &self.documented, &self.driver_idvs];
        let [[a, b], [c, d], [e, f]] = rules.map(Padded::cells);
        [self.vertex_count.to_string(), a, b, c, d, e, f]
    }
}

const COLUMNS: [&str; 7] = [
    "vertices",
    "driver rule",
    "byte",
    "documented rule",
    "byte",
    "driver rule, IDVS",
    "byte",
];

fn sheet(answers: &[Count]) -> Sheet {
    let mut sheet = Sheet::default();
    sheet.row(COLUMNS);
    answers.iter().for_each(|answer| sheet.row(answer.row()));
    sheet
}

/// Prints the result for each vertex count; counts without a padded count are
/// refused.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let counts = arguments.vertex_counts.iter();
    let answers: Vec<_> = counts.map(|&count| Count::new(count)).collect();
    print("counts", &answers, arguments.json, sheet, streams)
}
