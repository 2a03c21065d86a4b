// SPDX-License-Identifier: MIT

//! What is refused: with the status, the place and the value.

use crate::support::varyings;
use std::fs;

/// The message for this input, its status checked.
fn message(arguments: &str, input: impl AsRef<[u8]>, status: u8) -> String {
    let answer = varyings(arguments, input);
    assert_eq!(answer.status, status, "{}", answer.errors);
    assert_eq!(answer.output, "");
    answer.errors
}

#[test]
fn cells_are_refused_with_line_column_and_value() {
    let header = "name,type,interpolation,centroid";
    for (rows, line, what) in [
        ("a,vec5,,", 2, "column type: \"vec5\" is not a type, such as vec3"),
        ("a,vec3,,\nb,,,", 3, "column type: \"\" is not a type"),
        ("\n\na,vec3,smoth,", 4, "column interpolation: \"smoth\" is not"),
        ("a,vec3,,2", 2, "column centroid: \"2\" is not 0 or 1"),
        ("a,vec3,,yes", 2, "column centroid: \"yes\" is not 0 or 1"),
        ("a,vec3,,-1", 2, "column centroid: \"-1\" is not 0 or 1"),
        ("a,vec3,,0.5", 2, "column centroid: \"0.5\" is not 0 or 1"),
        ("a,vec3", 2, "2 columns, but the header has 4"),
    ] {
        let told = message("-", format!("{header}\n{rows}\n"), 2);
        let expected = format!("dral: standard input:{line}: {what}");
        assert!(told.starts_with(&expected), "{told}");
    }
    let long = format!("type\n{}\n", "v".repeat(100_000));
    assert!(message("-", long, 2).len() < 200);
    let binary = b"type\nvec\xFF\n";
    let told = message("-", binary, 2);
    let expected = "dral: standard input:2: column 1: not UTF-8";
    assert!(told.starts_with(expected), "{told}");
}

#[test]
fn headers_are_refused() {
    for (header, what) in [
        ("name,sample", "column type is missing"),
        ("type,name,type", "column type is duplicated"),
        ("type,Name", "column \"Name\" is not one of name, type, "),
        ("", "column type is missing"),
    ] {
        let told = message("-", format!("{header}\n"), 2);
        let expected = format!("dral: standard input:1: {what}");
        // Of nothing at all, the last line is the first.
        let expected = if header.is_empty() { what } else { &expected };
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn json_is_refused_with_line_column_and_value() {
    for (input, place) in [
        ("[", "1: column 1"),
        ("[\n{\"type\": \"vec5\"}]", "2: column 16: \"vec5\" is not a type"),
        ("[{\"type\": 3}]", "1: column 11: invalid type: integer `3`"),
        ("[{\"type\": \"int\", \"patch\": 2}]", "1: column 27: \"2\" is not"),
        ("[{\"type\": \"int\", \"Name\": 2}]", "1: column 23: unknown field"),
        ("[{}]", "1: column 3: missing field `type`"),
        ("{}", "1: column 0: invalid type: map"),
        ("[] []", "1: column 4"),
    ] {
        let told = message("-", input, 2);
        let expected = format!("dral: standard input:{place}");
        assert!(told.starts_with(&expected), "{told}, not {expected}");
    }
    let long = format!("[{{\"{}\": 1}}]", "v".repeat(100_000));
    assert!(message("-", long, 2).len() < 400);
}

#[test]
fn varyings_that_do_not_fit_are_refused() {
    let list = "type\nvec4[31]\nfloat[5]\n";
    for flags in ["", "--linker"] {
        assert_eq!(
            message(&format!("- {flags}"), list, 1),
            "dral: standard input:3: \"#2\" and what follows: the varyings \
             do not fit the slots: 129 components, and room for 128\n"
        );
    }
    assert_eq!(varyings("- --slots 33", list).status, 0);
    let four = "type,name\nvec4[8],a\nvec4[8],b\nvec4,c\nvec4,d\n";
    let told = message("- --slots 16", four, 1);
    assert!(told.starts_with("dral: standard input:4: \"c\" and"), "{told}");
    for (json, line) in [
        ("[{\"type\": \"vec4\"}, {\"type\": \"vec4[16]\"}]", 1),
        ("[{\"type\":\n\"vec4\"},\r\n\n {\"type\": \"vec4[16]\"}]", 4),
    ] {
        let told = message("- --slots 16", json, 1);
        let place = format!("dral: standard input:{line}: \"#2\" and");
        assert!(told.starts_with(&place), "{told}");
    }
    let told = message("- --slots 33 --reserve 0", list, 1);
    assert!(told.ends_with("129 components, and room for 128\n"), "{told}");
    let enormous = "type\nmat4[4294967295]\ndmat4[4294967295]\n";
    let told = message("-", enormous, 1);
    assert!(told.contains(": 206158430160 components, and"), "{told}");
    let told = message("- --slots 65", list, 1);
    assert!(told.contains("at most 64 slots"), "{told}");
    message("- --slots 4294967295", list, 1);
}

#[test]
fn slots_that_are_none_are_refused() {
    for arguments in ["--reserve 64", "--reserve -1", "--slots x"] {
        let told = message(&format!("- {arguments}"), "type\n", 2);
        assert!(told.starts_with("error: "), "{told}");
    }
}

#[test]
fn files_that_cannot_be_read_or_written_are_told() {
    let told = message("/no/such/file", "", 2);
    assert!(told.starts_with("dral: /no/such/file: "), "{told}");
    let told = message("- -o /no/such/file.svg", "type\n", 2);
    assert!(told.starts_with("dral: /no/such/file.svg: "), "{told}");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("kept.svg");
    fs::write(&path, "kept").unwrap();
    let draw = format!("- -o {}", path.to_str().unwrap());
    message(&draw, "type\nvec5\n", 2);
    message(&draw, "type\nvec4[33]\n", 1);
    assert_eq!(fs::read_to_string(path).unwrap(), "kept");
}

#[test]
fn names_are_no_longer_than_glsl_allows() {
    let longest = "n".repeat(1024);
    let answer = varyings("-", format!("type,name\nvec4,{longest}\n"));
    assert_eq!(answer.status, 0, "{}", answer.errors);
    assert_eq!(answer.output.matches(&longest).count(), 4);
    let csv = format!("type,name\nfloat,a\nvec4,n{longest}\n");
    let told = message("-", csv, 2);
    let expected = "standard input:3: column name: longer than 1024 characters";
    assert!(told.contains(expected), "{told}");
    let json = format!("[{{\"type\": \"vec4\", \"name\": \"n{longest}\"}}]");
    let told = message("-", json, 2);
    assert!(told.contains("standard input:1: column "), "{told}");
    assert!(told.contains("longer than 1024 characters"), "{told}");
}

#[test]
fn an_enormous_input_is_refused() {
    let told = message("-", " ".repeat((16 << 20) + 1), 2);
    assert!(told.contains("longer than 16777216 bytes"), "{told}");
}

#[test]
fn an_endless_list_is_refused_at_once() {
    let mut list = "type,interpolation".to_string();
    for number in 0..200_000 {
        let how = if number < 100_000 { "noperspective" } else { "smooth" };
        list.push_str(&format!("\nfloat,{how}"));
    }
    let told = message("- --linker", &list, 1);
    assert!(told.contains(": 200000 components, and room for 128"), "{told}");
}
