// SPDX-License-Identifier: MIT

//! `dral divisor`: magic divisors, exact and in floating point.

use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{elements, hex, plain, print, word, Sheet};
use crate::streams::Streams;
use clap::Args;
use dral::instancing::{MagicDivisor, Rounding};
use serde_json::{json, Value};

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

fn answer(divisor: u32) -> Value {
    let documented = MagicDivisor::new(divisor, Rounding::Documented);
    let nearest = MagicDivisor::new(divisor, Rounding::Nearest);
    let describe = |magic: MagicDivisor| {
        json!({
            "magic": word(magic.magic),
            "shift": magic.shift,
            "extra_flags": magic.extra_flags,
            // `null` if every 32-bit id is divided correctly.
            "first_wrong_id": magic.first_wrong_id(divisor).unwrap_or(None),
        })
    };
    json!({
        "divisor": divisor,
        "error": documented.err().map(|error| error.to_string()),
        "documented": documented.ok().map(describe),
        "nearest": nearest.ok().map(describe),
        "floating_point": through_floating_point(divisor).map(describe),
    })
}

fn sheet(answers: &Value) -> Sheet {
    let mut sheet = Sheet::default();
    sheet.row(["divisor", "computed", "magic", "shift", "extra flags", "ids"]);
    for answer in elements(answers) {
        let divisor = &plain(&answer["divisor"])[..];
        if let Some(error) = answer["error"].as_str() {
            sheet.row([divisor, "refused", "-", "-", "-", error]);
            continue;
        }
        for name in ["documented", "nearest", "floating point"] {
            let magic = &answer[name.replace(' ', "_")];
            let ids = match &magic["first_wrong_id"] {
                _ if magic.is_null() => "-".into(),
                Value::Null => "exact".into(),
                id => format!("wrong at {id}"),
            };
            let [shift, flags] =
                ["shift", "extra_flags"].map(|name| plain(&magic[name]));
            let magic = hex(&magic["magic"]);
            sheet.row([divisor, name, &magic, &shift, &flags, &ids]);
        }
    }
    sheet
}

/// Prints the result for each divisor; 0 is refused.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let answers = arguments.divisors.iter().map(|&divisor| answer(divisor));
    let answers = answers.collect();
    print(arguments.json, &answers, sheet, streams)?;
    let mut all = elements(&answers);
    Ok(Outcome::refused_if(all.any(|answer| !answer["error"].is_null())))
}
