// SPDX-License-Identifier: MIT

//! What was found, as text, JSON or a page.

pub mod form;
pub mod group;
pub mod page;
pub mod summary;
