// SPDX-License-Identifier: MIT

//! No row of the drivers' files is lost.

mod support;

use std::collections::BTreeMap;
use support::{file_name, files, repository, text};

#[test]
fn every_file_of_rows_has_the_number_of_rows_in_its_readme() {
    let readme = text("c_tests/data/README.md");
    let (_, section) = readme.split_once("\n# Number of rows\n").unwrap();
    let (section, _) = section.split_once("\n# ").unwrap();
    let listed: BTreeMap<String, usize> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "))
        .map(|(name, rows)| {
            let rows = rows.trim_end_matches(" |").parse();
            (name.to_owned(), rows.expect("a number of rows"))
        })
        .collect();
    let counted: BTreeMap<String, usize> =
        files(&repository("c_tests/data"), "csv")
            .iter()
            .map(|path| file_name(path))
            .filter(|name| !name.ends_with("_known.csv"))
            .map(|name| {
                let file = text(&format!("c_tests/data/{name}"));
                // The first line has the names of the columns.
                (name.to_owned(), file.lines().count() - 1)
            })
            .collect();
    assert!(counted.len() > 5, "{counted:?}");
    assert_eq!(listed, counted);
}
