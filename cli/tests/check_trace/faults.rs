// SPDX-License-Identifier: MIT

//! Faults planted in good traces, one or more for each rule: each is found
//! at its line, and nothing else is.

use crate::good::valhall;
use crate::{findings, job, run, NONE};
use dral::instancing::{Architecture, Draw, Idvs, MagicDivisor, Rounding};
use serde_json::{json, Value};

/// Puts a fault at the first `from` after `after`.
fn plant(trace: &str, after: &str, from: &str, to: &str) -> String {
    let begin = trace.find(after).expect("the place is there");
    let (before, rest) = trace.split_at(begin);
    assert!(rest.contains(from), "no {from} there:\n{rest}");
    assert_ne!(from, to);
    format!("{before}{}", rest.replacen(from, to, 1))
}

/// The only finding, which is of this rule.
fn only(trace: &str, arguments: &[&str], rule: &str) -> Value {
    let found = findings(arguments, trace);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["rule"], rule, "{found:#?}");
    found[0].clone()
}

/// The thread that reads wrongly, its instance and vertex, what it reads and
/// what it should.
fn first(finding: &Value) -> [i64; 5] {
    let first = &finding["first_wrong"];
    ["thread", "instance", "vertex", "reads", "should_read"]
        .map(|name| first[name].as_i64().expect("a number"))
}

const RECORDS: &str = "Type: 1D";

#[test]
fn an_invocation_that_no_draw_has() {
    let trace = job(70, 3, &[1]).text();
    let shift = "Workgroups Z shift: 7";
    let trace = plant(&trace, "Vertex Job", shift, "Workgroups Z shift: 6");
    let finding = only(&trace, &[], "invocation");
    assert_eq!(finding["found"], "00000145 21800000");
    // The documented rule pads 4 vertices to 8, which would be too many.
    let most = job(4, 1 << 30, &[1 << 20]).text();
    let most = most.replace("Size: 4294967295", "Size: 0");
    assert_eq!(only(&most, &[], "varying-size")["right"], "68719476736");
    // More threads than there are linear ids, which the words do hold.
    let trace = job(65_536, 3, &[]).text();
    let found = findings(
        &[],
        &trace.replace("Invocations: 196607", "Invocations: 4294967295"),
    );
    assert!(!found.is_empty());
    assert!(found.iter().all(|finding| finding["rule"] == "invocation"));
}

#[test]
fn an_instance_size_that_is_not_the_padded_count() {
    let trace = job(70, 3, &[1]).text();
    for (size, rule) in [(64, "instance-size"), (88, "padded-form")] {
        let size = format!("Instance Size: {size}");
        let trace = plant(&trace, "Vertex Job", "Instance Size: 72", &size);
        let finding = only(&trace, &[], rule);
        assert_eq!(finding["right"], "72");
        if rule == "instance-size" {
            assert_eq!(first(&finding), [64, 0, 64, 0, 64]);
        }
    }
    // 20 vertices have room in 20, but are padded to 24.
    let trace = job(20, 3, &[1]).text();
    let trace = plant(&trace, "Vertex Job", "e Size: 24", "e Size: 20");
    let finding = only(&trace, &[], "instance-size");
    assert_eq!(finding["first_wrong"], Value::Null);
    // With IDVS 5 vertices take 8.
    let mut idvs = job(5, 3, &[1]);
    idvs.draw.idvs = Idvs::On;
    let trace = idvs.text();
    let trace = plant(&trace, "Vertex Draw", "e Size: 8", "e Size: 5");
    assert_eq!(only(&trace, &[], "instance-size")["right"], "8");
}

#[test]
fn a_primitive_size_that_is_not_padded() {
    let trace = job(70, 3, &[1]).text();
    let size = "Primitive Size: 28";
    let trace = plant(&trace, "Tiler Job", size, "Primitive Size: 24");
    assert_eq!(only(&trace, &[], "primitive-size")["right"], "28");
    // Older Mesa does not write it.
    let trace = plant(&trace, "Tiler Job", "Size: 24", "Size: 1");
    assert_eq!(findings(&[], &trace), NONE);
}

#[test]
fn a_modulus_that_is_not_the_padded_count() {
    let trace = job(70, 3, &[1]).text();
    let fields = "R: 3\n  Divisor P: 4";
    let other = "R: 6\n  Divisor P: 0";
    let finding = only(&plant(&trace, RECORDS, fields, other), &[], "modulus");
    assert_eq!(first(&finding), [64, 0, 64, 0, 64]);
    assert_eq!(
        finding["right"],
        "10000003 83000000 00000010 01000000 (1D Modulus, modulus 72)"
    );
    assert_eq!(finding["section"], "docs/instancing.md, \"Attribute modes\"");
    let job = json!({
        "type": "Vertex", "line": 1, "address": "0xf000",
        "vertices": 70, "instances": 3,
    });
    assert_eq!(finding["job"], job);
    // 11 is no odd part.
    let trace = plant(&trace, RECORDS, "P: 4", "P: 5");
    only(&trace, &[], "padded-form");
}

#[test]
fn the_line_is_that_of_the_descriptor() {
    let trace = job(70, 3, &[1]).text();
    let fields = "R: 3\n  Divisor P: 4";
    let trace = plant(&trace, RECORDS, fields, "R: 6\n  Divisor P: 0");
    let before = &trace[..trace.find("  Type: 1D Modulus").unwrap()];
    let line = before.lines().count();
    assert_eq!(only(&trace, &[], "modulus")["line"], line);
    let (status, output, _) = run(&[], &trace);
    assert_eq!(status, 1);
    let expected = format!(
        "\
standard input:{line}: modulus: the modulus is not the padded count of the draw
  job          Vertex, line 1, at 0xf000: 70 vertices x 3 instances
  rule         docs/instancing.md, \"Attribute modes\"
  found        10000003 06000000 00000010 01000000 (1D Modulus, modulus 64)
  right        10000003 83000000 00000010 01000000 (1D Modulus, modulus 72)
  first wrong  thread 64 (instance 0, vertex 64) reads 0, should read 64
1 draws, 6 descriptors, 1 findings
  modulus  1
"
    );
    assert_eq!(output, expected);
}

#[test]
fn a_record_of_one_instance() {
    let trace = job(70, 3, &[1]).text();
    let trace = plant(&trace, RECORDS, "1D Modulus", "1D");
    let finding = only(&trace, &[], "one-instance");
    assert_eq!(first(&finding), [72, 1, 0, 72, 0]);
    // With one vertex it may be one per instance, with the divisor 1.
    let trace = job(1, 3, &[]).text();
    let trace = plant(&trace, RECORDS, "1D Modulus", "1D");
    assert_eq!(findings(&[], &trace), NONE);
}

#[test]
fn a_shift_that_is_no_multiple() {
    // 64 x 2
    let trace = job(60, 3, &[2]).text();
    let trace = plant(&trace, "POT", "Divisor R: 7", "Divisor R: 5");
    let finding = only(&trace, &[], "hardware-divisor");
    assert_eq!(first(&finding), [32, 0, 32, 1, 0]);
    // What ctz(0) leaves, where the product wraps to 0.
    let mut trace = job(57_344, 2, &[1]).text();
    trace = plant(&trace, "POT", "Divisor R: 16", "Divisor R: 0");
    let finding = only(&trace, &[], "hardware-divisor");
    assert_eq!(first(&finding), [1, 0, 1, 1, 0]);
}

#[test]
fn a_product_that_wraps() {
    // 3 x 1431655767 is 2^32 + 5, and 5 has the magic of 20/4.
    let trace = job(3, 2, &[3]).text();
    let magic = "Divisor R: 3\n  Divisor P: 1\n  Divisor E: 1\n  Type: \
                 Continuation\n  Divisor Numerator: 1670265059\n  Divisor: 3";
    let wrapped = "Divisor R: 2\n  Divisor P: 1\n  Divisor E: 1\n  Type: \
                   Continuation\n  Divisor Numerator: 1288490188\n  \
                   Divisor: 1431655767";
    let trace = plant(&trace, "NPOT", magic, wrapped);
    let finding = only(&trace, &[], "product-wraps");
    assert_eq!(first(&finding), [5, 1, 2, 1, 0]);
    assert_eq!(
        finding["right"],
        "20000001 00000000 00000000 01000000 (1D, stride 0)"
    );
}

#[test]
fn a_wrapped_product_beyond_the_draw() {
    // 3 x 2147483647 wraps to 2147483645, which no thread reaches.
    let trace = job(3, 2, &[1]).text();
    let magic = "Divisor R: 1\n  Divisor P: 1\n  Divisor E: 1\n  Type: \
                 Continuation\n  Divisor Numerator: 715827882\n  Divisor: 1";
    let exact = MagicDivisor::new(2_147_483_645, Rounding::Documented).unwrap();
    let wrapped = format!(
        "Divisor R: {}\n  Divisor P: 0\n  Divisor E: {}\n  Type: \
         Continuation\n  Divisor Numerator: {}\n  Divisor: 2147483647",
        exact.shift, exact.extra_flags, exact.magic
    );
    let trace = plant(&trace, "NPOT", magic, &wrapped);
    let finding = only(&trace, &[], "product-wraps");
    assert_eq!(finding["first_wrong"], Value::Null);
}

/// The trace with its magic one higher.
fn magic_too_high(trace: &str) -> String {
    let name = "Divisor Numerator: ";
    let begin = trace.find(name).expect("a magic") + name.len();
    let magic: u32 = trace[begin..]
        .lines()
        .next()
        .and_then(|number| number.parse().ok())
        .expect("a number");
    let (old, new) = (format!("{name}{magic}"), format!("{name}{}", magic + 1));
    plant(trace, name, &old, &new)
}

#[test]
fn a_magic_that_divides_wrongly() {
    // 9 x 3
    let trace = magic_too_high(&job(9, 30, &[3]).text());
    let finding = only(&trace, &[], "magic-divisor");
    assert_eq!(first(&finding), [26, 2, 8, 1, 0]);
    // With padding behind its vertices no thread of so few suffers.
    let trace = magic_too_high(&job(20, 30, &[3]).text());
    let (status, output, _) = run(&[], &trace);
    assert_eq!(status, 0);
    let what = "wrong only beyond the ids of their draws  1\n";
    assert!(output.ends_with(what), "{output}");
}

#[test]
fn a_divisor_of_another_draw() {
    // The magic of 64 x 3 instead of 72 x 3.
    let mut other = job(63, 3, &[3]).text();
    other = other.split_off(other.find("1D NPOT").unwrap());
    let fields = other.lines().skip(4).take(7).collect::<Vec<_>>().join("\n");
    let mut trace = job(70, 30, &[3]).text();
    let begin = trace.find("1D NPOT").unwrap();
    let rest = trace.split_off(begin);
    let right = rest.lines().skip(4).take(7).collect::<Vec<_>>().join("\n");
    let trace = trace + &rest.replacen(&right, &fields, 1);
    let finding = only(&trace, &[], "hardware-divisor");
    assert_eq!(first(&finding), [192, 2, 48, 1, 0]);
}

#[test]
fn a_table_that_an_earlier_draw_left() {
    let one = job(3, 1, &[]).text();
    let two = job(3, 2, &[]).text();
    assert_eq!(findings(&[], &(one.clone() + &two)), NONE);
    let stale = plant(&two, RECORDS, "1D Modulus", "1D");
    let finding = only(&(one.clone() + &stale), &[], "stale-table");
    assert_eq!(first(&finding), [3, 1, 0, 3, 0]);
    let message = finding["message"].as_str().unwrap();
    assert!(message.ends_with("line 1, 3 vertices x 1 instances"));
    // A third draw is no better than the second.
    let found = findings(&[], &(one.clone() + &stale + &stale));
    assert_eq!(found.len(), 2);
    assert_eq!(found[1]["rule"], "stale-table");
    // Another table is not that of the earlier draw.
    let other = stale.replace("buffers: 0xf7fa6120", "buffers: 0xf7fa6520");
    only(&(one + &other), &[], "one-instance");
}

#[test]
fn an_offset_before_the_buffer() {
    let mut start = job(70, 3, &[1]);
    start.draw.offset_start = 5;
    let trace = start.text();
    let trace = plant(&trace, "Attribute:", "Offset: -80", "Offset: -96");
    let finding = only(&trace, &[], "attribute-offset");
    assert_eq!(first(&finding), [0, 0, 0, -1, 0]);
    assert_eq!(finding["found"], "-96 (stride 16, start 5)");
    // 2048 x 1048576, wrapped
    let trace = job(3, 2, &[1]).text();
    let trace = plant(&trace, "x: 2", "Offset: 0", "Offset: -2147483648");
    only(&trace, &[], "attribute-offset");
    // Per vertex nothing is taken off.
    let trace = job(3, 1, &[]).text();
    let trace = plant(&trace, "x: 0", "Offset: 0", "Offset: -4");
    only(&trace, &[], "attribute-offset");
}

#[test]
fn a_start_that_is_not_taken_off() {
    let mut start = job(70, 3, &[1]);
    start.draw.offset_start = 200;
    let trace = start.text();
    let trace = plant(&trace, "Attribute:", "Offset: -3200", "Offset: 0");
    // It could be the base instance 200.
    assert_eq!(findings(&[], &trace), NONE);
    let finding = only(&trace, &["--base-instance=0"], "attribute-offset");
    assert_eq!(first(&finding), [0, 0, 0, 200, 0]);
    assert_eq!(finding["right"], "-3200 to -1090");
}

#[test]
fn a_base_instance_that_is_divided() {
    let mut base = job(70, 3, &[1, 8]);
    base.draw.base_instance = 400;
    let trace = base.text();
    let third = "Buffer index: 4";
    let trace = plant(&trace, third, "Offset: 6400", "Offset: 800");
    let finding = only(&trace, &[], "attribute-offset");
    assert_eq!(first(&finding)[3..], [50, 269]);
}

#[test]
fn an_offset_that_is_not_enabled() {
    let trace = job(70, 3, &[1]).text();
    let trace = plant(&trace, "x: 2", "enable: true", "enable: false");
    only(&trace, &[], "attribute-offset");
}

#[test]
fn a_buffer_that_is_too_small() {
    // 70 elements of 16 bytes, and 64 bytes of size less.
    let trace = job(70, 3, &[]).text();
    let size = "Size: 16777216";
    for (bytes, vertex) in [(1120, None), (1119, Some(69)), (0, Some(0))] {
        let other = format!("Size: {bytes}");
        let trace = plant(&trace, RECORDS, size, &other);
        match vertex {
            None => assert_eq!(findings(&[], &trace), NONE),
            Some(vertex) => {
                let finding = only(&trace, &[], "buffer-size");
                let message = finding["message"].as_str().unwrap();
                let begin = format!("thread {vertex} (instance 0, ");
                assert!(message.starts_with(&begin), "{message}");
            }
        }
    }
    // Three instances.
    let trace = job(70, 3, &[1]).text();
    let trace = plant(&trace, "NPOT", size, "Size: 32");
    let message = only(&trace, &[], "buffer-size")["message"].clone();
    assert!(message.as_str().unwrap().starts_with("thread 144 (instance 2"));
}

#[test]
fn a_varying_buffer_whose_size_wraps() {
    let trace = job(70, 3, &[1]).text();
    let trace = plant(&trace, "Varying:", "Size: 3456", "Size: 3455");
    assert_eq!(only(&trace, &[], "varying-size")["right"], "3456");
    let trace = job(14_336, 16_384, &[]).text();
    let trace = plant(&trace, "Varying:", "Size: 4294967295", "Size: 0");
    assert_eq!(only(&trace, &[], "varying-size")["right"], "4294967296");
}

#[test]
fn a_slot_that_is_not_the_buffers() {
    let trace = job(70, 3, &[1]).text();
    for slot in [1, 3, 9] {
        let other = format!("Buffer index: {slot}\n");
        let trace = plant(&trace, "Attribute:", "Buffer index: 2\n", &other);
        only(&trace, &[], "table");
    }
    // The gap that begins the pair at an even slot.
    let at = trace.find("Attribute:\n  Type: UNKNOWN").unwrap();
    let end = at + trace[at..].find("Attribute:\n  Type: 1D").unwrap();
    let trace = format!("{}{}", &trace[..at], &trace[end..]);
    let trace =
        plant(&trace, "Attribute:", "Buffer index: 2\n", "Buffer index: 1\n");
    only(&trace, &[], "table");
}

#[test]
fn ids_of_other_threads() {
    let mut ids = job(70, 3, &[]);
    ids.draw.architecture = Architecture::V5;
    let trace = ids.text();
    let vertex = plant(&trace, "Vertex ID", "R: 3", "R: 4");
    let finding = only(&vertex, &[], "vertex-id");
    assert_eq!(first(&finding), [72, 1, 0, 72, 0]);
    assert_eq!(finding["right"], "00000022 83000000 00000000 00000000");
    let instance = plant(&trace, "Instance ID", "R: 6", "R: 5");
    let finding = only(&instance, &[], "instance-id");
    assert_eq!(first(&finding), [36, 0, 36, 1, 0]);
    // Mesa gives instances of one vertex the id 0, and so does the library.
    ids.draw = Draw { vertex_count: 1, ..ids.draw };
    assert_eq!(findings(&[], &ids.text()), NONE);
}

#[test]
fn a_magic_of_valhall_that_is_wrong_beyond_the_draw() {
    let magic = MagicDivisor::new(4_971_027, Rounding::Documented).unwrap();
    let trace = valhall(&[4_971_027], true).text();
    let right = format!("Divisor D: {}", magic.magic);
    let floating = format!("Divisor D: {}", magic.magic - 1);
    let (status, output, _) = run(&[], &plant(&trace, "D", &right, &floating));
    assert_eq!(status, 0);
    let what = "wrong only beyond the ids of their draws  1\n";
    assert!(output.ends_with(what), "{output}");
}

#[test]
fn valhall_faults() {
    for stream in [false, true] {
        let trace = valhall(&[0, 8, 7], stream).text();
        for (after, from, to, rule) in [
            ("f7eebf80", "type: 1D\n", "type: 1D POT Divisor\n", "valhall"),
            ("f7eebf80", "enable: true", "enable: false", "valhall"),
            ("POT", "enable: false", "enable: true", "valhall"),
            ("NPOT", "D: 306783378", "D: 1306783378", "magic-divisor"),
            ("Buff", "Size: 1120", "Size: 1119", "buffer-size"),
        ] {
            let mut trace = plant(&trace, after, from, to);
            if from.starts_with("type") {
                trace = plant(&trace, after, "R: 0", "R: 1");
            }
            only(&trace, &[], rule);
        }
        // The vertices of indices are not in the trace.
        let trace = plant(&trace, "Buff", "Size: 1120", "Size: 1119");
        let trace = trace.replace("Index type: None", "Index type: UINT16");
        assert_eq!(findings(&[], &trace), NONE);
    }
}
