// SPDX-License-Identifier: MIT

//! `dral plot`: the destination of pictures.

use crate::support::{dral, message, output};
use std::fs;
use std::os::unix::fs::{symlink, FileTypeExt};
use std::path::Path;
use std::process::{Command, Stdio};

fn padding(arguments: &[&str]) -> String {
    output(&[&["plot", "padding"], arguments].concat(), "", 0)
}

#[test]
fn a_file_gets_what_standard_output_would_get() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("padding.svg");
    fs::write(&file, "an older picture that is a longer one".repeat(9999))
        .unwrap();
    let name = file.to_str().unwrap();
    assert_eq!(padding(&["-o", name]), "");
    assert_eq!(fs::read_to_string(&file).unwrap(), padding(&["-o", "-"]));
    let here = ["plot", "padding", "--output", "here.svg"];
    dral().args(here).current_dir(&directory).assert().code(0);
    let names = names_in(directory.path());
    assert_eq!(names, ["here.svg", "padding.svg"]);
}

fn names_in(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_link_stays_a_link_and_a_pipe_a_pipe() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name| directory.path().join(name);
    fs::write(path("picture.svg"), "").unwrap();
    symlink("picture.svg", path("link.svg")).unwrap();
    padding(&["-o", path("link.svg").to_str().unwrap()]);
    assert!(path("link.svg").is_symlink());
    assert_eq!(fs::read_to_string(path("picture.svg")).unwrap(), padding(&[]));

    let pipe = path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut reader =
        Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    padding(&["-o", pipe.to_str().unwrap()]);
    let is_pipe = fs::metadata(&pipe).unwrap().file_type().is_fifo();
    if !is_pipe {
        // A pipe would block forever.
        reader.kill().unwrap();
    }
    assert!(is_pipe, "the pipe was replaced");
    let read = reader.wait_with_output().unwrap().stdout;
    assert_eq!(String::from_utf8(read).unwrap(), padding(&[]));
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("missing").join("picture.svg");
    for place in [missing.as_path(), directory.path()] {
        let place = place.to_str().unwrap();
        let arguments = ["plot", "padding", "-o", place];
        let error = message(&arguments, "", 2);
        assert!(error.starts_with(&format!("dral: {place}: ")), "{error}");
    }
    assert_eq!(names_in(directory.path()), [""; 0]);
}

#[test]
fn nothing_is_left_half_written() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("picture.svg");
    fs::write(&file, "what was there").unwrap();
    // The limit is 4 blocks of 512 bytes, less than the picture; bash ignores
    // the signal for exceeding it.
    let limited = Command::new("bash")
        .args(["-c", "trap '' XFSZ; ulimit -f 2; exec \"$@\"", "bash"])
        .arg(assert_cmd::cargo::cargo_bin("dral"))
        .args(["plot", "padding", "-o"])
        .arg(&file)
        .output()
        .unwrap();
    let error = String::from_utf8(limited.stderr).unwrap();
    assert_eq!(limited.status.code(), Some(2), "{error}");
    assert!(error.contains("picture.svg: File too large"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "what was there");
    assert_eq!(names_in(directory.path()), ["picture.svg"]);
}
