// SPDX-License-Identifier: MIT

//! The `dral` command, run as a program.

mod columns;
mod driver_defects;
mod driver_rows;
mod example;
mod files;
mod indirect;
mod people;
mod pictures;
mod plot;
mod rows;
mod streams;
mod support;
