// SPDX-License-Identifier: MIT

//! The page's grids and words as a picture: for each attribute, the threads
//! with the elements that they read, the formula, and its words with their
//! fields.

use super::grid::{self, Grid, Place};
use super::{Draw, Page};
use crate::picture::{Cell, Picture, COLORS, GREY, MARGIN, ROW};
use std::io::{self, Write};

/// Room for two numbers of ten digits each.
const CELL: usize = 104;
const LEFT: usize = MARGIN + 120;
/// Room for all fields of a word.
const LEAST_WIDTH: usize = 960;

/// A row of the picture.
enum Row<'a> {
    Text(String),
    Columns(&'a Grid<'a>),
    Instance(&'a Grid<'a>, grid::Row),
    Word { number: usize, hex: String, fields: String },
}

impl Draw<'_> {
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

fn columns(grid: &Grid, picture: &mut Picture, top: usize) -> io::Result<()> {
    for (index, column) in grid.columns.iter().enumerate() {
        let name = match *column {
            Place::At(column) if column < grid.vertices => {
                format!("vertex {column}")
            }
            Place::At(_) => "padding".into(),
            Place::Gap(count) => format!("{count} more"),
        };
        let center = LEFT + index * CELL + CELL / 2;
        picture.label(name, center, top, "middle")?;
    }
    Ok(())
}

fn instance(
    draw: &Draw,
    grid: &Grid,
    row: &grid::Row,
    picture: &mut Picture,
    top: usize,
) -> io::Result<()> {
    let instance = match row.place {
        Place::At(instance) => instance,
        Place::Gap(count) => {
            return picture.label(
                format!("{count} more"),
                LEFT - 8,
                top,
                "end",
            );
        }
    };
    picture.label(format!("instance {instance}"), LEFT - 8, top, "end")?;
    for (index, cell) in row.cells.iter().enumerate() {
        let left = LEFT + index * CELL;
        let (color, text) = match (cell, grid.columns[index]) {
            (&grid::Cell::Thread { number, tint }, Place::At(column)) => (
                COLORS[tint as usize % COLORS.len()],
                draw.thread(column, instance, number),
            ),
            (grid::Cell::Padding(_), _) => (GREY, String::new()),
            _ => ("white", "\u{22ef}".into()),
        };
        let place = Cell { left, top, width: CELL };
        picture.cell(place, color, text.clone())?;
        picture.label(text, left + CELL / 2, top, "middle")?;
    }
    Ok(())
}

impl Row<'_> {
    fn draw(
        &self,
        draw: &Draw,
        picture: &mut Picture,
        top: usize,
    ) -> io::Result<()> {
        match self {
            Row::Text(text) => picture.label(text, MARGIN, top, "start"),
            Row::Columns(grid) => columns(grid, picture, top),
            Row::Instance(grid, row) => instance(draw, grid, row, picture, top),
            Row::Word { number, hex, fields } => {
                picture.label(
                    format!("word {number}"),
                    LEFT - 8,
                    top,
                    "end",
                )?;
                let place = Cell { left: LEFT, top, width: CELL };
                picture.cell(place, "white", fields)?;
                picture.label(hex, LEFT + CELL / 2, top, "middle")?;
                picture.label(fields, LEFT + CELL + 8, top, "start")
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
    for (section, attribute) in
        sections.iter().zip(&page.draw.explained.attributes)
    {
        rows.push(Row::Text(section.heading.into()));
        rows.extend(attribute.error.clone().map(Row::Text));
        if let Some(grid) = &section.grid {
            width = width.max(LEFT + grid.columns.len() * CELL + MARGIN);
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
    let height = 2 * MARGIN + rows.len() * ROW;
    Picture::write(output, (width, height), |picture| {
        for (number, row) in rows.iter().enumerate() {
            row.draw(page.draw, picture, MARGIN + number * ROW)?;
        }
        Ok(())
    })
}
