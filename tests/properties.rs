// SPDX-License-Identifier: MIT

//! What must hold for every draw and every attribute, tried on random ones
//! with a bias to the edges.

use dral::instancing::{
    table, Architecture, AttributeRecord, DivisorOne, Draw, InstanceId,
    MagicDivisor, PaddedCount, PaddingRule, PrimitiveSize, Rate, Rounding,
    TableShape, ValhallAttribute, ValhallSource, VertexBuffer, VertexId,
};
use dral::Error;
use proptest::prelude::*;

const PACKED: TableShape = TableShape::Packed;

/// 32-bit numbers of all magnitudes, with the ends and the neighbours of
/// powers of two.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        0u32..40,
        (0u32..32, any::<u32>()).prop_map(|(shift, n)| n >> shift),
        (0u32..32, -2i32..3)
            .prop_map(|(shift, by)| (1u32 << shift).wrapping_add_signed(by)),
        (0u32..100).prop_map(|below| u32::MAX - below),
        (0u32..4).prop_map(|by| 0xDFFF_FFFE + by),
    ]
}

fn rule() -> impl Strategy<Value = PaddingRule> {
    prop_oneof![Just(PaddingRule::Driver), Just(PaddingRule::Documented)]
}

fn rounding() -> impl Strategy<Value = Rounding> {
    prop_oneof![Just(Rounding::Documented), Just(Rounding::Nearest)]
}

fn primitive_size() -> impl Strategy<Value = PrimitiveSize> {
    prop_oneof![Just(PrimitiveSize::One), Just(PrimitiveSize::Padded)]
}

fn divisor_one() -> impl Strategy<Value = DivisorOne> {
    prop_oneof![Just(DivisorOne::PotDivisor), Just(DivisorOne::OneDimensional)]
}

fn rate() -> impl Strategy<Value = Rate> {
    prop_oneof![Just(Rate::Vertex), Just(Rate::Instance)]
}

prop_compose! {
    /// A draw on v4 to v7.
    fn any_draw()(
        architecture in prop::sample::select(&Architecture::ALL[..4]),
        padding_rule in rule(),
        rounding in rounding(),
        idvs: bool,
        vertex_count in number(),
        instance_count in number(),
        vertices_per_primitive in number(),
        offset_start: i32,
        base_instance in number(),
        primitive_size in primitive_size(),
    ) -> Draw {
        Draw {
            architecture,
            padding_rule,
            rounding,
            idvs: idvs.into(),
            vertex_count,
            instance_count,
            vertices_per_primitive,
            offset_start,
            base_instance,
            primitive_size,
        }
    }
}

prop_compose! {
    /// A draw that resolves: as many instances as fit at the most.
    fn draw_that_fits()(
        mut draw in any_draw(),
    ) -> Draw {
        draw.vertex_count = draw.vertex_count.max(1);
        draw.vertices_per_primitive = draw.vertices_per_primitive.max(1);
        // Only as many primitives as can be padded have a padded count.
        let most = draw.max_instances().unwrap_or_else(|error| {
            assert_eq!(error, Error::PaddedCountRange);
            draw.primitive_size = PrimitiveSize::One;
            draw.max_instances().expect("one instance always fits")
        });
        draw.instance_count = draw.instance_count % most + 1;
        draw
    }
}

prop_compose! {
    fn vertex_buffer()(
        address in 0u64..1 << 56,
        size in 0..u32::MAX - 63,
        stride in number(),
        rate in rate(),
        divisor in number(),
    ) -> VertexBuffer {
        VertexBuffer { address, size, stride, rate, divisor }
    }
}

/// What the API says which element a vertex of an instance reads.
fn api_element(rate: Rate, divisor: u32, vertex: u32, instance: u32) -> u32 {
    match rate {
        Rate::Vertex => vertex,
        Rate::Instance => instance.checked_div(divisor).unwrap_or(0),
        Rate::Unused => unreachable!("no test binds nothing"),
    }
}

proptest! {
    #[test]
    fn a_padded_count_is_the_smallest_that_its_rule_allows(
        vertex_count in number(),
        rule in rule(),
    ) {
        let wide = u64::from(vertex_count);
        let allowed = |count: u64| match rule {
            PaddingRule::Driver if vertex_count < 20 => count >= wide,
            PaddingRule::Driver => count > wide,
            PaddingRule::Documented => count % 4 == 0 && count > wide,
        };
        let forms = (0..40).flat_map(|shift| {
            [1u64, 3, 5, 7, 9].map(|odd| odd << shift)
        });
        let smallest = forms.filter(|&form| allowed(form)).min().unwrap();
        let padded = PaddedCount::new(vertex_count, rule);
        if vertex_count == 0 && rule == PaddingRule::Driver {
            prop_assert_eq!(padded.unwrap().count(), 0);
        } else if smallest >> 32 != 0 {
            prop_assert_eq!(padded, Err(Error::PaddedCountRange));
        } else {
            let padded = padded.unwrap();
            prop_assert_eq!(u64::from(padded.count()), smallest);
            let again = PaddedCount::from_fields(padded.shift(), padded.odd());
            prop_assert_eq!(again, Ok(padded));
        }
    }

    #[test]
    fn a_magic_divisor_divides_every_id(
        divisor in number(),
        rounding in rounding(),
        ids in prop::collection::vec(number(), 20),
    ) {
        let Ok(magic) = MagicDivisor::new(divisor, rounding) else {
            let pot = rounding == Rounding::Nearest
                && divisor.is_power_of_two();
            prop_assert!(divisor == 0 || pot);
            return Ok(());
        };
        prop_assert_eq!(magic.first_wrong_id(divisor), Ok(None));
        for id in ids {
            prop_assert_eq!(magic.divide(id), id / divisor);
            // The ids around a multiple of the divisor are the hard ones.
            let multiple = id - id % divisor;
            prop_assert_eq!(magic.divide(multiple), multiple / divisor);
            let before = multiple.saturating_sub(1);
            prop_assert_eq!(magic.divide(before), before / divisor);
        }
    }

    #[test]
    fn a_thread_reads_the_element_of_the_api(
        draw in draw_that_fits(),
        buffer in vertex_buffer(),
        place: (prop::sample::Index, prop::sample::Index),
    ) {
        let draw = draw.resolve().expect("no more instances than fit");
        let record = draw.attribute_record(&buffer).unwrap();
        let vertices = draw.vertex_count;
        let instances = draw.instance_count;
        for (vertex, instance) in [
            (place.0.index(vertices as usize) as u32,
             place.1.index(instances as usize) as u32),
            (0, place.1.index(instances as usize) as u32),
            (vertices - 1, instances - 1),
        ] {
            let linear_id = instance * draw.padded_count + vertex;
            let element =
                api_element(buffer.rate, buffer.divisor, vertex, instance);
            // Bytes, because all elements of stride 0 are the same.
            prop_assert_eq!(
                u64::from(record.element(linear_id).unwrap())
                    * u64::from(record.stride),
                u64::from(element) * u64::from(buffer.stride)
            );
        }
    }

    #[test]
    fn a_table_holds_the_record_of_each_buffer_at_its_slot(
        draw in draw_that_fits(),
        buffers in prop::collection::vec(vertex_buffer(), 0..17),
        spare in 0usize..20,
    ) {
        let draw = draw.resolve().expect("no more instances than fit");
        let count = table::word_count(&draw, PACKED, 0, &buffers).unwrap();
        let mut words = vec![[!0; 4]; count / 4 + spare];
        let mut slots = vec![!0; buffers.len()];
        let written =
            table::pack(&draw, PACKED, 0, &buffers, &mut words, &mut slots).unwrap();
        prop_assert_eq!(written, count);
        let words = words.as_flattened();
        let mut next = 0;
        for (buffer, &slot) in buffers.iter().zip(&slots) {
            let place = slot as usize * 4;
            let record = AttributeRecord::unpack(&words[place..]);
            prop_assert_eq!(record, draw.attribute_record(buffer));
            let pair = words[place] & 0x3F == 4;
            prop_assert!(!pair || slot % 2 == 0);
            prop_assert!(words[next..place].iter().all(|&word| word == 0));
            next = place + if pair { 8 } else { 4 };
        }
        let terminator = match draw.architecture {
            6 | 7 => 4,
            _ => 0,
        };
        prop_assert_eq!(count, next + terminator);
        prop_assert!(words[next..count].iter().all(|&word| word == 0));
        prop_assert!(words[count..].iter().all(|&word| word == !0));
    }

    #[test]
    fn a_valhall_attribute_reads_the_element_of_the_api(
        architecture in prop::sample::select(&Architecture::ALL[4..]),
        rounding in rounding(),
        rate in rate(),
        divisor_one in divisor_one(),
        base_instance in number(),
        numbers: [u32; 3],
        divisor in number(),
        stride in number(),
        offset: i32,
        ids in (number(), number()),
    ) {
        let source = ValhallSource {
            architecture,
            rounding,
            rate,
            divisor,
            stride,
            format: numbers[0] >> 10,
            table: numbers[1] >> 26,
            buffer_index: numbers[2],
            offset,
            base_instance,
            divisor_one,
        };
        let base = if rate == Rate::Instance { base_instance } else { 0 };
        let sum = i128::from(base) * i128::from(stride) + i128::from(offset);
        let attribute = match (ValhallAttribute::new(&source), i32::try_from(sum)) {
            (Ok(attribute), Ok(sum)) => {
                prop_assert_eq!(attribute.offset, sum);
                attribute
            }
            (result, sum) => {
                prop_assert_eq!(result, Err(Error::OffsetRange));
                prop_assert!(sum.is_err());
                return Ok(());
            }
        };
        let words = attribute.pack().unwrap();
        prop_assert_eq!(ValhallAttribute::unpack(words), Ok(attribute));
        let element = api_element(rate, divisor, ids.0, ids.1);
        let ids = (VertexId(ids.0), InstanceId(ids.1));
        prop_assert_eq!(
            u64::from(attribute.element(ids.0, ids.1).unwrap())
                * u64::from(attribute.stride),
            u64::from(element) * u64::from(stride)
        );
    }

    #[test]
    fn an_offset_is_the_exact_sum_or_refused(
        draw in draw_that_fits(),
        buffer in vertex_buffer(),
        source_offset in number(),
    ) {
        let draw = draw.resolve().expect("no more instances than fit");
        let record = draw.attribute_record(&buffer).unwrap();
        let stride = i128::from(buffer.stride);
        let mut exact = i128::from(source_offset)
            + i128::from(buffer.address % 64);
        if buffer.rate == Rate::Instance {
            exact += i128::from(draw.base_instance) * stride;
            exact -= i128::from(draw.offset_start)
                * i128::from(record.stride);
        }
        let offset = draw.attribute_offset(&buffer, source_offset);
        match i32::try_from(exact) {
            Ok(exact) => prop_assert_eq!(offset, Ok(exact)),
            Err(_) => prop_assert_eq!(offset, Err(Error::OffsetRange)),
        }
    }

    #[test]
    fn the_most_instances_are_the_most_that_resolve(
        draw in any_draw(),
        fewer: prop::sample::Index,
    ) {
        let with = |instance_count| Draw { instance_count, ..draw };
        let Ok(most) = draw.max_instances() else {
            prop_assert!(with(1).resolve().is_err());
            return Ok(());
        };
        prop_assert!(with(most).resolve().is_ok());
        let some = fewer.index(most as usize) as u32 + 1;
        prop_assert!(with(some).resolve().is_ok());
        if let Some(more) = most.checked_add(1) {
            prop_assert!(with(more).resolve().is_err());
        }
    }
}
