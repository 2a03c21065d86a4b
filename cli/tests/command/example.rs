// SPDX-License-Identifier: MIT

//! The example of the README.

use crate::support::{dral, parse, repository};

#[test]
fn every_row_of_the_example_has_a_record() {
    let example = repository("examples/draws.csv");
    let assert = dral().arg("records").arg(&example).assert().success();
    let (_, rows) = parse(&assert.get_output().stdout);
    assert!(rows.len() > 200, "{} rows", rows.len());
    for (number, row) in rows.iter().enumerate() {
        assert_eq!(row["error"], "", "row {number}");
        assert_ne!(row["rec_type"], "", "row {number}");
    }
}
