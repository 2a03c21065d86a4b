// SPDX-License-Identifier: MIT

//! `dral dynamic-state`: what it prints, what it refuses, and hostile
//! arguments.

mod answer;
mod hostile;
mod known;
mod refusals;
