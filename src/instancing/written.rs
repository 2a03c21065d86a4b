// SPDX-License-Identifier: MIT

//! Dirty tracking: which words are in memory, and which of them the next draw
//! must write.

use super::attribute::{BoundBuffer, LOW_BITS};
use super::draw::variant_of;
use super::record::Slot;
use super::vertex_state::{
    VertexState, VertexStateVariant, VERTEX_STATE_BUFFERS,
};
use super::Draw;
use crate::Error;

/// Words that you keep in memory for later draws, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum Words {
    /// The table, and on v4 and v5 the id records.
    Table = 1,
    /// The attribute descriptors, on v4 and v5 also for the ids.
    Attributes = 2,
}

/// What the newest words of each kind were written for. Keep it in the command
/// buffer, with a pointer to the newest table and one to the newest attribute
/// descriptors. Words that you must write get new memory, because the GPU still
/// reads older ones for earlier draws.
///
/// Zero it when a command buffer begins, and when you free or reuse the memory
/// of the newest words. Nothing else resets it: no error, no submission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Written {
    /// A set of enum dral_words: add each when you have written it.
    pub words: u32,
    /// Private.
    pub table_key: u32,
    /// Private.
    pub offset_key: u64,
    /// Private.
    pub identity: [u64; 4],
    /// Private.
    pub buffers: [BoundBuffer; VERTEX_STATE_BUFFERS],
}

/// The words of a draw.
const ALL: u32 = Words::Table as u32 | Words::Attributes as u32;

impl Written {
    /// Nothing is in memory.
    pub const NOTHING: Self = Self {
        words: 0,
        table_key: 0,
        offset_key: 0,
        identity: [0; 4],
        buffers: [BoundBuffer::NOTHING; VERTEX_STATE_BUFFERS],
    };

    /// The words that must be written for a draw, a set of [`Words`], because
    /// the newest ones may differ or there are none. The caller adds each to
    /// `words` when it is written. On error nothing is changed.
    ///
    /// # Errors
    /// As `dral_words_to_write`.
    pub fn to_write(
        &mut self,
        state: &VertexState,
        draw: &Draw,
        buffers: &[BoundBuffer],
    ) -> Result<u32, Error> {
        state.has_buffers(draw, buffers.len())?;
        let (variant, _) = state.variant(draw)?;
        let changed = if variant.has_unused() {
            self.remember_used(variant, buffers)
        } else {
            self.remember(buffers)
        };
        let same_state = self.identity == state.identity;
        let same_table = same_state
            && changed == [0; 4]
            && self.table_key == draw.table_key
            && !draw.exceeds_usual_divisor();
        if same_table && self.offset_key == draw.offset_key {
            return Ok(!self.words & ALL);
        }
        // Only the low bits of an address are part of an offset.
        let same_attributes = same_state
            && changed[0] & LOW_BITS == 0
            && state.same_attributes(self.table_key, self.offset_key, draw);
        self.table_key = draw.table_key;
        self.offset_key = draw.offset_key;
        self.identity = state.identity;
        self.words &= (u32::from(same_table) * Words::Table as u32)
            | (u32::from(same_attributes) * Words::Attributes as u32);
        Ok(!self.words & ALL)
    }

    /// Remembers the bound buffers. Returns the bits that differ from the last
    /// ones in any of them.
    // Whether one differs or not, each takes the same six instructions.
    fn remember(&mut self, buffers: &[BoundBuffer]) -> Slot {
        let mut changed = [0; 4];
        for (last, bound) in self.buffers.iter_mut().zip(buffers) {
            replace(last, bound, &mut changed);
        }
        changed
    }

    /// The same without unused buffers, which are not read.
    #[cold]
    #[inline(never)]
    fn remember_used(
        &mut self,
        variant: &VertexStateVariant,
        buffers: &[BoundBuffer],
    ) -> Slot {
        let mut changed = [0; 4];
        let templates = variant.templates.iter();
        let pairs = self.buffers.iter_mut().zip(buffers).zip(templates);
        for ((last, bound), template) in pairs {
            if template.exists() {
                replace(last, bound, &mut changed);
            }
        }
        changed
    }
}

/// Replaces a bound buffer, and adds the bits that differ.
fn replace(last: &mut BoundBuffer, bound: &BoundBuffer, changed: &mut Slot) {
    for (word, bits) in changed.iter_mut().enumerate() {
        *bits |= last.words[word] ^ bound.words[word];
    }
    *last = *bound;
}

impl VertexState {
    /// Whether the attributes of a draw have the same descriptors as in another
    /// draw with these keys, if the same buffers are bound. They may
    /// be the same even if this returns false.
    ///
    /// Source: docs/reference/instancing.md, "Dirty tracking".
    fn same_attributes(
        &self,
        table_key: u32,
        offset_key: u64,
        draw: &Draw,
    ) -> bool {
        let variant = |key| self.variants.get(variant_of(key)?);
        let (Some(one), Some(two)) =
            (variant(table_key), variant(draw.table_key))
        else {
            return false;
        };
        let same_slots = table_key == draw.table_key
            || one.slots == two.slots && one.end == two.end;
        // The start moves attributes in some variants only.
        let is_moved = offset_key as u32 != 0 && table_key != draw.table_key;
        let same_offsets = offset_key == draw.offset_key && !is_moved;
        same_slots && (same_offsets || !self.has_elements_per_instance())
    }

    /// Whether a start or a base instance can move an attribute.
    fn has_elements_per_instance(&self) -> bool {
        let strides = self.instance_strides.iter();
        strides.fold(0, |all, stride| all | stride) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::vertex_state::tests::{
        draws, with_elements, ELEMENT, VERTEX,
    };
    use super::*;
    use crate::instancing::{
        Architecture, DrawInfo, IdRecord, Idvs, Rate, Rounding, TableShape,
        VertexBuffer, VertexElement, VertexStateRules,
    };
    use std::vec;
    use std::vec::Vec;

    #[test]
    fn attributes_are_the_same_if_nothing_moves_them() {
        let (v5, rounding) = (Architecture::V5, Rounding::Documented);
        let mut state = VertexState::UNPREPARED;
        let by_3 = VertexBuffer {
            rate: Rate::Instance as u32,
            divisor: 3 << 25,
            ..VERTEX
        };
        let prepare = |state: &mut VertexState, buffers: &[VertexBuffer]| {
            let element = |buffer| VertexElement { buffer, ..ELEMENT };
            let elements: Vec<_> =
                (0..buffers.len() as u32).map(element).collect();
            let shape = TableShape::Packed;
            state
                .prepare(
                    VertexStateRules::new(v5, rounding, shape),
                    buffers,
                    &elements,
                )
                .unwrap();
        };
        let all = draws(v5, rounding);
        let (mut same, mut other) = (0, 0);
        let pot = VertexBuffer { divisor: 1, ..by_3 };
        for buffers in [
            &[VERTEX, VERTEX][..],
            &[VERTEX, by_3],
            // At an even slot in all draws, but its continuation is not.
            &[pot],
            // The end is the same with all padded counts, the slots are not.
            &[pot, VERTEX, VERTEX, by_3],
        ] {
            prepare(&mut state, buffers);
            let bound = vec![BoundBuffer::new(8, 4096).unwrap(); buffers.len()];
            let written = |draw: &Draw| {
                let mut words = [[0; 2]; 4];
                let result = state.attributes(draw, &bound, &mut words);
                let (variant, _) = state.variant(draw).unwrap();
                // Where the records of ids follow.
                result.map(|_| (words, variant.end))
            };
            for one in &all {
                for two in &all {
                    let Draw { table_key, offset_key, .. } = *one;
                    if state.same_attributes(table_key, offset_key, two) {
                        assert_eq!(written(one), written(two));
                        same += 1;
                    } else {
                        other += u32::from(written(one) != written(two));
                    }
                }
                assert!(state.same_attributes(
                    one.table_key,
                    one.offset_key,
                    one
                ));
                assert!(!state.same_attributes(0, one.offset_key, one));
            }
        }
        assert!(same > 200 && other > 200, "{same}, {other}");
        // Without data per instance, they are the same whenever nothing else
        // than a start or a base instance differs.
        let mut state = VertexState::UNPREPARED;
        prepare(&mut state, &[VERTEX, VERTEX]);
        for one in &all {
            for two in &all {
                let same =
                    state.same_attributes(one.table_key, one.offset_key, two);
                assert!(same, "{:?} {:?}", one.info, two.info);
            }
        }
        prepare(&mut state, &[VERTEX, by_3]);
        let draw = DrawInfo::new(v5, Idvs::No).resolve().unwrap();
        let key = draw.table_key;
        assert!(state.same_attributes(key, 0, &draw));
        let unresolved = Draw { table_key: 0, ..draw };
        assert!(!state.same_attributes(0, 0, &unresolved));
    }

    /// A driver that writes what it is told, and remembers it.
    struct Memory {
        written: Written,
        table: Vec<Slot>,
        ids: [IdRecord; 2],
        attributes: [[u32; 2]; 3],
    }

    impl Memory {
        const EMPTY: Self = Self {
            written: Written::NOTHING,
            table: Vec::new(),
            ids: [IdRecord::modulus(0, 0); 2],
            attributes: [[0; 2]; 3],
        };

        /// Writes the words of a draw; returns which were written.
        fn draw(
            &mut self,
            state: &VertexState,
            draw: &Draw,
            bound: &[BoundBuffer],
        ) -> u32 {
            let words = self.written.to_write(state, draw, bound).unwrap();
            if words & Words::Table as u32 != 0 {
                let mut table = vec![[0; 4]; 2 * bound.len() + 1];
                let count = state.table(draw, bound, &mut table).unwrap();
                table.truncate(count as usize / 4);
                self.table = table;
                self.ids = draw.id_records().unwrap();
                self.written.words |= Words::Table as u32;
            }
            if words & Words::Attributes as u32 != 0 {
                self.attributes = [[0; 2]; 3];
                state.attributes(draw, bound, &mut self.attributes).unwrap();
                self.written.words |= Words::Attributes as u32;
            }
            words
        }
    }

    #[test]
    fn what_is_in_memory_is_what_each_draw_would_write() {
        let (v5, rounding) = (Architecture::V5, Rounding::Documented);
        let per_instance = |stride, divisor| VertexBuffer {
            stride,
            rate: Rate::Instance as u32,
            divisor,
            ..VERTEX
        };
        let states = [
            [VERTEX, per_instance(4, 3)],
            [VERTEX, per_instance(4, 4)],
            [VERTEX, per_instance(8, 3)],
            [per_instance(0, 0), VERTEX],
        ]
        .map(|buffers| {
            let mut state = VertexState::UNPREPARED;
            let shape = TableShape::Packed;
            let element = |buffer| VertexElement { buffer, ..ELEMENT };
            let elements = [element(0), element(1)];
            state
                .prepare(
                    VertexStateRules::new(v5, rounding, shape),
                    &buffers,
                    &elements,
                )
                .unwrap();
            state
        });
        let bind = |address, size| BoundBuffer::new(address, size).unwrap();
        let bindings = [
            [bind(64, 99), bind(128, 99)],
            [bind(64, 99), bind(192, 99)],
            [bind(65, 99), bind(128, 99)],
            [bind(64, 98), bind(128, 99)],
        ];
        let draws: Vec<_> = [
            (70, 1, 0, 0),
            (71, 1, 0, 0),
            (u32::MAX, 1, 0, 0),
            (70, 9, 0, 0),
            (71, 9, 0, 0),
            (70, 9, 4, 0),
            (70, 9, 0, 4),
            (100, 9, 0, 0),
            (1, 9, 0, 0),
        ]
        .map(|(vertex_count, instance_count, offset_start, base_instance)| {
            let info = DrawInfo {
                vertex_count,
                instance_count,
                offset_start,
                base_instance,
                ..DrawInfo::new(v5, Idvs::No)
            };
            info.resolve().unwrap()
        })
        .into();
        let all: Vec<_> = states
            .iter()
            .flat_map(|state| bindings.iter().map(move |bound| (state, bound)))
            .flat_map(|(state, bound)| {
                draws.iter().map(move |draw| (state, bound, draw))
            })
            .collect();
        let (mut kept, mut again) = (0, 0);
        for (index, one) in all.iter().enumerate() {
            // Each after itself and every third of the others, which are
            // different ones for each binding.
            let others = all.iter().skip(index / draws.len() % 3).step_by(3);
            for two in others.chain([one]) {
                let mut memory = Memory::EMPTY;
                assert_eq!(memory.draw(one.0, one.2, one.1), 3);
                let words = memory.draw(two.0, two.2, two.1);
                let mut fresh = Memory::EMPTY;
                fresh.draw(two.0, two.2, two.1);
                assert_eq!(memory.table, fresh.table, "{words}");
                // The records of a larger draw may differ, but give the ids.
                let last = (two.2.threads - 1) as u32;
                assert_eq!(
                    memory.ids.map(|id| id.value(last)),
                    fresh.ids.map(|id| id.value(last))
                );
                assert_eq!(memory.attributes, fresh.attributes, "{words}");
                kept += 2 - words.count_ones();
                again += words.count_ones();
            }
        }
        assert!(kept > 800 && again > 9000, "{kept}, {again}");
    }

    #[test]
    fn words_are_written_again_until_the_driver_says_that_they_are() {
        let state = with_elements(&[ELEMENT]).unwrap();
        let draw = DrawInfo::new(Architecture::V7, Idvs::No).resolve().unwrap();
        let bound = [BoundBuffer::NOTHING; 2];
        let mut written = Written::NOTHING;
        for _ in 0..2 {
            assert_eq!(written.to_write(&state, &draw, &bound), Ok(3));
        }
        written.words |= Words::Attributes as u32;
        assert_eq!(written.to_write(&state, &draw, &bound), Ok(1));
        written.words |= Words::Table as u32;
        assert_eq!(written.to_write(&state, &draw, &bound), Ok(0));
        // A draw of another rounding leaves everything as it is.
        let rounding = Rounding::Nearest as u32;
        let info = DrawInfo { rounding, ..draw.info };
        let nearest = info.resolve().unwrap();
        let refused = written.to_write(&state, &nearest, &bound);
        assert_eq!(refused, Err(Error::StateMismatch));
        assert_eq!(written.to_write(&state, &draw, &bound), Ok(0));
        // The same values prepared again are the same words.
        let again = with_elements(&[ELEMENT]).unwrap();
        assert_eq!(written.to_write(&again, &draw, &bound), Ok(0));
        let other = VertexElement { source_offset: 8, ..ELEMENT };
        let other = with_elements(&[other]).unwrap();
        assert_eq!(written.to_write(&other, &draw, &bound), Ok(3));
        // A driver that asks for the first state now has none of its words.
        assert_eq!(written.to_write(&state, &draw, &bound), Ok(3));
        let short = written.to_write(&state, &draw, &bound[..1]);
        assert_eq!(short, Err(Error::BufferCount));
        let refused = written.to_write(&state, &Draw::default(), &bound);
        assert_eq!(refused, Err(Error::NotResolved));
        let unprepared = VertexState::UNPREPARED;
        let refused = written.to_write(&unprepared, &draw, &[]);
        assert_eq!(refused, Err(Error::NotPrepared));
    }
    #[test]
    fn a_change_of_a_used_buffer_is_seen_and_others_are_not() {
        let state = with_elements(&[ELEMENT]).unwrap();
        let draw = DrawInfo::new(Architecture::V7, Idvs::No).resolve().unwrap();
        let nothing = BoundBuffer::NOTHING;
        let moved = BoundBuffer::new(128, 0).unwrap();
        let mut written = Written::NOTHING;
        assert_eq!(written.to_write(&state, &draw, &[nothing; 2]), Ok(3));
        for (bound, expected) in [
            // The second buffer is unused.
            ([nothing, moved], 0),
            ([moved, nothing], Words::Table as u32),
            ([moved, moved], 0),
            ([nothing; 2], Words::Table as u32),
        ] {
            written.words = 3;
            assert_eq!(written.to_write(&state, &draw, &bound), Ok(expected));
        }
    }
}
