// SPDX-License-Identifier: MIT

//! `dral plot padding`: threads dispatched and wasted.

use super::chart::{self, Axis, Chart, Entry, Sample};
use super::style::{self, Area, Drawn};
use super::{check_range, Picture};
use crate::failure::Failure;
use crate::number;
use clap::Args;
use dral::instancing::{PaddedCount, PaddingRule};
use dral::Error;
use plotters::prelude::*;

#[derive(Args)]
pub struct Arguments {
    /// The first vertex count
    #[arg(long, value_name = "VERTICES", default_value = "1",
          value_parser = number::unsigned)]
    pub from: u32,
    /// The last vertex count
    #[arg(long, value_name = "VERTICES", default_value = "256",
          value_parser = number::unsigned)]
    pub to: u32,
    #[command(flatten)]
    pub picture: Picture,
}

/// From the next count on, the padded count would be 2^32.
const MOST_VERTICES: u32 = 0xDFFF_FFFF;

struct Point {
    vertices: u32,
    padded: u32,
}

impl Point {
    fn wasted_percent(&self) -> f64 {
        let wasted = self.padded - self.vertices;
        100.0 * f64::from(wasted) / f64::from(self.padded)
    }
}

/// The vertex counts of a range under one rule.
struct Curve {
    name: &'static str,
    color: RGBColor,
    width: u32,
    points: Vec<Point>,
}

impl Curve {
    /// The ends of each range of counts with one padded count; between them all
    /// lines are straight.
    fn points(
        rule: PaddingRule,
        from: u32,
        to: u32,
    ) -> Result<Vec<Point>, Error> {
        let padded = |vertices| -> Result<u32, Error> {
            Ok(PaddedCount::new(vertices, rule)?.count())
        };
        let end = u64::from(to) + 1;
        let mut points = Vec::new();
        let mut begin = from;
        loop {
            let count = padded(begin)?;
            // Padded counts never decrease.
            let next = number::first(begin.into(), end, |vertices| {
                padded(vertices as u32) != Ok(count)
            });
            let last = (next - 1) as u32;
            points.push(Point { vertices: begin, padded: count });
            if last > begin {
                points.push(Point { vertices: last, padded: count });
            }
            if last == to {
                return Ok(points);
            }
            begin = last + 1;
        }
    }

    /// The point with the largest share of wasted threads; the first of
    /// several.
    fn worst(&self) -> &Point {
        self.points.iter().fold(&self.points[0], |worst, point| {
            if point.wasted_percent() > worst.wasted_percent() {
                point
            } else {
                worst
            }
        })
    }

    fn line(&self) -> ShapeStyle {
        self.color.stroke_width(self.width)
    }

    fn entry(&self, text: String) -> Entry {
        Entry { sample: Sample::Line(self.line()), text }
    }

    fn draw(&self, chart: &mut Chart, height: fn(&Point) -> f64) -> Drawn {
        let places = self
            .points
            .iter()
            .map(|point| (f64::from(point.vertices), height(point)));
        chart.draw_series(LineSeries::new(places, self.line()))?;
        Ok(())
    }
}

/// Draws the picture as SVG.
pub fn draw(arguments: &Arguments) -> Result<String, Failure> {
    let (from, to) = (arguments.from, arguments.to);
    check_range(from, to, MOST_VERTICES, "a vertex count")?;
    let curve = |rule, name, color, width| -> Result<Curve, Failure> {
        let points = Curve::points(rule, from, to)
            .map_err(|error| Failure::Message(error.to_string()))?;
        Ok(Curve { name, color, width, points })
    };
    // The wider line is below, so that both are visible where they coincide.
    let curves = [
        curve(
            PaddingRule::Documented,
            "documented rule",
            style::ORANGE,
            style::WIDE,
        )?,
        curve(PaddingRule::Driver, "driver rule", style::BLUE, style::LINE)?,
    ];
    style::picture(
        "Padding cost: threads of one instance of a draw (Mali v4 to v7)",
        |upper, lower| {
            let across = (from, to);
            draw_dispatched(upper, across, &curves)?;
            draw_wasted(lower, across, &curves)
        },
    )
}

fn draw_dispatched(
    area: &Area,
    (from, to): (u32, u32),
    curves: &[Curve],
) -> Drawn {
    let points = curves.iter().flat_map(|curve| &curve.points);
    let most = points.map(|point| point.padded).max().unwrap_or(to);
    let needed = style::GREY.stroke_width(style::LINE);
    let mut entries: Vec<Entry> =
        curves.iter().map(|curve| curve.entry(curve.name.into())).collect();
    entries.push(Entry {
        sample: Sample::Dashes(needed),
        text: "needed, one per vertex".into(),
    });
    let area = chart::legend(area, &entries)?;
    let mut chart = chart::empty(
        &area,
        ("vertices", Axis::of_counts(from, to)),
        ("threads dispatched", Axis::of_counts(from, most)),
    )?;
    for curve in curves {
        curve.draw(&mut chart, |point| f64::from(point.padded))?;
    }
    let ends = [from, to].map(f64::from).map(|count| (count, count));
    let (dash, space) = style::DASHES;
    chart.draw_series(DashedLineSeries::new(ends, dash, space, needed))?;
    Ok(())
}

fn draw_wasted(area: &Area, (from, to): (u32, u32), curves: &[Curve]) -> Drawn {
    let entries: Vec<Entry> = curves
        .iter()
        .map(|curve| {
            let (name, worst) = (curve.name, curve.worst());
            let (percent, at) = (worst.wasted_percent(), worst.vertices);
            curve
                .entry(format!("{name}: at most {percent:.1} %, first at {at}"))
        })
        .collect();
    let area = chart::legend(area, &entries)?;
    let worst = curves
        .iter()
        .map(|curve| curve.worst().wasted_percent())
        .fold(0.0, f64::max);
    // The next greater multiple of ten, so that the height is never 0.
    let tens = (worst / 10.0).floor() + 1.0;
    let percent = Axis {
        range: 0.0..10.0 * tens,
        ticks: (0..=tens as u32).map(|ten| f64::from(10 * ten)).collect(),
        label: |percent| format!("{percent:.0}"),
    };
    let mut chart = chart::empty(
        &area,
        ("vertices", Axis::of_counts(from, to)),
        ("wasted, % of threads", percent),
    )?;
    for curve in curves {
        curve.draw(&mut chart, Point::wasted_percent)?;
    }
    Ok(())
}
