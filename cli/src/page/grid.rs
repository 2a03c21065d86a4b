// SPDX-License-Identifier: MIT

//! Tables with a number for each thread of a draw. A draw can have 2^32
//! threads, so parts are left out.

use askama::Template;
use std::collections::BTreeSet;

/// A column or a row, or the number of those that are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    At(u64),
    Gap(u64),
}

/// All numbers below this count are shown.
const ALL: u64 = 12;

/// Numbers from 0 to `count`: all if they are few, else the first four, the
/// last two, and those next to each of the `marks`.
fn places(count: u64, marks: &[u64]) -> Vec<Place> {
    let mut shown: BTreeSet<u64> =
        (0..4).chain(marks.iter().copied()).collect();
    shown.extend(marks.iter().filter_map(|mark| mark.checked_sub(1)));
    shown.extend([count.saturating_sub(2), count.saturating_sub(1)]);
    if count <= ALL {
        shown.extend(0..count);
    }
    let mut next = 0;
    let mut places = Vec::new();
    for place in shown.into_iter().filter(|&place| place < count) {
        match place - next {
            0 => {}
            // As wide as a gap.
            1 => places.push(Place::At(next)),
            gap => places.push(Place::Gap(gap)),
        }
        places.push(Place::At(place));
        next = place + 1;
    }
    places
}

/// What a table shows for a thread.
#[derive(Template)]
#[template(path = "cell.html")]
pub enum Cell {
    Thread {
        number: i64,
        /// Neighbours that differ have different colors.
        tint: u64,
    },
    /// A thread with a wrong number, and the right one.
    Wrong {
        number: i64,
        right: i64,
    },
    /// A discarded thread, with a number if it has one.
    Padding(String),
    Gap,
}

/// The threads of a draw.
#[derive(Clone, Copy)]
pub struct Shape {
    pub vertices: u64,
    pub instances: u64,
    /// The linear ids per instance; the vertices if nothing is padded.
    pub padded: u64,
}

/// A table with a row per instance and a column per thread of an instance.
#[derive(Template)]
#[template(path = "grid.html")]
pub struct Grid<'a> {
    pub label: String,
    pub caption: String,
    pub columns: Vec<Place>,
    pub vertices: u64,
    instances: Vec<Place>,
    cell: Box<dyn Fn(u64, u64) -> Cell + 'a>,
}

pub struct Row {
    pub place: Place,
    pub cells: Vec<Cell>,
}

impl<'a> Grid<'a> {
    /// `cell` returns the cell of a column and an instance. The vertices and
    /// instances, and those before them, are shown.
    pub fn new(
        shape: Shape,
        vertices: &[u64],
        instances: &[u64],
        label: String,
        caption: String,
        cell: impl Fn(u64, u64) -> Cell + 'a,
    ) -> Self {
        Self {
            label,
            caption,
            columns: places(
                shape.padded,
                &[&[shape.vertices], vertices].concat(),
            ),
            vertices: shape.vertices,
            instances: places(shape.instances, instances),
            cell: Box::new(cell),
        }
    }

    pub fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        let cells = |instance| {
            let cell = |column: &Place| match *column {
                Place::At(column) => (self.cell)(column, instance),
                Place::Gap(_) => Cell::Gap,
            };
            self.columns.iter().map(cell).collect()
        };
        self.instances.iter().map(move |&place| Row {
            place,
            cells: match place {
                Place::At(instance) => cells(instance),
                Place::Gap(_) => Vec::new(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_places_are_all_shown() {
        for count in 0..=ALL {
            let all: Vec<_> = (0..count).map(Place::At).collect();
            assert_eq!(places(count, &[3, 500]), all);
        }
    }

    #[test]
    fn places_and_gaps_add_up() {
        use Place::{At, Gap};
        let last = u64::from(u32::MAX);
        assert_eq!(
            places(100, &[20, 6]),
            [
                [At(0), At(1), At(2), At(3), At(4), At(5), At(6)].as_slice(),
                &[Gap(12), At(19), At(20), Gap(77), At(98), At(99)],
            ]
            .concat()
        );
        assert_eq!(
            places(last + 1, &[]),
            [At(0), At(1), At(2), At(3), Gap(last - 5), At(last - 1), At(last)]
        );
    }
}
