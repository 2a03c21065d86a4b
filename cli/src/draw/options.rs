// SPDX-License-Identifier: MIT

//! The options that state a draw. The notation has the same names.

use crate::choice::ARCHITECTURE;
use crate::notation::Stated;
use crate::number;
use clap::Args;
use dral::instancing::Architecture;

#[derive(Args)]
pub struct Options {
    /// The architecture: v4 to v7, or v9 and later
    #[arg(long, value_parser = ARCHITECTURE, hide_possible_values = true)]
    arch: Option<Architecture>,
    /// Use index-driven vertex shading
    #[arg(long)]
    idvs: bool,
    /// Vertices per instance
    #[arg(long, value_parser = number::unsigned)]
    #[arg(required_unless_present = "draws")]
    vertices: Option<u32>,
    /// Instances
    #[arg(long, value_parser = number::unsigned)]
    instances: Option<u32>,
    /// The first vertex, or the smallest index plus the vertex offset
    #[arg(long, value_parser = number::start)]
    start: Option<i32>,
    /// The first instance
    #[arg(long, value_parser = number::unsigned)]
    base_instance: Option<u32>,
    /// API divisors from location 0, separated by commas; - is per vertex, and
    /// with 0 all instances read one element
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    #[arg(value_parser = |text: &str| list("divisors", text))]
    divisors: Option<String>,
    /// Strides from location 0, in bytes
    #[arg(long, value_name = "LIST")]
    #[arg(value_parser = |text: &str| list("strides", text))]
    strides: Option<String>,
    /// Offsets in the element from location 0, in bytes
    #[arg(long, value_name = "LIST")]
    #[arg(value_parser = |text: &str| list("offsets", text))]
    offsets: Option<String>,
    /// Addresses of element 0 from location 0
    #[arg(long, value_name = "LIST")]
    #[arg(value_parser = |text: &str| list("addresses", text))]
    addresses: Option<String>,
    /// Bytes from these addresses to the ends of their buffers
    #[arg(long, value_name = "LIST")]
    #[arg(value_parser = |text: &str| list("sizes", text))]
    sizes: Option<String>,
}

/// Checks a list of the notation.
fn list(name: &str, text: &str) -> Result<String, String> {
    Stated::default().set(name, text).map(|_| text.into())
}

impl Options {
    /// What they state.
    pub fn stated(&self) -> Stated {
        let mut stated = Stated {
            arch: self.arch,
            idvs: self.idvs.then_some(true),
            vertices: self.vertices,
            instances: self.instances,
            start: self.start,
            base_instance: self.base_instance,
            ..Stated::default()
        };
        for (name, list) in [
            ("divisors", &self.divisors),
            ("strides", &self.strides),
            ("offsets", &self.offsets),
            ("addresses", &self.addresses),
            ("sizes", &self.sizes),
        ] {
            if let Some(list) = list {
                // It was checked when it was parsed.
                let _ = stated.set(name, list);
            }
        }
        stated
    }
}
