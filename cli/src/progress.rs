// SPDX-License-Identifier: MIT

//! The progress bar of long input.

use indicatif::{ProgressBar, ProgressStyle};

/// Smaller inputs get no progress bar.
const LONG_INPUT: u64 = 4 << 20;

/// A progress bar on standard error, with the input's length in bytes if it is
/// known.
pub fn bar(length: Option<u64>) -> ProgressBar {
    match length {
        Some(length) if length < LONG_INPUT => ProgressBar::hidden(),
        Some(length) => ProgressBar::new(length).with_style(
            ProgressStyle::with_template(
                "{wide_bar} {bytes} of {total_bytes}, {eta} left",
            )
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
        ),
        None => ProgressBar::new_spinner().with_style(
            ProgressStyle::with_template("{spinner} {bytes} read")
                .unwrap_or_else(|_| ProgressStyle::default_spinner()),
        ),
    }
}
