// SPDX-License-Identifier: MIT

//! The slots as aligned text, one per row.

use super::map::{Cell, Map};
use crate::failure::Failure;
use crate::output::Sheet;
use std::io::Write;

/// The content of a component, as text.
fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Free => "-".into(),
        Cell::Reserved => "reserved".into(),
        // Control characters would end a cell or a row.
        Cell::Used { text, .. } => text.replace(char::is_control, "\u{FFFD}"),
    }
}

/// Writes the whole map to standard output.
pub fn print(map: &Map, output: &mut dyn Write) -> Result<(), Failure> {
    let mut sheet = Sheet::default();
    sheet.heading(format!(
        "{} of {} slots, {} of {} components",
        map.slots.len(),
        map.max_slots,
        map.components,
        4 * map.max_slots
    ));
    if !map.slots.is_empty() {
        sheet.row(["slot", "used", "x", "y", "z", "w"]);
    }
    for slot in &map.slots {
        let [x, y, z, w] = slot.cells.each_ref().map(cell);
        let (number, used) = (slot.number.to_string(), slot.used.to_string());
        sheet.row([number, used, x, y, z, w]);
    }
    sheet.print(output)
}
