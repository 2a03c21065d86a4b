// SPDX-License-Identifier: MIT

//! Known answers: tables that the C tests and those of the command read too. A
//! row has the name of a function, its arguments and its results or its errno
//! and the name of the [`Error`](crate::Error), as words separated by spaces. A
//! semicolon between words is only for readers.

use crate::error::Reason;
use crate::ErrorKind;
use core::fmt::Debug;
use std::format;
use std::string::String;
use std::vec::Vec;

/// The words that a function returns, or its errno and its error.
#[derive(PartialEq, Eq, Debug)]
pub struct Answer(Result<Vec<u64>, String>);

impl From<Vec<u64>> for Answer {
    fn from(words: Vec<u64>) -> Self {
        Self(Ok(words))
    }
}

impl<E: Reason + Debug> From<Result<Vec<u64>, E>> for Answer {
    fn from(words: Result<Vec<u64>, E>) -> Self {
        Self(words.map_err(|error| {
            let errno = match error.kind() {
                ErrorKind::Invalid => "EINVAL",
                ErrorKind::Domain => "EDOM",
                ErrorKind::Range => "ERANGE",
                ErrorKind::NoSpace => "ENOSPC",
                ErrorKind::Unsupported => "ENOTSUP",
            };
            format!("{errno} {error:?}")
        }))
    }
}

impl Answer {
    fn parse(text: &str) -> Self {
        let refused = text.starts_with('E');
        Self(if refused { Err(text.into()) } else { Ok(words(text)) })
    }
}

/// Words in decimal, or in hexadecimal after 0x. Negative numbers have 32
/// bits.
fn words(text: &str) -> Vec<u64> {
    let words = text.split([' ', ';']).filter(|word| !word.is_empty());
    let number = |word: &str| match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None if word.starts_with('-') => {
            word.parse::<i32>().map(|number| u64::from(number as u32))
        }
        None => word.parse(),
    };
    words.map(|word| number(word).expect(word)).collect()
}

/// Asserts that every row has the results that `answer` returns for the
/// function's name and arguments; it panics for unknown names. The C tests
/// check that every function has a row.
pub fn assert_known<A: Into<Answer>>(
    table: &str,
    mut answer: impl FnMut(&str, &[u64]) -> A,
) {
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("what,function,given,answer"));
    let mut compared = 0;
    for line in lines {
        let values: Vec<_> = line.split(',').collect();
        let [_, function, given, expected] = values[..] else {
            panic!("four values in a row: {line}");
        };
        let expected = Answer::parse(expected);
        assert_ne!(expected, Answer(Ok(Vec::new())), "no answer: {line}");
        assert_eq!(answer(function, &words(given)).into(), expected, "{line}");
        compared += 1;
    }
    assert!(compared > 0);
}

/// The arguments of a function that takes 32-bit words.
pub fn narrow(given: &[u64]) -> Vec<u32> {
    given.iter().map(|&word| u32::try_from(word).unwrap()).collect()
}

/// The results of a function that returns 32-bit words.
pub fn wide(answer: impl IntoIterator<Item = u32>) -> Vec<u64> {
    answer.into_iter().map(u64::from).collect()
}

/// The numbers in the fields of a struct, in their order; other values, such
/// as enums, are left out.
pub fn fields(value: &impl Debug) -> Vec<u64> {
    let text = format!("{value:?}");
    let words = text.split([' ', ',', '[', ']']);
    let number = |word: &str| match word.parse::<i32>() {
        Ok(number) => Some(u64::from(number as u32)),
        Err(_) => word.parse().ok(),
    };
    words.filter_map(number).collect()
}

/// A struct with the fields in braces, and these from the iterator `$words`.
macro_rules! take {
    ($words:ident, $type:ident { $($given:tt)* }, $($field:ident),+) => {
        $type { $($field: $words.next().unwrap(),)+ $($given)* }
    };
}
pub(crate) use take;
