// SPDX-License-Identifier: MIT

//! Bindings in the order of their numbers, without memory to sort all of them.
//!
//! Source: docs/descriptor-layout.md, "Cost".

use super::binding::Binding;
use super::Error;
use core::hint::black_box;

/// A driver's bindings, by their index in its array.
pub trait Bindings<'a>: Copy {
    /// The number of bindings.
    fn count(&self) -> usize;

    /// The binding at an index below [`Bindings::count`].
    fn at(&self, place: usize) -> Binding<'a>;
}

impl<'a> Bindings<'a> for &'a [Binding<'a>] {
    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn at(&self, place: usize) -> Binding<'a> {
        self.get(place).copied().unwrap_or_default()
    }
}

/// The maximum number of bindings that may be out of order. Sets of drivers
/// have at most 65,535 descriptors.
pub const MAX_UNSORTED_BINDINGS: usize = 0x1_0000;

/// The number of bindings that one pass over all of them sorts.
const BATCH: usize = 256;

/// The number with the index below it, which is unique for each binding.
fn key(number: u32, place: usize) -> u64 {
    (u64::from(number) << 32) + place as u64
}

/// The smallest keys above a bound, in order.
#[derive(Clone, Copy, Debug)]
struct Batch {
    keys: [u64; BATCH],
    count: usize,
}

impl Batch {
    #[inline(always)]
    fn new() -> Self {
        // `black_box`, because the compiler would otherwise call memset, and
        // the library uses no libc.
        Self { keys: [black_box(0); BATCH], count: 0 }
    }

    #[inline]
    fn get(&self, place: usize) -> u64 {
        self.keys.get(place).copied().unwrap_or_default()
    }

    #[inline]
    fn set(&mut self, place: usize, key: u64) {
        if let Some(old) = self.keys.get_mut(place) {
            *old = key;
        }
    }

    /// Puts a key at `place` of a heap of this size, or further down after the
    /// greater keys have moved up.
    fn sift(&mut self, mut place: usize, key: u64, count: usize) {
        // At most the depth of a heap of a batch.
        for _ in 0..BATCH.ilog2() {
            let left = 2 * place + 1;
            let children = left..count.min(left + 2);
            match children.max_by_key(|&child| self.get(child)) {
                Some(child) if key < self.get(child) => {
                    self.set(place, self.get(child));
                    place = child;
                }
                _ => break,
            }
        }
        self.set(place, key);
    }

    /// Turns the keys into a heap with the greatest first.
    fn heap(&mut self) {
        for place in (0..self.count).rev() {
            self.sift(place, self.get(place), self.count);
        }
    }

    /// Fills the batch from all keys above a bound.
    fn fill(&mut self, keys: impl Iterator<Item = u64>, above: Option<u64>) {
        self.count = 0;
        for key in keys.filter(|&key| above < Some(key)) {
            if self.count < BATCH {
                self.set(self.count, key);
                self.count += 1;
                if self.count == BATCH {
                    self.heap();
                }
            } else if self.get(0) > key {
                self.sift(0, key, BATCH);
            }
        }
        self.heap();
        for last in (1..self.count).rev() {
            let key = self.get(last);
            self.set(last, self.get(0));
            self.sift(0, key, last);
        }
    }
}

/// Iterates over bindings by ascending number: in one pass if they are already
/// in that order, else in one pass per [`BATCH`] of them.
#[derive(Clone, Debug)]
pub(super) struct Ascending<B> {
    bindings: B,
    in_order: bool,
    duplicate: bool,
    highest: Option<u32>,
    /// The next index in the batch, or in the array if it is in order.
    next: usize,
    batch: Batch,
    previous: Option<u64>,
}

impl<'a, B: Bindings<'a>> Ascending<B> {
    #[inline(always)]
    pub(super) fn new(bindings: B) -> Self {
        let mut in_order = true;
        let mut duplicate = false;
        let mut highest = None;
        let mut before = None;
        for place in 0..bindings.count() {
            let number = Some(bindings.at(place).binding);
            in_order &= before <= number;
            duplicate |= before == number;
            before = number;
            highest = highest.max(number);
        }
        Self {
            bindings,
            in_order,
            duplicate,
            highest,
            next: 0,
            batch: Batch::new(),
            previous: None,
        }
    }

    /// The number of bindings.
    pub(super) fn count(&self) -> usize {
        self.bindings.count()
    }

    /// The highest number.
    pub(super) fn highest(&self) -> Option<u32> {
        self.highest
    }

    /// The binding with the next number.
    ///
    /// # Errors
    /// The errors of [`Ascending::place`].
    pub(super) fn next(&mut self) -> Result<Option<Binding<'a>>, Error> {
        let place = self.place()?;
        Ok(place.map(|place| self.bindings.at(place)))
    }

    /// The index of the binding with the next number.
    ///
    /// # Errors
    /// [`Error::DuplicateBinding`]; [`Error::UnsortedLimit`] for more than
    /// [`MAX_UNSORTED_BINDINGS`] that are not in order.
    fn place(&mut self) -> Result<Option<usize>, Error> {
        let count = self.bindings.count();
        if self.duplicate {
            return Err(Error::DuplicateBinding);
        }
        if self.in_order {
            let place = self.next;
            if place >= count {
                return Ok(None);
            }
            self.next += 1;
            return Ok(Some(place));
        }
        if count > MAX_UNSORTED_BINDINGS {
            return Err(Error::UnsortedLimit);
        }
        if self.next >= self.batch.count {
            let bindings = self.bindings;
            let keys =
                (0..count).map(|place| key(bindings.at(place).binding, place));
            self.batch.fill(keys, self.previous);
            self.next = 0;
        }
        let sorted = self.batch.keys.get(..self.batch.count);
        let Some(&key) = sorted.and_then(|keys| keys.get(self.next)) else {
            return Ok(None);
        };
        let same = |previous: u64| previous >> 32 == key >> 32;
        if self.previous.is_some_and(same) {
            return Err(Error::DuplicateBinding);
        }
        self.previous = Some(key);
        self.next += 1;
        Ok(Some(key as u32 as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    fn bindings(numbers: &[u32]) -> Vec<Binding<'static>> {
        let numbers = numbers.iter();
        numbers
            .map(|&binding| Binding { binding, ..Binding::default() })
            .collect()
    }

    fn order(numbers: &[u32]) -> Result<Vec<u32>, Error> {
        let bindings = bindings(numbers);
        let mut ascending = Ascending::new(&bindings[..]);
        assert_eq!(ascending.highest(), numbers.iter().copied().max());
        let mut found = Vec::new();
        while let Some(binding) = ascending.next()? {
            found.push(binding.binding);
            assert!(found.len() <= numbers.len());
        }
        Ok(found)
    }

    fn check(numbers: &[u32]) {
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable();
        assert_eq!(order(numbers), Ok(sorted));
    }

    /// Few, and counts around the size of a batch, in orders that fill it in
    /// every way.
    #[test]
    fn batches_follow_one_another() {
        for count in [0, 1, 4, 255, 256, 257, 511, 512, 513, 1000] {
            let up: Vec<u32> = (0..count).collect();
            let down: Vec<u32> = up.iter().rev().copied().collect();
            let zigzag: Vec<u32> =
                up.iter().map(|n| n * 769 % 1009 * 4_000_000).collect();
            let turned: Vec<u32> =
                up.iter().map(|n| (n + count / 2) % count).collect();
            for numbers in [up, down, zigzag, turned] {
                check(&numbers);
            }
        }
    }

    #[test]
    fn duplicate_numbers_are_refused() {
        for numbers in
            [&[0, 0][..], &[1, 0, 1], &[0, 2, 2, 3], &[3, 2, 1, 1], &[4, 4, 4]]
        {
            assert_eq!(order(numbers), Err(Error::DuplicateBinding));
        }
        // The same number twice, at the end of a batch and after it.
        for twice in [254, 255, 256, 257] {
            let mut numbers: Vec<u32> = (0..300).rev().collect();
            numbers.push(twice);
            assert_eq!(order(&numbers), Err(Error::DuplicateBinding));
        }
    }

    #[test]
    fn many_bindings_have_to_be_in_order() {
        let most = MAX_UNSORTED_BINDINGS as u32;
        let mut numbers: Vec<u32> = (0..most).collect();
        numbers.swap(0, 1);
        // Each batch is a pass over all of them.
        let bindings = bindings(&numbers);
        let mut ascending = Ascending::new(&bindings[..]);
        for place in [1, 0, 2] {
            assert_eq!(ascending.place(), Ok(Some(place)));
        }
        numbers.push(most);
        assert_eq!(order(&numbers), Err(Error::UnsortedLimit));
        numbers.sort_unstable();
        check(&numbers);
        // Found in the first pass.
        numbers.push(most);
        assert_eq!(order(&numbers), Err(Error::DuplicateBinding));
    }
}
