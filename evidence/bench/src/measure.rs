// SPDX-License-Identifier: MIT

//! The rows of the table.

use crate::crates::CRATES;
use crate::timer;
use crate::workbench::{Subject, Workbench};
use crate::Failure;

/// Comparisons with plain C: what, the kernel, our side, and how many inputs.
const ROWS: [(&str, &str, &str, usize); 15] = [
    ("padded count, mixed", "count", "dral", ALL),
    ("magic divisor, mixed", "divisor", "dral", ALL),
    ("draw resolved", "draw resolved", "dral", ALL),
    ("8 attributes, prepared", "draw 8", "dral by state", ALL),
    ("16 attributes, prepared", "draw 16", "dral by state", ALL),
    ("8 attributes, prepared, 64 draws", "draw 8", "dral by state", 64),
    ("8 attributes, prepared, pairs", "draw 8, pairs", "dral by state", ALL),
    ("16 attributes, prepared, pairs", "draw 16, pairs", "dral by state", ALL),
    ("8 attributes, prepared, addresses", "draw 8", "dral by address", ALL),
    ("8 attributes, equal keys", "draw 8", "dral by key", ALL),
    ("8 attributes, prepared, with descriptors", "next 8", "dral", ALL),
    ("16 attributes, prepared, with descriptors", "next 16", "dral", ALL),
    ("8 attributes, from scratch", "draw 8", "dral", ALL),
    ("16 attributes, from scratch", "draw 16", "dral", ALL),
    ("8 attributes, one by one", "draw 8", "dral by record", ALL),
];

const ALL: usize = usize::MAX;

/// Numbers below, at and above each boundary of the driver rule, and some
/// common ones.
const CONSTANT_COUNTS: [u32; 10] = [3, 6, 9, 10, 19, 20, 70, 100, 1000, 65_536];

/// The sides of a kernel, after a check that both do the same work; otherwise
/// times do not compare.
fn sides<'a>(
    bench: &'a Workbench,
    kernel: &str,
    ours: &str,
    count: usize,
) -> Result<[Subject<'a>; 2], Failure> {
    let find = |side| {
        let found = bench.find(kernel, side).map(|found| found.first(count));
        found.ok_or_else(|| format!("no {side} for {kernel}"))
    };
    let (ours, plain) = (find(ours)?, find("plain")?);
    ours.check(&plain).map_err(|error| format!("{kernel}: {error}"))?;
    Ok([ours, plain])
}

const PLAIN: &str = "plain C";

/// The constant vertex count with the worst result of the drop-in header. It is
/// found first and then measured again, because the lowest of ten medians is
/// too low.
fn constant(bench: &Workbench, rounds: usize) -> Result<[f64; 3], Failure> {
    let measure = |count| -> Result<_, Failure> {
        bench.set_constant(count);
        let [ours, plain] = sides(bench, "constant", "dral", ALL)?;
        Ok(timer::ratios(rounds, &|| ours.run(), &|| plain.run()))
    };
    let mut worst = (f64::INFINITY, 0);
    for count in CONSTANT_COUNTS {
        let [_, median, _] = measure(count)?;
        if median < worst.0 {
            worst = (median, count);
        }
    }
    measure(worst.1)
}

/// Measures everything, and returns the table as Markdown. Some rows have a
/// cell for aarch64.
pub fn table(
    bench: &Workbench,
    rounds: usize,
    aarch64: &[(String, String)],
) -> Result<String, Failure> {
    let mut table = "\
| what | against | ratio of times (quartiles) | aarch64, ratio of instructions |
|---|---|---|---|
"
    .to_string();
    let mut add = |what, against, [lower, median, upper]: [f64; 3]| {
        let cell = aarch64.iter().find(|row| row.0 == what && against == PLAIN);
        let cell = cell.map_or("", |row| &row.1);
        table += &format!(
            "| {what} | {against} | {median:.2}x ({lower:.2} to {upper:.2}) | \
             {cell} |\n"
        );
    };
    for (what, kernel, ours, count) in ROWS {
        let [ours, plain] = sides(bench, kernel, ours, count)?;
        let ratios = timer::ratios(rounds, &|| ours.run(), &|| plain.run());
        add(what, PLAIN, ratios);
    }
    let what = "padded count, constant and inline, the worst of ten";
    add(what, PLAIN, constant(bench, rounds)?);

    // The time that other implementations take to make a divisor.
    let [ours, _] = sides(bench, "divisor", "dral", ALL)?;
    let what = "magic divisor, mixed";
    for peer in ["libdivide", "fxdiv"] {
        let Some(theirs) = bench.find("divisor", peer) else {
            eprintln!("no {peer}.h; Debian: libdivide-dev, libfxdiv-dev");
            continue;
        };
        let ratios = timer::ratios(rounds, &|| ours.run(), &|| theirs.run());
        add(what, peer, ratios);
    }
    for (peer, make) in CRATES {
        let them = || ours.run_function(make);
        add(what, peer, timer::ratios(rounds, &|| ours.run(), &them));
    }
    Ok(table)
}
