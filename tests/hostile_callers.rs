// SPDX-License-Identifier: MIT

//! The C interface of the core called as C may call it: the table of its
//! functions, from which `support/calls.rs` makes bad calls. Under miri each
//! access beyond an argument is an error, and so is each read of an output:
//!
//!     cargo +nightly miri test --test hostile_callers

// The functions of the C interface take pointers.
#![allow(unsafe_code)]

#[path = "support/calls.rs"]
mod calls;

use calls::{answer, calls, check_table, values, Call, Values, MOST, UNKNOWN};
use dral::ffi::attribute::*;
use dral::ffi::batch::*;
use dral::ffi::divisor::*;
use dral::ffi::draw::*;
use dral::ffi::id::*;
use dral::ffi::padding::*;
use dral::ffi::table::*;
use dral::ffi::valhall::*;
use dral::ffi::version::*;
use dral::ffi::vertex_state::*;
use dral::instancing::{
    AttributeDescriptor, AttributeRecord, BoundBuffer, IdRecord, IndexRange,
    MagicDivisor, ResolvedDraw, ValhallAttribute, VertexState,
    VERTEX_STATE_BUFFERS,
};
use libc::{EDOM, EINVAL, ENOSPC, ERANGE};
use std::mem::{zeroed, MaybeUninit};
use std::ptr::{null, null_mut};

/// Of which padded counts and magic divisors are made, as many as are on both
/// sides of what compilers unroll to.
const LONGEST: usize = 35;

const THIRD: MagicDivisor =
    MagicDivisor { magic: 0x2AAA_AAAA, shift: 1, extra_flags: 1 };

const DRAW: dral_draw = dral_draw {
    architecture: 7,
    vertex_count: 70,
    instance_count: 100,
    vertices_per_primitive: 3,
    // SAFETY: numbers only.
    ..unsafe { zeroed() }
};

const NO_DRAW: dral_draw = dral_draw { vertex_count: 0, ..DRAW };

const INDICES: IndexRange =
    IndexRange { min_index: 9, max_index: 520, vertex_offset: 7 };

const DESCRIPTOR: AttributeDescriptor =
    AttributeDescriptor { slot: 6, format: 0x2AAAAA, offset: -4 };

const SOURCE: dral_valhall_source = dral_valhall_source {
    architecture: 9,
    stride: 16,
    // SAFETY: numbers only.
    ..unsafe { zeroed() }
};

const DESCRIPTOR_WORDS: [u32; 2] = [0xAAAA_AA06, 0xFFFF_FFFC];
const INVOCATION_WORDS: [u32; 2] = [0xC5, 0x21C0_0000];
const NPOT_WORDS: [u32; 8] =
    [4, 0x2100_0000, 16, 4096, 0x20, 0x2AAA_AAAA, 0, 3];
const SHORT_WORDS: [u32; 4] = [1, 0, 16, 4096];
/// 7 << 29: with a larger odd part or shift it is beyond 32 bits.
const MODULUS_WORDS: [u32; 4] = [3, 0x7D00_0000, 16, 4096];
const ID_WORDS: [u32; 4] = [0x22, 0, 0, 0];
const VALHALL_WORDS: [u32; 8] = [0x15, 0, 0, 0, 16, 0, 0, 0];

const DRAW_VALUES: &[Values] = values! { 0 dral_draw:
    architecture = [0, 1, 2, 3, 8, 15, 16, 260, MOST] EINVAL "architecture";
    architecture = [9, 10, 11, 12, 13, 14] EDOM "v9";
    padding_rule = UNKNOWN EINVAL "padding rule";
    rounding = UNKNOWN EINVAL "rounding";
    idvs = UNKNOWN EINVAL "flag";
    vertices_per_primitive = [0] EINVAL "vertices per primitive";
    primitive_size = UNKNOWN EINVAL "primitive size";
};

const BUFFER_VALUES: &[Values] = values! { 1 dral_vertex_buffer:
    address = [1 << 56, u64::MAX] ERANGE "address";
    rate = [2] EINVAL "unused buffer";
    rate = [3, 255, 256, 0x8000_0000, MOST] EINVAL "rate";
};

const RECORD_VALUES: &[Values] = values! { 0 AttributeRecord:
    r#type = [0, 5, 0x20, 0x22, 0x24, 0x41, MOST] EDOM;
};

const ID_VALUES: &[Values] = values! { 0 IdRecord:
    r#type = [0, 1, 0x20, 0x21, 0x23, 0x25, 0x62, 0x124, MOST] EDOM;
};

const ATTRIBUTE_VALUES: &[Values] = values! { 0 ValhallAttribute:
    r#type = [0, 4, 5, 15, 17, MOST] EDOM;
    frequency = UNKNOWN EDOM;
    offset_enable = UNKNOWN EINVAL;
};

/// Of states that were never prepared.
const STATE_VALUES: &[Values] = values! { 0 VertexState:
    seal = [0, MOST] EINVAL;
    buffer_count = [17, MOST] EINVAL;
};

/// Of what is divided, neither address nor size matters, nor that it is not
/// used.
const DIVIDED_VALUES: &[Values] = values! { 1 dral_vertex_buffer:
    address = [u64::MAX] 0;
    size = [MOST] 0;
    rate = [2] 0;
    rate = [3, 0x8000_0000, MOST] EINVAL;
};

/// Buffers per vertex, of the divisor 1 and of another, in turn.
fn buffer(index: usize) -> dral_vertex_buffer {
    dral_vertex_buffer {
        address: 0x10000,
        size: 4096,
        stride: 16,
        rate: u32::from(index % 3 != 0),
        divisor: [0, 1, 3][index % 3],
    }
}

fn resolved(draw: &dral_draw) -> ResolvedDraw {
    // SAFETY: a draw, and room.
    answer(|out| unsafe { dral_draw_resolve(draw, out) })
}

/// In memory that was cleared: what the library does not need it does not
/// write.
fn prepared(buffers: &[dral_vertex_buffer]) -> Box<MaybeUninit<VertexState>> {
    let mut state = Box::<VertexState>::new_uninit();
    // SAFETY: room for one.
    unsafe { state.as_mut_ptr().write_bytes(0, 1) };
    let (first, count, state_at) =
        (buffers.as_ptr(), buffers.len(), state.as_mut_ptr());
    // SAFETY: the buffers, and a state.
    let status = unsafe {
        dral_vertex_state_prepare(7, 0, 1, 0, first, count, state_at)
    };
    assert_eq!(status, 0);
    state
}

fn table(check: &dyn Fn(&[Call])) {
    let odd: Vec<u32> = (0..LONGEST as u32).map(|i| 2 * i + 3).collect();
    let draw = resolved(&DRAW);
    let draw_of_v5 = resolved(&dral_draw { architecture: 5, ..DRAW });
    let single = resolved(&dral_draw { instance_count: 1, ..DRAW });
    let draw_of_64 = resolved(&dral_draw { vertex_count: 63, ..DRAW });
    let buffers: Vec<_> = (0..3).map(buffer).collect();
    let bound = BoundBuffer::new(0x1_0029, 4096).expect("it fits");
    let bound = [bound; 3];
    // At the ends of what a record can hold.
    let edge = dral_vertex_buffer {
        address: (1 << 56) - 1,
        size: u32::MAX - 63,
        divisor: 0,
        ..buffer(1)
    };
    let most: Vec<_> = (0..VERTEX_STATE_BUFFERS).map(buffer).collect();
    let holes =
        prepared(&[buffer(0), dral_vertex_buffer { rate: 2, ..buffer(1) }]);
    // SAFETY: it was cleared and prepared.
    let holes = unsafe { holes.assume_init_ref() };
    let state = prepared(&buffers);
    // SAFETY: it was cleared and prepared.
    let state = unsafe { state.assume_init_ref() };
    // SAFETY: words, and room for a record.
    let record = |words: &[u32]| unsafe {
        let (first, count) = (words.as_ptr(), words.len());
        answer(|out| dral_attribute_record_unpack(first, count, out))
    };
    let (npot, short) = (record(&NPOT_WORDS), record(&SHORT_WORDS));
    let modulus = record(&MODULUS_WORDS);
    // SAFETY: 4 words.
    let id =
        answer(|out| unsafe { dral_id_record_unpack(ID_WORDS.as_ptr(), out) });
    let attribute =
        ValhallAttribute::unpack(VALHALL_WORDS).expect("they are one");
    check(&calls! { a:
        dral_version();
        dral_padded_vertex_count(a.any(70));
        dral_padded_vertex_counts(a.inputs(0, &odd), a.outputs(0), a.n(0))
            .apart(&[0, 1]);
        dral_padded_count(a.any(70), a.any(0), a.output());
        dral_idvs_vertex_count(a.any(70), a.output());
        dral_instance_size_pack(a.any(72), a.output());
        dral_instance_size_unpack(a.any(0x83), a.output());
        dral_magic_divisor(a.any(3), a.any(0), a.output());
        dral_padded_count_divisor(
            a.any(70), a.any(0), a.any(0), a.output(), a.output());
        dral_magic_divisors(
            a.inputs(0, &odd), a.any(0), a.outputs(0), a.n(0))
            .apart(&[0, 1]);
        dral_magic_divisors(null(), a.any(0), null_mut(), 0)
            .with(values! { 0 = UNKNOWN EINVAL; });
        dral_magic_divide(a.input(&THIRD), a.any(9));
        dral_magic_first_wrong_id(a.input(&THIRD), a.any(3), a.output());
        dral_draw_resolve(a.input(&DRAW), a.output()).with(DRAW_VALUES);
        dral_draw_resolve(a.input(&NO_DRAW), a.output()).with(DRAW_VALUES);
        dral_index_range_resolve(a.input(&INDICES), a.output());
        dral_varying_buffer_size(a.input(&draw), a.any(16), a.output());
        dral_draw_max_instances(a.input(&DRAW), a.output())
            .with(DRAW_VALUES);
        dral_draw_explain(a.input(&NO_DRAW)).with(DRAW_VALUES);
        dral_draw_explain(a.input(&DRAW))
            .with(DRAW_VALUES)
            .with(values! { 0 dral_draw:
                vertex_count = [0xE000_0000] ERANGE "padded count";
                instance_count = [0x5000_0000] ERANGE "threads";
            });
        dral_invocation_pack(
            a.any(70), a.any(2), a.output::<[u32; 2]>().cast());
        dral_invocation_unpack(
            a.fixed(&INVOCATION_WORDS), a.output(), a.output());
        dral_attribute_record(
            a.input(&draw), a.input(&buffers[1]), a.output())
            .with(BUFFER_VALUES);
        dral_hardware_divisor(
            a.input(&draw), a.input(&buffers[1]), a.output())
            .with(DIVIDED_VALUES);
        dral_attribute_offset(
            a.input(&draw), a.input(&buffers[1]), a.any(4), a.output())
            .with(BUFFER_VALUES);
        dral_attribute_explain(a.input(&draw), a.input(&buffers[1]))
            .with(BUFFER_VALUES)
            .with(values! { 1 dral_vertex_buffer:
                rate = [0] 0 "1D Modulus: per-vertex";
                divisor = [0] 0 "1D, stride 0: divisor 0";
                divisor = [MOST] 0 "1D, stride 0: padded count x divisor is 2^32";
            });
        dral_attribute_explain(a.input(&draw_of_64), a.input(&edge))
            .with(values! { 1 dral_vertex_buffer:
                divisor = [1, 2] 0 "1D POT Divisor: padded count x divisor is";
            });
        dral_attribute_explain(a.input(&single), a.input(&buffers[0]))
            .with(values! { 1 dral_vertex_buffer:
                rate = [1] 0 "1D, stride 0: one instance";
            });
        dral_attribute_explain(a.input(&single), a.input(&buffers[1]))
            .with(values! { 1 dral_vertex_buffer:
                rate = [0] 0 "1D: one instance";
            });
        dral_attribute_explain(a.input(&draw), a.input(&edge))
            .with(values! { 1 dral_vertex_buffer:
                size = [0xFFFF_FFC1] ERANGE "size";
                divisor = [3] 0 "1D NPOT Divisor: padded count x";
            });
        dral_attribute_record_pack(
            a.input(&npot), a.room(0, 8), a.n(0), a.written(0))
            .may_be_endless()
            .with(RECORD_VALUES);
        dral_attribute_record_pack(
            a.input(&short), a.room(0, 4), a.n(0), a.written(0))
            .may_be_endless();
        dral_attribute_record_unpack(
            a.needed(0, &NPOT_WORDS), a.n(0), a.output());
        dral_attribute_record_unpack(
            a.needed(0, &SHORT_WORDS), a.n(0), a.output());
        dral_attribute_record_element(a.input(&npot), a.any(71), a.output())
            .with(RECORD_VALUES);
        dral_attribute_record_element(
            a.input(&modulus), a.any(71), a.output())
            .with(values! { 0 AttributeRecord:
                odd = [4, 5, 7, 8, MOST] EDOM;
                shift = [30, 31] EDOM;
            });
        dral_attribute_descriptor_pack(
            a.input(&DESCRIPTOR), a.output::<[u32; 2]>().cast());
        dral_attribute_descriptor_unpack(
            a.fixed(&DESCRIPTOR_WORDS), a.output());
        dral_attribute_table_word_count(
            a.input(&draw), a.any(0), a.any(0), a.inputs(0, &buffers), a.n(0),
            a.output())
            .with(BUFFER_VALUES);
        dral_attribute_table_pack(
            a.input(&draw), a.any(0), a.any(0), a.inputs(0, &buffers), a.n(0),
            a.room(1, 28), a.n(1), a.outputs(0), a.written(1), a.refused())
            .unspecified(&[1, 2, 3])
            .with(BUFFER_VALUES);
        dral_attribute_table_pack(
            a.input(&draw_of_v5), 0, 0, a.inputs(0, &buffers), a.n(0),
            a.room(1, 24), a.n(1), a.outputs(0), a.written(1), a.refused())
            .unspecified(&[1, 2, 3]);
        dral_buffer_bind(a.any(0x1000), a.any(4096), a.output());
        dral_vertex_state_prepare(
            a.any(7), a.any(0), a.any(1), a.any(0), a.inputs(0, &buffers),
            a.n(0), a.memory())
            .apart(&[0, 1])
            .with(values! {
                0 = [4, 5, 6] 0;
                0 = [0, 3, 8, 15, 1024, MOST] EINVAL;
                0 = [9, 10, 11, 12, 13, 14] EDOM;
                1 = UNKNOWN EINVAL;
                2 = UNKNOWN EINVAL;
                3 = [MOST] 0;
            })
            // Neither address nor size is read.
            .with(values! { 0[1] dral_vertex_buffer:
                address = [u64::MAX] 0;
                size = [MOST] 0;
                rate = [2] 0;
                rate = [3, MOST] EINVAL;
            });
        dral_vertex_state_prepare(
            7, 0, 0, a.any(0), a.fixed(&most), a.number(VERTEX_STATE_BUFFERS),
            a.memory())
            .apart(&[0, 1])
            .with(values! { 0 = [1, MOST] EINVAL; 1 = [17] EINVAL; })
            .with(values! { 0[1] dral_vertex_buffer: rate = [2] EINVAL; });
        dral_vertex_state_table(
            a.input(state), a.input(&draw), a.needed(0, &bound), a.n(0),
            a.room(1, 28), a.n(1), a.outputs(0), a.written(1))
            .unspecified(&[0, 2, 3, 4])
            .with(STATE_VALUES);
        dral_vertex_state_table(
            a.input(state), a.input(&draw), a.fixed(&bound), a.number(3),
            a.room(0, 28), a.n(0), a.output::<[u32; 3]>().cast(),
            a.written(0))
            .unspecified(&[0, 2, 3, 4])
            .with(values! { 0 = [4] EINVAL; });
        // Beyond the buffers: of a hole, of the state, and of all states.
        dral_vertex_state_offset(
            a.input(holes), a.input(&draw), a.any(0), a.input(&bound[0]),
            a.any(4), a.output())
            .with(STATE_VALUES)
            .with(values! { 0 = [1, 2, 16, MOST] EINVAL; });
        dral_vertex_state_key(a.input(state), a.input(&draw), a.output())
            .with(STATE_VALUES);
        dral_vertex_id_record(a.input(&draw_of_v5), a.output());
        dral_instance_id_record(a.input(&draw_of_v5), a.output());
        dral_id_record_pack(a.input(&id), a.output::<[u32; 4]>().cast())
            .with(ID_VALUES);
        dral_id_record_unpack(a.fixed(&ID_WORDS), a.output());
        dral_id_record_value(a.input(&id), a.any(71), a.output())
            .with(ID_VALUES);
        dral_valhall_attribute(a.input(&SOURCE), a.output());
        dral_valhall_attribute_pack(
            a.input(&attribute), a.output::<[u32; 8]>().cast())
            .with(ATTRIBUTE_VALUES);
        dral_valhall_attribute_unpack(
            a.fixed(&VALHALL_WORDS), a.output());
        dral_valhall_attribute_element(
            a.input(&attribute), a.any(71), a.any(1), a.output())
            .with(ATTRIBUTE_VALUES);
    });
}

check_table!(table, "../include/dral.h");

/// On both sides of what compilers unroll to.
#[test]
fn tables_of_any_length_have_just_their_words() {
    let draw = resolved(&DRAW);
    for count in 1..=LONGEST {
        let buffers: Vec<_> = (0..count).map(buffer).collect();
        let (first, mut words) = (buffers.as_ptr(), 0);
        // SAFETY: the buffers.
        let status = unsafe {
            dral_attribute_table_word_count(
                &draw, 0, 0, first, count, &mut words,
            )
        };
        assert_eq!(status, 0);
        let table = calls! { a:
            dral_attribute_table_pack(
                a.input(&draw), 0, 0, a.inputs(0, &buffers), a.n(0),
                a.room(1, words), a.n(1), a.outputs(0), a.written(1),
                a.refused());
        };
        calls::each(calls::check_success)(&table);
    }
}

/// On v5 no room is needed, but NULL has none of the words that it should.
#[test]
fn a_table_of_nothing_needs_no_words() {
    let draw = resolved(&dral_draw { architecture: 5, ..DRAW });
    let pack = |capacity| {
        let (buffers, words, slots) = (null(), null_mut(), null_mut());
        let (mut count, refused) = (0xA5, null_mut());
        // SAFETY: no buffers.
        let status = unsafe {
            dral_attribute_table_pack(
                &draw, 0, 0, buffers, 0, words, capacity, slots, &mut count,
                refused,
            )
        };
        (status, count)
    };
    assert_eq!(pack(0), (0, 0));
    for capacity in 1..9 {
        assert_eq!(pack(capacity), (-EINVAL, 0xA5));
    }
}

#[test]
fn without_a_divisor_the_quotient_is_0() {
    // SAFETY: NULL is allowed.
    assert_eq!(unsafe { dral_magic_divide(null(), 12345) }, 0);
}

/// The first buffer that is refused is named; of another error, none; of a
/// success, nothing is written.
#[test]
fn refused_buffer_is_named() {
    const NONE: usize = 3;
    const UNTOLD: usize = 99;
    let draw = resolved(&DRAW);
    let hole = dral_vertex_buffer { rate: 2, ..buffer(2) };
    type Change = fn(&mut [dral_vertex_buffer; 3]);
    let pack_without = |null, shape, images, change: Change| {
        fn unless<T>(is_null: bool, pointer: *const T) -> *mut T {
            if is_null {
                null_mut()
            } else {
                pointer.cast_mut()
            }
        }
        let mut buffers = [buffer(0), buffer(1), hole];
        change(&mut buffers);
        let (mut words, mut slots) = ([0; 28], [0; 3]);
        let (mut count, mut refused) = (0, UNTOLD);
        // SAFETY: the buffers, and room for their table.
        let status = unsafe {
            dral_attribute_table_pack(
                unless(null == 0, &draw),
                shape,
                images,
                unless(null == 1, buffers.as_ptr()),
                buffers.len(),
                unless(null == 2, words.as_mut_ptr()),
                words.len(),
                unless(null == 3, slots.as_mut_ptr()),
                unless(null == 4, &raw mut count),
                &mut refused,
            )
        };
        (-status, refused)
    };
    for null in 0..5 {
        assert_eq!(pack_without(null, 1, 0, |_| {}), (EINVAL, NONE));
    }
    let pack = |shape, images, change| pack_without(5, shape, images, change);
    assert_eq!(pack(1, 0, |_| {}), (0, UNTOLD));
    assert_eq!(pack(1, 0, |b| b[0].address = 1 << 56), (ERANGE, 0));
    assert_eq!(pack(1, 0, |b| b[1].address = 1 << 56), (ERANGE, 1));
    assert_eq!(pack(1, 0, |b| b[0].rate = 3), (EINVAL, 0));
    assert_eq!(pack(1, 0, |b| b[1].rate = 3), (EINVAL, 1));
    let two = |b: &mut [dral_vertex_buffer; 3]| {
        b[0].rate = 3;
        b[1].address = 1 << 56;
    };
    assert_eq!(pack(1, 0, two), (EINVAL, 0));
    // Nothing of a hole is read, and a packed table has none.
    assert_eq!(pack(1, 0, |b| b[2].address = u64::MAX), (0, UNTOLD));
    assert_eq!(pack(0, 0, |_| {}), (EINVAL, 2));
    assert_eq!(pack(2, 0, |_| {}), (EINVAL, NONE));
    assert_eq!(pack(0, 1, |b| b[2].rate = 0), (EINVAL, NONE));
    assert_eq!(pack(1, 1, |_| {}), (ENOSPC, NONE));
    assert_eq!(pack(1, u32::MAX, |_| {}), (ENOSPC, NONE));
}
