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

use libc::{EDOM, EINVAL, ENOSPC, ENOTSUP, ERANGE};
use std::alloc::{alloc, dealloc, handle_alloc_error, Layout};
use std::collections::BTreeSet;
use std::ffi::{c_char, c_int, CStr};
use std::marker::PhantomData;
use std::ptr::{null_mut, without_provenance_mut};

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
    /// Written on an error only, and may be NULL.
    Refused,
}

/// A pointer argument: an array, or a single value.
#[derive(Clone, Copy)]
struct Pointer {
    role: Role,
    /// What is read there says nothing about other memory.
    is_plain: bool,
    /// All of it is written.
    is_whole: bool,
    /// Of an element.
    layout: Layout,
    /// How many elements the successful call has.
    count: usize,
    /// Which count says how many there are.
    counted_by: Option<usize>,
    /// The error for any lower count, if there is one.
    too_few: Option<c_int>,
    /// The count of an array of which it tells how many were written.
    measures: Option<usize>,
    /// What is read.
    source: *const u8,
    /// Reads an element, of which each number must have been written.
    read: unsafe fn(*const u8),
}

impl Pointer {
    /// How many elements a call has.
    fn count(&self, change: &Change) -> usize {
        let changed = self.counted_by.and_then(|count| change.counts[count]);
        changed.unwrap_or(self.count).min(self.count)
    }

    /// How many bytes.
    fn length(&self, change: &Change) -> usize {
        self.layout.size() * self.count(change)
    }

    fn is_read(&self) -> bool {
        matches!(self.role, Role::Input | Role::Both)
    }
}

/// In what a call differs from the successful one.
#[derive(Clone, Debug, Default)]
struct Change {
    /// A bit for each pointer that is NULL.
    nulls: u32,
    /// A bit for each pointer to no element.
    dangling: u32,
    counts: [Option<usize>; 3],
    /// A pointer, across which other one it is moved, and how far.
    moved: Option<(usize, usize, usize)>,
    /// The numbers and the plain inputs have any bits, from this seed.
    seed: Option<u64>,
}

impl Change {
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
                let number = self.number().to_le_bytes();
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
numbers!(u8, u32, u64, i32);

/// The arguments of one call, which the table asks for in their order.
pub struct Arguments<'a> {
    change: Change,
    /// Where they are; in memory of their own if it is not said.
    places: Vec<*mut u8>,
    pointers: Vec<Pointer>,
    own: Vec<(*mut u8, Layout)>,
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
            hostile: change.seed.map(|seed| Hostile(!seed)),
            values: PhantomData,
        }
    }

    /// A number, which may be any other one, too.
    pub fn any<T: Number>(&mut self, number: T) -> T {
        match &mut self.hostile {
            Some(hostile) => match hostile.below(4) {
                0 => T::of(hostile.number()),
                _ => number,
            },
            None => number,
        }
    }

    /// The count of the arrays that were said to be counted by it.
    pub fn n(&self, index: usize) -> usize {
        let is_counted = |p: &&Pointer| p.counted_by == Some(index);
        let array = self.pointers.iter().find(is_counted);
        let count = array.expect("arrays come before their count").count;
        self.change.counts[index].unwrap_or(count)
    }

    /// A value that is read.
    pub fn input<T: 'a>(&mut self, value: &'a T) -> *const T {
        self.pointer(Role::Input, &[], 1, |p| p.source = bytes_of(value))
    }

    /// A value that is read, and that says where other memory is, or how long
    /// that is.
    pub fn telling<T: 'a>(&mut self, value: &'a T) -> *const T {
        self.pointer(Role::Input, &[], 1, |p| {
            p.source = bytes_of(value);
            p.is_plain = false;
        })
    }

    /// A value that is read and written.
    pub fn both<T: 'a>(&mut self, value: &'a T) -> *mut T {
        self.pointer(Role::Both, &[], 1, |p| p.source = bytes_of(value))
    }

    /// Room for a value.
    pub fn output<T: 'a>(&mut self) -> *mut T {
        self.pointer::<T>(Role::Output, &[], 1, |_| ())
    }

    /// Room for a value of which only what is needed is written.
    pub fn memory<T: 'a>(&mut self) -> *mut T {
        self.pointer::<T>(Role::Output, &[], 1, |p| p.is_whole = false)
    }

    /// Room for what is told on an error.
    pub fn refused<T: 'a>(&mut self) -> *mut T {
        self.pointer::<T>(Role::Refused, &[], 1, |_| ())
    }

    /// An array that is read.
    pub fn inputs<T: 'a>(&mut self, count: usize, values: &'a [T]) -> *const T {
        self.pointer(Role::Input, values, values.len(), |p| {
            p.counted_by = Some(count);
        })
    }

    /// An array of values that say where other memory is.
    pub fn all_telling<T: 'a>(
        &mut self,
        count: usize,
        values: &'a [T],
    ) -> *const T {
        self.pointer(Role::Input, values, values.len(), |p| {
            p.counted_by = Some(count);
            p.is_plain = false;
        })
    }

    /// An array that is read, of which all elements are needed.
    pub fn needed<T: 'a>(&mut self, count: usize, values: &'a [T]) -> *const T {
        self.pointer(Role::Input, values, values.len(), |p| {
            p.counted_by = Some(count);
            p.too_few = Some(-EINVAL);
        })
    }

    /// An array that is written, as long as one before it.
    pub fn outputs<T: 'a>(&mut self, count: usize) -> *mut T {
        self.counted(Role::Output, count)
    }

    /// An array that is written at will, as long as one before it.
    pub fn scratch<T: 'a>(&mut self, count: usize) -> *mut T {
        self.counted(Role::Scratch, count)
    }

    /// An array that is written, with a capacity that is just enough.
    pub fn room<T: 'a>(&mut self, count: usize, capacity: usize) -> *mut T {
        self.pointer::<T>(Role::Output, &[], capacity, |p| {
            p.counted_by = Some(count);
            p.too_few = Some(-ENOSPC);
        })
    }

    /// Room for how many elements of such an array were written.
    pub fn written(&mut self, count: usize) -> *mut usize {
        let measures = Some(count);
        self.pointer(Role::Output, &[], 1, |p| p.measures = measures)
    }

    fn counted<T: 'a>(&mut self, role: Role, count: usize) -> *mut T {
        let is_counted = |p: &&Pointer| p.counted_by == Some(count);
        let first = self.pointers.iter().find(is_counted);
        let length = first.expect("another array says how long it is").count;
        let counted_by = Some(count);
        self.pointer::<T>(role, &[], length, |p| p.counted_by = counted_by)
    }

    fn pointer<T: 'a>(
        &mut self,
        role: Role,
        values: &'a [T],
        count: usize,
        complete: impl FnOnce(&mut Pointer),
    ) -> *mut T {
        unsafe fn read<T>(pointer: *const u8) {
            // SAFETY: the caller's promise.
            drop(unsafe { pointer.cast::<T>().read() });
        }
        let mut pointer = Pointer {
            role,
            is_plain: true,
            is_whole: true,
            layout: Layout::new::<T>(),
            count,
            counted_by: None,
            too_few: None,
            measures: None,
            source: values.as_ptr().cast(),
            read: read::<T>,
        };
        complete(&mut pointer);
        let index = self.pointers.len();
        self.pointers.push(pointer);
        let length = pointer.count(&self.change);
        if self.change.nulls >> index & 1 != 0 {
            return null_mut();
        }
        let is_dangling = self.change.dangling >> index & 1 != 0;
        match self.places.get(index) {
            Some(place) if !is_dangling => return place.cast(),
            None if !is_dangling && length != 0 => {}
            _ => return without_provenance_mut(align_of::<T>()),
        }
        let layout = Layout::array::<T>(length).expect("it fits memory");
        // SAFETY: not empty.
        let own = unsafe { alloc(layout) };
        if own.is_null() {
            handle_alloc_error(layout);
        }
        if pointer.is_read() {
            let (source, length) = (pointer.source, layout.size());
            // SAFETY: the table's values, and as many bytes.
            unsafe { own.copy_from_nonoverlapping(source, length) };
        }
        self.own.push((own, layout));
        own.cast()
    }
}

impl Drop for Arguments<'_> {
    fn drop(&mut self) {
        for &(own, layout) in &self.own {
            // SAFETY: allocated with this layout.
            unsafe { dealloc(own, layout) };
        }
    }
}

fn bytes_of<T>(value: &T) -> *const u8 {
    std::ptr::from_ref(value).cast()
}

/// What a function returns.
pub enum Answer {
    /// 0 or a negative errno.
    Status(c_int),
    /// A value: the function cannot fail.
    Value,
}

impl From<c_int> for Answer {
    fn from(status: c_int) -> Self {
        Self::Status(status)
    }
}

impl From<u32> for Answer {
    fn from(_: u32) -> Self {
        Self::Value
    }
}

impl From<*const c_char> for Answer {
    fn from(text: *const c_char) -> Self {
        assert!(!text.is_null());
        // SAFETY: not NULL, and the library's texts are static.
        let text = unsafe { CStr::from_ptr(text) };
        assert!(text.to_bytes().is_ascii());
        Self::Value
    }
}

type Function<'a> = dyn Fn(&mut Arguments<'a>) -> Answer + 'a;

/// An entry of the table.
pub struct Call<'a> {
    name: &'static str,
    function: Box<Function<'a>>,
    /// Groups of pointers that may not overlap one another.
    apart: Vec<&'static [usize]>,
    /// A group of pointers without promised results if they overlap.
    unspecified: &'static [usize],
    /// A count beyond memory may be taken for what is needed of it.
    may_be_endless: bool,
}

impl<'a> Call<'a> {
    pub fn new(
        name: &'static str,
        function: impl Fn(&mut Arguments<'a>) -> Answer + 'a,
    ) -> Self {
        Self {
            name,
            function: Box::new(function),
            apart: Vec::new(),
            unspecified: &[],
            may_be_endless: false,
        }
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
                unsafe { $name($($argument),*) }.into()
            },
        )$(.$note $group)*),*]
    };
}
pub(crate) use calls;

/// A call, with the memory for its arguments.
struct Scene<'s, 'a> {
    call: &'s Call<'a>,
    pointers: Vec<Pointer>,
    /// How many bytes there are for each argument, and on both sides of it.
    stride: usize,
    arena: Vec<u64>,
    before: Vec<u64>,
}

impl<'s, 'a> Scene<'s, 'a> {
    /// The call succeeds with memory of its own.
    fn new(call: &'s Call<'a>) -> Self {
        let change = Change::default();
        let (answer, pointers) = make_own_call(call, &change);
        assert!(matches!(answer, Answer::Status(0) | Answer::Value));
        let longest = pointers.iter().map(|p| p.length(&change)).max();
        let stride = longest.unwrap_or(0).max(MARGIN).next_multiple_of(8);
        let arena = vec![0; 3 * pointers.len() * stride / 8];
        let before = arena.clone();
        Self { call, pointers, stride, arena, before }
    }

    fn can_fail(&self) -> bool {
        let change = Change::default();
        matches!(
            (self.call.function)(&mut Arguments::new(&change, Vec::new())),
            Answer::Status(_)
        )
    }

    /// Where each argument begins in the arena.
    fn offsets(&self, change: &Change) -> Vec<usize> {
        let count = self.pointers.len();
        let mut offsets: Vec<usize> =
            (0..count).map(|index| (3 * index + 1) * self.stride).collect();
        if let Some((moved, across, distance)) = change.moved {
            let length = self.pointers[moved].length(&Change::default());
            offsets[moved] = offsets[across] + distance - length;
        }
        offsets
    }

    /// Calls the function with its arguments in the arena.
    fn make(&mut self, change: &Change) -> Answer {
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
            let size = pointer.length(&Change::default());
            // SAFETY: the table's values, and the arena has room for them.
            let bytes = unsafe {
                let place = base.add(offset);
                place.copy_from_nonoverlapping(pointer.source, size);
                std::slice::from_raw_parts_mut(place, size)
            };
            match &mut hostile {
                Some(hostile) if pointer.is_plain => hostile.damage(bytes),
                _ => {}
            }
        }
        // SAFETY: equally long; provenance is kept.
        unsafe {
            let before = self.before.as_mut_ptr().cast::<u8>();
            before.copy_from_nonoverlapping(base, length);
        }
        // SAFETY: the arena is longer.
        let places: Vec<*mut u8> =
            offsets.iter().map(|&at| unsafe { base.add(at) }).collect();
        (self.call.function)(&mut Arguments::new(change, places))
    }

    fn bytes(memory: &[u64]) -> &[u8] {
        let length = size_of_val(memory);
        // SAFETY: numbers of another size.
        unsafe { std::slice::from_raw_parts(memory.as_ptr().cast(), length) }
    }

    /// What an argument has, now or before the call.
    fn argument(&self, index: usize, change: &Change, now: bool) -> &[u8] {
        let memory = if now { &self.arena } else { &self.before };
        let length = self.pointers[index].length(change);
        &Self::bytes(memory)[self.offsets(change)[index]..][..length]
    }

    /// Only outputs have changed, on success; on an error nothing has.
    #[track_caller]
    fn assert_changes(&mut self, change: &Change, success: bool) {
        let offsets = self.offsets(change);
        let measures = |p: &Pointer| p.measures.is_some();
        let measured = self.pointers.iter().position(measures);
        // What overlaps may tell anything.
        let measured = measured.filter(|_| success && change.moved.is_none());
        let measured = measured.map(|index| {
            let told = self.argument(index, change, true).try_into();
            let told = usize::from_ne_bytes(told.expect("a count"));
            (self.pointers[index].measures, told)
        });
        for (index, pointer) in self.pointers.iter().enumerate() {
            let may_change = match pointer.role {
                // What says where other memory is has padding.
                Role::Input => cfg!(miri) && !pointer.is_plain,
                Role::Both | Role::Output => success,
                Role::Scratch => true,
                Role::Refused => !success,
            };
            let is_null = change.nulls >> index & 1 != 0;
            if !may_change || is_null && pointer.role != Role::Input {
                continue;
            }
            let mut length = match pointer.role {
                Role::Input => pointer.length(&Change::default()),
                _ => pointer.length(change),
            };
            if let Some((count, told)) = measured {
                if pointer.counted_by == count {
                    let written = told * pointer.layout.size();
                    assert!(written <= length, "{}: {told}", self.call.name);
                    // Draws of any bits may need less than they tell.
                    if change.seed.is_none() {
                        length = written;
                    }
                }
            }
            for memory in [&mut self.arena, &mut self.before] {
                let base = memory.as_mut_ptr().cast::<u8>();
                // SAFETY: an argument's place in both.
                unsafe { base.add(offsets[index]).write_bytes(0, length) };
            }
        }
        let is_same = self.arena == self.before;
        assert!(is_same, "{}: {change:?} changes memory", self.call.name);
    }

    /// The call is this error and changes nothing.
    #[track_caller]
    fn assert_refused(&mut self, change: &Change, error: c_int) {
        match self.make(change) {
            Answer::Status(status) => {
                assert_eq!(status, error, "{}: {change:?}", self.call.name);
                self.assert_changes(change, false);
            }
            // Not an error, but NULL is not written.
            Answer::Value => self.assert_changes(change, true),
        }
    }

    #[track_caller]
    fn assert_succeeds(&mut self, change: &Change) {
        if let Answer::Status(status) = self.make(change) {
            assert_eq!(status, 0, "{}: {change:?}", self.call.name);
        }
    }

    /// How many counts the function takes.
    fn count_indices(&self) -> BTreeSet<usize> {
        self.pointers.iter().filter_map(|pointer| pointer.counted_by).collect()
    }

    /// The arrays of a count.
    fn arrays(&self, count: usize) -> Vec<(usize, Pointer)> {
        let pointers = self.pointers.iter().copied().enumerate();
        pointers.filter(|(_, p)| p.counted_by == Some(count)).collect()
    }
}

/// Calls the function with memory of its own for each argument, and reads
/// what it has written.
#[track_caller]
fn make_own_call(call: &Call, change: &Change) -> (Answer, Vec<Pointer>) {
    let mut arguments = Arguments::new(change, Vec::new());
    let answer = (call.function)(&mut arguments);
    let pointers = arguments.pointers.clone();
    let fits = |p: &Pointer| p.too_few != Some(-ENOSPC);
    // Less is written into room that is longer than it need be.
    let all = pointers.iter().all(fits) || change.counts == [None; 3];
    if matches!(answer, Answer::Status(0)) && all {
        let written = pointers.iter().filter(|p| p.count(change) != 0);
        for (pointer, &(own, _)) in written.zip(&arguments.own) {
            for index in 0..pointer.count(change) {
                if pointer.role == Role::Output && pointer.is_whole {
                    let at = index * pointer.layout.size();
                    // SAFETY: an element, which miri knows to be written.
                    unsafe { (pointer.read)(own.add(at)) };
                }
            }
        }
    }
    (answer, pointers)
}

/// The names of the table are those of the list of symbols.
pub fn check_names(symbols: &str, calls: &[Call]) {
    let lines = symbols.lines().filter(|line| !line.starts_with('#'));
    let listed: BTreeSet<&str> = lines.collect();
    let called: BTreeSet<&str> = calls.iter().map(|call| call.name).collect();
    assert_eq!(called, listed);
}

/// The successful calls write all of their outputs and nothing else.
pub fn check_success(calls: &[Call]) {
    for call in calls {
        let change = Change::default();
        let mut scene = Scene::new(call);
        scene.assert_succeeds(&change);
        for (index, pointer) in scene.pointers.iter().enumerate() {
            let now = scene.argument(index, &change, true);
            let before = scene.argument(index, &change, false);
            let size = pointer.layout.size();
            // The first number of each, which no padding is before.
            let first = size.min(4);
            let mut elements = now.chunks(size).zip(before.chunks(size));
            let changes = match pointer.role {
                Role::Both => now != before,
                Role::Output => elements.all(|(a, b)| a[..first] != b[..first]),
                Role::Input | Role::Scratch | Role::Refused => true,
            };
            assert!(changes, "{}: {index}", call.name);
        }
        scene.assert_changes(&change, true);
    }
}

/// NULL is refused for each pointer, and for all of them.
pub fn check_null(calls: &[Call]) {
    for call in calls {
        let mut scene = Scene::new(call);
        for index in 0..scene.pointers.len() {
            let nulls = 1 << index;
            let change = Change { nulls, ..Change::default() };
            if scene.pointers[index].role == Role::Refused {
                scene.assert_succeeds(&change);
                scene.assert_changes(&change, true);
            } else {
                scene.assert_refused(&change, -EINVAL);
            }
        }
        if !scene.pointers.is_empty() {
            let change = Change { nulls: u32::MAX, ..Change::default() };
            scene.assert_refused(&change, -EINVAL);
        }
    }
}

/// Counts beyond memory are refused, or taken for what is needed of them.
pub fn check_endless_counts(calls: &[Call]) {
    for call in calls {
        let mut scene = Scene::new(call);
        for count in scene.count_indices() {
            for (_, array) in scene.arrays(count) {
                let size = array.layout.size();
                scene.assert_succeeds(&Change::default());
                let sound = scene.arena.clone();
                for endless in [
                    usize::MAX,
                    usize::MAX / 2 + 1,
                    // Half of memory is exceeded just so, and sizes in bytes
                    // wrap.
                    usize::MAX / 2 / size + 1,
                    (usize::MAX / size).saturating_add(1),
                ] {
                    let change = Change::count(count, endless);
                    let is_taken = call.may_be_endless
                        && matches!(scene.make(&change), Answer::Status(0));
                    if is_taken {
                        assert!(scene.arena == sound, "{}", call.name);
                    } else {
                        scene.assert_refused(&change, -EINVAL);
                    }
                }
            }
        }
    }
}

/// Fewer elements are used to their last, or are the error of the table; no
/// pointer to none of them is looked at.
pub fn check_lower_counts(calls: &[Call]) {
    for call in calls {
        let mut scene = Scene::new(call);
        for index in scene.count_indices() {
            let arrays = scene.arrays(index);
            let too_few = arrays.iter().find_map(|(_, array)| array.too_few);
            let count = arrays[0].1.count;
            for lower in 0..count {
                if cfg!(miri) && lower > 3 && lower + 1 < count {
                    continue;
                }
                let change = Change::count(index, lower);
                match too_few {
                    Some(error) => scene.assert_refused(&change, error),
                    None => {
                        scene.assert_succeeds(&change);
                        scene.assert_changes(&change, true);
                    }
                }
                let (Answer::Status(own), _) = make_own_call(call, &change)
                else {
                    continue;
                };
                assert_eq!(own, too_few.unwrap_or(0), "{}: {lower}", call.name);
            }
            let all = arrays.iter().map(|(index, _)| 1 << index).sum();
            let none = Change::count(index, 0);
            for change in [
                Change { nulls: all, ..none.clone() },
                Change { dangling: all, ..none },
            ] {
                if too_few.is_none() {
                    scene.assert_succeeds(&change);
                } else if let Answer::Status(status) = scene.make(&change) {
                    // It is not said which of the errors it is.
                    assert!(status < 0, "{}: {change:?}", call.name);
                    scene.assert_changes(&change, false);
                }
            }
        }
    }
}

/// Moves each output across each other argument, from side to side: side by
/// side all is well; where they overlap it is an error, or the same is
/// written, or, if that is not promised, only outputs change.
pub fn check_overlap(calls: &[Call]) {
    for call in calls {
        let mut scene = Scene::new(call);
        let align =
            |index: usize, scene: &Scene| scene.pointers[index].layout.align();
        for moved in 0..scene.pointers.len() {
            for across in 0..scene.pointers.len() {
                // The one that can be at more places is moved.
                let order = (align(moved, &scene), moved);
                if order < (align(across, &scene), across) {
                    check_pair(&mut scene, moved, across);
                }
            }
        }
    }
}

fn check_pair(scene: &mut Scene, moved: usize, across: usize) {
    let sound = Change::default();
    let (call, pair) = (scene.call, [moved, across]);
    let is_in = |group: &[usize]| pair.iter().all(|at| group.contains(at));
    let roles = pair.map(|index| scene.pointers[index].role);
    let must_be_apart = call.apart.iter().any(|group| is_in(group));
    if roles == [Role::Input; 2] || roles.contains(&Role::Refused) {
        return;
    }
    // What is read must not depend on what it overlaps.
    if roles.contains(&Role::Both) && !must_be_apart {
        return;
    }
    let is_same = roles.contains(&Role::Input) && !is_in(call.unspecified);
    scene.assert_succeeds(&sound);
    let outputs: Vec<Vec<u8>> = (0..scene.pointers.len())
        .map(|index| scene.argument(index, &sound, true).to_vec())
        .collect();
    let step = scene.pointers[moved].layout.align();
    let [first, second] = pair.map(|at| scene.pointers[at].length(&sound));
    let end = first + second;
    for distance in (0..=end).step_by(step) {
        let beside = distance == 0 || distance == end;
        if cfg!(miri) && !beside && distance % (end / 4) >= step {
            continue;
        }
        let moved = Some((moved, across, distance));
        let change = Change { moved, ..Change::default() };
        if must_be_apart && !beside {
            scene.assert_refused(&change, -EINVAL);
            continue;
        }
        scene.assert_succeeds(&change);
        if is_same || beside {
            for (index, pointer) in scene.pointers.iter().enumerate() {
                let now = scene.argument(index, &change, true);
                let is_output =
                    matches!(pointer.role, Role::Output | Role::Both);
                assert!(
                    !is_output || now == outputs[index],
                    "{}: {change:?}: {index}",
                    call.name
                );
            }
        }
        scene.assert_changes(&change, true);
    }
}

/// Any numbers, any bits in plain inputs, any lower counts: the call succeeds
/// or is an error, and only then and there something is written. NULL is an
/// error besides.
pub fn check_any_bits(calls: &[Call]) {
    let mut hostile = Hostile(15);
    for call in calls {
        let mut scene = Scene::new(call);
        let mut answers = [0; 2];
        for _ in 0..ROUNDS {
            let mut change =
                Change { seed: Some(hostile.next()), ..Change::default() };
            for index in scene.count_indices() {
                if hostile.below(2) == 0 {
                    let count = scene.arrays(index)[0].1.count;
                    change.counts[index] = Some(hostile.below(count + 1));
                }
            }
            let mut null = None;
            if hostile.below(8) == 0 && !scene.pointers.is_empty() {
                let index = hostile.below(scene.pointers.len());
                change.nulls = 1 << index;
                null = Some(scene.pointers[index]);
            }
            let Answer::Status(status) = scene.make(&change) else {
                scene.assert_changes(&change, true);
                continue;
            };
            let errors = [0, EINVAL, EDOM, ERANGE, ENOSPC, ENOTSUP];
            assert!(errors.contains(&-status), "{}: {status}", call.name);
            scene.assert_changes(&change, status == 0);
            let is_needed = |null: Pointer| {
                null.role != Role::Refused && null.count(&change) != 0
            };
            assert!(
                status < 0 || !null.is_some_and(is_needed),
                "{}: {change:?}",
                call.name
            );
            answers[usize::from(status == 0)] += 1;
        }
        // Too few rounds to meet them.
        if scene.can_fail() && !cfg!(miri) {
            assert!(answers[1] > ROUNDS / 50, "{}: {answers:?}", call.name);
        }
    }
}

/// The tests of a table: a function that takes what is done with its calls.
macro_rules! check_table {
    ($table:ident, $symbols:expr) => {
        #[test]
        fn every_exported_function_is_in_the_table() {
            $table(&|table| calls::check_names(include_str!($symbols), table));
        }

        #[test]
        fn outputs_are_written_whole_and_nothing_else() {
            $table(&calls::check_success);
        }

        #[test]
        fn null_is_refused() {
            $table(&calls::check_null);
        }

        #[test]
        fn counts_beyond_memory_are_refused() {
            $table(&calls::check_endless_counts);
        }

        #[test]
        fn arrays_are_used_to_their_last_element() {
            $table(&calls::check_lower_counts);
        }

        #[test]
        fn overlapping_arguments_are_refused_or_do_no_harm() {
            $table(&calls::check_overlap);
        }

        #[test]
        fn any_bits_are_safe() {
            $table(&calls::check_any_bits);
        }
    };
}
pub(crate) use check_table;
