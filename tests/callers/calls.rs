// SPDX-License-Identifier: MIT

//! Bad calls of the C interface. A table has one good call of each function;
//! the same loops make the bad calls of all functions from it. Every bad call
//! differs from the good one in one argument, so nothing else can be the reason
//! for the error.
//!
//! An example, from `instancing.rs`:
//!
//!     dral_attribute_record_element(a.input(&npot), a.fuzzed(71), a.output())
//!         .with(values! { 0 AttributeRecord:
//!             r#type = [0, 5] NotADescriptor;
//!         });
//!
//! `a` provides the arguments: a pointer to a record that is read, a number,
//! and a pointer to an output. The tests call the function
//!
//! - as it is written: it succeeds, writes all of the output and nothing else;
//! - with NULL for each pointer: -10001, `NullPointer`;
//! - with the types 0 and 5 in the record: -10026, `NotADescriptor`;
//! - many times with random bits in the record and random numbers instead of
//!   71: it succeeds or returns an error, and writes nothing but the output.
//!
//! Every error that it returns is in the list of its `\return` in the header.
//!
//! Arrays have a count, by its position among the counts of the call, from 0:
//!
//!     dral_attribute_record_unpack(
//!         a.needed(0, &NPOT_WORDS, TRUNCATED), a.n(0), a.output());
//!
//! The tests then also pass every lower count (here the error is `TRUNCATED`),
//! and counts for which the array exceeds the address space (`ArrayLength`).
//!
//! Arguments are allocated in two ways: exactly as long as the argument and
//! uninitialized for outputs, so that miri sees every wrong access; or each at
//! the end of [`memory`] that is filled with a pattern and compared after the
//! call. It ends at a page without access, and inputs are read-only.

mod checks;
mod memory;

pub use checks::*;
use std::alloc::Layout;
use std::any::Any;
use std::ffi::{c_char, c_int, CStr};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut, without_provenance_mut};
use std::slice::from_ref;

/// No valid descriptor, flag, count or version is made of these.
const PATTERN: u8 = 0xA5;

/// Calls of each function with random bits.
const ROUNDS: u32 = if cfg!(miri) { 20 } else { 20_000 };

#[derive(Clone, Copy, PartialEq)]
enum Role {
    Input,
    /// Read and written.
    Both,
    Output,
    /// Memory for the function's own use.
    Scratch,
}

/// A pointer argument: an array, or a single value.
#[derive(Clone, Copy)]
struct Pointer {
    role: Role,
    /// It contains neither pointers nor counts of other memory.
    is_plain: bool,
    /// A successful call writes all of it.
    is_whole: bool,
    may_be_null: bool,
    /// The layout of an element.
    layout: Layout,
    /// The number of elements in the good call.
    count: usize,
    /// Which of the counts of the call is the number of elements.
    counted_by: Option<usize>,
    /// The error for every lower count, or 0.
    too_few: c_int,
    /// The table's values, which are copied to the argument.
    source: *const u8,
    /// Reads an element; under miri all of its numbers must be initialized.
    read: unsafe fn(*const u8),
}

impl Pointer {
    fn new<T>(role: Role, source: *const T, count: usize) -> Self {
        unsafe fn read<T>(pointer: *const u8) {
            // SAFETY: the caller's promise.
            drop(unsafe { pointer.cast::<T>().read() });
        }
        Self {
            role,
            is_plain: true,
            is_whole: true,
            may_be_null: false,
            layout: Layout::new::<T>(),
            count,
            counted_by: None,
            too_few: 0,
            source: source.cast(),
            read: read::<T>,
        }
    }

    fn input<T>(values: &[T]) -> Self {
        Self::new(Role::Input, values.as_ptr(), values.len())
    }

    fn output<T>(role: Role, count: usize) -> Self {
        Self::new::<T>(role, null(), count)
    }

    /// The number of elements in a call.
    fn count(&self, change: &Change) -> usize {
        let changed = self.counted_by.and_then(|count| change.counts[count]);
        changed.unwrap_or(self.count).min(self.count)
    }

    /// The length in bytes.
    fn length(&self, change: &Change) -> usize {
        self.layout.size() * self.count(change)
    }

    /// The length in bytes in the good call.
    fn whole_length(&self) -> usize {
        self.layout.size() * self.count
    }

    /// The size of an element.
    fn size(&self) -> usize {
        self.layout.size()
    }

    /// NULL is allowed.
    fn is_optional(&self) -> bool {
        self.may_be_null || self.count == 0
    }

    fn is_read(&self) -> bool {
        matches!(self.role, Role::Input | Role::Both)
    }
}

/// How a call differs from the good one.
#[derive(Clone, Debug, Default)]
struct Change {
    /// A bit for each pointer that is NULL.
    nulls: u32,
    /// A bit for each pointer that is aligned but points to no memory.
    dangling: u32,
    counts: [Option<usize>; 4],
    /// A value to substitute.
    value: Option<(Place, u64)>,
    /// The seed of random numbers and random bits in plain inputs.
    seed: Option<u64>,
}

/// Where a value of a call is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// The position among the numbers that are passed by value.
    Number(usize),
    /// The position among the pointers, the offset from it and the size of the
    /// field, in bytes.
    Field(usize, usize, usize),
}

/// Values to substitute one at a time, with the expected status and words of
/// the explanation.
#[derive(Clone, Copy)]
pub struct Values {
    pub place: Place,
    pub values: &'static [u64],
    pub status: c_int,
    pub words: &'static str,
}

/// The largest number of 32 bits.
pub const MOST: u64 = 0xFFFF_FFFF;

/// Unknown values of an enum or a flag that has the values 0 and 1.
pub const UNKNOWN: [u64; 8] =
    [2, 3, 255, 256, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, MOST];

/// Values to substitute for numbers, by their position among the numbers of the
/// call, with the error:
///
///     values! { 0 = [5, 6] UnknownRate; }
///
/// or for fields of a struct, or of one in an array, by the position of the
/// pointer among the pointers of the call, with words of the explanation:
///
///     values! { 1[0] dral_draw: idvs = UNKNOWN UnknownFlag "flag"; }
///
/// 0 instead of the error means that the call succeeds.
macro_rules! values {
    ($($number:literal = $values:tt $error:tt $($words:literal)?;)*) => {
        &[$(calls::Values {
            place: calls::Place::Number($number),
            values: const { &$values },
            status: $error as core::ffi::c_int,
            words: concat!($($words)?),
        }),*]
    };
    ($pointer:literal $type:ident: $($values:tt)*) => {
        values! { $pointer[0] $type: $($values)* }
    };
    ($pointer:literal[$index:literal] $type:ident:
        $($($field:ident).+ = $values:tt $error:tt $($words:literal)?;)*) => {
        &[$(calls::Values {
            place: calls::Place::Field(
                $pointer,
                $index * size_of::<$type>()
                    + std::mem::offset_of!($type, $($field).+),
                calls::size_of_field(|value: &$type| &value.$($field).+),
            ),
            values: const { &$values },
            status: $error as core::ffi::c_int,
            words: concat!($($words)?),
        }),*]
    };
}
pub(crate) use values;

pub const fn size_of_field<T, F>(_: fn(&T) -> &F) -> usize {
    size_of::<F>()
}

impl Change {
    fn value(place: Place, value: u64) -> Self {
        Self { value: Some((place, value)), ..Self::default() }
    }

    fn count(index: usize, count: usize) -> Self {
        let mut change = Self::default();
        change.counts[index] = Some(count);
        change
    }
}

/// Random numbers, most of them near the ends of their ranges.
struct Hostile(u64);

impl Hostile {
    fn next(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    fn number(&mut self) -> u64 {
        let number = self.next();
        match self.below(8) {
            0 | 1 => number % 10,
            2 => u64::MAX - number % 3,
            3 => 1 << (number % 64),
            _ => number,
        }
    }

    /// Changes all bytes, a few bits, a word, or nothing.
    fn damage(&mut self, bytes: &mut [u8]) {
        match self.below(8) {
            0 => {
                for word in bytes.chunks_mut(8) {
                    let number = self.next().to_le_bytes();
                    word.copy_from_slice(&number[..word.len()]);
                }
            }
            1 | 2 => {
                for _ in 0..=self.below(8) {
                    bytes[self.below(bytes.len())] ^= 1 << self.below(8);
                }
            }
            3..6 => {
                let number = (self.number() as u32).to_ne_bytes();
                let word = bytes.len().min(4);
                let place = self.below(bytes.len() / word) * word;
                bytes[place..][..word].copy_from_slice(&number[..word]);
            }
            _ => {}
        }
    }
}

/// A number that a function takes by value.
pub trait Number {
    fn of(number: u64) -> Self;
}

macro_rules! numbers {
    ($($number:ident),*) => {
        $(impl Number for $number {
            fn of(number: u64) -> Self {
                number as Self
            }
        })*
    };
}
numbers!(u8, u32, i32, u64, usize);

/// The arguments of one call, in their order.
pub struct Arguments<'a> {
    change: Change,
    /// Their addresses; if empty, each is allocated here.
    places: Vec<*mut u8>,
    pointers: Vec<Pointer>,
    own: Vec<(*mut u8, Box<dyn Any>)>,
    /// The numbers that were passed so far.
    numbers: usize,
    hostile: Option<Hostile>,
    /// Values of the table, which outlives the call.
    values: PhantomData<&'a ()>,
}

impl<'a> Arguments<'a> {
    fn new(change: &Change, places: Vec<*mut u8>) -> Self {
        Self {
            change: change.clone(),
            places,
            pointers: Vec::new(),
            own: Vec::new(),
            numbers: 0,
            hostile: change.seed.map(|seed| Hostile(!seed)),
            values: PhantomData,
        }
    }

    /// A number, which is also replaced by random ones.
    pub fn fuzzed<T: Number>(&mut self, number: T) -> T {
        let number = self.number(number);
        match &mut self.hostile {
            Some(hostile) => match hostile.below(4) {
                0 => T::of(hostile.number()),
                _ => number,
            },
            None => number,
        }
    }

    /// A number that only [`Values`] replace.
    pub fn number<T: Number>(&mut self, number: T) -> T {
        let place = Place::Number(self.numbers);
        self.numbers += 1;
        match self.change.value {
            Some((changed, value)) if changed == place => T::of(value),
            _ => number,
        }
    }

    /// A count of the arrays before it.
    pub fn n(&self, count: usize) -> usize {
        self.change.counts[count].unwrap_or(self.count_of(count))
    }

    fn count_of(&self, count: usize) -> usize {
        let is_counted = |p: &&Pointer| p.counted_by == Some(count);
        let first = self.pointers.iter().find(is_counted);
        first.expect("an array before it has this count").count
    }

    /// A value that is read.
    pub fn input<T: 'static>(&mut self, value: &'a T) -> Option<&'a T> {
        let pointer = self.fixed(from_ref(value));
        // SAFETY: NULL, or a copy of the value, which outlives the call.
        unsafe { pointer.as_ref() }
    }

    /// A value that is read and has pointers to other memory, or its length.
    pub fn with_pointers<T: 'static>(&mut self, value: &'a T) -> Option<&'a T> {
        let input = Pointer::input(from_ref(value));
        let pointer: *mut T = self.add(Pointer { is_plain: false, ..input });
        // SAFETY: as above.
        unsafe { pointer.as_ref() }
    }

    /// The same in a struct, where NULL is allowed.
    pub fn optional<T: 'static>(&mut self, value: &'a T) -> *const T {
        let input = Pointer::input(from_ref(value));
        self.add(Pointer { is_plain: false, may_be_null: true, ..input })
    }

    /// A value that is read and written.
    #[allow(clippy::mut_from_ref)]
    pub fn both<T: 'static>(&mut self, value: &'a T) -> Option<&'a mut T> {
        let pointer = self.in_place(value);
        // SAFETY: as above; the copy belongs to this call.
        unsafe { pointer.as_mut() }
    }

    /// The same for a function that takes a raw pointer.
    pub fn in_place<T: 'static>(&mut self, value: &'a T) -> *mut T {
        self.add(Pointer::new(Role::Both, value, 1))
    }

    /// Memory to which a value is written.
    pub fn output<T: 'static>(&mut self) -> Option<&'a mut MaybeUninit<T>> {
        let pointer: *mut T = self.add(Pointer::output::<T>(Role::Output, 1));
        // SAFETY: as above, but not initialized.
        unsafe { pointer.cast::<MaybeUninit<T>>().as_mut() }
    }

    /// The same, but not all of the value is written.
    pub fn memory<T: 'static>(&mut self) -> Option<&'a mut T> {
        let output = Pointer::output::<T>(Role::Output, 1);
        let pointer: *mut T = self.add(Pointer { is_whole: false, ..output });
        // SAFETY: as above. The function writes what it reads.
        unsafe { pointer.as_mut() }
    }

    /// An array that is written, with a length that is not passed.
    pub fn room<T: 'static>(&mut self, count: usize) -> *mut T {
        self.add(Pointer::output::<T>(Role::Output, count))
    }

    /// An array that is read, with a length that is not passed.
    pub fn fixed<T: 'static>(&mut self, values: &'a [T]) -> *const T {
        self.add(Pointer::input(values))
    }

    /// An array that is read.
    pub fn inputs<T: 'static>(
        &mut self,
        count: usize,
        values: &'a [T],
    ) -> *const T {
        let input = Pointer::input(values);
        self.add(Pointer { counted_by: Some(count), ..input })
    }

    /// An array of values with pointers to other memory.
    pub fn array_with_pointers<T: 'static>(
        &mut self,
        count: usize,
        values: &'a [T],
    ) -> *const T {
        let counted_by = Some(count);
        let input = Pointer::input(values);
        self.add(Pointer { counted_by, is_plain: false, ..input })
    }

    /// An array that is read to its end: fewer elements are the error
    /// `too_few`.
    pub fn needed<T: 'static>(
        &mut self,
        count: usize,
        values: &'a [T],
        too_few: c_int,
    ) -> *const T {
        let counted_by = Some(count);
        self.add(Pointer { counted_by, too_few, ..Pointer::input(values) })
    }

    /// An array that is written, as long as an array before it.
    pub fn outputs<T: 'static>(&mut self, count: usize) -> *mut T {
        let output = Pointer::output::<T>(Role::Output, self.count_of(count));
        self.add(Pointer { counted_by: Some(count), ..output })
    }

    /// An array for the function's own use, as long as an array before it.
    pub fn scratch<T: 'static>(&mut self, count: usize) -> *mut T {
        let output = Pointer::output::<T>(Role::Scratch, self.count_of(count));
        self.add(Pointer { counted_by: Some(count), ..output })
    }

    /// An array that is written, with just enough capacity: a lower capacity is
    /// the error `too_few`.
    pub fn capacity_array<T: 'static>(
        &mut self,
        count: usize,
        capacity: usize,
        too_few: c_int,
    ) -> *mut T {
        let output = Pointer::output::<T>(Role::Output, capacity);
        self.add(Pointer { counted_by: Some(count), too_few, ..output })
    }

    fn add<T: 'static>(&mut self, pointer: Pointer) -> *mut T {
        let index = self.pointers.len();
        self.pointers.push(pointer);
        let count = pointer.count(&self.change);
        if self.change.nulls >> index & 1 != 0 {
            return null_mut();
        }
        let is_dangling = self.change.dangling >> index & 1 != 0;
        match self.places.get(index) {
            Some(place) if !is_dangling => return place.cast(),
            None if !is_dangling && count != 0 => {}
            _ => return without_provenance_mut(align_of::<T>()),
        }
        let mut own = Vec::<MaybeUninit<T>>::with_capacity(count);
        let place = own.as_mut_ptr();
        if pointer.is_read() {
            let source = pointer.source.cast();
            // SAFETY: the table has that many values.
            unsafe { place.copy_from_nonoverlapping(source, count) };
        }
        self.own.push((place.cast(), Box::new(own)));
        place.cast()
    }
}

/// What a function returns.
pub trait Answer {
    const CAN_FAIL: bool = false;

    /// 0 or a count, or the negative number of an error.
    fn status(&self) -> c_int;

    /// The sentence that a function returns.
    fn text(&self) -> &'static str {
        ""
    }
}

impl Answer for c_int {
    const CAN_FAIL: bool = true;

    fn status(&self) -> c_int {
        *self
    }
}

impl Answer for u32 {
    fn status(&self) -> c_int {
        0
    }
}

impl Answer for *const c_char {
    fn status(&self) -> c_int {
        0
    }

    fn text(&self) -> &'static str {
        assert!(!self.is_null());
        // SAFETY: not NULL, and the library's texts are static.
        let text = unsafe { CStr::from_ptr(*self) };
        assert!(text.to_bytes().is_ascii());
        text.to_str().expect("it is ASCII")
    }
}

/// An entry of a table.
pub struct Call<'a> {
    name: &'static str,
    #[allow(clippy::type_complexity)]
    function: Box<dyn Fn(&mut Arguments<'a>) -> (c_int, &'static str) + 'a>,
    can_fail: bool,
    /// The most that it returns, if that is not the length of an array.
    most: c_int,
    values: Vec<Values>,
}

impl<'a> Call<'a> {
    pub fn new<T: Answer>(
        name: &'static str,
        function: impl Fn(&mut Arguments<'a>) -> T + 'a,
    ) -> Self {
        Self {
            name,
            function: Box::new(move |arguments| {
                let answer = function(arguments);
                (answer.status(), answer.text())
            }),
            can_fail: T::CAN_FAIL,
            most: 0,
            values: Vec::new(),
        }
    }

    /// The most that the function returns without an array of that length.
    pub fn returns_up_to(mut self, most: c_int) -> Self {
        self.most = most;
        self
    }

    /// Values to substitute.
    pub fn with(mut self, values: &[Values]) -> Self {
        self.values.extend(values);
        self
    }

    /// Calls the function with a separate allocation for each argument, and
    /// reads the outputs.
    fn run_alone(&self, change: &Change) -> (c_int, Vec<Pointer>) {
        let mut arguments = Arguments::new(change, Vec::new());
        let call = || (self.function)(&mut arguments);
        let (status, _) = memory::call(self.name, call);
        let pointers = arguments.pointers.clone();
        let there = pointers.iter().filter(|p| p.count(change) != 0);
        for (pointer, (own, _)) in there.zip(&arguments.own) {
            let is_whole = pointer.role == Role::Output && pointer.is_whole;
            // With fewer inputs, an array with a capacity is not full.
            let is_full = pointer.too_few == 0 || change.counts == [None; 4];
            if status >= 0 && is_full && is_whole {
                for at in (0..pointer.length(change)).step_by(pointer.size()) {
                    // SAFETY: an element; miri checks that it was written.
                    unsafe { (pointer.read)(own.add(at)) };
                }
            }
        }
        (status, pointers)
    }
}

/// Entries of a table: `calls! { a: dral_name(a.fuzzed(1), a.output()); }`
macro_rules! calls {
    ($a:ident: $(
        $name:ident($($argument:expr),* $(,)?) $(.$note:ident $group:tt)*;
    )*) => {
        [$(calls::Call::new(
            stringify!($name),
            #[allow(unused_unsafe, unused_variables)]
            |$a| {
                // SAFETY: NULL, or what the contract says.
                unsafe { $name($($argument),*) }
            },
        )$(.$note $group)*),*]
    };
}
pub(crate) use calls;

/// The output of a successful call, as an input for other calls.
pub fn answer<T>(call: impl FnOnce(Option<&mut MaybeUninit<T>>) -> c_int) -> T {
    let mut output = Box::new_uninit();
    assert!(call(Some(&mut output)) >= 0);
    // SAFETY: the successful call wrote it.
    *unsafe { output.assume_init() }
}

/// The tests of a table: a function that applies a check to its calls.
macro_rules! check_table {
    ($table:ident, $($header:expr),+) => {
        calls::check_table! { $table:
            outputs_are_written_and_nothing_else: check_success,
            null_is_an_error: check_null,
            values_have_their_errors: check_values,
            arrays_beyond_the_address_space_are_errors: check_endless_counts,
            lower_counts_are_obeyed_or_errors: check_lower_counts,
            random_bits_are_safe: check_fuzzed,
            counts_and_indices_reach_nothing_outside: check_small_numbers,
        }

        #[test]
        fn every_exported_function_is_in_the_table() {
            let headers = concat!($(include_str!($header)),+);
            $table(&|table| calls::check_names(headers, table));
        }
    };
    ($table:ident: $($test:ident: $check:ident),*,) => {
        $(
            #[test]
            fn $test() {
                $table(&calls::each(calls::$check));
            }
        )*
    };
}
pub(crate) use check_table;
