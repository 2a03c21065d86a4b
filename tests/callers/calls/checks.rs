// SPDX-License-Identifier: MIT

//! The checks of `calls.rs`: the bad calls that are made from a good one, and
//! what is compared after each.

use super::memory::{self, Memory};
use super::{
    Answer, Arguments, Call, Change, Hostile, Place, Pointer, Role, PATTERN,
    ROUNDS,
};
use crate::declared::declared_functions;
use crate::documented;
use dral::ffi::driver::dral_error_text;
use dral::Error;
use std::collections::BTreeSet;
use std::ffi::c_int;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// A call with memory for its arguments.
pub struct Scene<'s, 'a> {
    call: &'s Call<'a>,
    pointers: Vec<Pointer>,
    /// One for each pointer.
    memories: Vec<Memory>,
    /// What was in them before the last call.
    before: Vec<Memory>,
    /// The byte that fills them.
    pattern: u8,
    /// The sentence that the last call returned.
    text: &'static str,
    /// The numbers of the errors that the header lists.
    listed: BTreeSet<c_int>,
}

impl<'s, 'a> Scene<'s, 'a> {
    /// Checks that the good call succeeds with separate allocations.
    fn new(call: &'s Call<'a>) -> Self {
        let (status, pointers) = call.run_alone(&Change::default());
        assert!(status >= 0, "{}: {status}", call.name);
        let memories = || -> Vec<Memory> {
            let each = pointers.iter();
            each.map(|p| Memory::new(p.whole_length(), p.role != Role::Input))
                .collect()
        };
        let (memories, before) = (memories(), memories());
        // Miri has no time for it.
        let listed = match cfg!(miri) {
            true => BTreeSet::new(),
            false => documented::errors_of(call.name),
        };
        let pattern = PATTERN;
        Self { call, pointers, memories, before, pattern, text: "", listed }
    }

    /// Calls the function with its arguments in their memories. Only outputs
    /// change.
    #[track_caller]
    fn run(&mut self, change: &Change) -> c_int {
        let mut hostile = change.seed.map(Hostile);
        for (memory, pointer) in self.memories.iter().zip(&self.pointers) {
            let length = pointer.length(change);
            let place = memory.argument(length);
            // SAFETY: the length of the memory.
            unsafe {
                memory.bytes().write_bytes(self.pattern, memory.length())
            };
            if !pointer.is_read() || length == 0 {
                continue;
            }
            // SAFETY: the memory has a place for the table's values.
            unsafe { place.copy_from_nonoverlapping(pointer.source, length) };
            if let (Some(hostile), true) = (&mut hostile, pointer.is_plain) {
                // SAFETY: just copied; plain values have no padding.
                hostile.damage(unsafe { from_raw_parts_mut(place, length) });
            }
        }
        if let Some((Place::Field(index, at, size), value)) = change.value {
            let length = self.pointers[index].length(change);
            assert!(at + size <= length);
            let number = match cfg!(target_endian = "big") {
                true => (value << (64 - 8 * size)).to_be_bytes(),
                false => value.to_le_bytes(),
            };
            // SAFETY: within the argument.
            unsafe {
                let place = self.memories[index].argument(length).add(at);
                place.copy_from_nonoverlapping(number.as_ptr(), size);
            }
        }
        for (memory, before) in self.memories.iter().zip(&self.before) {
            // SAFETY: equally long; unlike a slice copy it keeps provenance.
            unsafe {
                let bytes = memory.bytes();
                before.bytes().copy_from_nonoverlapping(bytes, memory.length());
            }
        }
        let memories = self.memories.iter().zip(&self.pointers);
        let places = memories.map(|(m, p)| m.passed(p.length(change)));
        let mut arguments = Arguments::new(change, places.collect());
        let (status, text) = memory::call(self.call.name, || {
            (self.call.function)(&mut arguments)
        });
        self.text = text;
        assert!(
            status >= 0 || cfg!(miri) || self.listed.contains(&status),
            "{} returned {status}, {:?}, which its \\return does not list: list \
             it in src/ffi/, and renew the headers, as CONTRIBUTING.md \
             says",
            self.call.name,
            dral_error_text(status).text()
        );
        self.assert_changes(change);
        let longest = self.pointers.iter().map(|p| p.count(change)).max();
        let name = self.call.name;
        assert!(
            status <= self.call.most.max(longest.unwrap_or(0) as c_int),
            "{name}: {change:?}: {status}, more than any array has"
        );
        status
    }

    /// Only outputs have changed. On error they have unspecified values.
    #[track_caller]
    fn assert_changes(&self, change: &Change) {
        for (index, pointer) in self.pointers.iter().enumerate() {
            let is_compared = match pointer.role {
                // Structs with pointers have padding.
                Role::Input => !cfg!(miri) || pointer.is_plain,
                _ => change.nulls >> index & 1 != 0,
            };
            let length = self.memories[index].length();
            let compared = match is_compared {
                true => length,
                false => length - pointer.length(change),
            };
            let [now, before] = [&self.memories, &self.before].map(|all| {
                // SAFETY: initialized bytes, which nothing writes meanwhile.
                unsafe { from_raw_parts(all[index].bytes(), compared) }
            });
            let name = self.call.name;
            assert!(now == before, "{name}: {change:?} changes memory");
        }
    }

    /// The bytes of an argument in the good call, before and after the call.
    fn bytes(&self, index: usize) -> [&[u8]; 2] {
        let length = self.pointers[index].whole_length();
        [&self.before, &self.memories].map(|all| {
            // SAFETY: initialized bytes, which nothing writes meanwhile.
            unsafe { from_raw_parts(all[index].argument(length), length) }
        })
    }

    /// The bytes of all outputs.
    fn outputs(&self) -> Vec<u8> {
        let all = self.pointers.iter().enumerate();
        let outputs = all.filter(|(_, pointer)| pointer.role == Role::Output);
        outputs.flat_map(|(index, _)| self.bytes(index)[1]).copied().collect()
    }

    /// The call returns this error; for 0, it succeeds.
    #[track_caller]
    fn expect(&mut self, change: &Change, error: c_int) {
        let expected = if self.call.can_fail { error } else { 0 };
        let name = self.call.name;
        let status = self.run(change);
        assert_eq!(status.min(0), expected, "{name}: {change:?}");
    }

    /// The counts of the call, each with its arrays and a bit for each of them.
    fn counts(&self) -> Vec<(usize, u32, Vec<Pointer>)> {
        let there = self.pointers.iter().filter(|p| p.count != 0);
        let counts: BTreeSet<usize> =
            there.filter_map(|p| p.counted_by).collect();
        let arrays = |count| {
            let is_counted = |p: &Pointer| p.counted_by == Some(count);
            let all = self.pointers.iter().enumerate();
            let counted = all.filter(|(_, p)| is_counted(p));
            let bits = counted.clone().map(|(index, _)| 1 << index).sum();
            (count, bits, counted.map(|(_, p)| *p).collect())
        };
        counts.into_iter().map(arrays).collect()
    }
}

/// The table has exactly the functions that the header declares.
pub fn check_names(header: &str, calls: &[Call]) {
    let called: BTreeSet<&str> = calls.iter().map(|call| call.name).collect();
    assert_eq!(called, declared_functions(header));
}

/// Applies a check to each call.
pub fn each(check: fn(Scene)) -> impl Fn(&[Call]) {
    move |calls| calls.iter().for_each(|call| check(Scene::new(call)))
}

/// The good call writes all of its outputs.
pub fn check_success(mut scene: Scene) {
    scene.expect(&Change::default(), 0);
    for (index, pointer) in scene.pointers.iter().enumerate() {
        if !matches!(pointer.role, Role::Output | Role::Both) {
            continue;
        }
        let [before, now] = scene.bytes(index);
        // Structs may end with padding, but they begin with a number.
        let size = pointer.size();
        let first = size.min(4);
        let mut elements = now.chunks(size).zip(before.chunks(size));
        let is_written = match pointer.role {
            Role::Output => {
                elements.all(|(now, before)| now[..first] != before[..first])
            }
            _ => now != before,
        };
        assert!(is_written, "{}: pointer {index}", scene.call.name);
    }
}

/// NULL is an error for each pointer, and for all of them.
pub fn check_null(mut scene: Scene) {
    for index in 0..scene.pointers.len() {
        let change = Change { nulls: 1 << index, ..Change::default() };
        let is_needed = !scene.pointers[index].is_optional();
        scene.expect(&change, null_error(is_needed));
        assert_null_is_explained(&scene, is_needed);
    }
    let change = Change { nulls: u32::MAX, ..Change::default() };
    let is_needed = scene.pointers.iter().any(|p| !p.is_optional());
    scene.expect(&change, null_error(is_needed));
    assert_null_is_explained(&scene, is_needed);
}

fn null_error(is_needed: bool) -> c_int {
    if is_needed {
        Error::NullPointer as c_int
    } else {
        0
    }
}

fn assert_null_is_explained(scene: &Scene, is_refused: bool) {
    let has_text = !scene.text.is_empty() && is_refused;
    assert!(!has_text || scene.text.contains("NULL"), "{}", scene.text);
}

/// Substituted values give their errors and explanations.
pub fn check_values(mut scene: Scene) {
    for other in &scene.call.values {
        scene.expect(&Change::default(), 0);
        let valid = scene.text;
        let last = other.values.len() - 1;
        for (index, &value) in other.values.iter().enumerate() {
            if cfg!(miri) && index != 0 && index != last {
                continue;
            }
            let change = Change::value(other.place, value);
            scene.expect(&change, other.status);
            let (name, text) = (scene.call.name, scene.text);
            let is_explained = text != valid && text.contains(other.words);
            let is_allowed = other.status == 0 && other.words.is_empty();
            let needs_text = !text.is_empty() && !is_allowed;
            assert!(is_explained || !needs_text, "{name}: {change:?}: {text}");
        }
    }
}

/// An array that exceeds the address space is an error.
pub fn check_endless_counts(mut scene: Scene) {
    for (count, _, arrays) in scene.counts() {
        for size in arrays.iter().map(Pointer::size) {
            for endless in [
                usize::MAX,
                usize::MAX / 2 + 1,
                // Just above isize::MAX bytes, and a size in bytes that wraps.
                usize::MAX / 2 / size + 1,
                (usize::MAX / size).saturating_add(1),
            ] {
                let change = Change::count(count, endless);
                scene.expect(&change, Error::ArrayLength as c_int);
            }
        }
    }
}

/// With a lower count, the call uses only that many elements, or returns the
/// table's error. A pointer to an array without elements is not used.
pub fn check_lower_counts(mut scene: Scene) {
    for (index, bits, arrays) in scene.counts() {
        let errors = arrays.iter().map(|array| array.too_few);
        let too_few = errors.min().unwrap_or(0);
        let count = arrays[0].count;
        for lower in 0..count {
            if cfg!(miri) && lower > 3 && lower + 1 < count {
                continue;
            }
            let change = Change::count(index, lower);
            scene.expect(&change, too_few);
            let alone = scene.call.run_alone(&change).0;
            assert!(!scene.call.can_fail || alone.min(0) == too_few);
        }
        let none = Change::count(index, 0);
        for change in [
            Change { nulls: bits, ..none.clone() },
            Change { dangling: bits, ..none },
        ] {
            // If several errors apply, which one is returned is unspecified.
            let status = scene.run(&change);
            let name = scene.call.name;
            assert_eq!(status < 0, too_few < 0, "{name}: {change:?}");
        }
    }
}

/// With random numbers, inputs and smaller counts, a call succeeds or returns
/// an error that has a sentence. NULL is still an error.
pub fn check_fuzzed(mut scene: Scene) {
    let mut hostile = Hostile(15);
    let mut successes = 0;
    for _ in 0..ROUNDS {
        let seed = Some(hostile.next());
        let mut change = Change { seed, ..Change::default() };
        for (index, _, arrays) in scene.counts() {
            if hostile.below(2) == 0 {
                let count = hostile.below(arrays[0].count + 1);
                change.counts[index] = Some(count);
            }
        }
        let mut is_needed = false;
        if hostile.below(8) == 0 && !scene.pointers.is_empty() {
            let index = hostile.below(scene.pointers.len());
            change.nulls = 1 << index;
            let null = scene.pointers[index];
            is_needed = !null.may_be_null && null.count(&change) != 0;
        }
        let status = scene.run(&change);
        let Scene { call: Call { name, can_fail, .. }, .. } = scene;
        let sentence = dral_error_text(status).text();
        assert_ne!(sentence, "unknown error", "{name}: {status}");
        assert!(status < 0 || !is_needed || !can_fail, "{name}: {change:?}");
        successes += u32::from(status >= 0);
    }
    // Under miri there are too few rounds.
    assert!(cfg!(miri) || successes > ROUNDS / 50, "{}", scene.call.name);
}

/// Every word of every struct takes every value that could be a count or an
/// index of its arrays. The result must not depend on memory outside of the
/// arguments.
pub fn check_small_numbers(mut scene: Scene) {
    if cfg!(miri) {
        // Random bits find the same, and miri sees every access.
        return;
    }
    for index in 0..scene.pointers.len() {
        let pointer = scene.pointers[index];
        if !pointer.is_read() || !pointer.is_plain {
            continue;
        }
        for at in (0..pointer.whole_length() / 4).map(|word| 4 * word) {
            // The counts of large structs are in front.
            let step = if at < 256 { 1 } else { 5 };
            for value in (0..=35).step_by(step) {
                let change = Change::value(Place::Field(index, at, 4), value);
                let results = [PATTERN, !PATTERN].map(|pattern| {
                    scene.pattern = pattern;
                    let status = scene.run(&change);
                    (status, scene.outputs())
                });
                scene.pattern = PATTERN;
                let [(one, first), (two, second)] = results;
                let name = scene.call.name;
                assert_eq!(one, two, "{name}: {change:?}");
                // Bytes that are still the pattern were not written.
                let mut bytes = first.iter().zip(&second);
                let same = bytes.all(|(one, two)| one == two || *one == !*two);
                assert!(one < 0 || same, "{name}: {change:?}");
            }
        }
    }
}
