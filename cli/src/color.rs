// SPDX-License-Identifier: MIT

//! The styles of text on a terminal.

use clap::builder::styling::{AnsiColor, Style};

/// Headings of text.
pub const HEADING: Style = Style::new().bold();

/// The beginning of an error, as clap has it.
pub const ERROR: Style = AnsiColor::Red.on_default().bold();
