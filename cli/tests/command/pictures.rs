// SPDX-License-Identifier: MIT

//! Pictures that `-o` writes beside the text.

use crate::files::dral_in_little_memory;
use crate::support::{dral, message};
use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;

/// What draws a table, and a small one.
const TABLES: [(&str, &str); 2] = [
    ("layout", "binding,type,count\n0,STORAGE_BUFFER,2\n"),
    ("varyings", "name,type\na,vec3\n"),
];

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary files have UTF-8 names")
}

/// 20,000 bindings of 16 descriptors are 340,000 rectangles and texts, which
/// would take half a gigabyte.
#[test]
fn a_long_picture_is_written_in_little_memory() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("set.csv");
    let mut list = "binding,type,count\n".to_string();
    for binding in 0..20_000 {
        writeln!(list, "{binding},STORAGE_BUFFER,16").unwrap();
    }
    fs::write(&path, list).unwrap();
    let picture = directory.path().join("set.svg");
    let arguments = ["layout", text(&path), "-o", text(&picture)];
    let ended = dral_in_little_memory(&arguments).output().unwrap();
    let error = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(0), "{error}");
    let picture = fs::read_to_string(picture).unwrap();
    assert!(picture.len() > 32 << 20, "{}", picture.len());
    assert_eq!(picture.matches("<rect ").count(), 1 + 20_000 * 16);
    assert!(picture.contains("\nbinding 19999: STORAGE_BUFFER x 16, "));
    assert!(picture.ends_with("\n</svg>\n"));
}

#[test]
fn a_picture_does_not_replace_what_is_read() {
    for (subcommand, table) in TABLES {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("table.csv");
        fs::write(&path, table).unwrap();
        let other = directory.path().join("other.svg");
        fs::hard_link(&path, &other).unwrap();
        for output in [&path, &other] {
            let arguments = [subcommand, text(&path), "-o", text(output)];
            let told = message(&arguments, "", 2);
            let expected = format!(
                "dral: {}: this is the file that is read\n",
                output.display()
            );
            assert_eq!(told, expected, "{subcommand}");
        }
        // As the standard input.
        let assert = std::process::Command::new(env!("CARGO_BIN_EXE_dral"))
            .args([subcommand, "-", "-o", text(&other)])
            .stdin(File::open(&path).unwrap())
            .output()
            .unwrap();
        assert_eq!(assert.status.code(), Some(2), "{subcommand}");
        let told = String::from_utf8_lossy(&assert.stderr);
        assert!(told.contains("this is the file that is read"), "{told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), table);
        // Another file of the same content is no input.
        fs::remove_file(&other).unwrap();
        fs::write(&other, table).unwrap();
        let arguments = [subcommand, text(&path), "-o", text(&other)];
        dral().args(arguments).assert().code(0);
        assert!(fs::read_to_string(&other).unwrap().starts_with("<svg "));
        assert_eq!(fs::read_to_string(&path).unwrap(), table);
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_what_is_read_is_not_written_through() {
    for (subcommand, table) in TABLES {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("table.csv");
        fs::write(&path, table).unwrap();
        let link = directory.path().join("link.svg");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let arguments = [subcommand, text(&path), "-o", text(&link)];
        let told = message(&arguments, "", 2);
        assert!(told.contains("this is the file that is read"), "{told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), table);
    }
}
