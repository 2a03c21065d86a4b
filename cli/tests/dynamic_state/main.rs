// SPDX-License-Identifier: MIT

//! `dral dynamic-state`: what it prints, what it refuses, and hostile
//! arguments.

mod answer;
mod known;
mod refusals;
