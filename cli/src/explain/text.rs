// SPDX-License-Identifier: MIT

//! An explanation as lines, which a terminal and a page show.

use super::answer::{Attribute, Dispatch, Explained, Magic, Thread};
use crate::look::Tone;
use crate::output::{counted, joined, Rule, Sheet, Word};
use std::fmt::Display;

/// Formats the whole explanation.
pub fn sheet(explained: &Explained) -> Sheet {
    let mut sheet = Sheet::default();
    sheet.heading(title(explained));
    if let Some(error) = &explained.error {
        sheet.cite(Rule("A draw"), "refused", error);
        let most = explained.max_instances;
        sheet.some(Rule("What a draw costs"), "instances that fit", most);
        return sheet;
    }
    if explained.threads == Some(0) {
        let what = "no thread is dispatched";
        sheet.cite(Rule("A draw"), "nothing to draw", what);
        return sheet;
    }
    if let Some(dispatch) = &explained.dispatch {
        dispatch_lines(&mut sheet, explained, dispatch);
    }
    let threads = explained.threads;
    sheet.some(Rule("What a draw costs"), "threads dispatched", threads);
    let waste = explained.wasted_threads.zip(explained.wasted_percent);
    let waste = waste.map(|(count, share)| format!("{count} ({share:.1} %)"));
    sheet.some(None, "threads wasted", waste);
    for (label, words) in [
        ("vertex id record", explained.vertex_id),
        ("instance id record", explained.instance_id),
    ] {
        let rule = Rule("Vertex id and instance id");
        sheet.some(rule, label, words.map(joined));
    }
    for attribute in &explained.attributes {
        attribute_lines(&mut sheet, explained, attribute);
    }
    if let Some(words) = &explained.table {
        table_lines(&mut sheet, words);
    }
    sheet
}

fn title(explained: &Explained) -> String {
    let mut title = format!(
        "Draw on v{}: {} x {}",
        explained.arch,
        counted(explained.vertices, "vertex", "vertices"),
        counted(explained.instances, "instance", "instances"),
    );
    if explained.idvs {
        title += ", index-driven (IDVS)";
    }
    if explained.start != 0 {
        title += &format!(", start {}", explained.start);
    }
    if explained.base_instance != 0 {
        title += &format!(", base instance {}", explained.base_instance);
    }
    title
}

fn dispatch_lines(
    sheet: &mut Sheet,
    explained: &Explained,
    dispatch: &Dispatch,
) {
    let factors = match (dispatch.shift, dispatch.odd) {
        (Some(shift), Some(odd)) => format!("= {} << {shift}", 2 * odd + 1),
        _ => "(one instance is not padded)".into(),
    };
    let padded = format!("{} {factors}", dispatch.padded_count);
    sheet.cite(Rule("Padded vertex count"), "padded count", padded);
    let size = |size: u32, byte: u32| format!("{size}, byte {byte:#04x}");
    let rule = Rule("Instance size");
    let instance = size(dispatch.instance_size, dispatch.instance_size_byte);
    sheet.cite(rule, "instance size", instance);
    let found = explained.found.as_ref();
    let own = found.and_then(|found| found.instance_size);
    in_trace(sheet, own, dispatch.instance_size);
    let primitive = size(
        dispatch.instance_primitive_size,
        dispatch.instance_primitive_size_byte,
    );
    let vertices = counted(
        explained.vertices_per_primitive,
        "vertex per primitive",
        "vertices per primitive",
    );
    let assumed = match explained.assumed_primitives {
        true => ", assumed",
        false => "",
    };
    let primitive = format!("{primitive} ({vertices}{assumed})");
    sheet.cite(rule, "instance primitive size", primitive);
    let own = found.and_then(|found| found.instance_primitive_size);
    in_trace(sheet, own, dispatch.instance_primitive_size);
    let invocation = joined(dispatch.invocation);
    sheet.cite(Rule("Invocation"), "invocation words", &invocation);
    let own = found.and_then(|found| found.invocation).map(joined);
    in_trace(sheet, own, invocation);
}

/// Adds the values of a trace to the right ones.
fn in_trace<T: Display + PartialEq>(
    sheet: &mut Sheet,
    found: Option<T>,
    right: T,
) {
    let Some(found) = found else { return };
    let (tone, text) = match found == right {
        true => (Tone::Right, "the same".into()),
        false => (Tone::Wrong, format!("{found}, which is wrong")),
    };
    sheet.toned(tone, "  in the trace", Some(text));
}

fn attribute_lines(
    sheet: &mut Sheet,
    explained: &Explained,
    attribute: &Attribute,
) {
    let location = attribute.location;
    let rate = match attribute.divisor {
        None => "per vertex".into(),
        Some(divisor) => format!("per instance, divisor {divisor}"),
    };
    sheet.heading(format!("Location {location}: {rate}"));
    if let Some(error) = &attribute.error {
        sheet.cite(Rule("A draw"), "refused", error);
        return;
    }
    let rule = |title| match explained.has_records() {
        true => Rule(title),
        false => Rule("Valhall and later"),
    };
    sheet.some(rule("Attribute modes"), "mode", attribute.rule);
    sheet.some(None, "hardware divisor", attribute.hardware_divisor);
    if let Some(wrapped) = attribute.wrapped_divisor {
        let text = format!("would wrap to {wrapped}, and be wrong");
        sheet.line("in 32 bits", text);
    }
    if let Some(magic) = &attribute.magic {
        magic_lines(sheet, magic);
    }
    let division = attribute.magic.as_ref().map(|_| Rule("Hardware division"));
    sheet.some(division, "element", attribute.element.as_ref());
    sheet.some(Rule("Tables"), "buffer slot", attribute.slot);
    let offset = attribute.attribute_offset;
    sheet.some(rule("Attribute offset"), "attribute offset", offset);
    in_trace(sheet, attribute.found_offset, attribute.offset());
    let words = joined(&attribute.words);
    let found = attribute.found.as_ref().map(joined);
    sheet.cite(rule("Descriptor words"), "words", &words);
    in_trace(sheet, found, words);
    let thread = explained.thread.zip(attribute.reads);
    sheet.some(
        None,
        "reads",
        thread.map(|(thread, element)| {
            let Thread { instance, vertex, linear_id } = thread;
            let id = linear_id.map(|id| format!(", thread {id}"));
            let id = id.unwrap_or_default();
            format!(
                "element {element} (instance {instance}, vertex {vertex}{id})"
            )
        }),
    );
    sheet.some(None, "numbers from", attribute.origin.as_ref());
}

fn magic_lines(sheet: &mut Sheet, magic: &Magic) {
    let Magic { shift, extra_flags, .. } = magic;
    let text = format!(
        "magic 0x{}, shift {shift}, extra flags {extra_flags}",
        magic.magic
    );
    sheet.cite(Rule("Magic divisor"), "magic divisor", text);
}

/// Words per slot of the table.
const SLOT_WORDS: usize = 4;

fn table_lines(sheet: &mut Sheet, words: &[Word]) {
    sheet.heading("Attribute buffer table");
    for (slot, words) in words.chunks(SLOT_WORDS).enumerate() {
        let is_empty = words.iter().all(|word| word.0 == 0);
        let note = if is_empty { "  (empty)" } else { "" };
        let words = joined(words);
        sheet.line(&format!("slot {slot}"), format!("{words}{note}"));
    }
}
