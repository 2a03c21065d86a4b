// SPDX-License-Identifier: MIT

//! Valid and damaged files of rows, as CSV. The columns are those that
//! a subcommand lists in its help.

use crate::arguments::{few, find, one};
use crate::numbers;
use clap::Command;
use rand::seq::{IndexedMutRandom, IndexedRandom, SliceRandom};
use rand::Rng;

/// Longer than a row may be.
const ENDLESS: usize = (1 << 20) + 10_000;

/// The columns in the help of a subcommand, and the number of those that are
/// required.
pub fn columns(command: &Command) -> (Vec<String>, usize) {
    let help = command.get_after_help().map(ToString::to_string);
    let help = help.unwrap_or_default();
    let rows = help.lines().skip_while(|line| *line != "Columns:").skip(1);
    let rows: Vec<_> = rows.take_while(|row| !row.is_empty()).collect();
    let optional = rows.iter().filter(|row| row.ends_with("(optional)"));
    let required = match optional.count() {
        0 => 0,
        optional => rows.len() - optional,
    };
    let name = |row: &&str| row.split_whitespace().next().map(String::from);
    (rows.iter().filter_map(name).collect(), required)
}

fn columns_of(subcommand: &str) -> (Vec<String>, usize) {
    columns(find(subcommand))
}

/// A valid value for the column of a row.
fn value(
    subcommand: &str,
    column: &str,
    row: usize,
    random: &mut impl Rng,
) -> String {
    match (few(subcommand, column).choose(random), column) {
        (Some(value), _) => value.to_string(),
        (None, "binding") => row.to_string(),
        (None, "vertices" | "instances") => {
            random.random_range(1..500).to_string()
        }
        (None, _) => numbers::usual(random),
    }
}

/// A cell, quoted if CSV needs it, or always.
fn cell(text: &str, always: bool) -> String {
    if always || text.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

/// The cells of a file.
struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table of valid rows, with columns in random order.
    fn sound(subcommand: &str, random: &mut impl Rng) -> Self {
        let (columns, required) = columns_of(subcommand);
        let columns = columns.into_iter().enumerate();
        let mut header: Vec<_> = columns
            .filter(|(place, name)| {
                // Without counts no row is valid.
                *place < required
                    || ["vertices", "divisors"].contains(&&name[..])
                    || random.random_bool(0.8)
            })
            .map(|(_, name)| name)
            .collect();
        header.shuffle(random);
        let mut rows = vec![header.clone()];
        for row in 0..random.random_range(0..7) {
            let cells = header.iter();
            let cells = cells.map(|name| value(subcommand, name, row, random));
            rows.push(cells.collect());
        }
        Self { rows }
    }

    /// Replaces a cell, usually by a number, because numbers are what the
    /// command is about.
    fn damage(&mut self, names: &[String], random: &mut impl Rng) {
        let (first, text) = match random.random_range(0..16) {
            0..=6 => (1, numbers::hostile(random)),
            // A column twice, if it is in the header.
            7 => (0, names.choose(random).cloned().unwrap_or_default()),
            8 => {
                let names = ["Vertices", "error", "start ", "", "x"];
                (0, one(&names, random).into())
            }
            9 => {
                let words = ["vec5", "vec4[0]", "vec4[4294967295]", "SAMPLRE"];
                (1, one(&words, random).into())
            }
            10 => {
                let words = ["vec3[99999999999999999999]", "true", "smooth"];
                (1, one(&words, random).into())
            }
            11 => {
                let parts = ["\"", "\n", "\r\n", "\r", ",", "\0", "a", "\t"];
                let count = random.random_range(1..2_000);
                (0, (0..count).map(|_| one(&parts, random)).collect())
            }
            12 | 13 => {
                // The last row, or every row, lacks a cell or has one more.
                let last = self.rows.len() - 1;
                let first = if random.random() { last } else { 0 };
                let is_longer = random.random();
                for row in &mut self.rows[first..] {
                    if is_longer {
                        row.extend(row.first().cloned());
                    } else {
                        row.pop();
                    }
                }
                return;
            }
            14 => {
                // A header that is not CSV can have any number of columns.
                let most = if random.random_bool(0.1) { 200_000 } else { 600 };
                let more = random.random_range(1..most);
                for row in &mut self.rows {
                    row.extend(std::iter::repeat_n("a".into(), more));
                }
                return;
            }
            _ => {
                // Rarely so long that it is refused, because that takes time.
                let long = random.random_bool(0.03);
                (0, "7".repeat(if long { ENDLESS } else { 3_000 }))
            }
        };
        let row = self.rows[first..].choose_mut(random);
        if let Some(cell) = row.and_then(|row| row.choose_mut(random)) {
            *cell = text;
        }
    }

    /// The file as CSV, quoted where necessary and elsewhere at random.
    fn csv(&self, random: &mut impl Rng) -> String {
        let end = ["\n", "\n", "\r\n"][random.random_range(0..3)];
        let mut text = String::new();
        while random.random_bool(0.2) {
            text.push('\u{FEFF}');
        }
        for row in &self.rows {
            for (place, cell) in row.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                text += &self::cell(cell, random.random_bool(0.05));
            }
            text.push_str(end);
            if random.random_bool(0.05) {
                text.push_str(end);
            }
        }
        text
    }
}

fn bytes(most: usize, random: &mut impl Rng) -> Vec<u8> {
    let mut bytes = vec![0; random.random_range(0..=most)];
    random.fill_bytes(&mut bytes);
    bytes
}

/// Damages the bytes of a file regardless of cells, or arguments, one per line.
pub fn damage(text: &mut Vec<u8>, random: &mut impl Rng) {
    let place = random.random_range(0..=text.len());
    let end = text.len().min(place + random.random_range(0..20));
    match random.random_range(0..6) {
        0 => text.truncate(place),
        1 => {
            text.drain(place..end);
        }
        2 => {
            let again = text[place..end].to_vec();
            text.splice(place..place, again);
        }
        3 => {
            let garbage = bytes(9, random);
            text.splice(place..place, garbage);
        }
        4 => {
            // Some have a meaning in CSV.
            let special = b"\",\r\n\0\xFF- x[]{}:";
            text.insert(place, special[random.random_range(0..14)]);
        }
        _ => {
            if let Some(byte) = text.get_mut(place) {
                *byte ^= 1 << random.random_range(0..8);
            }
        }
    }
}

/// A file whose cells are all of the right kind.
pub fn sound(subcommand: &str, random: &mut impl Rng) -> Vec<u8> {
    Table::sound(subcommand, random).csv(random).into_bytes()
}

/// A file that may be damaged, or is not CSV.
pub fn damaged(subcommand: &str, random: &mut impl Rng) -> Vec<u8> {
    if random.random_bool(0.05) {
        return bytes(300, random);
    }
    let mut table = Table::sound(subcommand, random);
    let (names, _) = columns_of(subcommand);
    for _ in 0..random.random_range(0..3) {
        table.damage(&names, random);
    }
    let mut text = table.csv(random).into_bytes();
    if random.random_bool(0.3) {
        for _ in 0..random.random_range(1..4) {
            damage(&mut text, random);
        }
    }
    text
}
