// SPDX-License-Identifier: MIT

//! A chart, its axes, and the meaning of its colors and lines.

use super::style::{self, Area, Drawn};
use plotters::coord::ranged1d::{
    KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter,
};
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;

/// An axis with labels at given places.
pub struct Axis {
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
    pub fn of_counts(from: u32, to: u32) -> Self {
        let step = ((to - from).div_ceil(STEPS)).next_power_of_two();
        let first = from.next_multiple_of(step);
        Self {
            range: f64::from(from)..f64::from(to),
            ticks: (first..=to).step_by(step as usize).map(f64::from).collect(),
            label: |count| format!("{count:.0}"),
        }
    }

    /// A logarithmic axis from a power of two to another: the closest to both
    /// numbers, of which the second must be greater. The place of a number is
    /// its logarithm.
    pub fn of_powers(from: u32, to: u32) -> Self {
        let (first, last) = (from.ilog2(), (to - 1).ilog2() + 1);
        let step = (last - first).div_ceil(MOST_POWERS);
        let powers = (first..=last).step_by(step as usize);
        Self {
            range: f64::from(first)..f64::from(last),
            ticks: powers.map(f64::from).collect(),
            label: |power| format!("2^{power:.0}"),
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

pub type Chart<'a, 'b> =
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;

/// A chart with a thin grid and no data.
pub fn empty<'a, 'b>(
    area: &'a Area<'b>,
    (x_name, x): (&str, Axis),
    (y_name, y): (&str, Axis),
) -> Drawn<Chart<'a, 'b>> {
    let left = (y.longest_label() * style::DIGIT + style::ROW).max(style::LEFT);
    let mut chart = ChartBuilder::on(area)
        .margin_top(style::GAP)
        .margin_right(style::RIGHT)
        .set_label_area_size(LabelAreaPosition::Left, left)
        .set_label_area_size(LabelAreaPosition::Bottom, style::BELOW)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .x_desc(x_name)
        .y_desc(y_name)
        .label_style(style::text(style::TEXT_SIZE))
        .axis_desc_style(style::text(style::TEXT_SIZE))
        .axis_style(style::GREY)
        .bold_line_style(style::GRID.stroke_width(2))
        .light_line_style(TRANSPARENT)
        .draw()?;
    Ok(chart)
}

/// How a series is drawn.
#[derive(Clone, Copy)]
pub enum Sample {
    Line(ShapeStyle),
    Dashes(ShapeStyle),
    Dot(RGBColor),
}

pub struct Entry {
    pub sample: Sample,
    pub text: String,
}

/// Draws a legend into a row at the top of the area, where it hides no data.
/// Returns the rest of the area.
pub fn legend<'b>(area: &Area<'b>, entries: &[Entry]) -> Drawn<Area<'b>> {
    let (row, rest) = area.split_vertically(style::ROW);
    let text =
        style::text(style::TEXT_SIZE).pos(Pos::new(HPos::Left, VPos::Center));
    let (width, _) = row.dim_in_pixel();
    let slot = (width - style::LEFT) as i32 / entries.len() as i32;
    let length = style::SAMPLE as i32;
    let middle = style::ROW as i32 / 2;
    for (number, entry) in (0..).zip(entries) {
        let left = style::LEFT as i32 + number * slot;
        let ends = [(left, middle), (left + length, middle)];
        match entry.sample {
            Sample::Line(line) => row.draw(&PathElement::new(ends, line))?,
            Sample::Dashes(line) => {
                let (dash, space) = style::DASHES;
                row.draw(&DashedPathElement::new(ends, dash, space, line))?;
            }
            Sample::Dot(color) => {
                let place = (left + length / 2, middle);
                let radius = 2 * style::RADIUS;
                row.draw(&Circle::new(place, radius, color.filled()))?;
            }
        }
        let begin = (left + length + style::GAP as i32, middle);
        row.draw(&Text::new(entry.text.as_str(), begin, text.clone()))?;
    }
    Ok(rest)
}
