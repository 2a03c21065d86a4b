// SPDX-License-Identifier: MIT

//! Logarithmic axes: whole powers of two.

use super::axis::Axis;

/// A range between two powers of two, by their logarithms.
pub struct Octaves {
    first: u32,
    last: u32,
}

/// More labels than this would be too close to each other.
const MOST_LABELS: u32 = 12;

impl Octaves {
    /// The smallest range that contains both numbers; the second must be
    /// greater.
    pub fn covering(from: u32, to: u32) -> Self {
        Self { first: from.ilog2(), last: (to - 1).ilog2() + 1 }
    }

    /// An axis with labels at powers of two.
    pub fn axis(&self) -> Axis {
        let step = (self.last - self.first).div_ceil(MOST_LABELS);
        let powers = (self.first..=self.last).step_by(step as usize);
        Axis {
            range: f64::from(self.first)..f64::from(self.last),
            ticks: powers.map(f64::from).collect(),
            label: |power| format!("2^{power:.0}"),
        }
    }

    /// The place of a number on the axis.
    pub fn place(number: u32) -> f64 {
        f64::from(number).log2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_begins_and_ends_at_powers_of_two() {
        for (from, to, range) in [
            (1, 2, 0.0..1.0),
            (1, 256, 0.0..8.0),
            (1, 257, 0.0..9.0),
            (200, 250, 7.0..8.0),
            (1 << 22, u32::MAX, 22.0..32.0),
        ] {
            assert_eq!(Octaves::covering(from, to).axis().range, range);
        }
    }

    #[test]
    fn labels_are_neither_few_nor_many() {
        for to in (1..32).map(|power| 1 << power) {
            let labels = Octaves::covering(1, to).axis().ticks.len();
            assert!((2..=13).contains(&labels), "{to}: {labels}");
        }
        let axis = Octaves::covering(100, 4000).axis();
        let labels: Vec<_> = axis.ticks.into_iter().map(axis.label).collect();
        assert_eq!(
            labels,
            ["2^6", "2^7", "2^8", "2^9", "2^10", "2^11", "2^12"]
        );
    }
}
