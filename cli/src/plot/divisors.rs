// SPDX-License-Identifier: MIT

//! `dral plot divisors`: where magic divisors in floating point are wrong.

use super::chart::{self, Axis, Entry, Sample};
use super::style::{self, Area, Drawn};
use super::wrong_divisors::{between, WrongDivisor};
use super::{check_range, Picture};
use crate::failure::Failure;
use crate::number;
use clap::Args;
use plotters::prelude::*;

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
    pub picture: Picture,
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

/// Draws the picture as SVG.
pub fn draw(arguments: &Arguments) -> Result<String, Failure> {
    let (from, to) = (arguments.from, arguments.to);
    check_range(from, to, u32::MAX, "a divisor")?;
    let wrong = between(from, to);
    let counts = Count::all(&wrong, from, to);
    let harmful = wrong.iter().filter(|w| w.is_harmful()).count();
    let title = format!(
        "Magic divisors in floating point: {} are wrong, {} are harmful",
        style::grouped(wrong.len()),
        style::grouped(harmful)
    );
    style::picture(&title, |upper, lower| {
        draw_ids(upper, Axis::of_powers(from, to), &wrong)?;
        draw_counts(lower, Axis::of_powers(from, to), &counts)
    })
}

fn draw_ids(area: &Area, across: Axis, wrong: &[WrongDivisor]) -> Drawn {
    let (harmful, harmless): (Vec<&WrongDivisor>, Vec<_>) =
        wrong.iter().partition(|w| w.is_harmful());
    let series = [
        (harmful, "divide an id wrongly", style::BLUE),
        (harmless, "divide every 32-bit id correctly", style::ORANGE),
    ];
    let entries = series.each_ref().map(|(divisors, what, color)| Entry {
        sample: Sample::Dot(*color),
        text: format!("{} {what}", style::grouped(divisors.len())),
    });
    let area = chart::legend(area, &entries)?;
    let ids = Axis {
        range: LOWEST_ID..NO_ID + 0.2,
        ticks: vec![2.0, 2.5, 3.0, 3.5, 4.0, NO_ID],
        label: |height| {
            if height == NO_ID {
                "none".into()
            } else {
                format!("{height:.1}")
            }
        },
    };
    let mut chart = chart::empty(
        &area,
        ("divisor", across),
        ("first wrong id, billions", ids),
    )?;
    for (divisors, _, color) in series {
        chart.draw_series(divisors.into_iter().map(|w| {
            let id = w.first_wrong_id.map(|id| f64::from(id) / BILLION);
            let place = (f64::from(w.divisor).log2(), id.unwrap_or(NO_ID));
            Circle::new(place, style::RADIUS, color.filled())
        }))?;
    }
    Ok(())
}

fn draw_counts(area: &Area, across: Axis, counts: &[Count]) -> Drawn {
    let most = counts.iter().map(Count::total).max().unwrap_or(0);
    // Room for the number above the highest bar.
    let top = (most as f64 * 1.15).max(1.0);
    let step = (most.div_ceil(5)).next_multiple_of(100).max(100);
    let numbers = Axis {
        range: 0.0..top,
        ticks: (0..=most).step_by(step).map(|n| n as f64).collect(),
        label: |number| format!("{number:.0}"),
    };
    let mut chart = chart::empty(
        area,
        ("divisor, from one power of two to the next", across),
        ("wrong divisors", numbers),
    )?;
    for count in counts {
        let bar = |from: usize, to: usize, color: RGBColor| {
            let left = f64::from(count.shift) + 0.1;
            let corners = [(left, from as f64), (left + 0.8, to as f64)];
            Rectangle::new(corners, color.filled())
        };
        let total = count.total();
        chart.draw_series([
            bar(0, count.harmful, style::BLUE),
            bar(count.harmful, total, style::ORANGE),
        ])?;
        let middle = (f64::from(count.shift) + 0.5, total as f64);
        let number = Text::new(total.to_string(), middle, style::above());
        chart.draw_series([number])?;
    }
    Ok(())
}
