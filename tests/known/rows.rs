// SPDX-License-Identifier: MIT

//! Known answers: tables of what the functions of the C interface return. A row
//! has the name of a function, its arguments and its results, or the name of
//! the error, as words separated by spaces. A struct is its fields in their
//! order, `name=value`, without those that are 0; a semicolon ends it. So are
//! several results, where a list is its name with a colon, and what is in it.

#[path = "../support/documented.rs"]
pub mod documented;

use core::any::Any;
use core::ffi::c_int;
use core::fmt::Debug;
use core::mem::MaybeUninit;
use core::ptr::null_mut;
use std::boxed::Box;
use std::collections::BTreeMap;
use std::format;
use std::string::String;
use std::vec::Vec;

/// The results, or the number of an error.
pub type Answer = Result<Vec<Item<'static>>, c_int>;

/// A number in decimal, or in hexadecimal after 0x. Negative ones have 32 bits.
fn number(word: &str) -> u64 {
    let number = match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None if word.starts_with('-') => {
            word.parse::<i32>().map(|number| u64::from(number as u32))
        }
        None => word.parse(),
    };
    number.expect(word)
}

/// A part of an argument or a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item<'a> {
    Number(u64),
    Field(&'a str, u64),
    /// The name of a list.
    List(&'a str),
    /// The end of a struct.
    End,
}

fn items(text: &str) -> Vec<Item<'_>> {
    let text = text.split(' ').filter(|word| !word.is_empty());
    let words = text.flat_map(|word| match word.strip_suffix(';') {
        Some(word) => [word, ";"],
        None => [word, ""],
    });
    words
        .filter(|word| !word.is_empty())
        .map(|word| match word.split_once('=') {
            Some((name, value)) => Item::Field(name, number(value)),
            None if word == ";" => Item::End,
            None => match word.strip_suffix(':') {
                Some(name) => Item::List(name),
                None => Item::Number(number(word)),
            },
        })
        .collect()
}

/// The results in a row, or nothing if it has the name of an error.
fn results_in(answer: &str) -> Option<Vec<Item<'_>>> {
    let is_error =
        answer.starts_with(char::is_alphabetic) && !answer.contains(['=', ':']);
    (!is_error).then(|| items(answer))
}

/// Results as a row has them. A number is spelt as it was there before.
fn text_of(results: &[Item<'_>], before: &str) -> String {
    let before: Vec<_> = before.split([' ', ';', '=']).collect();
    let spelt = |value: u64| {
        let is_number = |word: &str| word.starts_with(|c: char| c.is_numeric());
        let mut words = before.iter().filter(|word| is_number(word));
        match words.find(|word| number(word) == value) {
            Some(word) => String::from(*word),
            None if value < 0x10000 => format!("{value}"),
            None => format!("{value:#X}").replace('X', "x"),
        }
    };
    let mut text = String::new();
    let mut follows_value = false;
    for item in results {
        let word = match item {
            Item::Number(value) => spelt(*value),
            Item::Field(name, value) => format!("{name}={}", spelt(*value)),
            Item::List(name) => format!("{name}:"),
            Item::End => String::from(";"),
        };
        let is_attached = follows_value && *item == Item::End;
        if !text.is_empty() && !is_attached {
            text += " ";
        }
        text += &word;
        follows_value = matches!(item, Item::Number(_) | Item::Field(..));
    }
    text
}

/// A row of a table, without what it is about.
#[derive(Clone)]
pub struct KnownRow {
    /// The name of its file without `_known.csv`.
    pub file: &'static str,
    pub function: &'static str,
    pub arguments: Vec<Item<'static>>,
    /// The results, or the name of the error.
    pub answer: &'static str,
    /// The results; `None` for an error.
    pub results: Option<Vec<Item<'static>>>,
}

/// The rows of all tables.
pub fn known_rows() -> Vec<KnownRow> {
    macro_rules! tables {
        ($($name:literal),+) => {
            [$((
                $name,
                include_str!(
                    concat!("../../c_tests/data/", $name, "_known.csv")
                ),
            )),+]
        };
    }
    let tables = tables![
        "binding_table",
        "descriptor_layout",
        "divisor",
        "draw",
        "dynamic_state",
        "id",
        "indirect_draw",
        "padding",
        "record",
        "valhall",
        "varying"
    ];
    let rows = tables.into_iter().flat_map(|(file, table)| {
        table.lines().skip(1).map(move |line| {
            let values: Vec<_> = line.split(',').collect();
            let [_, function, given, answer] = values[..] else {
                panic!("four values in a row: {line}");
            };
            let results = results_in(answer);
            let arguments = items(given);
            KnownRow { file, function, arguments, answer, results }
        })
    });
    rows.collect()
}

/// What to do about a header that does not fit the sources.
const REGENERATE: &str = "renew the headers, as CONTRIBUTING.md says";

/// The name of an error of the library in Rust, from its name in C.
fn error_name(number: c_int) -> String {
    let mut all = documented::documented().errors.iter();
    let found = all.find(|(_, n)| **n == number);
    let (name, _) = found.unwrap_or_else(|| {
        panic!("{number} is in no enum of include/: {REGENERATE}")
    });
    let (_, name) = name.split_once("_ERROR_").expect("the name of an error");
    let words = name.split('_').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_owned() + &rest.to_lowercase()
    });
    words.collect()
}

/// Asserts that `call` returns the results of every row for its function and
/// arguments, and reads all of them; that each function has a row; and that the
/// header lists the errors of the functions in the text of the call, if there
/// are any. With `DRAL_BLESS` it writes other results into the file.
pub fn assert_known(
    (path, table): (&str, &str),
    functions: &[(&str, &str)],
    mut call: impl FnMut(&str, &mut Given) -> Answer,
) {
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("what,function,given,answer"));
    let listed: BTreeMap<_, _> = functions
        .iter()
        // Miri has no time for it.
        .filter(|(_, text)| text.contains("dral_") && !cfg!(miri))
        .map(|&(name, text)| (name, documented::errors_of(text)))
        .collect();
    let mut without_row: Vec<_> =
        functions.iter().map(|&(name, _)| name).collect();
    let mut wrong = String::new();
    let mut blessed = String::from("what,function,given,answer\n");
    for (index, line) in lines.enumerate() {
        let values: Vec<_> = line.split(',').collect();
        let [what, function, given, expected] = values[..] else {
            panic!("four values in a row: {line}");
        };
        // Miri takes a second for a row, and a minute for one of many words.
        let is_for_miri = index % 16 == 0 && line.len() < 400
            || without_row.contains(&function);
        if cfg!(miri) && !is_for_miri {
            continue;
        }
        let items = items(given);
        let mut rest = Given { items: &items, kept: Vec::new() };
        let answer = call(function, &mut rest);
        if let (Err(error), Some(listed)) = (&answer, listed.get(function)) {
            assert!(
                listed.contains(error),
                "{function} returned {}, which its \\return does not list: \
                 list it in src/ffi/, and {REGENERATE}: {line}",
                error_name(*error)
            );
        }
        let answer = answer.map_err(error_name);
        let (same, answer) = match answer {
            Ok(results) => {
                assert!(rest.is_read(), "not read: {line}");
                let same = results_in(expected).as_ref() == Some(&results);
                (same, text_of(&results, expected))
            }
            Err(name) => (name == expected, name),
        };
        if !same {
            wrong += &format!("{line}: {answer}\n");
        }
        let answer = if same { expected } else { &answer };
        blessed += &format!("{what},{function},{given},{answer}\n");
        without_row.retain(|&name| name != function);
    }
    assert!(without_row.is_empty(), "no row of {without_row:?}");
    let blesses = std::env::var_os("DRAL_BLESS").is_some_and(|set| set == "1");
    if !wrong.is_empty() && blesses {
        std::fs::write(path, blessed).expect(path);
        return;
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// The arguments in a row that are not yet read, and those with a pointer.
pub struct Given<'a> {
    items: &'a [Item<'a>],
    kept: Vec<Box<dyn Any>>,
}

impl Given<'_> {
    fn skip_ends(&mut self) {
        while let [Item::End, rest @ ..] = self.items {
            self.items = rest;
        }
    }

    /// Whether nothing is left.
    fn is_read(&mut self) -> bool {
        self.skip_ends();
        self.items.is_empty()
    }

    /// Begins to read a struct.
    pub fn begin(&mut self) {
        self.skip_ends();
    }

    /// Reads the next field if it has this name; else the field is 0.
    fn named(&mut self, name: &str) -> u64 {
        match self.items {
            [Item::Field(next, value), rest @ ..] if *next == name => {
                self.items = rest;
                *value
            }
            _ => 0,
        }
    }

    /// Reads the next argument.
    pub fn take<T: Argument>(&mut self) -> T {
        T::read(self)
    }

    /// Reads a count and as many arguments.
    pub fn list<T: Argument + 'static>(&mut self) -> (*const T, usize) {
        let count = self.take();
        let values = (0..count).map(|_| self.take()).collect();
        (self.keep(values), count)
    }

    /// Reads all arguments that are left, and counts them.
    pub fn rest<T: Argument + 'static>(&mut self) -> (*const T, usize) {
        let values: Vec<T> = self.take();
        let count = values.len();
        (self.keep(values), count)
    }

    /// An array until the next row.
    pub fn keep<T: 'static>(&mut self, values: Vec<T>) -> *const T {
        let first = values.as_ptr();
        self.kept.push(Box::new(values));
        first
    }
}

/// What a function takes as one or several words.
pub trait Argument: Sized {
    fn read(given: &mut Given<'_>) -> Self;

    /// Reads the field of a struct. Arrays and structs have no names.
    fn field(given: &mut Given<'_>, _name: &str) -> Self {
        Self::read(given)
    }
}

macro_rules! integers {
    ($($type:ty),+) => {
        $(impl Argument for $type {
            fn read(given: &mut Given<'_>) -> Self {
                given.skip_ends();
                let [Item::Number(word), rest @ ..] = given.items else {
                    panic!("too few arguments");
                };
                given.items = rest;
                (*word).try_into().expect("a smaller number")
            }

            fn field(given: &mut Given<'_>, name: &str) -> Self {
                let word = given.named(name);
                word.try_into().expect("a smaller number")
            }
        })+
    };
}
integers!(u8, u32, u64, usize);

impl Argument for i32 {
    fn read(given: &mut Given<'_>) -> Self {
        given.take::<u32>() as i32
    }

    fn field(given: &mut Given<'_>, name: &str) -> Self {
        u32::field(given, name) as i32
    }
}

impl<T: Argument + Debug, const N: usize> Argument for [T; N] {
    fn read(given: &mut Given<'_>) -> Self {
        core::array::from_fn(|_| given.take())
    }
}

impl<T: Argument, U: Argument> Argument for (T, U) {
    fn read(given: &mut Given<'_>) -> Self {
        (given.take(), given.take())
    }
}

/// All that are left.
impl<T: Argument> Argument for Vec<T> {
    fn read(given: &mut Given<'_>) -> Self {
        let mut all = Self::new();
        while !given.is_read() {
            all.push(given.take());
        }
        all
    }
}

/// Makes arguments of structs, whose fields are in this order. After a
/// semicolon come fields that no row has.
macro_rules! arguments {
    ($($struct:ty { $($field:ident),+ $(; $($rest:tt)+)? })*) => {
        $(impl $crate::rows::Argument for $struct {
            fn read(given: &mut $crate::rows::Given<'_>) -> Self {
                given.begin();
                $(let $field = $crate::rows::Argument::field(
                    given,
                    stringify!($field).trim_start_matches("r#"),
                );)+
                Self { $($field,)+ $($($rest)+)? }
            }
        })*
    };
}
pub(crate) use arguments;

/// A result: a number, a list or a struct. Negative numbers have 32 bits.
pub trait Output {
    fn add_to(&self, items: &mut Vec<Item<'static>>);

    /// As a field, or as one of several results.
    fn add_named(&self, name: &'static str, items: &mut Vec<Item<'static>>) {
        items.push(Item::List(name));
        self.add_to(items);
    }
}

/// The items of a result, which are at least one.
pub fn output(result: &(impl Output + ?Sized)) -> Vec<Item<'static>> {
    let mut items = Vec::new();
    result.add_to(&mut items);
    trimmed(items)
}

/// The last end is left out. A struct of zeros is one 0.
pub fn trimmed(mut items: Vec<Item<'static>>) -> Vec<Item<'static>> {
    if items.last() == Some(&Item::End) {
        items.pop();
    }
    if items.is_empty() {
        items.push(Item::Number(0));
    }
    items
}

macro_rules! number {
    ($($type:ty as $bits:ty),+) => {
        $(impl Output for $type {
            fn add_to(&self, items: &mut Vec<Item<'static>>) {
                items.push(Item::Number(*self as $bits as u64));
            }

            fn add_named(
                &self,
                name: &'static str,
                items: &mut Vec<Item<'static>>,
            ) {
                if *self != 0 {
                    items.push(Item::Field(name, *self as $bits as u64));
                }
            }
        })+
    };
}
number!(u8 as u8, u16 as u16, u32 as u32, i32 as u32, u64 as u64, usize as u64);

impl<T: Output> Output for [T] {
    fn add_to(&self, items: &mut Vec<Item<'static>>) {
        self.iter().for_each(|one| one.add_to(items));
    }
}

impl<T: Output, const N: usize> Output for [T; N] {
    fn add_to(&self, items: &mut Vec<Item<'static>>) {
        self.as_slice().add_to(items);
    }
}

impl<T: Output> Output for Vec<T> {
    fn add_to(&self, items: &mut Vec<Item<'static>>) {
        self.as_slice().add_to(items);
    }
}

/// Makes results of structs: all of their fields, in this order.
macro_rules! results {
    ($($struct:ty { $($field:ident),+ $(,)? })*) => {
        $(impl $crate::rows::Output for $struct {
            fn add_to(
                &self,
                items: &mut std::vec::Vec<$crate::rows::Item<'static>>,
            ) {
                let Self { $($field),+ } = self;
                $($field.add_named(
                    stringify!($field).trim_start_matches("r#"),
                    items,
                );)+
                items.push($crate::rows::Item::End);
            }
        })*
    };
}
pub(crate) use results;

/// Several results, with names.
macro_rules! named {
    ($($name:ident: $result:expr),+ $(,)?) => {{
        let mut items = std::vec::Vec::new();
        $($crate::rows::Output::add_named(
            &$result,
            stringify!($name),
            &mut items,
        );)+
        $crate::rows::trimmed(items)
    }};
}
pub(crate) use named;

/// Makes both of structs, whose fields are in this order.
macro_rules! both {
    ($($struct:ident { $($field:ident),+ $(,)? })*) => {
        $crate::rows::arguments! { $($struct { $($field),+ })* }
        $crate::rows::results! { $($struct { $($field),+ })* }
    };
}
pub(crate) use both;

/// What a call writes to its output.
pub fn written<T>(
    call: impl FnOnce(Option<&mut MaybeUninit<T>>) -> c_int,
) -> Result<T, c_int> {
    let mut output = MaybeUninit::uninit();
    match call(Some(&mut output)) {
        // SAFETY: a function that succeeds writes its output.
        0.. => Ok(unsafe { output.assume_init() }),
        error => Err(error),
    }
}

/// What a call writes to its two outputs.
pub fn both_written<T, U>(
    call: impl FnOnce(
        Option<&mut MaybeUninit<T>>,
        Option<&mut MaybeUninit<U>>,
    ) -> c_int,
) -> Result<(T, U), c_int> {
    let mut second = MaybeUninit::uninit();
    let first = written(|first| call(first, Some(&mut second)))?;
    // SAFETY: as above.
    Ok((first, unsafe { second.assume_init() }))
}

/// An output as an array.
pub fn array<T, E>(output: Option<&mut MaybeUninit<T>>) -> *mut E {
    output.map_or(null_mut(), |output| output.as_mut_ptr().cast())
}

/// A test of the rows of a table: for each function, a call of the C interface
/// that writes an output of a type, or an expression of type [`Answer`].
macro_rules! known_answers {
    (
        $test:ident, $table:literal, $given:ident, $out:ident;
        $($function:literal $(: $type:ty)? => $call:expr,)+
    ) => {
        #[test]
        fn $test() {
            use $crate::rows::{answer, assert_known, Answer, Given};
            let call = |function: &str, $given: &mut Given| -> Answer {
                match function {
                    $($function => answer!($out $(: $type)?, $call),)+
                    _ => panic!("unknown function: {function}"),
                }
            };
            let functions = [$(($function, stringify!($call))),+];
            let path = concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/c_tests/data/",
                $table,
                "_known.csv"
            );
            let table = include_str!(concat!(
                "../../c_tests/data/",
                $table,
                "_known.csv"
            ));
            assert_known((path, table), &functions, call);
        }
    };
}
pub(crate) use known_answers;

/// The answer of one function of [`known_answers`].
macro_rules! answer {
    ($out:ident: $type:ty, $call:expr) => {{
        let mut output = core::mem::MaybeUninit::<$type>::uninit();
        let $out = Some(&mut output);
        // SAFETY: the row's arguments are what the function's types say.
        #[allow(unused_unsafe)]
        let result = unsafe { $call };
        if result < 0 {
            return Err(result);
        }
        // SAFETY: a function that succeeds writes its output.
        Ok($crate::rows::output(&unsafe { output.assume_init() }))
    }};
    ($out:ident, $answer:expr) => {
        $answer
    };
}
pub(crate) use answer;
