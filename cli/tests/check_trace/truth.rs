// SPDX-License-Identifier: MIT

//! What the driver says of each draw, in the trace or in a CSV file: faults
//! that the descriptors alone do not show.

use crate::faults::{first, plant};
use crate::generator::{job, valhall};
use crate::{findings, run, NONE};
use serde_json::Value;
use std::fs;
use tempfile::NamedTempFile;

/// The trace after the line of its driver.
fn with(line: &str, trace: &str) -> String {
    format!("// dral: {line}\n{trace}")
}

/// The rule and the message of the only finding.
fn only(trace: &str) -> (String, String, Value) {
    let found = findings(&[], trace);
    assert_eq!(found.len(), 1, "{found:#?}");
    let text = |name: &str| found[0][name].as_str().unwrap().to_string();
    (text("rule"), text("message"), found[0].clone())
}

/// A fault that only the line shows: its rule, and the beginning of what is
/// wrong.
fn check(line: &str, good: &str, bad: &str, rule: &str, what: &str) -> Value {
    assert_eq!(findings(&[], good), NONE, "{what}");
    assert_eq!(findings(&[], bad), NONE, "{what}: without the line");
    assert_eq!(findings(&[], &with(line, good)), NONE, "{what}: {line}");
    let (found, message, value) = only(&with(line, bad));
    assert_eq!(found, rule, "{what}: {message}");
    assert!(message.starts_with(what), "{message}");
    value
}

/// 100 vertices, padded to 112; divisors 2 and 3, base instance 100.
fn draw() -> String {
    let mut draw = job(100, 16, &[2, 3]);
    draw.draw.base_instance = 100;
    draw.text()
}

const LINE: &str = "base_instance 100, divisors -,2,3, strides 16,16,16, \
                    offsets 0,0,0";

/// The trace with both offsets replaced.
fn offsets(from: &str, to: &str) -> String {
    draw().replace(&format!("Offset: {from}\n"), &format!("Offset: {to}\n"))
}

#[test]
fn a_base_instance_that_is_doubled() {
    let doubled = offsets("1600", "3200");
    // The option leaves room for a source offset.
    let option = ["--base-instance=100"];
    assert_eq!(findings(&option, &doubled), NONE);
    let found = findings(&[], &with(LINE, &doubled));
    let right = "1600 to 1663";
    assert_eq!(found.len(), 2, "{found:#?}");
    for finding in &found {
        assert_eq!(finding["rule"], "attribute-offset");
        assert_eq!(finding["right"], right);
        assert_eq!(first(finding), "0 0 0 200 100");
    }
    assert_eq!(findings(&[], &with(LINE, &draw())), NONE);
    // The address says what its low bits add.
    let line = format!("{LINE}, addresses 0x10000000,0x20000000,0x30000010");
    let found = findings(&[], &with(&line, &draw()));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0]["right"], 1616);
}

#[test]
fn an_offset_of_another_attribute_of_the_element() {
    let line = "base_instance 0, divisors -,2, strides 16,16, offsets 4,8";
    let source = |a: &str, b: &str| {
        let trace = job(60, 3, &[2]).text();
        let trace = plant(&trace, "index: 0\n", "Offset: 0", a);
        plant(&trace, "index: 1\n", "Offset: 0", b)
    };
    let good = source("Offset: 4", "Offset: 8");
    let bad = source("Offset: 4", "Offset: 88");
    check(line, &good, &bad, "attribute-offset", "the offset does not");
    let bad = source("Offset: 84", "Offset: 8");
    check(line, &good, &bad, "attribute-offset", "the offset differs from");
}

#[test]
fn a_base_instance_of_a_record_with_one_element() {
    let one = |base| {
        let mut draw = job(70, 1, &[3]);
        draw.draw.base_instance = base;
        draw.text()
    };
    let line = "base_instance 7, divisors -,3, strides 16,16, offsets 0,0";
    let rule = "attribute-offset";
    check(
        line,
        &one(7),
        &one(500),
        rule,
        "the offset does not follow from the base",
    );
}

#[test]
fn divisors_of_powers_of_two_and_of_newer_hardware() {
    let line = "divisors -,2";
    let good = job(60, 3, &[2]).text();
    let bad = plant(&good, "POT", "Divisor R: 7", "Divisor R: 8");
    check(line, &good, &bad, "hardware-divisor", "the divisor is not");
    for stream in [false, true] {
        let good = valhall(&[0, 8], stream).text();
        let bad = plant(&good, "POT", "Divisor R: 3", "Divisor R: 4");
        let line = "divisors -,8";
        check(line, &good, &bad, "hardware-divisor", "the divisor is not");
    }
    // PanVK of 2024 wrote this for divisor 0, which Gallium writes for 1.
    let trace = valhall(&[0, 1], true).text();
    assert_eq!(findings(&[], &with("divisors -,1", &trace)), NONE);
    let (rule, ..) = only(&with("divisors -,0", &trace));
    assert_eq!(rule, "hardware-divisor");
}

#[test]
fn a_magic_that_is_wrong_beyond_the_draw_is_counted() {
    let what = "magic divisors that are wrong only beyond the ids of";
    let line = "divisors -,4971027";
    let told = |trace: &str| run(&[], &with(line, trace)).1;
    for stream in [false, true] {
        let good = valhall(&[0, 4971027], stream).text();
        let (right, wrong) = ("Divisor D: 1476394981", "Divisor D: 1476394980");
        let bad = plant(&good, "NPOT", right, wrong);
        assert_eq!(findings(&[], &with(line, &bad)), NONE);
        assert!(!told(&good).contains(what));
        assert!(told(&bad).contains(what), "stream: {stream}");
    }
}

#[test]
fn a_buffer_of_another_size() {
    let good = job(60, 3, &[2]).text();
    let bad = plant(&good, "POT", "Size: 16777216", "Size: 16777000");
    let line = "divisors -,2, sizes ,16777216";
    check(line, &good, &bad, "draw", "the size of the buffer differs");
    // Without the address, its low bits may be in the size.
    let low = plant(&good, "POT", "Size: 16777216", "Size: 16777279");
    assert_eq!(findings(&[], &with(line, &low)), NONE);
    let line = format!("{line}, addresses ,0x20000001");
    only(&with(&line, &low));
    let good = valhall(&[0, 7], true).text();
    let size = good.split("Size: ").nth(1).expect("a size");
    let size = size.split('\n').next().expect("a line").trim();
    let line = format!("sizes {size}");
    assert_eq!(findings(&[], &with(&line, &good)), NONE);
    only(&with("sizes 4", &good));
}

#[test]
fn vertices_that_are_not_those_of_the_indices() {
    let good = job(60, 3, &[2]).text();
    let range = |max| format!("min_index 10, max_index {max}");
    assert_eq!(findings(&[], &with(&range(69), &good)), NONE);
    let (rule, message, _) = only(&with(&range(70), &good));
    assert_eq!(rule, "draw");
    assert!(message.ends_with("from the draw's indices"), "{message}");
}

/// The instruction that writes a register, as the decoder prints it.
fn write(register: u32, value: u32) -> String {
    format!(
        "  00 00 00 00 00 00 {register:02x} 02    MOVE32 r{register}, \
         #0x{value:X}\n"
    )
}

#[test]
fn registers_that_no_instruction_wrote() {
    let draw = |indices: u32, offsets: [u32; 2]| {
        let trace = valhall(&[0, 8], true).text();
        let [vertex, instance] = offsets;
        trace
            .replace("Size: 1120", "Size: 4096")
            .replace("Index count: 70", &format!("Index count: {indices}"))
            .replace("Vertex offset: 0", &format!("Vertex offset: {vertex}"))
            .replace(
                "Instance offset: 0",
                &format!("Instance offset: {instance}"),
            )
    };
    let all = [(33, 70), (34, 40), (36, 3), (37, 9)];
    let writes = |left_out: &[u32]| -> String {
        let kept = all.iter().filter(|(n, _)| !left_out.contains(n));
        kept.map(|&(register, value)| write(register, value)).collect()
    };
    let first = writes(&[]) + &draw(70, [3, 9]);
    let trace = |left_out: &[u32], second: &str| {
        first.clone() + &writes(left_out) + second
    };
    let same = draw(70, [3, 9]);
    assert_eq!(findings(&[], &trace(&[], &same)), NONE);
    for (register, what, value) in [
        (33, "the index count is left over", 70),
        (34, "the instance count is left over", 40),
        (36, "the vertex offset is left over", 3),
        (37, "the instance offset is left over", 9),
    ] {
        let (rule, message, found) = only(&trace(&[register], &same));
        assert_eq!(rule, "stale-register");
        assert!(message.starts_with(what), "{message}");
        let told =
            format!("r{register} was not written after the draw of line ");
        assert!(message.contains(&told), "{message}");
        assert_eq!(found["found"], value);
    }
    // Registers start at 0, and no driver writes them between views.
    assert_eq!(findings(&[], &trace(&[37], &draw(70, [3, 0]))), NONE);
    assert_eq!(findings(&[], &trace(&[33, 34, 36, 37], &same)), NONE);
    // Several registers in one instruction.
    let load = "  00 00 00 00 00 00 00 14    LOAD_MULTIPLE r33:r34:r36:r37, \
                [d64]\n  00 00 01 00 00 00 00 03    WAIT #1\n";
    assert_eq!(findings(&[], &(first.clone() + load + &same)), NONE);
    let pair = "  00 00 00 00 00 00 24 01      MOVE48 d36, #0x900000003\n";
    let trace = first.clone() + &writes(&[36, 37]) + pair + &same;
    assert_eq!(findings(&[], &trace), NONE);
    // A job of another kind uses them for its own.
    let compute = "  00 00 00 00 00 00 00 04    RUN_COMPUTE.x_axis #1\n";
    let trace = first + &writes(&[]) + compute + &writes(&[36]) + &same;
    assert_eq!(only(&trace).0, "stale-register");
}

#[test]
fn a_divisor_word_that_differs_from_its_magic() {
    let good = job(70, 3, &[5]).text();
    let bad = good.replacen("  Divisor: 5\n", "  Divisor: 7\n", 1);
    let line = "divisors -,5, strides 16,16";
    assert_eq!(findings(&[], &with(line, &good)), NONE);
    // Both divisors read the same elements.
    let (rule, message, _) = only(&with(line, &bad));
    assert_eq!(rule, "hardware-divisor");
    assert_eq!(message, "the divisor is not the stated one");
}

/// PanVK prints a command buffer first, and then the draws that ran, with their
/// registers.
#[test]
fn registers_that_no_instruction_of_a_binary_wrote() {
    let draw = valhall(&[0, 8], true).text();
    let (_, draw) = draw.split_once('\n').expect("a line");
    let trace = |left_out: u32| {
        let all = [(33, 70), (34, 40)];
        let written = |number: u32, left_out: u32| -> String {
            let kept = all.iter().filter(|(n, _)| *n != left_out);
            let lines = kept.map(|(register, value)| {
                format!("  MOVE32 r{register}, #0x{value:X}\n")
            });
            let run = "RUN_IDVS.varying_srt0 r0, #0 // tracepoint_ffdaa";
            lines.collect::<String>() + &format!("  {run}{number}\n")
        };
        let binary = written(1, 0) + &written(2, left_out);
        let runs = [1, 2].map(|number| {
            let at = format!("// from tracepoint_ffdaa{number}");
            format!("RUN_IDVS.varying_srt0 r0, #0 {at}\n{draw}")
        });
        format!(
            "CS 6 on subqueue 0 binaries\n\nmain_cs@ffdaa000{{\n{binary}  \
             STORE_MULTIPLE [d66 + -176], r32:r33\n}} // main_cs@ffdaa000\n\n\
             CS traces on subqueue 0\n\n{}{}",
            runs[0], runs[1]
        )
    };
    assert_eq!(findings(&[], &trace(0)), NONE);
    for (register, what, value) in [
        (33, "the index count is left over", 70),
        (34, "the instance count is left over", 40),
    ] {
        let (rule, message, found) = only(&trace(register));
        assert_eq!(rule, "stale-register");
        assert!(message.starts_with(what), "{message}");
        assert!(message.contains("after the draw of line 15"), "{message}");
        assert_eq!(found["found"], value);
    }
}

#[test]
fn a_first_vertex_before_the_buffers() {
    let good = valhall(&[0, 8], true).text();
    let bad =
        plant(&good, "Instance count", "Vertex offset: 0", "Vertex offset: -3");
    let (rule, message, found) = only(&bad);
    assert_eq!((&*rule, &found["found"]), ("draw", &(-3).into()));
    assert!(message.starts_with("the first vertex is negative"), "{message}");
    let indexed = bad.replace("Index type: None", "Index type: UINT16");
    assert_eq!(findings(&[], &indexed), NONE);
    let line = |min: u32| format!("min_index {min}, max_index 30");
    assert_eq!(findings(&[], &with(&line(3), &indexed)), NONE);
    only(&with(&line(2), &indexed));
}

#[test]
fn a_line_holds_until_its_address_is_used_again() {
    let line = "job 0x1000, divisors -,2";
    let same = job(60, 3, &[2]).text();
    let address = same.split(['(', ')']).nth(1).expect("an address");
    let line = line.replace("0x1000", &format!("0x{address}"));
    // The command buffer is submitted again.
    assert_eq!(findings(&[], &with(&line, &[&same[..]; 2].concat())), NONE);
    let again = job(70, 3, &[5]).text();
    assert_eq!(findings(&[], &with(&line, &(same + &again))), NONE);
}

#[test]
fn an_attribute_per_vertex_that_divides() {
    let good = job(60, 3, &[2]).text();
    let line = "divisors -,-";
    let (rule, message, finding) = only(&with(line, &good));
    assert_eq!(rule, "draw", "{message}");
    assert_eq!(first(&finding), "1 0 1 0 1");
    for stream in [false, true] {
        let trace = valhall(&[0, 8], stream).text();
        let (rule, message, finding) = only(&with(line, &trace));
        assert_eq!(rule, "draw", "{message}");
        assert_eq!(first(&finding), "1 0 1 0 1");
    }
}

#[test]
fn a_stride_or_a_buffer_of_another_attribute() {
    for good in [job(60, 3, &[2]).text(), valhall(&[0, 8], true).text()] {
        let bad = plant(&good, "1D POT", "Stride: 16", "Stride: 12");
        check("strides 16,16", &good, &bad, "draw", "the stride differs");
        // All instances read one element.
        let zero = plant(&good, "1D POT", "Stride: 16", "Stride: 0");
        let line = "divisors -,8, strides 16,16";
        assert_eq!(only(&with(line, &zero)).0, "draw");
        assert_eq!(
            findings(&[], &with("divisors -,0, strides 16,16", &zero)),
            NONE
        );
    }
    let good = job(60, 3, &[2, 4]).text();
    let line = "addresses 0x10000000,0x2000003f,0x30000000";
    let (a, b) = ("Pointer: 0x20000000", "Pointer: 0x30000000");
    let bad = good.replace(a, "other").replace(b, a).replace("other", b);
    let found = findings(&[], &with(line, &bad));
    assert_eq!(found.len(), 2, "{found:#?}");
    assert_eq!(found[0]["found"], "0x30000000, the buffer of location 2");
    assert_eq!(found[0]["right"], "0x20000000");
    assert_eq!(findings(&[], &with(line, &good)), NONE);
    // On v9 and later all bits are in the descriptor of the buffer.
    let good = valhall(&[0, 8, 8], false).text();
    let bad = plant(&good, "f7eeb180", "index: 1", "index: 2");
    let bad = plant(&bad, "f7eeb1a0", "index: 2", "index: 1");
    let line = "addresses 0x10000000,0x20000000,0x30000000";
    assert_eq!(findings(&[], &with(line, &good)), NONE);
    assert_eq!(findings(&[], &with(line, &bad)).len(), 2);
}

#[test]
fn counts_and_starts_that_differ() {
    let line = "vertices 100, instances 16, start 0";
    let fewer = |vertices, instances, start| {
        let mut draw = job(vertices, instances, &[]);
        draw.draw.offset_start = start;
        draw.text()
    };
    let good = fewer(100, 16, 0);
    for (bad, what) in [
        (fewer(99, 16, 0), "the vertices differ"),
        (fewer(100, 15, 0), "the instances differ"),
        (fewer(100, 16, 3), "the start differs"),
    ] {
        check(line, &good, &bad, "draw", what);
    }
    for stream in [false, true] {
        let good = valhall(&[0, 8], stream).text();
        let bad = good.replace("nstance count: 40", "nstance count: 39");
        let bad = bad.replace("  Count: 40", "  Count: 39");
        let line = "vertices 70, instances 40";
        let found = check(line, &good, &bad, "draw", "the instances differ");
        assert_eq!([&found["found"], &found["right"]], [39, 40]);
    }
}

#[test]
fn a_line_of_another_draw_is_skipped() {
    let draws = [10, 20, 30].map(|vertices| job(vertices, 2, &[3]).text());
    let line = |vertices: u32, divisor: u32| {
        format!("// dral: vertices {vertices}, divisors -,{divisor}\n")
    };
    let lines = [(10, 3), (15, 7), (20, 3), (30, 3)];
    let lines = lines.map(|(vertices, divisor)| line(vertices, divisor));
    let trace = lines.concat() + &draws.concat();
    assert_eq!(findings(&[], &trace), NONE);
    let told = run(&[], &trace).1;
    let what = "lines or rows before one that fits better  1";
    assert!(told.contains(what), "{told}");
}

#[test]
fn a_location_that_the_table_lacks() {
    for stream in [false, true] {
        let good = valhall(&[0, 8], stream).text();
        assert_eq!(findings(&[], &with("divisors -,8", &good)), NONE);
        let (rule, message, found) = only(&with("divisors -,8,3", &good));
        assert_eq!(rule, "table", "{message}");
        assert_eq!(found["attribute"]["location"], 2);
    }
}

#[test]
fn indices_of_a_draw_are_its_vertices() {
    // 140 elements fit each buffer of 70 x 16 bytes with a stride of 8.
    let good = valhall(&[0, 8], true).text();
    let good = good.replace("Index type: None", "Index type: UINT16");
    let line = |max: u32| format!("min_index 5, max_index {max}");
    assert_eq!(findings(&[], &with(&line(69), &good)), NONE);
    let (rule, message, found) = only(&with(&line(70), &good));
    assert_eq!(rule, "buffer-size", "{message}");
    assert_eq!(found["attribute"]["location"], 0);
}

#[test]
fn lines_of_command_streams_name_the_resource_table() {
    let table =
        |address: &str, trace: String| trace.replace("@f7eebf80", address);
    let [one, two] = [8, 4].map(|divisor| valhall(&[0, divisor], true).text());
    let trace = table("@f1000000", one) + &table("@f2000000", two);
    let line = |address: &str, divisor: u32| {
        format!("// dral: resources {address}, divisors -,{divisor}\n")
    };
    // Recorded in another order than submitted.
    let right = line("0xf2000000", 4) + &line("0xf1000000", 8);
    assert_eq!(findings(&[], &(right + &trace)), NONE);
    let wrong = line("0xf2000000", 8) + &line("0xf1000000", 4);
    assert_eq!(findings(&[], &(wrong + &trace)).len(), 2);
}

#[test]
fn draws_of_one_resource_table_have_their_own_lines() {
    let draw = |count: u32| {
        let trace = valhall(&[0, 8], true).text();
        trace.replace("Index count: 70", &format!("Index count: {count}"))
    };
    let line = |count: u32| {
        format!("// dral: resources 0xf7eebf80, vertices {count}\n")
    };
    let lines = line(70) + &line(50) + &line(60);
    let [a, b, c] = [70, 50, 60].map(draw);
    let without = "draws without a line or row";
    for order in [[&a, &b, &c], [&c, &a, &b]] {
        let draws = order.map(String::as_str).concat();
        // The command buffer may be submitted twice.
        for trace in [draws.clone(), draws.repeat(2)] {
            let trace = lines.clone() + &trace;
            assert_eq!(findings(&[], &trace), NONE);
            let (_, output, _) = run(&[], &trace);
            assert!(!output.contains(without), "{output}");
        }
    }
    // Or another draw uses its table after a part of it.
    let other = lines.clone() + &a + &b + &c + &a + &draw(20) + &b;
    assert_eq!(findings(&[], &other), NONE);
    let (_, output, _) = run(&[], &other);
    assert!(output.contains(&format!("{without} of their own  2")), "{output}");
    let wrong = lines.clone() + &a + &draw(49) + &c;
    let found = findings(&[], &wrong);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!([&found[0]["found"], &found[0]["right"]], [49, 50]);
    // Nor does a base instance change a table in which it moves nothing.
    let based = |count: u32, base: u32, rest: &str| {
        line(count).replace('\n', &format!(", base_instance {base}, {rest}\n"))
    };
    for rest in ["divisors -,8, strides 16,0", "divisors -,-"] {
        let lines = based(70, 5, rest) + &based(50, 0, rest);
        let found = findings(&[], &(lines + &a + &draw(49)));
        let own = found.iter().filter(|found| found["right"] == 50);
        assert_eq!(own.count(), 1, "{found:#?}");
        assert!(!found.iter().any(|found| found["found"] == 70), "{found:#?}");
    }
    // The table is written again for another command buffer.
    let again = line(50).replace('\n', ", divisors -,8\n");
    assert_eq!(findings(&[], &(line(70) + &again + &b)), NONE);
    assert_eq!(findings(&[], &(lines + &a + &b + &c + &again + &b)), NONE);
}

#[test]
fn a_line_that_is_missing_does_not_shift_the_others() {
    let counts = [(10, 2), (20, 3), (30, 4), (40, 5)];
    let draws = counts.map(|(n, m)| job(n, m, &[3]).text());
    for missing in 0..counts.len() {
        let lines = counts.iter().enumerate();
        let lines = lines.filter(|(number, _)| *number != missing);
        let lines: String = lines
            .map(|(_, (n, m))| {
                format!("// dral: vertices {n}, instances {m}\n")
            })
            .collect();
        let trace = lines + &draws.concat();
        assert_eq!(findings(&[], &trace), NONE, "{missing}");
        let (_, output, _) = run(&[], &trace);
        let told = "draws without a line or row of their own  1\n";
        assert!(output.contains(told), "{missing}: {output}");
    }
}

#[test]
fn an_attribute_of_the_draw_that_the_shader_does_not_get() {
    let good = job(60, 3, &[2]).text();
    let zeros = "Attribute:\n  Buffer index: 0\n  Offset enable: false\n  \
                 Offset: 0\n";
    let trace = good.replacen(
        "\nAttribute:\n  Type",
        &format!("{zeros}\nAttribute:\n  Type"),
        1,
    );
    assert_ne!(trace, good);
    assert_eq!(findings(&[], &with("divisors -,2", &trace)), NONE);
    let (rule, message, found) = only(&with("divisors -,2,4", &trace));
    assert_eq!(
        (&*rule, &*message),
        ("attribute-offset", "the attribute's offset is not enabled")
    );
    assert_eq!(found["attribute"]["location"], 2);
}

#[test]
fn the_own_line_of_a_draw_is_right() {
    let good = job(60, 3, &[2]).text();
    let other = plant(&good, "POT", "Divisor R: 7", "Divisor R: 8");
    let trace = [&good, &good, &good, &with("divisors -,4", &other)[..]];
    assert_eq!(findings(&[], &trace.concat()), NONE);
    let line = with("job 0xf000", &other);
    let without = [&good, &good, &good, &line[..]].concat();
    assert_eq!(findings(&[], &without)[0]["rule"], "inconsistent");
}

#[test]
fn an_address_that_the_trace_lacks_is_unknown() {
    let good = valhall(&[0, 8], false).text();
    let lines = good.lines().filter(|line| !line.contains("Address: 0x1000"));
    let lacks = lines.collect::<Vec<_>>().join("\n") + "\n";
    assert_eq!(findings(&[], &with("addresses 0x10000000", &lacks)), NONE);
}

#[test]
fn each_draw_has_its_line() {
    let bases = [5, 0, 900].map(|base| {
        let mut draw = job(70, 3, &[3]);
        draw.draw.base_instance = base;
        draw.text()
    });
    let lines = [5, 0, 900]
        .map(|base| format!("// dral: base_instance {base}, offsets 0,0\n"));
    // All lines first, as when draws wait for their submit, or each before its
    // draw.
    let first = lines.concat() + &bases.concat();
    let each: String = lines
        .iter()
        .zip(&bases)
        .map(|(line, job)| line.clone() + job)
        .collect();
    for trace in [&first, &each] {
        assert_eq!(findings(&[], trace), NONE);
    }
    let [a, b, c] = &lines;
    let wrong = [b, a, c].map(String::as_str).concat() + &bases.concat();
    assert_eq!(findings(&[], &wrong).len(), 2);
    // A line that names its job waits for it.
    let moved = |place: usize| {
        let header = format!("Job Header ({place}f");
        let next = format!("Next: 0x{place}f");
        let job = bases[place - 1].replace("Job Header (f", &header);
        job.replace("Next: 0xf", &next)
    };
    let jobs = [1, 2, 3].map(moved).concat();
    let named = [(3, 900), (1, 5), (2, 0)].map(|(place, base)| {
        format!(
            "// dral: job 0x{place}f000, base_instance {base}, offsets 0,0\n"
        )
    });
    assert_eq!(findings(&[], &(named.concat() + &jobs)), NONE);
    let wrong = named.concat().replace("base_instance 0", "base_instance 1");
    assert_eq!(findings(&[], &(wrong + &jobs)).len(), 1);
}

#[test]
fn a_line_that_is_missing_or_belongs_to_no_draw() {
    let draw = job(70, 3, &[3]).text();
    let line = "// dral: base_instance 0\n";
    let told = |trace: &str| run(&[], trace).1;
    let two = told(&[line, &draw, &draw].concat());
    assert!(
        two.contains("  draws without a line or row of their own  1\n"),
        "{two}"
    );
    // The line of the second draw does not belong to the first.
    let [mut moved, other] = [0, 0].map(|_| valhall(&[0, 8], false));
    moved.base_instance = 900;
    let second = [&moved.text(), line, &other.text()].concat();
    assert_eq!(findings(&[], &second), NONE);
    let told_of = told(&second);
    assert!(told_of.contains("  draws without a line or row of their own  1\n"));
    let two = told(&[line, line, &draw].concat());
    assert!(two.contains("  lines or rows without a draw  1\n"), "{two}");
    let all = told(&[line, &draw].concat());
    assert!(!all.contains("dral"), "{all}");
    // What cannot be read is a warning, and not the end.
    for (wrong, what) in [
        ("// dral: base 5\n", "\"base\" is no name"),
        ("// dral: start x\n", "start: 'x' is not a number"),
        ("// dral start 5\n", "no colon after dral"),
    ] {
        let output = told(&format!("{wrong}{draw}{draw}"));
        let told = format!("  1, the first at standard input:1: {what}");
        assert!(output.contains(&told), "{output}");
        assert!(output.starts_with("2 draws, "), "{output}");
        assert!(output.contains("cannot be read  "), "{output}");
    }
}

#[test]
fn a_file_has_a_row_for_each_draw() {
    let bases = [100, 0].map(|base| {
        let mut draw = job(100, 16, &[2, 3]);
        draw.draw.base_instance = base;
        draw.text()
    });
    let trace = bases.concat();
    let check = |rows: &str| {
        let file = NamedTempFile::new().expect("a file");
        fs::write(&file, rows).expect("the file is written");
        let option = format!("--draws={}", file.path().display());
        run(&[&option, "--json", "--all"], &trace)
    };
    let rows = "base_instance,divisors,offsets\n100,\"-,2,3\",\"0,0,0\"\n";
    let (status, output, errors) = check(&format!("{rows}0,,\n"));
    assert_eq!((status, &*errors), (0, ""), "{output}");
    let (status, output, _) = check(&format!("{rows}1,,\"0,0,0\"\n"));
    let value: Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!((status, &value["summary"]["findings"]), (1, &2.into()));
    // Both jobs have this address, as in two frames.
    let named = |bases: [u32; 2]| {
        let row = |base| format!("0xf000,{base},\"0,0,0\"\n");
        let rows = bases.map(row).concat();
        let (.., output, _) =
            check(&format!("job,base_instance,offsets\n{rows}"));
        let value: Value = serde_json::from_str(&output).expect("JSON");
        value["summary"]["findings"].clone()
    };
    assert_eq!((named([100, 0]), named([0, 100])), (0.into(), 4.into()));
    for (rows, what) in [
        ("base\n1\n", ":1: column \"base\" is not one of arch, "),
        ("base_instance\nx\n", ":2: column base_instance: 'x' is not a number"),
        ("base_instance\n1,2\n", ":2: "),
        ("", ": the file is empty"),
        ("start,start\n1,2\n", ":1: column start is duplicated"),
        ("start,job\n1,\"2\n3,4\n", ":2: a quote is not closed"),
    ] {
        let (status, _, errors) = check(rows);
        assert_eq!(status, 2, "{rows}");
        assert!(errors.contains(what), "{errors}");
    }
}
