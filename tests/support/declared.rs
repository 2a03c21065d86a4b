// SPDX-License-Identifier: MIT

//! The functions of the C interface, as the generated headers declare them.

use std::collections::BTreeSet;

/// The functions that a generated header declares.
pub fn declared_functions(header: &str) -> BTreeSet<&str> {
    header
        .lines()
        .filter(|line| !line.starts_with("/*") && !line.starts_with(" *"))
        .filter_map(|line| line.split_once('(')?.0.rsplit([' ', '*']).next())
        .filter(|name| name.starts_with("dral_"))
        .collect()
}
