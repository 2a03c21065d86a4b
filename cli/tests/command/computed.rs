// SPDX-License-Identifier: MIT

//! Every number of an explanation is computed again by its definition, from
//! columns that `driver_rows.rs` compares with a driver.

use crate::support::{output, parse};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

const DIVISORS: [u64; 8] = [0, 1, 2, 3, 7, 64, 1000, 1 << 26];

/// A draw as options and as a row, with its numbers.
struct Draw {
    arch: &'static str,
    vertices: u64,
    instances: u64,
    divisors: Vec<u64>,
    per_primitive: u64,
}

impl Draw {
    fn random(random: &mut ChaCha8Rng) -> Self {
        let most = *[9, 300, 100_000].choose(random).expect("a limit");
        let count = random.random_range(0..4);
        let divisors = (0..count).map(|_| *DIVISORS.choose(random).unwrap());
        Self {
            divisors: divisors.collect(),
            arch: ["v5", "v7", "v7", "v9"].choose(random).unwrap(),
            vertices: random.random_range(1..most),
            instances: random.random_range(1..2000),
            per_primitive: random.random_range(1..5),
        }
    }

    fn list(&self) -> String {
        let divisors = self.divisors.iter().map(u64::to_string);
        divisors.chain(["-".into()]).collect::<Vec<_>>().join(",")
    }

    fn explained(&self) -> Value {
        let Self { arch, vertices, instances, per_primitive, .. } = self;
        let call = format!(
            "draw explain --json --arch {arch} --vertices {vertices} \
             --instances {instances} --divisors {} \
             --vertices-per-primitive {per_primitive}",
            self.list()
        );
        explained(&call)
    }
}

fn explained(call: &str) -> Value {
    let call: Vec<_> = call.split_whitespace().collect();
    let json: Value =
        serde_json::from_str(&output(&call, "", 0)).expect("JSON");
    json["draws"][0].clone()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is not a number"))
}

fn words(value: &Value) -> Vec<u32> {
    let words = value.as_array().expect("words").iter();
    let word = |word: &Value| u32::from_str_radix(word.as_str().unwrap(), 16);
    words.map(|one| word(one).expect("a word")).collect()
}

/// The padded count of this many vertices of several instances.
fn padded(count: u64) -> u64 {
    let call = format!("draw explain --json --vertices {count} --instances 2");
    number(&explained(&call)["dispatch"]["padded_count"])
}

/// The number that a byte of a size stores.
fn size(byte: u64) -> u64 {
    (2 * (byte >> 5) + 1) << (byte & 31)
}

/// The value of a formula for the element.
fn evaluated(formula: &str, id: u64) -> u64 {
    let mut text = formula.to_string();
    for name in ["linear id", "vertex id", "instance id"] {
        text = text.replace(&format!("({name} + 1)"), &(id + 1).to_string());
        text = text.replace(name, &id.to_string());
    }
    let parsed = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16),
        None => text.parse(),
    };
    let mut pieces = text.split(' ');
    let mut value = parsed(pieces.next().unwrap()).expect(formula);
    while let Some(operator) = pieces.next() {
        let right = parsed(pieces.next().expect(formula)).expect(formula);
        value = match operator {
            "*" => value * right,
            ">>" => value >> right,
            "%" => value % right,
            _ => panic!("{formula}"),
        };
    }
    value as u64
}

#[test]
fn numbers_of_a_draw_follow_from_each_other() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut shifts = 0;
    for _ in 0..200 {
        let draw = Draw::random(&mut random);
        let Draw { vertices, instances, .. } = draw;
        let found = draw.explained();
        let used = vertices * instances;
        let dispatch = &found["dispatch"];
        let threads = match (dispatch["padded_count"].as_u64(), instances) {
            (Some(padded), 2..) => padded * instances,
            _ => used,
        };
        assert_eq!(number(&found["threads"]), threads);
        assert_eq!(number(&found["wasted_threads"]), threads - used);
        let percent = found["wasted_percent"].as_f64().expect("a share");
        let right = 100.0 - 100.0 * used as f64 / threads as f64;
        assert!((percent - right).abs() < 1e-6, "{percent}, {right}");
        if dispatch.is_null() {
            continue;
        }
        let count = number(&dispatch["padded_count"]);
        if let Some(shift) = dispatch["shift"].as_u64() {
            let odd = number(&dispatch["odd"]);
            assert_eq!((2 * odd + 1) << shift, count);
            shifts += 1;
        }
        let primitives = match instances {
            1 => 1,
            _ => padded(count.div_ceil(draw.per_primitive)),
        };
        assert_eq!(number(&dispatch["instance_primitive_size"]), primitives);
        for name in ["instance_size", "instance_primitive_size"] {
            let byte = number(&dispatch[format!("{name}_byte")]);
            assert_eq!(size(byte), number(&dispatch[name]), "{name}");
        }
    }
    assert!(shifts > 10, "{shifts}");
}

#[test]
fn formulas_and_words_of_an_attribute_agree_with_the_api() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let (mut wrapped, mut slots, mut magics) = (0, 0, 0);
    for _ in 0..200 {
        let draw = Draw::random(&mut random);
        let found = draw.explained();
        let padded = found["dispatch"]["padded_count"].as_u64();
        let attributes = found["attributes"].as_array().unwrap();
        assert_eq!(attributes.len(), draw.divisors.len() + 1);
        let table = found["table"].as_array().map(|_| words(&found["table"]));
        for (location, attribute) in attributes.iter().enumerate() {
            assert_eq!(number(&attribute["location"]), location as u64);
            let divisor = draw.divisors.get(location).copied();
            assert_eq!(attribute["divisor"].as_u64(), divisor);
            let own = words(&attribute["words"]);
            if let (Some(slot), Some(table)) =
                (attribute["slot"].as_u64(), &table)
            {
                let at = 4 * slot as usize;
                assert_eq!(table[at..at + own.len()], own);
                slots += 1;
            }
            if !attribute["magic"].is_null() {
                let magic =
                    words(&serde_json::json!([attribute["magic"]["magic"]]));
                assert_eq!(magic[0], own[5]);
                let word = match padded {
                    Some(_) => own[1] >> 24,
                    None => own[1] >> 24 & 0x3F,
                };
                let shift = number(&attribute["magic"]["shift"]);
                let flags = number(&attribute["magic"]["extra_flags"]);
                assert_eq!(u64::from(word), shift | flags << 5);
                magics += 1;
            }
            let hardware = attribute["hardware_divisor"].as_u64();
            if let (Some(hardware), Some(divisor), 2..) =
                (hardware, divisor, draw.instances)
            {
                assert_eq!(Some(hardware), padded.map(|p| p * divisor));
                let low = (hardware >> 32 > 0).then_some(hardware & !0 >> 32);
                assert_eq!(attribute["wrapped_divisor"].as_u64(), low);
                wrapped += u64::from(low.is_some());
            }
            let formula = attribute["element"].as_str().expect("a formula");
            for _ in 0..50 {
                let vertex = random.random_range(0..draw.vertices);
                let instance = random.random_range(0..draw.instances);
                let id = match (padded, divisor) {
                    (Some(padded), _) => padded * instance + vertex,
                    (None, None) => vertex,
                    (None, Some(_)) => instance,
                };
                let element = match divisor {
                    None => vertex,
                    Some(0) => 0,
                    Some(divisor) => instance / divisor,
                };
                assert_eq!(evaluated(formula, id), element, "{formula}, {id}");
            }
        }
    }
    let compared = [wrapped, slots, magics];
    assert!(compared.iter().all(|count| *count > 10), "{compared:?}");
}

#[test]
fn rows_have_the_numbers_of_the_explanation() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    for _ in 0..100 {
        let draw = Draw::random(&mut random);
        let Draw { arch, vertices, instances, per_primitive, .. } = draw;
        let found = draw.explained();
        let list = draw.list();
        let input = format!(
            "arch,vertices,instances,divisors\n\
             {arch},{vertices},{instances},\"{list}\"\n"
        );
        let option = format!("--vertices-per-primitive={per_primitive}");
        let rows = output(&["draw", "rows", "-", &option], &input, 0);
        let rows = parse(rows.as_bytes());
        let attributes = found["attributes"].as_array().unwrap();
        assert_eq!(rows.len(), attributes.len());
        for (row, attribute) in rows.iter().zip(attributes) {
            assert_eq!(row["draw"], "1");
            let text = |value: &Value| match value {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                Value::Array(words) => {
                    let words = words.iter().map(|word| word.as_str().unwrap());
                    words.collect::<Vec<_>>().join(" ")
                }
                other => other.to_string(),
            };
            let dispatch = &found["dispatch"];
            for name in ["instance_size", "instance_primitive_size"] {
                assert_eq!(row[name], text(&dispatch[name]));
                let name = format!("{name}_byte");
                let byte = dispatch[&name].as_u64();
                let byte = byte.map(|byte| format!("{byte:02x}"));
                assert_eq!(row[&name], byte.unwrap_or_default());
            }
            for name in ["padded_count", "invocation"] {
                assert_eq!(row[name], text(&dispatch[name]));
            }
            for name in
                ["threads", "wasted_threads", "vertex_id", "instance_id"]
            {
                assert_eq!(row[name], text(&found[name]), "{name}");
            }
            for name in [
                "location",
                "mode",
                "hardware_divisor",
                "attribute_offset",
                "slot",
                "words",
                "error",
            ] {
                assert_eq!(row[name], text(&attribute[name]), "{name}");
            }
            assert_eq!(row["magic"], text(&attribute["magic"]["magic"]));
        }
    }
}

#[test]
fn the_number_of_instances_that_fit_is_the_greatest() {
    for vertices in [2, 70, 65_536, 100_000_000] {
        let call = |instances: u64| {
            let text =
                format!("--vertices={vertices} --instances={instances} --json");
            let call = format!("draw explain {text}");
            crate::in_process::answer(call.split(' '), &[][..])
        };
        let refused = call((1 << 32) - 1);
        assert_eq!(refused.status, 1);
        let json: Value = serde_json::from_str(&refused.output).unwrap();
        let most = number(&json["draws"][0]["max_instances"]);
        assert_eq!((call(most).status, call(most + 1).status), (0, 1));
    }
}

/// The quotient that the hardware computes with a magic divisor.
fn divided(magic: &Value, id: u64) -> u64 {
    let word = u32::from_str_radix(magic["magic"].as_str().unwrap(), 16);
    let multiplier = u128::from(word.expect("a word") | 1 << 31);
    let id = u128::from(id + number(&magic["extra_flags"]));
    ((id * multiplier) >> (32 + number(&magic["shift"]))) as u64
}

#[test]
fn a_magic_is_right_below_its_first_wrong_id() {
    let mut random = ChaCha8Rng::seed_from_u64(10);
    let mut wrong = 0;
    let usual = [3, 5, 7, 100, 641, 4_294_967_295];
    // Floating point rounds it wrongly, and its products with powers of two.
    let usual = usual.into_iter().chain((0..9).map(|n| 4_971_027 << n));
    let more = (0..100).map(|_| random.random_range(1..1 << 32));
    for divisor in usual.chain(more.collect::<Vec<u64>>()) {
        let call = ["word", "divisor", "--json", &divisor.to_string()];
        let json: Value = serde_json::from_str(&output(&call, "", 0)).unwrap();
        for name in ["documented", "nearest", "floating_point"] {
            let magic = &json["divisors"][0][name];
            let first = magic["first_wrong_id"].as_u64();
            if let Some(first) = first {
                assert_ne!(divided(magic, first), first / divisor, "{name}");
                wrong += 1;
            }
            // A quotient is wrong first next to a multiple of the divisor.
            let end = first.unwrap_or(1 << 32);
            let most = end / divisor;
            for _ in 0..200 {
                let multiple = divisor * random.random_range(0..=most);
                let near = [multiple.saturating_sub(1), multiple, end - 1];
                for id in near.into_iter().filter(|id| *id < end) {
                    let place = format!("{divisor} {name}: {id}");
                    assert_eq!(divided(magic, id), id / divisor, "{place}");
                }
            }
        }
    }
    assert!(wrong > 5, "{wrong}");
}

#[test]
fn decoded_words_are_those_of_the_draw() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut compared = [0; 4];
    for _ in 0..150 {
        let draw = Draw::random(&mut random);
        let found = draw.explained();
        let Some(padded) = found["dispatch"]["padded_count"].as_u64() else {
            continue;
        };
        let decoded = |words: &Value| -> Value {
            let words = words.as_array().expect("words").iter();
            let words = words.map(|word| word.as_str().unwrap());
            let words = words.collect::<Vec<_>>().join(" ");
            let call = format!("word decode --json --arch v5 {words}");
            let call: Vec<_> = call.split(' ').collect();
            let json: Value =
                serde_json::from_str(&output(&call, "", 0)).unwrap();
            json["descriptors"][0]["fields"].clone()
        };
        let mut compare = |place: usize, field: &Value, right: Option<u64>| {
            if let Some(field) = field.as_u64() {
                assert_eq!(Some(field), right);
                compared[place] += 1;
            }
        };
        for attribute in found["attributes"].as_array().unwrap() {
            let fields = decoded(&attribute["words"]);
            let hardware = attribute["hardware_divisor"].as_u64();
            compare(0, &fields["padded_count"], Some(padded));
            compare(1, &fields["hardware_divisor"], hardware);
            let divisor = attribute["divisor"].as_u64();
            compare(2, &fields["api_divisor"], divisor);
        }
        if draw.arch == "v5" && draw.instances > 1 {
            let fields = decoded(&found["vertex_id"]);
            compare(3, &fields["modulus"], Some(padded));
        }
    }
    assert!(compared.iter().all(|count| *count > 10), "{compared:?}");
}

#[test]
fn a_set_has_the_counts_of_its_bindings() {
    const TYPES: [&str; 10] = [
        "SAMPLER",
        "COMBINED_IMAGE_SAMPLER",
        "SAMPLED_IMAGE",
        "STORAGE_IMAGE",
        "UNIFORM_TEXEL_BUFFER",
        "STORAGE_TEXEL_BUFFER",
        "UNIFORM_BUFFER",
        "STORAGE_BUFFER",
        "UNIFORM_BUFFER_DYNAMIC",
        "STORAGE_BUFFER_DYNAMIC",
    ];
    let set = |options: &str, bindings: &[(usize, u64)]| -> Value {
        let rows =
            bindings.iter().enumerate().map(|(number, (kind, count))| {
                format!("{number},{},{count}\n", TYPES[*kind])
            });
        let input = format!("binding,type,count\n{}", rows.collect::<String>());
        let call = format!("dral-layout - --json {options}");
        let call: Vec<_> = call.split_whitespace().collect();
        let json: Value =
            serde_json::from_str(&output(&call, &input, 0)).unwrap();
        json["sets"][0].clone()
    };
    let mut random = ChaCha8Rng::seed_from_u64(12);
    for _ in 0..100 {
        let count = random.random_range(1..9);
        // At most 16 dynamic buffers.
        let binding = |random: &mut ChaCha8Rng| {
            (random.random_range(0..TYPES.len()), random.random_range(1..3))
        };
        let bindings: Vec<_> =
            (0..count).map(|_| binding(&mut random)).collect();
        let found = set("--model anv-indirect", &bindings);
        let sum = |of: &[usize]| -> u64 {
            let these = bindings.iter().filter(|(kind, _)| of.contains(kind));
            these.map(|(_, count)| count).sum()
        };
        let all: Vec<_> = (0..TYPES.len()).collect();
        assert_eq!(number(&found["binding_numbers"]), bindings.len() as u64);
        assert_eq!(number(&found["descriptors"]), sum(&all));
        assert_eq!(number(&found["buffer_views"]), sum(&[6, 7]));
        assert_eq!(number(&found["dynamic_offsets"]), sum(&[8, 9]));
        for one in found["areas"][0]["descriptors"].as_array().unwrap() {
            let [begin, end, stride, count] =
                ["begin", "end", "stride", "count"].map(|n| number(&one[n]));
            assert_eq!(end - begin, stride * count);
            let binding = number(&one["binding"]) as usize;
            assert_eq!(one["type"], TYPES[bindings[binding].0]);
            assert_eq!(count, bindings[binding].1);
        }
    }
    let samplers = set("--model anv-buffer --set-flags 32", &[(0, 1), (0, 1)]);
    assert_eq!(samplers["embedded_samplers"], 2);
}
