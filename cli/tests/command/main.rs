// SPDX-License-Identifier: MIT

//! The `dral` command.

mod computed;
mod driver_rows;
mod files;
mod in_process;
mod layout_rows;
mod look;
mod manual;
mod mesa_words;
mod support;
mod transcripts;
