// SPDX-License-Identifier: MIT

//! What is planted into command streams (conformance/judge/stream_plant.c), as
//! PanVK's dump of such a stream shows it: the instructions as a binary, and
//! the draws with the registers that they had.

use crate::generator::valhall;
use crate::{findings, run, NONE};

/// A draw, with its table: its registers and, with indices, the array of them.
struct Draw {
    at: &'static str,
    table: &'static str,
    count: u32,
    instances: u32,
    first_index: Option<u32>,
    vertex_offset: u32,
}

const DRAWS: [Draw; 6] = [
    direct("aa0100", "f1000000", 60, 30, None, 5),
    direct("aa0200", "f2000000", 50, 20, None, 2),
    direct("aa0300", "f3000000", 40, 10, Some(6), 1),
    direct("aa0400", "f4000000", 30, 8, Some(4), 3),
    direct("aa0500", "f5000000", 20, 4, None, 4),
    direct("aa0500", "f5000040", 10, 2, None, 6),
];

const fn direct(
    at: &'static str,
    table: &'static str,
    count: u32,
    instances: u32,
    first_index: Option<u32>,
    vertex_offset: u32,
) -> Draw {
    Draw { at, table, count, instances, first_index, vertex_offset }
}

/// What PanVK adds around each draw.
fn traced(at: &str, instruction: &str) -> String {
    format!(
        "  LOAD_MULTIPLE r76:r77, [d90 + 168]
  WAIT #1
  ADD_IMMEDIATE64 d76, d76, #320
  STORE_MULTIPLE [d90 + 168], r76:r77
  WAIT #1
  MOVE48 d78, #0x{at}
  {instruction} // tracepoint_{at}
  STORE_MULTIPLE [d76 + -320], r78:r79
  STORE_MULTIPLE [d76 + -176], r32:r33:r34:r35:r36:r37:r38
  WAIT #1
"
    )
}

/// The loop over two indirect draws.
fn indirect() -> String {
    let draw = traced("aa0500", "RUN_IDVS.draw_id_enable.varying_srt0 r73, #0");
    format!(
        "  MOVE32 r8, #0xF9000000
  MOVE32 r9, #0x10000000
  MOVE48 d0, #0xF5000004
  MOVE32 r72, #0x2
  MOVE48 d74, #0xF9000000
  MOVE48 d66, #0xFA000000
  MOVE32 r73, #0x0
  BRANCH.le r72, #28 // label_aa0600
label_aa0480:
  MOVE32 r32, #0x0
  LOAD_MULTIPLE r33:r34:r35:r36:r37, [d66]
  WAIT #1
  STORE_MULTIPLE [d74 + 24], r36
  STORE_MULTIPLE [d74 + 28], r37
  WAIT #1
  MOVE32 r37, #0x0
{draw}  ADD_IMMEDIATE32 r72, r72, #-1
  ADD_IMMEDIATE32 r73, r73, #1
  ADD_IMMEDIATE64 d66, d66, #20
  ADD_IMMEDIATE64 d74, d74, #128
  ADD_IMMEDIATE64 d8, d8, #128
  ADD_IMMEDIATE64 d0, d0, #64
  BRANCH.gt r72, #-28 // label_aa0480
label_aa0600:
  FINISH_TILING
"
    )
}

const BASE: u32 = 400;

impl Draw {
    fn line(&self) -> String {
        let table = self.table;
        let known = match self.at {
            // The driver does not know them.
            "aa0500" => String::new(),
            _ => format!(
                "vertices {}, instances {}, base_instance {BASE}, ",
                self.count, self.instances
            ),
        };
        let start = match (self.at, self.first_index) {
            ("aa0500", _) | (_, Some(_)) => String::new(),
            _ => format!("start {}, ", self.vertex_offset),
        };
        format!(
            "// dral: resources 0x{table}, {known}{start}divisors -,8, \
             strides 16,16, offsets 0,0\n"
        )
    }

    fn instructions(&self) -> String {
        let Self { at, table, count, instances, .. } = self;
        let first_index = self.first_index.unwrap_or(0);
        let kind = if self.first_index.is_some() { "#200" } else { "#0" };
        let run = format!("RUN_IDVS.varying_srt0 r0, {kind}");
        format!(
            "  MOVE32 r8, #0x{table}
  MOVE32 r9, #0x10000000
  MOVE48 d0, #0x{table}
  MOVE32 r33, #0x{count:X}
  MOVE32 r34, #0x{instances:X}
  MOVE32 r35, #0x{first_index:X}
  MOVE32 r36, #0x{:X}
  MOVE32 r37, #0x0
{}",
            self.vertex_offset,
            traced(at, &run)
        )
    }

    /// How the decoder prints the draw when it has run.
    fn shown(&self) -> String {
        let mut job = valhall(&[0, 8], true);
        job.base_instance = BASE;
        let text = job.text();
        let (_, text) = text.split_once('\n').expect("an instruction");
        let (text, _) = text.split_once("  00 00").expect("the fragments");
        let text = text
            .replace("@f7eebf80", &format!("@{}", self.table))
            .replace("Index count: 70", &format!("Index count: {}", self.count))
            .replace("nce count: 40", &format!("nce count: {}", self.instances))
            .replace(
                "Vertex offset: 0",
                &format!("Vertex offset: {}", self.vertex_offset),
            );
        let text = match self.first_index {
            None => text,
            Some(first) => {
                text.replace("Index type: None", "Index type: UINT16").replace(
                    "  Instance offset: 0\n",
                    &format!(
                        "  Index offset: {first}\n  Instance offset: 0\n  \
                         Index array size: {}\n  Indices: f7d00000\n",
                        2 * (first + self.count)
                    ),
                )
            }
        };
        format!("RUN_IDVS r0, #0 // from tracepoint_{}\n{text}\n", self.at)
    }
}

/// The dump of a submission, with a change to its instructions and its draws.
fn dump(change: &Change) -> String {
    let mut binary = String::new();
    let mut shown = String::new();
    let mut lines = String::new();
    for draw in &DRAWS {
        lines += &draw.line();
        if draw.at != "aa0500" {
            binary += &draw.instructions();
        }
        shown += &draw.shown();
    }
    binary += &indirect();
    for (after, from, to) in &change.binary {
        binary = crate::faults::plant(&binary, after, from, to);
    }
    for (draw, from, to) in &change.shown {
        let marks: Vec<_> = shown.match_indices("RUN_IDVS r0").collect();
        let (before, rest) = shown.split_at(marks[*draw].0);
        assert!(rest.contains(from), "{from}");
        shown = before.to_string() + &rest.replacen(from, to, 2);
    }
    if !change.has_lines {
        lines.clear();
    }
    format!(
        "{lines}CS 3 on subqueue 0 binaries\n\nmain_cs@aa0000{{\n{binary}}} // \
         main_cs@aa0000\n\nCS traces on subqueue 0\n\n{shown}"
    )
}

#[derive(Default)]
struct Change {
    /// Each replaces the first text after another one.
    binary: Vec<(&'static str, &'static str, &'static str)>,
    /// The number of a draw, from 0, and what replaces a text in it.
    shown: Vec<(usize, &'static str, &'static str)>,
    has_lines: bool,
}

/// How the command tells that something was planted.
enum Told {
    /// By a finding of this rule, with this text.
    Found(&'static str, &'static str),
    /// The same if the driver printed its draws.
    Stated(&'static str, &'static str),
    /// By what it counts if the driver printed its draws: a draw without a
    /// line, and a line without a draw.
    Counted,
    /// Not at all, for this reason.
    Not(&'static str),
}
use Told::*;

type Binary = (&'static str, &'static str, &'static str);
type Shown = (usize, &'static str, &'static str);

const SECOND: &str = "tracepoint_aa0100";
const FOURTH: &str = "tracepoint_aa0300";
const LOOP: &str = "label_aa0480:";

/// What each plant of the judge does to the dump, and what shows it.
const PLANTS: [(&str, &[Binary], &[Shown], Told); 20] = [
    (
        "count-kept",
        &[(SECOND, "  MOVE32 r33, #0x32\n", "")],
        &[(1, "Index count: 50", "Index count: 60")],
        Found("stale-register", "the index count is left over"),
    ),
    (
        "instances-kept",
        &[(SECOND, "  MOVE32 r34, #0x14\n", "")],
        &[(1, "Instance count: 20", "Instance count: 30")],
        Found("stale-register", "the instance count is left over"),
    ),
    (
        "first-index-kept",
        &[(FOURTH, "  MOVE32 r35, #0x4\n", "")],
        &[
            (3, "Index offset: 4", "Index offset: 6"),
            (3, "Index array size: 68", "Index array size: 92"),
        ],
        Found("stale-register", "the index offset is left over"),
    ),
    (
        "vertex-offset-kept",
        &[(SECOND, "  MOVE32 r36, #0x2\n", "")],
        &[(1, "Vertex offset: 2", "Vertex offset: 5")],
        Found("stale-register", "the vertex offset is left over"),
    ),
    (
        "vertex-offset-1",
        &[(SECOND, "r36, #0x2", "r36, #0x3")],
        &[(1, "Vertex offset: 2", "Vertex offset: 3")],
        Stated("draw", "the start differs"),
    ),
    (
        "instance-offset-1",
        &[(SECOND, "r37, #0x0", "r37, #0x1")],
        &[(1, "Instance offset: 0", "Instance offset: 1")],
        Stated("attribute-offset", "the instance offset is not the base"),
    ),
    (
        "tables-kept",
        &[(SECOND, "  MOVE48 d0, #0xf2000000\n", "")],
        &[(1, "@f2000000", "@f1000000")],
        Counted,
    ),
    (
        "uniforms-kept",
        &[(SECOND, "  MOVE32 r8, #0xf2000000\n", "")],
        &[],
        Not("a driver may keep uniforms that are the same"),
    ),
    (
        "restart-off",
        &[],
        &[],
        Not("only the application knows whether its indices restart"),
    ),
    (
        "index-type",
        &[(FOURTH, "#200", "#300")],
        &[(3, "Index type: UINT16", "Index type: UINT32")],
        Found("index-offset", "but the index array has 68 bytes"),
    ),
    (
        "load-not-waited",
        &[(LOOP, "[d66]\n  WAIT #1\n", "[d66]\n")],
        &[],
        Found("not-waited", "nothing waits for the load"),
    ),
    (
        "store-not-waited",
        &[(LOOP, "r37\n  WAIT #1\n", "r37\n")],
        &[],
        Found("not-waited", "the draw does not wait for the store"),
    ),
    (
        "store-lost",
        &[(LOOP, "  STORE_MULTIPLE [d74 + 28], r37\n", "")],
        &[(4, "Offset: 6400", "Offset: 0")],
        Stated("attribute-offset", "the offset does not follow"),
    ),
    (
        "tables-not-advanced",
        &[(LOOP, "  ADD_IMMEDIATE64 d0, d0, #64\n", "")],
        &[(5, "@f5000040", "@f5000000")],
        Counted,
    ),
    (
        "tables-advanced-twice",
        &[(LOOP, "d0, d0, #64", "d0, d0, #128")],
        &[(5, "@f5000040", "@f5000080")],
        Counted,
    ),
    (
        "uniforms-not-advanced",
        &[(LOOP, "  ADD_IMMEDIATE64 d8, d8, #128\n", "")],
        &[],
        Found("draw-loop", "but share their uniforms: r8"),
    ),
    (
        "uniforms-stored-over",
        &[(LOOP, "  ADD_IMMEDIATE64 d74, d74, #128\n", "")],
        &[],
        Found("draw-loop", "store their offsets at one address: r74"),
    ),
    (
        "parameters-not-advanced",
        &[(LOOP, "  ADD_IMMEDIATE64 d66, d66, #20\n", "")],
        &[],
        Found("draw-loop", "load their arguments from one address: r66"),
    ),
    (
        "loop-left",
        &[(LOOP, "  BRANCH.gt r72, #-28 // label_aa0480\n", "")],
        &[],
        Found("draw-loop", "none repeats: r72"),
    ),
    (
        "loop-endless",
        &[(LOOP, "  ADD_IMMEDIATE32 r72, r72, #-1\n", "")],
        &[],
        Found("draw-loop", "does not change the register that ends it: r72"),
    ),
];

fn change(binary: &[Binary], shown: &[Shown], has_lines: bool) -> Change {
    Change { binary: binary.to_vec(), shown: shown.to_vec(), has_lines }
}

/// What is found in a dump: rules and messages.
fn told(arguments: &[&str], text: &str) -> Vec<String> {
    let told = |found: &serde_json::Value| {
        let text = |name: &str| found[name].as_str().expect("text").to_string();
        text("rule") + ": " + &text("message")
    };
    let mut all: Vec<_> = findings(arguments, text).iter().map(told).collect();
    // Position and varying shaders read one table.
    all.dedup();
    all
}

const COUNTS: [&str; 2] = [
    "draws without a line or row of their own 1",
    "lines or rows without a draw 1",
];

/// What is printed, with single spaces.
fn printed(arguments: &[&str], text: &str) -> String {
    let (_, output, _) = run(arguments, text);
    output.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_dump_without_a_plant_has_no_findings() {
    let good = dump(&change(&[], &[], true));
    assert_eq!(findings(&["--base-instance=400"], &good), NONE);
    assert!(!COUNTS.iter().any(|count| printed(&[], &good).contains(count)));
    assert_eq!(findings(&[], &dump(&Change::default())), NONE);
}

#[test]
fn each_plant_that_a_dump_shows_is_found() {
    for (name, binary, shown, expected) in &PLANTS {
        let found = |has_lines| {
            let text = dump(&change(binary, shown, has_lines));
            let base: &[&str] = match has_lines {
                true => &["--base-instance=400"],
                false => &[],
            };
            (told(base, &text), printed(base, &text))
        };
        let ((alone, _), (all, output)) = (found(false), found(true));
        match *expected {
            Found(rule, what) => {
                assert_eq!(alone.len(), 1, "{name}: {alone:#?}");
                assert!(alone[0].starts_with(rule), "{name}: {alone:#?}");
                assert!(alone[0].contains(what), "{name}: {alone:#?}");
            }
            Stated(rule, what) => {
                assert!(alone.is_empty(), "{name}: {alone:#?}");
                assert_eq!(all.len(), 1, "{name}: {all:#?}");
                assert!(all[0].starts_with(rule), "{name}: {all:#?}");
                assert!(all[0].contains(what), "{name}: {all:#?}");
            }
            Counted => {
                assert!(alone.is_empty(), "{name}: {alone:#?}");
                for count in COUNTS {
                    assert!(output.contains(count), "{name}: {output}");
                }
            }
            Not(reason) => {
                assert!(alone.is_empty() && all.is_empty(), "{name}: {reason}");
            }
        }
    }
}

#[test]
fn all_plants_of_the_judge_are_here() {
    const FILE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../conformance/judge/stream_plant.c"
    );
    let source = std::fs::read_to_string(FILE).expect("the judge");
    let (_, list) = source.split_once("stream_plants[] = {").expect("a list");
    let (list, _) = list.split_once("\n};").expect("its end");
    let names = list.lines().filter_map(|line| {
        let rest = line.strip_prefix("   {\"")?;
        Some(rest.split_once('"')?.0)
    });
    let own = PLANTS.iter().map(|(name, ..)| *name);
    assert_eq!(own.collect::<Vec<_>>(), names.collect::<Vec<_>>());
}

#[test]
fn a_loop_that_another_branch_leaves_may_keep_its_register() {
    let change = |to| {
        let binary = [(LOOP, "  ADD_IMMEDIATE32 r72, r72, #-1\n", to)];
        dump(&change(&binary, &[], false))
    };
    let left = "  BRANCH.eq r33, #9 // label_aa0600\n";
    assert_eq!(findings(&[], &change(left)), NONE);
    let inside = "  BRANCH.eq r33, #0 // label_aa0590\nlabel_aa0590:\n";
    assert_eq!(told(&[], &change(inside)).len(), 1);
}

#[test]
fn a_load_is_waited_for_by_any_wait_and_after_a_jump() {
    let after = |text: &str| {
        format!(
            "main_cs@aa0000{{\n  LOAD_MULTIPLE r66:r67, [d90]\n{text}  \
             STORE_MULTIPLE [d66 + 8], r70\n}} // main_cs@aa0000\n{}",
            valhall(&[0, 8], true).text()
        )
    };
    for text in ["  WAIT #3\n", "  BRANCH.always r0, #4 // label_aa1000\n"] {
        assert_eq!(findings(&[], &after(text)), NONE, "{text}");
    }
    for text in ["", "  BRANCH.eq r70, #4 // label_aa1000\n", "label_aa0010:\n"]
    {
        assert_eq!(told(&[], &after(text)).len(), 1, "{text}");
    }
    // Gallium's instructions are printed as they run.
    let ran = valhall(&[0, 8], true).text().replacen(
        "  01 00 04",
        "  00 00 03 00 00 5a 42 14    LOAD_MULTIPLE r33:r34, [d90]\n  01 00 04",
        1,
    );
    let found = told(&[], &ran);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with("not-waited"), "{found:#?}");
}
