// SPDX-License-Identifier: MIT

//! The page's grids and words as a picture: for each attribute, the threads
//! with the elements that they read, the formula, and its words with their
//! fields.

use super::{AttributeSection, Page, PageDraw};
use crate::page::grid::{self, Grid, Place};
use crate::picture::{Anchor, Picture, MARGIN, PALE, PAPER, ROW, TINTS};
use std::io::{self, Write};

/// Room for a word, or for small numbers.
const LEAST_CELL: f64 = 104.0;
const DIGIT: f64 = 7.3;
const LEFT: f64 = MARGIN + 120.0;
/// Room for all fields of a word.
const LEAST_WIDTH: f64 = 960.0;

/// A row of the picture.
enum Row<'a> {
    Text(String),
    Columns(&'a Grid<'a>),
    Instance(&'a Grid<'a>, grid::Row),
    Word { number: usize, hex: String, fields: String },
}

impl PageDraw<'_> {
    /// The width of a cell, with room for the text of each.
    fn cell(&self, sections: &[AttributeSection]) -> f64 {
        let grids = sections.iter().filter_map(|s| s.grid.as_ref());
        let texts = grids.flat_map(|grid| {
            let rows = grid.rows().filter_map(|row| match row.place {
                Place::At(instance) => Some((instance, row.cells)),
                Place::Gap(_) => None,
            });
            rows.flat_map(|(instance, cells)| {
                let columns = grid.columns.iter().zip(cells);
                columns.filter_map(move |(column, cell)| match (column, cell) {
                    (Place::At(at), grid::Cell::Thread { number, .. }) => {
                        Some((*at, instance, number))
                    }
                    _ => None,
                })
            })
        });
        let lengths = texts.map(|(column, instance, number)| {
            self.thread(column, instance, number).chars().count()
        });
        let longest = lengths.max().unwrap_or(0) as f64;
        LEAST_CELL.max(longest * DIGIT + 12.0)
    }

    /// The linear id and the element of a thread.
    fn thread(&self, column: u64, instance: u64, element: i64) -> String {
        match self.explained.has_records() {
            true => {
                let linear_id = instance * self.shape.padded + column;
                format!("{linear_id} \u{2192} {element}")
            }
            false => element.to_string(),
        }
    }
}

fn columns(
    grid: &Grid,
    picture: &mut Picture,
    width: f64,
    top: f64,
) -> io::Result<()> {
    for (index, column) in grid.columns.iter().enumerate() {
        let name = match *column {
            Place::At(column) if column < grid.vertices => {
                format!("vertex {column}")
            }
            Place::At(_) => "padding".into(),
            Place::Gap(count) => format!("{count} more"),
        };
        let center = LEFT + index as f64 * width + width / 2.0;
        picture.label(name, center, top, Anchor::Middle)?;
    }
    Ok(())
}

fn instance(
    draw: &PageDraw,
    grid: &Grid,
    row: &grid::Row,
    picture: &mut Picture,
    width: f64,
    top: f64,
) -> io::Result<()> {
    let instance = match row.place {
        Place::At(instance) => instance,
        Place::Gap(count) => {
            return picture.label(
                format!("{count} more"),
                LEFT - 8.0,
                top,
                Anchor::End,
            );
        }
    };
    picture.label(
        format!("instance {instance}"),
        LEFT - 8.0,
        top,
        Anchor::End,
    )?;
    for (index, cell) in row.cells.iter().enumerate() {
        let left = LEFT + index as f64 * width;
        let (color, text) = match (cell, grid.columns[index]) {
            (&grid::Cell::Thread { number, tint }, Place::At(column)) => (
                TINTS[tint as usize % TINTS.len()],
                draw.thread(column, instance, number),
            ),
            (grid::Cell::Padding(_), _) => (PALE, String::new()),
            _ => (PAPER, "\u{22ef}".into()),
        };
        picture.cell((left, top), width, color, text.clone())?;
        picture.label(text, left + width / 2.0, top, Anchor::Middle)?;
    }
    Ok(())
}

impl Row<'_> {
    fn draw(
        &self,
        draw: &PageDraw,
        picture: &mut Picture,
        width: f64,
        top: f64,
    ) -> io::Result<()> {
        match self {
            Row::Text(text) => picture.label(text, MARGIN, top, Anchor::Start),
            Row::Columns(grid) => columns(grid, picture, width, top),
            Row::Instance(grid, row) => {
                instance(draw, grid, row, picture, width, top)
            }
            Row::Word { number, hex, fields } => {
                picture.label(
                    format!("word {number}"),
                    LEFT - 8.0,
                    top,
                    Anchor::End,
                )?;
                picture.cell((LEFT, top), LEAST_CELL, PAPER, fields)?;
                picture.label(
                    hex,
                    LEFT + LEAST_CELL / 2.0,
                    top,
                    Anchor::Middle,
                )?;
                picture.label(
                    fields,
                    LEFT + LEAST_CELL + 8.0,
                    top,
                    Anchor::Start,
                )
            }
        }
    }
}

/// Draws the page's attributes from top to bottom.
pub fn write(page: &Page, output: &mut dyn Write) -> io::Result<()> {
    let sections: Vec<_> = page.attributes().collect();
    let mut rows = vec![Row::Text(page.title.into())];
    rows.extend(page.draw.explained.error.clone().map(Row::Text));
    let mut width = LEAST_WIDTH;
    let cell = page.draw.cell(&sections);
    for (section, attribute) in
        sections.iter().zip(&page.draw.explained.attributes)
    {
        rows.push(Row::Text(section.heading.into()));
        rows.extend(attribute.error.clone().map(Row::Text));
        if let Some(grid) = &section.grid {
            width = width.max(LEFT + grid.columns.len() as f64 * cell + MARGIN);
            let before = match page.draw.explained.has_records() {
                true => ", after its linear id",
                false => "",
            };
            rows.push(Row::Text(format!("{}{before}", grid.caption)));
            rows.push(Row::Columns(grid));
            rows.extend(grid.rows().map(|row| Row::Instance(grid, row)));
        }
        let formula = attribute.element.as_ref();
        rows.extend(formula.map(|text| Row::Text(format!("element = {text}"))));
        rows.extend(section.words.words.iter().map(|word| {
            let named = word.fields.iter().filter(|f| !f.name.is_empty());
            let fields: Vec<_> = named
                .map(|field| format!("{}: {}", field.name, field.value))
                .collect();
            let fields = fields.join("; ");
            Row::Word { number: word.number, hex: word.hex.clone(), fields }
        }));
    }
    let height = 2.0 * MARGIN + rows.len() as f64 * ROW;
    let size = (width as u64, height as u64);
    let description = "For each attribute, the threads with the elements that \
                       they read, and its words.";
    let title = page.title;
    Picture::write(
        output,
        size,
        ("monospace", 12),
        title,
        description,
        |picture| {
            for (number, row) in rows.iter().enumerate() {
                row.draw(
                    page.draw,
                    picture,
                    cell,
                    MARGIN + number as f64 * ROW,
                )?;
            }
            Ok(())
        },
    )
}
