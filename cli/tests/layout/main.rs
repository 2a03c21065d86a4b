// SPDX-License-Identifier: MIT

//! `dral layout`: what it prints, what it refuses, and hostile files.

mod driver_rows;
mod known;
mod refusals;
mod support;
