// SPDX-License-Identifier: MIT

//! Pictures written by `-o`, in addition to the text.

use crate::files::dral_in_little_memory;
use crate::support::{answer, dral, message, output, repository};
use roxmltree::{Document, Node};
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
fn a_picture_is_the_same_each_time_and_only_of_what_is_sound() {
    for (subcommand, table, refused) in TABLES {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("picture.svg");
        let draw = [subcommand, "-", "-o", text(&path)];
        let told = output(&draw, table, 0);
        assert_eq!(told, output(&[subcommand, "-"], table, 0));
        let svg = fs::read_to_string(&path).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        for (input, status) in refused.into_iter().zip([2, 1]) {
            message(&draw, input, status);
            assert_eq!(fs::read_to_string(&path).unwrap(), svg);
        }
        fs::remove_file(&path).unwrap();
        output(&draw, table, 0);
        assert_eq!(fs::read_to_string(&path).unwrap(), svg);
    }
}

#[test]
fn a_layout_has_a_rectangle_for_each_descriptor() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("picture.svg");
    let example = repository("examples/bindings.csv");
    // The background, and one rectangle for each structure that anv.rst draws;
    // both combined image samplers have a sampler state.
    for (model, rectangles) in
        [("anv-indirect", 1 + 7), ("anv-direct", 1 + 7 + 2)]
    {
        let draw = ["layout", "--mesa=24.3", "--model", model, "-o"];
        let arguments = [&draw[..], &[text(&path), text(&example)]].concat();
        output(&arguments, "", 0);
        let svg = fs::read_to_string(&path).unwrap();
        assert_eq!(svg.matches("<rect ").count(), rectangles);
        assert!(svg.contains("binding 3: UNIFORM_TEXEL_BUFFER x 1"));
    }
}

/// The cells of a picture: place, color and full text.
fn cells(picture: &Document) -> Vec<((u32, u32), String, String)> {
    let title = |node: Node| {
        let mut children = node.children();
        let title = children.find(|node| node.has_tag_name("title"))?;
        Some(title.text().unwrap_or_default().trim().to_string())
    };
    let number = |node: Node, name| {
        node.attribute(name).and_then(|text| text.parse().ok()).unwrap()
    };
    let rectangles =
        picture.descendants().filter(|node| node.has_tag_name("rect"));
    rectangles
        .filter_map(|node| {
            // The background has no title.
            let title = title(node)?;
            let place = (number(node, "y"), number(node, "x"));
            let color = node.attribute("fill")?.to_string();
            Some((place, color, title))
        })
        .collect()
}

#[test]
fn varyings_have_a_cell_for_each_component() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("map.svg");
    let list = "name,type\na,vec3\n\"<b> & \"\"c\"\" that is long\",vec4\n";
    let draw = ["varyings", "-", "--reserve", "1", "-o", text(&path)];
    let answer = answer(draw, list.as_bytes());
    let svg = fs::read_to_string(&path).unwrap();
    let document = Document::parse(&svg).expect("XML");
    let cells = cells(&document);
    // Cells are two spaces apart, below a heading and column names.
    let lines = answer.output.lines().skip(2);
    let told: Vec<&str> = lines
        .flat_map(|line| {
            let cells = line.split("  ").map(str::trim);
            cells.filter(|cell| !cell.is_empty()).skip(2)
        })
        .collect();
    assert_eq!((told.len(), cells.len()), (12, 12));
    for (told, (_, color, text)) in told.iter().zip(&cells) {
        match *told {
            "-" => assert_eq!((text.as_str(), color.as_str()), ("", "white")),
            "reserved" => assert_eq!(color, "#d8d8d8"),
            told => assert_eq!(told, text),
        }
    }
    // Slot numbers are left of their row, other texts in the middle.
    let anchored = |anchor| {
        let anchor = format!("text-anchor=\"{anchor}\"");
        svg.matches(&anchor).count()
    };
    assert_eq!((anchored("end"), anchored("middle")), (3, 4 + 12));
    // Cells are row by row, from left to right, each in its own place.
    let places: Vec<_> = cells.iter().map(|cell| cell.0).collect();
    assert!(places.is_sorted_by(|one, two| one < two));
    // A varying has one color, and the two varyings have different colors.
    assert_eq!(cells[0].1, cells[2].1);
    assert_ne!(cells[0].1, cells[8].1);
    // Long names are cut in the cell.
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text());
    let longest = texts.map(|text| text.trim().chars().count()).max();
    assert_eq!(longest, Some(16));
}
