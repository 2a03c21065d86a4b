// SPDX-License-Identifier: MIT

//! `dral layout`: what it prints, what it refuses, and hostile files.

mod known;
mod refusals;
mod support;
