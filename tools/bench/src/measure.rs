// SPDX-License-Identifier: MIT

//! The comparisons and their goals.

use crate::build::{Level, Workbenches};
use crate::crates::CRATES;
use crate::row::{Row, Run};
use crate::statistics::Spread;
use crate::timer;
use crate::workbench::{Inputs, Subject, Workbench};
use crate::Failure;

/// The goal of at most a tenth more time.
const WITHIN_A_TENTH: f64 = 1.0 / 1.1;

/// Numbers below, at and above each boundary of the driver rule, and some
/// common ones.
const CONSTANT_COUNTS: [u32; 10] = [3, 6, 9, 10, 19, 20, 70, 100, 1000, 65_536];

/// The size of a batch, so that they stay in the nearest cache.
const CONSTANTS: usize = 4096;

/// Ten times this number of draws should take ten times as long.
const TENTH_OF_DRAWS: usize = 10_000;

const PLAIN: &str = "plain C";
const BY_HAND: &str = "plain C, prepared by hand";
const MESA: &str = "plain C, flags of Mesa";

const DIVISOR: &str = "magic divisor, mixed";
const DIVISORS: &str = "magic divisors, 4096";
const PREPARED_8: &str = "8 attributes, prepared and bound";
const PREPARED_16: &str = "16 attributes, prepared and bound";
const KEYS: &str = "8 attributes, equal keys";

/// Few enough for a branch predictor to learn all draws.
const FEW_DRAWS: usize = 64;
/// No limit on the number of draws.
const ALL: usize = usize::MAX;

/// Comparisons with plain C on the baseline: the name of the row, the kernel,
/// the library's side and the goal.
const GOALS: [(&str, &str, &str, f64); 15] = [
    ("padded count, mixed", "count", "dral", 6.0),
    (DIVISOR, "divisor", "dral", 2.2),
    ("magic divisor, chain", "chain", "dral", 2.0),
    ("padded count to magic divisor", "count to divisor", "dral", 4.0),
    ("padded counts, 4096", "counts", "dral", 12.0),
    (DIVISORS, "divisors", "dral", 3.6),
    (PREPARED_8, "draw 8", "dral by state", 2.0),
    (PREPARED_16, "draw 16", "dral by state", 2.2),
    ("8 attributes, prepared, pairs", "draw 8, pairs", "dral by state", 2.3),
    ("16 attributes, prepared, pairs", "draw 16, pairs", "dral by state", 2.3),
    ("8 attributes, prepared, raw addresses", "draw 8", "dral by bind", 1.7),
    (KEYS, "draw 8", "dral by key", 5.0),
    ("8 attributes, from scratch", "draw 8", "dral", 1.1),
    ("16 attributes, from scratch", "draw 16", "dral", 1.2),
    ("8 attributes, record by record", "draw 8", "dral by record", 0.8),
];

/// All rows, except for those of other programs.
pub fn rows(workbenches: &Workbenches) -> Result<Vec<Row<'_>>, Failure> {
    let bench = workbenches.of(Level::Baseline).ok_or("no baseline")?;
    let baseline = (Level::Baseline, bench);
    let mut rows = Vec::new();
    for (name, kernel, side, goal) in GOALS {
        let sides = (kernel, side, "plain");
        rows.push(beside(name, PLAIN, baseline, sides, ALL)?.goal(goal));
    }
    for (name, level, kernel, goal) in [
        ("padded counts, 4096", Level::Avx2, "counts", 25.0),
        (DIVISORS, Level::Avx2, "divisors", 5.0),
        (DIVISORS, Level::Avx512, "divisors", 10.0),
    ] {
        let sides = (kernel, "dral", "plain");
        let row = match workbenches.of(level) {
            Some(bench) => beside(name, PLAIN, (level, bench), sides, ALL)?,
            None => {
                let run = Run::failed("this processor cannot run it");
                Row::done(name, PLAIN, level.name(), run)
            }
        };
        rows.push(row.goal(goal));
    }
    rows.push(constants(bench)?.goal(1.0));
    rows.push(linear(bench)?.goal(WITHIN_A_TENTH));
    rows.push(divider_limit(bench)?.goal(WITHIN_A_TENTH));
    for (name, kernel, ours, theirs, against) in [
        (PREPARED_8, "draw 8", "dral by state", "plain by state", BY_HAND),
        (PREPARED_16, "draw 16", "dral by state", "plain by state", BY_HAND),
        ("draw resolved", "draw resolved", "dral", "plain", PLAIN),
        (DIVISOR, "divisor", "dral", "mesa", MESA),
        (DIVISORS, "divisors", "dral", "mesa", MESA),
    ] {
        let sides = (kernel, ours, theirs);
        rows.push(beside(name, against, baseline, sides, ALL)?);
    }
    for (name, side) in [(PREPARED_8, "dral by state"), (KEYS, "dral by key")] {
        let name = format!("{name}, {FEW_DRAWS} draws");
        let sides = ("draw 8", side, "plain");
        rows.push(beside(&name, PLAIN, baseline, sides, FEW_DRAWS)?);
    }
    rows.extend(peers(bench)?);
    Ok(rows)
}

fn find<'a>(
    bench: &'a Workbench,
    kernel: &str,
    side: &str,
) -> Result<Subject<'a>, Failure> {
    let found = bench.find(kernel, side);
    found.ok_or_else(|| format!("no {side} for {kernel}").into())
}

/// Checks that both sides do the same work; otherwise times do not compare.
fn check(
    kernel: &str,
    ours: Subject,
    theirs: Subject,
    inputs: &Inputs,
) -> Result<(), Failure> {
    let comparison = ours.compare(&theirs, inputs);
    if comparison.calls == 0 || comparison.different != 0 {
        return Err(format!(
            "{kernel}: {} differences from C in {} calls",
            comparison.different, comparison.calls
        )
        .into());
    }
    if comparison.rounded != 0 {
        eprintln!(
            "{kernel}: C is wrong for {} of {} inputs",
            comparison.rounded,
            inputs.len()
        );
    }
    Ok(())
}

/// A row of two sides, timed alternately.
fn timed<'a>(
    name: &str,
    against: &str,
    level: Level,
    ours: impl Fn() + 'a,
    theirs: impl Fn() + 'a,
) -> Row<'a> {
    Row::new(name, against, level.name(), move |rounds| Run {
        ratios: timer::ratios(rounds, &ours, &theirs),
        note: None,
    })
}

/// Compares two sides of a kernel with the same inputs, of which draws can be
/// limited.
fn beside<'a>(
    name: &str,
    against: &str,
    (level, bench): (Level, &'a Workbench),
    (kernel, ours, theirs): (&str, &str, &str),
    draws: usize,
) -> Result<Row<'a>, Failure> {
    let ours = find(bench, kernel, ours)?;
    let theirs = find(bench, kernel, theirs)?;
    let inputs = match ours.inputs() {
        Inputs::Draws(all) => Inputs::Draws(all.min(draws)),
        numbers => numbers,
    };
    check(name, ours, theirs, &inputs)?;
    let (us, them) = (move || ours.run(&inputs), move || theirs.run(&inputs));
    Ok(timed(name, against, level, us, them))
}

/// The constant vertex count with the library's worst result. It is found first
/// and then measured again, because the lowest of ten medians is too low.
fn constants(bench: &Workbench) -> Result<Row<'_>, Failure> {
    let name = "padded count, constant (the worst)";
    let ours = find(bench, "count", "dral")?;
    let theirs = find(bench, "count", "plain")?;
    for count in CONSTANT_COUNTS {
        check(name, ours, theirs, &Inputs::Numbers(&[count]))?;
    }
    let ratios = move |count, rounds| {
        let counts = vec![count; CONSTANTS];
        let inputs = Inputs::Numbers(&counts);
        let us = || ours.run(&inputs);
        timer::ratios(rounds, &us, &|| theirs.run(&inputs))
    };
    let median = move |count, rounds| {
        let spread = Spread::of(&ratios(count, rounds));
        spread.map_or(f64::INFINITY, |spread| spread.median)
    };
    Ok(Row::new(name, PLAIN, Level::Baseline.name(), move |rounds| {
        let mut worst = (f64::INFINITY, CONSTANT_COUNTS[0]);
        for count in CONSTANT_COUNTS {
            let median = median(count, rounds);
            if median < worst.0 {
                worst = (median, count);
            }
        }
        Run {
            ratios: ratios(worst.1, rounds),
            note: Some(format!("{} vertices", worst.1)),
        }
    }))
}

/// Ten times the time for a tenth of the draws, divided by the time for all.
fn linear(bench: &Workbench) -> Result<Row<'_>, Failure> {
    let ours = find(bench, "draw 16", "dral")?;
    let all = ours.inputs();
    if all.len() != 10 * TENTH_OF_DRAWS {
        return Err(format!("{} draws", all.len()).into());
    }
    let run_tenth = move || {
        for _ in 0..10 {
            ours.run(&Inputs::Draws(TENTH_OF_DRAWS));
        }
    };
    Ok(timed(
        "16 attributes, from scratch, 100,000 draws",
        "10 times 10,000 draws",
        Level::Baseline,
        move || ours.run(&all),
        run_tenth,
    ))
}

fn numbers(subject: Subject<'_>) -> Result<&[u32], Failure> {
    match subject.inputs() {
        Inputs::Numbers(numbers) => Ok(numbers),
        Inputs::Draws(_) => Err("draws instead of numbers".into()),
    }
}

/// Compares with one division of the same quotients.
fn divider_limit(bench: &Workbench) -> Result<Row<'_>, Failure> {
    let ours = find(bench, "divisor", "dral")?;
    let bare = find(bench, "divisor", "bare")?;
    let inputs = numbers(ours)?;
    let normalized: Vec<u32> = inputs
        .iter()
        .map(|divisor| divisor << divisor.leading_zeros())
        .collect();
    Ok(timed(
        DIVISOR,
        "a bare 64-bit division",
        Level::Baseline,
        move || ours.run(&Inputs::Numbers(inputs)),
        move || bare.run(&Inputs::Numbers(&normalized)),
    ))
}

/// The time that other implementations take to make a divisor.
fn peers(bench: &Workbench) -> Result<Vec<Row<'_>>, Failure> {
    let name = DIVISOR;
    let level = Level::Baseline;
    let ours = find(bench, "divisor", "dral")?;
    let inputs = numbers(ours)?;
    let us = move || ours.run(&Inputs::Numbers(inputs));
    let mut rows = Vec::new();
    for (peer, package) in
        [("libdivide", "libdivide-dev"), ("fxdiv", "libfxdiv-dev")]
    {
        rows.push(match bench.find("divisor", peer) {
            Some(theirs) => timed(name, peer, level, us, move || {
                theirs.run(&Inputs::Numbers(inputs));
            }),
            None => {
                let reason = format!("no {peer}.h; Debian: {package}");
                Row::done(name, peer, level.name(), Run::failed(reason))
            }
        });
    }
    for (peer, make) in CRATES {
        rows.push(timed(name, peer, level, us, move || {
            bench.run_function(make, inputs);
        }));
    }
    Ok(rows)
}
