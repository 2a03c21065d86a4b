// SPDX-License-Identifier: MIT

//! `dral divisor`: magic divisors, exact and in floating point.

use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{print_json, word, Sheet};
use crate::streams::Streams;
use clap::Args;
use dral::instancing::{MagicDivisor, Rounding};
use serde::Serialize;

#[derive(Args)]
pub struct Arguments {
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// The divisors
    #[arg(required = true, value_parser = number::unsigned)]
    pub divisors: Vec<u32>,
}

#[derive(Serialize)]
struct Magic {
    magic: String,
    shift: u32,
    extra_flags: u32,
    /// `None` if every 32-bit id is divided correctly.
    first_wrong_id: Option<u32>,
}

impl Magic {
    fn new(magic: MagicDivisor, divisor: u32) -> Self {
        Self {
            magic: word(magic.magic),
            shift: magic.shift,
            extra_flags: magic.extra_flags,
            first_wrong_id: magic.first_wrong_id(divisor).unwrap_or(None),
        }
    }

    fn cells(magic: &Option<Self>) -> [String; 4] {
        match magic {
            None => ["-"; 4].map(String::from),
            Some(magic) => [
                magic.magic.clone(),
                magic.shift.to_string(),
                magic.extra_flags.to_string(),
                magic
                    .first_wrong_id
                    .map_or("exact".into(), |id| format!("wrong at {id}")),
            ],
        }
    }
}

/// The documented rounding, computed with double as shipped C code does.
pub fn through_floating_point(divisor: u32) -> Option<MagicDivisor> {
    let shift = divisor.checked_ilog2()?;
    let exact = 1u64 << (32 + shift);
    let rounded_up = (exact as f64 / f64::from(divisor)).ceil() as u64;
    let round_down = exact % u64::from(divisor) <= 1 << shift;
    Some(MagicDivisor {
        magic: (rounded_up - u64::from(round_down)) as u32 & 0x7FFF_FFFF,
        shift,
        extra_flags: round_down.into(),
    })
}

#[derive(Serialize)]
struct Answer {
    divisor: u32,
    error: Option<String>,
    documented: Option<Magic>,
    nearest: Option<Magic>,
    floating_point: Option<Magic>,
}

impl Answer {
    fn new(divisor: u32) -> Self {
        let documented = MagicDivisor::new(divisor, Rounding::Documented);
        let nearest = MagicDivisor::new(divisor, Rounding::Nearest);
        let describe = |magic| Magic::new(magic, divisor);
        Self {
            divisor,
            error: documented.err().map(|error| error.to_string()),
            documented: documented.ok().map(describe),
            nearest: nearest.ok().map(describe),
            floating_point: through_floating_point(divisor).map(describe),
        }
    }
}

/// Prints the result for each divisor; 0 is refused.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let answers: Vec<_> =
        arguments.divisors.iter().map(|&d| Answer::new(d)).collect();
    if arguments.json {
        print_json(&answers, streams.output)?;
    } else {
        let mut sheet = Sheet::default();
        sheet.row([
            "divisor",
            "computed",
            "magic",
            "shift",
            "extra flags",
            "ids",
        ]);
        for answer in &answers {
            let divisor = &answer.divisor.to_string()[..];
            if let Some(error) = &answer.error {
                sheet.row([divisor, "refused", "-", "-", "-", error]);
                continue;
            }
            for (name, magic) in [
                ("documented", &answer.documented),
                ("nearest", &answer.nearest),
                ("floating point", &answer.floating_point),
            ] {
                let [magic, shift, flags, ids] = &Magic::cells(magic);
                sheet.row([divisor, name, magic, shift, flags, ids]);
            }
        }
        sheet.print(streams.output)?;
    }
    let refused = answers.iter().any(|answer| answer.error.is_some());
    Ok(Outcome::refused_if(refused))
}
