// SPDX-License-Identifier: MIT

//! An explanation as aligned text.

use super::{Attribute, Dispatch, Explanation, Magic};
use crate::output::Sheet;

/// Formats the whole explanation.
pub fn sheet(explanation: &Explanation) -> Sheet {
    let mut sheet = Sheet::default();
    sheet.heading(title(explanation));
    if let Some(error) = &explanation.error {
        sheet.line("refused", error);
        if let Some(most) = explanation.max_instances {
            sheet.line("instances that fit", most);
        }
        return sheet;
    }
    if explanation.threads == Some(0) {
        sheet.line("nothing to draw", "no thread is dispatched");
        return sheet;
    }
    if let Some(dispatch) = &explanation.dispatch {
        dispatch_lines(&mut sheet, dispatch, explanation);
    }
    cost_lines(&mut sheet, explanation);
    for (label, words) in [
        ("vertex id record", &explanation.vertex_id),
        ("instance id record", &explanation.instance_id),
    ] {
        if let Some(words) = words {
            sheet.line(label, words.join(" "));
        }
    }
    for (index, attribute) in explanation.attributes.iter().enumerate() {
        attribute_lines(&mut sheet, index, attribute);
    }
    if let Some(words) = &explanation.table {
        table_lines(&mut sheet, words);
    }
    sheet
}

fn counted(count: u32, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

fn title(explanation: &Explanation) -> String {
    let mut title = format!(
        "Draw on v{}: {} x {}",
        explanation.architecture,
        counted(explanation.vertex_count, "vertex", "vertices"),
        counted(explanation.instance_count, "instance", "instances"),
    );
    if explanation.idvs {
        title.push_str(", index-driven (IDVS)");
    }
    if explanation.start != 0 {
        title.push_str(&format!(", start {}", explanation.start));
    }
    if explanation.base_instance != 0 {
        title.push_str(&format!(
            ", base instance {}",
            explanation.base_instance
        ));
    }
    title
}

fn dispatch_lines(
    sheet: &mut Sheet,
    dispatch: &Dispatch,
    explanation: &Explanation,
) {
    let factors = match (dispatch.shift, dispatch.odd) {
        (Some(shift), Some(odd)) => {
            format!(" = {} << {shift}", 2 * odd + 1)
        }
        _ => " (one instance is not padded)".into(),
    };
    sheet.line("padded count", format!("{}{factors}", dispatch.padded_count));
    sheet.line(
        "instance size",
        format!(
            "{}, byte {:02x}",
            dispatch.instance_size, dispatch.instance_size_byte
        ),
    );
    sheet.line(
        "instance primitive size",
        format!(
            "{}, byte {:02x} ({})",
            dispatch.instance_primitive_size,
            dispatch.instance_primitive_size_byte,
            counted(
                explanation.vertices_per_primitive,
                "vertex per primitive",
                "vertices per primitive"
            )
        ),
    );
    sheet.line("invocation words", dispatch.invocation.join(" "));
}

fn cost_lines(sheet: &mut Sheet, explanation: &Explanation) {
    if let Some(threads) = explanation.threads {
        sheet.line("threads dispatched", threads);
    }
    if let (Some(wasted), Some(percent)) =
        (explanation.wasted_threads, explanation.wasted_percent)
    {
        sheet.line("threads wasted", format!("{wasted} ({percent:.1} %)"));
    }
}

fn attribute_lines(sheet: &mut Sheet, index: usize, attribute: &Attribute) {
    let divisor = if attribute.rate == "per vertex" {
        String::new()
    } else {
        format!(", divisor {}", attribute.divisor)
    };
    sheet.heading(format!("Attribute {index}: {}{divisor}", attribute.rate));
    if let Some(error) = &attribute.error {
        sheet.line("refused", error);
        return;
    }
    if let Some(rule) = &attribute.rule {
        sheet.line("mode", rule);
    }
    if let Some(divisor) = attribute.hardware_divisor {
        sheet.line("hardware divisor", divisor);
    }
    if let Some(wrapped) = attribute.wrapped_divisor {
        sheet.line(
            "in 32 bits",
            format!("would wrap to {wrapped}, and be wrong"),
        );
    }
    if let Some(magic) = &attribute.magic {
        magic_lines(sheet, magic);
    }
    if let Some(element) = &attribute.element {
        sheet.line("element", element);
    }
    if let Some(slot) = attribute.slot {
        sheet.line("buffer slot", slot);
    }
    if let Some(offset) = attribute.offset {
        sheet.line("attribute offset", offset);
    }
    sheet.line("words", attribute.words.join(" "));
}

fn first_wrong(id: Option<u32>) -> String {
    match id {
        Some(id) => format!("first wrong at id {id}"),
        None => "still exact".into(),
    }
}

fn magic_lines(sheet: &mut Sheet, magic: &Magic) {
    sheet.line(
        "magic divisor",
        format!(
            "magic {}, shift {}, extra flags {}",
            magic.magic, magic.shift, magic.extra_flags
        ),
    );
    sheet.line("a magic one less", first_wrong(magic.one_less_first_wrong_id));
    sheet.line("a magic one more", first_wrong(magic.one_more_first_wrong_id));
    if let Some(floating) = &magic.floating_point {
        let wrong = first_wrong(magic.floating_point_first_wrong_id);
        sheet.line("floating point", format!("{floating}, {wrong}"));
    }
}

/// Words per slot of the table.
const SLOT_WORDS: usize = 4;

fn table_lines(sheet: &mut Sheet, words: &[String]) {
    sheet.heading("Attribute buffer table");
    for (slot, words) in words.chunks(SLOT_WORDS).enumerate() {
        let note = if words.iter().all(|word| word == "00000000") {
            "  (empty)"
        } else {
            ""
        };
        sheet.line(
            &format!("slot {slot}"),
            format!("{}{note}", words.join(" ")),
        );
    }
}
