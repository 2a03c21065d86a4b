// SPDX-License-Identifier: MIT

//! `dral indirect`: the memory that is reserved and written for generated
//! indirect draws, and why.

mod items;

use crate::choice::{choice, Choice};
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{print_either, word, Sheet};
use crate::streams::Streams;
use clap::Args;
use dral::indirect_draw::{
    Chunk, Driver, Error, IndirectDraw, Mode, Plan, JUMP_SIZE, NO_OFFSET,
    RING_DRAWS,
};
use serde_json::{json, Value};

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

    fn heading(&self) -> String {
        let count = match self.count {
            Some(count) => format!("at most {}, count {count}", self.draws),
            None => self.draws.to_string(),
        };
        format!("Indirect draws on version {}: {count}", self.hardware)
    }

    fn tell(&self, sheet: &mut Sheet) -> Result<(), Error> {
        let draws = self.draws()?;
        let plan = draws.plan()?;
        let rule = draws.mode_rule();
        sheet.line("mode", rule.message().to_str().unwrap_or_default());
        sheet.line("source", format!("a command every {} bytes", plan.stride));
        match rule.mode() {
            Mode::Registers | Mode::ExecuteIndirect => {
                sheet.line("generated", "nothing");
                Ok(())
            }
            Mode::InPlace => {
                tell_command(sheet, &plan);
                tell_chunks(sheet, &plan, self.count())
            }
            Mode::Ring => {
                tell_command(sheet, &plan);
                tell_ring(sheet, &plan, &draws, self.count())
            }
        }
    }
}

impl Arguments {
    /// The same as `tell`, for programs. Fields that the mode does not have are
    /// `null`.
    fn json(&self, error: Option<Error>) -> Value {
        let planned = self.draws().and_then(|draws| self.plan_json(&draws));
        json!({
            "version": self.hardware,
            "max_draws": self.draws,
            "draws": self.count(),
            "error": error.map(|error| error.to_string()),
            "plan": planned.ok(),
        })
    }

    fn plan_json(&self, draws: &IndirectDraw) -> Result<Value, Error> {
        let plan = draws.plan()?;
        let rule = draws.mode_rule();
        let (mode, ring) = (rule.mode(), rule.mode() == Mode::Ring);
        let generates = ring || mode == Mode::InPlace;
        let offset = |offset| Some(offset).filter(|&o| o != NO_OFFSET);
        let chunks = (0..plan.chunk_count).map(|index| {
            let chunk = plan.chunk(index)?;
            Ok(json!({
                "first_draw": chunk.draw_base,
                "draws": chunk.draw_count,
                "bytes": chunk.size,
                "width": chunk.width,
                "height": chunk.height,
                "draw_id_offset": offset(chunk.draw_id_offset),
            }))
        });
        let ring = match ring {
            true => json!({
                "bytes": plan.ring_size,
                "bytes_of_all_pipelines": draws.ring_size()?,
                "draws": plan.ring_count,
                "first_draw_offset": plan.commands_offset,
                "jump_offset": plan.end_jump_offset,
                "draw_id_offset": offset(plan.draw_id_offset),
                "draw_id_stride": plan.draw_id_stride,
                "fillings": plan.iterations(self.count())?,
            }),
            false => Value::Null,
        };
        Ok(json!({
            "mode": rule.message().to_str().ok(),
            "stride": plan.stride,
            "command_bytes": generates.then_some(4 * plan.command_words),
            "flags": generates.then(|| word(plan.flags)),
            "base_offset": offset(plan.base_offset),
            "draw_id_bytes": plan.draw_id_size,
            "chunks": chunks.collect::<Result<Value, Error>>()?,
            "ring": ring,
        }))
    }
}

fn tell_command(sheet: &mut Sheet, plan: &Plan) {
    let (words, base) = (plan.command_words, plan.base_offset);
    let bytes = 4 * words;
    sheet.line("generated", format!("a draw of {words} words, {bytes} bytes"));
    sheet.line("flags word", format!("{:#010x}", plan.flags));
    if base != NO_OFFSET {
        let text = format!("8 bytes of each command, from {base} on");
        sheet.line("vertex buffer", text);
    }
}

fn tell_chunks(
    sheet: &mut Sheet,
    plan: &Plan,
    count: u32,
) -> Result<(), Error> {
    if plan.draw_id_size > 0 {
        let size = plan.draw_id_size;
        sheet.line("draw ids", format!("a buffer of {size} bytes"));
    }
    for index in 0..plan.chunk_count {
        let Chunk { draw_base, draw_count, size, width, height, .. } =
            plan.chunk(index)?;
        sheet.heading(format!("Slots of {draw_count} draws"));
        let reserved = format!("{size} bytes of the batch, in one piece");
        sheet.line("reserved", reserved);
        sheet.line("dispatch", format!("{width} x {height} items"));
        let end = match count < plan.max_draw_count {
            true => "a jump: fewer draws than slots",
            false => "none: all slots are full, and the batch goes on",
        };
        sheet.line("end", end);
        sheet.heading("Items");
        items::tell(sheet, plan, count, draw_base, draw_count)?;
    }
    Ok(())
}

fn tell_ring(
    sheet: &mut Sheet,
    plan: &Plan,
    draws: &IndirectDraw,
    count: u32,
) -> Result<(), Error> {
    let all = draws.ring_size()?;
    let fillings = plan.iterations(count)?;
    sheet.heading("Ring");
    let Plan { ring_size, ring_count: draws, commands_offset: first, .. } =
        *plan;
    let size = format!("{ring_size} bytes; {all} serve every pipeline");
    sheet.line("size", size);
    let at = |offset: u32| format!("at {offset}");
    if first > 0 {
        sheet.line(&at(0), format!("{first} bytes stop prefetching"));
    }
    sheet.line(&at(first), format!("{draws} draws"));
    let jump = format!("a jump of {JUMP_SIZE} bytes");
    sheet.line(&at(plan.end_jump_offset), jump);
    if plan.draw_id_offset != NO_OFFSET {
        let ids = format!("{draws} draw ids of {} bytes", plan.draw_id_stride);
        sheet.line(&at(plan.draw_id_offset), ids);
    }
    let filled = match fillings {
        1 => "once".into(),
        _ => format!("{fillings} times, as {count} draws need"),
    };
    sheet.line("filled", filled);
    let tell = |sheet: &mut Sheet, index: u32| {
        let draw_base = index * draws;
        sheet.heading(format!("Filling {}: from draw {draw_base}", index + 1));
        items::tell(sheet, plan, count, draw_base, draws)
    };
    tell(sheet, 0)?;
    if fillings > 2 {
        sheet.heading(match fillings - 1 {
            2 => "Filling 2: like the first".into(),
            last => format!("Fillings 2 to {last}: like the first"),
        });
    }
    if fillings > 1 {
        tell(sheet, fillings - 1)?;
    }
    Ok(())
}

/// Prints the plan and the interesting items; if the draws are refused, prints
/// the reason.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let mut sheet = Sheet::default();
    sheet.heading(arguments.heading());
    let result = arguments.tell(&mut sheet);
    if let Err(error) = result {
        sheet.line("refused", error);
    }
    let json = || arguments.json(result.err());
    print_either(arguments.json, json, || sheet, streams)?;
    Ok(Outcome::refused_if(result.is_err()))
}
