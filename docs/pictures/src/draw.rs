// SPDX-License-Identifier: MIT

//! The draw of the README: its threads with the elements that they read, and
//! the words of the record.

use crate::picture::{Anchor, Picture, MARGIN, PALE, PAPER, ROW, TINTS};
use dral::instancing::{
    append, Architecture, AttributeRecord, Draw, DrawInfo, Idvs, Rate,
    VertexBuffer,
};
use std::io;

const VERTICES: u32 = 70;
const INSTANCES: u32 = 100;
const DIVISOR: u32 = 3;

/// The threads of an instance and the instances that are shown; `None` stands
/// for those between.
const THREADS: [Option<u32>; 8] =
    [Some(0), Some(1), Some(2), Some(3), None, Some(69), Some(70), Some(71)];
const SHOWN: [Option<u32>; 9] = [
    Some(0),
    Some(1),
    Some(2),
    Some(3),
    Some(4),
    Some(5),
    Some(6),
    None,
    Some(99),
];

const CELL: f64 = 104.0;
const LEFT: f64 = MARGIN + 120.0;
/// Lines of text above and below the threads.
const TEXTS: usize = 7;

/// The options with which the command explains the draw.
#[cfg(test)]
pub fn options() -> String {
    format!(
        "--vertices {VERTICES} --instances {INSTANCES} --divisors {DIVISOR}"
    )
}

/// The name of a column.
fn column_name(thread: Option<u32>) -> String {
    match thread {
        Some(thread) if thread < VERTICES => format!("vertex {thread}"),
        Some(_) => "padding".into(),
        None => "\u{22ef}".into(),
    }
}

/// The draw, and the words of its record.
fn draw_and_words() -> Result<(Draw, [[u32; 4]; 2]), dral::Error> {
    let draw = DrawInfo {
        vertex_count: VERTICES,
        instance_count: INSTANCES,
        ..DrawInfo::new(Architecture::V7, Idvs::No)
    };
    let draw = draw.resolve()?;
    let buffer = VertexBuffer {
        stride: 16,
        size: 1 << 16,
        rate: Rate::Instance as u32,
        divisor: DIVISOR,
        ..VertexBuffer::default()
    };
    let mut words = [[0; 4]; 2];
    append(&draw, &buffer, &mut words, &mut 0)?;
    Ok((draw, words))
}

/// Draws the picture as SVG.
pub fn draw() -> io::Result<Vec<u8>> {
    let (draw, words) = draw_and_words().map_err(io::Error::other)?;
    let record = AttributeRecord::unpack(words.as_flattened());
    let record = record.map_err(io::Error::other)?;
    let title =
        format!("Draw on v7: {VERTICES} vertices x {INSTANCES} instances");
    let description = "The threads with the elements that they read, and the \
                       words of the record.";
    let width = LEFT + THREADS.len() as f64 * CELL + MARGIN;
    let height = 2.0 * MARGIN + (SHOWN.len() + TEXTS) as f64 * ROW;
    let size = (width as u64, height as u64);
    let font = ("monospace", 12);
    let mut svg = Vec::new();
    Picture::write(&mut svg, size, font, &title, description, |out| {
        let top = |row: usize| MARGIN + row as f64 * ROW;
        let center = |column: usize| LEFT + (column as f64 + 0.5) * CELL;
        let mut texts = vec![
            (0, title.clone()),
            (1, format!("An attribute per instance with divisor {DIVISOR}")),
            (2, "Each thread: its linear id \u{2192} its element".into()),
        ];
        let below = SHOWN.len() + 4;
        texts.push((below, "The words of its record".into()));
        for (row, words) in (below + 1..).zip(&words) {
            let words = words.map(|word| format!("{word:08x}"));
            texts.push((row, words.join(" ")));
        }
        for (row, text) in texts {
            out.label(text, MARGIN, top(row), Anchor::Start)?;
        }
        for (column, thread) in THREADS.into_iter().enumerate() {
            let name = column_name(thread);
            out.label(name, center(column), top(3), Anchor::Middle)?;
        }
        for (row, instance) in (4..).zip(SHOWN) {
            let Some(instance) = instance else {
                out.label("\u{22ee}", LEFT - 8.0, top(row), Anchor::End)?;
                continue;
            };
            let name = format!("instance {instance}");
            out.label(name, LEFT - 8.0, top(row), Anchor::End)?;
            for (column, thread) in THREADS.into_iter().enumerate() {
                let (color, text) = match thread {
                    Some(thread) if thread < VERTICES => {
                        let id = instance * draw.padded_count + thread;
                        let element = record.element(id);
                        let element = element.map_err(io::Error::other)?;
                        let tint = element as usize % TINTS.len();
                        (TINTS[tint], format!("{id} \u{2192} {element}"))
                    }
                    Some(_) => (PALE, String::new()),
                    None => (PAPER, "\u{22ef}".into()),
                };
                let left = center(column) - CELL / 2.0;
                out.cell((left, top(row)), CELL, color)?;
                out.label(text, center(column), top(row), Anchor::Middle)?;
            }
        }
        Ok(())
    })?;
    Ok(svg)
}
