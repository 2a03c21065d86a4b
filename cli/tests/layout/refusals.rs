// SPDX-License-Identifier: MIT

//! What is refused: with the status, the place and the value.

use crate::support::layout;

const HEADER: &str = "binding,type,count";

/// The message for this input, its status checked.
fn message(arguments: &str, input: impl AsRef<[u8]>, status: u8) -> String {
    let answer = layout(arguments, input);
    assert_eq!(answer.status, status, "{}", answer.errors);
    assert_eq!(answer.output, "");
    answer.errors
}

#[test]
fn cells_are_refused_with_line_column_and_value() {
    for (rows, place, what) in [
        ("x,SAMPLER,1", 2, "column binding: \"x\" is not a number"),
        ("1,SAMPLER,1\n2,SAMPLRE,1", 3, "column type: \"SAMPLRE\" is not a"),
        ("1,SAMPLER,4294967296", 2, "column count: \"4294967296\" is not"),
        ("\n\n1,SAMPLER,-1", 4, "column count: \"-1\" is not within"),
        ("1,SAMPLER,", 2, "column count: \"\" is not a number"),
        ("1,,1", 2, "column type: \"\" is not a descriptor type"),
        ("1,SAMPLER", 2, "2 columns, but the header has 3"),
    ] {
        let told = message("-", format!("{HEADER}\n{rows}\n"), 2);
        let expected = format!("dral: standard input:{place}: {what}");
        assert!(told.starts_with(&expected), "{told}");
    }
    let listed = format!("{HEADER},mutable_types\n1,MUTABLE,1,SAMPLER what\n");
    let told = message("-", listed, 2);
    assert!(told.contains(":2: column mutable_types: \"what\""), "{told}");
    let binary = [HEADER.as_bytes(), b"\n1,\xFF,1\n"].concat();
    let told = message("-", binary, 2);
    assert!(told.starts_with("dral: standard input:2: "), "{told}");
}

#[test]
fn headers_are_refused() {
    for (header, what) in [
        ("binding,type", "column count is missing"),
        ("binding,type,count,type", "column type is duplicated"),
        ("", "column binding is missing"),
    ] {
        let told = message("-", format!("{header}\n"), 2);
        assert!(told.contains(what), "{told}");
    }
}

#[test]
fn json_is_refused_with_line_column_and_value() {
    for (input, place) in [
        ("[", "1: column 1"),
        ("[\n{\"binding\": -1}]", "2: column 14"),
        ("[{\"binding\": 4294967296}]", "1: column 23"),
        ("[\n\n{\"type\": \"SAMPLRE\"}]", "3: column 18: \"SAMPLRE\" is not"),
        ("[{\"type\": 4294967296}]", "1: column 20: 4294967296 is not"),
        ("[{\"counts\": 1}]", "1: column 10"),
        ("[{}]", "1: column 3: missing field `binding`"),
        ("{}", "1: column 0: invalid type: map"),
        ("[] []", "1: column 4"),
    ] {
        let told = message("-", input, 2);
        let expected = format!("dral: standard input:{place}");
        assert!(told.starts_with(&expected), "{told}, not {expected}");
    }
    let deep = "[".repeat(100_000);
    assert!(message("-", deep, 2).contains("invalid type: sequence"));
}

#[test]
fn a_set_is_refused_with_its_binding() {
    for (rows, what) in [
        ("3,SAMPLER,1\n3,SAMPLER,1", "3: binding 3: two bindings"),
        ("1,SAMPLER,1\n9,INLINE_UNIFORM_BLOCK,3", "3: binding 9: the size"),
        (
            "0,77,1",
            "2: binding 0: the table does not have this descriptor type",
        ),
        ("0,SAMPLED_IMAGE,4000000000", "2: binding 0: size"),
        ("4294967295,SAMPLER,1", "2: binding 4294967295: count, index"),
        ("7,INLINE_UNIFORM_BLOCK,65536", "2: binding 7: the inline uniform"),
    ] {
        let told = message("-", format!("{HEADER}\n{rows}\n"), 1);
        let expected = format!("dral: standard input:{what}");
        assert!(told.starts_with(&expected), "{told}");
    }
    let set = format!("{HEADER}\n0,UNIFORM_BUFFER_DYNAMIC,25\n");
    let told = message("- --model panvk", &set, 1);
    assert!(told.contains(":2: binding 0: there are too many"), "{told}");
    let json = "[{\"binding\": 4, \"type\": 77, \"count\": 1}]";
    let told = message("-", json, 1);
    assert!(told.starts_with("dral: standard input: binding 4: the table"));
    let told = message("- --hardware 80", format!("{HEADER}\n"), 1);
    assert!(told.contains("does not support this hardware"), "{told}");
    for planes in ["4", "1.4", "300", "c", "1..2", "-1"] {
        let set = format!("{HEADER},planes\n0,SAMPLER,2,{planes}\n");
        let answer = layout("-", &set);
        assert_ne!(answer.status, 0, "{planes}");
        assert!(answer.errors.contains(":2: "), "{}", answer.errors);
    }
    let set = format!("{HEADER}\n0,SAMPLER,33\n");
    assert!(message("- --set-flags 1", &set, 1).contains("push"));
    let set = format!("{HEADER}\n0,MUTABLE,1\n");
    let told = message("- --model anv-buffer", &set, 1);
    assert!(told.contains("one of these types"), "{told}");
    let set = format!("{HEADER},flags\n0,SAMPLER,3,8\n");
    let told = message("- --variable-count 4", &set, 1);
    assert!(told.contains(":2: binding 0: the variable count"), "{told}");
}

#[test]
fn files_that_cannot_be_read_or_written_are_told() {
    let told = message("/no/such/file", "", 2);
    assert!(told.starts_with("dral: /no/such/file: "), "{told}");
    let set = format!("{HEADER}\n0,SAMPLER,1\n");
    let told = message("- -o /no/such/file.svg", set, 2);
    assert!(told.starts_with("dral: /no/such/file.svg: "), "{told}");
}

#[test]
fn an_enormous_input_is_refused() {
    let told = message("-", " ".repeat((16 << 20) + 1), 2);
    assert!(told.contains("longer than 16777216 bytes"), "{told}");
}

#[test]
fn many_bindings_are_quick_in_any_order() {
    let mut set = HEADER.to_string();
    for number in (0..200_000).rev() {
        set.push_str(&format!("\n{number},SAMPLER,1"));
    }
    let answer = layout("-", &set);
    assert_eq!(answer.status, 0, "{}", answer.errors);
    assert!(answer.output.contains("1600000 in a set"));
}
