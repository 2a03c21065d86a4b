// SPDX-License-Identifier: MIT

//! The `dral` command.

mod answers;
mod documents;
mod driver_rows;
mod files;
mod in_process;
mod known;
mod layout_rows;
mod pictures;
mod plot;
mod streams;
mod support;
