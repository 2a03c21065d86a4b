// SPDX-License-Identifier: MIT

//! Traces that end too early.

use crate::generator::{job, valhall};
use crate::{in_process, run};

#[test]
fn a_trace_that_is_cut_off_has_no_findings() {
    let jobs = [job(70, 3, &[1]).text(), valhall(&[0, 3], true).text()];
    for trace in jobs {
        let (mut errors, mut sound) = (0, 0);
        for end in 1..trace.len() {
            let (status, output, told) = run(&[], &trace[..end]);
            assert!(output.contains(" 0 findings"), "{output}");
            match status {
                // Complete up to here, or not yet a job.
                0 => sound += 1,
                _ => errors += 1,
            }
            let line = trace[..end].lines().count();
            let place = format!("dral: standard input:{line}: ");
            assert!(status == 0 || told.starts_with(&place), "{told}");
        }
        assert!(errors > 9 * sound, "{errors} errors, {sound} sound");
    }
}

#[test]
fn a_truncated_descriptor_is_reported() {
    // The counts come first on v9, so the job is already complete.
    let whole = valhall(&[0, 3], false).text();
    let cut = &whole[..whole.find("          Divisor R").unwrap()];
    let (status, _, told) = run(&[], cut);
    let line = cut.lines().count();
    let expected = "the trace ends within a descriptor";
    assert_eq!(told, format!("dral: standard input:{line}: {expected}\n"));
    assert_eq!(status, 2);
}

#[test]
fn a_field_of_one_bit_is_0_or_1() {
    let whole = job(70, 3, &[3]).text();
    let wrong = whole.replace("Divisor E: 1\n", "Divisor E: 2\n");
    let (status, _, told) = run(&[], &wrong);
    assert!(told.ends_with(": Divisor E: \"2\" is not 0 or 1\n"), "{told}");
    assert_eq!(status, 2);
}

#[test]
fn a_chain_that_is_cut_off_between_its_jobs_is_reported() {
    let whole = job(70, 3, &[1]).text();
    let cut = &whole[..whole.rfind("Job Header").unwrap()];
    let (status, output, told) = run(&[], cut);
    let line = cut.lines().count();
    let expected =
        "the trace ends, but its last job links to 0xf100: the rest \
                    is missing";
    assert_eq!(told, format!("dral: standard input:{line}: {expected}\n"));
    assert_eq!(status, 2);
    assert!(output.starts_with("1 draw, "), "{output}");
}

#[test]
fn lines_of_others_inside_descriptors_are_skipped() {
    let strange = "libEGL warning: DRI2: failed to authenticate\nMESA: info: \
                   x = 1\n";
    let wrong = job(70, 3, &[1, 3]).text().replace("e Size: 72", "e Size: 64");
    let (_, expected, _) = run(&[], &wrong);
    assert!(expected.contains("instance-size"), "{expected}");
    let fields = [
        "  Type: Vertex\n",
        "  Next: 0xf100\n",
        "  Offset enable: true\n",
        "  Stride: 16\n",
        "  Divisor Numerator: ",
        "    Size Z shift: 0\n",
        "    Offset start: 0\n",
    ];
    for field in fields {
        let place = wrong.find(field).expect("the field is there");
        let trace = [&wrong[..place], strange, &wrong[place..]].concat();
        let (status, output, errors) = run(&[], &trace);
        assert_eq!((status, &*errors), (1, ""), "{field}: {output}");
        let line = 1 + wrong[..place].lines().count();
        let told = "files with foreign lines inside a descriptor";
        let told = format!("{told}  1, the first at standard input:{line}\n");
        assert!(output.contains(&told), "{field}: {output}");
        let findings = |text: &str| text.matches("\n  found ").count();
        assert_eq!(findings(&output), findings(&expected), "{field}: {output}");
    }
    // Android's log has a prefix.
    let logged: String =
        wrong.lines().map(|line| format!("I/mesa : {line}\n")).collect();
    assert_eq!(run(&[], &logged).1, expected);
}

#[test]
fn a_file_that_ends_between_lines_inside_a_job() {
    // Without its tables a job of v9 would be right.
    let trace = valhall(&[0, 8], false).text();
    let lines: Vec<_> = trace.lines().collect();
    let shader = lines.iter().position(|line| line.starts_with("Shader"));
    let cut = lines[..shader.expect("a shader")].join("\n") + "\n\n";
    let (status, _, errors) = run(&[], &cut);
    assert_eq!(status, 2, "{errors}");
    assert!(errors.contains("is cut off here"), "{errors}");
    // Neither is complete before the end of each of its shaders.
    let trace =
        trace.replace("Draw mode: P", "Secondary Shader: true\n  Draw mode: P");
    let lines: Vec<_> = trace.lines().collect();
    let ends = |line: &&str| line.starts_with("Local Storage");
    for end in lines.iter().position(|line| line.starts_with("Shader")).unwrap()
        ..lines.len()
    {
        let cut = lines[..end].join("\n") + "\n";
        let complete =
            lines[..end].iter().filter(|line| ends(line)).count() == 2;
        assert_eq!(run(&[], &cut).0, if complete { 0 } else { 2 }, "{end}");
    }
    // A tiler job of only a header.
    let trace = job(70, 3, &[1]).text();
    let lines: Vec<_> = trace.lines().collect();
    let tiler = lines.iter().position(|line| line.contains("Type: Tiler"));
    let cut = lines[..tiler.expect("a job") + 6].join("\n") + "\n\n";
    let (status, _, errors) = run(&[], &cut);
    assert_eq!(status, 2, "{errors}");
    assert!(errors.contains("the Tiler job of line "), "{errors}");
}

#[test]
fn a_file_that_ends_between_two_chains() {
    let fragment = "Job Header (7f00):\n  Type: Fragment\n  Next: 0x0\n\n";
    let frame = job(70, 3, &[1]).text() + fragment;
    let moved = frame.replace("f000", "a000").replace("f100", "a100");
    let whole = frame.clone() + &moved;
    assert_eq!(run(&[], &whole).0, 0);
    let cut = whole.strip_suffix(fragment).expect("the last job");
    let (status, output, errors) = run(&[], cut);
    assert_eq!(status, 2, "{output}");
    let line = cut.lines().count();
    let told = format!("standard input:{line}: the trace ends without a fragment job after the one of line ");
    assert!(errors.contains(&told), "{errors}");
    assert!(output.starts_with("2 draws, "), "{output}");
    // So does a command stream, after its draws.
    let stream = valhall(&[0, 8], true).text();
    let end = stream.rfind("  00 00 ").expect("the last instruction");
    let (status, output, errors) = run(&[], &stream[..end]);
    assert_eq!(status, 2, "{output}");
    assert!(errors.contains("without RUN_FRAGMENT after line 1:"), "{errors}");
    assert!(output.starts_with("1 draw, "), "{output}");
    // A trace of vertex jobs alone is whole.
    assert_eq!(run(&[], frame.strip_suffix(fragment).expect("its end")).0, 0);
}

#[test]
fn a_job_without_its_header() {
    for job in [job(70, 3, &[1]).text(), valhall(&[0, 8], false).text()] {
        let begin = job.find("  Type: ").expect("a header");
        let rest = &job[begin..];
        let (_, rest) = rest.split_once("\n\n").expect("its end");
        let (status, _, errors) = run(&[], &(job.clone() + rest));
        assert_eq!(status, 2, "{errors}");
        assert!(errors.contains("a job header is missing"), "{errors}");
    }
}

#[test]
fn two_dumps_in_one_file_are_noticed() {
    let trace = job(70, 3, &[1]).text();
    let told = "files that begin twice  1, the first at standard input:";
    assert!(!run(&[], &trace).1.contains("begin twice"));
    let (status, output, _) = run(&[], &trace.repeat(2));
    let line = trace.lines().count() + 1;
    assert!(output.contains(&format!("{told}{line}\n")), "{output}");
    assert_eq!(status, 0);
    // A frame may use memory of an earlier one again.
    let shorter = trace.replace("Next: 0xf100", "Next: 0xf200");
    let shorter = shorter.replace("Header (f100)", "Header (f200)");
    let (_, output, _) = run(&[], &(trace + &shorter));
    assert!(!output.contains("begin twice"), "{output}");
    // Each context has one heap; only the first dump of a context sets it up.
    let setup = "  00 00 00 00 00 48 00 30    HEAP_SET d72\n";
    let frame = valhall(&[0, 8], true).text();
    let frames = [setup, &frame, &frame].concat();
    assert!(!run(&[], &frames).1.contains("begin twice"));
    assert!(!run(&[], &(setup.repeat(2) + &frame)).1.contains("begin twice"));
    let (status, output, _) = run(&[], &frames.repeat(2));
    let line = frames.lines().count() + 1;
    assert!(output.contains(&format!("{told}{line}\n")), "{output}");
    assert_eq!(status, 0);
    // PanVK prints it as part of a binary.
    let setup = "Init subqueue 0 binary\n\nmain_cs@fffe1000{\n  HEAP_SET \
                 d66\n} // main_cs@fffe1000\n\n";
    let (_, output, _) = run(&[], &[setup, &frame, setup].concat());
    let line = (setup.to_string() + &frame).lines().count() + 4;
    assert!(output.contains(&format!("{told}{line}\n")), "{output}");
}

#[test]
fn prefixes_of_logs_are_skipped() {
    let trace = job(70, 3, &[1]).text() + &valhall(&[0, 8], true).text();
    let (_, expected, _) = run(&[], &trace);
    assert!(expected.starts_with("2 draws, "), "{expected}");
    for prefix in [
        "I/mesa    : ",
        "I/MESA (  1234): ",
        "I MESA    : ",
        "11-24 10:00:00.123  1234  1240 I mesa : ",
        "2026-11-24 10:00:00.123  1234  1240 I MESA    : ",
        "> ",
        "> > ",
    ] {
        let logged: String =
            trace.lines().map(|line| format!("{prefix}{line}\n")).collect();
        assert_eq!(run(&[], &logged).1, expected, "{prefix}");
    }
}

#[test]
fn a_compressed_file_is_named() {
    for (begin, program) in [
        (&b"\x1f\x8b\x08"[..], "gunzip"),
        (b"\x28\xb5\x2f\xfd..", "unzstd"),
        (b"\xfd7zXZ\0.", "unxz"),
        (b"BZh9", "bunzip2"),
        (b"PK\x03\x04", "unzip"),
    ] {
        let command = ["trace", "check", "-"];
        let answer = in_process::answer(command, begin);
        assert_eq!(answer.status, 2);
        assert!(answer.errors.contains(program), "{}", answer.errors);
    }
}

#[test]
fn a_line_of_a_program_that_looks_like_a_heading() {
    let trace = job(70, 3, &[3]).text();
    let (_, expected, _) = run(&[], &trace);
    for heading in [
        "Draw:",
        "Invocation:",
        "Primitive:",
        "Attribute:",
        "Loading level 2:",
        "",
        "player @ 3",
    ] {
        // Between two descriptors.
        let other =
            trace.replacen("\nVarying:", &format!("\n{heading}\nVarying:"), 1);
        assert_ne!(other, trace);
        assert_eq!(run(&[], &other).1, expected, "{heading}");
        // Within one, between its fields.
        for field in [
            "    Offset start: ",
            "    Size Z shift: ",
            "  Offset enable: true",
            "  Divisor R: ",
            "  Divisor Numerator: ",
        ] {
            let other =
                trace.replacen(field, &format!("{heading}\n{field}"), 1);
            let (status, output, _) = run(&[], &other);
            assert_eq!(status, 0, "{heading} {field}");
            let told = "foreign lines inside a descriptor";
            assert!(output.contains(told), "{heading}: {output}");
        }
    }
    // What follows a part that is missing is not taken for it.
    let begin = trace.find("    Offset start: ").expect("a draw");
    let end = trace[begin..].find("Varying:").expect("a tiler job") + begin;
    let (status, _, errors) =
        run(&[], &[&trace[..begin], &trace[end..]].concat());
    assert_eq!(status, 2, "{errors}");
    assert!(errors.contains("no Offset start in this descriptor"), "{errors}");
    // Nor is the next descriptor.
    let begin = trace.find("  Offset enable: true").expect("an attribute");
    let end = trace[begin..].find("Attribute:").expect("another") + begin;
    let cut = [&trace[..begin], &trace[end..]].concat();
    let (status, _, errors) = run(&[], &cut);
    let line = trace[..begin].lines().count() - 1;
    let place = format!("input:{line}: no Offset enable in this descriptor");
    assert_eq!((status, errors.contains(&place)), (2, true), "{errors}");
}

#[test]
fn nothing_that_is_checked_is_said_in_words() {
    let (status, output, _) =
        run(&[], "Job Header (1f000):\n  Type: Compute\n  Next: 0x0\n\n");
    assert_eq!(
        (status, output.contains("checked  nothing: ")),
        (0, true),
        "{output}"
    );
    let (_, output, _) = run(&[], &valhall(&[], true).text());
    assert!(output.contains("checked  counts only: "), "{output}");
    let (_, output, _) = run(&[], &job(70, 3, &[1]).text());
    assert!(!output.contains("checked"), "{output}");
}

#[test]
fn a_name_that_the_decoder_does_not_print_is_reported() {
    let trace = job(70, 3, &[1, 3]).text();
    for (from, to) in [
        ("  Type: Vertex", "Bogus"),
        ("  Type: 1D Modulus", "1D Foo"),
        ("  Type: 1D NPOT Divisor", "1D Divisor"),
        ("Varying:\n  Type: 1D", "1E"),
        ("    Draw mode: Triangles", "Bogus"),
    ] {
        let begin = trace.find(from).expect(from);
        let (before, after) = trace.split_at(begin + from.len());
        let (field, _) = before.rsplit_once(": ").expect("a value");
        let line = before.lines().count();
        let planted = format!("{field}: {to}{after}");
        let (status, _, errors) = run(&[], &planted);
        let name = field.lines().last().expect("a name").trim();
        let told = format!("{name}: {to:?} is unknown");
        let told = format!("dral: standard input:{line}: {told}\n");
        assert_eq!((status, errors), (2, told), "{from}");
    }
    // An image has its dimensions.
    let image = trace.replacen("1D Modulus", "3D Linear", 1);
    let (status, _, errors) = run(&[], &image);
    assert!(errors.contains("no S dimension in this"), "{errors}");
    assert_eq!(status, 2);
}

#[test]
fn names_that_the_decoder_prints_for_no_attribute_are_read() {
    let trace = job(70, 3, &[1]).text();
    for (from, to) in [
        ("Type: 1D Modulus", "Type: 1D Modulus Write Reduction"),
        ("Type: 1D Modulus", "Type: 1D Primitive Index Buffer"),
        ("mode: Triangles", "mode: Polygon"),
        ("mode: Triangles", "mode: Lines with adjacency"),
        ("mode: Triangles", "mode: Triangle strip adjacency"),
        ("mode: Triangles", "mode: XXX: INVALID"),
    ] {
        assert!(trace.contains(from), "{from}");
        let (status, output, errors) = run(&[], &trace.replace(from, to));
        assert_eq!((status, &*errors), (0, ""), "{to}: {output}");
    }
}

#[test]
fn an_address_that_no_descriptor_has_is_reported() {
    let trace = job(70, 3, &[1]).text();
    let begin = trace.find("Pointer: 0x").expect("a record") + 9;
    let (before, after) = trace.split_at(begin);
    let after = &after[after.find('\n').expect("the line's end")..];
    let line = before.lines().count();
    let whole = format!("{before}0xffffffffffffc0{after}");
    assert_eq!(run(&[], &whole).2, "");
    for pointer in ["0x100000000000000", "0x10000004", "-64"] {
        let planted = format!("{before}{pointer}{after}");
        let (status, _, errors) = run(&[], &planted);
        let told = format!(
            "dral: standard input:{line}: Pointer: {pointer:?} is not a \
             multiple of 64 below 2^56\n"
        );
        assert_eq!((status, errors), (2, told));
    }
    let planted = trace.replacen("Job Header (f000)", "Job Header (zzz)", 1);
    let (status, _, errors) = run(&[], &planted);
    let told = "dral: standard input:1: 'zzz' is not an address\n";
    assert_eq!((status, &*errors), (2, told));
}

#[test]
fn a_record_without_a_field_is_no_attribute() {
    let trace = job(70, 3, &[]).text();
    let record = trace.find("  Type: 1D Modulus").expect("a record");
    let line = trace[..record].lines().count();
    for field in ["Pointer", "Stride", "Size", "Divisor R"] {
        let mark = format!("  {field}: ");
        let from = record + trace[record..].find(&mark).expect(&mark);
        let to = from + trace[from..].find('\n').expect("its end") + 1;
        let planted = [&trace[..from], &trace[to..]].concat();
        let (status, _, errors) = run(&[], &planted);
        let told = format!("no {field} in this descriptor");
        let told = format!("dral: standard input:{line}: {told}\n");
        assert_eq!((status, errors), (2, told));
    }
}

#[test]
fn a_file_without_a_job_that_ends_within_a_line() {
    for text in ["hello", "two\nlines"] {
        let (status, _, errors) = run(&[], text);
        let line = text.lines().count();
        let told = format!(
            "dral: standard input:{line}: the file ends within this line, \
             without a job: this is not a decoded trace\n"
        );
        assert_eq!((status, errors), (2, told));
    }
}
