// SPDX-License-Identifier: MIT

//! The slots as a picture, one per row.

use super::map::{Content, Map};
use crate::escape::escaped;
use crate::picture::{self, Picture, COLORS, GREY, MARGIN, ROW};
use std::io::{self, Write};

const NUMBER_WIDTH: usize = 56;
/// Room for a text of usual length; longer texts are cut, and shown in full
/// when the pointer is over them.
const CELL_WIDTH: usize = 136;
const MOST_CHARACTERS: usize = 16;
const LEFT: usize = MARGIN + NUMBER_WIDTH;
const WIDTH: usize = LEFT + 4 * CELL_WIDTH + MARGIN;

fn cut(text: &str) -> String {
    if text.chars().count() <= MOST_CHARACTERS {
        return text.into();
    }
    let kept = text.chars().take(MOST_CHARACTERS - 1);
    kept.chain(['\u{2026}']).collect()
}

fn draw_cell(
    picture: &mut Picture,
    content: &Option<Content>,
    left: usize,
    top: usize,
) -> io::Result<()> {
    let (color, text) = match content {
        None => ("white", String::new()),
        Some(Content::Reserved) => (GREY, "reserved".into()),
        Some(Content::Used { varying, name }) => {
            (COLORS[varying % COLORS.len()], escaped(name).into_owned())
        }
    };
    let shown = cut(&text);
    let place = picture::Cell { left, top, width: CELL_WIDTH };
    picture.cell(place, color, text)?;
    picture.label(shown, left + CELL_WIDTH / 2, top, "middle")
}

/// Draws the slots from top to bottom.
pub fn write(map: &Map, output: &mut dyn Write) -> io::Result<()> {
    let height = 2 * MARGIN + (map.slots.len() + 1) * ROW;
    Picture::write(output, (WIDTH, height), |picture| {
        for (place, name) in ["x", "y", "z", "w"].into_iter().enumerate() {
            let center = LEFT + place * CELL_WIDTH + CELL_WIDTH / 2;
            picture.label(name, center, MARGIN, "middle")?;
        }
        for (number, slot) in map.slots.iter().enumerate() {
            let top = MARGIN + (number + 1) * ROW;
            picture.label(number.to_string(), LEFT - 8, top, "end")?;
            for (place, content) in slot.components.iter().enumerate() {
                draw_cell(picture, content, LEFT + place * CELL_WIDTH, top)?;
            }
        }
        Ok(())
    })
}
