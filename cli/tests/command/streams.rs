// SPDX-License-Identifier: MIT

//! Output without a reader, and output without room.

use crate::support::{dral, trace};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

/// Each subcommand with an input for which its output does not fit a pipe.
fn long_answers() -> Vec<(Vec<String>, String)> {
    let numbers = |count: u32| (1..=count).map(|n| n.to_string());
    let people = |name: &str, arguments: Vec<String>| {
        ([vec![name.to_string()], arguments].concat(), String::new())
    };
    let rows = |name: &str, header: &str, row: &str| {
        let arguments = vec![name.to_string(), "-".to_string()];
        (arguments, format!("{header}\n{}", row.repeat(20_000)))
    };
    let draw = ["--vertices=70", "--instances=2"].map(String::from);
    let divisors = numbers(1_000).map(|n| format!("--divisor={n}"));
    let record = ["1", "0", "0", "0"];
    let records = record.repeat(4_000).into_iter().map(String::from);
    vec![
        people("explain", draw.into_iter().chain(divisors).collect()),
        rows("records", "vertex_count,divisor", "70,0\n"),
        rows("draws", "idvs,vertex_count,instance_count", "0,70,2\n"),
        rows("ids", "what,vertex_count,instanced", "vertex_id,70,1\n"),
        rows("valhall", "divisor,stride,src_offset", "3,16,0\n"),
        people("decode", records.collect()),
        people("divisor", numbers(5_000).collect()),
        people("padded", numbers(5_000).collect()),
        (
            vec!["check-trace".to_string(), "-".to_string()],
            trace().replace("Divisor P: 1", "Divisor P: 2").repeat(1_000),
        ),
    ]
}

/// Runs the command and reads only its first line.
fn head(arguments: &[String], input: String) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dral"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Writing fails if the command ends before it has read everything.
    let writer =
        std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    drop(stdout);
    assert!(line.ends_with('\n'), "{arguments:?}");
    let ended = child.wait_with_output().unwrap();
    writer.join().unwrap();
    ended
}

#[test]
fn closed_output_is_not_an_error() {
    for (arguments, input) in long_answers() {
        let name = arguments[0].clone();
        let whole =
            dral().args(&arguments).write_stdin(&input[..]).output().unwrap();
        // Otherwise all output would fit the pipe before it is closed.
        assert!(whole.stdout.len() > 4 * 65_536, "{name}");
        let ended = head(&arguments, input);
        let error = String::from_utf8_lossy(&ended.stderr);
        assert_eq!((ended.status.code(), &error[..]), (Some(0), ""), "{name}");
    }
}

/// A device that is always full.
fn full() -> File {
    File::options().write(true).open("/dev/full").unwrap()
}

fn run_with(arguments: &[&str], output: Stdio, errors: Stdio) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dral"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap()
}

#[test]
fn output_without_room_is_reported() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let header = "vertex_count,instance_count,idvs,what,instanced,divisor,\
                  stride,src_offset";
    write!(file, "{header}\n70,2,0,vertex_id,1,3,16,0\n").unwrap();
    let path = file.path().to_str().unwrap();
    let mut traced = tempfile::NamedTempFile::new().unwrap();
    traced.write_all(trace().as_bytes()).unwrap();
    let traced = traced.path().to_str().unwrap();
    for arguments in [
        &["explain", "--vertices", "70"][..],
        &["explain", "--vertices", "70", "--json"],
        &["records", path],
        &["draws", path],
        &["ids", path],
        &["valhall", path],
        &["decode", "1", "0", "0", "0"],
        &["decode", "--json", "1", "0", "0", "0"],
        &["divisor", "3"],
        &["divisor", "--json", "3"],
        &["padded", "70"],
        &["padded", "--json", "70"],
        &["check-trace", traced],
        &["check-trace", "--json", traced],
        &["--help"],
        &["--version"],
    ] {
        let sound = run_with(arguments, Stdio::piped(), Stdio::piped());
        assert_eq!(sound.status.code(), Some(0), "{arguments:?}");
        let ended = run_with(arguments, full().into(), Stdio::piped());
        let error = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{arguments:?}");
        assert!(
            error.starts_with("dral: standard output: No space left"),
            "{arguments:?}: {error}"
        );
    }
}

#[test]
fn errors_without_room_are_in_the_status() {
    for (arguments, status) in [
        (&["records", "no such file"][..], 2),
        (&["decode", "9", "9", "9", "9"], 1),
        (&["explain"], 2),
        (&["--no-such"], 2),
    ] {
        let ended = run_with(arguments, Stdio::piped(), full().into());
        assert_eq!(ended.status.code(), Some(status), "{arguments:?}");
    }
    let ended = run_with(&["padded", "70"], full().into(), full().into());
    assert_eq!(ended.status.code(), Some(2));
}

#[test]
fn colors_are_for_terminals() {
    // These options enable colours without a terminal.
    for (arguments, status) in [(["--help"], 0), (["--no-such"], 2)] {
        for (forced, colored) in [("", false), ("1", true)] {
            let ended = Command::new(env!("CARGO_BIN_EXE_dral"))
                .args(arguments)
                .env_remove("NO_COLOR")
                .env("CLICOLOR_FORCE", forced)
                .output()
                .unwrap();
            let told = [ended.stdout, ended.stderr].concat();
            assert_eq!(ended.status.code(), Some(status));
            assert_eq!(told.contains(&0x1B), colored, "{arguments:?}");
        }
    }
}
