// SPDX-License-Identifier: MIT

//! Ctrl-C: the summary of what was read, and no file that is left behind.

use crate::generator::job;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use tempfile::TempDir;

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_summary_so_far() {
    for page in [false, true] {
        let directory = TempDir::new().expect("a directory");
        let mut command = Command::new(env!("CARGO_BIN_EXE_dral"));
        command
            .args(["trace", "check", "-"])
            .current_dir(&directory)
            .env_remove("CLICOLOR_FORCE");
        if page {
            command.arg("--html=page.html");
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let draw = job(70, 3, &[]).text().replace("e Size: 72", "e Size: 64");
        let mut input = child.stdin.take().expect("a pipe");
        // More than the pipe holds, so that the command reads.
        input.write_all(draw.repeat(200).as_bytes()).expect("it reads");
        let id = child.id().to_string();
        // The shell's own, because a small system has no other.
        let kill = ["-c", "kill -INT \"$0\"", &id];
        let killed = Command::new("sh").args(kill).status();
        assert!(killed.expect("sh exists").success());
        // It reads on until it notices.
        while input.write_all(draw.as_bytes()).is_ok() {}
        drop(input);
        let answer = child.wait_with_output().expect("it ends");
        let [output, errors] = [answer.stdout, answer.stderr]
            .map(|text| String::from_utf8(text).expect("UTF-8"));
        assert_eq!(answer.status.code(), Some(2), "{errors}");
        assert!(errors.starts_with("dral: standard input:"), "{errors}");
        assert!(errors.ends_with(": interrupted\n"), "{errors}");
        let files = fs::read_dir(&directory).expect("the directory");
        let files: Vec<_> =
            files.map(|file| file.expect("a file").file_name()).collect();
        if page {
            assert_eq!(files, ["page.html"]);
            let page = fs::read_to_string(directory.path().join("page.html"));
            let page = page.expect("a page");
            assert!(page.contains(">Summary: "), "{page}");
        } else {
            assert!(output.contains("not read to its end"), "{output}");
            assert_eq!(files.len(), 0);
        }
    }
}
