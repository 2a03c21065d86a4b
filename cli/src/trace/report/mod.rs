// SPDX-License-Identifier: MIT

//! What was found, as text, JSON or a page.

pub mod form;
pub mod group;
pub mod page;
mod pictures;
pub mod summary;
