// SPDX-License-Identifier: MIT

//! Files from other systems, and files that come in parts.

use crate::support::answer;
use std::io::Read;

/// A small file for each subcommand that reads CSV; one of rows has a refused
/// row between valid ones.
const FILES: [(&str, &str); 7] = [
    (
        "records",
        "note,vertex_count,instance_count\na,70,2\n\"b\",-1,2\nc,6,2\n",
    ),
    ("draws", "idvs,vertex_count,instance_count\n0,70,2\n2,7,2\n0,6,9\n"),
    (
        "ids",
        "what,vertex_count,instanced\nvertex_id,70,1\ninstance_id,0,1\n\
         vertex_id,6,0\n",
    ),
    ("valhall", "divisor,stride,src_offset\n3,16,0\n-1,16,0\n0,8,4\n"),
    ("layout", "binding,type,count\n0,STORAGE_IMAGE,3\n1,SAMPLER,2\n"),
    ("varyings", "name,type\na,vec3[4]\nb,vec3[2]\nc,vec2\n"),
    ("binding-table", "binding,type,count\n0,STORAGE_IMAGE,3\n"),
];

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    for (command, file) in FILES {
        let expected = answer([command, "-"], file.as_bytes());
        assert!(expected.output.lines().count() >= 4, "{command}");
        let without_end = file.strip_suffix('\n').unwrap();
        for other in [
            file.replace('\n', "\r\n"),
            file.replace('\n', "\r"),
            file.replace('\n', "\n\n\r\n"),
            without_end.to_string(),
            format!("\u{FEFF}{file}"),
            format!("\u{FEFF}{}", file.replace('\n', "\r\n")),
        ] {
            let found = answer([command, "-"], other.as_bytes());
            assert_eq!(found, expected, "{command}, {other:?}");
        }
    }
}

#[test]
fn a_file_may_come_in_parts() {
    for (command, file) in FILES {
        let expected = answer([command, "-"], file.as_bytes());
        // Concatenated files have several marks.
        let marked = format!("\u{FEFF}\u{FEFF}{file}");
        for first in (1..7).chain([20]) {
            let (start, rest) = marked.as_bytes().split_at(first);
            let found = answer([command, "-"], start.chain(rest));
            assert_eq!(found, expected, "{command}");
        }
    }
}
