// SPDX-License-Identifier: MIT

//! `dral indirect`: the memory that is reserved and written for generated
//! indirect draws, and why.

mod items;

use crate::choice::{choice, Choice};
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{print, Sheet, Word};
use crate::streams::Streams;
use clap::Args;
use dral::indirect_draw::{
    Chunk, Driver, Error, IndirectDraw, Mode, Plan, JUMP_SIZE, NO_OFFSET,
    RING_DRAWS,
};
use items::Row;
use serde::Serialize;
use std::collections::BTreeSet;

#[derive(Args)]
pub struct Arguments {
    /// The driver that generates the draws
    #[arg(long, value_parser = choice(&DRIVERS), default_value = "anv")]
    pub driver: Driver,
    /// Intel's generation times ten: 90, or 110 and later; 80 with iris
    #[arg(long, value_name = "VERSION", default_value = "125",
          value_parser = number::unsigned)]
    pub hardware: u32,
    /// The number of draws; with --count, the maximum
    #[arg(long, value_parser = number::unsigned)]
    pub draws: u32,
    /// The draw count in a count buffer
    #[arg(long, value_parser = number::unsigned)]
    pub count: Option<u32>,
    /// The draws use an index buffer
    #[arg(long)]
    pub indexed: bool,
    /// Bytes from one indirect command to the next
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub stride: u32,
    /// The vertex shader reads the first or base vertex
    #[arg(long)]
    pub first_vertex: bool,
    /// The vertex shader reads the base instance
    #[arg(long)]
    pub base_instance: bool,
    /// The vertex shader reads the index of the draw
    #[arg(long)]
    pub draw_id: bool,
    /// The draws depend on a predicate
    #[arg(long)]
    pub predicated: bool,
    /// The draws are rendered tile by tile
    #[arg(long)]
    pub tiled: bool,
    /// The memory object control state, 8 bits
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub mocs: u32,
    /// Draw count from which a shader generates the draws
    #[arg(long, value_name = "DRAWS", default_value = "4",
          value_parser = number::unsigned)]
    pub generate_threshold: u32,
    /// Draw count from which it uses a ring
    #[arg(long, value_name = "DRAWS", default_value = "100",
          value_parser = number::unsigned)]
    pub ring_threshold: u32,
    /// Draws that fit the ring; by default the capacity of the driver's own
    /// ring
    #[arg(long, value_name = "DRAWS", value_parser = number::unsigned)]
    pub ring_capacity: Option<u32>,
    /// The memory is protected
    #[arg(long)]
    pub protected: bool,
    /// A workaround forbids generated draws
    #[arg(long)]
    pub tessellation_workaround: bool,
    /// The hardware itself can unroll the draws
    #[arg(long)]
    pub execute_indirect: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

const DRIVERS: [Choice<Driver>; 2] = [
    ("anv", Driver::Anv, "Vulkan: in place, and in a ring"),
    ("iris", Driver::Iris, "OpenGL: in a ring"),
];

/// The size of iris's ring, in bytes.
const IRIS_RING_SIZE: u32 = 128 << 10;

impl Arguments {
    /// The draws, with the driver's own ring unless a capacity is given.
    fn draws(&self) -> Result<IndirectDraw, Error> {
        let mut draws = IndirectDraw {
            driver: self.driver as u32,
            ring_capacity: self.ring_capacity.unwrap_or(RING_DRAWS),
            version: self.hardware,
            indexed: self.indexed.into(),
            uses_first_vertex: self.first_vertex.into(),
            uses_base_instance: self.base_instance.into(),
            uses_draw_id: self.draw_id.into(),
            predicated: self.predicated.into(),
            tiled: self.tiled.into(),
            has_count_buffer: self.count.is_some().into(),
            mocs: self.mocs,
            max_draw_count: self.draws,
            stride: self.stride,
            generate_threshold: self.generate_threshold,
            ring_threshold: self.ring_threshold,
            is_protected: self.protected.into(),
            tessellation_workaround: self.tessellation_workaround.into(),
            execute_indirect: self.execute_indirect.into(),
        };
        if self.driver == Driver::Iris && self.ring_capacity.is_none() {
            draws.ring_capacity = draws.ring_capacity_in(IRIS_RING_SIZE)?;
        }
        Ok(draws)
    }

    /// The number of draws that are executed.
    fn count(&self) -> u32 {
        self.count.unwrap_or(self.draws).min(self.draws)
    }
}

/// What is reserved and written, and why. A refused one has no plan.
#[derive(Serialize)]
struct Answer {
    version: u32,
    max_draws: u32,
    draws: u32,
    error: Option<String>,
    plan: Option<Planned>,
}

/// A plan. `None` is what its mode does not have.
#[derive(Serialize)]
struct Planned {
    mode: String,
    stride: u32,
    command_bytes: Option<u32>,
    flags: Option<Word>,
    base_offset: Option<u32>,
    draw_id_bytes: u32,
    chunks: Vec<Slots>,
    ring: Option<Ring>,
}

/// The slots of a dispatch in the batch.
#[derive(Serialize)]
struct Slots {
    first_draw: u32,
    draws: u32,
    bytes: u32,
    width: u32,
    height: u32,
    draw_id_offset: Option<u32>,
    items: Vec<Row>,
}

#[derive(Serialize)]
struct Ring {
    bytes: u32,
    bytes_of_all_pipelines: u32,
    draws: u32,
    first_draw_offset: u32,
    jump_offset: u32,
    draw_id_offset: Option<u32>,
    draw_id_stride: u32,
    fillings: u32,
    /// The first filling, and the last one if that is another.
    shown: Vec<Filling>,
}

#[derive(Serialize)]
struct Filling {
    number: u32,
    first_draw: u32,
    items: Vec<Row>,
}

fn offset(offset: u32) -> Option<u32> {
    Some(offset).filter(|&offset| offset != NO_OFFSET)
}

impl Planned {
    fn new(draws: &IndirectDraw, count: u32) -> Result<Self, Error> {
        let plan = draws.plan()?;
        let rule = draws.mode_rule();
        let generates = [Mode::InPlace, Mode::Ring].contains(&rule.mode());
        let slots = |index| Slots::new(&plan, index, count);
        Ok(Self {
            mode: rule.message().to_string_lossy().into_owned(),
            stride: plan.stride,
            command_bytes: generates.then_some(4 * plan.command_words),
            flags: generates.then_some(Word(plan.flags)),
            base_offset: offset(plan.base_offset),
            draw_id_bytes: plan.draw_id_size,
            chunks: (0..plan.chunk_count)
                .map(slots)
                .collect::<Result<_, _>>()?,
            ring: match rule.mode() {
                Mode::Ring => Some(Ring::new(&plan, draws, count)?),
                _ => None,
            },
        })
    }
}

impl Slots {
    fn new(plan: &Plan, index: u32, count: u32) -> Result<Self, Error> {
        let chunk = plan.chunk(index)?;
        let Chunk { draw_base, draw_count, .. } = chunk;
        Ok(Self {
            first_draw: draw_base,
            draws: draw_count,
            bytes: chunk.size,
            width: chunk.width,
            height: chunk.height,
            draw_id_offset: offset(chunk.draw_id_offset),
            items: items::rows(plan, count, draw_base, draw_count)?,
        })
    }
}

impl Ring {
    fn new(
        plan: &Plan,
        draws: &IndirectDraw,
        count: u32,
    ) -> Result<Self, Error> {
        let fillings = plan.iterations(count)?;
        let filling = |index| {
            let first_draw = index * plan.ring_count;
            let items = items::rows(plan, count, first_draw, plan.ring_count)?;
            Ok(Filling { number: index + 1, first_draw, items })
        };
        let shown = BTreeSet::from([0, fillings.saturating_sub(1)]);
        Ok(Self {
            bytes: plan.ring_size,
            bytes_of_all_pipelines: draws.ring_size()?,
            draws: plan.ring_count,
            first_draw_offset: plan.commands_offset,
            jump_offset: plan.end_jump_offset,
            draw_id_offset: offset(plan.draw_id_offset),
            draw_id_stride: plan.draw_id_stride,
            fillings,
            shown: shown.into_iter().map(filling).collect::<Result<_, _>>()?,
        })
    }
}

impl Answer {
    fn new(arguments: &Arguments) -> Self {
        let count = arguments.count();
        let planned =
            arguments.draws().and_then(|draws| Planned::new(&draws, count));
        let (plan, error) = match planned {
            Ok(plan) => (Some(plan), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Self {
            version: arguments.hardware,
            max_draws: arguments.draws,
            draws: count,
            error,
            plan,
        }
    }

    fn sheet(&self, has_count: bool) -> Sheet {
        let Self { version, max_draws, draws, .. } = self;
        let mut sheet = Sheet::default();
        let count = match has_count {
            true => format!("at most {max_draws}, count {draws}"),
            false => draws.to_string(),
        };
        let heading = format!("Indirect draws on version {version}: {count}");
        sheet.heading(heading);
        sheet.some(None, "refused", self.error.as_ref());
        if let Some(plan) = &self.plan {
            plan.tell(&mut sheet, self);
        }
        sheet
    }
}

impl Planned {
    fn tell(&self, sheet: &mut Sheet, of: &Answer) {
        sheet.line("mode", &self.mode);
        sheet.line("source", format!("a command every {} bytes", self.stride));
        let (Some(bytes), Some(flags)) = (self.command_bytes, self.flags)
        else {
            sheet.line("generated", "nothing");
            return;
        };
        let words = bytes / 4;
        let command = format!("a draw of {words} words, {bytes} bytes");
        sheet.line("generated", command);
        sheet.line("flags word", format!("0x{flags}"));
        if let Some(base) = self.base_offset {
            let text = format!("8 bytes of each command, from {base} on");
            sheet.line("vertex buffer", text);
        }
        if let Some(ring) = &self.ring {
            ring.tell(sheet, of.draws);
            return;
        }
        if self.draw_id_bytes > 0 {
            let size = self.draw_id_bytes;
            sheet.line("draw ids", format!("a buffer of {size} bytes"));
        }
        for slots in &self.chunks {
            slots.tell(sheet, of);
        }
    }
}

impl Slots {
    fn tell(&self, sheet: &mut Sheet, of: &Answer) {
        let Self { draws, bytes, width, height, .. } = self;
        sheet.heading(format!("Slots of {draws} draws"));
        let reserved = format!("{bytes} bytes of the batch, in one piece");
        sheet.line("reserved", reserved);
        sheet.line("dispatch", format!("{width} x {height} items"));
        let end = match of.draws < of.max_draws {
            true => "a jump: fewer draws than slots",
            false => "none: all slots are full, and the batch goes on",
        };
        sheet.line("end", end);
        sheet.heading("Items");
        items::tell(sheet, &self.items);
    }
}

impl Ring {
    fn tell(&self, sheet: &mut Sheet, count: u32) {
        let Self { bytes, bytes_of_all_pipelines: all, draws, .. } = self;
        sheet.heading("Ring");
        sheet
            .line("size", format!("{bytes} bytes; {all} serve every pipeline"));
        let at = |offset: u32| format!("at {offset}");
        let first = self.first_draw_offset;
        if first > 0 {
            sheet.line(&at(0), format!("{first} bytes stop prefetching"));
        }
        sheet.line(&at(first), format!("{draws} draws"));
        let jump = format!("a jump of {JUMP_SIZE} bytes");
        sheet.line(&at(self.jump_offset), jump);
        if let Some(offset) = self.draw_id_offset {
            let stride = self.draw_id_stride;
            let ids = format!("{draws} draw ids of {stride} bytes");
            sheet.line(&at(offset), ids);
        }
        let filled = match self.fillings {
            1 => "once".into(),
            fillings => format!("{fillings} times, as {count} draws need"),
        };
        sheet.line("filled", filled);
        for Filling { number, first_draw, items } in &self.shown {
            match number - 1 {
                0 | 1 => {}
                2 => sheet.heading("Filling 2: like the first"),
                last => {
                    let text = format!("Fillings 2 to {last}: like the first");
                    sheet.heading(text);
                }
            }
            let heading = format!("Filling {number}: from draw {first_draw}");
            sheet.heading(heading);
            items::tell(sheet, items);
        }
    }
}

/// Prints the plan and the interesting items; if the draws are refused, prints
/// the reason.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let answer = Answer::new(arguments);
    let sheet = |answer: &Answer| answer.sheet(arguments.count.is_some());
    print(arguments.json, &answer, sheet, streams)?;
    Ok(Outcome::refused_if(answer.error.is_some()))
}
