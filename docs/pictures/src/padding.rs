// SPDX-License-Identifier: MIT

//! Threads dispatched and wasted, by vertex count, under both rules.

use crate::chart::{self, Axis, Chart, Mark, Series};
use crate::picture::{BLUE, GREY, ORANGE};
use dral::instancing::{PaddedCount, PaddingRule};
use std::io;

/// The vertex counts of the picture.
const FROM: u32 = 1;
const TO: u32 = 256;

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
    /// A point for each count.
    fn points(rule: PaddingRule) -> io::Result<Vec<Point>> {
        let point = |vertices| {
            let padded = PaddedCount::new(vertices, rule)?.count();
            Ok(Point { vertices, padded })
        };
        let points: Result<_, dral::Error> = (FROM..=TO).map(point).collect();
        points.map_err(io::Error::other)
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
pub fn draw() -> io::Result<Vec<u8>> {
    let curve = |rule, name, mark| -> io::Result<Curve> {
        Ok(Curve { name, mark, points: Curve::points(rule)? })
    };
    let documented = PaddingRule::Documented;
    // The wider line is below, so that both are visible where they coincide.
    let curves = [
        curve(documented, "documented rule", Mark::line(ORANGE, 5.0))?,
        curve(PaddingRule::Driver, "driver rule", Mark::line(BLUE, 2.0))?,
    ];
    let charts = [dispatched(&curves), wasted(&curves)];
    let title =
        "Padding cost: threads of one instance of a draw (Mali v4 to v7)";
    chart::write(title, &charts)
}

fn dispatched(curves: &[Curve]) -> Chart {
    let points = curves.iter().flat_map(|curve| &curve.points);
    let most = points.map(|point| point.padded).max().unwrap_or(TO);
    let padded = |point: &Point| f64::from(point.padded);
    let curves = curves.iter().map(|c| c.series(padded, c.name.into()));
    let ends = [FROM, TO].map(f64::from).map(|count| (count, count));
    let needed = Series {
        mark: NEEDED,
        name: "needed, one per vertex".into(),
        lines: vec![ends.to_vec()],
    };
    Chart {
        x: Axis::of_counts("vertices", FROM, TO),
        y: Axis::of_counts("threads dispatched", FROM, most),
        series: curves.chain([needed]).collect(),
        labels: Vec::new(),
    }
}

fn wasted(curves: &[Curve]) -> Chart {
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
    let x = Axis::of_counts("vertices", FROM, TO);
    Chart { x, y, series, labels: Vec::new() }
}
