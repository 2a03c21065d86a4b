// SPDX-License-Identifier: MIT

//! What is measured beside what, and the goals.

use crate::build::{Level, Workbenches};
use crate::crates::CRATES;
use crate::row::{Row, Run};
use crate::statistics::Spread;
use crate::timer;
use crate::workbench::{Inputs, Subject, Workbench};
use crate::Failure;

/// A goal of at most a tenth more time.
const WITHIN_A_TENTH: f64 = 1.0 / 1.1;

/// Below, at and above each border of the driver rule, and some that are
/// common.
const CONSTANT_COUNTS: [u32; 10] = [3, 6, 9, 10, 19, 20, 70, 100, 1000, 65_536];

/// As many as a batch: they stay in the nearest cache.
const CONSTANTS: usize = 4096;

/// The draws of which ten times as many should take ten times as long.
const TENTH_OF_DRAWS: usize = 10_000;

pub const PLAIN: &str = "plain C";

const PREPARED_8: &str = "8 attributes, prepared and bound";
const PREPARED_16: &str = "16 attributes, prepared and bound";

/// Draws with their tables: the name of the row, the kernel, the library's
/// side and the goal.
const DRAWS: [(&str, &str, &str, f64); 9] = [
    (PREPARED_8, "draw 8", "dral by state", 2.0),
    (PREPARED_16, "draw 16", "dral by state", 2.2),
    ("8 attributes, the same in pairs", "draw 8, pairs", "dral by state", 2.3),
    (
        "16 attributes, the same in pairs",
        "draw 16, pairs",
        "dral by state",
        2.3,
    ),
    ("8 attributes, prepared, raw addresses", "draw 8", "dral by bind", 1.7),
    ("8 attributes, equal keys", "draw 8", "dral by key", 5.0),
    ("8 attributes, from scratch", "draw 8", "dral", 1.1),
    ("16 attributes, from scratch", "draw 16", "dral", 1.2),
    ("8 attributes, record by record", "draw 8", "dral by record", 0.8),
];

/// All of the rows but that of the instructions on aarch64.
pub fn rows(workbenches: &Workbenches) -> Result<Vec<Row<'_>>, Failure> {
    let of = |level| workbenches.of(level).map(|bench| (level, bench));
    let baseline = of(Level::Baseline).ok_or("no baseline was built")?;
    let bench = baseline.1;
    let avx2 = of(Level::Avx2).ok_or(Level::Avx2);
    let avx512 = of(Level::Avx512).ok_or(Level::Avx512);
    let baseline = Ok(baseline);
    let plain = |name, built, kernel, goal| {
        pair(name, built, kernel, "dral").map(|row| row.goal(goal))
    };
    let mut rows = vec![
        plain("padded count, mixed", baseline, "count", 6.0)?,
        constants(bench)?.goal(1.0),
        plain("magic divisor, mixed", baseline, "divisor", 2.2)?,
        plain("magic divisor, chain", baseline, "chain", 2.0)?,
        plain(
            "padded count to magic divisor",
            baseline,
            "count to divisor",
            4.0,
        )?,
        plain("padded counts, 4096", baseline, "counts", 12.0)?,
        plain("padded counts, 4096", avx2, "counts", 25.0)?,
        plain("magic divisors, 4096", baseline, "divisors", 3.6)?,
        plain("magic divisors, 4096", avx2, "divisors", 5.0)?,
        plain("magic divisors, 4096", avx512, "divisors", 10.0)?,
        linear(bench)?.goal(WITHIN_A_TENTH),
        divider_limit(bench)?.goal(WITHIN_A_TENTH),
    ];
    for (name, kernel, side, goal) in DRAWS {
        rows.push(pair(name, baseline, kernel, side)?.goal(goal));
    }
    rows.push(pair("draw resolved", baseline, "draw resolved", "dral")?);
    for (name, kernel) in [(PREPARED_8, "draw 8"), (PREPARED_16, "draw 16")] {
        let sides = (kernel, "dral by state", "plain by state");
        rows.push(beside(
            name,
            "plain C, prepared",
            (Level::Baseline, bench),
            sides,
        )?);
    }
    rows.extend(other_flags(bench)?);
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

/// Times only compare if the work is the same.
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

/// A row of two sides that are timed by turns.
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

/// The library and plain C for the same inputs.
fn pair<'a>(
    name: &str,
    built: Result<(Level, &'a Workbench), Level>,
    kernel: &str,
    side: &str,
) -> Result<Row<'a>, Failure> {
    let (level, bench) = match built {
        Ok(built) => built,
        Err(level) => {
            let reason = "this processor cannot run it";
            let level = level.name();
            return Ok(Row::not_measured(name, PLAIN, level, reason));
        }
    };
    beside(name, PLAIN, (level, bench), (kernel, side, "plain"))
}

/// Two sides of a kernel for the same inputs.
fn beside<'a>(
    name: &str,
    against: &str,
    (level, bench): (Level, &'a Workbench),
    (kernel, ours, theirs): (&str, &str, &str),
) -> Result<Row<'a>, Failure> {
    let ours = find(bench, kernel, ours)?;
    let theirs = find(bench, kernel, theirs)?;
    let inputs = ours.inputs();
    check(name, ours, theirs, &inputs)?;
    let (us, them) = (move || ours.run(&inputs), move || theirs.run(&inputs));
    Ok(timed(name, against, level, us, them))
}

/// The constant vertex count for which the library does worst. It is found
/// first and then measured anew: of ten medians the least is too low.
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

/// Ten times the time of a tenth of the draws, by the time of all.
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

fn numbers<'a>(subject: Subject<'a>) -> Result<&'a [u32], Failure> {
    match subject.inputs() {
        Inputs::Numbers(numbers) => Ok(numbers),
        Inputs::Draws(_) => Err("draws in place of numbers".into()),
    }
}

/// A division alone, of the same quotients.
fn divider_limit(bench: &Workbench) -> Result<Row<'_>, Failure> {
    let ours = find(bench, "divisor", "dral")?;
    let bare = find(bench, "divisor", "bare")?;
    let inputs = numbers(ours)?;
    let normalized: Vec<u32> = inputs
        .iter()
        .map(|divisor| divisor << divisor.leading_zeros())
        .collect();
    Ok(timed(
        "magic divisor, mixed",
        "a bare 64-bit division",
        Level::Baseline,
        move || ours.run(&Inputs::Numbers(inputs)),
        move || bare.run(&Inputs::Numbers(&normalized)),
    ))
}

/// Plain C with the flags that Mesa sets for itself, which inline ceil.
fn other_flags(bench: &Workbench) -> Result<Vec<Row<'_>>, Failure> {
    let kernels = [
        ("divisor", "magic divisor, mixed"),
        ("divisors", "magic divisors, 4096"),
    ];
    let row = |(kernel, name)| -> Result<Row<'_>, Failure> {
        let ours = find(bench, kernel, "dral")?;
        let theirs = find(bench, kernel, "mesa")?;
        let inputs = ours.inputs();
        check(name, ours, theirs, &inputs)?;
        Ok(timed(
            name,
            "plain C, flags of Mesa",
            Level::Baseline,
            move || ours.run(&inputs),
            move || theirs.run(&inputs),
        ))
    };
    kernels.into_iter().map(row).collect()
}

/// What others take to make a divisor.
fn peers(bench: &Workbench) -> Result<Vec<Row<'_>>, Failure> {
    let name = "magic divisor, mixed";
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
                Row::not_measured(name, peer, level.name(), reason)
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
