// SPDX-License-Identifier: MIT

//! The interesting items of one dispatch: the first and the last of each kind.

use crate::output::Sheet;
use dral::indirect_draw::{Error, Item, JumpTarget, Mode, Plan, NO_OFFSET};
use serde::Serialize;
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

/// An item, with offsets from the beginning of the chunk or the ring.
#[derive(Serialize)]
pub struct Row {
    item: u32,
    draw: u32,
    read_at: Option<u64>,
    written_at: Option<u64>,
    id_at: Option<u64>,
    then: String,
}

/// The interesting items of a dispatch.
pub fn rows(
    plan: &Plan,
    count: u32,
    draw_base: u32,
    item_count: u32,
) -> Result<Vec<Row>, Error> {
    let begin =
        if plan.mode == Mode::Ring as u32 { plan.commands_offset } else { 0 };
    let place = |begin: u32, offset: u32| match offset {
        NO_OFFSET => None,
        offset => Some(u64::from(begin) + u64::from(offset)),
    };
    let row = |item| {
        let written = plan.item(count, draw_base, item)?;
        Ok(Row {
            item,
            draw: written.draw_id,
            read_at: (written.writes_draw != 0).then_some(written.source),
            written_at: place(begin, written.draw_offset),
            id_at: place(0, written.draw_id_offset),
            then: what_follows(plan, begin, count, &written),
        })
    };
    shown(count, draw_base, item_count).into_iter().map(row).collect()
}

/// The items as rows of text.
pub fn tell(sheet: &mut Sheet, rows: &[Row]) {
    sheet.row(["  item", "draw", "read at", "written at", "its id at", "then"]);
    let place = |place: Option<u64>| {
        place.map_or("-".to_string(), |place| place.to_string())
    };
    let mut next = 0;
    for row in rows {
        if row.item != next {
            sheet.row(["  ...", "...", "...", "...", "...", "..."]);
        }
        next = row.item + 1;
        sheet.row([
            format!("  {}", row.item),
            row.draw.to_string(),
            place(row.read_at),
            place(row.written_at),
            place(row.id_at),
            row.then.clone(),
        ]);
    }
}
