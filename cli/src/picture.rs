// SPDX-License-Identifier: MIT

//! Pictures of tables as SVG: rows of cells with text beside or inside them.
//! Output is written immediately, because a table can have a million rows.

use std::fmt::Display;
use std::io::{self, Write};
use svg::node::element::{Line, Rectangle, Text, Title};
use svg::Document;

/// The height of a row.
pub const ROW: usize = 28;
pub const MARGIN: usize = 16;

/// The color of a cell that belongs to nothing.
pub const GREY: &str = "#d8d8d8";

/// The colors of owners, in rotation.
pub const COLORS: [&str; 6] =
    ["#9ecae1", "#fdd0a2", "#a1d99b", "#dadaeb", "#fcbba1", "#c7e9c0"];

/// A picture that is being written.
pub struct Picture<'a> {
    output: &'a mut dyn Write,
}

/// Where a cell is, in pixels.
pub struct Cell {
    pub left: usize,
    pub top: usize,
    pub width: usize,
}

impl<'a> Picture<'a> {
    /// Writes a picture of this size, with the content that `draw` adds.
    pub fn write(
        output: &'a mut dyn Write,
        (width, height): (usize, usize),
        draw: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let document = Document::new()
            .set("width", width)
            .set("height", height)
            .set("viewBox", (0, 0, width, height))
            .to_string();
        let mut picture = Self { output };
        let begin = document.strip_suffix("/>").unwrap_or(&document);
        picture.add(format_args!("{begin}>"))?;
        picture.add(
            Rectangle::new()
                .set("width", width)
                .set("height", height)
                .set("fill", "white"),
        )?;
        draw(&mut picture)?;
        picture.add("</svg>")
    }

    fn add(&mut self, element: impl Display) -> io::Result<()> {
        writeln!(self.output, "{element}")
    }

    /// Writes a text beside or inside a row, at a `text-anchor`.
    pub fn label(
        &mut self,
        text: impl Into<String>,
        x: usize,
        top: usize,
        anchor: &str,
    ) -> io::Result<()> {
        self.add(
            Text::new(text)
                .set("x", x)
                .set("y", top + ROW / 2 + 4)
                .set("text-anchor", anchor)
                .set("font-family", "monospace")
                .set("font-size", 12),
        )
    }

    /// Draws a vertical line.
    pub fn line(
        &mut self,
        x: usize,
        top: usize,
        bottom: usize,
    ) -> io::Result<()> {
        self.add(
            Line::new()
                .set("x1", x)
                .set("y1", top)
                .set("x2", x)
                .set("y2", bottom)
                .set("stroke", GREY),
        )
    }

    /// Draws a cell of a row, with a text for when the pointer is over it.
    pub fn cell(
        &mut self,
        cell: Cell,
        color: &str,
        title: impl Into<String>,
    ) -> io::Result<()> {
        self.add(
            Rectangle::new()
                .set("x", cell.left)
                .set("y", cell.top)
                .set("width", cell.width)
                .set("height", ROW)
                .set("fill", color)
                // A border would cover a narrow cell.
                .set("stroke", if cell.width < 3 { color } else { "black" })
                .add(Title::new(title)),
        )
    }
}
