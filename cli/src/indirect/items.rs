// SPDX-License-Identifier: MIT

//! The interesting items of one dispatch: the first and the last of each kind.

use crate::output::Sheet;
use dral::indirect_draw::{Error, Item, JumpTarget, Mode, Plan};
use std::collections::BTreeSet;

/// The first two items, those around the last draw, and the last.
fn telling(count: u32, draw_base: u32, item_count: u32) -> BTreeSet<u32> {
    let mut items = BTreeSet::from([0, 1]);
    if let Some(behind) = count.checked_sub(draw_base) {
        items.extend([behind.saturating_sub(1), behind]);
    }
    items.extend(item_count.checked_sub(1));
    items.retain(|&item| item < item_count);
    items
}

/// What happens after the item's slot.
fn then(plan: &Plan, begin: u32, count: u32, item: &Item) -> String {
    let Some(jump) = item.jump else {
        return match item.draw {
            None if count == 0 => "no draws",
            None => "beyond the last draw",
            Some(_) if item.draw_id + 1 == plan.max_draw_count => {
                "last draw: the batch goes on"
            }
            Some(_) => "the next draw",
        }
        .into();
    };
    let place = begin.saturating_add(jump.offset);
    match jump.target {
        JumpTarget::End if count == 0 => {
            format!("no draws: at {place} a jump to the end")
        }
        JumpTarget::End => format!("last draw: at {place} a jump to the end"),
        JumpTarget::Generate if item.draw.is_some() => {
            format!("ring full: at {place} a jump to the shader")
        }
        JumpTarget::Generate => {
            format!("at {place} a jump to the shader, never reached")
        }
    }
}

fn cell(offset: Option<u64>) -> String {
    offset.map_or("-".into(), |offset| offset.to_string())
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
    for item in telling(count, draw_base, item_count) {
        if item != next {
            sheet.row(["  ...", "...", "...", "...", "...", "..."]);
        }
        next = item + 1;
        let written = plan.item(count, draw_base, item)?;
        let draw = written.draw;
        let ids = draw.and_then(|draw| draw.draw_id_offset);
        sheet.row([
            format!("  {item}"),
            written.draw_id.to_string(),
            cell(draw.map(|draw| draw.source)),
            cell(draw.map(|draw| u64::from(begin) + u64::from(draw.offset))),
            cell(ids.map(u64::from)),
            then(plan, begin, count, &written),
        ]);
    }
    Ok(())
}
