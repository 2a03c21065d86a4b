// SPDX-License-Identifier: MIT

//! Pictures written by `-o`, in addition to the text.

use crate::support::{compare, output, repository};
use std::fs;

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
        let arguments =
            [arguments, &["-", "-o", path.to_str().unwrap()]].concat();
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
    let readme = fs::read_to_string(repository("README.md")).unwrap();
    let (_, command) = readme
        .split_once("\n    cargo run --release -- explain ")
        .expect("a command that explains the draw of the picture");
    let draw = command.lines().next().expect("its options").split(' ');
    let arguments: Vec<_> =
        ["explain"].into_iter().chain(draw).chain(["-o", "-"]).collect();
    compare("docs/images/explain.svg", output(&arguments, "", 0));
}
