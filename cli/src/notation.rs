// SPDX-License-Identifier: MIT

//! The one notation for a draw: the columns of CSV, the keys of JSON, the
//! driver's line `// dral:` and the options have these names and this meaning.

use crate::escape::shortened;
use crate::number::{self, integer, unsigned};
use crate::table::{Columns, Item};
use dral::instancing::{Architecture, Idvs, Rate};
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// How often an attribute advances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    Vertex,
    /// Per instance, with this API divisor. With 0, all instances read one
    /// element.
    Instance(u32),
}

impl Step {
    /// The rate and the API divisor.
    pub fn rate(self) -> (Rate, u32) {
        match self {
            Self::Vertex => (Rate::Vertex, 0),
            Self::Instance(divisor) => (Rate::Instance, divisor),
        }
    }
}

/// A draw as somebody states it. What is not stated is unknown. Lists are by
/// location.
#[derive(Clone, Default, Debug)]
pub struct Stated {
    pub arch: Option<Architecture>,
    pub idvs: Option<Idvs>,
    pub vertices: Option<u32>,
    pub instances: Option<u32>,
    pub start: Option<i32>,
    pub base_instance: Option<u32>,
    pub min_index: Option<u32>,
    pub max_index: Option<u32>,
    pub steps: List<Step>,
    pub strides: List<u32>,
    pub offsets: List<u32>,
    pub addresses: List<u64>,
    pub sizes: List<u64>,
    pub job: Option<u64>,
    pub resources: Option<u64>,
}

/// Values by location; an empty one is unknown.
pub type List<T> = Vec<Option<T>>;

/// The names, and what they mean.
pub const NAMES: [(&str, &str); 18] = [
    ("arch", "architecture, such as v7"),
    ("idvs", "1 with index-driven vertex shading"),
    ("vertices", "per instance; indices, if indexed on v9 or later"),
    ("instances", "instances"),
    ("start", "first vertex, or smallest index plus offset"),
    ("base_instance", "first instance"),
    ("min_index", "smallest index"),
    ("max_index", "greatest index"),
    ("divisors", "API divisors (- is per vertex)"),
    ("strides", "in bytes"),
    ("offsets", "in the element, in bytes"),
    ("addresses", "addresses of element 0"),
    ("sizes", "bytes from these addresses to the end"),
    ("job", "address of the draw's job (v4 to v9)"),
    ("resources", "address of its resource table (v10 and later)"),
    ("draw", "its number in a trace"),
    ("line", "its line in a trace"),
    ("shader", "address of its shader"),
];

/// Values of a list; a draw has fewer attributes.
const MOST_LOCATIONS: usize = 1 << 12;

/// Parses an address.
pub fn address(text: &str) -> Result<u64, String> {
    integer(text)
        .and_then(|number| u64::try_from(number).ok())
        .ok_or_else(|| format!("'{}' is not an address", shortened(text)))
}

/// Parses an API divisor, or `-` for an attribute per vertex.
fn step(text: &str) -> Result<Step, String> {
    match text {
        "-" => Ok(Step::Vertex),
        divisor => unsigned(divisor).map(Step::Instance),
    }
}

/// Parses the values of a list.
fn list<T>(
    text: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<List<T>, String> {
    let values = text.split(',').map(|value| match value.trim() {
        "" => Ok(None),
        value => parse(value).map(Some),
    });
    values.take(MOST_LOCATIONS).collect()
}

/// The value at a location, if it is stated.
pub fn at<T: Copy>(values: &[Option<T>], location: u32) -> Option<T> {
    values.get(location as usize).copied().flatten()
}

impl Stated {
    /// Sets the value with this name. Returns whether there is such a name.
    pub fn set(&mut self, name: &str, text: &str) -> Result<bool, String> {
        let text = text.trim();
        match name {
            "arch" => self.arch = Some(number::architecture(text)?),
            "idvs" => {
                self.idvs = match text {
                    "0" | "false" => Some(Idvs::No),
                    "1" | "true" => Some(Idvs::Yes),
                    _ => return Err(format!("{text} is neither 0 nor 1")),
                }
            }
            "vertices" => self.vertices = Some(unsigned(text)?),
            "instances" => self.instances = Some(unsigned(text)?),
            "start" => self.start = Some(number::start(text)?),
            "base_instance" => self.base_instance = Some(unsigned(text)?),
            "min_index" => self.min_index = Some(unsigned(text)?),
            "max_index" => self.max_index = Some(unsigned(text)?),
            "divisors" => self.steps = list(text, step)?,
            "strides" => self.strides = list(text, unsigned)?,
            "offsets" => self.offsets = list(text, unsigned)?,
            "addresses" => self.addresses = list(text, address)?,
            "sizes" => self.sizes = list(text, address)?,
            "job" => self.job = Some(address(text)?),
            "resources" => self.resources = Some(address(text)?),
            "draw" | "line" | "shader" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads a line, such as `base_instance 5, divisors -,3, strides 16,24`.
    /// Returns also what of it cannot be read.
    pub fn line(text: &str) -> (Self, Option<String>) {
        let (mut stated, mut wrong) = (Self::default(), None);
        let mut values: Vec<(&str, String)> = Vec::new();
        for piece in text.split(',').map(str::trim) {
            let begins_name = piece.starts_with(|c: char| c.is_alphabetic());
            match values.last_mut() {
                Some((_, list)) if !begins_name => {
                    list.push(',');
                    list.push_str(piece);
                }
                _ => {
                    let (name, value) =
                        piece.split_once(' ').unwrap_or((piece, ""));
                    values.push((name, value.into()));
                }
            }
        }
        let mut names = HashSet::new();
        for (name, value) in values {
            let set = match names.insert(name) {
                true => stated.set(name, &value),
                false => Err("stated twice".into()),
            };
            let what = match set {
                Ok(true) => continue,
                Ok(false) => format!("{:?} is no name", shortened(name)),
                Err(what) => format!("{name}: {}", shortened(&what)),
            };
            wrong.get_or_insert(what);
        }
        (stated, wrong)
    }

    /// The smallest and the greatest index.
    pub fn index_range(&self) -> Option<RangeInclusive<u32>> {
        let (min, max) = self.min_index.zip(self.max_index)?;
        // All indices are no range of vertices.
        (min <= max && max - min < u32::MAX).then_some(min..=max)
    }

    /// With what options state where the line or row does not.
    pub fn or(mut self, options: &Self) -> Self {
        self.base_instance = self.base_instance.or(options.base_instance);
        if self.steps.is_empty() {
            self.steps.clone_from(&options.steps);
        }
        self
    }

    /// The API divisor of an attribute that is known to have one.
    pub fn divisor(&self, location: u32) -> Option<u32> {
        match self.step(location)? {
            Step::Instance(divisor) => Some(divisor),
            Step::Vertex => None,
        }
    }

    /// The location with a buffer at this address.
    pub fn location_at(&self, test: impl Fn(u64) -> bool) -> Option<usize> {
        self.addresses.iter().position(|address| address.is_some_and(&test))
    }

    pub fn step(&self, location: u32) -> Option<Step> {
        at(&self.steps, location)
    }

    pub fn stride(&self, location: u32) -> Option<u32> {
        at(&self.strides, location)
    }

    pub fn offset(&self, location: u32) -> Option<u32> {
        at(&self.offsets, location)
    }

    pub fn address(&self, location: u32) -> Option<u64> {
        at(&self.addresses, location)
    }

    pub fn size(&self, location: u32) -> Option<u64> {
        at(&self.sizes, location)
    }

    /// A value for a location beyond the list of divisors: the name of its
    /// list, and its location.
    pub fn without_divisor(&self) -> Option<(&'static str, usize)> {
        fn after<T>(list: &[Option<T>], count: usize) -> Option<usize> {
            (count..list.len()).find(|&location| list[location].is_some())
        }
        let count = self.steps.len();
        let values = [
            ("strides", after(&self.strides, count)),
            ("offsets", after(&self.offsets, count)),
            ("addresses", after(&self.addresses, count)),
            ("sizes", after(&self.sizes, count)),
        ];
        values.into_iter().find_map(|(name, location)| Some((name, location?)))
    }

    /// The names and the values of all that is stated, as they are written.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        fn text<T: ToString>(value: &Option<T>) -> Option<String> {
            value.as_ref().map(T::to_string)
        }
        fn texts<T>(
            list: &List<T>,
            text: impl Fn(&T) -> String,
        ) -> Option<String> {
            let values = list.iter().map(|value| value.as_ref().map(&text));
            let values: Vec<_> =
                values.map(Option::unwrap_or_default).collect();
            (!values.is_empty()).then(|| values.join(","))
        }
        let hexadecimal = |value: &u64| format!("{value:#x}");
        let values = [
            ("arch", self.arch.map(|arch| format!("v{}", arch as u32))),
            (
                "idvs",
                self.idvs.map(|idvs| u8::from(idvs == Idvs::Yes).to_string()),
            ),
            ("vertices", text(&self.vertices)),
            ("instances", text(&self.instances)),
            ("start", text(&self.start)),
            ("base_instance", text(&self.base_instance)),
            ("min_index", text(&self.min_index)),
            ("max_index", text(&self.max_index)),
            (
                "divisors",
                texts(&self.steps, |step| match step {
                    Step::Vertex => "-".into(),
                    Step::Instance(divisor) => divisor.to_string(),
                }),
            ),
            ("strides", texts(&self.strides, u32::to_string)),
            ("offsets", texts(&self.offsets, u32::to_string)),
            ("addresses", texts(&self.addresses, hexadecimal)),
            ("sizes", texts(&self.sizes, u64::to_string)),
            ("job", self.job.as_ref().map(hexadecimal)),
            ("resources", self.resources.as_ref().map(hexadecimal)),
        ];
        let stated = values.into_iter().filter_map(|(n, v)| Some((n, v?)));
        stated.collect()
    }
}

/// The names of lists, which are arrays in JSON.
pub const LISTS: [&str; 5] =
    ["divisors", "strides", "offsets", "addresses", "sizes"];

impl Item for Stated {
    const COLUMNS: Columns = Columns { required: 0, all: &NAMES };

    fn set(&mut self, column: &'static str, text: &str) -> Result<(), String> {
        self.set(column, text).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value for each name, in the form in which it is written.
    const VALUES: [(&str, &str); 15] = [
        ("arch", "v7"),
        ("idvs", "1"),
        ("vertices", "70"),
        ("instances", "100"),
        ("start", "-5"),
        ("base_instance", "4"),
        ("min_index", "3"),
        ("max_index", "72"),
        ("divisors", "-,3,,0"),
        ("strides", "16,24"),
        ("offsets", "0,12"),
        ("addresses", "0x1000,,0x2040"),
        ("sizes", "4096,,8192"),
        ("job", "0x7f000"),
        ("resources", "0x8f000"),
    ];

    #[test]
    fn the_page_has_every_name() {
        let page = include_str!("../../docs/guide/command.md");
        for (name, meaning) in NAMES {
            let row = format!("\n- `{name}`: {meaning}\n");
            assert!(page.contains(&row), "{row}");
        }
    }

    #[test]
    fn every_name_is_read_as_it_is_written() {
        let mut stated = Stated::default();
        for (name, text) in VALUES {
            assert_eq!(stated.set(name, text), Ok(true), "{name}");
        }
        let values = stated.values();
        let values = values.iter().map(|(name, text)| (*name, &text[..]));
        assert_eq!(values.collect::<Vec<_>>(), VALUES);
        let known = NAMES.iter().map(|(name, _)| *name);
        assert!(known.eq(VALUES
            .iter()
            .map(|(name, _)| *name)
            .chain(["draw", "line", "shader"])));
        assert_eq!(stated.step(0), Some(Step::Vertex));
        assert_eq!(stated.step(2), None);
        assert_eq!(stated.step(3), Some(Step::Instance(0)));
        assert_eq!(stated.address(2), Some(0x2040));
        let line = VALUES.map(|(name, text)| format!("{name} {text}"));
        for separator in [", ", ","] {
            let (again, wrong) = Stated::line(&line.join(separator));
            assert_eq!((again.values(), wrong), (stated.values(), None));
        }
        let (spaced, wrong) = Stated::line("divisors -, 3, , 0, start -1");
        assert_eq!((spaced.steps, wrong), (stated.steps, None));
        assert_eq!(spaced.start, Some(-1));
        let (partly, wrong) = Stated::line("bases 5, start 2");
        assert_eq!(partly.start, Some(2));
        assert_eq!(wrong.as_deref(), Some("\"bases\" is no name"));
        let (twice, wrong) = Stated::line("start 2, vertices 8, start 3");
        assert_eq!((twice.start, twice.vertices), (Some(2), Some(8)));
        assert_eq!(wrong.as_deref(), Some("start: stated twice"));
        assert_eq!(Stated::default().set("divisor", "3"), Ok(false));
        for (name, text) in
            [("divisors", "1,x"), ("idvs", "2"), ("arch", "v8"), ("job", "-1")]
        {
            assert!(Stated::default().set(name, text).is_err(), "{name}");
        }
    }
}
