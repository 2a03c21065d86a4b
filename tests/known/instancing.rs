// SPDX-License-Identifier: MIT

//! Known answers of the core, from docs/reference/instancing.md. A draw is
//! written with its fields, or as a plain draw.

use crate::rows::{
    arguments, array, both, both_written, known_answers, named, output,
    results, written, Answer, Given,
};
use core::ffi::c_int;
use core::fmt::Debug;
use dral::ffi::driver::*;
use dral::ffi::model::*;
use dral::instancing::{
    AttributeDescriptor, AttributeRecord, BoundBuffer, Draw, DrawInfo,
    IdRecord, Idvs, IndexRange, MagicDivisor, PaddedCount, ValhallAttribute,
    ValhallSource, VertexBuffer, VertexRange, ARCHITECTURE_LAST,
};
use dral::Error;
use std::vec::Vec;

/// A draw of triangles without IDVS, with the default rules.
struct PlainDraw {
    architecture: u32,
    rounding: u32,
    vertices: u32,
    instances: u32,
}

/// Where a draw begins.
struct Start {
    start: i32,
    base_instance: u32,
}

/// What the keys of a draw depend on.
struct KeyedDraw {
    vertices: u32,
    instances: u32,
    start: i32,
    base_instance: u32,
}

/// An attribute that a draw reads from a buffer.
struct Read {
    offset: u64,
    bytes: u32,
    start: i32,
    base_instance: u32,
}

arguments! {
    PlainDraw { architecture, rounding, vertices, instances }
    Start { start, base_instance }
    KeyedDraw { vertices, instances, start, base_instance }
    Read { offset, bytes, start, base_instance }
    DrawInfo {
        architecture, padding_rule, rounding, idvs, vertex_count,
        instance_count, vertices_per_primitive, offset_start, base_instance,
        primitive_size_rule
    }
    IndexRange { min_index, max_index, vertex_offset }
    VertexBuffer { address, size, stride, rate, divisor }
    IdRecord { r#type, shift, odd, extra_flags, magic }
    ValhallAttribute {
        r#type, frequency, offset_enable, format, table, buffer_index, stride,
        offset, shift, extra_flags, magic
    }
    ValhallSource {
        architecture, rounding, rate, divisor, stride, format, table,
        buffer_index, offset, base_instance, divisor_one, unused_location
    }
}

both! {
    MagicDivisor { magic, shift, extra_flags }
    AttributeRecord {
        pointer, r#type, stride, size, shift, odd, extra_flags, magic, divisor
    }
    AttributeDescriptor { slot, format, offset }
}

results! {
    VertexRange { vertex_count, offset_start, base_vertex_offset }
}

known_answers! {
    padded_counts_are_the_known_answers,
    "padding", given, out;
    "padded_count" => {
        let (count, rule) = given.take();
        let padded: Result<PaddedCount, _> =
            written(|out| dral_padded_count(count, rule, out));
        if rule == 0 {
            let expected = padded.map_or(0, |padded| padded.count());
            assert_eq!(dral_padded_vertex_count(count), expected);
        }
        let padded = padded?;
        Ok(named! {
            count: padded.count(),
            shift: padded.shift(),
            odd: padded.odd(),
        })
    },
    "idvs_vertex_count": u32 => dral_idvs_vertex_count(given.take(), out),
    "instance_size_byte": u8 => {
        dral_instance_size_pack(given.take(), out)
    },
    "instance_size": u32 => {
        dral_instance_size_unpack(given.take(), out)
    },
}

known_answers! {
    magic_divisors_are_the_known_answers,
    "divisor", given, out;
    "magic_divisor": MagicDivisor => {
        dral_magic_divisor(given.take(), given.take(), out)
    },
    "quotient" => {
        let divisor = given.take();
        Ok(output(&dral_magic_divide(Some(&divisor), given.take())))
    },
    "first_wrong_id": u64 => {
        dral_magic_first_wrong_id(Some(&given.take()), given.take(), out)
    },
}

/// The results of a draw.
fn results(info: DrawInfo) -> Answer {
    let draw = resolve(&info)?;
    Ok(named! {
        threads: draw.threads,
        padded_count: draw.padded_count,
        instance_size: draw.instance_size,
        instance_size_byte: draw.instance_size_byte,
        instance_primitive_size: draw.instance_primitive_size,
        instance_primitive_size_byte: draw.instance_primitive_size_byte,
        invocation: draw.invocation,
        table_key: draw.table_key,
        offset_key: draw.offset_key,
    })
}

fn resolve(info: &DrawInfo) -> Result<Draw, c_int> {
    let mut draw = Draw::default();
    // SAFETY: a draw and its inputs.
    match unsafe { dral_draw_resolve(&mut draw, info) } {
        0 => Ok(draw),
        error => {
            assert_eq!(draw.threads, 0);
            Err(error)
        }
    }
}

fn plain_draw(given: &mut Given) -> DrawInfo {
    let plain: PlainDraw = given.take();
    DrawInfo {
        architecture: plain.architecture,
        rounding: plain.rounding,
        vertex_count: plain.vertices,
        instance_count: plain.instances,
        vertices_per_primitive: 3,
        idvs: Idvs::No as u32,
        ..DrawInfo::default()
    }
}

fn resolved(given: &mut Given) -> Result<Draw, c_int> {
    resolve(&plain_draw(given))
}

known_answers! {
    draws_are_the_known_answers,
    "draw", given, out;
    "draw" => results(given.take()),
    "max_instances": u32 => dral_draw_max_instances(Some(&given.take()), out),
    "index_range": VertexRange => {
        dral_index_range_resolve(Some(&given.take()), out)
    },
    "varying_buffer_size": u64 => {
        dral_varying_buffer_size(Some(&resolved(given)?), given.take(), out)
    },
    "invocation": [u32; 2] => {
        dral_invocation_pack(given.take(), given.take(), array(out))
    },
    "invocation_counts" => {
        let words: [u32; 2] = given.take();
        let (vertices, instances): (u32, u32) = both_written(|vertices, instances| {
            // SAFETY: 2 words.
            unsafe {
                dral_invocation_unpack(words.as_ptr(), vertices, instances)
            }
        })?;
        Ok(named! { vertices: vertices, instances: instances })
    },
}

/// The words of one record and of what follows it.
fn record(draw: &Draw, buffer: &VertexBuffer) -> Result<Vec<u32>, c_int> {
    let (mut words, mut next) = ([u32::MAX; 8], 0);
    // SAFETY: there are 8 words.
    let slot = unsafe {
        let words = words.as_mut_ptr();
        dral_attribute_append(
            Some(draw),
            Some(buffer),
            words,
            8,
            Some(&mut next),
        )
    };
    if slot < 0 {
        return Err(slot);
    }
    assert_eq!(slot, 0);
    Ok(words[..4 * next as usize].to_vec())
}

/// Given a plain draw, a shape, images and buffers: the number of words, the
/// slots, and the words, with all ones for images.
fn table_words(given: &mut Given) -> Answer {
    let (draw, shape) = (resolved(given)?, given.take());
    let images = given.take();
    let buffers: Vec<VertexBuffer> = given.take();
    let capacity = 8 * (buffers.len() + images as usize) + 4;
    let mut words = std::vec![u32::MAX; capacity];
    let mut slots = std::vec![u32::MAX; buffers.len()];
    // SAFETY: the arrays have these lengths.
    let count = unsafe {
        dral_attribute_table(
            Some(&draw),
            shape,
            images,
            buffers.as_ptr(),
            buffers.len(),
            words.as_mut_ptr(),
            capacity,
            slots.as_mut_ptr(),
        )
    };
    if count < 0 {
        return Err(count);
    }
    words.truncate(count as usize);
    Ok(named! { count: count, slots: slots, words: words })
}

known_answers! {
    attribute_records_are_the_known_answers,
    "record", given, out;
    "record" => Ok(output(&record(&resolved(given)?, &given.take())?)),
    // Of the thread with a vertex id and an instance id.
    "element": u32 => {
        let draw = resolved(given)?;
        let words = record(&draw, &given.take())?;
        let [vertex, instance]: [u32; 2] = given.take();
        let (first, count) = (words.as_ptr(), words.len());
        let record =
            written(|out| dral_attribute_record_unpack(first, count, out))?;
        let id = instance * draw.padded_count + vertex;
        dral_attribute_record_element(Some(&record), id, out)
    },
    "hardware_divisor": u64 => {
        dral_hardware_divisor(Some(&resolved(given)?), Some(&given.take()), out)
    },
    "offset": i32 => {
        let plain = plain_draw(given);
        let Start { start, base_instance } = given.take();
        let info = DrawInfo { offset_start: start, base_instance, ..plain };
        let draw = resolve(&info)?;
        dral_attribute_offset(Some(&draw), Some(&given.take()), given.take(), out)
    },
    "vertex_buffer_limit": u64 => {
        let (buffer, read): (VertexBuffer, Read) = given.take();
        let Read { offset, bytes, start, base_instance } = read;
        dral_vertex_buffer_limit(
            Some(&buffer), offset, bytes, start, base_instance, out)
    },
    "bound_buffer" => {
        let bound: BoundBuffer = written(|out| {
            dral_bound_buffer_init(out, given.take(), given.take())
        })?;
        Ok(output(&bound.words))
    },
    "record_fields": AttributeRecord => {
        let words: Vec<u32> = given.take();
        dral_attribute_record_unpack(words.as_ptr(), words.len(), out)
    },
    "table" => table_words(given),
    // Whether the keys of two draws are the same.
    "same_keys" => {
        let mut keys = || -> Result<_, c_int> {
            let keyed: KeyedDraw = given.take();
            let draw = resolve(&DrawInfo {
                architecture: 7,
                vertices_per_primitive: 1,
                idvs: Idvs::No as u32,
                vertex_count: keyed.vertices,
                instance_count: keyed.instances,
                offset_start: keyed.start,
                base_instance: keyed.base_instance,
                ..DrawInfo::default()
            })?;
            Ok((draw.table_key, draw.offset_key))
        };
        let (before, after) = (keys()?, keys()?);
        Ok(named! {
            table_key: u32::from(before.0 == after.0),
            offset_key: u32::from(before.1 == after.1),
        })
    },
    "descriptor": [u32; 2] => {
        dral_attribute_descriptor_pack(Some(&given.take()), array(out))
    },
    "descriptor_fields": AttributeDescriptor => {
        let words: [u32; 2] = given.take();
        dral_attribute_descriptor_unpack(words.as_ptr(), out)
    },
}

known_answers! {
    id_records_are_the_known_answers,
    "id", given, out;
    "id_value": u32 => {
        let words: [u32; 4] = given.take();
        let record =
            written(|out| dral_id_record_unpack(words.as_ptr(), out))?;
        dral_id_record_value(Some(&record), given.take(), out)
    },
    // Of a plain draw.
    "id_records": [u32; 8] => {
        // SAFETY: room for 8 words.
        unsafe { dral_id_records(Some(&resolved(given)?), array(out)) }
    },
    "words": [u32; 4] => dral_id_record_pack(Some(&given.take()), array(out)),
}

fn valhall_words(source: &ValhallSource) -> Result<[u32; 8], c_int> {
    // SAFETY: room for 8 words.
    written(|out| unsafe {
        dral_valhall_attribute(Some(source), array::<[u32; 8], _>(out))
    })
}

known_answers! {
    attribute_descriptors_are_the_known_answers,
    "valhall", given, out;
    "words": [u32; 8] => {
        dral_valhall_attribute_pack(Some(&given.take()), array(out))
    },
    // dral_valhall_attribute
    "valhall" => {
        let source: ValhallSource = given.take();
        let answer = valhall_words(&source);
        // Every later architecture has the words of v9.
        if source.architecture == 9 {
            for architecture in 10..=ARCHITECTURE_LAST {
                let later = ValhallSource { architecture, ..source };
                assert_eq!(valhall_words(&later), answer, "v{architecture}");
            }
        }
        Ok(output(&answer?))
    },
    "element": u32 => {
        let source: ValhallSource = given.take();
        let words = valhall_words(&source)?;
        let attribute = written(|out| {
            dral_valhall_attribute_unpack(words.as_ptr(), out)
        })?;
        let (vertex, instance) = given.take();
        dral_valhall_attribute_element(Some(&attribute), vertex, instance, out)
    },
}

/// Words that differ in one bit encode other fields, or are refused.
fn check_bits<const N: usize, T: PartialEq + Debug>(
    words: [u32; N],
    unpack: impl Fn([u32; N]) -> Result<T, Error>,
    pack: impl Fn(&T) -> Result<Vec<u32>, Error>,
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
            assert_eq!(again, changed[..again.len()]);
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
            |record| {
                let length = if end == 4 { 8 } else { 4 };
                Ok(record.pack()?.as_flattened()[..length].to_vec())
            },
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
            Ok(attribute.pack()?.to_vec())
        });
    }
    check_bits([0xAAAA_AB55, 7], AttributeDescriptor::unpack, |attribute| {
        Ok(attribute.pack()?.to_vec())
    });
}
