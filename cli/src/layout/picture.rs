// SPDX-License-Identifier: MIT

//! A memory map as a picture: each run is a bar at its bytes, to scale.

use super::map::{Area, Map, Run};
use crate::picture::{Cell, Picture, COLORS, GREY, MARGIN, ROW};
use std::io::{self, Write};

const OFFSET_WIDTH: usize = 96;
const BAR_WIDTH: usize = 480;
/// Room for the longest text of a run.
const TEXT_WIDTH: usize = 520;
const AREA_WIDTH: usize = OFFSET_WIDTH + BAR_WIDTH + TEXT_WIDTH;

/// Rows above the runs: title, heading, scale.
const HEAD_ROWS: usize = 3;

/// Descriptors are drawn one by one if they are at least this wide.
const CELL_WIDTH: u64 = 4;

/// The scale of all areas: their bytes from `left` on, in pixels.
#[derive(Clone, Copy)]
struct Scale {
    left: usize,
    bytes: u64,
}

impl Scale {
    fn new(areas: &[Area]) -> Self {
        let ends = areas.iter().filter_map(|area| area.runs.last());
        let bytes = ends.map(|run| run.end).max().unwrap_or(0).max(1);
        Self { left: 0, bytes }
    }

    fn x(self, byte: u64) -> usize {
        self.left + (byte * BAR_WIDTH as u64 / self.bytes) as usize
    }

    /// The cell from one byte up to another, at least one pixel wide.
    fn cell(self, begin: u64, end: u64, top: usize) -> Cell {
        let left = self.x(begin);
        Cell { left, top, width: self.x(end).max(left + 1) - left }
    }

    /// Bytes between the lines of the scale.
    fn step(self) -> u64 {
        self.bytes.div_ceil(8).next_power_of_two()
    }
}

/// A binding has the same color in both areas.
fn color(run: &Run) -> &'static str {
    match &run.elements {
        None => GREY,
        Some(elements) => COLORS[elements.binding as usize % COLORS.len()],
    }
}

/// The pieces of a run, with their names and first bytes.
fn pieces(run: &Run, scale: Scale) -> Vec<(String, u64)> {
    let Some(elements) = &run.elements else {
        return vec![("padding".into(), run.begin)];
    };
    let binding = elements.binding;
    let Some(stride) = elements.stride.map(u64::from) else {
        let data = (format!("binding {binding}, data"), elements.header);
        let header = (format!("binding {binding}, descriptor"), 0);
        let pieces = [header, data].into_iter();
        let pieces = pieces.skip(usize::from(elements.header == 0));
        return pieces.map(|(name, at)| (name, run.begin + at)).collect();
    };
    if stride * (BAR_WIDTH as u64) < CELL_WIDTH * scale.bytes {
        return vec![(format!("binding {binding}"), run.begin)];
    }
    let piece = |index| {
        let name = format!("binding {binding}, descriptor {index}");
        (name, run.begin + u64::from(index) * stride)
    };
    (0..elements.count).map(piece).collect()
}

/// Draws a run as a row: its offset, its pieces, its description.
fn draw_run(
    picture: &mut Picture,
    run: &Run,
    scale: Scale,
    top: usize,
) -> io::Result<()> {
    let bar = scale.left;
    picture.label(run.begin.to_string(), bar - 8, top, "end")?;
    let mut pieces = pieces(run, scale).into_iter().peekable();
    while let Some((name, begin)) = pieces.next() {
        let end = pieces.peek().map_or(run.end, |(_, next)| *next);
        let title = format!("{name}: bytes {begin} to {}", end - 1);
        picture.cell(scale.cell(begin, end, top), color(run), title)?;
    }
    picture.label(run.text(), bar + BAR_WIDTH + 8, top, "start")
}

fn draw_area(
    picture: &mut Picture,
    area: &Area,
    scale: Scale,
) -> io::Result<()> {
    picture.label(area.heading(), scale.left, MARGIN + ROW, "start")?;
    let mut top = MARGIN + (HEAD_ROWS - 1) * ROW;
    picture.label("byte", scale.left - 8, top, "end")?;
    let bottom = top + (area.runs.len() + 1) * ROW;
    for byte in (0..=scale.bytes).step_by(scale.step() as usize) {
        picture.label(byte.to_string(), scale.x(byte), top, "middle")?;
        picture.line(scale.x(byte), top + ROW, bottom)?;
    }
    for run in &area.runs {
        top += ROW;
        draw_run(picture, run, scale, top)?;
    }
    Ok(())
}

/// Draws the areas side by side on one scale, a run below the other.
pub fn write(map: &Map, title: &str, output: &mut dyn Write) -> io::Result<()> {
    let rows = map.areas.iter().map(|area| area.runs.len()).max();
    let height = 2 * MARGIN + (rows.unwrap_or(0) + HEAD_ROWS) * ROW;
    let width = MARGIN + map.areas.len() * AREA_WIDTH;
    let scale = Scale::new(&map.areas);
    Picture::write(output, (width, height), |picture| {
        picture.label(title, OFFSET_WIDTH, MARGIN, "start")?;
        for (index, area) in map.areas.iter().enumerate() {
            let left = OFFSET_WIDTH + index * AREA_WIDTH;
            draw_area(picture, area, Scale { left, ..scale })?;
        }
        Ok(())
    })
}
