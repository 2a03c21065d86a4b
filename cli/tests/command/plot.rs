// SPDX-License-Identifier: MIT

//! `dral plot`: the pictures, read back from their SVG.

use crate::support::{dral, message, output, repository};
use dral::instancing::{MagicDivisor, PaddedCount, PaddingRule};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::os::unix::fs::{symlink, FileTypeExt};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

const BLUE: &str = "#0072B2";
const ORANGE: &str = "#E69F00";

fn padding(arguments: &[&str]) -> String {
    output(&[&["plot", "padding"], arguments].concat(), "", 0)
}

/// The picture of all wrong divisors, which takes a while.
fn divisors() -> &'static str {
    static PICTURE: OnceLock<String> = OnceLock::new();
    PICTURE.get_or_init(|| output(&["plot", "divisors"], "", 0))
}

fn number(node: &Node, attribute: &str) -> f64 {
    let text = node.attribute(attribute).expect(attribute);
    text.parse().expect(attribute)
}

fn texts(picture: &Document) -> Vec<String> {
    let nodes = picture.descendants().filter(|n| n.has_tag_name("text"));
    nodes.filter_map(|n| n.text()).map(|t| t.trim().to_string()).collect()
}

fn assert_has(picture: &Document, expected: &[&str]) {
    let texts = texts(picture);
    for text in expected {
        assert!(texts.iter().any(|t| t == text), "{text} in {texts:?}");
    }
}

/// A scale as a reader sees it: from the labels of an axis.
struct Scale {
    labels: Vec<(f64, f64)>,
}

impl Scale {
    /// From the labels at a place across or upwards that all of them share.
    fn read(labels: impl Iterator<Item = (String, f64)>) -> Self {
        let mut labels: Vec<(f64, f64)> = labels
            .filter_map(|(text, place)| {
                let text = text.strip_prefix("2^").unwrap_or(&text);
                text.parse().ok().map(|value| (value, place))
            })
            .collect();
        labels.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(labels.len() >= 3, "{labels:?}");
        Self { labels }
    }

    fn value(&self, place: f64) -> f64 {
        let (first, last) =
            (self.labels[0], self.labels[self.labels.len() - 1]);
        let slope = (last.0 - first.0) / (last.1 - first.1);
        first.0 + (place - first.1) * slope
    }
}

/// A panel: what lies between two heights of a picture, with its scales.
struct Panel<'a> {
    document: &'a Document<'a>,
    top: f64,
    bottom: f64,
    across: Scale,
    upwards: Scale,
}

impl<'a> Panel<'a> {
    /// The upper one is number 0, the lower one number 1.
    fn new(document: &'a Document<'a>, number: usize) -> Self {
        let height = self::number(&document.root_element(), "height");
        let half = height / 2.0;
        let (top, bottom) = (number as f64 * half, (number + 1) as f64 * half);
        let labels = || {
            document
                .descendants()
                .filter(|node| node.has_tag_name("text"))
                .filter(move |node| {
                    (top..bottom).contains(&self::number(node, "y"))
                })
                .filter_map(|node| Some((node, node.text()?.trim())))
        };
        // Labels of the upward axis end at one place across, left of all
        // else; those of the other are at one height.
        let across = labels().filter(|(node, _)| {
            node.attribute("text-anchor") == Some("middle")
                && node.attribute("dy") == Some("0.76em")
        });
        let upwards = labels()
            .filter(|(node, _)| node.attribute("text-anchor") == Some("end"));
        let place = |attribute| {
            move |(node, text): (Node, &str)| {
                (text.to_string(), self::number(&node, attribute))
            }
        };
        Self {
            document,
            top,
            bottom,
            across: Scale::read(across.map(place("x"))),
            upwards: Scale::read(upwards.map(place("y"))),
        }
    }

    /// The values at the corners of the longest line of a colour.
    fn line(&self, color: &str) -> BTreeMap<u32, f64> {
        let lines = self.document.descendants().filter(|node| {
            node.has_tag_name("polyline")
                && node.attribute("stroke") == Some(color)
        });
        let points = lines
            .map(|node| {
                let points = node.attribute("points").expect("a polyline");
                let points = points.split_whitespace().map(|point| {
                    let (x, y) = point.split_once(',').expect("x,y");
                    (x.parse().expect("x"), y.parse().expect("y"))
                });
                points.collect::<Vec<(f64, f64)>>()
            })
            .filter(|points| (self.top..self.bottom).contains(&points[0].1))
            .max_by_key(Vec::len)
            .expect("a line");
        points
            .into_iter()
            .map(|(x, y)| {
                let count = self.across.value(x).round();
                (count as u32, self.upwards.value(y))
            })
            .collect()
    }
}

fn padded(vertices: u32, rule: PaddingRule) -> f64 {
    PaddedCount::new(vertices, rule).unwrap().count().into()
}

#[test]
fn padding_draws_what_the_library_computes() {
    let svg = padding(&["--to", "256"]);
    let document = Document::parse(&svg).expect("XML");
    for (rule, color) in
        [(PaddingRule::Driver, BLUE), (PaddingRule::Documented, ORANGE)]
    {
        let dispatched = Panel::new(&document, 0).line(color);
        let wasted = Panel::new(&document, 1).line(color);
        for line in [&dispatched, &wasted] {
            let ends = (line.keys().next(), line.keys().last());
            assert_eq!(ends, (Some(&1), Some(&256)));
        }
        // The ends of the table in docs/instancing.md, and of its steps.
        for vertices in [1, 11, 19, 20, 23, 159, 160, 191, 192, 223, 256] {
            let threads = padded(vertices, rule);
            let waste = 100.0 * (threads - f64::from(vertices)) / threads;
            // A coordinate is an integer: less than a thread and a percent.
            let drawn = dispatched[&vertices];
            assert!((drawn - threads).abs() < 0.5, "{vertices}: {drawn}");
            let drawn = wasted[&vertices];
            assert!((drawn - waste).abs() < 0.2, "{vertices}: {drawn}");
        }
        // Every corner, on top of that.
        for (&vertices, &drawn) in &dispatched {
            let threads = padded(vertices, rule);
            assert!((drawn - threads).abs() < 0.5, "{vertices}: {drawn}");
        }
    }
}

#[test]
fn padding_names_the_worst_of_the_range() {
    for (from, to) in [(1, 256), (21, 100), (1, 19), (1000, 3000)] {
        let svg =
            padding(&["--from", &from.to_string(), "--to", &to.to_string()]);
        let document = Document::parse(&svg).expect("XML");
        let expected = [
            ("driver", PaddingRule::Driver),
            ("documented", PaddingRule::Documented),
        ]
        .map(|(name, rule)| {
            let waste = |vertices| {
                let threads = padded(vertices, rule);
                (threads - f64::from(vertices)) / threads
            };
            let worst = (from..=to).map(waste).fold(0.0, f64::max);
            let at = (from..=to).find(|&v| waste(v) == worst).unwrap();
            let percent = 100.0 * worst;
            format!("{name} rule: at most {percent:.1} %, first at {at}")
        });
        assert_has(&document, &expected.each_ref().map(String::as_str));
    }
}

#[test]
fn padding_is_a_picture_for_people() {
    let svg = padding(&[]);
    let document = Document::parse(&svg).expect("XML");
    assert_has(
        &document,
        &[
            "What padding costs: threads of one instance of a draw \
             (Mali v4 to v7)",
            "driver rule",
            "documented rule",
            "needed, one per vertex",
            "vertices",
            "threads dispatched",
            "wasted, % of threads",
        ],
    );
    // White all over, so that it reads on a dark page, too.
    let ground = document
        .root_element()
        .children()
        .find(Node::is_element)
        .expect("something is drawn");
    assert_eq!(ground.attribute("fill"), Some("#FFFFFF"));
    for attribute in ["width", "height"] {
        assert_eq!(
            number(&ground, attribute),
            number(&document.root_element(), attribute)
        );
    }
}

/// The dots in a chart of a colour, by what its axes say. The height is
/// `None` in the row "none".
fn dots(document: &Document, color: &str) -> Vec<(f64, Option<f64>)> {
    let panel = Panel::new(document, 0);
    let none = document
        .descendants()
        .find(|node| node.text().is_some_and(|text| text.trim() == "none"))
        .map(|node| number(&node, "y"))
        .expect("a row for no id");
    document
        .descendants()
        .filter(|node| node.attribute("fill") == Some(color))
        // Those in the legend are larger.
        .filter(|node| node.attribute("r") == Some("4"))
        .map(|node| {
            let (x, y) = (number(&node, "cx"), number(&node, "cy"));
            let id = panel.upwards.value(y);
            (panel.across.value(x), (y - none).abs().gt(&1.5).then_some(id))
        })
        .collect()
}

#[test]
fn divisors_draws_every_wrong_one_once() {
    let rules = fs::read_to_string(repository("docs/instancing.md")).unwrap();
    // The same numbers as those that c_tests counts over all divisors.
    for number in ["3,297 of the 2^32", "from 4,971,027 on", "2,350 of them"] {
        let words = rules.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(number), "{number}");
    }
    let document = Document::parse(divisors()).expect("XML");
    let (harmful, harmless) = (dots(&document, BLUE), dots(&document, ORANGE));
    assert_eq!(harmful.len() + harmless.len(), 3297);
    assert_eq!(harmful.len(), 2350);
    assert!(harmful.iter().all(|dot| dot.1.is_some()));
    assert!(harmless.iter().all(|dot| dot.1.is_none()));
    assert_has(
        &document,
        &[
            "Magic divisors in floating point: 3,297 are wrong, \
             2,350 do harm",
            "2,350 divide an id wrongly",
            "947 divide every 32-bit id rightly",
            "divisor",
            "first wrong id, billions",
            "wrong divisors",
        ],
    );
}

#[test]
fn divisors_draws_the_first_wrong_id_of_a_divisor() {
    let document = Document::parse(divisors()).expect("XML");
    let harmful = dots(&document, BLUE);
    // From docs/debugging.md: the first of all, and the magic 0.
    for (divisor, magic, shift, extra_flags, id) in [
        (4_971_027u32, 0x57FF_FFE4, 22, 1, 3_623_878_683),
        (0x7FFF_FFFF, 0, 30, 1, 4_294_967_294u32),
    ] {
        let wrong = MagicDivisor { magic, shift, extra_flags };
        assert_eq!(wrong.first_wrong_id(divisor), Ok(Some(id)));
        let drawn = harmful.iter().any(|&(power, height)| {
            (power - f64::from(divisor).log2()).abs() < 0.01
                && (height.unwrap() - f64::from(id) / 1e9).abs() < 0.01
        });
        assert!(drawn, "{divisor}");
    }
    let first = harmful.iter().map(|dot| dot.0).fold(32.0, f64::min);
    assert!((first - 4_971_027f64.log2()).abs() < 0.01, "{first}");
}

#[test]
fn divisors_counts_between_powers_of_two() {
    let document = Document::parse(divisors()).expect("XML");
    let middle = number(&document.root_element(), "height") / 2.0;
    let counts: Vec<u32> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter(|node| node.attribute("dy") == Some("-0.5ex"))
        .filter(|node| number(node, "y") > middle)
        .filter_map(|node| node.text()?.trim().parse().ok())
        .collect();
    assert_eq!(counts.len(), 10);
    assert_eq!(counts.iter().sum::<u32>(), 3297);
    // Bars are as high as their numbers say.
    let panel = Panel::new(&document, 1);
    let bars = |color| {
        document
            .descendants()
            .filter(move |node| node.has_tag_name("rect"))
            .filter(move |node| node.attribute("fill") == Some(color))
    };
    let zero = panel.upwards.value(0.0);
    let of_pixel = panel.upwards.value(1.0) - zero;
    let height = |node: Node| -number(&node, "height") * of_pixel;
    let both = bars(BLUE).zip(bars(ORANGE));
    let heights: Vec<f64> =
        both.map(|(blue, orange)| height(blue) + height(orange)).collect();
    assert_eq!(heights.len(), counts.len());
    for (count, height) in counts.iter().zip(heights) {
        assert!((height - f64::from(*count)).abs() < 8.0, "{count}: {height}");
    }
}

#[test]
fn divisors_keeps_to_its_range() {
    let picture = output(
        &["plot", "divisors", "--from", "0x800000", "--to", "0xFFFFFF"],
        "",
        0,
    );
    let document = Document::parse(&picture).expect("XML");
    assert_has(&document, &["13 divide an id wrongly"]);
    let none =
        output(&["plot", "divisors", "--from", "3", "--to", "4971026"], "", 0);
    let document = Document::parse(&none).expect("XML");
    assert_has(
        &document,
        &["Magic divisors in floating point: 0 are wrong, 0 do harm"],
    );
}

#[test]
fn a_file_gets_what_standard_output_would_get() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("padding.svg");
    fs::write(&file, "an older picture that is a longer one".repeat(9999))
        .unwrap();
    let name = file.to_str().unwrap();
    assert_eq!(padding(&["-o", name]), "");
    assert_eq!(fs::read_to_string(&file).unwrap(), padding(&["-o", "-"]));
    let here = ["plot", "padding", "--output", "here.svg"];
    dral().args(here).current_dir(&directory).assert().code(0);
    let names = names_in(directory.path());
    assert_eq!(names, ["here.svg", "padding.svg"]);
}

fn names_in(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_link_stays_a_link_and_a_pipe_a_pipe() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name| directory.path().join(name);
    fs::write(path("picture.svg"), "").unwrap();
    symlink("picture.svg", path("link.svg")).unwrap();
    padding(&["-o", path("link.svg").to_str().unwrap()]);
    assert!(path("link.svg").is_symlink());
    assert_eq!(fs::read_to_string(path("picture.svg")).unwrap(), padding(&[]));

    let pipe = path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut reader =
        Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    padding(&["-o", pipe.to_str().unwrap()]);
    let is_pipe = fs::metadata(&pipe).unwrap().file_type().is_fifo();
    if !is_pipe {
        // It would wait for ever.
        reader.kill().unwrap();
    }
    assert!(is_pipe, "the pipe was replaced");
    let read = reader.wait_with_output().unwrap().stdout;
    assert_eq!(String::from_utf8(read).unwrap(), padding(&[]));
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("missing").join("picture.svg");
    for place in [missing.as_path(), directory.path()] {
        let place = place.to_str().unwrap();
        let arguments = ["plot", "padding", "-o", place];
        let error = message(&arguments, "", 2);
        assert!(error.starts_with(&format!("dral: {place}: ")), "{error}");
    }
    assert_eq!(names_in(directory.path()), [""; 0]);
}

#[test]
fn nothing_is_left_half_written() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("picture.svg");
    fs::write(&file, "what was there").unwrap();
    // A file may have 4 blocks of 512 bytes, less than the picture; bash
    // itself ignores the signal that a larger one brings.
    let limited = Command::new("bash")
        .args(["-c", "trap '' XFSZ; ulimit -f 2; exec \"$@\"", "bash"])
        .arg(assert_cmd::cargo::cargo_bin("dral"))
        .args(["plot", "padding", "-o"])
        .arg(&file)
        .output()
        .unwrap();
    let error = String::from_utf8(limited.stderr).unwrap();
    assert_eq!(limited.status.code(), Some(2), "{error}");
    assert!(error.contains("picture.svg: File too large"), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "what was there");
    assert_eq!(names_in(directory.path()), ["picture.svg"]);
}

#[test]
fn committed_pictures_are_those_that_the_command_draws() {
    let bless = env::var_os("DRAL_BLESS").is_some_and(|value| value == "1");
    let padding = padding(&["--to", "256"]);
    for (name, drawn) in
        [("padding.svg", padding.as_str()), ("divisors.svg", divisors())]
    {
        let committed = repository("docs/images").join(name);
        if bless {
            fs::write(&committed, drawn).expect("docs/ is writable");
        }
        // Not assert_eq, which would print both.
        let same = fs::read_to_string(&committed)
            .is_ok_and(|committed| committed == drawn);
        assert!(
            same,
            "docs/images/{name} is not what the command draws; \
             DRAL_BLESS=1 cargo test --package dral-cli plot renews it, \
             then look at it"
        );
    }
}
