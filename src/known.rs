// SPDX-License-Identifier: MIT

//! Known answers: tables that the tests in C read, too. A row names a function
//! and has, as words with spaces between them, what it is given and what it
//! answers; a semicolon between words is for the reader only.

use std::vec::Vec;

/// Words, in decimal, or in hexadecimal after 0x.
fn words(text: &str) -> Vec<u64> {
    let words = text.split([' ', ';']).filter(|word| !word.is_empty());
    let number = |word: &str| match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => word.parse(),
    };
    words.map(|word| number(word).expect(word)).collect()
}

/// Asserts that each of the functions is in the table, no other, and that all
/// rows are what `answer` says to a function's name and what it is given.
pub fn assert_known(
    table: &str,
    functions: &[&str],
    mut answer: impl FnMut(&str, &[u64]) -> Vec<u64>,
) {
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("what,function,given,answer"));
    let mut met = Vec::new();
    for line in lines {
        let values: Vec<_> = line.split(',').collect();
        let [_, function, given, expected] = values[..] else {
            panic!("four values in a row: {line}");
        };
        assert!(functions.contains(&function), "unknown function: {line}");
        let expected = words(expected);
        assert!(!expected.is_empty(), "no answer: {line}");
        assert_eq!(answer(function, &words(given)), expected, "{line}");
        met.push(function);
    }
    for function in functions {
        assert!(met.contains(function), "no row of {function}");
    }
}

/// What is given, where a function takes 32 bits.
pub fn narrow(given: &[u64]) -> Vec<u32> {
    given.iter().map(|&word| u32::try_from(word).unwrap()).collect()
}

/// An answer that has 32 bits.
pub fn wide(answer: impl IntoIterator<Item = u32>) -> Vec<u64> {
    answer.into_iter().map(u64::from).collect()
}
