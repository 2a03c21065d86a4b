// SPDX-License-Identifier: MIT

//! The C interface called as C may call it: NULL for each pointer, arrays
//! that have just the elements that are said to be there, counts of 0 and
//! beyond memory, unknown values, numbers on both sides of each limit, and
//! outputs in memory that nobody has written. Under miri each read or write
//! of one element too many is an error, and so is each read of an output:
//!
//!     cargo +nightly miri test --test hostile_callers

// The functions of the C interface take pointers.
#![allow(unsafe_code)]

use dral::ffi::attribute::dral_vertex_buffer;
use dral::ffi::draw::dral_draw;
use dral::ffi::valhall::dral_valhall_source;
use dral::instancing::{
    AttributeDescriptor, AttributeRecord, BoundBuffer, IdRecord, IndexRange,
    MagicDivisor, PaddedCount, ResolvedDraw, ValhallAttribute, VertexRange,
    VertexState, VertexStateKey,
};
use libc::{EDOM, EINVAL, ENOSPC, ERANGE};
use std::collections::BTreeSet;
use std::ffi::{c_char, c_int, CStr};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

/// The functions as C sees them, which knows no `unsafe`. A function that no
/// test calls is dead code, which the compiler tells.
macro_rules! functions_of_c {
    ($($module:ident: fn $name:ident(
        $($argument:ident: $type:ty),* $(,)?
    ) -> $result:ty;)*) => {
        mod c {
            use super::*;

            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            // As many arguments as C has.
            $(#[allow(clippy::too_many_arguments)]
            pub fn $name($($argument: $type),*) -> $result {
                // Two of them take no pointer and are safe in Rust.
                #[allow(unused_unsafe)]
                // SAFETY: the tests hand over NULL or what is documented.
                unsafe { dral::ffi::$module::$name($($argument),*) }
            })*
        }
    };
}

functions_of_c! {
    version: fn dral_version() -> u32;
    padding: fn dral_padded_vertex_count(vertex_count: u32) -> u32;
    batch: fn dral_padded_vertex_counts(
        vertex_counts: *const u32,
        padded_counts: *mut u32,
        count: usize,
    ) -> c_int;
    padding: fn dral_padded_count(
        vertex_count: u32,
        rule: u32,
        padded: *mut PaddedCount,
    ) -> c_int;
    padding: fn dral_idvs_vertex_count(
        vertex_count: u32,
        idvs_count: *mut u32,
    ) -> c_int;
    padding: fn dral_instance_size_pack(size: u32, byte: *mut u8) -> c_int;
    padding: fn dral_instance_size_unpack(byte: u8, size: *mut u32) -> c_int;
    divisor: fn dral_magic_divisor(
        divisor: u32,
        rounding: u32,
        out: *mut MagicDivisor,
    ) -> c_int;
    divisor: fn dral_padded_count_divisor(
        vertex_count: u32,
        rule: u32,
        rounding: u32,
        padded: *mut PaddedCount,
        divisor: *mut MagicDivisor,
    ) -> c_int;
    batch: fn dral_magic_divisors(
        divisors: *const u32,
        rounding: u32,
        out: *mut MagicDivisor,
        count: usize,
    ) -> c_int;
    divisor: fn dral_magic_divide(
        divisor: *const MagicDivisor,
        id: u32,
    ) -> u32;
    divisor: fn dral_magic_first_wrong_id(
        candidate: *const MagicDivisor,
        divisor: u32,
        id: *mut u64,
    ) -> c_int;
    draw: fn dral_draw_resolve(
        draw: *const dral_draw,
        resolved: *mut ResolvedDraw,
    ) -> c_int;
    draw: fn dral_index_range_resolve(
        range: *const IndexRange,
        vertices: *mut VertexRange,
    ) -> c_int;
    draw: fn dral_varying_buffer_size(
        draw: *const ResolvedDraw,
        stride: u32,
        size: *mut u64,
    ) -> c_int;
    draw: fn dral_draw_max_instances(
        draw: *const dral_draw,
        instance_count: *mut u32,
    ) -> c_int;
    draw: fn dral_draw_explain(draw: *const dral_draw) -> *const c_char;
    draw: fn dral_invocation_pack(
        vertex_count: u32,
        instance_count: u32,
        words: *mut u32,
    ) -> c_int;
    draw: fn dral_invocation_unpack(
        words: *const u32,
        vertex_count: *mut u32,
        instance_count: *mut u32,
    ) -> c_int;
    attribute: fn dral_attribute_record(
        draw: *const ResolvedDraw,
        buffer: *const dral_vertex_buffer,
        record: *mut AttributeRecord,
    ) -> c_int;
    attribute: fn dral_hardware_divisor(
        draw: *const ResolvedDraw,
        buffer: *const dral_vertex_buffer,
        hardware_divisor: *mut u64,
    ) -> c_int;
    attribute: fn dral_attribute_offset(
        draw: *const ResolvedDraw,
        buffer: *const dral_vertex_buffer,
        source_offset: u32,
        offset: *mut i32,
    ) -> c_int;
    attribute: fn dral_attribute_explain(
        draw: *const ResolvedDraw,
        buffer: *const dral_vertex_buffer,
    ) -> *const c_char;
    attribute: fn dral_attribute_record_pack(
        record: *const AttributeRecord,
        words: *mut u32,
        capacity: usize,
        word_count: *mut usize,
    ) -> c_int;
    attribute: fn dral_attribute_record_unpack(
        words: *const u32,
        count: usize,
        record: *mut AttributeRecord,
    ) -> c_int;
    attribute: fn dral_attribute_record_element(
        record: *const AttributeRecord,
        linear_id: u32,
        element: *mut u32,
    ) -> c_int;
    attribute: fn dral_attribute_descriptor_pack(
        attribute: *const AttributeDescriptor,
        words: *mut u32,
    ) -> c_int;
    attribute: fn dral_attribute_descriptor_unpack(
        words: *const u32,
        attribute: *mut AttributeDescriptor,
    ) -> c_int;
    table: fn dral_attribute_table_word_count(
        draw: *const ResolvedDraw,
        shape: u32,
        image_count: u32,
        buffers: *const dral_vertex_buffer,
        buffer_count: usize,
        word_count: *mut usize,
    ) -> c_int;
    table: fn dral_attribute_table_pack(
        draw: *const ResolvedDraw,
        shape: u32,
        image_count: u32,
        buffers: *const dral_vertex_buffer,
        buffer_count: usize,
        words: *mut u32,
        capacity: usize,
        slots: *mut u32,
        word_count: *mut usize,
        refused: *mut usize,
    ) -> c_int;
    vertex_state: fn dral_buffer_bind(
        address: u64,
        size: u64,
        bound: *mut BoundBuffer,
    ) -> c_int;
    vertex_state: fn dral_vertex_state_prepare(
        architecture: u32,
        rounding: u32,
        shape: u32,
        image_count: u32,
        buffers: *const dral_vertex_buffer,
        buffer_count: usize,
        state: *mut VertexState,
    ) -> c_int;
    vertex_state: fn dral_vertex_state_table(
        state: *const VertexState,
        draw: *const ResolvedDraw,
        buffers: *const BoundBuffer,
        buffer_count: usize,
        words: *mut u32,
        capacity: usize,
        slots: *mut u32,
        word_count: *mut usize,
    ) -> c_int;
    vertex_state: fn dral_vertex_state_offset(
        state: *const VertexState,
        draw: *const ResolvedDraw,
        buffer: u32,
        bound: *const BoundBuffer,
        source_offset: u32,
        offset: *mut i32,
    ) -> c_int;
    vertex_state: fn dral_vertex_state_key(
        state: *const VertexState,
        draw: *const ResolvedDraw,
        key: *mut VertexStateKey,
    ) -> c_int;
    id: fn dral_vertex_id_record(
        draw: *const ResolvedDraw,
        record: *mut IdRecord,
    ) -> c_int;
    id: fn dral_instance_id_record(
        draw: *const ResolvedDraw,
        record: *mut IdRecord,
    ) -> c_int;
    id: fn dral_id_record_pack(
        record: *const IdRecord,
        words: *mut u32,
    ) -> c_int;
    id: fn dral_id_record_unpack(
        words: *const u32,
        record: *mut IdRecord,
    ) -> c_int;
    id: fn dral_id_record_value(
        record: *const IdRecord,
        linear_id: u32,
        id: *mut u32,
    ) -> c_int;
    valhall: fn dral_valhall_attribute(
        source: *const dral_valhall_source,
        attribute: *mut ValhallAttribute,
    ) -> c_int;
    valhall: fn dral_valhall_attribute_pack(
        attribute: *const ValhallAttribute,
        words: *mut u32,
    ) -> c_int;
    valhall: fn dral_valhall_attribute_unpack(
        words: *const u32,
        attribute: *mut ValhallAttribute,
    ) -> c_int;
    valhall: fn dral_valhall_attribute_element(
        attribute: *const ValhallAttribute,
        vertex_id: u32,
        instance_id: u32,
        element: *mut u32,
    ) -> c_int;
}

// ---- Outputs ---------------------------------------------------------------

/// No valid descriptor, flag, count or version is made of these.
const PATTERN: u8 = 0xA5;

/// Room for a T, and memory around it, all of it patterned.
#[repr(C)]
struct Guarded<T> {
    before: [u8; 64],
    value: MaybeUninit<T>,
    after: [u8; 64],
}

struct Canary<T>(Box<MaybeUninit<Guarded<T>>>);

impl<T> Canary<T> {
    fn new() -> Self {
        let mut memory = Box::<Guarded<T>>::new_uninit();
        // SAFETY: the box is one such struct long.
        unsafe { memory.as_mut_ptr().write_bytes(PATTERN, 1) };
        Self(memory)
    }

    /// A pointer to the value, and to nothing around it.
    fn pointer(&mut self) -> *mut T {
        // SAFETY: a struct of bytes, all of which new has written.
        unsafe { self.0.assume_init_mut() }.value.as_mut_ptr()
    }

    #[track_caller]
    fn assert_untouched(&self) {
        let bytes = self.0.as_ptr().cast::<u8>();
        let size = size_of::<Guarded<T>>();
        // SAFETY: new has written every byte, padding, too.
        let bytes = unsafe { std::slice::from_raw_parts(bytes, size) };
        assert!(bytes.iter().all(|&byte| byte == PATTERN), "{bytes:x?}");
    }

    #[track_caller]
    fn assert_untouched_around(&self) {
        // SAFETY: a struct of bytes, all of which new has written.
        let memory = unsafe { self.0.assume_init_ref() };
        assert_eq!(memory.before, [PATTERN; 64], "before the output");
        assert_eq!(memory.after, [PATTERN; 64], "after the output");
    }
}

/// The call is this error, leaves its output and all around it alone, and
/// does not read it.
#[track_caller]
fn refused<T>(errno: c_int, mut call: impl FnMut(*mut T) -> c_int) {
    let mut canary = Canary::new();
    assert_eq!(call(canary.pointer()), -errno);
    canary.assert_untouched();
    let mut never_written = Box::<T>::new_uninit();
    assert_eq!(call(never_written.as_mut_ptr()), -errno);
}

/// The same for two outputs.
#[track_caller]
fn both_refused<T, U>(
    errno: c_int,
    mut call: impl FnMut(*mut T, *mut U) -> c_int,
) {
    refused(errno, |first| {
        let mut second = Canary::new();
        let status = call(first, second.pointer());
        second.assert_untouched();
        status
    });
    refused(errno, |second| {
        let mut first = Box::<T>::new_uninit();
        call(first.as_mut_ptr(), second)
    });
}

/// The call succeeds and writes its output, all of it and nothing else.
#[track_caller]
fn written<T>(mut call: impl FnMut(*mut T) -> c_int) -> T {
    let mut canary = Canary::new();
    assert_eq!(call(canary.pointer()), 0);
    canary.assert_untouched_around();
    let mut output = Box::<T>::new_uninit();
    assert_eq!(call(output.as_mut_ptr()), 0);
    // SAFETY: the call has written it; miri knows.
    *unsafe { output.assume_init() }
}

/// The call may succeed or fail, and writes nothing around its output.
#[track_caller]
fn around<T>(call: impl FnOnce(*mut T) -> c_int) -> c_int {
    let mut canary = Canary::new();
    let status = call(canary.pointer());
    if status == 0 {
        canary.assert_untouched_around();
    } else {
        canary.assert_untouched();
    }
    status
}

// ---- Inputs ----------------------------------------------------------------

/// Values next to those that an enum or a flag has, and far away.
const UNKNOWN: [u32; 8] =
    [2, 3, 255, 256, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, u32::MAX];

/// The first of them is a rate, but only of what is not there.
const UNUSED: u32 = 2;

/// Counts of elements of this size that are beyond memory: the first, and
/// those whose bytes wrap around.
fn beyond_memory(size: usize) -> [usize; 4] {
    let most = isize::MAX as usize / size;
    [most + 1, usize::MAX / size + 1, usize::MAX / 2 + 1, usize::MAX]
}

/// An array that has just these elements.
fn exactly<T: Clone>(elements: &[T]) -> Box<[T]> {
    elements.into()
}

/// A pointer to no element, as C programs have them behind empty arrays.
fn dangling<T>() -> *mut T {
    std::ptr::dangling_mut()
}

fn plain_draw(
    architecture: u32,
    vertex_count: u32,
    instance_count: u32,
) -> dral_draw {
    dral_draw {
        architecture,
        padding_rule: 0,
        rounding: 0,
        idvs: 0,
        vertex_count,
        instance_count,
        vertices_per_primitive: 3,
        offset_start: 0,
        base_instance: 0,
        primitive_size: 0,
    }
}

/// What a plain draw resolves to, where it ends with its memory.
fn resolved(
    architecture: u32,
    vertex_count: u32,
    instance_count: u32,
) -> Box<ResolvedDraw> {
    let draw = plain_draw(architecture, vertex_count, instance_count);
    Box::new(written(|out| c::dral_draw_resolve(&draw, out)))
}

const PLAIN_BUFFER: dral_vertex_buffer = dral_vertex_buffer {
    address: 0x10000,
    size: 4096,
    stride: 16,
    rate: 0,
    divisor: 0,
};

/// One that an NPOT divisor divides.
const NPOT_BUFFER: dral_vertex_buffer =
    dral_vertex_buffer { rate: 1, divisor: 3, ..PLAIN_BUFFER };

fn plain_record(r#type: u32) -> AttributeRecord {
    AttributeRecord {
        pointer: 0x10000,
        r#type,
        stride: 16,
        size: 4096,
        ..AttributeRecord::default()
    }
}

fn plain_id_record(r#type: u32) -> IdRecord {
    IdRecord { r#type, shift: 0, odd: 0, extra_flags: 0, magic: 0 }
}

const PLAIN_SOURCE: dral_valhall_source = dral_valhall_source {
    architecture: 9,
    rounding: 0,
    rate: 0,
    divisor: 0,
    stride: 16,
    format: 0,
    table: 0,
    buffer_index: 0,
    offset: 0,
    base_instance: 0,
    divisor_one: 0,
};

fn plain_attribute(r#type: u32) -> ValhallAttribute {
    ValhallAttribute {
        r#type,
        frequency: 0,
        offset_enable: 0,
        format: 0,
        table: 0,
        buffer_index: 0,
        stride: 16,
        offset: 0,
        shift: 0,
        extra_flags: 0,
        magic: 0,
    }
}

fn text(pointer: *const c_char) -> &'static str {
    assert!(!pointer.is_null());
    // SAFETY: not NULL, and sentences are static.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().expect("sentences are ASCII")
}

// ---- Tests -----------------------------------------------------------------

#[test]
fn every_exported_function_is_called() {
    let listed: BTreeSet<&str> =
        include_str!("../c_tests/symbols.txt").lines().collect();
    let called: BTreeSet<&str> = c::NAMES.iter().copied().collect();
    assert_eq!(called, listed);
    assert_ne!(c::dral_version(), 0);
}

#[test]
fn padding_functions_check_numbers_and_pointers() {
    assert_eq!(c::dral_padded_count(70, 0, null_mut()), -EINVAL);
    assert_eq!(c::dral_padded_count(70, 2, null_mut()), -EINVAL);
    for rule in [0, 1] {
        refused(ERANGE, |out| c::dral_padded_count(0xE000_0000, rule, out));
        refused(ERANGE, |out| c::dral_padded_count(u32::MAX, rule, out));
        let largest =
            written(|out| c::dral_padded_count(0xDFFF_FFFF, rule, out));
        assert_eq!(largest.count(), 0xE000_0000);
    }
    for rule in UNKNOWN {
        refused(EINVAL, |out| c::dral_padded_count(70, rule, out));
    }
    assert_eq!(c::dral_padded_vertex_count(0), 0);
    assert_eq!(c::dral_padded_vertex_count(0xDFFF_FFFF), 0xE000_0000);
    assert_eq!(c::dral_padded_vertex_count(0xE000_0000), 0);
    assert_eq!(c::dral_padded_vertex_count(u32::MAX), 0);

    assert_eq!(c::dral_idvs_vertex_count(70, null_mut()), -EINVAL);
    refused(ERANGE, |out| c::dral_idvs_vertex_count(0xFFFF_FFFD, out));
    let largest = written(|out| c::dral_idvs_vertex_count(0xFFFF_FFFC, out));
    assert_eq!(largest, 0xFFFF_FFFC);

    assert_eq!(c::dral_instance_size_pack(72, null_mut()), -EINVAL);
    for size in [0, 11, 71, 73, 0xDFFF_FFFF, 0xE000_0001, u32::MAX] {
        refused(EDOM, |out| c::dral_instance_size_pack(size, out));
    }
    assert_eq!(written(|out| c::dral_instance_size_pack(72, out)), 0x83);
    assert_eq!(c::dral_instance_size_unpack(0x83, null_mut()), -EINVAL);
    for byte in 0..=u8::MAX {
        let (shift, odd) = (u32::from(byte % 32), u32::from(byte / 32));
        let size = u64::from(2 * odd + 1) << shift;
        if odd > 4 || size > u64::from(u32::MAX) {
            refused(EDOM, |out| c::dral_instance_size_unpack(byte, out));
        } else {
            let unpacked =
                written(|out| c::dral_instance_size_unpack(byte, out));
            assert_eq!(u64::from(unpacked), size);
        }
    }
}

#[test]
fn divisor_functions_check_numbers_and_pointers() {
    assert_eq!(c::dral_magic_divisor(3, 0, null_mut()), -EINVAL);
    for rounding in [0, 1] {
        refused(EINVAL, |out| c::dral_magic_divisor(0, rounding, out));
    }
    for rounding in UNKNOWN {
        refused(EINVAL, |out| c::dral_magic_divisor(3, rounding, out));
    }
    for shift in 0..32 {
        refused(EDOM, |out| c::dral_magic_divisor(1 << shift, 1, out));
        let pot = written(|out| c::dral_magic_divisor(1 << shift, 0, out));
        assert_eq!(pot.shift, shift);
    }

    let divisor =
        Box::new(MagicDivisor { magic: 0x2AAA_AAAA, shift: 1, extra_flags: 1 });
    assert_eq!(c::dral_magic_divide(null(), 12345), 0);
    assert_eq!(c::dral_magic_divide(&*divisor, u32::MAX), u32::MAX / 3);
    refused(EINVAL, |out| c::dral_magic_first_wrong_id(null(), 3, out));
    refused(EINVAL, |out| c::dral_magic_first_wrong_id(&*divisor, 0, out));
    assert_eq!(c::dral_magic_first_wrong_id(&*divisor, 3, null_mut()), -EINVAL);
    assert_eq!(c::dral_magic_first_wrong_id(null(), 0, null_mut()), -EINVAL);
    let exact = written(|out| c::dral_magic_first_wrong_id(&*divisor, 3, out));
    assert_eq!(exact, 1 << 32);

    // Fields that no descriptor holds: only the bits that one has are read.
    for (shift, extra_flags) in [(33, 3), (u32::MAX - 30, u32::MAX)] {
        let foreign =
            MagicDivisor { magic: divisor.magic | 1 << 31, shift, extra_flags };
        assert_eq!(c::dral_magic_divide(&foreign, u32::MAX), u32::MAX / 3);
        let id = written(|out| c::dral_magic_first_wrong_id(&foreign, 3, out));
        assert_eq!(id, 1 << 32);
    }
}

#[test]
fn padded_count_and_divisor_are_written_both_or_not_at_all() {
    let call = c::dral_padded_count_divisor;
    for (vertex_count, rule, rounding, errno) in [
        (0, 0, 0, EINVAL),
        (0, 0, 1, EINVAL),
        (63, 0, 1, EDOM),
        (0xE000_0000, 0, 0, ERANGE),
        (0xE000_0000, 1, 1, ERANGE),
    ] {
        both_refused(errno, |padded, divisor| {
            call(vertex_count, rule, rounding, padded, divisor)
        });
    }
    for unknown in UNKNOWN {
        both_refused(EINVAL, |padded, divisor| {
            call(70, unknown, 0, padded, divisor)
        });
        both_refused(EINVAL, |padded, divisor| {
            call(70, 0, unknown, padded, divisor)
        });
    }
    refused(EINVAL, |padded| call(70, 0, 0, padded, null_mut()));
    refused(EINVAL, |divisor| call(70, 0, 0, null_mut(), divisor));
    let padded = written(|padded| {
        written(|divisor| call(70, 0, 0, padded, divisor));
        0
    });
    assert_eq!((padded.count(), padded.shift(), padded.odd()), (72, 3, 4));
}

/// A batch function over u32: what it writes has this type.
fn check_batch<T: Copy + PartialEq + std::fmt::Debug>(
    batch: impl Fn(*const u32, *mut T, usize) -> c_int,
    single: impl Fn(u32) -> T,
    good: u32,
    bad: &[(u32, c_int)],
) {
    // NULL, where elements are said to be.
    let one = exactly(&[good]);
    for count in [1, usize::MAX] {
        refused(EINVAL, |out| batch(null(), out, count));
        assert_eq!(batch(one.as_ptr(), null_mut(), count), -EINVAL);
        assert_eq!(batch(null(), null_mut(), count), -EINVAL);
    }
    // No element: no pointer is looked at.
    for input in [null(), dangling::<u32>().cast_const(), one.as_ptr()] {
        for output in [null_mut(), dangling()] {
            assert_eq!(batch(input, output, 0), 0);
        }
        let mut canary = Canary::new();
        assert_eq!(batch(input, canary.pointer(), 0), 0);
        canary.assert_untouched();
    }
    for size in [size_of::<u32>(), size_of::<T>()] {
        for count in beyond_memory(size) {
            refused(EINVAL, |out| batch(one.as_ptr(), out, count));
        }
    }
    // Lengths on both sides of what compilers unroll to.
    for count in 1..=34 {
        // Odd ones, none of them a power of two.
        let inputs: Box<[u32]> = (0..count).map(|i| good + 2 * i).collect();
        let mut outputs = Box::<[T]>::new_uninit_slice(inputs.len());
        let pointer = outputs.as_mut_ptr().cast();
        assert_eq!(batch(inputs.as_ptr(), pointer, inputs.len()), 0);
        // SAFETY: the call has written each element; miri knows.
        let outputs = unsafe { outputs.assume_init() };
        for (&input, &output) in inputs.iter().zip(&outputs) {
            assert_eq!(output, single(input));
        }
    }
    // An error at any place: nothing is written.
    for place in 0..9 {
        for &(value, errno) in bad {
            let mut inputs = exactly(&[good; 9]);
            inputs[place] = value;
            refused(errno, |out: *mut [T; 9]| {
                batch(inputs.as_ptr(), out.cast(), inputs.len())
            });
        }
    }
    // Arrays that share memory, and arrays side by side.
    let size = size_of::<T>() / size_of::<u32>();
    for offset in 0..=4 + 4 * size {
        let mut memory = exactly(&[good; 20]);
        let base = memory.as_mut_ptr();
        let input = base.wrapping_add(offset).cast_const();
        let status = batch(input, base.wrapping_add(4).cast(), 4);
        if offset == 0 || offset == 4 + 4 * size {
            assert_eq!(status, 0, "{offset}");
        } else {
            assert_eq!(status, -EINVAL, "{offset}");
            assert_eq!(*memory, [good; 20], "{offset}");
        }
    }
}

#[test]
fn batches_check_numbers_and_arrays() {
    check_batch(
        |input, output, count| {
            c::dral_padded_vertex_counts(input, output, count)
        },
        c::dral_padded_vertex_count,
        69,
        &[(0xE000_0000, ERANGE), (u32::MAX, ERANGE)],
    );
    // Powers of two have no nearest magic divisor.
    let bad = [(0, EINVAL), (1 << 31, EDOM)];
    for (rounding, bad) in [(0, &bad[..1]), (1, &bad[..])] {
        check_batch(
            |input, output, count| {
                c::dral_magic_divisors(input, rounding, output, count)
            },
            |divisor| {
                written(|out| c::dral_magic_divisor(divisor, rounding, out))
            },
            3,
            bad,
        );
    }
    // Both errors: the first divisor that is one decides.
    for (divisors, errno) in [([3, 0, 4], EINVAL), ([3, 4, 0], EDOM)] {
        refused(errno, |out: *mut [MagicDivisor; 3]| {
            c::dral_magic_divisors(divisors.as_ptr(), 1, out.cast(), 3)
        });
    }
    for rounding in UNKNOWN {
        refused(EINVAL, |out| {
            c::dral_magic_divisors([3].as_ptr(), rounding, out, 1)
        });
        let empty = c::dral_magic_divisors(null(), rounding, null_mut(), 0);
        assert_eq!(empty, -EINVAL);
    }
}

/// A draw is refused, and the refusal is explained.
fn check_refused_draw(draw: *const dral_draw, errno: c_int) {
    refused(errno, |out| c::dral_draw_resolve(draw, out));
    let reason = text(c::dral_draw_explain(draw));
    assert_ne!(reason, text(c::dral_draw_explain(&plain_draw(5, 70, 2))));
}

/// All that take a resolved draw refuse NULL.
#[test]
fn no_resolved_draw_is_refused_by_all() {
    let buffer = Box::new(NPOT_BUFFER);
    let draw = null();
    refused(EINVAL, |out| c::dral_attribute_record(draw, &*buffer, out));
    refused(EINVAL, |out| c::dral_hardware_divisor(draw, &*buffer, out));
    refused(EINVAL, |out| c::dral_attribute_offset(draw, &*buffer, 0, out));
    refused(EINVAL, |out| c::dral_vertex_id_record(draw, out));
    refused(EINVAL, |out| c::dral_instance_id_record(draw, out));
    refused(EINVAL, |out| c::dral_varying_buffer_size(draw, 16, out));
    for (buffers, count) in [(&raw const *buffer, 1), (null(), 0)] {
        refused(EINVAL, |out| {
            c::dral_attribute_table_word_count(draw, 0, 0, buffers, count, out)
        });
        both_refused(EINVAL, |words: *mut [u32; 12], word_count| {
            let mut slot = Canary::new();
            let status = c::dral_attribute_table_pack(
                draw,
                0,
                0,
                buffers,
                count,
                words.cast(),
                12,
                slot.pointer(),
                word_count,
                null_mut(),
            );
            slot.assert_untouched();
            status
        });
    }
    assert!(text(c::dral_attribute_explain(draw, &*buffer)).contains("NULL"));
}

#[test]
fn draw_functions_check_numbers_and_pointers() {
    let good = Box::new(plain_draw(5, 70, 2));
    check_refused_draw(null(), EINVAL);
    refused(EINVAL, |out| c::dral_draw_max_instances(null(), out));
    assert_eq!(c::dral_draw_resolve(&*good, null_mut()), -EINVAL);
    assert_eq!(c::dral_draw_resolve(null(), null_mut()), -EINVAL);
    assert_eq!(c::dral_draw_max_instances(&*good, null_mut()), -EINVAL);
    assert_eq!(c::dral_draw_max_instances(null(), null_mut()), -EINVAL);

    let refuse_both = |draw: dral_draw, errno| {
        let draw = Box::new(draw);
        check_refused_draw(&*draw, errno);
        refused(errno, |out| c::dral_draw_max_instances(&*draw, out));
    };
    for architecture in [0, 1, 2, 3, 8, 15, 16, 260, u32::MAX] {
        refuse_both(plain_draw(architecture, 70, 2), EINVAL);
    }
    for architecture in 9..=14 {
        refuse_both(plain_draw(architecture, 70, 2), EDOM);
    }
    for value in UNKNOWN {
        refuse_both(dral_draw { padding_rule: value, ..*good }, EINVAL);
        refuse_both(dral_draw { rounding: value, ..*good }, EINVAL);
        refuse_both(dral_draw { idvs: value, ..*good }, EINVAL);
        refuse_both(dral_draw { primitive_size: value, ..*good }, EINVAL);
    }
    let no_primitive = dral_draw { vertices_per_primitive: 0, ..*good };
    refuse_both(no_primitive, EINVAL);
    for (vertex_count, instance_count) in [(0, 2), (70, 0), (0, 0)] {
        let nothing = resolved(5, vertex_count, instance_count);
        let expected =
            ResolvedDraw { architecture: 5, ..ResolvedDraw::default() };
        assert_eq!(*nothing, expected);
    }
    for instance_count in [0, 1, u32::MAX] {
        let draw = plain_draw(5, 70, instance_count);
        let most = written(|out| c::dral_draw_max_instances(&draw, out));
        assert_eq!(most, 1 << 25);
    }

    // The largest that fit, and one more.
    for (vertex_count, most) in [(70, 1 << 25), (5, 1 << 29), (65536, 58254)] {
        let draw = plain_draw(5, vertex_count, most);
        let resolved = written(|out| c::dral_draw_resolve(&draw, out));
        let threads = u64::from(resolved.padded_count) * u64::from(most);
        assert_eq!(resolved.threads, threads);
        check_refused_draw(&plain_draw(5, vertex_count, most + 1), ERANGE);
    }
    check_refused_draw(&plain_draw(5, 0xE000_0000, 2), ERANGE);
    check_refused_draw(&plain_draw(5, u32::MAX, u32::MAX), ERANGE);
    let draw = plain_draw(5, u32::MAX, 1);
    let resolved = written(|out| c::dral_draw_resolve(&draw, out));
    assert_eq!(resolved.threads, u64::from(u32::MAX));
    assert_eq!(resolved.wasted_threads, 0);
}

#[test]
fn invocation_functions_check_numbers_and_pointers() {
    assert_eq!(c::dral_invocation_pack(70, 2, null_mut()), -EINVAL);
    for (vertex_count, instance_count, errno) in [
        (0, 2, EINVAL),
        (70, 0, EINVAL),
        (0, 0, EINVAL),
        (1 << 16, (1 << 16) + 1, ERANGE),
        ((1 << 16) + 1, 1 << 16, ERANGE),
        (u32::MAX, u32::MAX, ERANGE),
    ] {
        refused(errno, |words: *mut [u32; 2]| {
            c::dral_invocation_pack(vertex_count, instance_count, words.cast())
        });
    }
    for (vertex_count, instance_count) in
        [(1, 1), (1 << 16, 1 << 16), (u32::MAX, 1), (1, u32::MAX)]
    {
        let words = written(|words: *mut [u32; 2]| {
            c::dral_invocation_pack(vertex_count, instance_count, words.cast())
        });
        let words = exactly(&words);
        let vertices = written(|vertices| {
            let mut instances = 0;
            c::dral_invocation_unpack(words.as_ptr(), vertices, &mut instances)
        });
        let instances = written(|instances| {
            let mut vertices = 0;
            c::dral_invocation_unpack(words.as_ptr(), &mut vertices, instances)
        });
        assert_eq!((vertices, instances), (vertex_count, instance_count));

        refused(EINVAL, |vertices| {
            c::dral_invocation_unpack(words.as_ptr(), vertices, null_mut())
        });
        refused(EINVAL, |instances| {
            c::dral_invocation_unpack(words.as_ptr(), null_mut(), instances)
        });
        let neither =
            c::dral_invocation_unpack(words.as_ptr(), null_mut(), null_mut());
        assert_eq!(neither, -EINVAL);
    }
    both_refused(EINVAL, |vertices, instances| {
        c::dral_invocation_unpack(null(), vertices, instances)
    });
    for words in [[0, 0], [5, 0], [u32::MAX, u32::MAX], [0xC5, 0x21C0_0001]] {
        let words = exactly(&words);
        both_refused(EDOM, |vertices, instances| {
            c::dral_invocation_unpack(words.as_ptr(), vertices, instances)
        });
    }
}

#[test]
fn attribute_functions_check_numbers_and_pointers() {
    let draw = resolved(7, 70, 2);
    let buffer = Box::new(NPOT_BUFFER);
    refused(EINVAL, |out| c::dral_attribute_record(&*draw, null(), out));
    refused(EINVAL, |out| c::dral_hardware_divisor(&*draw, null(), out));
    refused(EINVAL, |out| c::dral_attribute_offset(&*draw, null(), 0, out));
    for draw in [null(), &raw const *draw] {
        for buffer in [null(), &raw const *buffer] {
            let record = c::dral_attribute_record(draw, buffer, null_mut());
            let divisor = c::dral_hardware_divisor(draw, buffer, null_mut());
            let offset = c::dral_attribute_offset(draw, buffer, 0, null_mut());
            assert_eq!([record, divisor, offset], [-EINVAL; 3]);
            assert_ne!(text(c::dral_attribute_explain(draw, buffer)), "");
        }
    }
    for rate in UNKNOWN {
        let buffer = Box::new(dral_vertex_buffer { rate, ..PLAIN_BUFFER });
        refused(EINVAL, |out| c::dral_attribute_record(&*draw, &*buffer, out));
        let divisor = |out| c::dral_hardware_divisor(&*draw, &*buffer, out);
        if rate == UNUSED {
            assert_eq!(written(divisor), 0);
        } else {
            refused(EINVAL, divisor);
        }
        refused(EINVAL, |out| {
            c::dral_attribute_offset(&*draw, &*buffer, 0, out)
        });
        refused(EINVAL, |out| {
            c::dral_attribute_table_word_count(&*draw, 0, 0, &*buffer, 1, out)
        });
    }

    // The largest address and size, and one more of each.
    let largest = dral_vertex_buffer {
        address: (1 << 56) - 1,
        size: u32::MAX - 63,
        ..PLAIN_BUFFER
    };
    let record = written(|out| c::dral_attribute_record(&*draw, &largest, out));
    assert_eq!((record.pointer, record.size), ((1 << 56) - 64, u32::MAX));
    for beyond in [
        dral_vertex_buffer { address: 1 << 56, ..PLAIN_BUFFER },
        dral_vertex_buffer { address: u64::MAX, ..PLAIN_BUFFER },
        dral_vertex_buffer { size: u32::MAX - 62, ..largest },
    ] {
        refused(ERANGE, |out| c::dral_attribute_record(&*draw, &beyond, out));
        refused(ERANGE, |out| {
            c::dral_attribute_offset(&*draw, &beyond, 0, out)
        });
        let none =
            written(|out| c::dral_hardware_divisor(&*draw, &beyond, out));
        assert_eq!(none, 0);
    }
    let offset = |source_offset| {
        move |out| {
            let draw = resolved(7, 70, 2);
            c::dral_attribute_offset(&*draw, &PLAIN_BUFFER, source_offset, out)
        }
    };
    assert_eq!(written(offset(i32::MAX as u32)), i32::MAX);
    refused(ERANGE, offset(i32::MAX as u32 + 1));
    refused(ERANGE, offset(u32::MAX));
}

#[test]
fn record_functions_check_numbers_and_pointers() {
    for (record, room) in [(plain_record(1), 4), (plain_record(4), 8)] {
        let record = Box::new(record);
        let pack = |words: *mut [u32; 8], capacity, count| {
            c::dral_attribute_record_pack(
                &*record,
                words.cast(),
                capacity,
                count,
            )
        };
        for capacity in 0..room {
            both_refused(ENOSPC, |words, count| pack(words, capacity, count));
        }
        refused(EINVAL, |words| pack(words, room, null_mut()));
        refused(EINVAL, |count| pack(null_mut(), room, count));
        assert_eq!(pack(null_mut(), room, null_mut()), -EINVAL);

        // Just the words of the record, in room of that length.
        let mut words = Box::<[u32]>::new_uninit_slice(room);
        let mut count = 0;
        let pointer = words.as_mut_ptr().cast();
        assert_eq!(pack(pointer, room, &mut count), 0);
        assert_eq!(count, room);
        // SAFETY: the call has written each word; miri knows.
        let words = unsafe { words.assume_init() };
        for count in 0..room {
            let fewer = exactly(&words[..count]);
            refused(EINVAL, |out| {
                c::dral_attribute_record_unpack(fewer.as_ptr(), count, out)
            });
        }
        let unpacked = written(|out| {
            c::dral_attribute_record_unpack(words.as_ptr(), room, out)
        });
        assert_eq!(unpacked.pointer, record.pointer);
        assert_eq!(
            c::dral_attribute_record_unpack(words.as_ptr(), room, null_mut()),
            -EINVAL
        );
        for count in beyond_memory(size_of::<u32>()) {
            refused(EINVAL, |out| {
                c::dral_attribute_record_unpack(words.as_ptr(), count, out)
            });
        }
    }
    both_refused(EINVAL, |words: *mut [u32; 8], count| {
        c::dral_attribute_record_pack(null(), words.cast(), 8, count)
    });
    for count in [0, 4, 8, usize::MAX] {
        refused(EINVAL, |out| {
            c::dral_attribute_record_unpack(null(), count, out)
        });
    }
    refused(EINVAL, |out| c::dral_attribute_record_unpack(dangling(), 0, out));
    refused(EINVAL, |out| c::dral_attribute_record_element(null(), 0, out));
    assert_eq!(
        c::dral_attribute_record_element(&plain_record(1), 0, null_mut()),
        -EINVAL
    );

    let refuse = |record: AttributeRecord, errno| {
        let record = Box::new(record);
        both_refused(errno, |words: *mut [u32; 8], count| {
            c::dral_attribute_record_pack(&*record, words.cast(), 8, count)
        });
        record
    };
    for r#type in [0, 5, 0x20, 0x22, 0x24, 0x41, u32::MAX] {
        let record = refuse(plain_record(r#type), EDOM);
        refused(EDOM, |out| c::dral_attribute_record_element(&*record, 0, out));
    }
    for r#type in 1..=4 {
        let plain = plain_record(r#type);
        refuse(AttributeRecord { pointer: 1, ..plain }, EDOM);
        refuse(AttributeRecord { pointer: 32, ..plain }, EDOM);
        refuse(AttributeRecord { pointer: 1 << 56, ..plain }, ERANGE);
        if r#type > 1 {
            refuse(AttributeRecord { shift: 32, ..plain }, EDOM);
        }
    }
    let modulus = plain_record(3);
    for odd in [5, 7, 8, u32::MAX] {
        let record = refuse(AttributeRecord { odd, ..modulus }, EDOM);
        refused(EDOM, |out| c::dral_attribute_record_element(&*record, 0, out));
    }
    let npot = plain_record(4);
    refuse(AttributeRecord { extra_flags: 2, ..npot }, EDOM);
    refuse(AttributeRecord { magic: 1 << 31, ..npot }, EDOM);
}

/// The arrays of a call of dral_attribute_table_pack, and what they are said
/// to be.
struct Table {
    buffers: *const dral_vertex_buffer,
    buffer_count: usize,
    words: *mut u32,
    capacity: usize,
    slots: *mut u32,
}

fn pack_table(table: &Table, word_count: *mut usize) -> c_int {
    let draw = resolved(7, 70, 2);
    let mut refused = UNTOUCHED;
    let status = c::dral_attribute_table_pack(
        &*draw,
        0,
        0,
        table.buffers,
        table.buffer_count,
        table.words,
        table.capacity,
        table.slots,
        word_count,
        &mut refused,
    );
    // All of the buffers are good.
    let expected = if status == 0 { UNTOUCHED } else { table.buffer_count };
    assert_eq!(refused, expected);
    status
}

/// No index of a buffer.
const UNTOUCHED: usize = 0xA5A5;

#[test]
fn table_functions_check_numbers_and_pointers() {
    let draw = resolved(7, 70, 2);
    let buffers = exactly(&[PLAIN_BUFFER, NPOT_BUFFER]);
    // A slot each for the first, a gap, the second's two, the terminator.
    const WORDS: usize = 4 * 5;

    refused(EINVAL, |out| {
        c::dral_attribute_table_word_count(&*draw, 0, 0, null(), 1, out)
    });
    assert_eq!(
        c::dral_attribute_table_word_count(
            &*draw,
            0,
            0,
            buffers.as_ptr(),
            2,
            null_mut()
        ),
        -EINVAL
    );
    let words_of = |buffers, count| {
        written(|out| {
            c::dral_attribute_table_word_count(
                &*draw, 0, 0, buffers, count, out,
            )
        })
    };
    assert_eq!(words_of(buffers.as_ptr(), 2), WORDS);
    assert_eq!(words_of(null(), 0), 4);
    assert_eq!(words_of(dangling(), 0), 4);

    let mut words = Box::<[u32; WORDS]>::new_uninit();
    let mut slots = Box::<[u32; 2]>::new_uninit();
    let count = written(|out| {
        let table = Table {
            buffers: buffers.as_ptr(),
            buffer_count: 2,
            words: words.as_mut_ptr().cast(),
            capacity: WORDS,
            slots: slots.as_mut_ptr().cast(),
        };
        pack_table(&table, out)
    });
    assert_eq!(count, WORDS);
    // SAFETY: the call has written them; miri knows.
    assert_eq!(*unsafe { slots.assume_init() }, [0, 2]);
    // SAFETY: likewise.
    assert_eq!(unsafe { words.assume_init() }[WORDS - 4..], [0; 4]);

    // Each way to be refused, with canaries in all outputs.
    let refuse = |errno, change: &dyn Fn(&mut Table)| {
        let mut words = Canary::<[u32; WORDS]>::new();
        let mut slots = Canary::<[u32; 2]>::new();
        refused(errno, |out| {
            let mut table = Table {
                buffers: buffers.as_ptr(),
                buffer_count: 2,
                words: words.pointer().cast(),
                capacity: WORDS,
                slots: slots.pointer().cast(),
            };
            change(&mut table);
            let status = pack_table(&table, out);
            words.assert_untouched();
            slots.assert_untouched();
            status
        });
    };
    for capacity in 0..WORDS {
        refuse(ENOSPC, &|table| table.capacity = capacity);
    }
    refuse(EINVAL, &|table| table.buffers = null());
    refuse(EINVAL, &|table| table.words = null_mut());
    refuse(EINVAL, &|table| table.slots = null_mut());
    for size in [size_of::<u32>(), size_of::<dral_vertex_buffer>()] {
        for count in beyond_memory(size) {
            refuse(EINVAL, &|table| table.buffer_count = count);
            refused(EINVAL, |out| {
                let buffers = buffers.as_ptr();
                c::dral_attribute_table_word_count(
                    &*draw, 0, 0, buffers, count, out,
                )
            });
        }
    }
    let mut words = Canary::<[u32; WORDS]>::new();
    let mut slots = Canary::<[u32; 2]>::new();
    let table = Table {
        buffers: buffers.as_ptr(),
        buffer_count: 2,
        words: words.pointer().cast(),
        capacity: WORDS,
        slots: slots.pointer().cast(),
    };
    assert_eq!(pack_table(&table, null_mut()), -EINVAL);
    words.assert_untouched();
    slots.assert_untouched();

    // A table of no buffers: only the terminator, and no slot.
    for array in [null_mut(), dangling::<u32>()] {
        let mut words = Canary::<[u32; 4]>::new();
        let table = Table {
            buffers: array.cast(),
            buffer_count: 0,
            words: words.pointer().cast(),
            capacity: 4,
            slots: array,
        };
        assert_eq!(written(|out| pack_table(&table, out)), 4);
        words.assert_untouched_around();
        let table = Table { words: array, capacity: 0, ..table };
        refused(ENOSPC, |out| pack_table(&table, out));
    }

    // No room is needed, but NULL has none of the 3 words that it should.
    let draw = resolved(5, 70, 2);
    let pack_nothing = |capacity, out| {
        let (buffers, words, slots) = (null(), null_mut(), null_mut());
        let refused = null_mut();
        c::dral_attribute_table_pack(
            &*draw, 0, 0, buffers, 0, words, capacity, slots, out, refused,
        )
    };
    assert_eq!(written(|out| pack_nothing(0, out)), 0);
    for capacity in 1..9 {
        refused(EINVAL, |out| pack_nothing(capacity, out));
    }
}

#[test]
fn a_table_may_be_written_over_its_draw() {
    // One magic divisor, made after the first words are written, and a
    // terminator, which the architecture decides.
    let buffers = exactly(&[PLAIN_BUFFER, NPOT_BUFFER]);
    const WORDS: usize = 4 * 5;
    const DRAW_WORDS: usize = size_of::<ResolvedDraw>() / 4;
    let draw = ResolvedDraw { rounding: 1, ..*resolved(7, 70, 2) };
    // Draw, words and slots in one block, by their offsets.
    let pack = |draw_at: usize, words_at: usize, slots_at: usize| {
        // As aligned as a draw.
        let mut block = exactly(&[0u64; 40]);
        let base = block.as_mut_ptr().cast::<u32>();
        let at = |offset| base.wrapping_add(offset);
        let draw_at = at(draw_at).cast::<ResolvedDraw>();
        let count = written(|out| {
            // SAFETY: the block is long enough for it.
            unsafe { draw_at.write(draw) };
            c::dral_attribute_table_pack(
                draw_at,
                0,
                0,
                buffers.as_ptr(),
                2,
                at(words_at),
                WORDS,
                at(slots_at),
                out,
                null_mut(),
            )
        });
        // SAFETY: numbers of half the size in the same block.
        let block = unsafe { std::slice::from_raw_parts(base, 80) };
        let words = block[words_at..][..WORDS].to_vec();
        let slots = block[slots_at..][..2].to_vec();
        (count, words, slots)
    };
    let apart = pack(0, DRAW_WORDS, DRAW_WORDS + WORDS);
    assert_eq!(apart.0, WORDS);
    assert_eq!(apart.2, [0, 2]);
    for offset in (0..WORDS).step_by(2) {
        assert_eq!(pack(offset, 0, 40), apart, "words over the draw");
    }
    for offset in 0..DRAW_WORDS - 1 {
        assert_eq!(pack(0, 40, offset), apart, "slots over the draw");
    }
}

#[test]
fn tables_may_lie_over_their_buffers_and_stay_in_their_outputs() {
    // Buffers, words and slots in one block, by their offsets in words.
    const BUFFER_WORDS: usize = size_of::<dral_vertex_buffer>() / 4;
    let place = |buffers: usize, words: usize, slots: usize| {
        let mut block = exactly(&[NPOT_BUFFER; 8]);
        let base = block.as_mut_ptr();
        let at = |offset| base.cast::<u32>().wrapping_add(offset);
        let table = Table {
            buffers: base.wrapping_add(buffers / BUFFER_WORDS),
            buffer_count: 2,
            words: at(words),
            capacity: 20,
            slots: at(slots),
        };
        let mut count = 0;
        assert_eq!(pack_table(&table, &mut count), 0);
        assert!(count <= 20, "{count}");
        let fresh = exactly(&[NPOT_BUFFER; 8]);
        for offset in 0..8 * BUFFER_WORDS {
            let is_output = (words..words + 20).contains(&offset)
                || (slots..slots + 2).contains(&offset);
            // SAFETY: words of the two blocks.
            let same = unsafe {
                *at(offset) == *fresh.as_ptr().cast::<u32>().add(offset)
            };
            assert!(is_output || same, "{offset}");
        }
    };
    // Two arrays at each distance, the third far away.
    let far = 5 * BUFFER_WORDS;
    for offset in 0..=26 {
        place(12, offset, far + 16);
        place(12, far - 2, offset);
        place(far, 0, offset);
    }
}

#[test]
fn a_refused_buffer_is_told() {
    let draw = resolved(7, 70, 2);
    let far = dral_vertex_buffer { address: 1 << 56, ..PLAIN_BUFFER };
    let hole = dral_vertex_buffer { rate: UNUSED, ..PLAIN_BUFFER };
    let unknown = dral_vertex_buffer { rate: 3, ..PLAIN_BUFFER };
    for (bad, errno) in [(far, ERANGE), (hole, EINVAL), (unknown, EINVAL)] {
        for index in 0..3 {
            let mut buffers = exactly(&[NPOT_BUFFER; 3]);
            // The first of them is told.
            buffers[index..].fill(bad);
            let mut words = Canary::<[u32; 28]>::new();
            let mut slots = Canary::<[u32; 3]>::new();
            let mut count = Canary::<usize>::new();
            let mut pack = |refused| {
                c::dral_attribute_table_pack(
                    &*draw,
                    0,
                    0,
                    buffers.as_ptr(),
                    3,
                    words.pointer().cast(),
                    28,
                    slots.pointer().cast(),
                    count.pointer(),
                    refused,
                )
            };
            let told = written(|refused| {
                assert_eq!(pack(refused), -errno);
                0
            });
            assert_eq!(told, index);
            assert_eq!(pack(null_mut()), -errno);
            words.assert_untouched();
            slots.assert_untouched();
            count.assert_untouched();
        }
    }
}

#[test]
fn index_ranges_and_varying_buffers_check_numbers_and_pointers() {
    let range = |min_index, max_index, vertex_offset| {
        Box::new(IndexRange { min_index, max_index, vertex_offset })
    };
    let good = range(2, 81, 5);
    refused(EINVAL, |out| c::dral_index_range_resolve(null(), out));
    assert_eq!(c::dral_index_range_resolve(&*good, null_mut()), -EINVAL);
    let vertices = written(|out| c::dral_index_range_resolve(&*good, out));
    assert_eq!(
        (vertices.vertex_count, vertices.offset_start),
        (80, 7),
        "{vertices:?}"
    );
    assert_eq!(vertices.base_vertex_offset, -2);
    let half = 1 << 31;
    for far in [
        range(0, u32::MAX, 0),
        range(half, half, 0),
        range(half + 1, half + 1, -2),
        range(1, 1, i32::MAX),
    ] {
        refused(ERANGE, |out| c::dral_index_range_resolve(&*far, out));
    }

    let draw = resolved(7, 60000, 65536);
    let size =
        written(|out| c::dral_varying_buffer_size(&*draw, u32::MAX, out));
    assert_eq!(size, u64::from(u32::MAX) << 32);
    assert_eq!(c::dral_varying_buffer_size(&*draw, 1, null_mut()), -EINVAL);
}

#[test]
fn attribute_descriptors_check_numbers_and_pointers() {
    let good = Box::new(AttributeDescriptor {
        slot: 511,
        format: (1 << 22) - 1,
        offset: -4,
    });
    let pack = |attribute: *const AttributeDescriptor| {
        move |words: *mut [u32; 2]| {
            c::dral_attribute_descriptor_pack(attribute, words.cast())
        }
    };
    refused(EINVAL, pack(null()));
    assert_eq!(pack(&*good)(null_mut()), -EINVAL);
    let words = exactly(&written(pack(&*good)));
    assert_eq!(*words, [0xFFFF_FFFF, 0xFFFF_FFFC]);
    let unpack =
        |words| move |out| c::dral_attribute_descriptor_unpack(words, out);
    assert_eq!(written(unpack(words.as_ptr())), *good);
    refused(EINVAL, unpack(null()));
    assert_eq!(unpack(words.as_ptr())(null_mut()), -EINVAL);
    // Bit 9 enables the offset.
    let other = exactly(&[words[0] & !(1 << 9), words[1]]);
    refused(EDOM, unpack(other.as_ptr()));
    for far in [
        AttributeDescriptor { slot: 512, ..*good },
        AttributeDescriptor { format: 1 << 22, ..*good },
    ] {
        refused(ERANGE, pack(&far));
    }
}

/// Numbers that look random, most of them near the ends of their ranges.
fn hostile_words(seed: &mut u64) -> impl FnMut() -> u32 + '_ {
    move || {
        // splitmix64
        *seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = *seed;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        let number = (z ^ z >> 31) as u32;
        match z >> 61 {
            0 | 1 => number % 10,
            2 => u32::MAX - number % 3,
            3 => 1 << (number % 32),
            _ => number,
        }
    }
}

/// Any bits in what the library made for itself: no panic, and nothing is
/// written around the outputs. Under miri, nothing is read that should not
/// be.
#[test]
fn any_bits_in_a_resolved_draw_and_a_state_are_safe() {
    const DRAW_WORDS: usize = size_of::<ResolvedDraw>() / 4;
    const STATE_WORDS: usize = size_of::<VertexState>() / 4;
    let rounds = if cfg!(miri) { 20 } else { 20_000 };
    let mut seed = 15;
    let mut next = hostile_words(&mut seed);
    let buffers = exactly(&[PLAIN_BUFFER, NPOT_BUFFER, NPOT_BUFFER]);
    let bound = written(|out| c::dral_buffer_bind(0x1_0029, 4096, out));
    let bound = exactly(&[bound; 3]);
    let mut tables = [0; 2];
    for round in 0..rounds {
        let mut draw = resolved(4 + round % 4, 70, 2);
        // What the library does not need it does not write.
        let mut state = Box::new(VertexState::UNPREPARED);
        let (first, shape) = (buffers.as_ptr(), round / 4 % 2);
        let status =
            c::dral_vertex_state_prepare(7, 0, shape, 0, first, 3, &mut *state);
        assert_eq!(status, 0);
        // A few words of each, or all of the draw's.
        let at = (&raw mut *draw).cast::<u32>();
        for place in 0..DRAW_WORDS {
            if round % 3 == 0 || next() % 4 == 0 {
                // SAFETY: a word of the struct, which has numbers only.
                unsafe { at.add(place).write(next()) };
            }
        }
        let at = (&raw mut *state).cast::<u32>();
        for _ in 0..round % 4 {
            // The seal and the count stay now and then.
            let place = next() as usize % STATE_WORDS;
            // SAFETY: likewise.
            unsafe { at.add(place).write(next()) };
        }

        around(|out| c::dral_attribute_record(&*draw, &buffers[1], out));
        around(|out| c::dral_hardware_divisor(&*draw, &buffers[1], out));
        let source = next();
        around(|out| {
            c::dral_attribute_offset(&*draw, &buffers[1], source, out)
        });
        around(|out| c::dral_vertex_id_record(&*draw, out));
        around(|out| c::dral_instance_id_record(&*draw, out));
        around(|out| c::dral_varying_buffer_size(&*draw, source, out));
        assert_ne!(text(c::dral_attribute_explain(&*draw, &buffers[1])), "");
        around(|out| {
            let buffers = buffers.as_ptr();
            c::dral_attribute_table_word_count(&*draw, 0, 0, buffers, 3, out)
        });
        let index = next() % 4;
        around(|out| {
            let bound = &bound[0];
            let (state, draw) = (&raw const *state, &raw const *draw);
            c::dral_vertex_state_offset(state, draw, index, bound, source, out)
        });
        around(|out| c::dral_vertex_state_key(&*state, &*draw, out));

        let mut words = Canary::<[u32; 28]>::new();
        let mut slots = Canary::<[u32; 3]>::new();
        let status = around(|out| {
            let buffers = buffers.as_ptr();
            let (words, slots) = (words.pointer(), slots.pointer());
            c::dral_attribute_table_pack(
                &*draw,
                round / 4 % 2,
                0,
                buffers,
                3,
                words.cast(),
                28,
                slots.cast(),
                out,
                null_mut(),
            )
        });
        tables[0] += u32::from(status == 0);
        words.assert_untouched_around();
        slots.assert_untouched_around();
        let capacity = if round % 2 == 0 { 28 } else { next() as usize % 29 };
        let status = around(|out| {
            c::dral_vertex_state_table(
                &*state,
                &*draw,
                bound.as_ptr(),
                3,
                words.pointer().cast(),
                capacity,
                slots.pointer().cast(),
                out,
            )
        });
        tables[1] += u32::from(status == 0);
        words.assert_untouched_around();
        slots.assert_untouched_around();
    }
    assert!(tables.iter().all(|&count| count > rounds / 4), "{tables:?}");
}

#[test]
fn prepared_states_check_numbers_and_pointers() {
    let draw = resolved(7, 70, 2);
    let buffers = exactly(&[NPOT_BUFFER]);
    let prepare = |architecture, rounding, shape, images, buffers, count| {
        move |out| {
            c::dral_vertex_state_prepare(
                architecture,
                rounding,
                shape,
                images,
                buffers,
                count,
                out,
            )
        }
    };
    let first = buffers.as_ptr();
    refused(EINVAL, prepare(3, 0, 0, 0, first, 1));
    refused(EDOM, prepare(9, 0, 0, 0, first, 1));
    refused(EINVAL, prepare(7, 2, 0, 0, first, 1));
    refused(EINVAL, prepare(7, 0, 2, 0, first, 1));
    refused(EINVAL, prepare(7, 0, 0, 1, first, 1));
    refused(EINVAL, prepare(7, 0, 0, 0, null(), 1));
    assert_eq!(prepare(7, 0, 0, 0, first, 1)(null_mut()), -EINVAL);
    // What the library does not need it does not write.
    let mut state = Box::new(VertexState::UNPREPARED);
    assert_eq!(prepare(7, 0, 0, 0, first, 1)(&mut *state), 0);

    refused(ERANGE, |out| c::dral_buffer_bind(1 << 56, 1, out));
    refused(ERANGE, |out| c::dral_buffer_bind(1, 1 << 32, out));
    assert_eq!(c::dral_buffer_bind(0, 1, null_mut()), -EINVAL);
    let bound = exactly(&[written(|out| c::dral_buffer_bind(64, 1, out))]);

    let (good_state, good_draw) = (&raw const *state, &raw const *draw);
    for (state, draw) in [(null(), good_draw), (good_state, null())] {
        refused(EINVAL, |out| c::dral_vertex_state_key(state, draw, out));
        refused(EINVAL, |out| {
            c::dral_vertex_state_offset(state, draw, 0, &bound[0], 0, out)
        });
        both_refused(EINVAL, |words: *mut [u32; 12], out| {
            let (bound, mut slot) = (bound.as_ptr(), 0);
            let words = words.cast();
            c::dral_vertex_state_table(
                state, draw, bound, 1, words, 12, &mut slot, out,
            )
        });
    }
    let key = |out| c::dral_vertex_state_key(good_state, good_draw, out);
    assert_eq!(key(null_mut()), -EINVAL);
    written(key);
    let offset = |index, bound: *const BoundBuffer| {
        move |out| {
            let (state, draw) = (good_state, good_draw);
            c::dral_vertex_state_offset(state, draw, index, bound, 8, out)
        }
    };
    assert_eq!(written(offset(0, &bound[0])), 8);
    assert_eq!(offset(0, &bound[0])(null_mut()), -EINVAL);
    refused(EINVAL, offset(0, null()));
    for index in [1, 32, u32::MAX] {
        refused(EINVAL, offset(index, &bound[0]));
    }
    for capacity in 0..12 {
        both_refused(ENOSPC, |words: *mut [u32; 12], out| {
            let (bound, mut slot) = (bound.as_ptr(), 0);
            let (words, state) = (words.cast(), good_state);
            c::dral_vertex_state_table(
                state, good_draw, bound, 1, words, capacity, &mut slot, out,
            )
        });
    }
}

#[test]
fn id_functions_check_numbers_and_pointers() {
    let draw = resolved(5, 70, 2);
    assert_eq!(c::dral_vertex_id_record(&*draw, null_mut()), -EINVAL);
    assert_eq!(c::dral_vertex_id_record(null(), null_mut()), -EINVAL);
    assert_eq!(c::dral_instance_id_record(&*draw, null_mut()), -EINVAL);
    assert_eq!(c::dral_instance_id_record(null(), null_mut()), -EINVAL);
    for architecture in [6, 7] {
        let draw = resolved(architecture, 70, 2);
        refused(EDOM, |out| c::dral_vertex_id_record(&*draw, out));
        refused(EDOM, |out| c::dral_instance_id_record(&*draw, out));
    }
    for record in [
        written(|out| c::dral_vertex_id_record(&*draw, out)),
        written(|out| c::dral_instance_id_record(&*draw, out)),
    ] {
        let record = Box::new(record);
        let words = written(|words: *mut [u32; 4]| {
            c::dral_id_record_pack(&*record, words.cast())
        });
        let words = exactly(&words);
        let again =
            written(|out| c::dral_id_record_unpack(words.as_ptr(), out));
        assert_eq!(again.r#type, record.r#type);
        assert_eq!(c::dral_id_record_pack(&*record, null_mut()), -EINVAL);
        assert_eq!(
            c::dral_id_record_unpack(words.as_ptr(), null_mut()),
            -EINVAL
        );
        assert_eq!(c::dral_id_record_value(&*record, 0, null_mut()), -EINVAL);
        // The reserved half is zero.
        let wrong = exactly(&[words[0], words[1], words[2], 1]);
        refused(EDOM, |out| c::dral_id_record_unpack(wrong.as_ptr(), out));
    }
    refused(EINVAL, |words: *mut [u32; 4]| {
        c::dral_id_record_pack(null(), words.cast())
    });
    refused(EINVAL, |out| c::dral_id_record_unpack(null(), out));
    refused(EINVAL, |out| c::dral_id_record_value(null(), 0, out));

    let refuse = |record: IdRecord| {
        let record = Box::new(record);
        refused(EDOM, |words: *mut [u32; 4]| {
            c::dral_id_record_pack(&*record, words.cast())
        });
        record
    };
    for r#type in [0, 1, 0x20, 0x21, 0x23, 0x25, 0x62, 0x124, u32::MAX] {
        let record = refuse(plain_id_record(r#type));
        refused(EDOM, |out| c::dral_id_record_value(&*record, 0, out));
    }
    let (vertex, instance) = (plain_id_record(0x22), plain_id_record(0x24));
    for shift in [32, u32::MAX] {
        refuse(IdRecord { shift, ..vertex });
        refuse(IdRecord { shift, ..instance });
    }
    for odd in [5, 7, 8, u32::MAX] {
        refuse(IdRecord { odd, ..vertex });
    }
    refuse(IdRecord { extra_flags: 2, ..instance });
    refuse(IdRecord { magic: 1 << 31, ..instance });
}

#[test]
fn valhall_functions_check_numbers_and_pointers() {
    let source = Box::new(PLAIN_SOURCE);
    refused(EINVAL, |out| c::dral_valhall_attribute(null(), out));
    assert_eq!(c::dral_valhall_attribute(&*source, null_mut()), -EINVAL);
    assert_eq!(c::dral_valhall_attribute(null(), null_mut()), -EINVAL);
    let refuse_source = |source: dral_valhall_source, errno| {
        let source = Box::new(source);
        refused(errno, |out| c::dral_valhall_attribute(&*source, out));
    };
    for value in UNKNOWN {
        let rounding = value;
        refuse_source(dral_valhall_source { rounding, ..PLAIN_SOURCE }, EINVAL);
        let divisor_one = value;
        let source = dral_valhall_source { divisor_one, ..PLAIN_SOURCE };
        refuse_source(source, EINVAL);
        let rate = value;
        // An unused location is one, with the enums that there are.
        let rounding = u32::from(rate == UNUSED) * 2;
        let source = dral_valhall_source { rounding, rate, ..PLAIN_SOURCE };
        refuse_source(source, EINVAL);
    }
    for architecture in [0, 3, 8, 15, 16, 265, u32::MAX] {
        let source = dral_valhall_source { architecture, ..PLAIN_SOURCE };
        refuse_source(source, EINVAL);
    }
    for architecture in 4..=7 {
        let source = dral_valhall_source { architecture, ..PLAIN_SOURCE };
        refuse_source(source, EDOM);
    }
    for format in [1 << 22, u32::MAX] {
        refuse_source(dral_valhall_source { format, ..PLAIN_SOURCE }, ERANGE);
    }
    for table in [64, u32::MAX] {
        refuse_source(dral_valhall_source { table, ..PLAIN_SOURCE }, ERANGE);
    }
    refuse_source(
        dral_valhall_source {
            rate: 1,
            stride: 2048,
            base_instance: 1 << 20,
            ..PLAIN_SOURCE
        },
        ERANGE,
    );

    for (rate, divisor) in [(0, 0), (1, 0), (1, 1), (1, 2), (1, 3)] {
        let largest = Box::new(dral_valhall_source {
            rate,
            divisor,
            format: (1 << 22) - 1,
            table: 63,
            buffer_index: u32::MAX,
            ..PLAIN_SOURCE
        });
        let attribute =
            Box::new(written(|out| c::dral_valhall_attribute(&*largest, out)));
        let words = written(|words: *mut [u32; 8]| {
            c::dral_valhall_attribute_pack(&*attribute, words.cast())
        });
        let words = exactly(&words);
        let again = written(|out| {
            c::dral_valhall_attribute_unpack(words.as_ptr(), out)
        });
        assert_eq!(again.buffer_index, u32::MAX);
        let pointer = null_mut();
        assert_eq!(
            c::dral_valhall_attribute_unpack(words.as_ptr(), pointer),
            -EINVAL
        );
        assert_eq!(
            c::dral_valhall_attribute_pack(&*attribute, null_mut()),
            -EINVAL
        );
        assert_eq!(
            c::dral_valhall_attribute_element(&*attribute, 0, 0, null_mut()),
            -EINVAL
        );
        // The last word is reserved.
        let mut wrong = words.clone();
        wrong[7] = 1;
        refused(EDOM, |out| {
            c::dral_valhall_attribute_unpack(wrong.as_ptr(), out)
        });
    }
    refused(EINVAL, |words: *mut [u32; 8]| {
        c::dral_valhall_attribute_pack(null(), words.cast())
    });
    refused(EINVAL, |out| c::dral_valhall_attribute_unpack(null(), out));
    refused(EINVAL, |out| c::dral_valhall_attribute_element(null(), 0, 0, out));

    let refuse = |attribute: ValhallAttribute, errno| {
        let attribute = Box::new(attribute);
        refused(errno, |words: *mut [u32; 8]| {
            c::dral_valhall_attribute_pack(&*attribute, words.cast())
        });
        attribute
    };
    for r#type in [0, 4, 5, 15, 17, u32::MAX] {
        let attribute = refuse(plain_attribute(r#type), EDOM);
        refused(EDOM, |out| {
            c::dral_valhall_attribute_element(&*attribute, 0, 0, out)
        });
    }
    for r#type in 1..=3 {
        let plain = plain_attribute(r#type);
        for value in UNKNOWN {
            let frequency = value;
            let unknown = ValhallAttribute { frequency, ..plain };
            let attribute = refuse(unknown, EDOM);
            refused(EDOM, |out| {
                c::dral_valhall_attribute_element(&*attribute, 0, 0, out)
            });
            let offset_enable = value;
            let unknown = ValhallAttribute { offset_enable, ..plain };
            let attribute = refuse(unknown, EINVAL);
            refused(EINVAL, |out| {
                c::dral_valhall_attribute_element(&*attribute, 0, 0, out)
            });
        }
        let format = 1 << 22;
        refuse(ValhallAttribute { format, ..plain }, ERANGE);
        refuse(ValhallAttribute { table: 64, ..plain }, ERANGE);
        if r#type > 1 {
            refuse(ValhallAttribute { shift: 32, ..plain }, EDOM);
        }
    }
    let npot = plain_attribute(3);
    refuse(ValhallAttribute { extra_flags: 2, ..npot }, EDOM);
    refuse(ValhallAttribute { magic: 1 << 31, ..npot }, EDOM);
}
