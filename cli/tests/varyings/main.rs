// SPDX-License-Identifier: MIT

//! `dral varyings`: what it prints and draws, what it refuses, and hostile
//! files.

mod known;
mod refusals;
mod support;
