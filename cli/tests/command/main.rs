// SPDX-License-Identifier: MIT

//! The `dral` command.

mod colors;
mod counts;
mod driver_rows;
mod files;
mod in_process;
mod layout_rows;
mod layout_sets;
mod pictures;
mod refusals;
mod streams;
mod support;
mod transcripts;
