// SPDX-License-Identifier: MIT

//! `dral plot divisors`: where magic divisors in floating point are wrong.

use super::chart::{self, Axis, Chart};
use super::wrong_divisors::{between, WrongDivisor};
use super::{check_range, Destination};
use crate::failure::Failure;
use crate::number;
use crate::picture::{Mark, Picture, BLUE, ORANGE};
use clap::Args;
use std::io;

#[derive(Args)]
pub struct Arguments {
    /// The first divisor
    #[arg(long, value_name = "DIVISOR", default_value = "4194304",
          value_parser = number::unsigned)]
    pub from: u32,
    /// The last divisor
    #[arg(long, value_name = "DIVISOR", default_value = "4294967295",
          value_parser = number::unsigned)]
    pub to: u32,
    #[command(flatten)]
    pub destination: Destination,
}

const BILLION: f64 = 1e9;

/// No wrong magic divides an id below 2^31 - 22 wrongly.
const LOWEST_ID: f64 = 2.0;

/// The height of divisors that divide no id wrongly: above 2^32.
const NO_ID: f64 = 4.5;

/// The number of wrong divisors between two powers of two.
struct Count {
    shift: u32,
    harmful: usize,
    harmless: usize,
}

impl Count {
    fn all(wrong: &[WrongDivisor], from: u32, to: u32) -> Vec<Self> {
        let count = |shift| {
            let here = || wrong.iter().filter(move |w| w.shift() == shift);
            let harmful = here().filter(|w| w.is_harmful()).count();
            Self { shift, harmful, harmless: here().count() - harmful }
        };
        (from.ilog2()..=to.ilog2()).map(count).collect()
    }

    fn total(&self) -> usize {
        self.harmful + self.harmless
    }
}

/// A number with commas between thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Draws the picture as SVG.
pub fn draw(arguments: &Arguments) -> Result<Vec<u8>, Failure> {
    let (from, to) = (arguments.from, arguments.to);
    check_range(from, to, u32::MAX, "a divisor")?;
    let wrong = between(from, to);
    let counts = Count::all(&wrong, from, to);
    let harmful = wrong.iter().filter(|w| w.is_harmful()).count();
    let title = format!(
        "Magic divisors in floating point: {} are wrong, {} are harmful",
        grouped(wrong.len()),
        grouped(harmful)
    );
    chart::picture(&title, |picture| {
        let divisors = Axis::of_powers("divisor", from, to);
        draw_ids(picture, divisors, &wrong)?;
        let name = "divisor, from one power of two to the next";
        draw_counts(picture, Axis::of_powers(name, from, to), &counts)
    })
}

fn draw_ids(
    picture: &mut Picture,
    across: Axis,
    wrong: &[WrongDivisor],
) -> io::Result<()> {
    let (harmful, harmless): (Vec<&WrongDivisor>, Vec<_>) =
        wrong.iter().partition(|w| w.is_harmful());
    let series = [
        (harmful, "divide an id wrongly", Mark::dot(BLUE)),
        (harmless, "divide every 32-bit id correctly", Mark::dot(ORANGE)),
    ];
    let entries = series.each_ref().map(|(divisors, what, mark)| {
        (*mark, format!("{} {what}", grouped(divisors.len())))
    });
    let billions = [2.0, 2.5, 3.0, 3.5, 4.0];
    let ticks = billions.map(|id| (id, format!("{id:.1}"))).into_iter();
    let ids = Axis {
        name: "first wrong id, billions",
        range: LOWEST_ID..NO_ID + 0.2,
        ticks: ticks.chain([(NO_ID, "none".into())]).collect(),
    };
    let mut chart = Chart::new(picture, 0, across, ids, &entries)?;
    for (divisors, _, mark) in series {
        let places = divisors.into_iter().map(|w| {
            let id = w.first_wrong_id.map(|id| f64::from(id) / BILLION);
            (f64::from(w.divisor).log2(), id.unwrap_or(NO_ID))
        });
        chart.mark(places, mark)?;
    }
    Ok(())
}

fn draw_counts(
    picture: &mut Picture,
    across: Axis,
    counts: &[Count],
) -> io::Result<()> {
    let most = counts.iter().map(Count::total).max().unwrap_or(0);
    let step = (most.div_ceil(5)).next_multiple_of(100).max(100);
    let numbers = Axis {
        name: "wrong divisors",
        // Room for the number above the highest bar.
        range: 0.0..(most as f64 * 1.15).max(1.0),
        ticks: (0..=most)
            .step_by(step)
            .map(|n| (n as f64, n.to_string()))
            .collect(),
    };
    let mut chart = Chart::new(picture, 1, across, numbers, &[])?;
    for count in counts {
        let (harmful, total) = (count.harmful as f64, count.total() as f64);
        let left = f64::from(count.shift) + 0.1;
        let right = left + 0.8;
        chart.bar((left, 0.0), (right, harmful), BLUE)?;
        chart.bar((left, harmful), (right, total), ORANGE)?;
        chart.above((left + 0.4, total), count.total().to_string())?;
    }
    Ok(())
}
