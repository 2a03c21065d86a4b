// SPDX-License-Identifier: MIT

//! Valid and damaged CSV files.

use crate::numbers;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::Rng;

/// Longer than a row may be.
const ENDLESS: usize = (1 << 20) + 10_000;

fn columns(subcommand: &str) -> &'static [&'static str] {
    match subcommand {
        "records" => &[
            "vertex_count",
            "instance_count",
            "idvs",
            "rate",
            "divisor",
            "stride",
            "buffer_offset",
            "src_offset",
            "buffer_size",
            "offset_start",
            "base_instance",
            "arch",
        ],
        "draws" => &["idvs", "vertex_count", "instance_count"],
        "ids" => &["what", "vertex_count", "instanced"],
        "valhall" => &[
            "divisor",
            "stride",
            "src_offset",
            "rate",
            "format",
            "table",
            "buffer_index",
            "arch",
        ],
        other => unreachable!("{other} has no columns"),
    }
}

/// A valid value for the column.
fn value(subcommand: &str, column: &str, random: &mut impl Rng) -> String {
    match column {
        "what" => {
            let types = ["vertex_id", "instance_id"];
            types[random.random_range(0..2)].into()
        }
        "idvs" | "rate" | "instanced" => random.random_range(0..2).to_string(),
        "arch" if subcommand == "records" => {
            format!("v{}", random.random_range(4..8))
        }
        "arch" => random.random_range(9..15).to_string(),
        "vertex_count" | "instance_count" => {
            random.random_range(1..500).to_string()
        }
        "buffer_offset" => random.random_range(0..100).to_string(),
        "buffer_size" => random.random_range(100..9_000).to_string(),
        "table" => random.random_range(0..64).to_string(),
        "buffer_index" => random.random_range(0..512).to_string(),
        _ => numbers::usual(random),
    }
}

/// A cell, quoted if CSV needs it, or always.
pub fn cell(text: &str, always: bool) -> String {
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
        let mut header = columns(subcommand).to_vec();
        if subcommand == "records" {
            // All columns are optional, but without these no row is valid.
            header.retain(|name| {
                name.ends_with("_count") || random.random_bool(0.8)
            });
        }
        header.extend(["note", ""].iter().filter(|_| random.random_bool(0.3)));
        header.shuffle(random);
        let mut rows = vec![header.iter().map(|n| n.to_string()).collect()];
        for _ in 0..random.random_range(0..7) {
            let cells = header.iter();
            let cells = cells.map(|name| value(subcommand, name, random));
            rows.push(cells.collect());
        }
        Self { rows }
    }

    /// A random row, from `first` on.
    fn any_row(
        &mut self,
        first: usize,
        random: &mut impl Rng,
    ) -> Option<&mut Vec<String>> {
        let rows = self.rows.get_mut(first..)?;
        let count = rows.len();
        rows.get_mut(random.random_range(0..count.max(1)))
    }

    fn any_cell(
        &mut self,
        first: usize,
        random: &mut impl Rng,
    ) -> Option<&mut String> {
        let row = self.any_row(first, random)?;
        let count = row.len();
        row.get_mut(random.random_range(0..count.max(1)))
    }

    /// Damages cells or columns.
    fn damage(&mut self, subcommand: &str, random: &mut impl Rng) {
        let names = columns(subcommand);
        match random.random_range(0..14) {
            // Usually a number, because numbers are what the command is about.
            0..=6 => {
                let number = numbers::hostile(random);
                if let Some(cell) = self.any_cell(1, random) {
                    *cell = number;
                }
            }
            7 => {
                if let Some(row) = self.any_row(0, random) {
                    row.pop();
                }
            }
            8 => {
                if let Some(row) = self.any_row(0, random) {
                    row.push("more".into());
                }
            }
            9 => {
                let others = ["Vertex_Count", "error", "inv_w0", "rate ", "x"];
                let either = if random.random() { names } else { &others[..] };
                let name = either.choose(random);
                let name = name.copied().unwrap_or_default().to_string();
                if let Some(cell) = self.any_cell(0, random) {
                    *cell = name;
                }
            }
            10 => {
                let place = random.random_range(0..names.len());
                for row in &mut self.rows {
                    if place < row.len() {
                        row.remove(place);
                    }
                }
            }
            11 => {
                for row in &mut self.rows {
                    row.extend(row.first().cloned());
                }
            }
            12 => {
                let parts = ["\"", "\n", "\r\n", "\r", ",", "\0", "a", "\t"];
                let count = random.random_range(1..2_000);
                let text = (0..count).filter_map(|_| parts.choose(random));
                let text = text.copied().collect();
                if let Some(cell) = self.any_cell(0, random) {
                    *cell = text;
                }
            }
            _ => {
                // Rarely so long that it is refused, because that takes time.
                let long = random.random_bool(0.03);
                let most = if long { ENDLESS } else { 3_000 };
                if let Some(cell) = self.any_cell(0, random) {
                    *cell = "7".repeat(most);
                }
            }
        }
    }

    /// The file, quoted where necessary and elsewhere at random.
    fn text(&self, random: &mut impl Rng) -> Vec<u8> {
        let end = ["\n", "\n", "\r\n", "\r"][random.random_range(0..4)];
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
        text.into_bytes()
    }
}

fn bytes(most: usize, random: &mut impl Rng) -> Vec<u8> {
    let mut bytes = vec![0; random.random_range(0..=most)];
    random.fill_bytes(&mut bytes);
    bytes
}

/// Damages the bytes of a file, regardless of cells.
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
            // Some have a meaning in CSV or JSON.
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
    Table::sound(subcommand, random).text(random)
}

/// A file that may be damaged, or is not CSV at all.
pub fn damaged(subcommand: &str, random: &mut impl Rng) -> Vec<u8> {
    if random.random_bool(0.05) {
        return bytes(300, random);
    }
    let mut table = Table::sound(subcommand, random);
    for _ in 0..random.random_range(0..3) {
        table.damage(subcommand, random);
    }
    let mut text = table.text(random);
    if random.random_bool(0.3) {
        for _ in 0..random.random_range(1..4) {
            damage(&mut text, random);
        }
    }
    text
}
