// SPDX-License-Identifier: MIT

//! The C interface of the core.

use crate::calls::{
    self, answer, calls, check_table, values, Call, Place, Values, MOST,
    UNKNOWN,
};
use dral::ffi::driver::*;
use dral::ffi::model::*;
use dral::instancing::*;
use dral::Error::*;
use std::ffi::c_int;
use std::mem::{zeroed, MaybeUninit};
use std::ptr::null;

/// The first number after the architectures.
const BEYOND: u64 = ARCHITECTURE_LAST as u64 + 1;

/// v9 and later.
const WITHOUT_RECORDS: [u64; ARCHITECTURE_LAST as usize - 8] = {
    let mut numbers = [9; ARCHITECTURE_LAST as usize - 8];
    let mut index = 1;
    while index < numbers.len() {
        numbers[index] = numbers[index - 1] + 1;
        index += 1;
    }
    numbers
};

/// Most buffers of a table: enough for loops that compilers unroll, with a
/// remainder.
const LONGEST: usize = 35;

/// The errors of a table that is too small, and of missing descriptor words.
const FULL: c_int = OutputTooSmall as c_int;
const TRUNCATED: c_int = TruncatedDescriptor as c_int;

/// The error of fewer buffers than the state was prepared for.
const COUNT: c_int = BufferCount as c_int;

const THIRD: MagicDivisor =
    MagicDivisor { magic: 0x2AAA_AAAA, shift: 1, extra_flags: 1 };

const INFO: DrawInfo = DrawInfo {
    architecture: 7,
    vertex_count: 70,
    instance_count: 100,
    vertices_per_primitive: 3,
    idvs: Idvs::No as u32,
    // SAFETY: numbers only.
    ..unsafe { zeroed() }
};

const EMPTY: DrawInfo = DrawInfo { vertex_count: 0, ..INFO };

const SINGLE: DrawInfo = DrawInfo { instance_count: 1, ..INFO };

const INDICES: IndexRange =
    IndexRange { min_index: 9, max_index: 520, vertex_offset: 7 };

const ELEMENTS: [VertexElement; 2] = [
    VertexElement { buffer: 0, format: 0x2AAAAA, source_offset: 4 },
    VertexElement { buffer: NO_BUFFER, format: 0, source_offset: 0 },
];

const NO_ELEMENTS: [VertexElement; 2] = [ELEMENTS[1]; 2];

const DESCRIPTOR: AttributeDescriptor =
    AttributeDescriptor { slot: 6, format: 0x2AAAAA, offset: -4 };

const SOURCE: ValhallSource = ValhallSource {
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
/// 7 << 29: a larger odd part or shift exceeds 32 bits.
const MODULUS_WORDS: [u32; 4] = [3, 0x7D00_0000, 16, 4096];
const ID_WORDS: [u32; 4] = [0x22, 0, 0, 0];
const VALHALL_WORDS: [u32; 8] = [0x15, 0, 0, 0, 16, 0, 0, 0];

const DRAW_VALUES: &[Values] = values! { 1 DrawInfo:
    architecture = [0, 1, 2, 3, 8, BEYOND, 260, MOST] UnknownArchitecture;
    architecture = WITHOUT_RECORDS NoAttributeRecords;
    padding_rule = UNKNOWN UnknownFlag;
    rounding = UNKNOWN UnknownFlag;
    idvs = [0, 3, 256, 0x8000_0000, MOST] UnknownIdvs;
    primitive_size_rule = [3, 4, 256, 0x8000_0000, MOST] UnknownFlag;
    vertices_per_primitive = [0] NoVerticesPerPrimitive;
};
/// The same for the function whose first argument are the inputs.
const MAX_INSTANCES_VALUES: &[Values] = values! { 0 DrawInfo:
    architecture = [0, 8, BEYOND, MOST] UnknownArchitecture;
    architecture = WITHOUT_RECORDS NoAttributeRecords;
    idvs = [0, 3, MOST] UnknownIdvs;
    vertices_per_primitive = [0] NoVerticesPerPrimitive;
};

const BUFFER_VALUES: &[Values] = values! { 1 VertexBuffer:
    address = [1 << 56, u64::MAX] AddressRange;
    size = [1 << 32, u64::MAX] SizeRange;
    rate = [2] UnusedBuffer;
    rate = [3, 255, 256, 0x8000_0000, MOST] UnknownRate;
};

/// Slots at which a record does not fit in a table for one record.
const NEXT_VALUES: &[Values] = &[Values {
    place: Place::Field(3, 0, 4),
    values: &[1, 2, 0x7FFF_FFFF, 0x8000_0000, MOST - 1],
    status: FULL,
    words: "",
}];

const RECORD_VALUES: &[Values] = values! { 0 AttributeRecord:
    r#type = [0, 5, 0x20, 0x22, 0x24, 0x41, MOST] NotADescriptor;
};

const ID_VALUES: &[Values] = values! { 0 IdRecord:
    r#type = [0, 1, 0x20, 0x21, 0x23, 0x25, 0x62, 0x124, MOST] NotADescriptor;
};

const ATTRIBUTE_VALUES: &[Values] = values! { 0 ValhallAttribute:
    r#type = [4, 5, 15, 17, MOST] NotADescriptor;
    frequency = UNKNOWN NotADescriptor;
    offset_enable = UNKNOWN UnknownFlag;
};

/// States that were never prepared, and draws that were never resolved.
const STATE_VALUES: &[Values] = values! { 0 VertexState:
    seal = [0, MOST] NotPrepared;
    buffer_count = [17, MOST] NotPrepared;
};
/// A state that seems to be prepared for the nearest rounding, or for v6; and
/// a draw of another architecture or rounding.
const OTHER_DRAWS: &[Values] = values! { 0 VertexState:
    seal = [0x6C61_726F, 0x6C61_726C] StateMismatch;
};
const OTHER_STATES: &[Values] = values! { 1 Draw:
    info.architecture = [4, 5, 6] StateMismatch;
    info.rounding = [1] StateMismatch;
};
/// A state that seems to be prepared for another number of buffers.
const OTHER_COUNTS: &[Values] = values! { 0 VertexState:
    buffer_count = [0, 1, 2, 4, 15, 16] BufferCount;
};
const UNRESOLVED_VALUES: &[Values] = values! { 1 Draw:
    table_key = [0, 31, 224, 256, 0x8000_0000, MOST] NotResolved;
};
/// The same for functions whose first argument is the draw.
const UNRESOLVED: &[Values] = values! { 0 Draw:
    table_key = [0, 31, 224, 256, 0x8000_0000, MOST] NotResolved;
};

/// dral_hardware_divisor ignores the address, the size and whether the buffer
/// is used.
const DIVIDED_VALUES: &[Values] = values! { 1 VertexBuffer:
    address = [u64::MAX] 0;
    size = [u64::MAX] 0;
    rate = [2] 0;
    rate = [3, 0x8000_0000, MOST] UnknownRate;
};

const INFO_VALUES: &[Values] = values! { 1 dral_vertex_state_info:
    architecture = [4, 5, 6] 0;
    architecture = [0, 3, 8, BEYOND, 1024, MOST] UnknownArchitecture;
    architecture = WITHOUT_RECORDS NoAttributeRecords;
    rounding = UNKNOWN UnknownRounding;
    shape = [0] 0;
    shape = UNKNOWN UnknownTableShape;
    image_count = [1, MOST] 0;
    unused_location = [1] 0;
    unused_location = UNKNOWN UnknownFlag;
    buffers = [0] NullPointer;
    // The first attribute has the first buffer.
    buffer_count = [0] BufferCount;
    buffer_count = [usize::MAX as u64] ArrayLength;
    elements = [0] NullPointer;
    element_count = [0] 0;
    element_count = [33] ElementCount;
    element_count = [usize::MAX as u64] ArrayLength;
};

/// Per vertex, with the divisor 1, and with another divisor, in turn.
fn buffer(index: usize) -> VertexBuffer {
    VertexBuffer {
        address: 0x10000,
        size: 4096,
        stride: 16,
        rate: u32::from(index % 3 != 0),
        divisor: [0, 1, 3][index % 3],
    }
}

/// The buffers with their padding set to zero, because the checks read every
/// byte.
fn with_padding(buffers: &[VertexBuffer]) -> Vec<VertexBuffer> {
    let mut copies = Vec::<VertexBuffer>::with_capacity(buffers.len());
    for (index, buffer) in buffers.iter().enumerate() {
        // SAFETY: within the capacity. Unlike a copy of the struct, writes to
        // its fields keep the padding.
        unsafe {
            let copy = copies.as_mut_ptr().add(index);
            copy.write_bytes(0, 1);
            (*copy).address = buffer.address;
            (*copy).size = buffer.size;
            (*copy).stride = buffer.stride;
            (*copy).rate = buffer.rate;
            (*copy).divisor = buffer.divisor;
        }
    }
    // SAFETY: all were written.
    unsafe { copies.set_len(buffers.len()) };
    copies
}

/// The first buffers of a table.
fn first_buffers(count: usize) -> Vec<VertexBuffer> {
    with_padding(&(0..count).map(buffer).collect::<Vec<_>>())
}

fn resolved(info: DrawInfo) -> Draw {
    let mut draw = Draw::default();
    // SAFETY: a draw and its inputs.
    assert_eq!(unsafe { dral_draw_resolve(&mut draw, &info) }, 0);
    draw
}

/// A table of pairs for v7.
fn info(buffers: &[VertexBuffer]) -> dral_vertex_state_info {
    dral_vertex_state_info {
        architecture: 7,
        rounding: 0,
        shape: 1,
        image_count: 0,
        unused_location: 0,
        buffers: buffers.as_ptr(),
        buffer_count: buffers.len(),
        elements: ELEMENTS.as_ptr(),
        element_count: if buffers.is_empty() { 0 } else { ELEMENTS.len() },
    }
}

fn prepared(buffers: &[VertexBuffer]) -> Box<VertexState> {
    let info = info(buffers);
    // SAFETY: the buffers of the info.
    Box::new(answer(|out| unsafe {
        dral_vertex_state_prepare(out, Some(&info))
    }))
}

fn table(check: &dyn Fn(&[Call])) {
    let draw = resolved(INFO);
    let draw_of_v5 = resolved(DrawInfo { architecture: 5, ..INFO });
    let single = resolved(SINGLE);
    let draw_of_64 = resolved(DrawInfo { vertex_count: 63, ..INFO });
    let unresolved = Draw::default();
    let written = Written::NOTHING;
    let buffers = first_buffers(3);
    let bound = [BoundBuffer::new(0x1_0029, 4096).expect("it fits"); 3];
    // The largest address and size that a record can have.
    let edge = &with_padding(&[VertexBuffer {
        address: (1 << 56) - 1,
        size: u64::from(u32::MAX) - 63,
        divisor: 0,
        ..buffer(1)
    }])[0];
    let most = first_buffers(VERTEX_STATE_BUFFERS + 1);
    let unused = VertexBuffer { rate: 2, ..buffer(1) };
    let with_unused = prepared(&[buffer(0), unused]);
    let state = prepared(&buffers);
    let info_of_pairs = info(&buffers);
    let next = 0;
    // SAFETY: words, and memory for a record.
    let record = |words: &[u32]| unsafe {
        let (first, count) = (words.as_ptr(), words.len());
        answer(|out| dral_attribute_record_unpack(first, count, out))
    };
    let npot = record(&NPOT_WORDS);
    let modulus = record(&MODULUS_WORDS);
    // SAFETY: 4 words, and memory for a record.
    let id =
        answer(|out| unsafe { dral_id_record_unpack(ID_WORDS.as_ptr(), out) });
    let attribute = ValhallAttribute::unpack(VALHALL_WORDS)
        .expect("these are the words of a descriptor");
    check(&calls! { a:
        dral_version();
        dral_error_text(a.fuzzed(-1));
        dral_padded_vertex_count(a.fuzzed(70));
        dral_padded_count(a.fuzzed(70), a.fuzzed(0), a.output())
            .with(values! { 1 = UNKNOWN UnknownPaddingRule; });
        dral_idvs_vertex_count(a.fuzzed(70), a.output());
        dral_instance_size_pack(a.fuzzed(72), a.output());
        dral_instance_size_unpack(a.fuzzed(0x83), a.output());
        dral_magic_divisor(a.fuzzed(3), a.fuzzed(0), a.output())
            .with(values! { 0 = [0] ZeroDivisor; 1 = UNKNOWN UnknownRounding; });
        dral_magic_divide(a.input(&THIRD), a.fuzzed(9));
        dral_magic_first_wrong_id(a.input(&THIRD), a.fuzzed(3), a.output())
            .with(values! { 0 = [0] ZeroDivisor; });
        dral_draw_resolve(a.in_place(&unresolved), a.fixed(&[INFO]))
            .with(DRAW_VALUES);
        // After a draw of several instances: one of one, and one of nothing.
        dral_draw_resolve(a.in_place(&draw), a.fixed(&[SINGLE])).with(DRAW_VALUES);
        dral_draw_resolve(a.in_place(&draw), a.fixed(&[EMPTY])).with(DRAW_VALUES);
        dral_vertex_buffer_limit(
            a.input(&buffers[1]), a.fuzzed(8), a.fuzzed(4), a.fuzzed(-1),
            a.fuzzed(2), a.output())
            .with(values! { 0 VertexBuffer: rate = [3, 255, MOST] UnknownRate; });
        dral_index_range_resolve(a.input(&INDICES), a.output());
        dral_varying_buffer_size(a.input(&draw), a.fuzzed(16), a.output())
            .with(UNRESOLVED);
        dral_draw_max_instances(a.input(&INFO), a.output())
            .with(MAX_INSTANCES_VALUES);
        dral_invocation_pack(
            a.fuzzed(70), a.fuzzed(2), a.room(2));
        dral_invocation_unpack(
            a.fixed(&INVOCATION_WORDS), a.output(), a.output());
        dral_hardware_divisor(
            a.input(&draw), a.input(&buffers[1]), a.output())
            .with(DIVIDED_VALUES)
            .with(UNRESOLVED);
        dral_attribute_offset(
            a.input(&draw), a.input(&buffers[1]), a.fuzzed(4), a.output())
            .with(BUFFER_VALUES)
            .with(UNRESOLVED);
        dral_attribute_offset(
            a.input(&draw), a.input(edge), a.fuzzed(4), a.output())
            .with(values! { 1 VertexBuffer: size = [0xFFFF_FFC1] SizeRange; });
        dral_attribute_explain(a.input(&draw), a.input(&buffers[1]))
            .with(values! { 1 VertexBuffer:
                rate = [0] 0 "1D Modulus: per-vertex";
                rate = [2] 0 "no record: nothing is bound";
                rate = [3, 255, 256, 0x8000_0000, MOST] 0 "unknown rate";
                divisor = [0] 0 "1D, stride 0: divisor 0";
                divisor = [MOST] 0 "1D, stride 0: padded count x divisor is 2^32";
            });
        dral_attribute_explain(a.input(&draw_of_64), a.input(edge))
            .with(values! { 1 VertexBuffer:
                divisor = [1, 2] 0 "1D POT Divisor: padded count x divisor is";
            });
        dral_attribute_explain(a.input(&single), a.input(&buffers[0]))
            .with(values! { 1 VertexBuffer:
                rate = [1] 0 "1D, stride 0: one instance";
            });
        dral_attribute_explain(a.input(&single), a.input(&buffers[1]))
            .with(values! { 1 VertexBuffer:
                rate = [0] 0 "1D: one instance";
            });
        dral_attribute_explain(a.input(&draw), a.input(edge))
            .with(values! { 1 VertexBuffer:
                divisor = [3] 0 "1D NPOT Divisor: padded count x";
            });
        dral_attribute_record_unpack(
            a.needed(0, &NPOT_WORDS, TRUNCATED), a.n(0), a.output());
        dral_attribute_record_unpack(
            a.needed(0, &SHORT_WORDS, TRUNCATED), a.n(0), a.output());
        dral_attribute_record_element(
            a.input(&npot), a.fuzzed(71), a.output())
            .with(RECORD_VALUES);
        dral_attribute_record_element(
            a.input(&modulus), a.fuzzed(71), a.output())
            .with(values! { 0 AttributeRecord:
                odd = [4, 5, 7, 8, MOST] NotAPaddedCount;
                shift = [30, 31] NotAPaddedCount;
            });
        dral_attribute_descriptor_pack(
            a.input(&DESCRIPTOR), a.room(2));
        dral_attribute_descriptor_unpack(
            a.fixed(&DESCRIPTOR_WORDS), a.output());
        // A record without a continuation, and one with it.
        dral_attribute_append(
            a.input(&draw), a.input(&buffers[0]), a.capacity_array(0, 4, FULL),
            a.n(0), a.both(&next))
            .with(BUFFER_VALUES);
        dral_attribute_append(
            a.input(&draw), a.input(&buffers[1]), a.capacity_array(0, 8, FULL),
            a.n(0), a.both(&next))
            .with(BUFFER_VALUES)
            .with(NEXT_VALUES)
            .with(UNRESOLVED);
        dral_attribute_table(
            a.input(&draw), a.fuzzed(0), a.fuzzed(0), a.inputs(0, &buffers),
            a.n(0), a.capacity_array(1, 28, FULL), a.n(1), a.outputs(0))
            .with(BUFFER_VALUES)
            .with(UNRESOLVED)
            .with(values! {
                0 = [1] 0;
                0 = UNKNOWN UnknownTableShape;
                1 = [1, MOST] ImagesInPackedTable;
            });
        // Without the zero slot at the end it has 24 words.
        dral_attribute_table(
            a.input(&draw_of_v5), 0, 0, a.inputs(0, &buffers), a.n(0),
            a.capacity_array(1, 24, FULL), a.n(1), a.outputs(0));
        dral_attribute_table(
            a.input(&draw), 1, a.number(0), a.inputs(0, &buffers), a.n(0),
            a.capacity_array(1, 28, FULL), a.n(1), a.outputs(0))
            .with(values! { 0 = [1, 0x7FFF_FFFF, 0x8000_0000, MOST] OutputTooSmall; })
            .with(values! { 1[2] VertexBuffer: rate = [2] 0; });
        dral_bound_buffer_init(a.output(), a.fuzzed(0x1_0029), a.fuzzed(4096))
            .with(values! {
                0 = [1 << 56, u64::MAX] AddressRange;
                1 = [1 << 32, 0xFFFF_FFD7, u64::MAX] SizeRange;
            });
        dral_vertex_state_prepare(
            a.output(), a.with_pointers(&info_of_pairs))
            .with(INFO_VALUES);
        dral_vertex_state_prepare(
            a.output(), Some(&dral_vertex_state_info {
                architecture: a.fuzzed(7),
                rounding: a.fuzzed(0),
                shape: a.fuzzed(1),
                image_count: a.fuzzed(0),
                unused_location: a.fuzzed(0),
                buffers: a.inputs(0, &buffers),
                buffer_count: a.n(0),
                elements: a.inputs(1, &NO_ELEMENTS),
                element_count: a.n(1),
            }))
            .with(values! { 2[0] VertexElement:
                format = [MOST] 0;
                source_offset = [MOST] 0;
            });
        dral_vertex_state_prepare(
            a.output(), Some(&dral_vertex_state_info {
                buffers: a.fixed(&buffers),
                elements: a.inputs(0, &ELEMENTS),
                element_count: a.n(0),
                ..info_of_pairs
            }))
            // Neither address nor size is read.
            .with(values! { 1[1] VertexBuffer:
                address = [u64::MAX] 0;
                size = [u64::MAX] 0;
                rate = [2] 0;
                rate = [3, MOST] UnknownRate;
            })
            .with(values! { 1[0] VertexBuffer: rate = [2] UnusedBuffer; })
            .with(values! { 2[0] VertexElement:
                buffer = [1, 2] 0;
                buffer = [3, 15, 16, 0x1_0000, MOST - 1] BufferCount;
                format = [1 << 22, MOST] FormatRange;
                source_offset = [0x7FFF_FFC1, 1 << 31, MOST] OffsetRange;
            });
        dral_vertex_state_prepare(
            a.output(), Some(&dral_vertex_state_info {
                shape: 0,
                image_count: a.fuzzed(0),
                buffers: a.fixed(&most),
                buffer_count: a.number(VERTEX_STATE_BUFFERS),
                ..info_of_pairs
            }))
            .with(values! {
                0 = [1, MOST] ImagesInPackedTable;
                1 = [17] BufferCount;
            })
            .with(values! { 1[1] VertexBuffer: rate = [2] UnusedBuffer; });
        dral_vertex_state_table(
            a.input(&*state), a.input(&draw), a.needed(0, &bound, COUNT),
            a.n(0), a.capacity_array(1, 28, FULL), a.n(1))
            .with(STATE_VALUES)
            .with(OTHER_DRAWS)
            .with(OTHER_STATES)
            .with(OTHER_COUNTS)
            .with(UNRESOLVED_VALUES);
        dral_words_to_write(
            a.both(&written), a.input(&*state), a.input(&draw),
            a.needed(0, &bound, COUNT), a.n(0))
            .returns_up_to(3)
            .with(values! { 1 VertexState:
                seal = [0x6C61_726F, 0x6C61_726C] StateMismatch;
                seal = [0, MOST] NotPrepared;
                buffer_count = [17, MOST] NotPrepared;
                buffer_count = [0, 1, 2, 4, 15, 16] BufferCount;
            })
            .with(values! { 2 Draw:
                info.architecture = [4, 5, 6] StateMismatch;
                info.rounding = [1] StateMismatch;
                table_key = [0, 31, 224, 256, 0x8000_0000, MOST] NotResolved;
            });
        dral_vertex_state_end(a.input(&*state), a.input(&draw))
            // Of a changed state, more than any table has.
            .returns_up_to(c_int::MAX)
            .with(STATE_VALUES)
            .with(OTHER_DRAWS)
            .with(OTHER_STATES)
            .with(UNRESOLVED_VALUES);
        // Indices of an unused buffer and beyond the buffers.
        dral_vertex_state_offset(
            a.input(&*with_unused), a.input(&draw), a.fuzzed(0),
            a.input(&bound[0]), a.fuzzed(4), a.output())
            .with(STATE_VALUES)
            .with(UNRESOLVED_VALUES)
            .with(values! {
                0 = [1] UnusedBuffer;
                0 = [2, 15, 16, MOST] BufferCount;
                1 = [1 << 31, MOST] OffsetRange;
            });
        // An attribute, and a location without one.
        dral_vertex_state_attributes(
            a.input(&*with_unused), a.input(&draw),
            a.needed(0, &bound[..2], COUNT), a.n(0),
            a.capacity_array(1, 2 * ELEMENTS.len(), FULL), a.n(1))
            .with(STATE_VALUES)
            .with(values! { 0 VertexState:
                element_count = [33, MOST] NotPrepared;
            })
            .with(UNRESOLVED_VALUES);
        dral_vertex_state_slot(
            a.input(&*with_unused), a.input(&draw), a.fuzzed(1))
            .returns_up_to(255)
            .with(STATE_VALUES)
            .with(UNRESOLVED_VALUES)
            .with(values! { 0 = [2, 15, 16, MOST] BufferCount; });
        dral_id_records(a.input(&draw_of_v5), a.room(8))
            .with(values! { 0 Draw: info.architecture = [6, 7] NoIdRecords; })
            .with(UNRESOLVED);
        dral_id_record_pack(a.input(&id), a.room(4))
            .with(ID_VALUES);
        dral_id_record_unpack(a.fixed(&ID_WORDS), a.output());
        dral_id_record_value(a.input(&id), a.fuzzed(71), a.output())
            .with(ID_VALUES);
        dral_valhall_attribute(a.input(&SOURCE), a.room(8))
            .with(values! { 0 ValhallSource:
                architecture = [0, 3, 8, BEYOND, MOST] UnknownArchitecture;
                architecture = [4, 5, 6, 7] NoAttributeDescriptors;
                rounding = UNKNOWN UnknownRounding;
                rate = [3, MOST] UnknownRate;
                divisor_one = UNKNOWN UnknownDivisorOne;
                unused_location = UNKNOWN UnknownFlag;
                format = [1 << 22, MOST] FormatRange;
                table = [64, MOST] TableRange;
            });
        dral_valhall_attribute_pack(
            a.input(&attribute), a.room(8))
            .with(ATTRIBUTE_VALUES);
        dral_valhall_attribute_unpack(
            a.fixed(&VALHALL_WORDS), a.output());
        dral_valhall_attribute_element(
            a.input(&attribute), a.fuzzed(71), a.fuzzed(1), a.output())
            .with(ATTRIBUTE_VALUES);
    });
}

check_table!(table, "../../include/dral.h", "../../include/dral_model.h");

#[test]
fn tables_of_any_length_have_exactly_their_words() {
    let draw = resolved(INFO);
    for count in 1..=LONGEST {
        let buffers = first_buffers(count);
        // A slot per vertex, two with a divisor, and a gap before them unless
        // the slot is even; then the end.
        let slots = (0..count).fold(0_usize, |slots, index| match index % 3 {
            0 => slots + 1,
            _ => slots.next_multiple_of(2) + 2,
        });
        let words = 4 * (slots + 1);
        let table = calls! { a:
            dral_attribute_table(
                a.input(&draw), 0, 0, a.inputs(0, &buffers), a.n(0),
                a.capacity_array(1, words, FULL), a.n(1), a.outputs(0));
        };
        calls::each(calls::check_success)(&table);
    }
}

#[test]
fn a_table_without_buffers_is_its_end() {
    for (architecture, count) in [(5, 0), (7, 4)] {
        let draw = resolved(DrawInfo { architecture, ..INFO });
        let mut words = [0xA5; 5];
        let mut table = |capacity| {
            let words = words.as_mut_ptr();
            let slots = std::ptr::null_mut();
            // SAFETY: no buffers, and memory for words.
            unsafe {
                dral_attribute_table(
                    Some(&draw),
                    0,
                    0,
                    null(),
                    0,
                    words,
                    capacity,
                    slots,
                )
            }
        };
        for capacity in 0..4 {
            assert_eq!(table(capacity), if count == 0 { 0 } else { FULL });
        }
        assert_eq!(table(4), count);
        assert_eq!(words, [0, 0, 0, 0, 0xA5]);
    }
}

#[test]
fn a_capacity_that_no_int_counts_is_an_error() {
    let draw = resolved(INFO);
    let state = prepared(&[]);
    let (mut words, mut next) = ([0; 8], 0);
    let (words, slots) = (words.as_mut_ptr(), std::ptr::null_mut());
    let capacity = c_int::MAX as usize + 1;
    // SAFETY: no more words than there are may be used.
    let statuses = unsafe {
        [
            dral_attribute_append(
                Some(&draw),
                Some(&buffer(0)),
                words,
                capacity,
                Some(&mut next),
            ),
            dral_attribute_table(
                Some(&draw),
                0,
                0,
                null(),
                0,
                words,
                capacity,
                slots,
            ),
            dral_vertex_state_table(
                Some(&state),
                Some(&draw),
                null(),
                0,
                words,
                capacity,
            ),
            dral_vertex_state_attributes(
                Some(&state),
                Some(&draw),
                null(),
                0,
                words,
                capacity,
            ),
        ]
    };
    assert_eq!(statuses, [ArrayLength as c_int; 4]);
}

#[test]
fn the_quotient_of_no_divisor_is_0() {
    assert_eq!(dral_magic_divide(None, 12345), 0);
}

/// Also one that was prepared before, whatever the error is.
#[test]
fn refused_states_are_not_prepared() {
    let (buffers, more) = (first_buffers(1), first_buffers(17));
    let (info, too_many) = (info(&buffers), info(&more));
    let draw = resolved(INFO);
    for (change, error) in [
        (
            dral_vertex_state_info { architecture: 8, ..info },
            UnknownArchitecture,
        ),
        (
            dral_vertex_state_info { architecture: 9, ..info },
            NoAttributeRecords,
        ),
        (dral_vertex_state_info { rounding: 2, ..info }, UnknownRounding),
        (dral_vertex_state_info { shape: 2, ..info }, UnknownTableShape),
        (dral_vertex_state_info { buffers: null(), ..info }, NullPointer),
        (too_many, BufferCount),
    ] {
        let mut state = MaybeUninit::new(*prepared(&buffers));
        // SAFETY: the buffers of the info, or NULL.
        let refused = unsafe {
            dral_vertex_state_prepare(Some(&mut state), Some(&change))
        };
        assert_eq!(refused, error as c_int);
        // SAFETY: it was prepared before.
        let state = unsafe { state.assume_init() };
        let (bound, mut offset) =
            (BoundBuffer::default(), MaybeUninit::uninit());
        let unprepared = dral_vertex_state_offset(
            Some(&state),
            Some(&draw),
            0,
            Some(&bound),
            0,
            Some(&mut offset),
        );
        assert_eq!(unprepared, NotPrepared as c_int);
    }
}

/// Elements and a terminator of an earlier state are gone.
#[test]
fn a_state_that_is_prepared_again_is_as_good_as_new() {
    let (buffers, one) = (first_buffers(3), first_buffers(1));
    let info_of_v5 = dral_vertex_state_info {
        architecture: 5,
        shape: 0,
        element_count: 1,
        ..info(&one)
    };
    let mut used = MaybeUninit::new(*prepared(&buffers));
    // SAFETY: the buffers of the info.
    let (fresh, used) = unsafe {
        let status =
            dral_vertex_state_prepare(Some(&mut used), Some(&info_of_v5));
        assert_eq!(status, 0);
        // Not memory that held the earlier state.
        let mut fresh = MaybeUninit::new(VertexState::UNPREPARED);
        let status =
            dral_vertex_state_prepare(Some(&mut fresh), Some(&info_of_v5));
        assert_eq!(status, 0);
        (fresh.assume_init(), used.assume_init())
    };
    assert_eq!(used, fresh);
}
