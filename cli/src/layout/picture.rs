// SPDX-License-Identifier: MIT

//! A memory map as a picture.

use super::map::{Area, Map, Run};
use svg::node::element::{Rectangle, Text, Title};
use svg::Document;

const ROW: usize = 28;
const MARGIN: usize = 16;
const OFFSET_WIDTH: usize = 96;
const BAR_WIDTH: usize = 240;
/// Room for the longest text of a run.
const TEXT_WIDTH: usize = 520;
const AREA_WIDTH: usize = OFFSET_WIDTH + BAR_WIDTH + TEXT_WIDTH;

/// Elements of a run that are drawn one by one; more are one piece.
const MOST_CELLS: u32 = 16;

const PADDING_COLOR: &str = "#d8d8d8";

/// A color for each binding, the same in both areas.
const COLORS: [&str; 6] =
    ["#9ecae1", "#fdd0a2", "#a1d99b", "#dadaeb", "#fcbba1", "#c7e9c0"];

fn label(text: String, x: usize, y: usize, anchor: &str) -> Text {
    Text::new(text)
        .set("x", x)
        .set("y", y)
        .set("text-anchor", anchor)
        .set("font-family", "monospace")
        .set("font-size", 12)
}

fn color(run: &Run) -> &'static str {
    match &run.elements {
        None => PADDING_COLOR,
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

/// A run as a row: its offset, its elements side by side, what they are.
fn draw_run(
    mut document: Document,
    run: &Run,
    left: usize,
    top: usize,
) -> Document {
    let bar = left + OFFSET_WIDTH;
    let middle = top + ROW / 2 + 4;
    document =
        document.add(label(run.begin.to_string(), bar - 8, middle, "end"));
    let cells = cells(run);
    for cell in 0..cells {
        let begin = BAR_WIDTH * cell / cells;
        let end = BAR_WIDTH * (cell + 1) / cells;
        document = document.add(
            Rectangle::new()
                .set("x", bar + begin)
                .set("y", top)
                .set("width", end - begin)
                .set("height", ROW)
                .set("fill", color(run))
                .set("stroke", "black")
                .add(Title::new(format!("{} to {}", run.begin, run.end))),
        );
    }
    document.add(label(run.text(), bar + BAR_WIDTH + 8, middle, "start"))
}

fn draw_area(mut document: Document, area: &Area, left: usize) -> Document {
    let mut top = MARGIN;
    document = document.add(label(
        format!("{}: {} bytes in a set", area.name, area.set_size),
        left + OFFSET_WIDTH,
        top + ROW / 2,
        "start",
    ));
    for run in &area.runs {
        top += ROW;
        document = draw_run(document, run, left, top);
    }
    let end = area.runs.last().map_or(0, |run| run.end);
    document.add(label(
        end.to_string(),
        left + OFFSET_WIDTH - 8,
        top + ROW + ROW / 2 + 4,
        "end",
    ))
}

/// The areas side by side, the first byte on top.
pub fn svg(map: &Map) -> String {
    let rows = map.areas.iter().map(|area| area.runs.len()).max();
    let height = 2 * MARGIN + (rows.unwrap_or(0) + 2) * ROW;
    let width = MARGIN + map.areas.len() * AREA_WIDTH;
    let mut document = Document::new()
        .set("width", width)
        .set("height", height)
        .set("viewBox", (0, 0, width, height))
        .add(
            Rectangle::new()
                .set("width", width)
                .set("height", height)
                .set("fill", "white"),
        );
    for (index, area) in map.areas.iter().enumerate() {
        document = draw_area(document, area, index * AREA_WIDTH);
    }
    format!("{document}\n")
}
