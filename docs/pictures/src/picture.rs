// SPDX-License-Identifier: MIT

//! Pictures as SVG.

use dral_cli::palette::{self, INK};
use std::fmt::Display;
use std::io::{self, Write};
use svg::node::element::{Description, Rectangle, Style, Text, Title};
use svg::Document;

pub use dral_cli::palette::{BLUE, GREY, ORANGE, PALE, PAPER, TINTS};

/// The height of a row of cells.
pub const ROW: f64 = 28.0;
/// Between the edge and the content.
pub const MARGIN: f64 = 16.0;

/// A picture that is being written. Places are in pixels, fonts have a family
/// and a size.
pub struct Picture<'a> {
    output: &'a mut dyn Write,
}

/// Where a text begins, or its middle or end is.
#[derive(Clone, Copy)]
pub enum Anchor {
    /// The beginning.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// A place with tenths of a pixel.
pub fn tenths(place: f64) -> f64 {
    (10.0 * place).round() / 10.0
}

/// Horizontally and vertically.
pub type Place = (f64, f64);

impl<'a> Picture<'a> {
    /// Writes a picture of this size, with the content that `draw` adds.
    /// Programs that read it aloud tell its title and description.
    pub fn write(
        output: &'a mut dyn Write,
        (width, height): (u64, u64),
        (family, font_size): (&str, u32),
        title: &str,
        description: &str,
        draw: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let document = Document::new()
            .set("width", width)
            .set("height", height)
            .set("viewBox", (0, 0, width, height))
            .set("role", "img")
            .set("font-family", family)
            .set("font-size", font_size)
            .to_string();
        let mut picture = Self { output };
        let begin = document.strip_suffix("/>").unwrap_or(&document);
        picture.add(format_args!("{begin}>"))?;
        picture.add(Title::new(title))?;
        picture.add(Style::new(palette::style()))?;
        picture
            .add(Description::new().add(svg::node::Text::new(description)))?;
        let whole = Rectangle::new().set("width", width).set("height", height);
        picture.add(whole.set("fill", PAPER))?;
        draw(&mut picture)?;
        picture.add("</svg>")
    }

    /// Adds an element of SVG.
    pub fn add(&mut self, element: impl Display) -> io::Result<()> {
        writeln!(self.output, "{element}")
    }

    /// A text, vertically centred at its place.
    pub fn text(
        &mut self,
        text: impl Into<String>,
        (x, y): Place,
        anchor: Anchor,
    ) -> io::Result<()> {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.add(
            Text::new(text)
                .set("x", tenths(x))
                .set("y", tenths(y + 5.0))
                .set("text-anchor", anchor)
                .set("fill", INK),
        )
    }

    /// A text beside or inside a row.
    pub fn label(
        &mut self,
        text: impl Into<String>,
        x: f64,
        top: f64,
        anchor: Anchor,
    ) -> io::Result<()> {
        self.text(text, (x, top + ROW / 2.0), anchor)
    }

    /// A cell of a row.
    pub fn cell(
        &mut self,
        (left, top): Place,
        width: f64,
        color: &str,
    ) -> io::Result<()> {
        self.add(
            Rectangle::new()
                .set("x", tenths(left))
                .set("y", tenths(top))
                .set("width", tenths(width))
                .set("height", ROW)
                .set("fill", color)
                .set("stroke", INK),
        )
    }
}
