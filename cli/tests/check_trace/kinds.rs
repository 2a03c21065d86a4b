// SPDX-License-Identifier: MIT

//! Kinds of faults in what a draw has in addition to its attributes: indices,
//! varyings, positions, primitives, and jobs of transform feedback.

use crate::faults::plant;
use crate::generator::{job, valhall};
use crate::{findings, NONE};
use dral::instancing::Idvs;
use serde_json::Value;

/// A sound trace, the place and the text of a fault, and what is found.
struct Kind {
    what: &'static str,
    good: String,
    after: &'static str,
    from: &'static str,
    to: &'static str,
    rule: &'static str,
    told: &'static str,
}

fn message(finding: &Value) -> &str {
    finding["message"].as_str().expect("a message")
}

/// What is not as it should be.
fn missed(kind: &Kind) -> Option<String> {
    let Kind { what, good, after, from, to, rule, told } = kind;
    let harmless = findings(&[], good);
    if harmless != NONE {
        return Some(format!("{what}: found without the fault: {harmless:#?}"));
    }
    let found = findings(&[], &plant(good, after, from, to));
    let is_it = found.len() == 1
        && found[0]["rule"] == *rule
        && message(&found[0]).contains(told);
    (!is_it).then(|| format!("{what}: {found:#?}"))
}

/// The job of a draw with these indices.
fn indexed(vertices: u32, kind: &str, line: &str, base: i32) -> String {
    let trace = job(vertices, 3, &[1]).text();
    let trace = trace.replace(
        "Index type: None\n    Base vertex offset: 0",
        &format!("Index type: {kind}\n    Base vertex offset: {base}"),
    );
    line.to_string() + &trace
}

/// With two varyings and a position in both jobs.
fn varyings() -> String {
    let trace = job(70, 3, &[1]).text();
    let one = "Varying:\n  Buffer index: 0\n  Offset enable: false\n  Offset: \
               0\n";
    let format = "  Format (v7): RGBA32F RGBA\n";
    let more = format!(
        "{one}{format}{}  Format (v7): RG32F RG00\n{}  Format (v7): SNAP 4 \
         RGBA\n",
        one.replace("Offset: 0", "Offset: 16"),
        one.replace("index: 0", "index: 1")
    );
    let record = "  Pointer: 0xf7f96000\n  Stride: 16\n  Size: 3456\n";
    assert_eq!(trace.matches(record).count(), 2);
    let records = "  Pointer: 0xf7f96000\n  Stride: 24\n  Size: 5184\n\
                   Varying:\n  Type: 1D\n  Pointer: 0xf7f98000\n  Stride: \
                   16\n  Size: 3456\n";
    trace
        .replace(one, &more)
        .replace(record, records)
        .replace("    State:", "    Position: 0xf7f98000\n    State:")
}

/// A malloc vertex job with a secondary shader.
fn secondary() -> String {
    let trace = valhall(&[0, 8, 7], false).text();
    let allocation = "Allocation:\n  Vertex packet stride: 48\n  Vertex \
                      attribute stride: 32\nInstance count:\n";
    let flag = "  Secondary Shader: true\n  Instance offset: 0\n";
    let trace = trace
        .replace("Instance count:\n", allocation)
        .replace("  Instance offset: 0\n", flag);
    apart(&trace, "Resources resource table @f7eebf80")
}

/// With the second table of the draw elsewhere.
fn apart(trace: &str, label: &str) -> String {
    let place = trace.rfind(label).expect("a second table");
    let (first, second) = trace.split_at(place);
    let second = second.replace("f7eeb", "f7ffb").replace("f7eec", "f7ffc");
    first.to_string() + &second
}

/// The vertex job as Gallium launches it for transform feedback.
fn feedback() -> String {
    let trace = job(70, 3, &[1]).text();
    let (vertex, _) = trace.split_once("\nJob Header").expect("two jobs");
    let begin = vertex.find("Varying:").expect("varyings");
    let end = vertex.find("Vertex Job Payload").expect("a payload");
    [&vertex[..begin], &vertex[end..]]
        .concat()
        .replace("Type: Vertex", "Type: Compute")
        .replace("Next: 0xf100", "Next: 0x0")
        .replace("group split: 2", "group split: 0")
        + "\n"
}

/// The same on v9.
fn feedback_of_v9() -> String {
    let trace = valhall(&[0, 8], false).text();
    let place = trace.find("Shader Shader @").expect("a shader");
    let table = trace.rfind("Resources resource").expect("a table");
    "Job Header (ef00):\n  Exception Status: 0\n  Type: Compute\n  Index: 1\n  \
     Dependency 1: 0\n  Dependency 2: 0\n  Next: 0x0\n\n"
        .to_string()
        + &trace[place..table]
        + "Compute  Workgroup size X: 1\n  Workgroup size Y: 1\n  Workgroup \
           size Z: 1\n  Workgroup count X: 70\n  Workgroup count Y: 40\n  \
           Workgroup count Z: 1\n  Compute:\n    Attribute offset: 0\n"
}

#[test]
fn every_kind_is_found_once() {
    let line = "// dral: min_index 5, max_index 74\n";
    let stream = stream_with_indices();
    let malloc = valhall(&[0, 8], false)
        .text()
        .replace("Index type: None\n", "Index type: UINT16\n");
    let malloc = malloc.replace(
        "Depth/stencil",
        "Indices:\n  Address: 0xf7d00000\nDepth/stencil",
    );
    let addressed = indexed(70, "UINT16", "", 0)
        .replace("    Index count", "    Indices: 0xf7d00000\n    Index count");
    let points = job(70, 3, &[1]).text().replace(
        "    Index type: None\n",
        "    Index type: None\n    Point size array format: FP16\n",
    );
    let points =
        points.replace("    Constant: 1.000000", "    Size Array: 0xf7d00000");
    let mut idvs = job(70, 3, &[1]);
    idvs.draw.idvs = Idvs::Yes as u32;
    let idvs = idvs.text().replacen(
        "  Index type: None\n",
        "  Index type: None\n  Secondary Shader: true\n",
        1,
    );
    let read =
        "Varying:\n  Buffer index: 0\n  Offset enable: false\n  Offset: \
                0\n\nVarying:\n  Type: 1D\n  Pointer: 0xf7f96000\n  Stride: \
                16\n  Size: 3456\nFragment Draw:";
    let idvs = idvs.replace("Fragment Draw:", read);
    let tables = apart(
        &valhall(&[0, 8, 7], true).text(),
        "Varying resources resource table @f7eebf80",
    );
    let draw = |name: &str| {
        let line = format!("    {name}: true\n    State:");
        varyings().replace("    State:", &line)
    };
    let kinds = [
        (
            "the base vertex",
            indexed(70, "UINT16", line, -5),
            "Tiler Job",
            "vertex offset: -5",
            "vertex offset: 0",
            "draw",
            "smallest index",
        ),
        (
            "no index",
            indexed(70, "UINT16", "", 0),
            "Tiler Job",
            "Index count: 70",
            "Index count: 0",
            "draw",
            "no index",
        ),
        (
            "too many vertices for a byte",
            indexed(257, "UINT16", "", 0),
            "Tiler Job",
            "UINT16",
            "UINT8",
            "draw",
            "256",
        ),
        (
            "too many vertices",
            indexed(65537, "UINT32", "", 0),
            "Tiler Job",
            "UINT32",
            "UINT16",
            "draw",
            "65536",
        ),
        (
            "a varying of no buffer",
            varyings(),
            "Varying:",
            "index: 1\n",
            "index: 2\n",
            "varying",
            "without a buffer",
        ),
        (
            "a varying buffer without an address",
            varyings(),
            "Varying:",
            "Pointer: 0xf7f96000",
            "Pointer: 0x0",
            "varying",
            "address",
        ),
        (
            "the pointer in the tiler job",
            varyings(),
            "Type: Tiler",
            "Pointer: 0xf7f96000",
            "Pointer: 0xf7f97000",
            "varying",
            "pointer",
        ),
        (
            "the stride in the tiler job",
            varyings(),
            "Type: Tiler",
            "Stride: 24",
            "Stride: 32",
            "varying",
            "stride",
        ),
        (
            "the offset in the tiler job",
            varyings(),
            "Type: Tiler",
            "Offset: 16",
            "Offset: 8",
            "varying",
            "offset",
        ),
        (
            "a varying without a stride",
            varyings(),
            "Varying:",
            "Stride: 16",
            "Stride: 0",
            "varying",
            "one place",
        ),
        (
            "a varying beyond its stride",
            varyings(),
            "Varying:",
            "Offset: 16",
            "Offset: 20",
            "varying",
            "stride",
        ),
        (
            "varying buffers that overlap",
            varyings(),
            "Varying:",
            "Pointer: 0xf7f98000",
            "Pointer: 0xf7f97000",
            "varying",
            "overlap",
        ),
        (
            "positions of another draw",
            varyings(),
            "Tiler Job",
            "Position: 0xf7f98000",
            "Position: 0xf7f9c000",
            "varying",
            "position",
        ),
        (
            "positions of two components",
            draw("Four Components Per Vertex"),
            "Tiler Job",
            "Vertex: true",
            "Vertex: false",
            "draw",
            "four",
        ),
        (
            "a descriptor of 32 bits",
            varyings(),
            "Vertex Job Payload",
            "Is 64b: true",
            "Is 64b: false",
            "draw",
            "64",
        ),
        (
            "points without sizes",
            points,
            "Tiler Job",
            "Size Array: 0xf7d00000",
            "Size Array: 0x0",
            "draw",
            "point",
        ),
        (
            "no index buffer",
            stream.clone(),
            "Index array",
            ": f7d00000",
            ": 0",
            "draw",
            "no address",
        ),
        (
            "no index buffer",
            malloc.clone(),
            "Indices:",
            "0xf7d00000",
            "0x0",
            "draw",
            "no address",
        ),
        (
            "no index buffer",
            addressed.clone(),
            "Indices:",
            "0xf7d00000",
            "0x0",
            "draw",
            "no address",
        ),
        (
            "odd indices",
            stream,
            "Index array",
            ": f7d00000",
            ": f7d00001",
            "draw",
            "multiple",
        ),
        (
            "odd indices",
            malloc,
            "Indices:",
            "0xf7d00000",
            "0xf7d00001",
            "draw",
            "multiple",
        ),
        (
            "odd indices",
            addressed,
            "Indices:",
            "0xf7d00000",
            "0xf7d00001",
            "draw",
            "multiple",
        ),
        (
            "a shader that does not run",
            idvs,
            "",
            "Secondary Shader: true",
            "Secondary Shader: false",
            "varying",
            "secondary",
        ),
        (
            "the packet of a vertex",
            secondary(),
            "",
            "packet stride: 48",
            "packet stride: 32",
            "varying",
            "packet",
        ),
        (
            "a packet that no secondary shader writes",
            secondary(),
            "",
            "Secondary Shader: true",
            "Secondary Shader: false",
            "varying",
            "no secondary shader writes the attributes",
        ),
        (
            "a draw of v10 without instances",
            valhall(&[0, 8], true).text(),
            "",
            "Instance count: 40",
            "Instance count: 0",
            "draw",
            "without vertices or instances",
        ),
        (
            "an attribute in a slot beyond the table",
            job(70, 3, &[1]).text(),
            "",
            "Buffer index: 2",
            "Buffer index: 200",
            "table",
            "a slot beyond the table",
        ),
        (
            "an attribute of the secondary shader",
            secondary(),
            "f7ffb180",
            "Stride: 16",
            "Stride: 32",
            "valhall",
            "two shaders",
        ),
        (
            "an attribute of the secondary shader",
            tables,
            "f7ffb180",
            "Stride: 16",
            "Stride: 32",
            "valhall",
            "two shaders",
        ),
        (
            "a buffer beyond the address space",
            job(70, 3, &[1]).text(),
            "Type: 1D",
            "Pointer: 0x10000000",
            "Pointer: 0x1000010000000",
            "buffer-size",
            "48 bits",
        ),
        (
            "a buffer beyond the address space",
            valhall(&[0, 8], false).text(),
            "Entry 1",
            "0x10000000",
            "0x1000010000000",
            "buffer-size",
            "48 bits",
        ),
        (
            "transform feedback",
            feedback(),
            "NPOT",
            "Divisor R: 6",
            "Divisor R: 7",
            "hardware-divisor",
            "",
        ),
        (
            "transform feedback of v9",
            feedback_of_v9(),
            "f7eeb160",
            "Stride: 16",
            "Stride: 32",
            "buffer-size",
            "",
        ),
    ];
    let mut all = Vec::new();
    for (what, good, after, from, to, rule, told) in kinds {
        let kind = Kind { what, good, after, from, to, rule, told };
        all.extend(missed(&kind));
    }
    assert!(all.is_empty(), "{} missed: {}", all.len(), all.join("\n"));
}

#[test]
fn jobs_of_transform_feedback_are_draws() {
    for trace in [feedback(), feedback_of_v9()] {
        let command = ["trace", "check", "-"];
        let answer = crate::in_process::answer(command, trace.as_bytes());
        assert!(answer.output.starts_with("1 draw, "), "{}", answer.output);
    }
    // The line of the draw is of both jobs.
    let line = "// dral: vertices 70, instances 3, divisors -,1\n";
    let trace = line.to_string() + &feedback() + &job(70, 3, &[1]).text();
    let answer =
        crate::in_process::answer(["trace", "check", "-"], trace.as_bytes());
    assert!(!answer.output.contains("without"), "{}", answer.output);
    let bad = trace.replacen("-,1", "-,2", 1);
    assert_eq!(findings(&[], &bad).len(), 2);
}

#[test]
fn compute_jobs_without_vertex_attributes_are_no_draws() {
    let image = feedback().replace("enable: true", "enable: false");
    let command = ["trace", "check", "-"];
    let answer = crate::in_process::answer(command, image.as_bytes());
    assert!(answer.output.starts_with("0 draws, "), "{}", answer.output);
}

/// What is found in four frames, given by their numbers.
fn frames(frame: impl Fn(usize) -> String) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let files = (0..4).map(|number| {
        let path = folder.path().join(format!("dump.a.ctx-0.000{number}"));
        std::fs::write(&path, frame(number)).expect("it is written");
        path.to_str().expect("a name").to_string()
    });
    let mut command = vec!["trace".to_string(), "check".into()];
    command.extend(files);
    command.push("--json".into());
    let answer = crate::in_process::answer(command, &b""[..]);
    let json: Value = serde_json::from_str(&answer.output).expect("JSON");
    json["findings"].as_array().expect("findings").clone()
}

/// The findings if one frame is edited; one of them says which value differs.
fn with_one_frame(good: &str, from: &str, to: &str, told: &str) -> Vec<Value> {
    let found = frames(|number| match number {
        2 => good.replace(from, to),
        _ => good.into(),
    });
    let whole =
        format!("the {told} differs from the same draw of other frames");
    let is_told = found.iter().any(|found| message(found) == whole);
    assert!(is_told, "{whole}: {found:#?}");
    found
}

#[test]
fn a_value_of_one_frame_is_inconsistent() {
    let good = job(70, 3, &[1]).text() + &job(20, 3, &[1]).text();
    assert_eq!(frames(|_| good.clone()), NONE);
    for (from, to, told) in [
        ("Draw mode: Triangles", "Draw mode: Triangle strip", "draw mode"),
        ("Offset start: 0", "Offset start: 9", "start"),
    ] {
        for found in with_one_frame(&good, from, to, told) {
            assert_eq!(found["rule"], "inconsistent", "{told}: {found:#}");
            assert!(message(&found).contains(told), "{found:#}");
            assert!(found["file"].as_str().unwrap().ends_with("0002"));
        }
    }
    // Two frames may differ.
    let two = frames(|number| match number {
        0 | 2 => good.replace("Offset start: 0", "Offset start: 9"),
        _ => good.clone(),
    });
    assert_eq!(two, NONE);
}

/// A draw of v10 with indices.
fn stream_with_indices() -> String {
    let stream = valhall(&[0, 8], true)
        .text()
        .replace("Index type: None\n", "Index type: UINT16\n");
    stream.replace(
        "  Instance offset: 0\n",
        "  Index offset: 0\n  Instance offset: 0\n  Index array size: 140\n  \
         Indices: f7d00000\n",
    )
}

#[test]
fn a_value_of_one_frame_of_v10_is_inconsistent() {
    // More indices than the draw reads.
    let good = stream_with_indices().replace("size: 140", "size: 200");
    assert_eq!(frames(|_| good.clone()), NONE);
    for (from, to, told) in [
        ("Instance offset: 0", "Instance offset: 3", "instance offset"),
        (
            "Index array size: 200",
            "Index array size: 240",
            "size of the index array",
        ),
        ("Index offset: 0", "Index offset: 2", "index offset"),
    ] {
        with_one_frame(&good, from, to, told);
    }
}
