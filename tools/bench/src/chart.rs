// SPDX-License-Identifier: MIT

//! The results as a picture, one bar per row.

use crate::row::{Row, Verdict};
use crate::Failure;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

// Everything is drawn at twice the width at which a page shows it.
const WIDTH: u32 = 1600;
const NAMES: u32 = 636;
const ROW: u32 = 64;
/// The distance of names and values from bars.
const GAP: i32 = 14;
const TEXT: i32 = 30;
const SMALL: i32 = 24;

// As in the other pictures: colours that people with any kind of colour vision
// can tell apart, in greyscale too (Okabe and Ito).
const BLUE: RGBColor = RGBColor(0, 114, 178);
const ORANGE: RGBColor = RGBColor(230, 159, 0);
const GREY: RGBColor = RGBColor(110, 110, 110);
const GRID: RGBColor = RGBColor(218, 218, 218);
const INK: RGBColor = RGBColor(32, 32, 32);

fn text(
    size: i32,
    color: &'static RGBColor,
    across: HPos,
) -> TextStyle<'static> {
    TextStyle::from(("sans-serif", size).into_font())
        .color(color)
        .pos(Pos::new(across, VPos::Center))
}

/// Draws all measured rows as SVG. The axis is logarithmic: it has the powers
/// of two, by their exponents.
pub fn draw(rows: &[Row]) -> Result<String, Failure> {
    /// A row, with the exponents of its median and goal.
    struct Bar<'a> {
        top: f64,
        row: &'a Row<'a>,
        ratio: f64,
        exponent: f64,
        goal: Option<f64>,
    }
    let measured = rows.iter().filter_map(|row| Some((row, row.spread()?)));
    let bars: Vec<Bar> = (0..)
        .zip(measured)
        .map(|(number, (row, spread))| Bar {
            top: f64::from(number),
            row,
            ratio: spread.median,
            exponent: spread.median.log2(),
            goal: row.goal.map(f64::log2),
        })
        .collect();
    let ends = bars.iter().flat_map(|bar| [Some(bar.exponent), bar.goal]);
    let (first, last) = ends.flatten().fold((-1.0, 1.0), |(first, last), x| {
        (f64::min(first, x.floor()), f64::max(last, x.ceil()))
    });

    let mut svg = String::new();
    {
        let height = ROW * (bars.len() as u32 + 3);
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height))
            .into_drawing_area();
        // White on dark pages, too.
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(
                "Time of the other code, relative to dral",
                ("sans-serif", 40).into_font().color(&INK),
            )
            .margin(SMALL)
            .x_label_area_size(ROW)
            .y_label_area_size(NAMES)
            .build_cartesian_2d(first..last, bars.len() as f64..0.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_labels((last - first) as usize + 1)
            .x_label_formatter(&|exponent| exponent.exp2().to_string())
            .x_label_style(text(TEXT, &INK, HPos::Center))
            .bold_line_style(GRID.stroke_width(2))
            .max_light_lines(0)
            .draw()?;
        for (verdict, color, name) in [
            (Verdict::Met, BLUE, "goal met"),
            (Verdict::Missed, ORANGE, "goal missed"),
            (Verdict::None, GREY, "no goal"),
        ] {
            let bars = bars.iter().filter(|bar| bar.row.verdict() == verdict);
            let shape = bars.map(|Bar { top, exponent, .. }| {
                let corners = [(0.0, top + 0.25), (*exponent, top + 0.75)];
                Rectangle::new(corners, color.filled())
            });
            chart.draw_series(shape)?.label(name).legend(move |(x, y)| {
                let corners = [(x, y - SMALL / 3), (x + SMALL, y + SMALL / 3)];
                Rectangle::new(corners, color.filled())
            });
        }
        let mark = INK.stroke_width(6);
        let goals = bars.iter().filter_map(|bar| {
            let x = bar.goal?;
            let ends = [(x, bar.top + 0.15), (x, bar.top + 0.85)];
            Some(PathElement::new(ends, mark))
        });
        chart.draw_series(goals)?.label("goal").legend(move |(x, y)| {
            let ends = [(x + SMALL / 2, y - GAP), (x + SMALL / 2, y + GAP)];
            PathElement::new(ends, mark)
        });
        chart.draw_series(bars.iter().map(|Bar { top, row, .. }| {
            let other = format!("{}, {}", row.against, row.level);
            let [ink, grey] = [(TEXT, &INK), (SMALL, &GREY)]
                .map(|(size, color)| text(size, color, HPos::Right));
            EmptyElement::at((first, top + 0.5))
                + Text::new(row.kernel.clone(), (-GAP, -SMALL / 2), ink)
                + Text::new(other, (-GAP, TEXT / 2), grey)
        }))?;
        // To the right of bar and goal.
        chart.draw_series(bars.iter().map(|bar| {
            let end = bar.exponent.max(bar.goal.unwrap_or(0.0)).max(0.0);
            let value = format!("{:.2}", bar.ratio);
            EmptyElement::at((end, bar.top + 0.5))
                + Text::new(value, (GAP, 0), text(TEXT, &INK, HPos::Left))
        }))?;
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .label_font(text(SMALL, &INK, HPos::Left))
            .border_style(GRID)
            .background_style(WHITE)
            .draw()?;
        area.present()?;
    }
    Ok(svg)
}
