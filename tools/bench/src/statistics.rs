// SPDX-License-Identifier: MIT

//! Medians and quartiles.

/// The median of the values, and the medians of their halves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    pub lower: f64,
    pub median: f64,
    pub upper: f64,
}

impl Spread {
    /// `None` if there are no values.
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = share * (sorted.len() - 1) as f64;
            let (below, above) = (place.floor(), place.ceil());
            let (low, high) = (sorted[below as usize], sorted[above as usize]);
            low + (high - low) * (place - below)
        };
        Some(Self { lower: at(0.25), median: at(0.5), upper: at(0.75) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_may_lie_between_values() {
        let spread = Spread::of(&[4.0, 1.0, 3.0, 2.0, 5.0]);
        let whole = Spread { lower: 2.0, median: 3.0, upper: 4.0 };
        assert_eq!(spread, Some(whole));
        let spread = Spread::of(&[2.0, 1.0]);
        let between = Spread { lower: 1.25, median: 1.5, upper: 1.75 };
        assert_eq!(spread, Some(between));
        assert_eq!(Spread::of(&[]), None);
    }
}
