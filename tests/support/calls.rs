// SPDX-License-Identifier: MIT

//! What every function does with its pointers and counts, checked by the same
//! loops for all of them. A table calls each function once, with arguments
//! with which it succeeds, and says of each pointer what the function does
//! with it. Each bad call differs from that one in a single argument, so
//! nothing else can be what is refused.
//!
//! Arguments lie either in memory of their own, which is as long as they are
//! and, for outputs, never written (miri sees what lies outside of it and
//! what is read of it), or side by side in an arena that is filled with a
//! pattern, of which each byte is compared.

// Every table is a crate of its own and may use a part of this.
#![allow(dead_code)]

#[path = "declared.rs"]
mod declared;

use declared::declared_functions;
use libc::{EDOM, EINVAL, ENOSPC, ENOTSUP, ERANGE};
use std::alloc::Layout;
use std::any::Any;
use std::collections::BTreeSet;
use std::ffi::{c_char, c_int, CStr};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut, without_provenance_mut};
use std::slice::{from_raw_parts_mut, from_ref};

/// No valid descriptor, flag, count or version is made of these.
const PATTERN: u8 = 0xA5;

/// The pattern lies so far around each argument, at least.
const MARGIN: usize = 64;

/// How often each function is called with any bits.
const ROUNDS: u32 = if cfg!(miri) { 20 } else { 20_000 };

#[derive(Clone, Copy, PartialEq)]
enum Role {
    Input,
    /// Read and written.
    Both,
    Output,
    /// Written at will, on an error, too.
    Scratch,
}

/// A pointer argument: an array, or a single value.
#[derive(Clone, Copy)]
struct Pointer {
    role: Role,
    /// What is read there says nothing about other memory.
    is_plain: bool,
    /// All of it is written.
    is_whole: bool,
    may_be_null: bool,
    /// Of an element.
    layout: Layout,
    /// How many elements the successful call has.
    count: usize,
    /// Which count says how many there are.
    counted_by: Option<usize>,
    /// The error for any lower count, or 0.
    too_few: c_int,
    /// The count of an array of which it tells how many were written.
    measures: Option<usize>,
    /// What is read.
    source: *const u8,
    /// Reads an element, of which each number must have been written.
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
            measures: None,
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

    /// How many elements a call has.
    fn count(&self, change: &Change) -> usize {
        let changed = self.counted_by.and_then(|count| change.counts[count]);
        changed.unwrap_or(self.count).min(self.count)
    }

    /// How many bytes.
    fn length(&self, change: &Change) -> usize {
        self.layout.size() * self.count(change)
    }

    /// Without a change.
    fn whole_length(&self) -> usize {
        self.layout.size() * self.count
    }

    /// Of an element.
    fn size(&self) -> usize {
        self.layout.size()
    }

    /// It may be NULL: it is not used, or nothing is there.
    fn is_optional(&self) -> bool {
        self.may_be_null || self.count == 0
    }

    fn is_read(&self) -> bool {
        matches!(self.role, Role::Input | Role::Both)
    }

    fn is_written(&self) -> bool {
        matches!(self.role, Role::Output | Role::Both)
    }
}

/// In what a call differs from the successful one.
#[derive(Clone, Debug, Default)]
struct Change {
    /// A bit for each pointer that is NULL.
    nulls: u32,
    /// A bit for each pointer to no element.
    dangling: u32,
    counts: [Option<usize>; 4],
    /// A pointer, across which other one it is moved, and how far.
    moved: Option<(usize, usize, usize)>,
    /// Where another value is, and which.
    value: Option<(Place, u64)>,
    /// The numbers and the plain inputs have any bits, from this seed.
    seed: Option<u64>,
}

/// A value of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// This one of the numbers that are passed by value.
    Number(usize),
    /// Behind this pointer: how many bytes from it on, and of how many.
    Field(usize, usize, usize),
}

/// Other values of a call, each by itself, what the call returns then, and
/// words of the text that explains it.
#[derive(Clone, Copy)]
pub struct Values {
    pub place: Place,
    pub values: &'static [u64],
    pub status: c_int,
    pub words: &'static str,
}

/// The largest number of 32 bits.
pub const MOST: u64 = 0xFFFF_FFFF;

/// Next to the two values of an enum or a flag, and far away.
pub const UNKNOWN: [u64; 8] =
    [2, 3, 255, 256, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, MOST];

/// Other values of numbers, by their position among the numbers of the call:
///
///     values! { 0 = [5, 6] EINVAL; }
///
/// or of fields of a struct, or of one in an array, by the position of its
/// pointer among the pointers, and words of the explanation:
///
///     values! { 1[0] dral_draw: idvs = UNKNOWN EINVAL "flag"; }
///
/// 0 in place of the errno allows the values.
macro_rules! values {
    ($($number:literal = $values:tt $errno:tt $($words:literal)?;)*) => {
        &[$(calls::Values {
            place: calls::Place::Number($number),
            values: const { &$values },
            status: -$errno,
            words: concat!($($words)?),
        }),*]
    };
    ($pointer:literal $type:ident: $($values:tt)*) => {
        values! { $pointer[0] $type: $($values)* }
    };
    ($pointer:literal[$index:literal] $type:ident:
        $($($field:ident).+ = $values:tt $errno:tt $($words:literal)?;)*) => {
        &[$(calls::Values {
            place: calls::Place::Field(
                $pointer,
                $index * size_of::<$type>()
                    + std::mem::offset_of!($type, $($field).+),
                calls::size_of_field(|value: &$type| &value.$($field).+),
            ),
            values: const { &$values },
            status: -$errno,
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

/// Numbers that look random, most of them near the ends of their ranges.
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

    /// All bytes, a few bits, a word, or nothing.
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
numbers!(u8, u32, u64, usize);

/// The arguments of one call, which the table asks for in their order.
pub struct Arguments<'a> {
    change: Change,
    /// Where they are; in memory of their own if it is not said.
    places: Vec<*mut u8>,
    pointers: Vec<Pointer>,
    own: Vec<(*mut u8, Box<dyn Any>)>,
    /// How many numbers were passed.
    numbers: usize,
    hostile: Option<Hostile>,
    /// Values of the table, which lasts longer.
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

    /// A number, which may be any other one, too.
    pub fn any<T: Number>(&mut self, number: T) -> T {
        let number = self.number(number);
        match &mut self.hostile {
            Some(hostile) => match hostile.below(4) {
                0 => T::of(hostile.number()),
                _ => number,
            },
            None => number,
        }
    }

    /// A number, of which only [`Values`] are other ones.
    pub fn number<T: Number>(&mut self, number: T) -> T {
        let place = Place::Number(self.numbers);
        self.numbers += 1;
        match self.change.value {
            Some((changed, value)) if changed == place => T::of(value),
            _ => number,
        }
    }

    /// The count of the arrays that were said to be counted by it.
    pub fn n(&self, count: usize) -> usize {
        self.change.counts[count].unwrap_or(self.count_of(count))
    }

    fn count_of(&self, count: usize) -> usize {
        let is_counted = |p: &&Pointer| p.counted_by == Some(count);
        let first = self.pointers.iter().find(is_counted);
        first.expect("an array before it has this count").count
    }

    /// A value that is read.
    pub fn input<T: 'static>(&mut self, value: &'a T) -> *const T {
        self.fixed(from_ref(value))
    }

    /// A value that is read, and that says where other memory is, or how long
    /// that is.
    pub fn telling<T: 'static>(&mut self, value: &'a T) -> *const T {
        let input = Pointer::input(from_ref(value));
        self.add(Pointer { is_plain: false, ..input })
    }

    /// The same, and it need not be there.
    pub fn optional<T: 'static>(&mut self, value: &'a T) -> *const T {
        let input = Pointer::input(from_ref(value));
        self.add(Pointer { is_plain: false, may_be_null: true, ..input })
    }

    /// A value that is read and written.
    pub fn both<T: 'static>(&mut self, value: &'a T) -> *mut T {
        self.add(Pointer::new(Role::Both, value, 1))
    }

    /// Room for a value.
    pub fn output<T: 'static>(&mut self) -> *mut T {
        self.add(Pointer::output::<T>(Role::Output, 1))
    }

    /// Room for a value of which only what is needed is written.
    pub fn memory<T: 'static>(&mut self) -> *mut T {
        let output = Pointer::output::<T>(Role::Output, 1);
        self.add(Pointer { is_whole: false, ..output })
    }

    /// Room for what is told on an error.
    pub fn refused<T: 'static>(&mut self) -> *mut T {
        let output = Pointer::output::<T>(Role::Scratch, 1);
        self.add(Pointer { may_be_null: true, ..output })
    }

    /// An array that is read, of a length that nobody counts.
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

    /// An array of values that say where other memory is.
    pub fn all_telling<T: 'static>(
        &mut self,
        count: usize,
        values: &'a [T],
    ) -> *const T {
        let counted_by = Some(count);
        let input = Pointer::input(values);
        self.add(Pointer { counted_by, is_plain: false, ..input })
    }

    /// An array that is read, of which all elements are needed.
    pub fn needed<T: 'static>(
        &mut self,
        count: usize,
        values: &'a [T],
    ) -> *const T {
        let (counted_by, too_few) = (Some(count), -EINVAL);
        self.add(Pointer { counted_by, too_few, ..Pointer::input(values) })
    }

    /// An array that is written, as long as one before it.
    pub fn outputs<T: 'static>(&mut self, count: usize) -> *mut T {
        let output = Pointer::output::<T>(Role::Output, self.count_of(count));
        self.add(Pointer { counted_by: Some(count), ..output })
    }

    /// An array that is written at will, as long as one before it.
    pub fn scratch<T: 'static>(&mut self, count: usize) -> *mut T {
        let output = Pointer::output::<T>(Role::Scratch, self.count_of(count));
        self.add(Pointer { counted_by: Some(count), ..output })
    }

    /// An array that is written, with a capacity that is just enough.
    pub fn room<T: 'static>(
        &mut self,
        count: usize,
        capacity: usize,
    ) -> *mut T {
        let (counted_by, too_few) = (Some(count), -ENOSPC);
        let output = Pointer::output::<T>(Role::Output, capacity);
        self.add(Pointer { counted_by, too_few, ..output })
    }

    /// Room for how many elements of such an array were written.
    pub fn written(&mut self, count: usize) -> *mut usize {
        let output = Pointer::output::<usize>(Role::Output, 1);
        self.add(Pointer { measures: Some(count), ..output })
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
            // SAFETY: the table's values, and as many.
            unsafe { place.copy_from_nonoverlapping(source, count) };
        }
        self.own.push((place.cast(), Box::new(own)));
        place.cast()
    }
}

/// What a function returns.
pub trait Answer {
    const CAN_FAIL: bool = false;

    /// 0 or a negative errno.
    fn status(&self) -> c_int;

    /// What a function that explains says.
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

/// An entry of the table.
pub struct Call<'a> {
    name: &'static str,
    #[allow(clippy::type_complexity)]
    function: Box<dyn Fn(&mut Arguments<'a>) -> (c_int, &'static str) + 'a>,
    can_fail: bool,
    values: Vec<Values>,
    /// Groups of pointers that may not overlap one another.
    apart: Vec<&'static [usize]>,
    /// A group of pointers without promised results if they overlap.
    unspecified: &'static [usize],
    /// A count beyond memory may be taken for what is needed of it.
    may_be_endless: bool,
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
            values: Vec::new(),
            apart: Vec::new(),
            unspecified: &[],
            may_be_endless: false,
        }
    }

    /// What it returns for these other values.
    pub fn with(mut self, values: &[Values]) -> Self {
        self.values.extend(values);
        self
    }

    /// These pointers may not overlap one another, unless both are inputs.
    pub fn apart(mut self, group: &'static [usize]) -> Self {
        self.apart.push(group);
        self
    }

    /// If these overlap, it is not said what is written there.
    pub fn unspecified(mut self, group: &'static [usize]) -> Self {
        self.unspecified = group;
        self
    }

    /// A count beyond memory may be taken for what is needed of it.
    pub fn may_be_endless(mut self) -> Self {
        self.may_be_endless = true;
        self
    }

    /// Calls the function with memory of its own for each argument, and reads
    /// what it has written.
    fn run_alone(&self, change: &Change) -> (c_int, Vec<Pointer>) {
        let mut arguments = Arguments::new(change, Vec::new());
        let (status, _) = (self.function)(&mut arguments);
        let pointers = arguments.pointers.clone();
        let fits = |p: &Pointer| p.too_few != -ENOSPC;
        // Less is written into room that is longer than it need be.
        let all = pointers.iter().all(fits) || change.counts == [None; 4];
        let there = pointers.iter().filter(|p| p.count(change) != 0);
        for (pointer, (own, _)) in there.zip(&arguments.own) {
            let is_whole = pointer.role == Role::Output && pointer.is_whole;
            if status == 0 && all && is_whole {
                for at in (0..pointer.length(change)).step_by(pointer.size()) {
                    // SAFETY: an element, which miri knows to be written.
                    unsafe { (pointer.read)(own.add(at)) };
                }
            }
        }
        (status, pointers)
    }
}

/// Entries of the table: `calls! { a: dral_name(a.any(1), a.output()); }`
macro_rules! calls {
    ($a:ident: $(
        $name:ident($($argument:expr),* $(,)?) $(.$note:ident $group:tt)*;
    )*) => {
        [$(calls::Call::new(
            stringify!($name),
            #[allow(unused_unsafe, unused_variables)]
            |$a| {
                // SAFETY: NULL, or what the function documents.
                unsafe { $name($($argument),*) }
            },
        )$(.$note $group)*),*]
    };
}
pub(crate) use calls;

/// A call, with the memory for its arguments.
pub struct Scene<'s, 'a> {
    call: &'s Call<'a>,
    pointers: Vec<Pointer>,
    /// How many bytes there are for each argument, and on both sides of it.
    stride: usize,
    arena: Vec<u64>,
    before: Vec<u64>,
    /// What the last call explained.
    text: &'static str,
}

fn bytes(memory: &[u64]) -> &[u8] {
    let length = size_of_val(memory);
    // SAFETY: numbers of another size.
    unsafe { std::slice::from_raw_parts(memory.as_ptr().cast(), length) }
}

impl<'s, 'a> Scene<'s, 'a> {
    /// The call succeeds with memory of its own.
    fn new(call: &'s Call<'a>) -> Self {
        let (status, pointers) = call.run_alone(&Change::default());
        assert_eq!(status, 0, "{}", call.name);
        let longest = pointers.iter().map(Pointer::whole_length).max();
        let stride = longest.unwrap_or(0).max(MARGIN).next_multiple_of(8);
        let arena = vec![0; 3 * pointers.len() * stride / 8];
        let before = arena.clone();
        Self { call, pointers, stride, arena, before, text: "" }
    }

    /// Where each argument begins in the arena.
    fn offsets(&self, change: &Change) -> Vec<usize> {
        let count = self.pointers.len();
        let mut offsets: Vec<usize> =
            (0..count).map(|index| (3 * index + 1) * self.stride).collect();
        if let Some((moved, across, distance)) = change.moved {
            let length = self.pointers[moved].whole_length();
            offsets[moved] = offsets[across] + distance - length;
        }
        offsets
    }

    /// Calls the function with its arguments in the arena: only outputs
    /// change, on success; on an error nothing does.
    #[track_caller]
    fn run(&mut self, change: &Change) -> c_int {
        let length = size_of_val(&*self.arena);
        let base = self.arena.as_mut_ptr().cast::<u8>();
        let offsets = self.offsets(change);
        let mut hostile = change.seed.map(Hostile);
        // SAFETY: the arena is so long.
        unsafe { base.write_bytes(PATTERN, length) };
        for (pointer, &offset) in self.pointers.iter().zip(&offsets) {
            if !pointer.is_read() {
                continue;
            }
            let size = pointer.whole_length();
            // SAFETY: the table's values, and the arena has room for them.
            let place = unsafe { base.add(offset) };
            // SAFETY: likewise.
            unsafe { place.copy_from_nonoverlapping(pointer.source, size) };
            if let (Some(hostile), true) = (&mut hostile, pointer.is_plain) {
                // SAFETY: just copied; plain values have no padding.
                hostile.damage(unsafe { from_raw_parts_mut(place, size) });
            }
        }
        if let Some((Place::Field(index, at, size), value)) = change.value {
            assert!(at + size <= self.pointers[index].whole_length());
            let number = match cfg!(target_endian = "big") {
                true => (value << (64 - 8 * size)).to_be_bytes(),
                false => value.to_le_bytes(),
            };
            // SAFETY: within the argument.
            unsafe {
                let place = base.add(offsets[index] + at);
                place.copy_from_nonoverlapping(number.as_ptr(), size);
            }
        }
        // SAFETY: equally long; provenance is kept.
        unsafe {
            let before = self.before.as_mut_ptr().cast::<u8>();
            before.copy_from_nonoverlapping(base, length);
        }
        // SAFETY: the arena is longer.
        let places = offsets.iter().map(|&at| unsafe { base.add(at) });
        let mut arguments = Arguments::new(change, places.collect());
        let (status, text) = (self.call.function)(&mut arguments);
        self.text = text;
        self.assert_changes(change, status == 0);
        status
    }

    #[track_caller]
    fn assert_changes(&self, change: &Change, success: bool) {
        let offsets = self.offsets(change);
        let name = self.call.name;
        let mut memories = [self.arena.clone(), self.before.clone()];
        for (index, pointer) in self.pointers.iter().enumerate() {
            let may_change = match pointer.role {
                // What tells where other memory is has padding.
                Role::Input => cfg!(miri) && !pointer.is_plain,
                _ if change.nulls >> index & 1 != 0 => false,
                Role::Both | Role::Output => success,
                Role::Scratch => true,
            };
            if !may_change {
                continue;
            }
            let mut length = match pointer.role {
                Role::Input => pointer.whole_length(),
                _ => pointer.length(change),
            };
            if let (Some(told), true) = (self.told(pointer, change), success) {
                let written = told * pointer.size();
                assert!(written <= length, "{name}: {change:?}: {told}");
                // Draws of any bits may need less than they tell.
                length = if change.seed.is_some() { length } else { written };
            }
            for memory in &mut memories {
                let base = memory.as_mut_ptr().cast::<u8>();
                // SAFETY: an argument's place in both.
                unsafe { base.add(offsets[index]).write_bytes(0, length) };
            }
        }
        let is_same = memories[0] == memories[1];
        assert!(is_same, "{name}: {change:?} changes memory");
    }

    /// How many elements of an array the call told to have written.
    fn told(&self, array: &Pointer, change: &Change) -> Option<usize> {
        let count = array.counted_by?;
        let measures = |p: &Pointer| p.measures == Some(count);
        let index = self.pointers.iter().position(measures)?;
        let told = &bytes(&self.arena)[self.offsets(change)[index]..];
        let told = *told.first_chunk().expect("a count");
        // What overlaps may tell anything.
        change.moved.is_none().then_some(usize::from_ne_bytes(told))
    }

    /// The call gives this status, if it can fail.
    #[track_caller]
    fn expect(&mut self, change: &Change, status: c_int) {
        let expected = if self.call.can_fail { status } else { 0 };
        let name = self.call.name;
        assert_eq!(self.run(change), expected, "{name}: {change:?}");
    }

    /// What the arguments that are written have now.
    fn outputs(&self, change: &Change) -> Vec<&[u8]> {
        let pointers = self.pointers.iter().zip(self.offsets(change));
        pointers
            .filter(|(pointer, _)| pointer.is_written())
            .map(|(pointer, at)| {
                &bytes(&self.arena)[at..][..pointer.whole_length()]
            })
            .collect()
    }

    /// The arrays of each count: a bit for each, and what they are.
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

/// What a successful call writes, for the inputs of others.
pub fn answer<T>(call: impl FnOnce(*mut T) -> c_int) -> T {
    let mut output = Box::new_uninit();
    assert_eq!(call(output.as_mut_ptr()), 0);
    // SAFETY: the call has written it.
    *unsafe { output.assume_init() }
}

/// The names of the table are those of the functions in the header.
pub fn check_names(header: &str, calls: &[Call]) {
    let called: BTreeSet<&str> = calls.iter().map(|call| call.name).collect();
    assert_eq!(called, declared_functions(header));
}

/// What is checked of each call.
pub fn each(check: fn(Scene)) -> impl Fn(&[Call]) {
    move |calls| calls.iter().for_each(|call| check(Scene::new(call)))
}

/// The successful call writes all of its outputs.
pub fn check_success(mut scene: Scene) {
    let change = Change::default();
    scene.expect(&change, 0);
    let before = bytes(&scene.before);
    let written = scene.pointers.iter().zip(scene.offsets(&change));
    let written = written.filter(|(pointer, _)| pointer.is_written());
    for ((pointer, at), now) in written.zip(scene.outputs(&change)) {
        let before = &before[at..][..now.len()];
        let size = pointer.size();
        // The first number of each, which no padding is before.
        let first = size.min(4);
        let mut elements = now.chunks(size).zip(before.chunks(size));
        let changes = match pointer.role {
            Role::Both => now != before,
            _ => elements.all(|(a, b)| a[..first] != b[..first]),
        };
        assert!(changes, "{}: {at}", scene.call.name);
    }
}

/// NULL is refused for each pointer, and for all of them.
pub fn check_null(mut scene: Scene) {
    for index in 0..scene.pointers.len() {
        let change = Change { nulls: 1 << index, ..Change::default() };
        let is_fine = scene.pointers[index].is_optional();
        scene.expect(&change, if is_fine { 0 } else { -EINVAL });
        assert_null_is_explained(&scene, !is_fine);
    }
    let change = Change { nulls: u32::MAX, ..Change::default() };
    let is_needed = scene.pointers.iter().any(|p| !p.is_optional());
    scene.expect(&change, if is_needed { -EINVAL } else { 0 });
    assert_null_is_explained(&scene, is_needed);
}

fn assert_null_is_explained(scene: &Scene, is_refused: bool) {
    let has_text = !scene.text.is_empty() && is_refused;
    assert!(!has_text || scene.text.contains("NULL"), "{}", scene.text);
}

/// The errors of other values, and what explains them.
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
            let is_told = text != valid && text.contains(other.words);
            let is_allowed = other.status == 0 && other.words.is_empty();
            let has_text = !text.is_empty() && !is_allowed;
            assert!(is_told || !has_text, "{name}: {change:?}: {text}");
        }
    }
}

/// Counts beyond memory are refused, or taken for what is needed of them.
pub fn check_endless_counts(mut scene: Scene) {
    scene.expect(&Change::default(), 0);
    let sound = scene.arena.clone();
    for (count, _, arrays) in scene.counts() {
        for size in arrays.iter().map(Pointer::size) {
            for endless in [
                usize::MAX,
                usize::MAX / 2 + 1,
                // Half of memory is exceeded just so, and sizes in bytes wrap.
                usize::MAX / 2 / size + 1,
                (usize::MAX / size).saturating_add(1),
            ] {
                let change = Change::count(count, endless);
                if !scene.call.may_be_endless {
                    scene.expect(&change, -EINVAL);
                } else if scene.run(&change) == 0 {
                    assert!(scene.arena == sound, "{}", scene.call.name);
                }
            }
        }
    }
}

/// Fewer elements are used to their last, or are the error of the table; no
/// pointer to none of them is looked at.
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
            assert!(!scene.call.can_fail || alone == too_few);
        }
        let none = Change::count(index, 0);
        for change in [
            Change { nulls: bits, ..none.clone() },
            Change { dangling: bits, ..none },
        ] {
            // It is not said which of several errors it is.
            let status = scene.run(&change);
            let name = scene.call.name;
            assert_eq!(status < 0, too_few < 0, "{name}: {change:?}");
        }
    }
}

/// Moves each output across each other argument, from side to side: side by
/// side all is well; where they overlap it is an error, or the same is
/// written, or, if that is not promised, only outputs change.
pub fn check_overlap(mut scene: Scene) {
    let count = scene.pointers.len();
    for moved in 0..count {
        for across in 0..count {
            // The one that can be at more places is moved.
            let order = |at: usize| (scene.pointers[at].layout.align(), at);
            if order(moved) < order(across) {
                check_pair(&mut scene, [moved, across]);
            }
        }
    }
}

fn check_pair(scene: &mut Scene, pair: [usize; 2]) {
    let sound = Change::default();
    let is_in = |group: &[usize]| pair.iter().all(|at| group.contains(at));
    let must_be_apart = scene.call.apart.iter().any(|group| is_in(group));
    let [moved, across] = pair.map(|at| scene.pointers[at]);
    let roles = [moved.role, across.role];
    // What is read must not depend on what it overlaps.
    if moved.count * across.count == 0
        || roles == [Role::Input; 2]
        || roles.contains(&Role::Both) && !must_be_apart
    {
        return;
    }
    let is_same =
        roles.contains(&Role::Input) && !is_in(scene.call.unspecified);
    scene.expect(&sound, 0);
    let outputs: Vec<Vec<u8>> =
        scene.outputs(&sound).iter().map(|bytes| bytes.to_vec()).collect();
    let step = moved.layout.align();
    let end = moved.whole_length() + across.whole_length();
    for distance in (0..=end).step_by(step) {
        let beside = distance == 0 || distance == end;
        if cfg!(miri) && !beside && distance % (end / 4) >= step {
            continue;
        }
        let moved = Some((pair[0], pair[1], distance));
        let change = Change { moved, ..Change::default() };
        if must_be_apart && !beside {
            scene.expect(&change, -EINVAL);
            continue;
        }
        scene.expect(&change, 0);
        let promised = is_same || beside;
        assert!(
            !promised || scene.outputs(&change) == outputs,
            "{}: {change:?}",
            scene.call.name
        );
    }
}

/// Any numbers, any bits in plain inputs, any lower counts: the call succeeds
/// or is an error. NULL is an error besides.
pub fn check_any_bits(mut scene: Scene) {
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
        let errors = [0, EINVAL, EDOM, ERANGE, ENOSPC, ENOTSUP];
        let Scene { call: Call { name, can_fail, .. }, .. } = scene;
        assert!(errors.contains(&-status), "{name}: {status}");
        assert!(status < 0 || !is_needed || !can_fail, "{name}: {change:?}");
        successes += u32::from(status == 0);
    }
    // Too few rounds to meet them.
    assert!(cfg!(miri) || successes > ROUNDS / 50, "{}", scene.call.name);
}

/// The tests of a table: a function that takes what is done with its calls.
macro_rules! check_table {
    ($table:ident, $header:expr) => {
        calls::check_table! { $table:
            outputs_are_written_whole_and_nothing_else: check_success,
            null_is_refused: check_null,
            unknown_values_are_refused: check_values,
            counts_beyond_memory_are_refused: check_endless_counts,
            arrays_are_used_to_their_last_element: check_lower_counts,
            overlapping_arguments_are_refused_or_do_no_harm: check_overlap,
            any_bits_are_safe: check_any_bits,
        }

        #[test]
        fn every_exported_function_is_in_the_table() {
            $table(&|table| calls::check_names(include_str!($header), table));
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
