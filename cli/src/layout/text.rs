// SPDX-License-Identifier: MIT

//! A memory map as aligned text.

use super::map::{Area, Map};
use crate::failure::Failure;
use crate::output::Sheet;
use std::io::Write;

fn area_lines(sheet: &mut Sheet, area: &Area) {
    sheet.heading(format!(
        "{}: {} bytes, {} in a set",
        area.name, area.size, area.set_size
    ));
    if area.runs.is_empty() {
        return;
    }
    sheet.row(["  offset", "end", "bytes", ""]);
    for run in &area.runs {
        sheet.row([
            format!("  {}", run.begin),
            run.end.to_string(),
            (run.end - run.begin).to_string(),
            run.text(),
        ]);
    }
}

/// Writes the whole map to standard output.
pub fn print(map: &Map, output: &mut dyn Write) -> Result<(), Failure> {
    let mut sheet = Sheet::default();
    sheet.heading("Set");
    sheet.line("binding numbers", map.set.binding_count);
    sheet.line("descriptors", map.size.descriptor_count);
    sheet.line("buffer views", map.size.buffer_view_count);
    sheet.line("dynamic offsets", map.set.dynamic_offset_count);
    sheet.line("embedded samplers", map.set.embedded_sampler_count);
    for area in &map.areas {
        area_lines(&mut sheet, area);
    }
    if !map.without_memory.is_empty() {
        sheet.heading("Without memory");
        for text in &map.without_memory {
            sheet.row([format!("  {text}")]);
        }
    }
    sheet.print(output)
}
