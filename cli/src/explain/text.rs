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
        sheet.some("instances that fit", explanation.max_instances);
        return sheet;
    }
    if explanation.threads == Some(0) {
        sheet.line("nothing to draw", "no thread is dispatched");
        return sheet;
    }
    if let Some(dispatch) = &explanation.dispatch {
        dispatch_lines(&mut sheet, dispatch, explanation);
    }
    sheet.some("threads dispatched", explanation.threads);
    let waste = explanation.wasted_threads.zip(explanation.wasted_percent);
    let waste = waste.map(|(wasted, of)| format!("{wasted} ({of:.1} %)"));
    sheet.some("threads wasted", waste);
    let words = |words: &Option<Vec<String>>| Some(words.as_ref()?.join(" "));
    sheet.some("vertex id record", words(&explanation.vertex_id));
    sheet.some("instance id record", words(&explanation.instance_id));
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
    let Explanation { architecture, idvs, start, base_instance, .. } =
        explanation;
    let mut title = format!(
        "Draw on v{architecture}: {} x {}",
        counted(explanation.vertex_count, "vertex", "vertices"),
        counted(explanation.instance_count, "instance", "instances"),
    );
    if *idvs {
        title += ", index-driven (IDVS)";
    }
    if *start != 0 {
        title += &format!(", start {start}");
    }
    if *base_instance != 0 {
        title += &format!(", base instance {base_instance}");
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
    sheet.some("mode", attribute.rule.as_ref());
    sheet.some("hardware divisor", attribute.hardware_divisor);
    let wrapped = attribute
        .wrapped_divisor
        .map(|wrapped| format!("would wrap to {wrapped}, and be wrong"));
    sheet.some("in 32 bits", wrapped);
    if let Some(magic) = &attribute.magic {
        magic_lines(sheet, magic);
    }
    sheet.some("element", attribute.element.as_ref());
    sheet.some("buffer slot", attribute.slot);
    sheet.some("attribute offset", attribute.offset);
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
