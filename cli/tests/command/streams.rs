// SPDX-License-Identifier: MIT

//! Output without a reader, and output without room.

use crate::support::{dral, trace};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

/// A call of each subcommand whose output has a part this many times.
fn calls(times: usize) -> Vec<(Vec<String>, String)> {
    let people = |call: &str, argument: &str| {
        // Arguments take longer than rows.
        let more = vec![argument; times.div_ceil(2)].join(" ");
        let more = more.split(' ');
        let call = call.split(' ').chain(more).map(String::from);
        (call.collect(), String::new())
    };
    let rows = |name: &str, header: &str, row: &str| {
        let arguments = [name, "-"].map(String::from);
        (arguments.into(), format!("{header}\n{}", row.repeat(times)))
    };
    let trace = trace()
        .replace("Divisor P: 1", "Divisor P: 2")
        .repeat(times.div_ceil(8));
    vec![
        people("explain --vertices=70", "--divisor=8"),
        people("explain --json --vertices=70", "--divisor=8"),
        rows("records", "vertex_count,instance_count,divisor", "70,2,3\n"),
        rows("draws", "idvs,vertex_count,instance_count", "0,70,2\n"),
        rows("ids", "what,vertex_count,instanced", "vertex_id,70,1\n"),
        rows("valhall", "divisor,stride,src_offset", "3,16,0\n"),
        people("decode", "1 0 0 0"),
        people("decode --json", "1 0 0 0"),
        people("divisor", "3"),
        people("divisor --json", "3"),
        people("padded", "70"),
        people("padded --json", "70"),
        (["check-trace", "-"].map(String::from).into(), trace.clone()),
        (["check-trace", "--json", "-"].map(String::from).into(), trace),
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
    for (arguments, input) in calls(8_000) {
        let whole =
            dral().args(&arguments).write_stdin(&input[..]).output().unwrap();
        let name = &arguments[..2];
        // Otherwise all output would fit the pipe before it is closed.
        assert!(whole.stdout.len() > 4 * 65_536, "{name:?}");
        let ended = head(&arguments, input);
        let error = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(
            (ended.status.code(), &error[..]),
            (Some(0), ""),
            "{name:?}"
        );
    }
}

/// A device that is always full.
fn full() -> File {
    File::options().write(true).open("/dev/full").unwrap()
}

fn run_with(
    arguments: &[impl AsRef<OsStr>],
    input: &str,
    output: Stdio,
    errors: Stdio,
) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dral"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(output)
        .stderr(errors)
        .spawn()
        .unwrap();
    // Writing fails if the command does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn output_without_room_is_reported() {
    let help = |option: &str| (vec![option.to_string()], String::new());
    let more = [help("--help"), help("--version")];
    for (arguments, input) in calls(1).into_iter().chain(more) {
        let run = |output| run_with(&arguments, &input, output, Stdio::piped());
        let sound = run(Stdio::piped());
        assert_ne!(sound.status.code(), Some(2), "{arguments:?}");
        let ended = run(full().into());
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
        let ended = run_with(arguments, "", Stdio::piped(), full().into());
        assert_eq!(ended.status.code(), Some(status), "{arguments:?}");
    }
    let ended = run_with(&["padded", "70"], "", full().into(), full().into());
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
