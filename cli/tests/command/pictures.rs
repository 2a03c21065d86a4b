// SPDX-License-Identifier: MIT

//! Pictures written by `-o`, in addition to the text.

use crate::files::dral_in_little_memory;
use crate::support::{compare, output, repository};
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary files have UTF-8 names")
}

/// The picture of 100,000 bindings has 37 MiB, too much to be held in memory
/// beside the bindings.
#[test]
fn a_long_picture_is_written_in_little_memory() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("set.csv");
    let mut list = "binding,type,count\n".to_string();
    for binding in 0..100_000 {
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
    assert_eq!(picture.matches("<rect ").count(), 1 + 100_000);
    assert!(picture.contains("\nbinding 99999: STORAGE_BUFFER x 16, "));
    assert!(picture.ends_with("\n</svg>\n"));
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
        compare(&format!("cli/tests/data/{name}"), drawn);
    }
}

#[test]
fn pictures_in_docs_are_those_that_the_command_draws() {
    let padding = output(&["plot", "padding", "--to", "256"], "", 0);
    compare("docs/images/padding.svg", padding);
    let divisors = output(&["plot", "divisors"], "", 0);
    compare("docs/images/divisors.svg", divisors);
}
