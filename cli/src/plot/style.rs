// SPDX-License-Identifier: MIT

//! The style of all pictures. They are drawn at twice the width at which a page
//! shows them, because coordinates are integers.

use crate::failure::Failure;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::io;

pub const SIZE: (u32, u32) = (1600, 1280);

// Two colors that people with any kind of color vision can tell apart, in
// greyscale too (Okabe and Ito).
pub const BLUE: RGBColor = RGBColor(0, 114, 178);
pub const ORANGE: RGBColor = RGBColor(230, 159, 0);
pub const GREY: RGBColor = RGBColor(110, 110, 110);
const BLACK: RGBColor = RGBColor(32, 32, 32);
pub const GRID: RGBColor = RGBColor(218, 218, 218);

const TITLE_SIZE: u32 = 44;
pub const TEXT_SIZE: u32 = 34;
const MARGIN: u32 = 24;

/// The distance between parts.
pub const GAP: u32 = 16;
/// Room below a chart, and on its left for labels unless they are long.
pub const LEFT: u32 = 120;
pub const BELOW: u32 = 88;
/// The width of a digit, rounded up because fonts differ.
pub const DIGIT: u32 = 18;
/// Room to the right of a chart, for half of the last label.
pub const RIGHT: u32 = 44;
/// The height of a legend.
pub const ROW: u32 = 52;
/// The length of a line in a legend.
pub const SAMPLE: u32 = 56;

pub const LINE: u32 = 4;
pub const WIDE: u32 = 10;
/// The lengths of a dash and of the gap after it.
pub const DASHES: (u32, u32) = (10, 8);
pub const RADIUS: u32 = 4;

pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<io::Error>>;

/// Text in the font of all pictures.
pub fn text(size: u32) -> TextStyle<'static> {
    TextStyle::from(("sans-serif", size).into_font()).color(&BLACK)
}

/// Text centred above a point.
pub fn above() -> TextStyle<'static> {
    text(TEXT_SIZE).pos(Pos::new(HPos::Center, VPos::Bottom))
}

/// An SVG with a title and two panels, one below the other.
pub fn picture(
    title: &str,
    draw: impl FnOnce(&Area, &Area) -> Drawn,
) -> Result<String, Failure> {
    let mut svg = String::new();
    let drawn = || -> Drawn {
        let whole = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        // White on dark pages, too.
        whole.fill(&WHITE)?;
        let below = whole
            .margin(MARGIN, MARGIN, MARGIN, MARGIN)
            .titled(title, text(TITLE_SIZE))?;
        let (upper, lower) = below.split_vertically((50).percent_height());
        draw(&upper, &lower)?;
        whole.present()
    };
    drawn().map_err(|error| Failure::Message(format!("drawing: {error}")))?;
    Ok(svg)
}

/// A number with commas between thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
