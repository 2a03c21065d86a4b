// SPDX-License-Identifier: MIT

//! The slots as a picture, a row each.

use super::map::{Cell, Map, Slot};
use svg::node::element::{Rectangle, Text, Title};
use svg::Document;

const ROW: usize = 28;
const MARGIN: usize = 16;
const NUMBER_WIDTH: usize = 56;
/// Room for a text of usual length; longer ones are cut, and told whole when
/// the pointer rests there.
const CELL_WIDTH: usize = 136;
const MOST_CHARACTERS: usize = 16;
const WIDTH: usize = 2 * MARGIN + NUMBER_WIDTH + 4 * CELL_WIDTH;

const FREE_COLOR: &str = "white";
const RESERVED_COLOR: &str = "#d8d8d8";

/// A color for each varying.
const COLORS: [&str; 6] =
    ["#9ecae1", "#fdd0a2", "#a1d99b", "#dadaeb", "#fcbba1", "#c7e9c0"];

/// What XML can hold of a text.
fn printable(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}',
            c if c.is_control() => '\u{FFFD}',
            c => c,
        })
        .collect()
}

fn cut(text: &str) -> String {
    if text.chars().count() <= MOST_CHARACTERS {
        return text.into();
    }
    let kept = text.chars().take(MOST_CHARACTERS - 1);
    kept.chain(['\u{2026}']).collect()
}

fn label(text: String, x: usize, y: usize, anchor: &str) -> Text {
    Text::new(text)
        .set("x", x)
        .set("y", y)
        .set("text-anchor", anchor)
        .set("font-family", "monospace")
        .set("font-size", 12)
}

fn draw_cell(
    document: Document,
    cell: &Cell,
    left: usize,
    top: usize,
) -> Document {
    let (color, text) = match cell {
        Cell::Free => (FREE_COLOR, String::new()),
        Cell::Reserved => (RESERVED_COLOR, "reserved".into()),
        Cell::Used { varying, text } => {
            (COLORS[varying % COLORS.len()], printable(text))
        }
    };
    let rectangle = Rectangle::new()
        .set("x", left)
        .set("y", top)
        .set("width", CELL_WIDTH)
        .set("height", ROW)
        .set("fill", color)
        .set("stroke", "black")
        .add(Title::new(text.clone()));
    let (center, middle) = (left + CELL_WIDTH / 2, top + ROW / 2 + 4);
    document.add(rectangle).add(label(cut(&text), center, middle, "middle"))
}

fn draw_slot(mut document: Document, slot: &Slot, top: usize) -> Document {
    let left = MARGIN + NUMBER_WIDTH;
    let middle = top + ROW / 2 + 4;
    document =
        document.add(label(slot.number.to_string(), left - 8, middle, "end"));
    for (place, cell) in slot.cells.iter().enumerate() {
        document = draw_cell(document, cell, left + place * CELL_WIDTH, top);
    }
    document
}

/// The slots, the first on top.
pub fn svg(map: &Map) -> String {
    let height = 2 * MARGIN + (map.slots.len() + 1) * ROW;
    let mut document = Document::new()
        .set("width", WIDTH)
        .set("height", height)
        .set("viewBox", (0, 0, WIDTH, height))
        .add(
            Rectangle::new()
                .set("width", WIDTH)
                .set("height", height)
                .set("fill", "white"),
        );
    for (place, name) in ["x", "y", "z", "w"].into_iter().enumerate() {
        let center =
            MARGIN + NUMBER_WIDTH + place * CELL_WIDTH + CELL_WIDTH / 2;
        let middle = MARGIN + ROW / 2 + 4;
        document = document.add(label(name.into(), center, middle, "middle"));
    }
    for (row, slot) in map.slots.iter().enumerate() {
        document = draw_slot(document, slot, MARGIN + (row + 1) * ROW);
    }
    format!("{document}\n")
}
