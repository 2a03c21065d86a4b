// SPDX-License-Identifier: MIT

//! How the row commands treat columns, refused rows and files that are not
//! what they should be.

use crate::support::{dral, message, output, parse};
use std::fmt::Write as _;
use std::process::{Command, Stdio};

#[test]
fn input_columns_come_first_then_results_then_the_error() {
    let input = "note,instance_count,vertex_count,divisor\nmine,100,70,3\n";
    let (names, rows) = parse(output(&["records", "-"], input, 0).as_bytes());
    assert_eq!(
        names.join(","),
        "note,instance_count,vertex_count,divisor,padded_count,\
         instance_size_byte,rec_type,rec_w0,rec_w1,rec_w2,rec_w3,cont_w0,\
         cont_w1,cont_w2,cont_w3,attr_offset,address_add,hw_divisor,error"
    );
    assert_eq!(rows[0]["note"], "mine");
    assert_eq!(rows[0]["padded_count"], "72");
    assert_eq!(rows[0]["hw_divisor"], "216");
}

#[test]
fn an_input_column_named_like_a_result_is_replaced() {
    let input = "idvs,padded_count,vertex_count,instance_count,error\n\
                 0,999,70,2,old\n";
    let (names, rows) = parse(output(&["draws", "-"], input, 0).as_bytes());
    let named = |name| names.iter().filter(|n| *n == name).count();
    assert_eq!((named("padded_count"), named("error")), (1, 1));
    assert_eq!(rows[0]["padded_count"], "72");
    assert_eq!(rows[0]["error"], "");
}

#[test]
fn without_a_rate_a_divisor_of_0_is_per_vertex() {
    let input = "vertex_count,instance_count,divisor,stride\n70,2,0,16\n";
    let rows = parse(output(&["records", "-"], input, 0).as_bytes()).1;
    assert_eq!(rows[0]["rec_type"], "1D Modulus");
}

#[test]
fn with_a_rate_a_divisor_of_0_is_one_element_for_all() {
    let input = "vertex_count,instance_count,divisor,stride,rate\n\
                 70,2,0,16,1\n70,2,0,16,0\n70,2,5,16,2\n70,2,5,16,3\n";
    let rows = parse(output(&["records", "-"], input, 1).as_bytes()).1;
    assert_eq!(rows[0]["rec_type"], "1D");
    assert_eq!(rows[0]["rec_w2"], "00000000");
    assert_eq!(rows[1]["rec_type"], "1D Modulus");
    assert_eq!(rows[1]["instance_size"], "72");
    assert!(rows[2]["error"].contains("unused"));
    assert!(rows[3]["error"].contains("rate"));
}

#[test]
fn nothing_to_draw_is_not_an_error() {
    let input = "idvs,vertex_count,instance_count\n0,0,2\n1,7,0\n0,0,0\n";
    let rows = parse(output(&["draws", "-"], input, 0).as_bytes()).1;
    assert_eq!(rows.len(), 3);
    for row in rows {
        let names = ["padded_count", "instance_size", "instance_size_byte"];
        assert_eq!(names.map(|name| &row[name][..]), ["0", "0", "00"]);
        for name in ["inv_w0", "inv_w1"] {
            assert_eq!(row[name], "00000000");
        }
        assert_eq!(row["error"], "");
    }

    let input = "vertex_count,instance_count,rate,divisor,stride\n\
                 0,2,1,3,16\n7,0,0,0,16\n7,1,0,0,16\n";
    let rows = parse(output(&["records", "-"], input, 0).as_bytes()).1;
    for row in &rows[..2] {
        assert_eq!(row["padded_count"], "0");
        assert_eq!(row["instance_size_byte"], "00");
        assert_eq!(row["inv_w0"], "00000000");
        for name in ["rec_type", "rec_w0", "attr_offset", "hw_divisor"] {
            assert_eq!(row[name], "", "{name}");
        }
        assert_eq!(row["error"], "");
    }
    assert_eq!(rows[2]["rec_type"], "1D");
    // The error of the buffer is still reported.
    let input = "vertex_count,instance_count,rate,stride,base_instance\n\
                 0,2,1,4294967295,9\n";
    let rows = parse(output(&["records", "-"], input, 1).as_bytes()).1;
    assert!(rows[0]["error"].contains("offset"));
}

#[test]
fn attribute_descriptors_know_base_instances_and_unused_locations() {
    let input = "rate,divisor,stride,src_offset,base_instance\n\
                 1,3,16,4,5\n0,3,16,4,5\n2,3,16,4,5\n";
    let rows = parse(output(&["valhall", "-"], input, 0).as_bytes()).1;
    let words = ["w1", "w2", "w4"];
    let words = |row: usize| words.map(|name| &rows[row][name][..]);
    assert_eq!(words(0), ["21000040", "00000054", "00000010"]);
    assert_eq!(words(1), ["00000000", "00000004", "00000010"]);
    // Table 17.
    assert_eq!(words(2), ["00000011", "00000000", "00000000"]);
}

#[test]
fn a_start_may_be_negative_or_its_pattern() {
    let input = "vertex_count,instance_count,divisor,stride,offset_start\n\
                 70,2,1,16,-3\n70,2,1,16,4294967293\n70,2,1,16,4294967296\n";
    let rows = parse(output(&["records", "-"], input, 1).as_bytes()).1;
    assert_eq!(rows[0]["attr_offset"], "48");
    assert_eq!(rows[1]["attr_offset"], "48");
    assert!(rows[2]["error"].contains("offset_start: 4294967296"));
}

#[test]
fn a_hardware_divisor_beyond_32_bits_is_told_whole() {
    let input = "vertex_count,instance_count,divisor,stride\n\
                 70,2,4294967295,16\n";
    let rows = parse(output(&["records", "-"], input, 0).as_bytes()).1;
    assert_eq!(rows[0]["hw_divisor"], "309237645240");
    assert_eq!(rows[0]["rec_type"], "1D");
}

#[test]
fn a_refused_row_has_a_message_and_the_next_is_done() {
    let input = "idvs,vertex_count,instance_count\n\
                 0,70,2\n0,3758096384,2\n2,70,2\n0,-1,2\n0,65536,60000\n\
                 0,70,2\n";
    let rows = parse(output(&["draws", "-"], input, 1).as_bytes()).1;
    let errors: Vec<_> = rows.iter().map(|row| &row["error"][..]).collect();
    assert_eq!(errors[0], "");
    assert!(errors[1].contains("padded count"), "{errors:?}");
    assert!(errors[2].contains("idvs: 2"), "{errors:?}");
    assert!(errors[3].contains("vertex_count: -1"), "{errors:?}");
    assert!(errors[4].contains("2^32 threads"), "{errors:?}");
    assert_eq!(errors[5], "");
    for row in &rows[1..5] {
        assert_eq!(row["padded_count"], "");
        assert_eq!(row["inv_w0"], "");
    }
    assert_eq!(rows[5]["padded_count"], "72");
}

#[test]
fn every_command_refuses_rows_of_its_own() {
    for (command, input, part) in [
        (
            "records",
            "vertex_count,instance_count,arch\n70,2,v8\n",
            "architecture",
        ),
        ("records", "vertex_count,instance_count,arch\n70,2,v9\n", "v9"),
        (
            "records",
            "vertex_count,instance_count,buffer_offset,buffer_size\n\
             70,2,65,64\n",
            "beyond the buffer's 64 bytes",
        ),
        (
            "records",
            "vertex_count,instance_count,divisor,stride,base_instance\n\
             70,2,1,4294967295,9\n",
            "offset",
        ),
        ("ids", "what,vertex_count,instanced\nvertex_id,0,1\n", "vertex"),
        ("ids", "what,vertex_count,instanced\nvertex_id,1,2\n", "instanced"),
        (
            "ids",
            "what,vertex_count,instanced\ninstance_id,4026531840,1\n",
            "32 bits",
        ),
        ("valhall", "divisor,stride,src_offset,table\n3,16,0,64\n", "table"),
        ("valhall", "divisor,stride,src_offset,arch\n3,16,0,v7\n", "v9"),
        (
            "valhall",
            "divisor,stride,src_offset\n3,16,2147483648\n",
            "src_offset",
        ),
    ] {
        let rows = parse(output(&[command, "-"], input, 1).as_bytes()).1;
        let error = &rows[0]["error"];
        assert!(error.contains(part), "{command}: {error}");
    }
}

#[test]
fn a_value_that_is_no_number_names_its_place() {
    let input = "idvs,vertex_count,instance_count\n0,70,2\n0,7o,2\n";
    let error = message(&["draws", "-"], input, 2);
    for part in ["standard input:3", "vertex_count", "\"7o\"", "number"] {
        assert!(error.contains(part), "{error}");
    }
    // The rows before it are there.
    assert!(output(&["draws", "-"], input, 2).contains("0,70,2,72"));

    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, "what,vertex_count,instanced\nid,3,0\n").unwrap();
    let path = file.path().to_str().unwrap();
    let error = message(&["ids", path], "", 2);
    for part in [path, ":2:", "what", "\"id\"", "vertex_id"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_missing_column_is_named() {
    for (command, input, column) in [
        ("draws", "idvs,vertex_count\n0,70\n", "instance_count"),
        ("ids", "vertex_count,instanced\n70,0\n", "what"),
        ("valhall", "stride,src_offset\n16,0\n", "divisor"),
    ] {
        let error = message(&[command, "-"], input, 2);
        for part in ["standard input:1", column, "missing"] {
            assert!(error.contains(part), "{error}");
        }
    }
}

#[test]
fn what_is_not_csv_is_refused_with_its_place() {
    for (input, part) in [
        ("", "no header"),
        ("once upon a time\n", "is this CSV"),
        ("vertex_count,vertex_count\n1,2\n", "is duplicated"),
        ("vertex_count,instance_count\n1\n", ":2: 1 columns"),
        ("vertex_count,instance_count\n1,2\n1,2,3\n", ":3: 3 columns"),
    ] {
        let error = message(&["records", "-"], input, 2);
        assert!(error.contains(part), "{input:?}: {error}");
    }
    let binary = [b'v', 0, 0xFF, b'\n', 0xFE];
    let assert =
        dral().args(["draws", "-"]).write_stdin(binary).assert().code(2);
    let error = String::from_utf8_lossy(&assert.get_output().stderr);
    assert!(error.contains("standard input:1"), "{error}");

    let error = message(&["records", "no such file"], "", 2);
    assert!(error.contains("no such file"), "{error}");
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_read() {
    let input = "\u{FEFF}idvs,vertex_count,instance_count\r\n0,70,2\r\n";
    let (names, rows) = parse(output(&["draws", "-"], input, 0).as_bytes());
    assert_eq!(names[0], "idvs");
    assert_eq!(rows[0]["padded_count"], "72");
}

#[test]
fn a_row_without_end_is_refused_before_it_fills_memory() {
    for endless in ["1".repeat(3 << 20), format!("\"{}", "1\n".repeat(2 << 20))]
    {
        let input = format!("vertex_count\n{endless}");
        let error = message(&["records", "-"], &input, 2);
        assert!(error.contains("standard input:2: a row is longer"), "{error}");
    }
}

#[test]
fn many_short_rows_are_no_long_row() {
    let mut input = "idvs,vertex_count,instance_count\n".to_string();
    for vertex_count in 1..=200_000 {
        writeln!(input, "0,{vertex_count},2").unwrap();
    }
    let output = output(&["draws", "-"], &input, 0);
    assert_eq!(output.lines().count(), 200_001);
    assert!(output.ends_with(",\n"));
}

#[test]
fn a_closed_output_is_no_error() {
    let mut input = "idvs,vertex_count,instance_count\n".to_string();
    input.push_str(&"0,70,2\n".repeat(100_000));
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, input).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_dral"))
        .arg("draws")
        .arg(file.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success());
    assert_eq!(ended.stderr, b"");
}
