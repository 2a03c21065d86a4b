// SPDX-License-Identifier: MIT

//! Two charts, one below the other, with their axes and the meaning of their
//! colors and lines.

use crate::failure::Failure;
use crate::picture::{Anchor, Font, Picture, Place, Stroke, GREY, MARGIN};
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

/// An axis with labels at given places.
pub struct Axis {
    pub name: &'static str,
    pub range: Range<f64>,
    /// The places of labels and grid lines.
    pub ticks: Vec<f64>,
    pub label: fn(f64) -> String,
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
        let first = from.next_multiple_of(step);
        Self {
            name,
            range: f64::from(from)..f64::from(to),
            ticks: (first..=to).step_by(step as usize).map(f64::from).collect(),
            label: |count| format!("{count:.0}"),
        }
    }

    /// A logarithmic axis from a power of two to another: the closest to both
    /// numbers, of which the second must be greater. The place of a number is
    /// its logarithm.
    pub fn of_powers(name: &'static str, from: u32, to: u32) -> Self {
        let (first, last) = (from.ilog2(), (to - 1).ilog2() + 1);
        let step = (last - first).div_ceil(MOST_POWERS);
        let powers = (first..=last).step_by(step as usize);
        Self {
            name,
            range: f64::from(first)..f64::from(last),
            ticks: powers.map(f64::from).collect(),
            label: |power| format!("2^{power:.0}"),
        }
    }

    fn labels(&self) -> impl Iterator<Item = (f64, String)> + '_ {
        self.ticks.iter().map(|&tick| (tick, (self.label)(tick)))
    }

    /// How far a value is along the axis, from 0 to 1.
    fn along(&self, value: f64) -> f64 {
        (value - self.range.start) / (self.range.end - self.range.start)
    }
}

/// What a line or a dot of this style means.
pub struct Entry {
    pub stroke: Stroke,
    pub is_dot: bool,
    pub text: String,
}

/// A chart that is being drawn.
pub struct Chart<'p, 'a> {
    pub picture: &'p mut Picture<'a>,
    x: Axis,
    y: Axis,
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
        let across: Vec<_> = x.labels().collect();
        let up: Vec<_> = y.labels().collect();
        let (x_name, y_name) = (x.name, y.name);
        let origin = (x.range.start, y.range.start);
        let longest = up.iter().map(|(_, label)| label.len()).max();
        let longest = longest.unwrap_or(0).max(4);
        let left = MARGIN + DIGIT * longest as f64 + 12.0;
        let height = CHART + 4.0 * ROW;
        let top = MARGIN + 3.0 * ROW + f64::from(row) * height;
        let chart = Self { picture, x, y, left, top };
        let (right, bottom) = (left + chart.width(), top + CHART);
        for (tick, label) in across {
            let (at, _) = chart.place((tick, origin.1));
            chart.picture.rule((at, top), (at, bottom))?;
            let place = (at, bottom + 12.0);
            chart.picture.text(label, place, Anchor::Middle)?;
        }
        for (tick, label) in up {
            let (_, at) = chart.place((origin.0, tick));
            chart.picture.rule((left, at), (right, at))?;
            chart.picture.text(label, (left - 8.0, at), Anchor::End)?;
        }
        let middle = (left + chart.width() / 2.0, bottom + 34.0);
        chart.picture.text(x_name, middle, Anchor::Middle)?;
        let head = top - 44.0;
        chart.picture.text(y_name, (MARGIN, head), Anchor::Start)?;
        let slot = (WIDTH as f64 - left) / legend.len().max(1) as f64;
        for (number, entry) in legend.iter().enumerate() {
            let begin = left + number as f64 * slot;
            let (at, end) = (top - 18.0, begin + SAMPLE);
            match entry.is_dot {
                true => {
                    let dot = [(end - 8.0, at)];
                    chart.picture.dots(dot, entry.stroke.color)?;
                }
                false => {
                    chart
                        .picture
                        .path([(begin, at), (end, at)], entry.stroke)?;
                }
            }
            let text = (end + 8.0, at);
            chart.picture.text(&entry.text[..], text, Anchor::Start)?;
        }
        let axes = [(left, top), (left, bottom), (right, bottom)];
        chart.picture.path(axes, Stroke::solid(GREY, 1.0))?;
        Ok(chart)
    }

    fn width(&self) -> f64 {
        WIDTH as f64 - self.left - 2.0 * MARGIN
    }

    /// Where a value is in the picture.
    fn place(&self, (x, y): Place) -> Place {
        let across = self.left + self.x.along(x) * self.width();
        (across, self.top + CHART * (1.0 - self.y.along(y)))
    }

    pub fn line(
        &mut self,
        values: impl IntoIterator<Item = Place>,
        stroke: Stroke,
    ) -> io::Result<()> {
        let places: Vec<_> =
            values.into_iter().map(|value| self.place(value)).collect();
        self.picture.path(places, stroke)
    }

    pub fn dots(
        &mut self,
        values: impl IntoIterator<Item = Place>,
        color: &'static str,
    ) -> io::Result<()> {
        let places: Vec<_> =
            values.into_iter().map(|value| self.place(value)).collect();
        self.picture.dots(places, color)
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
