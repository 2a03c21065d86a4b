// SPDX-License-Identifier: MIT

//! Pictures written by `-o`, in addition to the text.

use crate::files::dral_in_little_memory;
use crate::support::{dral, message, output, repository};
use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;

/// Subcommands that draw a table, with a small one and two that are refused.
const TABLES: [(&str, &str, [&str; 2]); 2] = [
    (
        "layout",
        "binding,type,count\n0,STORAGE_BUFFER,2\n",
        ["binding,type,count\n0,x,2\n", "binding,type,count\n0,77,1\n"],
    ),
    ("varyings", "name,type\na,vec3\n", ["type\nvec5\n", "type\nvec4[33]\n"]),
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
fn a_picture_does_not_replace_the_input() {
    for (subcommand, table, _) in TABLES {
        let directory = tempfile::tempdir().unwrap();
        let path = |name| directory.path().join(name);
        let (file, link, other) =
            (path("table.csv"), path("link.svg"), path("other.svg"));
        fs::write(&file, table).unwrap();
        fs::hard_link(&file, &other).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        for output in [&file, &other, &link] {
            let arguments = [subcommand, text(&file), "-o", text(output)];
            let told = message(&arguments, "", 2);
            let expected =
                format!("dral: {}: this is the input file\n", output.display());
            assert_eq!(told, expected, "{subcommand}");
        }
        // The same file as standard input.
        let assert = std::process::Command::new(env!("CARGO_BIN_EXE_dral"))
            .args([subcommand, "-", "-o", text(&other)])
            .stdin(File::open(&file).unwrap())
            .output()
            .unwrap();
        assert_eq!(assert.status.code(), Some(2), "{subcommand}");
        let told = String::from_utf8_lossy(&assert.stderr);
        assert!(told.contains("this is the input file"), "{told}");
        assert_eq!(fs::read_to_string(&file).unwrap(), table);
        // A different file with the same content is not the input.
        fs::remove_file(&other).unwrap();
        fs::write(&other, table).unwrap();
        let arguments = [subcommand, text(&file), "-o", text(&other)];
        dral().args(arguments).assert().code(0);
        assert!(fs::read_to_string(&other).unwrap().starts_with("<svg "));
        assert_eq!(fs::read_to_string(&file).unwrap(), table);
    }
}

#[test]
fn only_a_sound_list_has_a_picture() {
    for (subcommand, table, refused) in TABLES {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("picture.svg");
        let draw = [subcommand, "-", "-o", text(&path)];
        let told = output(&draw, table, 0);
        assert_eq!(told, output(&[subcommand, "-"], table, 0));
        fs::write(&path, "an older picture").unwrap();
        for (input, status) in refused.into_iter().zip([2, 1]) {
            message(&draw, input, status);
            assert_eq!(fs::read_to_string(&path).unwrap(), "an older picture");
        }
    }
}

/// Both areas of a set; a reserved slot, and a long name with characters that
/// XML escapes. Somebody looked at the pictures in data/.
#[test]
fn pictures_of_tables_are_those_in_data() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("picture.svg");
    let bindings = fs::read_to_string(repository("examples/bindings.csv"));
    let varyings = "name,type\na,vec3\n\"<b> & \"\"c\"\" that is long\",vec4\n";
    for (name, arguments, input) in [
        (
            "layout.svg",
            &["layout", "--mesa=24.3", "--model=anv-direct"][..],
            &bindings.unwrap()[..],
        ),
        ("varyings.svg", &["varyings", "--reserve=1"], varyings),
    ] {
        let arguments = [arguments, &["-", "-o", text(&path)]].concat();
        output(&arguments, input, 0);
        let drawn = fs::read_to_string(&path).unwrap();
        check_picture(&format!("cli/tests/data/{name}"), &drawn);
    }
}

#[test]
fn pictures_in_docs_are_those_that_the_command_draws() {
    let padding = output(&["plot", "padding", "--to", "256"], "", 0);
    check_picture("docs/images/padding.svg", &padding);
    let divisors = output(&["plot", "divisors"], "", 0);
    check_picture("docs/images/divisors.svg", &divisors);
}

/// Compares a picture with a committed one, or renews the latter.
fn check_picture(committed: &str, drawn: &str) {
    let path = repository(committed);
    if std::env::var_os("DRAL_BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, drawn).expect("the pictures are writable");
    }
    // Not assert_eq, which would print both pictures.
    let same = fs::read_to_string(&path).is_ok_and(|text| text == drawn);
    assert!(
        same,
        "{committed} is not what the command draws; DRAL_BLESS=1 cargo test \
         --package dral-cli pictures renews it, then look at it"
    );
}
