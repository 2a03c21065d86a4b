// SPDX-License-Identifier: MIT

//! The functions of the C interface, as the generated headers declare them.

use std::collections::BTreeSet;

/// The functions that a generated header declares, without inline functions.
pub fn declared_functions(header: &str) -> BTreeSet<&str> {
    let starts = |line: &str, marks: &[&str]| {
        marks.iter().any(|mark| line.starts_with(mark))
    };
    let mut lines = header.lines();
    let mut functions = BTreeSet::new();
    while let Some(line) = lines.next() {
        if line.starts_with("static inline") {
            // The next line has its name.
            lines.next();
        } else if !starts(line, &["/*", " *", "//"]) {
            let name = line.split_once('(');
            let name =
                name.and_then(|(name, _)| name.rsplit([' ', '*']).next());
            functions.extend(name.filter(|name| name.starts_with("dral_")));
        }
    }
    functions
}
