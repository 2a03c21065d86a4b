// SPDX-License-Identifier: MIT

//! Known answers from docs/instancing.md. A draw is written with its fields in
//! the order of C, or as a plain draw: architecture, rounding, vertices,
//! instances.

extern crate std;

use super::*;
use crate::known::{assert_known, fields, narrow, take, wide};
use crate::Error;
use core::fmt::Debug;
use std::vec::Vec;

type Words = Result<Vec<u64>, Error>;

fn padded_words(padded: PaddedCount) -> [u32; 3] {
    [padded.count(), padded.shift(), padded.odd()]
}

fn padding_answer(function: &str, given: &[u32]) -> Words {
    Ok(wide(match function {
        "padded_count" => {
            let rule = PaddingRule::try_from(given[1])?;
            let padded = PaddedCount::new(given[0], rule);
            let count = padded.map_or(0, PaddedCount::count);
            if rule == PaddingRule::Driver {
                assert_eq!(padded_vertex_count(given[0]), count);
            }
            Vec::from(padded_words(padded?))
        }
        "idvs_vertex_count" => Vec::from([idvs_vertex_count(given[0])?]),
        "instance_size_byte" => {
            Vec::from([instance_size_byte(given[0])?.into()])
        }
        "instance_size" => Vec::from([instance_size(given[0] as u8)?]),
        _ => panic!("unknown function: {function}"),
    }))
}

fn divisor_answer(function: &str, given: &[u32]) -> Words {
    let of = |place: usize| MagicDivisor {
        magic: given[place],
        shift: given[place + 1],
        extra_flags: given[place + 2],
    };
    Ok(match function {
        "magic_divisor" => {
            let rounding = Rounding::try_from(given[1])?;
            fields(&MagicDivisor::new(given[0], rounding)?)
        }
        "padded_count_divisor" => {
            let rule = PaddingRule::try_from(given[1])?;
            let rounding = Rounding::try_from(given[2])?;
            let padded = PaddedCount::new(given[0], rule)?;
            let magic = MagicDivisor::of_padded_count(padded, rounding)?;
            [wide(padded_words(padded)), fields(&magic)].concat()
        }
        "quotient" => wide([of(0).divide(given[3])]),
        "first_wrong_id" => {
            let first = of(0).first_wrong_id(given[3])?;
            Vec::from([first.map_or(1 << 32, u64::from)])
        }
        _ => panic!("unknown function: {function}"),
    })
}

fn draw_of(given: &[u32]) -> Result<Draw, Error> {
    Ok(Draw {
        architecture: given[0].try_into()?,
        padding_rule: given[1].try_into()?,
        rounding: given[2].try_into()?,
        idvs: given[3].try_into()?,
        vertex_count: given[4],
        instance_count: given[5],
        vertices_per_primitive: given[6],
        offset_start: given[7] as i32,
        base_instance: given[8],
        primitive_size: given[9].try_into()?,
    })
}

fn plain_draw(given: &[u32]) -> Result<Draw, Error> {
    Ok(Draw {
        rounding: given[1].try_into()?,
        vertex_count: given[2],
        instance_count: given[3],
        vertices_per_primitive: 3,
        ..Draw::new(given[0].try_into()?)
    })
}

fn draw_answer(function: &str, given: &[u32]) -> Words {
    Ok(match function {
        "draw" => fields(&draw_of(given)?.resolve()?),
        "max_instances" => wide([draw_of(given)?.max_instances()?]),
        "index_range" => {
            let range = IndexRange {
                min_index: given[0],
                max_index: given[1],
                vertex_offset: given[2] as i32,
            };
            fields(&range.resolve()?)
        }
        "varying_buffer_size" => {
            let resolved = plain_draw(given)?.resolve()?;
            Vec::from([resolved.varying_buffer_size(given[4])])
        }
        "invocation" => {
            let [vertex_count, instance_count] = given[..] else { panic!() };
            wide(Invocation { vertex_count, instance_count }.pack()?)
        }
        "invocation_counts" => {
            fields(&Invocation::unpack([given[0], given[1]])?)
        }
        _ => panic!("unknown function: {function}"),
    })
}

fn buffer_of(given: &[u64]) -> Result<VertexBuffer, Error> {
    let [size, stride, rate, divisor] = narrow(&given[1..])[..] else {
        panic!()
    };
    let rate = Rate::try_from(rate)?;
    Ok(VertexBuffer { address: given[0], size, stride, rate, divisor })
}

fn buffers_of(given: &[u64]) -> Result<Vec<VertexBuffer>, Error> {
    given.chunks(5).map(buffer_of).collect()
}

fn packed_words(record: AttributeRecord) -> Words {
    let packed = record.pack()?;
    let more = packed.continuation.into_iter().flatten();
    Ok(wide(packed.first.into_iter().chain(more)))
}

/// Given a plain draw, a shape, images, room in words and buffers: the number
/// of words, the slots, and the words, with all ones where none is written.
fn table_words(given: &[u64]) -> Words {
    let resolved = plain_draw(&narrow(&given[..4]))?.resolve()?;
    let [shape, images, room] = narrow(&given[4..7])[..] else { panic!() };
    let shape = TableShape::try_from(shape)?;
    let buffers = buffers_of(&given[7..])?;
    let mut words = std::vec![[u32::MAX; 4]; room as usize / 4];
    let mut slots = std::vec![u32::MAX; buffers.len()];
    let count =
        table::pack(&resolved, shape, images, &buffers, &mut words, &mut slots);
    let written = count.unwrap_or(0);
    if written == 0 {
        assert!(slots.iter().all(|&slot| slot == u32::MAX));
    }
    let (table, rest) = words.as_flattened().split_at(written);
    assert!(rest.iter().all(|&word| word == u32::MAX));
    let slots = slots.iter().chain(table).copied();
    Ok([Vec::from([count? as u64]), wide(slots)].concat())
}

fn record_answer(function: &str, given: &[u64]) -> Words {
    let buffer = |place: usize| buffer_of(&given[place..place + 5]);
    Ok(match function {
        "record" => {
            let resolved = plain_draw(&narrow(&given[..4]))?.resolve()?;
            let record = resolved.attribute_record(&buffer(4)?)?;
            packed_words(record)?
        }
        // Of the thread with a vertex id and an instance id.
        "element" => {
            let resolved = plain_draw(&narrow(&given[..4]))?.resolve()?;
            let [vertex, instance] = narrow(&given[9..])[..] else { panic!() };
            let linear_id = instance * resolved.padded_count + vertex;
            let record = resolved.attribute_record(&buffer(4)?)?;
            wide([record.element(linear_id)?])
        }
        "hardware_divisor" => {
            let resolved = plain_draw(&narrow(&given[..4]))?.resolve()?;
            let divisor = resolved.hardware_divisor(&buffer(4)?);
            Vec::from([divisor.unwrap_or(0)])
        }
        "offset" => {
            let fields = narrow(&given[..6]);
            let draw = Draw {
                offset_start: fields[4] as i32,
                base_instance: fields[5],
                ..plain_draw(&fields)?
            };
            let resolved = draw.resolve()?;
            let source = narrow(&given[11..])[0];
            let offset = resolved.attribute_offset(&buffer(6)?, source)?;
            wide([offset as u32])
        }
        "bound_buffer" => fields(&BoundBuffer::new(given[0], given[1])?),
        "record_words" => {
            let pointer = given[0];
            let mut words = narrow(&given[1..]).into_iter();
            let record = take! {
                words, AttributeRecord { pointer },
                r#type, stride, size, shift, odd, extra_flags, magic, divisor
            };
            packed_words(record)?
        }
        "record_fields" => fields(&AttributeRecord::unpack(&narrow(given))?),
        "table" => table_words(given)?,
        "word_count" => {
            let resolved = plain_draw(&narrow(&given[..4]))?.resolve()?;
            let (shape, images) = (given[4] as u32, given[5] as u32);
            let buffers = buffers_of(&given[6..])?;
            let shape = TableShape::try_from(shape)?;
            let count = table::word_count(&resolved, shape, images, &buffers)?;
            Vec::from([count as u64])
        }
        "same_keys" => {
            let mut state = VertexState::UNPREPARED;
            let rounding = Rounding::Nearest;
            let shape = TableShape::Pairs;
            let buffers = [buffer(0)?];
            state.prepare(Architecture::V7, rounding, shape, 0, &buffers)?;
            let key = |place: usize| {
                let fields = narrow(&given[place..place + 4]);
                let draw = Draw {
                    offset_start: fields[2] as i32,
                    base_instance: fields[3],
                    ..plain_draw(&[7, 0, fields[0], fields[1]])?
                };
                state.key(&draw.resolve()?)
            };
            let (before, after) = (key(5)?, key(9)?);
            let same_offsets =
                (before.offsets, before.moved) == (after.offsets, after.moved);
            wide([before.table == after.table, same_offsets].map(u32::from))
        }
        "descriptor" => {
            let [slot, format, offset] = narrow(given)[..] else { panic!() };
            let offset = offset as i32;
            wide(AttributeDescriptor { slot, format, offset }.pack()?)
        }
        "descriptor_fields" => {
            let words = narrow(given);
            fields(&AttributeDescriptor::unpack([words[0], words[1]])?)
        }
        _ => panic!("unknown function: {function}"),
    })
}

fn id_answer(function: &str, given: &[u32]) -> Words {
    let resolved = || plain_draw(given)?.resolve();
    let record = match function {
        "id_value" => {
            let [words @ .., id] = given else { panic!() };
            let record = IdRecord::unpack(words.try_into().unwrap())?;
            return Ok(wide([record.value(*id)?]));
        }
        "vertex_id" => resolved()?.vertex_id_record()?,
        "instance_id" => resolved()?.instance_id_record()?,
        "words" => {
            let mut words = given.iter().copied();
            take! {
                words, IdRecord {}, r#type, shift, odd, extra_flags, magic
            }
        }
        _ => panic!("unknown function: {function}"),
    };
    Ok(wide(record.pack()?))
}

fn valhall_answer(function: &str, given: &[u32]) -> Words {
    if function == "words" {
        let offset = given[7] as i32;
        let mut words = given.iter().copied();
        let attribute = take! {
            words, ValhallAttribute {
                offset, shift: given[8], extra_flags: given[9],
                magic: given[10]
            },
            r#type, frequency, offset_enable, format, table, buffer_index,
            stride
        };
        return Ok(wide(attribute.pack()?));
    }
    let source = ValhallSource {
        architecture: given[0].try_into()?,
        rounding: given[1].try_into()?,
        rate: given[2].try_into()?,
        divisor: given[3],
        stride: given[4],
        format: given[5],
        table: given[6],
        buffer_index: given[7],
        offset: given[8] as i32,
        base_instance: given[9],
        divisor_one: given[10].try_into()?,
    };
    let attribute = ValhallAttribute::new(&source)?;
    Ok(wide(match function {
        "valhall" => Vec::from(attribute.pack()?),
        "element" => {
            let (vertex, instance) =
                (VertexId(given[11]), InstanceId(given[12]));
            Vec::from([attribute.element(vertex, instance)?])
        }
        _ => panic!("unknown function: {function}"),
    }))
}

#[test]
fn padded_counts_are_the_known_answers() {
    let table = include_str!("../../c_tests/data/padding_known.csv");
    assert_known(table, |function, given| {
        padding_answer(function, &narrow(given))
    });
}

#[test]
fn magic_divisors_are_the_known_answers() {
    let table = include_str!("../../c_tests/data/divisor_known.csv");
    assert_known(table, |function, given| {
        divisor_answer(function, &narrow(given))
    });
}

#[test]
fn draws_are_the_known_answers() {
    let table = include_str!("../../c_tests/data/draw_known.csv");
    assert_known(table, |function, given| {
        draw_answer(function, &narrow(given))
    });
}

#[test]
fn attribute_records_are_the_known_answers() {
    let table = include_str!("../../c_tests/data/record_known.csv");
    assert_known(table, record_answer);
}

#[test]
fn id_records_are_the_known_answers() {
    let table = include_str!("../../c_tests/data/id_known.csv");
    assert_known(table, |function, given| id_answer(function, &narrow(given)));
}

#[test]
fn attribute_descriptors_are_the_known_answers() {
    let table = include_str!("../../c_tests/data/valhall_known.csv");
    assert_known(table, |function, given| {
        valhall_answer(function, &narrow(given))
    });
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
            assert_eq!(again, wide(changed)[..again.len()]);
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
            |record| packed_words(*record),
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
            Ok(wide(attribute.pack()?))
        });
    }
    check_bits([0xAAAA_AB55, 7], AttributeDescriptor::unpack, |attribute| {
        Ok(wide(attribute.pack()?))
    });
}
