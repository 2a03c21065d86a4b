// SPDX-License-Identifier: MIT

//! Words and what they stand for, both ways: what is packed unpacks to the
//! same, and every valid word, built here by the tables of
//! docs/instancing.md rather than by the library, packs to itself again.

use dral::instancing::{
    instance_size, instance_size_byte, AttributeMode, AttributeRecord,
    IdRecord, Invocation, MagicDivisor, PaddedCount, ValhallAttribute,
};
use dral::Error;
use proptest::prelude::*;

/// A value for a field of this many bits; its limits occur often.
fn bits(width: u32) -> impl Strategy<Value = u32> {
    let greatest = u32::MAX >> (32 - width);
    prop_oneof![
        2 => 0..=greatest,
        1 => Just(0),
        1 => Just(greatest),
        1 => (0..width).prop_map(|bit| 1 << bit),
    ]
}

/// The shift and the odd part of a padded count of 32 bits.
fn padded_fields() -> impl Strategy<Value = (u32, u32)> {
    (bits(5), 0u32..5).prop_filter("padded counts have 32 bits", |f| {
        (2 * u64::from(f.1) + 1) << f.0 <= u64::from(u32::MAX)
    })
}

/// Words 0 to 3 of a record with that type in its lowest bits, and
/// something in its highest.
fn record_words(
    kind: u32,
    top_byte: impl Strategy<Value = u32>,
) -> impl Strategy<Value = [u32; 4]> {
    (bits(26), bits(24), top_byte, bits(32), bits(32)).prop_map(
        move |(low, high, top, stride, size)| {
            [low << 6 | kind, top << 24 | high, stride, size]
        },
    )
}

/// Valid words of a record of each type, with its continuation if it has
/// one.
fn valid_record() -> BoxedStrategy<Vec<u32>> {
    let modulus = padded_fields().prop_map(|(r, p)| p << 5 | r);
    let npot = (record_words(4, bits(6)), bits(31), bits(32)).prop_map(
        |(first, magic, divisor)| [first, [0x20, magic, 0, divisor]].concat(),
    );
    prop_oneof![
        record_words(1, Just(0)).prop_map(Vec::from),
        record_words(2, bits(5)).prop_map(Vec::from),
        record_words(3, modulus).prop_map(Vec::from),
        npot,
    ]
    .boxed()
}

fn valid_id_record() -> BoxedStrategy<[u32; 4]> {
    prop_oneof![
        (bits(5), 0u32..5).prop_map(|(r, p)| [0x22, p << 29 | r << 24, 0, 0]),
        (bits(5), bits(1), bits(31)).prop_map(|(r, e, magic)| [
            0x24,
            e << 29 | r << 24,
            magic,
            0
        ]),
    ]
    .boxed()
}

fn valid_descriptor() -> BoxedStrategy<[u32; 8]> {
    let divisor = prop_oneof![
        Just((1, 0, 0)),
        bits(5).prop_map(|r| (2, r, 0)),
        (bits(6), bits(31)).prop_map(|(e_and_r, magic)| (3, e_and_r, magic)),
    ];
    (
        divisor,
        (bits(1), bits(22), bits(6), bits(1)),
        (bits(32), bits(32), bits(32)),
    )
        .prop_map(|(divisor, fields, (offset, index, stride))| {
            let (kind, divisor_bits, magic) = divisor;
            let (offset_enable, format, table, frequency) = fields;
            [
                format << 10 | offset_enable << 8 | kind << 4 | 5,
                divisor_bits << 24 | frequency << 6 | table,
                offset,
                index,
                stride,
                magic,
                0,
                0,
            ]
        })
        .boxed()
}

fn magic_divisor() -> impl Strategy<Value = MagicDivisor> {
    (bits(31), bits(5), bits(1)).prop_map(|(magic, shift, extra_flags)| {
        MagicDivisor { magic, shift, extra_flags }
    })
}

fn record() -> impl Strategy<Value = AttributeRecord> {
    let mode = prop_oneof![
        Just(AttributeMode::OneDimensional),
        padded_fields().prop_map(|(shift, odd)| {
            let count = (2 * odd + 1) << shift;
            AttributeMode::Modulus(PaddedCount::from_count(count).unwrap())
        }),
        bits(5).prop_map(|shift| AttributeMode::PotDivisor { shift }),
        (magic_divisor(), bits(32)).prop_map(|(magic, divisor)| {
            AttributeMode::NpotDivisor { magic, divisor }
        }),
    ];
    (bits(32), bits(18), bits(32), bits(32), mode).prop_map(
        |(low, high, stride, size, mode)| {
            let pointer = (u64::from(high) << 32 | u64::from(low)) << 6;
            AttributeRecord::new(pointer, stride, size, mode)
        },
    )
}

fn descriptor() -> impl Strategy<Value = ValhallAttribute> {
    let divisor = prop_oneof![
        Just((1, 0, 0, 0)),
        bits(5).prop_map(|shift| (2, shift, 0, 0)),
        magic_divisor().prop_map(|divisor| {
            (3, divisor.shift, divisor.extra_flags, divisor.magic)
        }),
    ];
    (
        (divisor, 0u32..2, 0u32..2),
        (bits(22), bits(6)),
        (bits(32), bits(32), any::<i32>()),
    )
        .prop_map(|(kind, (format, table), numbers)| {
            let (divisor, frequency, offset_enable) = kind;
            let (r#type, shift, extra_flags, magic) = divisor;
            let (buffer_index, stride, offset) = numbers;
            ValhallAttribute {
                r#type,
                frequency,
                offset_enable,
                format,
                table,
                buffer_index,
                stride,
                offset,
                shift,
                extra_flags,
                magic,
            }
        })
}

/// The words of a record one after the other.
fn packed_words(record: &AttributeRecord) -> Result<Vec<u32>, Error> {
    let packed = record.pack()?;
    let continuation = packed.continuation.as_ref();
    Ok([&packed.first[..], continuation.map_or(&[], |c| &c[..])].concat())
}

proptest! {
    #[test]
    fn a_record_comes_back(record in record()) {
        let words = packed_words(&record).unwrap();
        prop_assert_eq!(AttributeRecord::unpack(&words), Ok(record));
    }

    #[test]
    fn valid_words_of_a_record_pack_again(words in valid_record()) {
        let record = AttributeRecord::unpack(&words).unwrap();
        prop_assert_eq!(packed_words(&record), Ok(words));
    }

    #[test]
    fn an_id_record_comes_back(
        vertex in (bits(5), 0u32..5),
        magic in magic_divisor(),
    ) {
        let (shift, odd) = vertex;
        for record in
            [IdRecord::modulus(shift, odd), IdRecord::quotient(magic)]
        {
            let words = record.pack().unwrap();
            prop_assert_eq!(IdRecord::unpack(words), Ok(record));
        }
    }

    #[test]
    fn valid_words_of_an_id_record_pack_again(words in valid_id_record()) {
        let record = IdRecord::unpack(words).unwrap();
        prop_assert_eq!(record.pack(), Ok(words));
    }

    #[test]
    fn a_descriptor_comes_back(descriptor in descriptor()) {
        let words = descriptor.pack().unwrap();
        prop_assert_eq!(ValhallAttribute::unpack(words), Ok(descriptor));
    }

    #[test]
    fn valid_words_of_a_descriptor_pack_again(words in valid_descriptor()) {
        let descriptor = ValhallAttribute::unpack(words).unwrap();
        prop_assert_eq!(descriptor.pack(), Ok(words));
    }

    #[test]
    fn an_invocation_comes_back(
        vertices in (0u32..32, any::<u32>()),
        instances in (0u32..32, any::<u32>()),
    ) {
        let count = |(shift, n): (u32, u32)| (n >> shift).max(1);
        let counts = Invocation {
            vertex_count: count(vertices),
            instance_count: count(instances),
        };
        match counts.pack() {
            Ok(words) => prop_assert_eq!(Invocation::unpack(words), Ok(counts)),
            Err(error) => prop_assert_eq!(error, Error::InvocationRange),
        }
    }

    /// The valid words, by the position at which the instances begin.
    #[test]
    fn valid_words_of_an_invocation_pack_again(
        values in 0..u32::MAX,
        start in 0u32..=32,
    ) {
        // The last bit of the vertices tells how wide they are; with one
        // instance they have all bits.
        let last = if start == 0 { 0 } else { 1 << (start - 1) };
        let one = start == 32;
        let instances = u64::from(values) >> start;
        prop_assume!(one || instances != 0);
        let words = [if one { values } else { values | last },
                     2 << 28 | start << 22];
        let counts = Invocation::unpack(words).unwrap();
        prop_assert_eq!(counts.pack(), Ok(words));
    }

    #[test]
    fn any_words_are_refused_or_pack_again(
        words: [u32; 8],
        kind in prop::sample::select(
            &[1u32, 2, 3, 4, 0x20, 0x22, 0x24, 0x15, 0x25, 0x35][..],
        ),
        flip in (0usize..8, 0u32..32),
        valid in (valid_record(), valid_id_record(), valid_descriptor()),
    ) {
        let with_kind = |mut words: [u32; 8]| {
            words[0] = words[0] & !0x3F | kind;
            words
        };
        // Nonsense, and valid words with one bit turned.
        let (mut record, mut id, mut descriptor) = valid;
        let (place, bit) = flip;
        let length = record.len();
        record[place % length] ^= 1 << bit;
        id[place % 4] ^= 1 << bit;
        descriptor[place] ^= 1 << bit;
        for words in [&with_kind(words)[..], &record] {
            if let Ok(record) = AttributeRecord::unpack(words) {
                let again = packed_words(&record).unwrap();
                prop_assert_eq!(&again[..], &words[..again.len()]);
            }
        }
        for words in [[words[0], words[1], words[2], 0], id] {
            if let Ok(record) = IdRecord::unpack(words) {
                prop_assert_eq!(record.pack(), Ok(words));
            }
        }
        for words in [with_kind(words), descriptor] {
            if let Ok(attribute) = ValhallAttribute::unpack(words) {
                prop_assert_eq!(attribute.pack(), Ok(words));
            }
        }
        if let Ok(counts) = Invocation::unpack([words[0], words[1]]) {
            prop_assert_eq!(counts.pack(), Ok([words[0], words[1]]));
        }
    }
}

/// All of them: an instance size has one byte.
#[test]
fn every_instance_size_byte_packs_again() {
    let mut valid = 0;
    for byte in 0..=u8::MAX {
        if let Ok(size) = instance_size(byte) {
            valid += 1;
            assert_eq!(instance_size_byte(size), Ok(byte), "{byte:#04x}");
        }
    }
    // 1 << 0 to 31, 3 << 0 to 30, 5 and 7 << 0 to 29, 9 << 0 to 28.
    assert_eq!(valid, 32 + 31 + 30 + 30 + 29);
}
