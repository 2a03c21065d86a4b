// SPDX-License-Identifier: MIT

//! Maps that are known, as people see them.

use crate::support::{repository, varyings};
use roxmltree::{Document, Node};
use std::fs;

/// Two arrays of vec3 and a vec2, from the public document.
const ARRAYS: &str = "name,type\na,vec3[4]\nb,vec3[2]\nc,vec2\n";

#[test]
fn unaligned_arrays_fill_five_slots() {
    let answer = varyings("-", ARRAYS);
    assert!(answer.output.starts_with("5 of 32 slots, 20 of 128 components\n"));
    assert_eq!(
        answer.slots(),
        [
            ["0", "4", "a[0].x", "a[0].y", "a[0].z", "a[1].x"],
            ["1", "4", "a[1].y", "a[1].z", "a[2].x", "a[2].y"],
            ["2", "4", "a[2].z", "a[3].x", "a[3].y", "a[3].z"],
            ["3", "4", "b[0].x", "b[0].y", "b[0].z", "b[1].x"],
            ["4", "4", "b[1].y", "b[1].z", "c.x", "c.y"],
        ]
    );
    let full = varyings("- --slots 5", ARRAYS);
    assert_eq!(full.slots(), answer.slots());
}

#[test]
fn each_flag_has_its_own_order() {
    let sorted = varyings("- --linker", ARRAYS);
    assert_eq!(sorted.slots()[0], ["0", "4", "c.x", "c.y", "a[0].x", "a[0].y"]);
    assert_eq!(sorted, varyings("- --gl-order --class-align", ARRAYS));
    assert_eq!(sorted, varyings("- --gl-order", ARRAYS));
    let unpacked = varyings("- --unpacked", ARRAYS);
    assert_eq!(unpacked.slots().len(), 7);
    assert_eq!(unpacked.slots()[6], ["6", "4", "c.x", "c.y", "-", "-"]);

    let classes = "type,interpolation\nfloat,flat\nfloat,smooth\n";
    let aligned = varyings("- --class-align", classes);
    assert_eq!(
        aligned.slots(),
        [["0", "1", "#1", "-", "-", "-"], ["1", "1", "#2", "-", "-", "-"]]
    );
    let two = "type,name\nvec3,a\nvec3,b\n";
    let aligned = varyings("- --pot-vec3", two);
    assert_eq!(aligned.slots()[1], ["1", "3", "b.x", "b.y", "b.z", "-"]);
}

#[test]
fn reserved_slots_are_told() {
    let list = "name,type\na,float\nb,vec4\n";
    let answer = varyings("- --reserve 1 --reserve 63", list);
    assert_eq!(
        answer.slots(),
        [
            ["0", "1", "a", "-", "-", "-"],
            ["1", "0", "reserved", "reserved", "reserved", "reserved"],
            ["2", "4", "b.x", "b.y", "b.z", "b.w"],
        ]
    );
}

#[test]
fn matrices_and_64_bits_are_told_apart() {
    let list = "name,type\nm,mat2x3\nd,double\ni,int\ne,dvec2[2]\n";
    let answer = varyings("-", list);
    assert_eq!(
        answer.slots(),
        [
            ["0", "4", "m[0].x", "m[0].y", "m[0].z", "m[1].x"],
            ["1", "4", "m[1].y", "m[1].z", "d low", "d high"],
            // A gap: e would begin at an odd position.
            ["2", "4", "i", "-", "e[0].x low", "e[0].x high"],
            [
                "3",
                "4",
                "e[0].y low",
                "e[0].y high",
                "e[1].x low",
                "e[1].x high"
            ],
            ["4", "2", "e[1].y low", "e[1].y high", "-", "-"],
        ]
    );
    let unpacked = varyings("- --unpacked", "name,type\nd,dmat2x3\n");
    assert_eq!(
        unpacked.slots()[2],
        ["2", "4", "d[1].x low", "d[1].x high", "d[1].y low", "d[1].y high"]
    );
    assert_eq!(unpacked.slots().len(), 4);
}

#[test]
fn json_is_the_same_as_csv() {
    let csv = " type , name,patch,interpolation,sample,centroid\n\
        vec3, a,0,noperspective,,1\nfloat[2],b,1,,1,\n\n\"dvec2\",7,,flat,0,0\n";
    let json = r#"[
        {"name": "a", "type": "vec3", "interpolation": "noperspective",
         "centroid": true},
        {"name": "b", "type": "float[2]", "patch": 1, "sample": true},
        {"name": "7", "type": "dvec2", "interpolation": "flat", "sample": 0}
    ]"#;
    for flags in ["", "--linker", "--unpacked"] {
        let answer = varyings(&format!("- {flags}"), csv);
        assert!(answer.slots().len() > 1);
        assert_eq!(answer, varyings(&format!("- {flags}"), json));
    }
}

#[test]
fn flags_of_a_varying_are_its_class() {
    for column in ["centroid", "sample", "patch"] {
        let list = format!("type,{column}\nfloat,0\nfloat,1\nfloat,1\n");
        let answer = varyings("- --class-align", &list);
        assert_eq!(answer.slots().len(), 2, "{column}");
    }
}

#[test]
fn the_example_is_packed() {
    let example = repository("examples/varyings.csv");
    let answer = varyings(example.to_str().unwrap(), "");
    assert_eq!(answer.slots().len(), 6);
    assert!(answer.output.contains("normal[1].z"));
}

#[test]
fn nothing_is_a_list() {
    for empty in ["type\n", "[]"] {
        let answer = varyings("-", empty);
        assert_eq!(answer.output, "0 of 32 slots, 0 of 128 components\n");
        assert_eq!(answer.status, 0);
    }
}

#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    let expected = varyings("-", ARRAYS);
    for other in [
        ARRAYS.replace('\n', "\r\n"),
        ARRAYS.replace('\n', "\r"),
        ARRAYS.replace('\n', "\n\n"),
        format!("\u{FEFF}{ARRAYS}"),
    ] {
        assert_eq!(varyings("-", &other), expected, "{other:?}");
    }
}

/// The cells of a picture: place, color and whole text.
fn cells(picture: &Document) -> Vec<((u32, u32), String, String)> {
    let rectangles =
        picture.descendants().filter(|node| node.has_tag_name("rect"));
    let title = |node: Node| {
        let mut children = node.children();
        let title = children.find(|node| node.has_tag_name("title"))?;
        Some(title.text().unwrap_or_default().trim().to_string())
    };
    let number = |node: Node, name| {
        node.attribute(name).and_then(|text| text.parse().ok()).unwrap()
    };
    rectangles
        .filter_map(|node| {
            // The ground has none.
            let title = title(node)?;
            let place = (number(node, "y"), number(node, "x"));
            let color = node.attribute("fill")?.to_string();
            Some((place, color, title))
        })
        .collect()
}

#[test]
fn the_picture_has_what_the_text_has() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("map.svg");
    let list = "name,type\na,vec3\n\"<b> & \"\"c\"\" that is long\",vec4\n";
    let draw = format!("- --reserve 1 -o {}", path.to_str().unwrap());
    let answer = varyings(&draw, list);
    assert_eq!(answer, varyings("- --reserve 1", list));
    let svg = fs::read_to_string(&path).unwrap();
    let document = Document::parse(&svg).expect("XML");
    let cells = cells(&document);
    let told: Vec<&str> =
        answer.slots().iter().flat_map(|slot| slot[2..].to_vec()).collect();
    assert_eq!(told.len(), cells.len());
    assert_eq!(told.len(), 12);
    for (told, (_, color, text)) in told.iter().zip(&cells) {
        match *told {
            "-" => assert_eq!((text.as_str(), color.as_str()), ("", "white")),
            "reserved" => assert_eq!(color, "#d8d8d8"),
            told => assert_eq!(told, text),
        }
    }
    // Row by row, from left to right, each at a place of its own.
    let places: Vec<_> = cells.iter().map(|cell| cell.0).collect();
    assert!(places.is_sorted_by(|one, two| one < two));
    // A varying has one color, and the two have different ones.
    assert_eq!(cells[0].1, cells[2].1);
    assert_ne!(cells[0].1, cells[8].1);
    // Long names are cut where they stand.
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text());
    let longest = texts.map(|text| text.trim().chars().count()).max();
    assert_eq!(longest, Some(16));
    varyings(&draw, list);
    assert_eq!(fs::read_to_string(&path).unwrap(), svg);
}
