// SPDX-License-Identifier: MIT

//! One line of the results.

use crate::statistics::Spread;
use crate::Failure;

/// The result of a run.
pub struct Run {
    /// The time of the other side, as a multiple of the library's, once per
    /// round.
    pub ratios: Vec<f64>,
    pub note: Option<String>,
}

impl Run {
    /// A run that only says why nothing was measured.
    pub fn failed(reason: impl Into<String>) -> Self {
        Self { ratios: Vec::new(), note: Some(reason.into()) }
    }
}

/// Makes a run with this number of rounds.
type Measurement<'a> = Box<dyn Fn(usize) -> Run + 'a>;

pub struct Row<'a> {
    pub kernel: String,
    pub against: String,
    /// The processors that both sides were compiled for.
    pub level: &'static str,
    /// The lowest ratio that meets the goal, if there is a goal.
    pub goal: Option<f64>,
    /// None if its only run was made elsewhere.
    measurement: Option<Measurement<'a>>,
    pub runs: Vec<Run>,
}

/// How a row compares with its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Met,
    Missed,
    /// The row has no goal.
    None,
    NotMeasured,
}

impl<'a> Row<'a> {
    pub fn new(
        kernel: impl Into<String>,
        against: impl Into<String>,
        level: &'static str,
        measurement: impl Fn(usize) -> Run + 'a,
    ) -> Self {
        let measurement: Measurement = Box::new(measurement);
        let row = Self::done(kernel, against, level, Run::failed(""));
        Self { measurement: Some(measurement), runs: Vec::new(), ..row }
    }

    /// A row with a single run.
    pub fn done(
        kernel: impl Into<String>,
        against: impl Into<String>,
        level: &'static str,
        run: Run,
    ) -> Self {
        Self {
            kernel: kernel.into(),
            against: against.into(),
            level,
            goal: None,
            measurement: None,
            runs: vec![run],
        }
    }

    pub fn goal(self, goal: f64) -> Self {
        Self { goal: Some(goal), ..self }
    }

    /// Makes one more run.
    pub fn measure(&mut self, rounds: usize) -> Result<(), Failure> {
        if let Some(measurement) = &self.measurement {
            let run = measurement(rounds);
            if run.ratios.is_empty() {
                return Err(format!("{}: no round", self.kernel).into());
            }
            self.runs.push(run);
        }
        Ok(())
    }

    /// The spread over all rounds of all runs.
    pub fn spread(&self) -> Option<Spread> {
        let ratios: Vec<f64> =
            self.runs.iter().flat_map(|run| &run.ratios).copied().collect();
        Spread::of(&ratios)
    }

    /// The median of each run.
    pub fn medians(&self) -> Vec<f64> {
        let spreads = self.runs.iter().map(|run| Spread::of(&run.ratios));
        spreads.flatten().map(|spread| spread.median).collect()
    }

    /// Compares the goal with the ratio as it is printed.
    pub fn verdict(&self) -> Verdict {
        match (self.spread(), self.goal) {
            (None, _) => Verdict::NotMeasured,
            (_, None) => Verdict::None,
            (Some(spread), Some(goal)) => {
                let hundredths = |ratio: f64| (ratio * 100.0).round();
                if hundredths(spread.median) >= hundredths(goal) {
                    Verdict::Met
                } else {
                    Verdict::Missed
                }
            }
        }
    }

    /// Remarks about the row.
    pub fn notes(&self) -> String {
        let mut notes: Vec<&str> =
            self.runs.iter().filter_map(|run| run.note.as_deref()).collect();
        notes.dedup();
        notes.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(run: Run) -> Row<'static> {
        Row::done("kernel", "other", "baseline", run)
    }

    #[test]
    fn a_goal_is_met_or_missed_as_printed() {
        let measured = |ratio| row(Run { ratios: vec![ratio], note: None });
        let verdict = |ratio, goal| measured(ratio).goal(goal).verdict();
        assert_eq!(verdict(2.0, 2.0), Verdict::Met);
        assert_eq!(verdict(1.996, 2.0), Verdict::Met);
        assert_eq!(verdict(1.994, 2.0), Verdict::Missed);
        assert_eq!(measured(9.0).verdict(), Verdict::None);
    }

    #[test]
    fn a_row_without_measurements_meets_no_goal() {
        let row = row(Run::failed("no such header")).goal(1.0);
        assert_eq!(row.verdict(), Verdict::NotMeasured);
        assert_eq!(row.notes(), "no such header");
    }

    #[test]
    fn a_run_without_rounds_is_an_error() {
        let none = |_| Run { ratios: Vec::new(), note: None };
        let mut row = Row::new("kernel", "other", "baseline", none);
        assert!(row.measure(31).is_err());
    }
}
