// SPDX-License-Identifier: MIT

//! dral_types.h says which fields of a prepared state kernels read.

mod support;

use support::text;

/// The fields of a struct of the C interface, and whether each is private.
fn fields<'a>(header: &'a str, name: &str) -> Vec<(&'a str, bool)> {
    let (_, rest) =
        header.split_once(&format!("\nstruct {name} {{\n")).expect("a struct");
    let (body, _) = rest.split_once("\n};").expect("it ends");
    let mut fields = Vec::new();
    let mut private = false;
    for line in body.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("///") {
            private |= comment.starts_with(" Private: ");
        } else {
            let name = line.split(['[', ';']).next().unwrap_or(line);
            fields.push((name.rsplit(' ').next().unwrap_or(name), private));
            private = false;
        }
    }
    fields
}

/// A kernel cannot call the library: what it reads of a prepared state is a
/// part of the interface, and dral_types.h says which fields that are.
#[test]
fn kernels_read_the_fields_of_a_state_that_are_not_private() {
    let header = text("include/dral_types.h");
    let mesa = "mesa/26.2/dral/\
                0003-panvk-jm-Let-indirect-draws-read-prepared-vertex-inp.patch";
    let used = text("c_tests/device/results.h") + &text(mesa);
    let kernels = text("examples/indirect/indirect.cl") + &used;
    let reads = |kernels: &str, field| {
        ["->", "]."].iter().any(|of| kernels.contains(&format!("{of}{field}")))
    };
    let mut private = 0;
    for name in ["dral_vertex_state", "dral_vertex_state_variant"] {
        for (field, is_private) in fields(&header, name) {
            private += usize::from(is_private);
            if is_private {
                assert!(!reads(&kernels, field), "{field} is private");
            } else {
                assert!(reads(&used, field), "nothing reads {field}");
            }
        }
    }
    assert_eq!(private, 7);
}
