// SPDX-License-Identifier: MIT

//! Known answers from docs/instancing.md. A draw is written with its fields in
//! the order of C, or as a plain draw: architecture, rounding, vertices,
//! instances.

use super::*;
use crate::known::{arguments, known_answers, numbers};
use crate::Error;
use core::fmt::Debug;
use std::vec::Vec;

type Given = crate::known::Given<Error>;
type Words = Result<Vec<u64>, Error>;

arguments! {
    Error: Architecture, DivisorOne, Idvs, PaddingRule, PrimitiveSize, Rate,
        Rounding, TableShape;
    MagicDivisor { magic, shift, extra_flags }
    Draw {
        architecture, padding_rule, rounding, idvs, vertex_count,
        instance_count, vertices_per_primitive, offset_start, base_instance,
        primitive_size
    }
    IndexRange { min_index, max_index, vertex_offset }
    Invocation { vertex_count, instance_count }
    VertexBuffer { address, size, stride, rate, divisor }
    AttributeRecord {
        pointer, r#type, stride, size, shift, odd, extra_flags, magic, divisor
    }
    AttributeDescriptor { slot, format, offset }
    IdRecord { r#type, shift, odd, extra_flags, magic }
    ValhallAttribute {
        r#type, frequency, offset_enable, format, table, buffer_index, stride,
        offset, shift, extra_flags, magic
    }
    ValhallSource {
        architecture, rounding, rate, divisor, stride, format, table,
        buffer_index, offset, base_instance, divisor_one
    }
}

known_answers! {
    padded_counts_are_the_known_answers,
    "../../c_tests/data/padding_known.csv", given: Error;
    "padded_count" => {
        let (count, rule) = (given.take()?, given.take()?);
        let padded = PaddedCount::new(count, rule);
        if rule == PaddingRule::Driver {
            let expected = padded.map_or(0, PaddedCount::count);
            assert_eq!(padded_vertex_count(count), expected);
        }
        padded?
    },
    "idvs_vertex_count" => idvs_vertex_count(given.take()?)?,
    "instance_size_byte" => instance_size_byte(given.take()?)?,
    "instance_size" => instance_size(given.take()?)?,
}

known_answers! {
    magic_divisors_are_the_known_answers,
    "../../c_tests/data/divisor_known.csv", given: Error;
    "magic_divisor" => MagicDivisor::new(given.take()?, given.take()?)?,
    "padded_count_divisor" => {
        let padded = PaddedCount::new(given.take()?, given.take()?)?;
        let rounding = given.take()?;
        (padded, MagicDivisor::of_padded_count(padded, rounding)?)
    },
    "quotient" => given.take::<MagicDivisor>()?.divide(given.take()?),
    "first_wrong_id" => {
        let divisor: MagicDivisor = given.take()?;
        let first = divisor.first_wrong_id(given.take()?)?;
        first.map_or(1 << 32, u64::from)
    },
}

fn plain_draw(given: &mut Given) -> Result<Draw, Error> {
    Ok(Draw {
        architecture: given.take()?,
        rounding: given.take()?,
        vertex_count: given.take()?,
        instance_count: given.take()?,
        vertices_per_primitive: 3,
        ..Draw::new(Architecture::V7)
    })
}

fn resolved(given: &mut Given) -> Result<ResolvedDraw, Error> {
    plain_draw(given)?.resolve()
}

known_answers! {
    draws_are_the_known_answers,
    "../../c_tests/data/draw_known.csv", given: Error;
    "draw" => given.take::<Draw>()?.resolve()?,
    "max_instances" => given.take::<Draw>()?.max_instances()?,
    "index_range" => given.take::<IndexRange>()?.resolve()?,
    "varying_buffer_size" => {
        resolved(given)?.varying_buffer_size(given.take()?)
    },
    "invocation" => given.take::<Invocation>()?.pack()?,
    "invocation_counts" => Invocation::unpack(given.take()?)?,
}

/// Given a plain draw, a shape, images, room in words and buffers: the number
/// of words, the slots, and the words, with all ones where none is written.
fn table_words(given: &mut Given) -> Words {
    let (draw, shape) = (resolved(given)?, given.take()?);
    let [images, room] = given.take()?;
    let buffers: Vec<VertexBuffer> = given.take()?;
    let mut words = std::vec![[u32::MAX; 4]; room as usize / 4];
    let mut slots = std::vec![u32::MAX; buffers.len()];
    let count =
        table::pack(&draw, shape, images, &buffers, &mut words, &mut slots);
    let written = count.unwrap_or(0);
    if written == 0 {
        assert!(slots.iter().all(|&slot| slot == u32::MAX));
    }
    let (table, rest) = words.as_flattened().split_at(written);
    assert!(rest.iter().all(|&word| word == u32::MAX));
    Ok(numbers(&(count?, slots, table)))
}

known_answers! {
    attribute_records_are_the_known_answers,
    "../../c_tests/data/record_known.csv", given: Error;
    "record" => {
        resolved(given)?.attribute_record(&given.take()?)?.pack()?
    },
    // Of the thread with a vertex id and an instance id.
    "element" => {
        let draw = resolved(given)?;
        let record = draw.attribute_record(&given.take()?)?;
        let [vertex, instance]: [u32; 2] = given.take()?;
        record.element(instance * draw.padded_count + vertex)?
    },
    "hardware_divisor" => {
        let divisor = resolved(given)?.hardware_divisor(&given.take()?);
        divisor.unwrap_or(0)
    },
    "offset" => {
        let plain = plain_draw(given)?;
        let (offset_start, base_instance) = (given.take()?, given.take()?);
        let draw = Draw { offset_start, base_instance, ..plain };
        let resolved = draw.resolve()?;
        resolved.attribute_offset(&given.take()?, given.take()?)?
    },
    "bound_buffer" => BoundBuffer::new(given.take()?, given.take()?)?,
    "record_words" => given.take::<AttributeRecord>()?.pack()?,
    "record_fields" => {
        AttributeRecord::unpack(&given.take::<Vec<_>>()?)?
    },
    "table" => table_words(given)?,
    "word_count" => {
        let (draw, shape) = (resolved(given)?, given.take()?);
        let (images, buffers) = (given.take()?, given.take::<Vec<_>>()?);
        table::word_count(&draw, shape, images, &buffers)?
    },
    "same_keys" => {
        let mut state = VertexState::UNPREPARED;
        let rounding = Rounding::Nearest;
        let (shape, buffers) = (TableShape::Pairs, [given.take()?]);
        state.prepare(Architecture::V7, rounding, shape, 0, &buffers)?;
        let mut key = || {
            let draw = Draw {
                vertex_count: given.take()?,
                instance_count: given.take()?,
                offset_start: given.take()?,
                base_instance: given.take()?,
                ..Draw::new(Architecture::V7)
            };
            state.key(&draw.resolve()?)
        };
        let (before, after) = (key()?, key()?);
        let same_offsets =
            (before.offsets, before.moved) == (after.offsets, after.moved);
        [before.table == after.table, same_offsets].map(u32::from)
    },
    "descriptor" => given.take::<AttributeDescriptor>()?.pack()?,
    "descriptor_fields" => AttributeDescriptor::unpack(given.take()?)?,
}

known_answers! {
    id_records_are_the_known_answers,
    "../../c_tests/data/id_known.csv", given: Error;
    "id_value" => IdRecord::unpack(given.take()?)?.value(given.take()?)?,
    "vertex_id" => resolved(given)?.vertex_id_record()?.pack()?,
    "instance_id" => resolved(given)?.instance_id_record()?.pack()?,
    "words" => given.take::<IdRecord>()?.pack()?,
}

known_answers! {
    attribute_descriptors_are_the_known_answers,
    "../../c_tests/data/valhall_known.csv", given: Error;
    "words" => given.take::<ValhallAttribute>()?.pack()?,
    "valhall" => ValhallAttribute::new(&given.take()?)?.pack()?,
    "element" => {
        let attribute = ValhallAttribute::new(&given.take()?)?;
        let vertex = VertexId(given.take()?);
        attribute.element(vertex, InstanceId(given.take()?))?
    },
}

/// Words that differ in one bit are those of other fields, or are refused.
fn check_bits<const N: usize, T: PartialEq + Debug>(
    words: [u32; N],
    unpack: impl Fn([u32; N]) -> Result<T, Error>,
    pack: impl Fn(&T) -> Words,
) {
    let fields = unpack(words).unwrap();
    // A record may have only the first of these words.
    let length = pack(&fields).unwrap().len();
    let mut taken = 0;
    for bit in 0..32 * length {
        let mut changed = words;
        changed[bit / 32] ^= 1 << (bit % 32);
        if let Ok(other) = unpack(changed) {
            assert_ne!(other, fields, "bit {bit}");
            let again = pack(&other).unwrap();
            assert_eq!(again, numbers(&changed)[..again.len()]);
            taken += 1;
        }
    }
    assert!(taken > 0);
}

#[test]
fn every_bit_is_read_or_must_have_its_value() {
    for (end, shift, magic, divisor) in
        [(1, 0, 0, 0), (3, 0x83, 0, 0), (2, 0x1F, 0, 0), (4, 0x27, 5, 3)]
    {
        let head = [0x0123_4540 | end, 0x00AB_CDEF | shift << 24, 16, 4096];
        let continuation = [if end == 4 { 0x20 } else { 0 }, magic, 0, divisor];
        let words = [head, continuation].concat().try_into().unwrap();
        check_bits::<8, _>(
            words,
            |words| AttributeRecord::unpack(&words),
            |record| Ok(numbers(&record.pack()?)),
        );
    }
    for (r#type, shift, magic) in [(1, 0, 0), (2, 3, 0), (3, 0x21, 5)] {
        let words = [
            0xAAAA_A905 | r#type << 4,
            shift << 24 | 0x42,
            u32::MAX - 3,
            7,
            16,
            magic,
            0,
            0,
        ];
        check_bits(words, ValhallAttribute::unpack, |attribute| {
            Ok(numbers(&attribute.pack()?))
        });
    }
    check_bits([0xAAAA_AB55, 7], AttributeDescriptor::unpack, |attribute| {
        Ok(numbers(&attribute.pack()?))
    });
}
