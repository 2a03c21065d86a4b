// SPDX-License-Identifier: MIT

//! `dral word divisor`: magic divisors, exact and in floating point.

use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{print, Answer, Sheet, Word};
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

/// A magic divisor, and the first 32-bit id that it divides wrongly.
#[derive(Serialize)]
struct Magic {
    magic: Word,
    shift: u32,
    extra_flags: u32,
    first_wrong_id: Option<u32>,
}

/// The magic divisors of a divisor, unless it is refused.
#[derive(Serialize)]
struct Divisor {
    divisor: u32,
    error: Option<String>,
    documented: Option<Magic>,
    nearest: Option<Magic>,
    floating_point: Option<Magic>,
}

impl Answer for Divisor {
    fn is_refused(&self) -> bool {
        self.error.is_some()
    }
}

impl Divisor {
    fn new(divisor: u32) -> Self {
        let documented = MagicDivisor::new(divisor, Rounding::Documented);
        let nearest = MagicDivisor::new(divisor, Rounding::Nearest);
        let describe = |magic: MagicDivisor| Magic {
            magic: Word(magic.magic),
            shift: magic.shift,
            extra_flags: magic.extra_flags,
            first_wrong_id: magic.first_wrong_id(divisor).unwrap_or(None),
        };
        Self {
            divisor,
            error: documented.err().map(|error| error.to_string()),
            documented: documented.ok().map(describe),
            nearest: nearest.ok().map(describe),
            floating_point: through_floating_point(divisor).map(describe),
        }
    }

    fn rows(&self) -> Vec<[String; 6]> {
        let divisor = self.divisor.to_string();
        let row = |cells: [&str; 5]| {
            let [computed, magic, shift, flags, ids] = cells.map(String::from);
            [divisor.clone(), computed, magic, shift, flags, ids]
        };
        if let Some(error) = &self.error {
            return vec![row(["refused", "-", "-", "-", error])];
        }
        let all = [
            ("documented", &self.documented),
            ("nearest", &self.nearest),
            ("floating point", &self.floating_point),
        ];
        let rows = all.into_iter().map(|(name, magic)| {
            let Some(magic) = magic else {
                return row([name, "-", "-", "-", "-"]);
            };
            let ids = match magic.first_wrong_id {
                None => "exact".into(),
                Some(id) => format!("wrong at {id}"),
            };
            row([
                name,
                &format!("0x{}", magic.magic),
                &magic.shift.to_string(),
                &magic.extra_flags.to_string(),
                &ids,
            ])
        });
        rows.collect()
    }
}

const COLUMNS: [&str; 6] =
    ["divisor", "computed", "magic", "shift", "extra flags", "ids"];

fn sheet(answers: &[Divisor]) -> Sheet {
    let mut sheet = Sheet::default();
    sheet.row(COLUMNS);
    let rows = answers.iter().flat_map(Divisor::rows);
    rows.for_each(|row| sheet.row(row));
    sheet
}

/// Prints the result for each divisor; 0 is refused.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let divisors = arguments.divisors.iter();
    let answers: Vec<_> = divisors.map(|&one| Divisor::new(one)).collect();
    print("divisors", &answers, arguments.json, sheet, streams)
}
