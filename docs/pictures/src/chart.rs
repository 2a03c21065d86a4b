// SPDX-License-Identifier: MIT

//! Two charts, one below the other, with their axes and the meaning of their
//! colors and lines.

use crate::picture::{tenths, Anchor, Picture, Place, GREY, MARGIN, PALE};
use std::io;
use std::ops::Range;
use svg::node::element::Path;

const WIDTH: u64 = 800;
const HEIGHT: u64 = 640;
/// The height of a line of text.
const ROW: f64 = 26.0;
/// The chart itself, without legend and labels.
const CHART: f64 = 196.0;
const DIGIT: f64 = 9.0;
const SAMPLE: f64 = 28.0;

/// How lines are drawn.
#[derive(Clone, Copy)]
pub struct Mark {
    /// A color of SVG.
    pub color: &'static str,
    /// In pixels.
    pub width: f64,
    /// Lengths of dashes and gaps; `none` for a solid line.
    pub dashes: &'static str,
}

impl Mark {
    /// A solid line.
    pub const fn line(color: &'static str, width: f64) -> Self {
        Self { color, width, dashes: "none" }
    }
}

/// A line of a grid.
const GRID: Mark = Mark::line(PALE, 1.0);

/// Lines from place to place.
fn lines(
    picture: &mut Picture,
    lines: impl IntoIterator<Item = Vec<Place>>,
    mark: Mark,
) -> io::Result<()> {
    let mut path = String::new();
    for line in lines {
        let mut begin = "M";
        for (x, y) in line {
            path += &format!("{begin}{},{}", tenths(x), tenths(y));
            begin = " ";
        }
    }
    picture.add(
        Path::new()
            .set("d", path)
            .set("fill", "none")
            .set("stroke", mark.color)
            .set("stroke-width", mark.width)
            .set("stroke-dasharray", mark.dashes)
            .set("stroke-linecap", "butt"),
    )
}

/// An axis with labels.
pub struct Axis {
    pub name: &'static str,
    pub range: Range<f64>,
    /// The places of labels and grid lines, with the labels.
    pub ticks: Vec<(f64, String)>,
}

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

    /// How far a value is along the axis, from 0 to 1.
    fn along(&self, value: f64) -> f64 {
        let Range { start, end } = self.range;
        (value - start) / (end - start)
    }
}

/// Values that are drawn alike.
pub struct Series {
    pub mark: Mark,
    /// What they mean; empty if the chart has no legend.
    pub name: String,
    /// Lines from value to value.
    pub lines: Vec<Vec<Place>>,
}

pub struct Chart {
    pub x: Axis,
    pub y: Axis,
    /// From bottom to top.
    pub series: Vec<Series>,
    /// Texts above values.
    pub labels: Vec<(Place, String)>,
}

impl Chart {
    /// Draws a thin grid, a legend where it hides no data, and the data.
    fn draw(&self, picture: &mut Picture, top: f64) -> io::Result<()> {
        let Self { x, y, series, labels } = self;
        let longest = y.ticks.iter().map(|(_, label)| label.len()).max();
        let longest = longest.unwrap_or(0).max(4);
        let left = MARGIN + DIGIT * longest as f64 + 12.0;
        let (right, bottom) = (WIDTH as f64 - 2.0 * MARGIN, top + CHART);
        let place = |(across, up): Place| {
            let across = left + x.along(across) * (right - left);
            (across, bottom - y.along(up) * CHART)
        };
        for (tick, label) in &x.ticks {
            let (at, _) = place((*tick, 0.0));
            lines(picture, [vec![(at, top), (at, bottom)]], GRID)?;
            picture.text(label, (at, bottom + 12.0), Anchor::Middle)?;
        }
        for (tick, label) in &y.ticks {
            let (_, at) = place((0.0, *tick));
            lines(picture, [vec![(left, at), (right, at)]], GRID)?;
            picture.text(label, (left - 8.0, at), Anchor::End)?;
        }
        let middle = ((left + right) / 2.0, bottom + 34.0);
        picture.text(x.name, middle, Anchor::Middle)?;
        picture.text(y.name, (MARGIN, top - 44.0), Anchor::Start)?;
        let slot = (WIDTH as f64 - left) / series.len() as f64;
        for (number, Series { mark, name, .. }) in series.iter().enumerate() {
            if name.is_empty() {
                continue;
            }
            let begin = left + number as f64 * slot;
            let (at, end) = (top - 18.0, begin + SAMPLE);
            let sample = [(begin, at), (end, at)];
            lines(picture, [sample.to_vec()], *mark)?;
            picture.text(name, (end + 8.0, at), Anchor::Start)?;
        }
        let axes = vec![(left, top), (left, bottom), (right, bottom)];
        lines(picture, [axes], Mark::line(GREY, 1.0))?;
        for Series { mark, lines, .. } in series {
            let lines = lines.iter();
            let lines = lines.map(|l| l.iter().copied().map(place).collect());
            self::lines(picture, lines, *mark)?;
        }
        for (value, text) in labels {
            let (x, y) = place(*value);
            picture.text(text, (x, y - 10.0), Anchor::Middle)?;
        }
        Ok(())
    }
}

/// Draws a picture with a title, of two charts.
pub fn write(title: &str, charts: &[Chart; 2]) -> io::Result<Vec<u8>> {
    let mut svg = Vec::new();
    let description = "Two charts, one below the other.";
    let size = (WIDTH, HEIGHT);
    Picture::write(
        &mut svg,
        size,
        ("sans-serif", 14),
        title,
        description,
        |out| {
            let middle = (WIDTH as f64 / 2.0, MARGIN + 8.0);
            out.text(title, middle, Anchor::Middle)?;
            let mut top = MARGIN + 3.0 * ROW;
            for chart in charts {
                chart.draw(out, top)?;
                top += CHART + 4.0 * ROW;
            }
            Ok(())
        },
    )?;
    Ok(svg)
}
