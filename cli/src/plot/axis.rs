// SPDX-License-Identifier: MIT

//! An axis with labels at given places.

use plotters::coord::ranged1d::{
    KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter,
};
use std::ops::Range;

/// A linear axis.
pub struct Axis {
    pub range: Range<f64>,
    /// The places of labels and grid lines.
    pub ticks: Vec<f64>,
    pub label: fn(f64) -> String,
}

/// Labels of a count are multiples of a power of two: at most this many, plus
/// one.
const STEPS: u32 = 8;

impl Axis {
    /// An axis of counts.
    pub fn of_counts(from: u32, to: u32) -> Self {
        let step = ((to - from).div_ceil(STEPS)).next_power_of_two();
        let first = from.next_multiple_of(step);
        Self {
            range: f64::from(from)..f64::from(to),
            ticks: (first..=to).step_by(step as usize).map(f64::from).collect(),
            label: |count| format!("{count:.0}"),
        }
    }

    /// The number of characters of the longest label.
    pub fn longest_label(&self) -> u32 {
        let labels = self.ticks.iter().map(|&tick| (self.label)(tick));
        labels.map(|label| label.len() as u32).max().unwrap_or(0)
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, &value: &f64, (begin, end): (i32, i32)) -> i32 {
        let length = self.range.end - self.range.start;
        let along = (value - self.range.start) / length;
        begin + (f64::from(end - begin) * along).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // plotters calls lines without labels light.
        if hint.weight().allow_light_points() {
            Vec::new()
        } else {
            self.ticks.clone()
        }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        (self.label)(*value)
    }
}
