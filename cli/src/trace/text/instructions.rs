// SPDX-License-Identifier: MIT

//! The instructions of a command stream (v10 and later), as far as they concern
//! draws: which registers they write, and what they run.

use super::block::{after, number};
use super::job::{address, label, Registers};
use super::listing::Listing;
use super::Problem;
use std::collections::HashMap;

/// Characters before an instruction of a command stream: its bytes.
const BYTES: usize = "00 00 00 00 00 00 00 00".len();

fn instruction(text: &[u8]) -> Option<&[u8]> {
    let (bytes, rest) = text.split_at_checked(BYTES)?;
    let is_bytes = bytes.chunks(3).all(|byte| {
        byte[..2].iter().all(u8::is_ascii_hexdigit)
            && byte.get(2).is_none_or(|&space| space == b' ')
    });
    is_bytes.then(|| rest.trim_ascii_start())
}

/// The first register of the counts and offsets of a draw.
const FIRST_REGISTER: usize = 33;

/// Marks the registers that an instruction writes. Its first operand is what it
/// writes, such as `r33:r34`, or `d36` for two; some read it.
fn mark(lines: &mut [u64; 5], line: u64, instruction: &[u8]) {
    let mut words = instruction.split(|&byte| byte == b' ' || byte == b',');
    let operand = words.nth(1).unwrap_or_default();
    for register in operand.split(|&byte| byte == b':') {
        let (&[kind], digits) = register.split_at(register.len().min(1)) else {
            continue;
        };
        let count = if kind == b'd' { 2 } else { 1 };
        let first = number(digits).and_then(|n| usize::try_from(n).ok());
        let first = first.filter(|_| b"rd".contains(&kind));
        for register in first.into_iter().flat_map(|n| n..n + count) {
            let place = register.checked_sub(FIRST_REGISTER);
            if let Some(own) = place.and_then(|n| lines.get_mut(n)) {
                *own = line;
            }
        }
    }
}

fn address_after(text: &[u8], mark: &[u8]) -> Option<u64> {
    address(after(text, mark)?)
}

/// Draws of printed binaries that are remembered.
const MOST_DRAWS: usize = 1 << 16;

/// The instructions so far. Gallium's are printed as they run. PanVK's are
/// printed first, as binaries, and the draws with their registers after them.
#[derive(Default)]
pub struct Instructions {
    /// Who wrote the registers of a draw.
    written: Registers,
    /// The same for the draw that the last of them runs.
    run: Option<Registers>,
    /// The line of one that draws, until one runs the fragments.
    drawn: Option<u64>,
    /// Whether a binary is printed, and who wrote the registers of the draws of
    /// binaries by the address of their instruction.
    in_binary: bool,
    binaries: HashMap<u64, Registers>,
    /// Whether a draw has run, and the line where a heap is set up after one: a
    /// context does that once, before its draws.
    has_run: bool,
    pub again: Option<u64>,
    /// What is wrong whatever is drawn.
    pub listing: Listing,
}

impl Instructions {
    pub fn line(&mut self, line: u64, text: &[u8]) {
        if text.ends_with(b"{") && after(text, b"cs@").is_some() {
            self.in_binary = true;
            self.written = Default::default();
            self.listing.begin();
            return;
        }
        if self.in_binary && text.starts_with(b"}") {
            self.in_binary = false;
            self.listing.begin();
        }
        let is_draw = text.starts_with(b"RUN_IDVS");
        if is_draw && !self.in_binary {
            let at = address_after(text, b" // from tracepoint_");
            self.run = at.and_then(|at| self.binaries.get(&at)).copied();
            self.has_run = true;
            return;
        }
        let instruction = match self.in_binary {
            true => Some(text),
            false => instruction(text),
        };
        let Some(instruction) = instruction else { return };
        match self.in_binary {
            true => self.listing.line(line, instruction),
            false => self.listing.run(line, instruction),
        }
        if instruction.starts_with(b"HEAP_SET") && self.has_run {
            self.again.get_or_insert(line);
        }
        if !instruction.starts_with(b"RUN_") {
            mark(&mut self.written.lines, line, instruction);
            return;
        }
        let written = self.written;
        let end = instruction.iter().position(|byte| b". ".contains(byte));
        let name = &instruction[..end.unwrap_or(instruction.len())];
        let name = label(&String::from_utf8_lossy(name));
        self.written.run = Some((line, name));
        if instruction.starts_with(b"RUN_IDVS") {
            self.written.drawn = line;
        }
        if self.in_binary {
            let at = address_after(text, b" // tracepoint_");
            let at = at.filter(|_| is_draw && self.binaries.len() < MOST_DRAWS);
            self.binaries.extend(at.map(|at| (at, written)));
            return;
        }
        let is_draw = instruction.starts_with(b"RUN_IDVS");
        self.run = is_draw.then_some(written);
        self.has_run |= is_draw;
        if is_draw {
            self.drawn = Some(line);
        } else if instruction.starts_with(b"RUN_FRAGMENT") {
            self.drawn = None;
        }
    }

    /// Who wrote the registers of the draw that begins.
    pub fn written(&mut self) -> Option<Registers> {
        self.run.take()
    }

    /// Ends the trace. A command stream runs the fragments of its draws.
    pub fn end(&self, line: u64) -> Result<(), Problem> {
        let Some(drawn) = self.drawn else { return Ok(()) };
        let what = format!(
            "the trace ends without RUN_FRAGMENT after line {drawn}: the rest \
             is missing"
        );
        Err(Problem::new(line, what))
    }
}
