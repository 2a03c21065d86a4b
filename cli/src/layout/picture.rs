// SPDX-License-Identifier: MIT

//! A memory map as a picture.

use super::map::{Area, Map, Run};
use crate::picture::{Cell, Picture, COLORS, GREY, MARGIN, ROW};
use std::io::{self, Write};

const OFFSET_WIDTH: usize = 96;
const BAR_WIDTH: usize = 240;
/// Room for the longest text of a run.
const TEXT_WIDTH: usize = 520;
const AREA_WIDTH: usize = OFFSET_WIDTH + BAR_WIDTH + TEXT_WIDTH;

/// A run of at most this many elements is drawn element by element, a longer
/// one as a whole.
const MOST_CELLS: u32 = 16;

/// A binding has the same color in both areas.
fn color(run: &Run) -> &'static str {
    match &run.elements {
        None => GREY,
        Some(elements) => COLORS[elements.binding as usize % COLORS.len()],
    }
}

fn cells(run: &Run) -> usize {
    let elements = run.elements.as_ref();
    let count = elements
        .filter(|elements| elements.stride.is_some())
        .map_or(1, |elements| elements.count);
    if count <= MOST_CELLS {
        count.max(1) as usize
    } else {
        1
    }
}

/// Draws a run as a row: its offset, its elements, its description.
fn draw_run(
    picture: &mut Picture,
    run: &Run,
    left: usize,
    top: usize,
) -> io::Result<()> {
    let bar = left + OFFSET_WIDTH;
    picture.label(run.begin.to_string(), bar - 8, top, "end")?;
    let cells = cells(run);
    for cell in 0..cells {
        let begin = BAR_WIDTH * cell / cells;
        let end = BAR_WIDTH * (cell + 1) / cells;
        picture.cell(
            Cell { left: bar + begin, top, width: end - begin },
            color(run),
            format!("{} to {}", run.begin, run.end),
        )?;
    }
    picture.label(run.text(), bar + BAR_WIDTH + 8, top, "start")
}

fn draw_area(
    picture: &mut Picture,
    area: &Area,
    left: usize,
) -> io::Result<()> {
    let bar = left + OFFSET_WIDTH;
    let heading = format!("{}: {} bytes in a set", area.name, area.set_size);
    let mut top = MARGIN;
    picture.label(heading, bar, top, "start")?;
    for run in &area.runs {
        top += ROW;
        draw_run(picture, run, left, top)?;
    }
    let end = area.runs.last().map_or(0, |run| run.end);
    picture.label(end.to_string(), bar - 8, top + ROW, "end")
}

/// Draws the areas side by side, from the first byte down.
pub fn write(map: &Map, output: &mut dyn Write) -> io::Result<()> {
    let rows = map.areas.iter().map(|area| area.runs.len()).max();
    let height = 2 * MARGIN + (rows.unwrap_or(0) + 2) * ROW;
    let width = MARGIN + map.areas.len() * AREA_WIDTH;
    Picture::write(output, (width, height), |picture| {
        for (index, area) in map.areas.iter().enumerate() {
            draw_area(picture, area, index * AREA_WIDTH)?;
        }
        Ok(())
    })
}
