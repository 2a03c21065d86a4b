// SPDX-License-Identifier: MIT

//! The meaning of a panel's colours and lines.

use super::style::{self, Area, Drawn};
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

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
pub fn draw<'b>(area: &Area<'b>, entries: &[Entry]) -> Drawn<Area<'b>> {
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
