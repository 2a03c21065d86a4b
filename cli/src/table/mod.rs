// SPDX-License-Identifier: MIT

//! Tables in files: rows of CSV, which can be read one by one, or objects of
//! JSON.

mod columns;
mod csv_file;
mod json;
mod list;
mod row;
mod source;

pub use columns::Columns;
pub use csv_file::Csv;
pub use list::{each, read, Item};
pub use row::{Failed, Places, Row};
pub use source::{open, shortened, without_mark};
