// SPDX-License-Identifier: MIT

//! Bindings in the order of their numbers, without memory to sort them in.

use super::binding::Binding;
use super::Error;

/// Gives bindings by ascending number. One pass if they stand so already;
/// else one pass for each of them.
#[derive(Clone, Debug)]
pub(super) struct Ascending<I> {
    all: I,
    /// What is left of bindings that stand in order.
    rest: I,
    in_order: bool,
    previous: Option<u32>,
    highest: Option<u32>,
}

impl<'a, I: Iterator<Item = Binding<'a>> + Clone> Ascending<I> {
    pub(super) fn new(all: I) -> Self {
        let mut in_order = true;
        let mut highest = None;
        let mut before = None;
        for binding in all.clone() {
            // Two of one number are in no order, and are found later.
            in_order &= before < Some(binding.binding);
            before = Some(binding.binding);
            highest = highest.max(before);
        }
        Self { rest: all.clone(), all, in_order, previous: None, highest }
    }

    /// The highest number.
    pub(super) fn highest(&self) -> Option<u32> {
        self.highest
    }

    /// The binding with the next number.
    ///
    /// # Errors
    /// [`Error::DuplicateBinding`]
    pub(super) fn next(&mut self) -> Result<Option<Binding<'a>>, Error> {
        if self.in_order {
            return Ok(self.rest.next());
        }
        let mut least: Option<Binding> = None;
        let mut twice = false;
        for binding in self.all.clone() {
            if self.previous >= Some(binding.binding) {
                continue;
            }
            match least {
                Some(other) if binding.binding > other.binding => {}
                Some(other) if binding.binding == other.binding => {
                    twice = true;
                }
                _ => {
                    least = Some(binding);
                    twice = false;
                }
            }
        }
        if twice {
            return Err(Error::DuplicateBinding);
        }
        if let Some(binding) = least {
            self.previous = Some(binding.binding);
        }
        Ok(least)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    fn order(numbers: &[u32]) -> Result<Vec<u32>, Error> {
        let bindings = numbers
            .iter()
            .map(|&binding| Binding { binding, ..Binding::default() });
        let mut ascending = Ascending::new(bindings);
        assert_eq!(ascending.highest(), numbers.iter().copied().max());
        let mut found = Vec::new();
        while let Some(binding) = ascending.next()? {
            found.push(binding.binding);
        }
        Ok(found)
    }

    #[test]
    fn numbers_ascend_whatever_order_they_come_in() {
        for numbers in [
            &[][..],
            &[7],
            &[0, 1, 5],
            &[5, 1, 0],
            &[u32::MAX, 0, 9],
            &[3, 2, 8, 1],
        ] {
            let mut sorted = numbers.to_vec();
            sorted.sort_unstable();
            assert_eq!(order(numbers), Ok(sorted));
        }
    }

    #[test]
    fn a_number_may_stand_only_once() {
        for numbers in
            [&[0, 0][..], &[1, 0, 1], &[0, 2, 2, 3], &[3, 2, 1, 1], &[4, 4, 4]]
        {
            assert_eq!(order(numbers), Err(Error::DuplicateBinding));
        }
    }
}
