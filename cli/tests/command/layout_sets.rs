// SPDX-License-Identifier: MIT

//! `dral layout` of a file with several sets.

use crate::support::{message, output};

/// Two sets that both have a binding 0.
const SETS: &str = "set,set_flags,binding,type,count\n\
    1,0,0,SAMPLED_IMAGE,4\n0,0,0,STORAGE_IMAGE,3\n0,0,1,SAMPLER,2\n";

/// The bindings of one set, in the same columns.
fn only(set: &str) -> String {
    let header = SETS.lines().take(1);
    let rows = SETS.lines().filter(|row| row.starts_with(set));
    header.chain(rows).map(|row| format!("{row}\n")).collect()
}

#[test]
fn each_set_has_its_own_map() {
    let whole = output(&["layout", "-"], SETS, 0);
    let (first, second) = whole.split_once("\nSet 1\n").expect("two sets");
    for (found, set) in [(first, "0"), (second, "1")] {
        let alone = output(&["layout", "-"], &only(set), 0);
        let rows = alone.strip_prefix("Set\n").expect("one set");
        // Columns are aligned over both maps.
        let words = |text: &str| -> Vec<String> {
            text.split_whitespace().map(String::from).collect()
        };
        let found = found.strip_prefix("Set 0\n").unwrap_or(found);
        assert_eq!(words(found), words(rows), "set {set}");
    }
}

#[test]
fn a_binding_may_be_in_a_set_once() {
    let twice = format!("{SETS}1,0,0,SAMPLER,1\n");
    let told = message(&["layout", "-"], &twice, 1);
    let expected = "dral: standard input:5: set 1: binding 0: two bindings";
    assert!(told.starts_with(expected), "{told}");
}

#[test]
fn a_picture_and_a_variable_count_are_for_one_set() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("none.svg");
    let path = path.to_str().expect("UTF-8");
    for option in [["--variable-count", "1"], ["--output", path]] {
        let call = [&["layout", "-"], &option[..]].concat();
        let told = message(&call, SETS, 1);
        assert!(told.contains("2 sets, but --output and"), "{told}");
    }
    assert!(!std::path::Path::new(path).exists());
}

#[test]
fn the_flags_of_a_set_are_those_of_its_column() {
    // Embedded samplers.
    let flagged = SETS.replace("1,0,0,", "1,32,0,");
    let told = message(&["layout", "--model=anv-buffer", "-"], &flagged, 1);
    let expected = "2: set 1: binding 0: a set of embedded samplers can only";
    assert!(told.contains(expected), "{told}");
}
