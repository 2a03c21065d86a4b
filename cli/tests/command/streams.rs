// SPDX-License-Identifier: MIT

//! Output without a reader, and output without room.

use crate::support::{dral, trace};
use std::ffi::OsStr;
use std::io::Write;
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
    let traces = |options: &[&str], trace: &str| {
        let call = [&["check-trace", "-"], options].concat();
        (call.into_iter().map(String::from).collect(), trace.to_string())
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
        traces(&["--all"], &trace),
        traces(&["--all", "--json"], &trace),
    ]
}

fn run(program: &mut Command, input: &str) -> Output {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Writing fails if the command does not read its input to the end.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Runs the command with its output redirected by the shell.
fn redirected(
    arguments: &[impl AsRef<OsStr>],
    input: &str,
    how: &str,
) -> (Option<i32>, String) {
    let script = format!("\"$0\" \"$@\" {how}; exit ${{PIPESTATUS[0]}}");
    let mut shell = Command::new("bash");
    let shell = shell.args(["-c", &script, env!("CARGO_BIN_EXE_dral")]);
    let ended = run(shell.args(arguments), input);
    let errors = String::from_utf8_lossy(&ended.stderr);
    (ended.status.code(), errors.into_owned())
}

#[test]
fn closed_output_is_not_an_error() {
    for (arguments, input) in calls(8_000) {
        let whole =
            dral().args(&arguments).write_stdin(&input[..]).output().unwrap();
        let name = &arguments[..2];
        // Otherwise all output would fit the pipe before it is closed.
        assert!(whole.stdout.len() > 4 * 65_536, "{name:?}");
        let ended = redirected(&arguments, &input, "| head -n 1 | grep -q .");
        assert_eq!(ended, (Some(0), String::new()), "{name:?}");
    }
}

#[test]
fn output_without_room_is_reported() {
    let help = |option: &str| (vec![option.to_string()], String::new());
    let more = [help("--help"), help("--version")];
    for (arguments, input) in calls(1).into_iter().chain(more) {
        let (status, _) = redirected(&arguments, &input, "> /dev/null");
        assert!(matches!(status, Some(0 | 1)), "{arguments:?}");
        let (status, error) = redirected(&arguments, &input, "> /dev/full");
        assert_eq!(status, Some(2), "{arguments:?}");
        assert!(
            error.starts_with("dral: standard output: No space left"),
            "{arguments:?}: {error}"
        );
    }
}

#[test]
fn colors_are_for_terminals() {
    // These options enable colours without a terminal.
    for (arguments, status) in [(["--help"], 0), (["--no-such"], 2)] {
        for (forced, colored) in [("", false), ("1", true)] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_dral"));
            command.args(arguments).env_remove("NO_COLOR");
            let ended = run(command.env("CLICOLOR_FORCE", forced), "");
            let told = [ended.stdout, ended.stderr].concat();
            assert_eq!(ended.status.code(), Some(status));
            assert_eq!(told.contains(&0x1B), colored, "{arguments:?}");
        }
    }
}
