// SPDX-License-Identifier: MIT

//! Known answers: tables that the C tests and those of the command read too. A
//! row has the name of a function, its arguments and its results or its errno
//! and the name of the [`Error`](crate::Error), as words separated by spaces. A
//! semicolon between words is only for readers.

use crate::error::Reason;
use crate::ErrorKind;
use core::fmt::Debug;
use core::marker::PhantomData;
use std::format;
use std::vec::{IntoIter, Vec};

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

/// Asserts that `call` returns the results of every row for its function and
/// arguments, and reads all of them.
pub fn assert_known<E: Reason + Debug>(
    table: &str,
    mut call: impl FnMut(&str, &mut Given<E>) -> Result<Vec<u64>, E>,
) {
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("what,function,given,answer"));
    let mut compared = 0;
    for line in lines {
        let values: Vec<_> = line.split(',').collect();
        let [_, function, given, expected] = values[..] else {
            panic!("four values in a row: {line}");
        };
        let words_left = words(given).into_iter();
        let mut given = Given { words: words_left, error: PhantomData };
        match call(function, &mut given) {
            Ok(answer) => {
                assert!(!answer.is_empty(), "no answer: {line}");
                assert_eq!(answer, words(expected), "{line}");
                assert_eq!(given.words.len(), 0, "not read: {line}");
            }
            Err(error) => {
                let errno = match error.kind() {
                    ErrorKind::Invalid => "EINVAL",
                    ErrorKind::Domain => "EDOM",
                    ErrorKind::Range => "ERANGE",
                    ErrorKind::NoSpace => "ENOSPC",
                    ErrorKind::Unsupported => "ENOTSUP",
                };
                assert_eq!(format!("{errno} {error:?}"), expected, "{line}");
            }
        }
        compared += 1;
    }
    assert!(compared > 0);
}

/// The arguments in a row that are not yet read. The error is that of numbers
/// that an enum does not have.
pub struct Given<E> {
    words: IntoIter<u64>,
    error: PhantomData<E>,
}

impl<E> Given<E> {
    /// Reads the next argument.
    pub fn take<T: Argument<E>>(&mut self) -> Result<T, E> {
        T::read(self)
    }
}

/// What a function takes as one or several words.
pub trait Argument<E>: Sized {
    fn read(given: &mut Given<E>) -> Result<Self, E>;
}

macro_rules! integers {
    ($($type:ty),+) => {
        $(impl<E> Argument<E> for $type {
            fn read(given: &mut Given<E>) -> Result<Self, E> {
                let word = given.words.next().expect("too few arguments");
                Ok(word.try_into().expect("a smaller number"))
            }
        })+
    };
}
integers!(u8, u32, u64, usize);

impl<E> Argument<E> for i32 {
    fn read(given: &mut Given<E>) -> Result<Self, E> {
        given.take::<u32>().map(|word| word as i32)
    }
}

impl<E> Argument<E> for bool {
    fn read(given: &mut Given<E>) -> Result<Self, E> {
        let word: u32 = given.take()?;
        assert!(word < 2);
        Ok(word == 1)
    }
}

impl<E, T: Argument<E> + Debug, const N: usize> Argument<E> for [T; N] {
    fn read(given: &mut Given<E>) -> Result<Self, E> {
        let all: Result<Vec<T>, E> = (0..N).map(|_| given.take()).collect();
        all.map(|all| all.try_into().expect("as many as were read"))
    }
}

/// All that are left.
impl<E, T: Argument<E>> Argument<E> for Vec<T> {
    fn read(given: &mut Given<E>) -> Result<Self, E> {
        let mut all = Self::new();
        while given.words.len() != 0 {
            all.push(given.take()?);
        }
        Ok(all)
    }
}

/// Makes arguments of enums, which are numbers, and of structs, whose fields
/// are in this order. After a semicolon come fields that no row has.
macro_rules! arguments {
    (
        $error:ty: $($enum:ty),*;
        $($struct:ty { $($field:ident),+ $(; $($fixed:tt)+)? })*
    ) => {
        $(impl $crate::known::Argument<$error> for $enum {
            fn read(
                given: &mut $crate::known::Given<$error>,
            ) -> Result<Self, $error> {
                given.take::<u32>()?.try_into()
            }
        })*
        $(impl $crate::known::Argument<$error> for $struct {
            fn read(
                given: &mut $crate::known::Given<$error>,
            ) -> Result<Self, $error> {
                Ok(Self { $($field: given.take()?,)+ $($($fixed)+)? })
            }
        })*
    };
}
pub(crate) use arguments;

/// The numbers in a value, in their order; other parts, such as enums, are
/// left out.
pub fn numbers(value: &impl Debug) -> Vec<u64> {
    let text = format!("{value:?}");
    let words = text.split([' ', ',', '[', ']', '(', ')']);
    let number = |word: &str| match word.parse::<i32>() {
        Ok(number) => Some(u64::from(number as u32)),
        Err(_) => word.parse().ok(),
    };
    words.filter_map(number).collect()
}

/// A test of the rows of a table: the name of each function, and its result,
/// an expression that may use `?`. The C tests check that every function has a
/// row.
macro_rules! known_answers {
    (
        $test:ident, $table:literal, $given:ident: $error:ty;
        $($function:literal => $result:expr),+ $(,)?
    ) => {
        #[test]
        fn $test() {
            use $crate::known::Given;
            let call = |function: &str, $given: &mut Given<$error>| {
                Ok(match function {
                    $($function => $crate::known::numbers(&$result),)+
                    _ => panic!("unknown function: {function}"),
                })
            };
            $crate::known::assert_known(include_str!($table), call);
        }
    };
}
pub(crate) use known_answers;
