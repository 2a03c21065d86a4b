// SPDX-License-Identifier: MIT

//! Where magic divisors in floating point are wrong.

use crate::chart::{self, Axis, Chart, Mark, Series};
use crate::picture::{BLUE, ORANGE};
use crate::wrong_divisors::{between, WrongDivisor};
use std::io;

/// All divisors that can be wrong, rounded to powers of two.
const FROM: u32 = 1 << 22;
const TO: u32 = u32::MAX;

const BILLION: f64 = 1e9;

/// No wrong magic divides an id below 2^31 - 22 wrongly.
const LOWEST_ID: f64 = 2.0;

/// The height of divisors that divide no id wrongly: above 2^32.
const NO_ID: f64 = 4.5;

/// The width of a bar. Up to 32 bars stand side by side.
const BAR: f64 = 16.0;

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
pub fn draw() -> io::Result<Vec<u8>> {
    let wrong = between(FROM, TO);
    let (harmful, harmless): (Vec<_>, Vec<_>) =
        wrong.iter().partition(|wrong| wrong.first_wrong_id.is_some());
    let title = format!(
        "Magic divisors in floating point: {} are wrong, {} are harmful",
        grouped(wrong.len()),
        grouped(harmful.len())
    );
    let name = "divisor, from one power of two to the next";
    let charts = [
        ids(Axis::of_powers("divisor", FROM, TO), &harmful, &harmless),
        counts(Axis::of_powers(name, FROM, TO), &wrong, &harmful),
    ];
    chart::write(&title, &charts)
}

/// The first id that each divisor divides wrongly.
fn ids(x: Axis, harmful: &[WrongDivisor], harmless: &[WrongDivisor]) -> Chart {
    let dots = |divisors: &[WrongDivisor], what, color| {
        let dot = |wrong: &WrongDivisor| {
            let id = wrong.first_wrong_id.map(|id| f64::from(id) / BILLION);
            vec![(f64::from(wrong.divisor).log2(), id.unwrap_or(NO_ID))]
        };
        Series {
            mark: Mark::dot(color),
            name: format!("{} {what}", grouped(divisors.len())),
            lines: divisors.iter().map(dot).collect(),
        }
    };
    let billions = [2.0, 2.5, 3.0, 3.5, 4.0];
    let ticks = billions.map(|id| (id, format!("{id:.1}"))).into_iter();
    let y = Axis {
        name: "first wrong id, billions",
        range: LOWEST_ID..NO_ID + 0.2,
        ticks: ticks.chain([(NO_ID, "none".into())]).collect(),
    };
    let series = vec![
        dots(harmful, "divide an id wrongly", BLUE),
        dots(harmless, "divide every 32-bit id correctly", ORANGE),
    ];
    Chart { x, y, series, labels: Vec::new() }
}

/// The wrong divisors between two powers of two, the harmful ones below.
fn counts(x: Axis, wrong: &[WrongDivisor], harmful: &[WrongDivisor]) -> Chart {
    let shifts = x.range.start as u32..x.range.end as u32;
    // The place and the height of each bar.
    let bars = |divisors: &[WrongDivisor]| -> Vec<(f64, usize)> {
        let bar = |shift: u32| {
            let here = divisors.iter().filter(|w| w.divisor.ilog2() == shift);
            (f64::from(shift) + 0.5, here.count())
        };
        shifts.clone().map(bar).collect()
    };
    let all = bars(wrong);
    let most = all.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let step = (most.div_ceil(5)).next_multiple_of(100).max(100);
    let y = Axis {
        name: "wrong divisors",
        // Room for the number above the highest bar.
        range: 0.0..(most as f64 * 1.15).max(1.0),
        ticks: (0..=most)
            .step_by(step)
            .map(|n| (n as f64, n.to_string()))
            .collect(),
    };
    let series = [(&all, ORANGE), (&bars(harmful), BLUE)];
    let series = series.map(|(bars, color)| Series {
        mark: Mark::line(color, BAR),
        name: String::new(),
        lines: bars
            .iter()
            .map(|&(x, count)| vec![(x, 0.0), (x, count as f64)])
            .collect(),
    });
    let labels = all
        .iter()
        .map(|&(x, count)| ((x, count as f64), count.to_string()))
        .collect();
    Chart { x, y, series: series.into(), labels }
}
