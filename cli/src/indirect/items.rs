// SPDX-License-Identifier: MIT

//! The interesting items of one dispatch: the first and the last of each kind.

use crate::output::Sheet;
use dral::indirect_draw::{Error, Item, JumpTarget, Mode, Plan, NO_OFFSET};
use std::collections::BTreeSet;

const GENERATE: u32 = JumpTarget::Generate as u32;
const END: u32 = JumpTarget::End as u32;

/// The first two items, those around the last draw, and the last, except those
/// whose draw index would exceed 32 bits.
fn shown(count: u32, draw_base: u32, item_count: u32) -> BTreeSet<u32> {
    let mut items = BTreeSet::from([0, 1]);
    if let Some(behind) = count.checked_sub(draw_base) {
        items.extend([behind.saturating_sub(1), behind]);
    }
    items.extend(item_count.checked_sub(1));
    items.retain(|&item| {
        item < item_count && draw_base.checked_add(item).is_some()
    });
    items
}

/// What happens after the item's slot.
fn what_follows(plan: &Plan, begin: u32, count: u32, item: &Item) -> String {
    let place = begin.saturating_add(item.jump_offset);
    let draws = item.writes_draw != 0;
    match item.jump {
        END if count == 0 => format!("no draws: at {place} a jump to the end"),
        END => format!("last draw: at {place} a jump to the end"),
        GENERATE if draws => {
            format!("ring full: at {place} a jump to the shader")
        }
        GENERATE => format!("at {place} a jump to the shader, never reached"),
        _ if count == 0 => "no draws".into(),
        _ if !draws => "beyond the last draw".into(),
        _ if item.draw_id + 1 == plan.max_draw_count => {
            "last draw: the batch goes on".into()
        }
        _ => "the next draw".into(),
    }
}

/// An offset from the beginning of the chunk or the ring.
fn place(begin: u32, offset: u32) -> String {
    match offset {
        NO_OFFSET => "-".into(),
        offset => (u64::from(begin) + u64::from(offset)).to_string(),
    }
}

/// Describes the items of a dispatch, with their offsets from the beginning of
/// the chunk or the ring.
pub fn tell(
    sheet: &mut Sheet,
    plan: &Plan,
    count: u32,
    draw_base: u32,
    item_count: u32,
) -> Result<(), Error> {
    let begin =
        if plan.mode == Mode::Ring as u32 { plan.commands_offset } else { 0 };
    sheet.row(["  item", "draw", "read at", "written at", "its id at", "then"]);
    let mut next = 0;
    for item in shown(count, draw_base, item_count) {
        if item != next {
            sheet.row(["  ...", "...", "...", "...", "...", "..."]);
        }
        next = item + 1;
        let written = plan.item(count, draw_base, item)?;
        let source = match written.writes_draw {
            0 => "-".into(),
            _ => written.source.to_string(),
        };
        sheet.row([
            format!("  {item}"),
            written.draw_id.to_string(),
            source,
            place(begin, written.draw_offset),
            place(0, written.draw_id_offset),
            what_follows(plan, begin, count, &written),
        ]);
    }
    Ok(())
}
