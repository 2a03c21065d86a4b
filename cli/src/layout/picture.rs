// SPDX-License-Identifier: MIT

//! A memory map as a picture: each run is a bar at its bytes, to scale.

use super::map::{Area, Map, Run};
use crate::picture::{Anchor, Font, Picture, GRID, MARGIN, PALE, ROW, TINTS};
use std::io::{self, Write};

const OFFSET_WIDTH: f64 = 72.0;
const BAR_WIDTH: f64 = 360.0;
/// Room for the longest text of a run.
const TEXT_WIDTH: f64 = 440.0;
const WIDTH: f64 = OFFSET_WIDTH + BAR_WIDTH + TEXT_WIDTH;
/// Where the bars begin.
const LEFT: f64 = OFFSET_WIDTH;

/// Rows of an area in addition to its runs: heading, scale, gap.
const MORE_ROWS: usize = 3;

/// Descriptors are drawn one by one if they are at least this wide.
const CELL_WIDTH: f64 = 4.0;

/// The scale of all areas, in bytes.
#[derive(Clone, Copy)]
struct Scale {
    bytes: u64,
}

impl Scale {
    fn new(areas: &[Area]) -> Self {
        let ends = areas.iter().filter_map(|area| area.runs.last());
        let bytes = ends.map(|run| run.end).max().unwrap_or(0).max(1);
        Self { bytes }
    }

    fn width(self, bytes: u64) -> f64 {
        bytes as f64 * BAR_WIDTH / self.bytes as f64
    }

    /// Bytes between the lines of the scale.
    fn step(self) -> u64 {
        self.bytes.div_ceil(8).next_power_of_two()
    }
}

/// A binding has the same color in both areas.
fn color(run: &Run) -> &'static str {
    match &run.elements {
        None => PALE,
        Some(elements) => TINTS[elements.binding as usize % TINTS.len()],
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
    if scale.width(stride) < CELL_WIDTH {
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
    top: f64,
) -> io::Result<()> {
    picture.label(run.begin.to_string(), LEFT - 8.0, top, Anchor::End)?;
    let mut pieces = pieces(run, scale).into_iter().peekable();
    while let Some((name, begin)) = pieces.next() {
        let end = pieces.peek().map_or(run.end, |(_, next)| *next);
        let title = format!("{name}: bytes {begin} to {}", end - 1);
        let place = (LEFT + scale.width(begin), top);
        // At least one pixel.
        let width = scale.width(end - begin).max(1.0);
        picture.cell(place, width, color(run), title)?;
    }
    picture.label(run.text(), LEFT + BAR_WIDTH + 8.0, top, Anchor::Start)
}

fn draw_area(
    picture: &mut Picture,
    area: &Area,
    scale: Scale,
    top: f64,
) -> io::Result<()> {
    picture.label(area.heading(), MARGIN, top, Anchor::Start)?;
    picture.label("byte", LEFT - 14.0, top + ROW, Anchor::End)?;
    let first = top + 2.0 * ROW;
    let bottom = first + area.runs.len() as f64 * ROW;
    for byte in (0..=scale.bytes).step_by(scale.step() as usize) {
        let x = LEFT + scale.width(byte);
        picture.label(byte.to_string(), x, top + ROW, Anchor::Middle)?;
        picture.lines([vec![(x, first), (x, bottom)]], GRID)?;
    }
    for (row, run) in area.runs.iter().enumerate() {
        draw_run(picture, run, scale, first + row as f64 * ROW)?;
    }
    Ok(())
}

/// Draws the areas below each other on one scale.
pub fn write(map: &Map, title: &str, output: &mut dyn Write) -> io::Result<()> {
    let rows = map.areas.iter().map(|area| area.runs.len() + MORE_ROWS);
    let height = 2.0 * MARGIN + (rows.sum::<usize>() + 1) as f64 * ROW;
    let scale = Scale::new(&map.areas);
    let size = (WIDTH as u64, height as u64);
    let headings: Vec<_> = map.areas.iter().map(Area::heading).collect();
    let description = headings.join("; ");
    Picture::write(output, size, Font::Table, title, &description, |picture| {
        let mut top = MARGIN;
        picture.label(title, MARGIN, top, Anchor::Start)?;
        top += ROW;
        for area in &map.areas {
            draw_area(picture, area, scale, top)?;
            top += (area.runs.len() + MORE_ROWS) as f64 * ROW;
        }
        Ok(())
    })
}
