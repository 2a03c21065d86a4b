// SPDX-License-Identifier: MIT

//! Files from other systems, and endless files.

use crate::support::{answer, message, output, trace};
use std::io::{self, Read, Write};
use std::process::{Command, Stdio};

/// A small file for each subcommand that reads rows: a valid row, a refused
/// row, a valid row.
const FILES: [(&str, &str); 4] = [
    (
        "records",
        "note,vertex_count,instance_count\na,70,2\n\"b\",-1,2\nc,6,2\n",
    ),
    ("draws", "idvs,vertex_count,instance_count\n0,70,2\n2,7,2\n0,6,9\n"),
    (
        "ids",
        "what,vertex_count,instanced\nvertex_id,70,1\ninstance_id,0,1\n\
         vertex_id,6,0\n",
    ),
    ("valhall", "divisor,stride,src_offset\n3,16,0\n-1,16,0\n0,8,4\n"),
];

/// The same for subcommands that read a whole list.
const LISTS: [(&str, &str); 3] = [
    ("layout", "binding,type,count\n0,STORAGE_IMAGE,3\n1,SAMPLER,2\n"),
    ("varyings", "name,type\na,vec3[4]\nb,vec3[2]\nc,vec2\n"),
    ("binding-table", "binding,type,count\n0,STORAGE_IMAGE,3\n"),
];

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    for (command, file) in FILES.into_iter().chain(LISTS) {
        let expected = answer([command, "-"], file.as_bytes());
        assert!(expected.output.lines().count() >= 4, "{command}");
        let without_end = file.strip_suffix('\n').unwrap();
        for other in [
            file.replace('\n', "\r\n"),
            file.replace('\n', "\r"),
            file.replace('\n', "\n\n\r\n"),
            without_end.to_string(),
            format!("\u{FEFF}{file}"),
            format!("\u{FEFF}{}", file.replace('\n', "\r\n")),
        ] {
            let found = answer([command, "-"], other.as_bytes());
            assert_eq!(found, expected, "{command}, {other:?}");
        }
    }
}

#[test]
fn a_file_may_come_in_parts() {
    for (command, file) in FILES.into_iter().chain(LISTS) {
        let expected = answer([command, "-"], file.as_bytes());
        // Concatenated files have several marks.
        let marked = format!("\u{FEFF}\u{FEFF}{file}");
        for first in (1..7).chain([20]) {
            let (start, rest) = marked.as_bytes().split_at(first);
            let found = answer([command, "-"], start.chain(rest));
            assert_eq!(found, expected, "{command}");
        }
    }
}

/// A long list is laid out, or its first error is found, at once.
#[test]
fn a_long_list_takes_no_longer_than_its_rows() {
    let rows = |row: &dyn Fn(u32) -> String| {
        let rows: String = (0..=200_000).map(row).collect();
        format!("set,binding,type,count{rows}")
    };
    let reverse = rows(&|n| format!("\n0,{},SAMPLER,1", 200_000 - n));
    let text = output(&["layout", "-"], &reverse, 0);
    assert!(text.contains("1600008 bytes, 1600064 in a set"), "{text:.400}");
    let double = rows(&|n| {
        let number = n - u32::from(n > 100_000);
        format!("\n0,{number},SAMPLER,1")
    });
    let error = message(&["binding-table", "-"], &double, 1);
    let expected = "standard input:100003: set 0: binding 100000: two bindings";
    assert!(error.contains(expected), "{error}");
}

/// The length of an enormous line.
const GIGABYTE: usize = 1 << 30;

/// The maximum memory of the command for such a line, in KiB.
const MEMORY: u32 = 64 << 10;

/// The command with a limit on its memory.
pub fn dral_in_little_memory(arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("ulimit -v {MEMORY} && exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_dral"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// Runs the command in little memory, with an input that may be longer than
/// that. Returns its status and its errors.
fn fed(
    arguments: &[&str],
    start: &str,
    repeated: &str,
    length: usize,
) -> (Option<i32>, String) {
    let mut command = dral_in_little_memory(arguments);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    let piece = repeated.repeat((1 << 16) / repeated.len());
    let pieces = std::iter::repeat_n(&piece[..], length / piece.len());
    for piece in std::iter::once(start).chain(pieces) {
        // The reader stops at an error.
        if let Err(error) = to.write_all(piece.as_bytes()) {
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
            break;
        }
    }
    drop(to);
    let ended = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&ended.stderr);
    (ended.status.code(), errors.into_owned())
}

#[test]
fn a_line_of_a_gigabyte_is_refused_in_little_memory() {
    for (command, file) in FILES {
        let header = file.lines().next().unwrap();
        for (start, repeated) in [
            // The header itself is too long, then a row.
            (String::new(), "1"),
            (format!("{header}\n"), "1"),
            (format!("{header}\n"), ","),
            (format!("{header}\n"), "\0"),
            (format!("{header}\n"), "\n"),
            (format!("{header}\n\""), "1"),
            (format!("{header}\n\""), "1\n"),
            (format!("{header}\n\""), "\"\""),
        ] {
            let (status, error) =
                fed(&[command, "-"], &start, repeated, GIGABYTE);
            let what = format!("{command}: {start}{repeated}: {error}");
            assert_eq!(status, Some(2), "{what}");
            assert!(error.contains("a row is longer"), "{what}");
        }
    }
}

#[test]
fn a_file_of_a_gigabyte_without_lines_is_refused_in_little_memory() {
    // A sparse file: it takes no space on the disk.
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().set_len(GIGABYTE as u64).unwrap();
    let path = file.path().to_str().unwrap();
    for (command, _) in FILES {
        let ended = dral_in_little_memory(&[command, path]).output().unwrap();
        let errors = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{command}: {errors}");
        assert!(errors.contains("a row is longer"), "{command}: {errors}");
    }
}

#[test]
fn a_trace_takes_little_memory_however_long() {
    let run = |text, length| fed(&["check-trace", "-"], "", text, length);
    // More than fits in memory.
    let trace = trace();
    assert_eq!(run(&trace, 96 << 20), (Some(0), String::new()));
    let (status, error) = run("x", GIGABYTE);
    assert_eq!(status, Some(2));
    assert!(error.contains(":1: the line is too long"), "{error}");
}
