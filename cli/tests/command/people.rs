// SPDX-License-Identifier: MIT

//! The commands for people: explain, decode, divisor, padded.

use crate::support::{message, output};
use serde_json::Value;

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// The value behind a label, in the first section that has one.
fn value<'a>(text: &'a str, label: &str) -> &'a str {
    text.lines()
        .find_map(|line| line.trim_start().strip_prefix(label))
        .unwrap_or_else(|| panic!("{label} in\n{text}"))
        .trim()
}

fn explain(arguments: &str, status: i32) -> String {
    let mut all = vec!["explain"];
    all.extend(words(arguments));
    output(&all, "", status)
}

fn explain_json(arguments: &str, status: i32) -> Value {
    let text = explain(&format!("{arguments} --json"), status);
    serde_json::from_str(&text).expect("JSON")
}

const DRAW: &str = "--vertices 70 --instances 100 --divisor 0 --divisor 3";

#[test]
fn explain_tells_what_the_draw_costs() {
    let text = explain(DRAW, 0);
    assert_eq!(value(&text, "padded count"), "72 = 9 << 3");
    assert_eq!(value(&text, "instance size"), "72, byte 83");
    assert_eq!(value(&text, "invocation words"), "000031c5 21c00000");
    assert_eq!(value(&text, "threads dispatched"), "7200");
    assert_eq!(value(&text, "threads wasted"), "200 (2.8 %)");
}

#[test]
fn explain_tells_mode_rule_and_words_of_each_attribute() {
    let text = explain(DRAW, 0);
    assert!(text.contains("Attribute 0: per vertex"));
    assert!(text.contains("1D Modulus: per-vertex data"));
    assert!(text.contains("Attribute 1: per instance, divisor 3"));
    assert_eq!(value(&text, "hardware divisor"), "216");
    assert!(text.contains(
        "00000004 27000000 00000010 00010000 \
                           00000020 17b425ed 00000000 00000003"
    ));
    assert!(text.contains("slot 1  00000000"));
}

#[test]
fn explain_shows_the_ids_at_which_a_wrong_magic_would_show() {
    let text = explain(DRAW, 0);
    for (label, change) in [("a magic one less", -1), ("a magic one more", 1)] {
        let told = value(&text, label).strip_prefix("first wrong at id ");
        let id: u64 = told.expect(label).parse().unwrap();
        let divide = |id: u64| {
            let multiplier = 0x97b4_25ed_u64.wrapping_add_signed(change);
            ((id + 1) * multiplier) >> 39
        };
        assert_ne!(divide(id), id / 216);
        assert_eq!(divide(id - 1), (id - 1) / 216);
    }
}

#[test]
fn explain_tells_where_floating_point_errs() {
    let text = explain("--vertices 1 --instances 2 --divisor 4971027", 0);
    let told = value(&text, "floating point");
    assert_eq!(told, "57ffffe4, first wrong at id 3623878683");
}

#[test]
fn explain_tells_a_product_that_wraps_in_32_bits() {
    let text = explain("--vertices 70 --instances 2 --divisor 59652324", 0);
    assert!(text.contains("would wrap to 32"), "{text}");
}

#[test]
fn explain_knows_both_apis_and_the_start() {
    let json = explain_json(
        "--vertices 70 --instances 100 --divisor 2 --instance-divisor 0 \
         --start -3 --base-instance 5 --stride 16 --buffer-offset 188",
        0,
    );
    let attributes = json["attributes"].as_array().unwrap();
    assert_eq!(attributes[0]["offset"], 60 + (5 + 3) * 16);
    assert_eq!(attributes[1]["offset"], 60 + 5 * 16);
    assert_eq!(attributes[1]["mode"], "1D");
    assert_eq!(attributes[1]["divisor"], 0);
    assert_eq!(json["table"].as_array().unwrap().len(), 4 * 4);
}

#[test]
fn explain_tells_why_a_draw_is_refused_and_what_fits() {
    let arguments = "--vertices 65536 --instances 60000 --divisor 1";
    let text = explain(arguments, 1);
    assert!(value(&text, "refused").contains("2^32 threads"));
    assert_eq!(value(&text, "instances that fit"), "58254");
    let json = explain_json(arguments, 1);
    assert_eq!(json["max_instances"], 58254);
    assert_eq!(json["dispatch"], Value::Null);
    for (arguments, part) in [
        ("--vertices 3 --vertices-per-primitive 0", "per primitive"),
        ("--vertices 0 --vertices-per-primitive 0", "per primitive"),
    ] {
        assert!(value(&explain(arguments, 1), "refused").contains(part));
    }
}

#[test]
fn explain_says_that_there_is_nothing_to_draw() {
    for arguments in [
        "--vertices 0 --divisor 3",
        "--vertices 3 --instances 0 --divisor 3",
        "--vertices 0 --arch v9 --divisor 3",
        "--vertices 3 --instances 0 --arch v14 --divisor 3",
    ] {
        let text = explain(arguments, 0);
        assert_eq!(value(&text, "nothing to draw"), "no thread is dispatched");
        assert_eq!(text.lines().count(), 2, "{text}");
        let json = explain_json(arguments, 0);
        for name in ["threads", "wasted_threads", "wasted_percent"] {
            assert_eq!(json[name].as_f64(), Some(0.0), "{name}");
        }
        assert_eq!(json["dispatch"], Value::Null);
        assert_eq!(json["error"], Value::Null);
        assert_eq!(json["attributes"], Value::Array(Vec::new()));
    }
}

#[test]
fn explain_takes_the_primitive_size_of_either_driver() {
    let size = |arguments: &str| {
        let arguments = format!("--vertices 70 {arguments}");
        explain_json(&arguments, 0)["dispatch"]["instance_primitive_size"]
            .clone()
    };
    assert_eq!(size(""), 1);
    assert_eq!(size("--primitive-size one"), 1);
    assert_eq!(size("--primitive-size padded"), 28);
    assert_eq!(size("--primitive-size one --instances 2"), 28);
}

#[test]
fn explain_shows_the_table_in_either_shape() {
    let shape = |arguments: &str| {
        let json = explain_json(&format!("{DRAW} {arguments}"), 0);
        let slots = [0, 1].map(|i| json["attributes"][i]["slot"].clone());
        (slots, json["table"].as_array().unwrap().len())
    };
    // A gap, and a zero slot at the end, which v5 has only with pairs.
    assert_eq!(shape(""), ([0.into(), 2.into()], 5 * 4));
    assert_eq!(shape("--table packed --arch v5"), shape("--arch v5"));
    assert_eq!(shape("--arch v5"), ([0.into(), 2.into()], 4 * 4));
    assert_eq!(shape("--table pairs --arch v5"), ([0.into(), 2.into()], 5 * 4));
    let two = |shape: &str| {
        let json = explain_json(
            &format!("--vertices 70 --divisor 0 --divisor 0 --table {shape}"),
            0,
        );
        json["attributes"][1]["slot"].clone()
    };
    assert_eq!((two("packed"), two("pairs")), (1.into(), 2.into()));
}

#[test]
fn explain_refuses_an_attribute_and_goes_on() {
    let arguments = "--vertices 70 --instances 2 --divisor 0 --divisor 1 \
                     --base-instance 4294967295";
    let json = explain_json(arguments, 1);
    assert_eq!(json["attributes"][0]["error"], Value::Null);
    let error = json["attributes"][1]["error"].as_str().unwrap();
    assert!(error.contains("offset"), "{error}");
    let beyond = "--vertices 3 --divisor 0 --buffer-offset 65537";
    assert!(explain(beyond, 1).contains("beyond its size"));
}

#[test]
fn explain_pads_nothing_from_v9_on() {
    let json = explain_json(
        "--vertices 70 --instances 3 --arch v9 --divisor 0 --divisor 3",
        0,
    );
    assert_eq!(json["threads"], 210);
    assert_eq!(json["wasted_threads"], 0);
    let attributes = &json["attributes"];
    assert_eq!(attributes[0]["words"][0], "00000115");
    assert_eq!(attributes[1]["words"][5], "2aaaaaaa");
    assert_eq!(attributes[1]["words"][3], "00000001");
    let json = explain_json(
        "--vertices 70 --base-instance 5 --arch v10 --divisor 0 --divisor 3",
        0,
    );
    assert_eq!(json["attributes"][0]["offset"], 0);
    assert_eq!(json["attributes"][1]["offset"], 5 * 16);
}

#[test]
fn explain_shows_id_records_where_they_exist() {
    let text = explain("--vertices 70 --instances 2 --arch v5", 0);
    assert_eq!(
        value(&text, "vertex id record"),
        "00000022 83000000 00000000 00000000"
    );
    assert_eq!(
        value(&text, "instance id record"),
        "00000024 26000000 638e38e3 00000000"
    );
    assert!(!explain("--vertices 70 --arch v6", 0).contains("id record"));
}

#[test]
fn explain_takes_the_rules_that_it_is_given() {
    let arguments = "--vertices 6 --instances 2 --divisor 3 \
                     --padding documented --rounding nearest --idvs";
    let json = explain_json(arguments, 0);
    assert_eq!(json["dispatch"]["padded_count"], 12);
    let magic = &json["attributes"][0]["magic"];
    assert_eq!(
        (&magic["magic"], &magic["extra_flags"]),
        (&"638e38e4".into(), &0.into())
    );
}

#[test]
fn decode_is_the_way_back_from_explain() {
    for arch in ["v4", "v5", "v6", "v7"] {
        let json = explain_json(&format!("{DRAW} --arch {arch}"), 0);
        let table = json["table"].as_array().unwrap();
        let table = table.iter().map(|word| word.as_str().unwrap());
        let mut arguments = vec!["decode", "--json", "--arch", arch];
        arguments.extend(table);
        let decoded: Value =
            serde_json::from_str(&output(&arguments, "", 0)).unwrap();
        assert_eq!(decoded[0]["name"], "1D Modulus");
        assert_eq!(decoded[0]["fields"]["padded_count"], 72);
        assert_eq!(decoded[1]["name"], "empty slot");
        assert_eq!(decoded[2]["name"], "1D NPOT Divisor");
        assert_eq!(decoded[2]["fields"]["api_divisor"], 3);
        assert_eq!(decoded[2]["fields"]["magic"], "17b425ed");
        let terminated = arch == "v6" || arch == "v7";
        assert_eq!(decoded[3]["name"] == "empty slot", terminated);
    }
}

#[test]
fn decode_knows_every_descriptor() {
    let decode = |arguments: &str| {
        let mut all = vec!["decode"];
        all.extend(words(arguments));
        output(&all, "", 0)
    };
    let text = decode("31c5 21c00000");
    assert_eq!(value(&text, "vertex count"), "70");
    assert_eq!(value(&text, "instance count"), "100");
    let text = decode("--arch v5 22 9f000000 0 0 24 0x3f000000 7fffffff 0");
    assert!(text.contains("Word 1: Vertex ID"));
    assert_eq!(value(&text, "modulus"), "19327352832");
    assert!(text.contains("Word 5: Instance ID"));
    let text = decode("2 04000000 10 1000");
    assert_eq!(value(&text, "hardware divisor"), "16");
    let text = decode("--arch v9 35 21000042 fffffffc 7 10 2aaaaaaa 0 0");
    assert!(text.contains("Attribute, 1D NPOT Divisor"));
    assert_eq!(value(&text, "table"), "2");
    assert_eq!(value(&text, "offset"), "enable  false");
    assert!(text.contains("offset         -4"));
}

#[test]
fn decode_refuses_words_that_are_no_descriptor() {
    for (arguments, part) in [
        ("9 9 9 9", "word 1, 00000009"),
        ("1 0 0 0 9 9 9 9", "word 5, 00000009"),
        ("1 0 0", "fewer words"),
        ("4 0 0 0", "fewer words"),
        ("5 0", "not a valid descriptor"),
        ("--arch v7 22 9f000000 0 0", "not a valid descriptor"),
        ("--arch v9 35 0 0 0", "fewer words"),
    ] {
        let mut all = vec!["decode"];
        all.extend(words(arguments));
        let error = message(&all, "", 1);
        assert!(error.contains(part), "{arguments}: {error}");
    }
}

#[test]
fn divisor_shows_both_roundings_and_the_floating_point() {
    let text = output(&["divisor", "3", "4971027"], "", 0);
    let row = |divisor: &str, name: &str| {
        let line = text
            .lines()
            .find(|line| line.starts_with(divisor) && line.contains(name));
        line.expect(name).to_string()
    };
    assert!(row("3 ", "documented").contains("2aaaaaaa  1      1"));
    assert!(row("3 ", "nearest").contains("2aaaaaab  1      0"));
    assert!(row("3 ", "floating").contains("exact"));
    assert!(row("4971027", "documented").contains("57ffffe5"));
    let floating = row("4971027", "floating");
    assert!(floating.contains("57ffffe4"), "{floating}");
    assert!(floating.contains("wrong at 3623878683"), "{floating}");
    let json: Value =
        serde_json::from_str(&output(&["divisor", "--json", "8", "0"], "", 1))
            .unwrap();
    assert_eq!(json[0]["nearest"], Value::Null);
    assert_eq!(json[0]["documented"]["magic"], "7fffffff");
    assert!(json[1]["error"].as_str().unwrap().contains("divisor is 0"));
    let text = output(&["divisor", "0"], "", 1);
    assert!(text.contains("refused") && text.contains("divisor is 0"));
}

#[test]
fn padded_shows_both_rules() {
    let text = output(&["padded", "70", "6"], "", 0);
    assert!(text.contains("72 = 9 << 3"));
    assert!(text.contains("8 = 1 << 3"));
    assert!(text.contains("80 = 5 << 4"));
    let json: Value = serde_json::from_str(&output(
        &["padded", "--json", "0", "0xE0000000"],
        "",
        1,
    ))
    .unwrap();
    assert_eq!(json[0]["driver"]["count"], 0);
    assert_eq!(json[0]["documented"]["count"], 4);
    assert_eq!(json[1]["driver"], Value::Null);
}

#[test]
fn bad_arguments_are_told_with_their_value() {
    for (arguments, part) in [
        ("explain --vertices seventy", "'seventy' is not a number"),
        ("explain --vertices 4294967296", "4294967296 is not within"),
        ("explain --vertices 3 --arch v8", "architecture"),
        ("explain --vertices 3 --arch mali", "'mali'"),
        ("explain", "--vertices"),
        ("decode xyz 0", "'xyz'"),
        ("divisor -1", "-1"),
        ("padded", "VERTEX_COUNTS"),
        ("frobnicate", "frobnicate"),
    ] {
        let error = message(&words(arguments), "", 2);
        assert!(error.contains(part), "{arguments}: {error}");
    }
}
