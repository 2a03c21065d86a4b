// SPDX-License-Identifier: MIT

//! The `dral` command, run as a program.

mod driver_rows;
mod people;
mod plot;
mod rows;
mod support;
