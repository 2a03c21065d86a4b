// SPDX-License-Identifier: MIT

//! Times two sides alternately. Only time in which the thread runs counts, so
//! other programs only affect the caches.

use cpu_time::ThreadTime;
use std::time::Duration;

/// The length of a sample: long enough that the clock's resolution does not
/// matter, and short enough that few samples are interrupted.
const SAMPLE: Duration = Duration::from_micros(400);

fn time(repetitions: u32, side: &dyn Fn()) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..repetitions {
        side();
    }
    start.elapsed().as_secs_f64() / f64::from(repetitions)
}

/// The number of calls in a sample.
fn repetitions(side: &dyn Fn()) -> u32 {
    // The first call warms up.
    side();
    let shortest = (0..3).map(|_| time(1, side)).fold(f64::INFINITY, f64::min);
    (SAMPLE.as_secs_f64() / shortest).ceil().max(1.0) as u32
}

/// The time of their side as a multiple of ours: the lower quartile, the median
/// and the upper quartile of as many ratios as rounds. The side that goes first
/// alternates.
pub fn ratios(rounds: usize, ours: &dyn Fn(), theirs: &dyn Fn()) -> [f64; 3] {
    let our_repetitions = repetitions(ours);
    let their_repetitions = repetitions(theirs);
    let mut ratios: Vec<f64> = (0..rounds)
        .map(|round| {
            if round % 2 == 0 {
                let our_time = time(our_repetitions, ours);
                time(their_repetitions, theirs) / our_time
            } else {
                let their_time = time(their_repetitions, theirs);
                their_time / time(our_repetitions, ours)
            }
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarters| ratios[quarters * (rounds - 1) / 4])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::hint::black_box;

    #[test]
    fn each_round_times_both_sides() {
        let (ours, theirs) = (Cell::new(0), Cell::new(0));
        // Longer than a sample, so that no call is repeated.
        let works = |calls: &Cell<u32>, steps| {
            calls.set(calls.get() + 1);
            let start = ThreadTime::now();
            while start.elapsed() < 2 * SAMPLE * steps {
                black_box(());
            }
        };
        let ratios = ratios(4, &|| works(&ours, 1), &|| works(&theirs, 5));
        // In addition to the rounds, each is called once to warm up and three
        // times to estimate its time.
        assert_eq!((ours.get(), theirs.get()), (8, 8));
        assert!(ratios.is_sorted() && ratios[2] > 2.0, "{ratios:?}");
    }
}
