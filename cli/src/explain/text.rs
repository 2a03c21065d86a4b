// SPDX-License-Identifier: MIT

//! An explanation as aligned text.

use crate::output::{elements, hex, Sheet};
use serde_json::Value;

/// Formats the whole explanation.
pub fn sheet(explained: &Value) -> Sheet {
    let mut sheet = Sheet::default();
    sheet.heading(title(explained));
    if !explained["error"].is_null() {
        sheet.value("refused", &explained["error"]);
        sheet.value("instances that fit", &explained["max_instances"]);
        return sheet;
    }
    if explained["threads"] == 0 {
        sheet.line("nothing to draw", "no thread is dispatched");
        return sheet;
    }
    if !explained["dispatch"].is_null() {
        dispatch_lines(&mut sheet, explained);
    }
    sheet.value("threads dispatched", &explained["threads"]);
    let percent = explained["wasted_percent"].as_f64().unwrap_or_default();
    let wasted = format!("{} ({percent:.1} %)", explained["wasted_threads"]);
    sheet.line("threads wasted", wasted);
    sheet.value("vertex id record", &explained["vertex_id"]);
    sheet.value("instance id record", &explained["instance_id"]);
    for (index, attribute) in elements(&explained["attributes"]).enumerate() {
        attribute_lines(&mut sheet, index, attribute);
    }
    if !explained["table"].is_null() {
        table_lines(&mut sheet, &explained["table"]);
    }
    sheet
}

fn counted(count: &Value, one: &str, more: &str) -> String {
    format!("{count} {}", if *count == 1 { one } else { more })
}

fn title(explained: &Value) -> String {
    let mut title = format!(
        "Draw on v{}: {} x {}",
        explained["architecture"],
        counted(&explained["vertex_count"], "vertex", "vertices"),
        counted(&explained["instance_count"], "instance", "instances"),
    );
    if explained["idvs"] == true {
        title += ", index-driven (IDVS)";
    }
    if explained["start"] != 0 {
        title += &format!(", start {}", explained["start"]);
    }
    if explained["base_instance"] != 0 {
        title += &format!(", base instance {}", explained["base_instance"]);
    }
    title
}

fn dispatch_lines(sheet: &mut Sheet, explained: &Value) {
    let dispatch = &explained["dispatch"];
    let factors = match (&dispatch["shift"], dispatch["odd"].as_u64()) {
        (shift, Some(odd)) => format!("= {} << {shift}", 2 * odd + 1),
        _ => "(one instance is not padded)".into(),
    };
    let size = |name: &str| {
        let byte = dispatch[format!("{name}_byte")].as_u64();
        format!("{}, byte {:#04x}", dispatch[name], byte.unwrap_or_default())
    };
    let padded = format!("{} {factors}", dispatch["padded_count"]);
    sheet.line("padded count", padded);
    sheet.line("instance size", size("instance_size"));
    let vertices = counted(
        &explained["vertices_per_primitive"],
        "vertex per primitive",
        "vertices per primitive",
    );
    let size = size("instance_primitive_size");
    sheet.line("instance primitive size", format!("{size} ({vertices})"));
    sheet.value("invocation words", &dispatch["invocation"]);
}

fn attribute_lines(sheet: &mut Sheet, index: usize, attribute: &Value) {
    let rate = attribute["rate"].as_str().unwrap_or_default();
    let divisor = match rate {
        "per vertex" => String::new(),
        _ => format!(", divisor {}", attribute["divisor"]),
    };
    sheet.heading(format!("Attribute {index}: {rate}{divisor}"));
    if !attribute["error"].is_null() {
        sheet.value("refused", &attribute["error"]);
        return;
    }
    sheet.value("mode", &attribute["rule"]);
    sheet.value("hardware divisor", &attribute["hardware_divisor"]);
    let wrapped = &attribute["wrapped_divisor"];
    if !wrapped.is_null() {
        let text = format!("would wrap to {wrapped}, and be wrong");
        sheet.line("in 32 bits", text);
    }
    if !attribute["magic"].is_null() {
        magic_lines(sheet, &attribute["magic"]);
    }
    sheet.value("element", &attribute["element"]);
    sheet.value("buffer slot", &attribute["slot"]);
    sheet.value("attribute offset", &attribute["offset"]);
    sheet.value("words", &attribute["words"]);
}

fn magic_lines(sheet: &mut Sheet, magic: &Value) {
    let first_wrong = |name: &str| match &magic[name] {
        Value::Null => "still exact".into(),
        id => format!("first wrong at id {id}"),
    };
    let (shift, flags) = (&magic["shift"], &magic["extra_flags"]);
    let digits = hex(&magic["magic"]);
    let text = format!("magic {digits}, shift {shift}, extra flags {flags}");
    sheet.line("magic divisor", text);
    sheet.line("a magic one less", first_wrong("one_less_first_wrong_id"));
    sheet.line("a magic one more", first_wrong("one_more_first_wrong_id"));
    if !magic["floating_point"].is_null() {
        let wrong = first_wrong("floating_point_first_wrong_id");
        let floating = hex(&magic["floating_point"]);
        sheet.line("floating point", format!("{floating}, {wrong}"));
    }
}

/// Words per slot of the table.
const SLOT_WORDS: usize = 4;

fn table_lines(sheet: &mut Sheet, words: &Value) {
    sheet.heading("Attribute buffer table");
    let words: Vec<_> = elements(words).filter_map(Value::as_str).collect();
    for (slot, words) in words.chunks(SLOT_WORDS).enumerate() {
        let is_empty = words.iter().all(|word| *word == "00000000");
        let note = if is_empty { "  (empty)" } else { "" };
        let words = words.join(" ");
        sheet.line(&format!("slot {slot}"), format!("{words}{note}"));
    }
}
