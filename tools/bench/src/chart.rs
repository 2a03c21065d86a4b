// SPDX-License-Identifier: MIT

//! The results as a picture, one bar per row.

use crate::row::{Row, Verdict};
use crate::Failure;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

// Coordinates are integers, so everything is drawn at twice the width at which
// a page shows it.
const WIDTH: u32 = 1600;
const MARGIN: i32 = 24;
const TITLE: i32 = 72;
const ROW: i32 = 64;
const BAR: i32 = 30;
/// The distance between rows, names and values.
const GAP: i32 = 14;
/// The begin and the end of the bars.
const LEFT: i32 = 660;
const RIGHT: i32 = WIDTH as i32 - 120;
const BELOW: i32 = 110;
/// Room for a value.
const VALUE: i32 = 100;
/// The minimum width of a bar.
const THIN: i32 = 4;
const TEXT: i32 = 30;
const SMALL: i32 = 24;
const TITLE_TEXT: i32 = 40;

// As in the other pictures: colours that people with any kind of colour vision
// can tell apart, in greyscale too (Okabe and Ito).
const BLUE: RGBColor = RGBColor(0, 114, 178);
const ORANGE: RGBColor = RGBColor(230, 159, 0);
const GREY: RGBColor = RGBColor(110, 110, 110);
const GRID: RGBColor = RGBColor(218, 218, 218);
const INK: RGBColor = RGBColor(32, 32, 32);

/// An axis between two powers of two.
struct Axis {
    first: i32,
    last: i32,
}

impl Axis {
    /// An axis that includes every value, and 1.
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let (mut first, mut last) = (-1, 1);
        for value in values {
            first = first.min(value.log2().floor() as i32);
            last = last.max(value.log2().ceil() as i32);
        }
        Self { first, last }
    }

    fn place(&self, value: f64) -> i32 {
        let share = (value.log2() - f64::from(self.first))
            / f64::from(self.last - self.first);
        LEFT + (share * f64::from(RIGHT - LEFT)).round() as i32
    }
}

fn text(
    size: i32,
    color: &'static RGBColor,
    across: HPos,
) -> TextStyle<'static> {
    TextStyle::from(("sans-serif", size).into_font())
        .color(color)
        .pos(Pos::new(across, VPos::Center))
}

/// Draws all measured rows as SVG.
pub fn draw(rows: &[Row]) -> Result<String, Failure> {
    let bars: Vec<(&Row, f64)> = rows
        .iter()
        .filter_map(|row| row.spread().map(|spread| (row, spread.median)))
        .collect();
    let goals = bars.iter().filter_map(|(row, _)| row.goal);
    let axis = Axis::of(bars.iter().map(|(_, ratio)| *ratio).chain(goals));
    let bottom = MARGIN + TITLE + ROW * bars.len() as i32;
    let height = (bottom + BELOW) as u32;

    let mut svg = String::new();
    {
        let backend = SVGBackend::with_string(&mut svg, (WIDTH, height));
        let area = backend.into_drawing_area();
        // White on dark pages, too.
        area.fill(&WHITE)?;
        area.draw(&Text::new(
            "Time of the other code, relative to dral",
            (MARGIN, MARGIN + TITLE_TEXT / 2),
            text(TITLE_TEXT, &INK, HPos::Left),
        ))?;
        for power in axis.first..=axis.last {
            let value = f64::from(power).exp2();
            let x = axis.place(value);
            let line = vec![(x, MARGIN + TITLE - GAP), (x, bottom)];
            let (color, width) = if power == 0 { (GREY, 4) } else { (GRID, 2) };
            area.draw(&PathElement::new(line, color.stroke_width(width)))?;
            area.draw(&Text::new(
                format!("{value}"),
                (x, bottom + TEXT),
                text(TEXT, &INK, HPos::Center),
            ))?;
        }
        for (number, (row, ratio)) in bars.iter().enumerate() {
            let middle = MARGIN + TITLE + ROW * number as i32 + ROW / 2;
            draw_row(&area, &axis, middle, row, *ratio)?;
        }
        draw_legend(&area, bottom + 2 * TEXT + GAP)?;
        area.present()?;
    }
    Ok(svg)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn color_of(verdict: Verdict) -> RGBColor {
    match verdict {
        Verdict::Met => BLUE,
        Verdict::Missed => ORANGE,
        Verdict::None | Verdict::NotMeasured => GREY,
    }
}

fn draw_row(
    area: &Area,
    axis: &Axis,
    middle: i32,
    row: &Row,
    ratio: f64,
) -> Result<(), Failure> {
    area.draw(&Text::new(
        row.kernel.clone(),
        (LEFT - GAP, middle - SMALL / 2),
        text(TEXT, &INK, HPos::Right),
    ))?;
    area.draw(&Text::new(
        format!("{}, {}", row.against, row.level),
        (LEFT - GAP, middle + TEXT / 2),
        text(SMALL, &GREY, HPos::Right),
    ))?;
    let (top, bottom) = (middle - BAR / 2, middle + BAR / 2);
    let (start, end) = (axis.place(1.0), axis.place(ratio));
    let (left, right) = (start.min(end), start.max(end).max(start + THIN));
    let color = color_of(row.verdict());
    area.draw(&Rectangle::new([(left, top), (right, bottom)], color.filled()))?;
    // The value is at the end of its bar, or after the goal if there is no room
    // between them.
    let goal = row.goal.map(|goal| axis.place(goal));
    if let Some(x) = goal {
        draw_goal(area, x, middle)?;
    }
    let (x, across) = if end < start {
        let near = goal.filter(|x| (left - VALUE..left).contains(x));
        (near.unwrap_or(left) - GAP, HPos::Right)
    } else {
        let near = goal.filter(|x| (right..right + VALUE).contains(x));
        (near.unwrap_or(right) + GAP, HPos::Left)
    };
    let value = format!("{ratio:.2}");
    area.draw(&Text::new(value, (x, middle), text(TEXT, &INK, across)))?;
    Ok(())
}

fn draw_goal(area: &Area, x: i32, middle: i32) -> Result<(), Failure> {
    let reach = BAR / 2 + GAP / 2;
    let line = vec![(x, middle - reach), (x, middle + reach)];
    area.draw(&PathElement::new(line, INK.stroke_width(6)))?;
    Ok(())
}

fn draw_legend(area: &Area, middle: i32) -> Result<(), Failure> {
    let (top, bottom) = (middle - BAR / 2, middle + BAR / 2);
    let entries =
        [(BLUE, "goal met"), (ORANGE, "goal missed"), (GREY, "no goal")];
    let mut x = LEFT - 300;
    for (color, name) in entries {
        let sample = [(x, top), (x + BAR, bottom)];
        area.draw(&Rectangle::new(sample, color.filled()))?;
        let style = text(SMALL, &INK, HPos::Left);
        area.draw(&Text::new(name, (x + BAR + GAP, middle), style))?;
        x += 240;
    }
    draw_goal(area, x, middle)?;
    let style = text(SMALL, &INK, HPos::Left);
    area.draw(&Text::new("goal", (x + GAP, middle), style))?;
    Ok(())
}
