// SPDX-License-Identifier: MIT

//! What is refused: with the status, the place and the value.

use crate::binding_table;

const HEADER: &str = "set,binding,type,count,uses,set_flags,flags";

fn message(arguments: &str, input: &str, status: u8) -> String {
    let answer = binding_table(arguments, input);
    assert_eq!(answer.status, status, "{}{}", answer.output, answer.errors);
    assert_eq!(answer.output, "");
    answer.errors
}

#[test]
fn cells_are_refused_with_line_column_and_value() {
    for (row, what) in [
        ("x,0,SAMPLER,1,1,,", "column set: \"x\" is not a number"),
        ("0,0,SAMPLER,1,-1,,", "column uses: \"-1\" is not within"),
        ("0,0,SAMPLER,1,1,0x,", "column set_flags: \"0x\" is not a number"),
        ("4294967296,0,SAMPLER,1,1,,", "column set: \"4294967296\" is not"),
    ] {
        let input = format!("{HEADER}\n0,1,SAMPLER,1,,,\n{row}\n");
        let told = message("-", &input, 2);
        let expected = format!("dral: standard input:3: {what}");
        assert!(told.starts_with(&expected), "{told}");
    }
    let told = message("-", "[{\"binding\": 0,\n\"set\": -2}]", 2);
    assert!(told.contains(":2: column 9"), "{told}");
    let told = message("/no/such/file", "", 2);
    assert!(told.starts_with("dral: /no/such/file: "), "{told}");
}

#[test]
fn sets_that_cannot_be_are_refused_with_their_number() {
    const MANY: &str = "the pipeline layout has too many sets";
    for (rows, what) in [
        (
            "32,5,SAMPLER,1,1,,",
            ":2: set 32: binding 5: the pipeline layout has",
        ),
        ("4294967295,0,SAMPLER,1,1,,", ":2: set 4294967295: binding 0: the"),
        (
            "1,7,SAMPLER,1,1,,\n1,7,SAMPLER,1,1,,",
            ":3: set 1: binding 7: two bindings have",
        ),
        ("0,0,SAMPLER,1,1,,\n2,9,77,1,1,,", ":3: set 2: binding 9: the table"),
        ("0,0,SAMPLER,0,1,,", ": the shader uses a binding that its set does"),
    ] {
        let told = message("-", &format!("{HEADER}\n{rows}\n"), 1);
        let expected = format!("dral: standard input{what}");
        assert!(told.starts_with(&expected), "{told}");
    }
    let set = |number| format!("{HEADER}\n{number},0,SAMPLER,1,1,,\n");
    assert!(message("--mesa 24.3 -", &set(8), 1).contains(MANY));
    assert_eq!(binding_table("--mesa 24.3 -", &set(7)).status, 0);
    assert_eq!(binding_table("-", &set(31)).status, 0);
    // A table of 80 is another driver's.
    assert!(message("--hardware 80 -", &set(0), 1).contains("hardware"));
}

/// One walk, however the file is wrong.
#[test]
fn a_number_that_is_there_twice_is_found_at_once() {
    let mut input = HEADER.to_string();
    for number in 0..=200_000 {
        let number = number - i32::from(number > 100_000);
        input.push_str(&format!("\n0,{number},SAMPLER,1,1,,"));
    }
    let told = message("-", &input, 1);
    let expected =
        "dral: standard input:100003: set 0: binding 100000: two bindings";
    assert!(told.starts_with(expected), "{told}");
}

#[test]
fn arguments_that_cannot_be_are_refused() {
    let sound = format!("{HEADER}\n0,0,SAMPLED_IMAGE,1,1,,\n");
    for (arguments, what) in [
        ("--render-targets 9", "at most 8 render targets"),
        ("--render-targets 4294967295", "at most 8 render targets"),
        ("--render-targets 2 --null-target 2", "no render target 2"),
        ("--model panvk", "not a model of descriptor memory with binding"),
        ("--block 16384", "block 16384 of 16384"),
        ("--block 4294967295", "block 4294967295 of 16384"),
        ("--taken 33", "33 of 65536 bytes taken: not a valid block"),
        ("--taken 4294967295", "not a valid block of binding tables"),
        ("--block 16383 --taken 65536", "is full, and there is no fresh one"),
    ] {
        let told = message(&format!("{arguments} -"), &sound, 1);
        assert!(told.contains(what), "{told}");
    }
    for arguments in ["", "--block x -", "--model mali -", "--hardware -1 -"] {
        assert_ne!(message(arguments, &sound, 2), "");
    }
}

#[test]
fn a_binding_that_needs_a_table_must_have_one() {
    // Push descriptors of a descriptor buffer, on older hardware.
    let pushed = format!("{HEADER}\n0,0,SAMPLED_IMAGE,32,1,0x11,\n");
    let arguments = "--model anv-buffer --bindless-stage -";
    let told = message(arguments, &pushed, 1);
    assert!(told.contains("the stage has no binding table"), "{told}");
}

#[test]
fn enormous_numbers_of_bindings_take_no_memory() {
    let input = format!("{HEADER}\n0,4294967294,SAMPLED_IMAGE,3,1,,\n");
    let answer = binding_table("-", &input);
    assert_eq!(answer.status, 0, "{}", answer.errors);
    assert!(answer.output.contains("0.4294967294 SAMPLED_IMAGE"));
}
