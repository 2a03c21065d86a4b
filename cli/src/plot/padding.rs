// SPDX-License-Identifier: MIT

//! `dral plot padding`: threads dispatched and wasted.

use super::chart::{self, Axis, Chart, Series};
use super::{check_range, Destination};
use crate::failure::Failure;
use crate::number;
use crate::picture::{Mark, BLUE, GREY, ORANGE};
use clap::Args;
use dral::instancing::{PaddedCount, PaddingRule};
use dral::Error;

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
    pub destination: Destination,
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
    mark: Mark,
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

    /// What is drawn of it: a height for each point, and a name.
    fn series(&self, height: fn(&Point) -> f64, name: String) -> Series {
        let points = self.points.iter();
        let line = points.map(|p| (f64::from(p.vertices), height(p))).collect();
        Series { mark: self.mark, name, lines: vec![line] }
    }
}

/// The threads that are needed.
const NEEDED: Mark = Mark { dashes: "5 4", ..Mark::line(GREY, 2.0) };

/// Draws the picture as SVG.
pub fn draw(arguments: &Arguments) -> Result<Vec<u8>, Failure> {
    let (from, to) = (arguments.from, arguments.to);
    check_range(from, to, MOST_VERTICES, "a vertex count")?;
    let curve = |rule, name, mark| -> Result<Curve, Failure> {
        let points = Curve::points(rule, from, to)
            .map_err(|error| Failure::Message(error.to_string()))?;
        Ok(Curve { name, mark, points })
    };
    let documented = PaddingRule::Documented;
    // The wider line is below, so that both are visible where they coincide.
    let curves = [
        curve(documented, "documented rule", Mark::line(ORANGE, 5.0))?,
        curve(PaddingRule::Driver, "driver rule", Mark::line(BLUE, 2.0))?,
    ];
    let charts = [dispatched((from, to), &curves), wasted((from, to), &curves)];
    let title =
        "Padding cost: threads of one instance of a draw (Mali v4 to v7)";
    Ok(chart::write(title, &charts)?)
}

fn dispatched((from, to): (u32, u32), curves: &[Curve]) -> Chart {
    let points = curves.iter().flat_map(|curve| &curve.points);
    let most = points.map(|point| point.padded).max().unwrap_or(to);
    let padded = |point: &Point| f64::from(point.padded);
    let curves = curves.iter().map(|c| c.series(padded, c.name.into()));
    let ends = [from, to].map(f64::from).map(|count| (count, count));
    let needed = Series {
        mark: NEEDED,
        name: "needed, one per vertex".into(),
        lines: vec![ends.to_vec()],
    };
    Chart {
        x: Axis::of_counts("vertices", from, to),
        y: Axis::of_counts("threads dispatched", from, most),
        series: curves.chain([needed]).collect(),
        labels: Vec::new(),
    }
}

fn wasted((from, to): (u32, u32), curves: &[Curve]) -> Chart {
    let mut most: f64 = 0.0;
    let series = curves.iter().map(|curve| {
        let (name, worst) = (curve.name, curve.worst());
        let (percent, at) = (worst.wasted_percent(), worst.vertices);
        most = most.max(percent);
        let text = format!("{name}: at most {percent:.1} %, first at {at}");
        curve.series(Point::wasted_percent, text)
    });
    let series = series.collect();
    // The next greater multiple of ten, so that the height is never 0.
    let tens = (most / 10.0).floor() as u32 + 1;
    let tick = |ten: u32| (f64::from(10 * ten), (10 * ten).to_string());
    let y = Axis {
        name: "wasted, % of threads",
        range: 0.0..f64::from(10 * tens),
        ticks: (0..=tens).map(tick).collect(),
    };
    let x = Axis::of_counts("vertices", from, to);
    Chart { x, y, series, labels: Vec::new() }
}
