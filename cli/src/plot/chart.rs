// SPDX-License-Identifier: MIT

//! Two charts, one below the other, with their axes and the meaning of their
//! colors and lines.

use crate::failure::Failure;
use crate::picture::{Anchor, Font, Mark, Picture, Place, GREY, GRID, MARGIN};
use std::io;
use std::ops::Range;

const WIDTH: u64 = 800;
const HEIGHT: u64 = 640;
/// The height of a line of text.
const ROW: f64 = 26.0;
/// The chart itself, without legend and labels.
const CHART: f64 = 196.0;
const DIGIT: f64 = 9.0;
const SAMPLE: f64 = 28.0;

/// An axis with labels.
pub struct Axis {
    pub name: &'static str,
    pub range: Range<f64>,
    /// The places of labels and grid lines, with the labels.
    pub ticks: Vec<(f64, String)>,
}

/// More labels than this at powers of two would be too close to each other.
const MOST_POWERS: u32 = 12;

/// Labels of a count are multiples of a power of two: at most this many, plus
/// one.
const STEPS: u32 = 8;

impl Axis {
    /// An axis of counts.
    pub fn of_counts(name: &'static str, from: u32, to: u32) -> Self {
        let step = ((to - from).div_ceil(STEPS)).next_power_of_two();
        let counts = (from.next_multiple_of(step)..=to).step_by(step as usize);
        let ticks = counts.map(|n| (f64::from(n), n.to_string())).collect();
        Self { name, range: f64::from(from)..f64::from(to), ticks }
    }

    /// A logarithmic axis from a power of two to another: the closest to both
    /// numbers, of which the second must be greater. The place of a number is
    /// its logarithm.
    pub fn of_powers(name: &'static str, from: u32, to: u32) -> Self {
        let (first, last) = (from.ilog2(), (to - 1).ilog2() + 1);
        let step = (last - first).div_ceil(MOST_POWERS);
        let powers = (first..=last).step_by(step as usize);
        let ticks = powers.map(|n| (f64::from(n), format!("2^{n}"))).collect();
        Self { name, range: f64::from(first)..f64::from(last), ticks }
    }
}

/// How far a value is along a range, from 0 to 1.
fn along(range: &Range<f64>, value: f64) -> f64 {
    (value - range.start) / (range.end - range.start)
}

/// A mark, and what it means.
pub type Entry = (Mark, String);

/// A chart that is being drawn.
pub struct Chart<'p, 'a> {
    pub picture: &'p mut Picture<'a>,
    x: Range<f64>,
    y: Range<f64>,
    left: f64,
    top: f64,
}

impl<'p, 'a> Chart<'p, 'a> {
    /// A chart with a thin grid, a legend where it hides no data, and no data.
    /// `row` is 0 for the upper one, 1 for the lower one.
    pub fn new(
        picture: &'p mut Picture<'a>,
        row: u32,
        x: Axis,
        y: Axis,
        legend: &[Entry],
    ) -> io::Result<Self> {
        let longest = y.ticks.iter().map(|(_, label)| label.len()).max();
        let longest = longest.unwrap_or(0).max(4);
        let left = MARGIN + DIGIT * longest as f64 + 12.0;
        let height = CHART + 4.0 * ROW;
        let top = MARGIN + 3.0 * ROW + f64::from(row) * height;
        let chart = Self { picture, x: x.range, y: y.range, left, top };
        let (right, bottom) = (left + chart.width(), top + CHART);
        let picture = &mut *chart.picture;
        for (tick, label) in x.ticks {
            let at = left + along(&chart.x, tick) * (right - left);
            picture.mark([(at, top), (at, bottom)], GRID)?;
            picture.text(label, (at, bottom + 12.0), Anchor::Middle)?;
        }
        for (tick, label) in y.ticks {
            let at = bottom - along(&chart.y, tick) * CHART;
            picture.mark([(left, at), (right, at)], GRID)?;
            picture.text(label, (left - 8.0, at), Anchor::End)?;
        }
        let middle = ((left + right) / 2.0, bottom + 34.0);
        picture.text(x.name, middle, Anchor::Middle)?;
        picture.text(y.name, (MARGIN, top - 44.0), Anchor::Start)?;
        let slot = (WIDTH as f64 - left) / legend.len().max(1) as f64;
        for (number, (mark, text)) in legend.iter().enumerate() {
            let begin = left + number as f64 * slot;
            let (at, end) = (top - 18.0, begin + SAMPLE);
            let begin = if mark.is_dot { end } else { begin };
            picture.mark([(begin, at), (end, at)], *mark)?;
            picture.text(text, (end + 8.0, at), Anchor::Start)?;
        }
        let axes = [(left, top), (left, bottom), (right, bottom)];
        picture.mark(axes, Mark::line(GREY, 1.0))?;
        Ok(chart)
    }

    fn width(&self) -> f64 {
        WIDTH as f64 - self.left - 2.0 * MARGIN
    }

    /// Where a value is in the picture.
    fn place(&self, (x, y): Place) -> Place {
        let across = self.left + along(&self.x, x) * self.width();
        (across, self.top + CHART * (1.0 - along(&self.y, y)))
    }

    pub fn mark(
        &mut self,
        values: impl IntoIterator<Item = Place>,
        mark: Mark,
    ) -> io::Result<()> {
        let places = values.into_iter().map(|value| self.place(value));
        let places: Vec<_> = places.collect();
        self.picture.mark(places, mark)
    }

    /// A bar between two values.
    pub fn bar(
        &mut self,
        from: Place,
        to: Place,
        color: &'static str,
    ) -> io::Result<()> {
        let (left, bottom) = self.place(from);
        let (right, top) = self.place(to);
        let size = (right - left, bottom - top);
        self.picture.rectangle((left, top), size, color, None)
    }

    /// A text above a value.
    pub fn above(&mut self, value: Place, text: String) -> io::Result<()> {
        let (x, y) = self.place(value);
        self.picture.text(text, (x, y - 10.0), Anchor::Middle)
    }
}

/// A picture with a title, of two charts.
pub fn picture(
    title: &str,
    draw: impl FnOnce(&mut Picture) -> io::Result<()>,
) -> Result<Vec<u8>, Failure> {
    let mut svg = Vec::new();
    let description = "Two charts, one below the other.";
    let size = (WIDTH, HEIGHT);
    Picture::write(
        &mut svg,
        size,
        Font::Chart,
        title,
        description,
        |picture| {
            let middle = (WIDTH as f64 / 2.0, MARGIN + 8.0);
            picture.text(title, middle, Anchor::Middle)?;
            draw(picture)
        },
    )?;
    Ok(svg)
}
