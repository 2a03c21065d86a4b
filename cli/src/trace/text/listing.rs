// SPDX-License-Identifier: MIT

//! What the instructions of a command stream (v10 and later) do wrong, whatever
//! they draw: they do not wait, or a loop does not change what it must.
//! Source: `print_cs_instr` and `print_cs_binary` of
//! src/panfrost/genxml/decode_csf.c in Mesa.

use super::block::number;
use super::job::address;
use std::collections::HashMap;

/// Instructions of a binary that are remembered.
const MOST_INSTRUCTIONS: usize = 1 << 16;

/// How often an instruction is looked at again, on average: loops and branches
/// can be in each other, but a trace is read in linear time.
const MOST_PASSES: usize = 64;

/// Registers, by the bits of their numbers.
type Set = u128;

/// What a draw or a dispatch reads: r0 to r65.
const STAGING: Set = (1 << 66) - 1;
/// The arguments of a draw, from the index count.
const ARGUMENTS: Set = 0x1f << 33;
/// Its vertex offset and instance offset, which shaders read as uniforms.
const OFFSETS: Set = 3 << 36;
/// The address of the uniforms.
const UNIFORMS: Set = 3 << 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// Nothing waits for a load.
    NotLoaded,
    /// Nothing waits for the store of a uniform that a draw reads.
    NotStored,
    /// A loop does not change the register that ends it.
    Endless,
    /// A count of draws is decreased, but no branch repeats the draw.
    NotRepeated,
    /// All draws of a loop load their arguments from one address.
    SameArguments,
    /// All draws of a loop store their offsets at one address.
    SameStores,
    /// They store them at several addresses, but have the same uniforms.
    SameUniforms,
}

/// A mistake in a line, the register that it is about, and the line where that
/// is loaded, stored or read.
pub struct Fault {
    pub line: u64,
    pub mistake: Mistake,
    pub register: u32,
    pub other: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Kind {
    Load,
    Store,
    Wait,
    /// It may go on with the next instruction.
    Branch,
    /// It does not, or others run before that.
    Leave,
    /// It subtracts 1.
    Decrease,
    Draw,
    Dispatch,
    #[default]
    Other,
}

#[derive(Default)]
struct Instruction {
    line: u64,
    kind: Kind,
    /// The registers that it writes, and all that it names.
    writes: Set,
    names: Set,
    /// What a load or a store has in memory: the register of its address, and
    /// the others.
    address: Set,
    data: Set,
    /// The label of a branch.
    target: Option<u64>,
}

/// The registers of an operand, such as `r33:r34`, `[d66 + 8]` or `d36`.
fn registers(operand: &[u8]) -> Set {
    let mut set = 0;
    for name in operand.split(|byte| b" :[]".contains(byte)) {
        let (bits, digits) = match name {
            [b'r', digits @ ..] => (1, digits),
            [b'd', digits @ ..] => (3, digits),
            _ => continue,
        };
        let number = number(digits).and_then(|n| u32::try_from(n).ok());
        let shifted = number.and_then(|n| Set::checked_shl(bits, n));
        set |= shifted.unwrap_or(0);
    }
    set
}

/// Instructions whose first operand is not a register that they write.
const READING: [&[u8]; 14] = [
    b"BRANCH", b"CALL", b"FINISH", b"FLUSH", b"HEAP", b"JUMP", b"RUN_",
    b"SET_", b"SHARED", b"STORE", b"SYNC", b"TRACE", b"UNKNOWN", b"WAIT",
];

impl Instruction {
    fn new(line: u64, text: &[u8]) -> Self {
        let comment = text.windows(4).position(|part| part == b" // ");
        let (text, comment) = text.split_at(comment.unwrap_or(text.len()));
        let end = text.iter().position(|&byte| byte == b' ');
        let (name, operands) = text.split_at(end.unwrap_or(text.len()));
        let mut sets = operands.split(|&byte| byte == b',').map(registers);
        let first = sets.next().unwrap_or(0);
        let names = sets.fold(first, |set, next| set | next);
        let kind = match name {
            b"LOAD_MULTIPLE" => Kind::Load,
            b"STORE_MULTIPLE" => Kind::Store,
            b"WAIT" => Kind::Wait,
            b"CALL" | b"JUMP" | b"BRANCH.always" => Kind::Leave,
            b"ADD_IMMEDIATE32" | b"ADD_IMM32" if text.ends_with(b" #-1") => {
                Kind::Decrease
            }
            _ if name.starts_with(b"BRANCH") => Kind::Branch,
            _ if name.starts_with(b"RUN_IDVS") => Kind::Draw,
            _ if name.starts_with(b"RUN_COMPUTE") => Kind::Dispatch,
            _ => Kind::Other,
        };
        let reads = READING.iter().any(|start| name.starts_with(start));
        let (address, data) = match kind {
            Kind::Load => (names & !first, first),
            Kind::Store => (first, names & !first),
            _ => (0, 0),
        };
        Self {
            line,
            kind,
            writes: if reads { 0 } else { first },
            names,
            address,
            data,
            target: comment.strip_prefix(b" // label_").and_then(address_of),
        }
    }

    /// What it uses, and must not be loading.
    fn uses(&self) -> Set {
        match self.kind {
            Kind::Draw | Kind::Dispatch => self.names | STAGING,
            _ => self.names,
        }
    }

    fn fault(&self, mistake: Mistake, set: Set, other: u64) -> Fault {
        let register = set.trailing_zeros();
        Fault { line: self.line, mistake, register, other }
    }
}

fn address_of(text: &[u8]) -> Option<u64> {
    address(text.strip_suffix(b":").unwrap_or(text))
}

/// The instructions of a binary so far, or those that ran.
#[derive(Default)]
pub struct Listing {
    /// Only of a binary.
    instructions: Vec<Instruction>,
    /// The branches to labels that are not there yet.
    guards: HashMap<u64, Vec<usize>>,
    /// Where the labels are, and the last of them.
    labels: HashMap<u64, usize>,
    last_label: usize,
    /// Draws before this place are in a loop that has ended.
    looped: usize,
    /// How many instructions may still be looked at again.
    budget: usize,
    /// Registers that are loading, and the lines of their loads.
    loading: Vec<(Set, u64)>,
    pub faults: Vec<Fault>,
}

impl Listing {
    /// Begins a binary.
    pub fn begin(&mut self) {
        let faults = std::mem::take(&mut self.faults);
        *self = Self { faults, ..Self::default() };
    }

    /// Takes a line of a binary.
    pub fn line(&mut self, line: u64, text: &[u8]) {
        let is_full = self.instructions.len() == MOST_INSTRUCTIONS;
        self.budget += MOST_PASSES;
        if let Some(label) = text.strip_prefix(b"label_") {
            if !is_full {
                self.label(address_of(label));
            }
            return;
        }
        let one = Instruction::new(line, text);
        self.waits(&one);
        if is_full {
            return;
        }
        match one.kind {
            Kind::Branch | Kind::Leave => self.branch(&one),
            Kind::Draw => self.draw(&one),
            _ => {}
        }
        if let (Kind::Branch, Some(label)) = (one.kind, one.target) {
            let place = self.instructions.len();
            self.guards.entry(label).or_default().push(place);
        }
        self.instructions.push(one);
    }

    /// Whether so many instructions can be looked at again.
    fn affords(&mut self, count: usize) -> bool {
        let rest = self.budget.checked_sub(count);
        self.budget = rest.unwrap_or(self.budget);
        rest.is_some()
    }

    /// Takes an instruction that ran.
    pub fn run(&mut self, line: u64, text: &[u8]) {
        self.waits(&Instruction::new(line, text));
    }

    fn waits(&mut self, one: &Instruction) {
        if matches!(one.kind, Kind::Wait | Kind::Leave) {
            self.loading.clear();
            return;
        }
        let uses = one.uses();
        let faults = &mut self.faults;
        self.loading.retain(|&(set, load)| {
            let used = set & uses;
            if used != 0 {
                faults.push(one.fault(Mistake::NotLoaded, used, load));
            }
            used == 0
        });
        // Without a register, nothing would ever use it.
        if one.kind == Kind::Load && one.data != 0 {
            self.loading.push((one.data, one.line));
        }
    }

    /// The branches before that skip what is before a label.
    fn label(&mut self, label: Option<u64>) {
        let Some(label) = label else { return };
        for place in self.guards.remove(&label).unwrap_or_default() {
            if !self.affords(self.instructions.len() - place) {
                break;
            }
            let guard = &self.instructions[place];
            let skipped = &self.instructions[place + 1..];
            let is_read = skipped.iter().any(|one| {
                one.kind == Kind::Branch && one.names & guard.names != 0
            });
            let has_draw = skipped.iter().any(|one| one.kind == Kind::Draw);
            let count = skipped.iter().find(|one| {
                one.kind == Kind::Decrease && one.writes & guard.names != 0
            });
            let count = count.filter(|_| has_draw && !is_read);
            let fault = count.map(|one| {
                one.fault(Mistake::NotRepeated, one.writes, guard.line)
            });
            self.faults.extend(fault);
        }
        self.last_label = self.instructions.len();
        if self.labels.len() < MOST_INSTRUCTIONS {
            self.labels.insert(label, self.last_label);
        }
    }

    /// A branch backwards ends a loop.
    fn branch(&mut self, back: &Instruction) {
        let begin = back.target.and_then(|label| self.labels.get(&label));
        let Some(&begin) = begin else { return };
        if !self.affords(self.instructions.len() - begin) {
            return;
        }
        let body = &self.instructions[begin..];
        let writes = body.iter().fold(0, |set, one| set | one.writes);
        let stays = |one: &Instruction| {
            let place = one.target.and_then(|label| self.labels.get(&label));
            place.is_some_and(|&place| place >= begin)
        };
        let is_closed = body.iter().all(|one| match one.kind {
            Kind::Branch | Kind::Leave => stays(one),
            _ => true,
        });
        let mut faults = Vec::new();
        if is_closed && back.kind == Kind::Branch && writes & back.names == 0 {
            let other = body.first().map_or(back.line, |one| one.line);
            faults.push(back.fault(Mistake::Endless, back.names, other));
        }
        let inner = self.looped.saturating_sub(begin).min(body.len());
        let draw = body[inner..].iter().find(|one| one.kind == Kind::Draw);
        if let Some(draw) = draw {
            for one in body {
                let moves = writes & one.address != 0;
                let is_argument = one.data & ARGUMENTS != 0;
                let is_offset = one.data & OFFSETS != 0;
                let (mistake, set) = match one.kind {
                    Kind::Load if is_argument && !moves => {
                        (Mistake::SameArguments, one.address)
                    }
                    Kind::Store if is_offset && !moves => {
                        (Mistake::SameStores, one.address)
                    }
                    Kind::Store if is_offset && writes & UNIFORMS == 0 => {
                        (Mistake::SameUniforms, UNIFORMS)
                    }
                    _ => continue,
                };
                faults.push(one.fault(mistake, set, draw.line));
            }
            self.looped = self.instructions.len();
        }
        self.faults.extend(faults);
    }

    /// A trace must not hide that a draw does not wait for its uniforms.
    fn draw(&mut self, draw: &Instruction) {
        let mut before = &self.instructions[self.last_label..];
        if let [rest @ .., load, wait, _, store, other, _] = before {
            let kinds = [load, wait, store, other].map(|one| one.kind);
            let is_trace =
                kinds == [Kind::Load, Kind::Wait, Kind::Store, Kind::Wait];
            if is_trace && load.address == store.address {
                before = rest;
            }
        }
        // A draw before this one has its own fault.
        let since = before.iter().rev().take_while(|one| {
            !matches!(
                one.kind,
                Kind::Wait | Kind::Branch | Kind::Leave | Kind::Draw
            )
        });
        let store = since
            .filter(|one| one.kind == Kind::Store && one.data & OFFSETS != 0)
            .last();
        let fault = store.map(|one| {
            draw.fault(Mistake::NotStored, one.data & OFFSETS, one.line)
        });
        self.faults.extend(fault);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of a binary of the longest loop, to which many branches go.
    fn faults_of_branches(count: usize) -> usize {
        let mut listing = Listing::default();
        listing.line(1, b"label_aa0480:");
        for line in 2..MOST_INSTRUCTIONS - count {
            listing.line(line as u64, b"MOVE32 r32, #0x0");
        }
        for line in 0..count {
            let branch = b"BRANCH.gt r72, #-28 // label_aa0480";
            listing.line((MOST_INSTRUCTIONS + line) as u64, branch);
        }
        listing.faults.len()
    }

    #[test]
    fn many_branches_do_not_each_read_the_whole_loop() {
        assert_eq!(faults_of_branches(3), 3);
        assert!(faults_of_branches(1000) < 2 * MOST_PASSES);
    }

    #[test]
    fn labels_and_loads_without_end_take_no_memory() {
        let mut listing = Listing::default();
        for number in 0..2 * MOST_INSTRUCTIONS {
            listing.line(1, format!("label_{number:x}:").as_bytes());
            listing.line(1, b"LOAD_MULTIPLE");
        }
        assert!(listing.labels.len() <= MOST_INSTRUCTIONS);
        assert!(listing.loading.is_empty());
        assert_eq!(listing.instructions.len(), MOST_INSTRUCTIONS);
    }
}
