// SPDX-License-Identifier: MIT

//! Files as other systems write them, and files without end.

use crate::support::{dral, message, output, trace};
use dral_cli::{Streams, Terminal};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};

/// A small file of each subcommand that reads one: a sound row, one that is
/// refused, a sound one.
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

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    for (command, file) in FILES {
        let expected = output(&[command, "-"], file, 1);
        // Only now it is sure that each has a header and three rows.
        assert_eq!(expected.lines().count(), 4, "{command}");
        let without_end = file.strip_suffix('\n').unwrap();
        for other in [
            file.replace('\n', "\r\n"),
            file.replace('\n', "\r"),
            file.replace('\n', "\n\n\r\n"),
            without_end.to_string(),
            format!("\u{FEFF}{file}"),
            format!("\u{FEFF}{}", file.replace('\n', "\r\n")),
        ] {
            let found = output(&[command, "-"], &other, 1);
            assert_eq!(found, expected, "{command}, {other:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_may_come_in_parts() {
    for (command, file) in FILES {
        let expected = output(&[command, "-"], file, 1);
        for first in 1..7 {
            // Files that were put together have more than one.
            let marked = format!("\u{FEFF}\u{FEFF}{file}");
            let (start, rest) = marked.as_bytes().split_at(first);
            let mut found = Vec::new();
            let status = dral_cli::run(
                ["dral", command, "-"].map(OsString::from),
                &mut Streams {
                    input: &mut start.chain(rest),
                    output: &mut found,
                    errors: &mut io::sink(),
                    terminal: Terminal::default(),
                },
            );
            let found = String::from_utf8(found).unwrap();
            assert_eq!((status, found), (1, expected.clone()), "{command}");
        }
    }
}

#[test]
fn the_line_of_a_message_is_that_of_the_file() {
    let columns = "idvs,vertex_count,instance_count";
    for (input, line) in [
        (format!("{columns}\n0,7o,2\n"), 2),
        (format!("{columns}\r\n0,7o,2\r\n"), 2),
        (format!("{columns}\r0,7o,2\r"), 2),
        (format!("{columns}\r\n0,70,2\r\n0,7o,2\r\n"), 3),
        (format!("{columns}\n\n\n0,7o,2\n"), 4),
        (format!("{columns}\r\n\r\n\r\n0,7o,2\r\n"), 4),
        (format!("note,{columns}\n\"a\nb\",0,70,2\na,0,7o,2\n"), 4),
        (format!("{columns}\r\n\r\n0,70\r\n"), 3),
        (format!("\n{columns},idvs\n"), 2),
        ("\r\n\r\nidvs\r\n".to_string(), 3),
    ] {
        let error = message(&["draws", "-"], &input, 2);
        let place = format!("dral: standard input:{line}: ");
        assert!(error.starts_with(&place), "{input:?}: {error}");
    }
    let mut binary = format!("{columns}\r\n0,70,2\r\n").into_bytes();
    binary.extend(b"0,\xFF,2\r\n");
    let assert =
        dral().args(["draws", "-"]).write_stdin(binary).assert().code(2);
    let error = String::from_utf8_lossy(&assert.get_output().stderr);
    assert!(error.starts_with("dral: standard input:3: "), "{error}");
}

#[test]
fn a_value_is_told_as_it_stands_there_and_not_without_end() {
    let enormous = "9".repeat(45);
    let columns = "idvs,vertex_count,instance_count";
    let input = format!("{columns}\n0, {enormous} ,2\n0,0x100000000,2\n");
    let rows = output(&["draws", "-"], &input, 1);
    for value in [&enormous, "0x100000000"] {
        let told = format!(",vertex_count: {value} is not within 0 to");
        assert!(rows.contains(&told), "{rows}");
    }
    let shown = "7".repeat(60);
    for (end, status) in [("", 1), ("o", 2)] {
        let input = format!("{columns}\n0,{}{end},2\n", "7".repeat(5_000));
        let assert = dral().args(["draws", "-"]).write_stdin(input).assert();
        let told = assert.code(status).get_output().clone();
        let told = [told.stdout, told.stderr].concat();
        let told = String::from_utf8(told).unwrap();
        let told = told.replace('"', "");
        assert!(told.contains(&format!(": {shown}... is not ")), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn the_name_of_a_file_need_not_be_utf8() {
    use std::os::unix::ffi::OsStringExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(OsString::from_vec(b"\xFF.csv".into()));
    std::fs::write(&path, FILES[1].1).unwrap();
    let assert = dral().arg("draws").arg(&path).assert().code(1);
    let expected = output(&["draws", "-"], FILES[1].1, 1);
    assert_eq!(assert.get_output().stdout, expected.as_bytes());
}

/// The length of an enormous line.
const GIGABYTE: u64 = 1 << 30;

/// The most memory that the command may take for one, in KiB.
const MEMORY: u32 = 64 << 10;

/// The command, unable to have more memory than that.
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

fn assert_too_long(child: Child, what: &str) {
    let ended = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{what}: {error}");
    assert!(error.contains("a row is longer"), "{what}: {error}");
}

/// Writes a gigabyte, or what the reader takes of it.
fn write_gigabyte(mut to: impl Write, repeated: &[u8]) {
    let piece = repeated.repeat((1 << 16) / repeated.len());
    for _ in 0..GIGABYTE / piece.len() as u64 {
        if let Err(error) = to.write_all(&piece) {
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
            return;
        }
    }
}

#[test]
fn a_line_of_a_gigabyte_is_refused_in_little_memory() {
    for (command, file) in FILES {
        let header = file.lines().next().unwrap();
        for (start, repeated) in [
            // The header itself, then a row.
            (String::new(), "1"),
            (format!("{header}\n"), "1"),
            (format!("{header}\n"), ","),
            (format!("{header}\n"), "\0"),
            (format!("{header}\n"), "\n"),
            (format!("{header}\n\""), "1"),
            (format!("{header}\n\""), "1\n"),
            (format!("{header}\n\""), "\"\""),
        ] {
            let mut child = dral_in_little_memory(&[command, "-"])
                .stdin(Stdio::piped())
                .spawn()
                .unwrap();
            let mut to = child.stdin.take().unwrap();
            to.write_all(start.as_bytes()).unwrap();
            write_gigabyte(to, repeated.as_bytes());
            assert_too_long(child, &format!("{command}: {start}{repeated}"));
        }
    }
}

#[test]
fn a_file_of_a_gigabyte_without_lines_is_refused_in_little_memory() {
    // It has that length, but takes no space on a disk.
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().set_len(GIGABYTE).unwrap();
    let path = file.path().to_str().unwrap();
    for (command, _) in FILES {
        let child = dral_in_little_memory(&[command, path]).spawn().unwrap();
        assert_too_long(child, command);
    }
}

#[test]
fn a_trace_takes_little_memory_however_long() {
    let run = || {
        dral_in_little_memory(&["check-trace", "-"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap()
    };
    // More than there is memory.
    let mut child = run();
    let mut to = child.stdin.take().unwrap();
    let trace = trace();
    for _ in 0..(96 << 20) / trace.len() {
        to.write_all(trace.as_bytes()).unwrap();
    }
    drop(to);
    let ended = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&ended.stderr);
    assert_eq!((ended.status.code(), &error[..]), (Some(0), ""));
    let mut child = run();
    write_gigabyte(child.stdin.take().unwrap(), b"x");
    let ended = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2));
    assert!(error.contains(":1: the line is too long"), "{error}");
}
