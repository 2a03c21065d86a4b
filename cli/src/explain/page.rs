// SPDX-License-Identifier: MIT

//! An explanation as a page: the text, the threads, the elements that they read
//! and the words bit by bit. The elements are what the model of the hardware
//! reads with the words.

use super::answer::{Attribute, Explained};
use super::text;
use crate::failure::Failure;
use crate::output::{numbers, Part};
use crate::page::grid::{Cell, Grid, Shape};
use crate::page::{self, Facts, Rules, Words};
use askama::Template;
use std::io::Write;

#[derive(Template)]
#[template(path = "explain.html")]
struct Page<'a> {
    title: &'a str,
    skip: (&'static str, &'static str),
    facts: Facts<'a>,
    threads: Option<Threads>,
    draw: &'a PageDraw<'a>,
    parts: &'a [Part],
    /// The parts after the attributes.
    rest: &'a [Part],
    rules: Vec<page::Section>,
}

/// The linear ids of the threads.
struct Threads {
    text: String,
    grid: Option<Grid<'static>>,
}

struct AttributeSection<'a> {
    location: u32,
    heading: &'a str,
    facts: Facts<'a>,
    grid: Option<Grid<'a>>,
    words: Words,
}

/// The draw, as explained.
struct PageDraw<'a> {
    explained: &'a Explained,
    shape: Shape,
}

impl<'a> PageDraw<'a> {
    fn new(explained: &'a Explained) -> Self {
        let dispatch = explained.dispatch.as_ref();
        let padded = dispatch.map(|dispatch| dispatch.padded_count);
        let vertices = explained.vertices;
        Self {
            explained,
            shape: Shape {
                vertices: vertices.into(),
                instances: explained.instances.into(),
                padded: padded.unwrap_or(vertices).into(),
            },
        }
    }

    fn threads(&self) -> Option<Threads> {
        self.explained.threads.filter(|&threads| threads > 0)?;
        let Shape { vertices, instances, padded } = self.shape;
        let spare = padded.saturating_sub(vertices);
        let text = match spare {
            0 => format!(
                "Each of the {instances} instances has {vertices} threads, one \
                 per vertex; nothing is padded."
            ),
            _ => format!(
                "Each of the {instances} instances has {padded} threads: \
                 {vertices} vertices and {spare} of padding."
            ),
        };
        let linear_id = move |column: u64, instance: u64| {
            let id = instance * padded + column;
            match column < vertices {
                true => Cell::Thread { number: id as i64, tint: 0 },
                false => Cell::Padding(id.to_string()),
            }
        };
        let grid = self.explained.has_records().then(|| {
            Grid::new(
                self.shape,
                &[],
                &[],
                "Linear ids".into(),
                "The linear id of each thread, by instance and vertex".into(),
                linear_id,
            )
        });
        Some(Threads { text, grid })
    }

    fn elements(&self, attribute: &Attribute) -> Option<Grid<'static>> {
        let model = self.explained.model(&numbers(&attribute.words))?;
        let per_instance = attribute.divisor.is_some();
        let first = self.explained.first_element(attribute);
        let name = if per_instance { "base instance" } else { "start" };
        let caption = match first {
            0 => "The element that each thread reads".into(),
            _ => format!(
                "The element that each thread reads, from the {name}, {first}, \
                 on"
            ),
        };
        let vertices = self.shape.vertices;
        let cell = move |vertex: u64, instance: u64| {
            if vertex >= vertices {
                return Cell::Padding(String::new());
            }
            match model(vertex, instance) {
                Some(element) => Cell::Thread {
                    number: first + i64::from(element),
                    tint: u64::from(element) % 4,
                },
                None => Cell::Gap,
            }
        };
        let marks = match u64::from(attribute.divisor.unwrap_or(0)) {
            0 => vec![],
            divisor => vec![divisor, 2 * divisor],
        };
        let label = format!("Elements of location {}", attribute.location);
        Some(Grid::new(self.shape, &[], &marks, label, caption, cell))
    }

    fn words(&self, words: &[u32]) -> Words {
        match self.explained.has_records() {
            true => Words::record(words),
            false => Words::valhall(words),
        }
    }
}

impl<'a> Page<'a> {
    fn attributes(&self) -> impl Iterator<Item = AttributeSection<'a>> + '_ {
        let attributes = &self.draw.explained.attributes;
        let all = attributes.iter().zip(self.parts);
        all.map(|(attribute, part)| AttributeSection {
            location: attribute.location,
            heading: &part.heading,
            facts: Facts::new(part),
            grid: self.draw.elements(attribute),
            words: self.draw.words(&numbers(&attribute.words)),
        })
    }
}

/// Writes the page.
pub fn write(
    explained: &Explained,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let sheet = text::sheet(explained);
    let Some((head, parts)) = sheet.parts.split_first() else { return Ok(()) };
    let draw = PageDraw::new(explained);
    let (attributes, rest) = parts.split_at(explained.attributes.len());
    let mut rules = Rules::default();
    let lines = sheet.parts.iter().flat_map(|part| &part.lines);
    rules.cite(lines.filter_map(|line| line.rule));
    let page = Page {
        title: &head.heading,
        skip: ("rules", "Skip to the rules"),
        facts: Facts::new(head),
        threads: draw.threads(),
        draw: &draw,
        parts: attributes,
        rest,
        rules: rules.sections(),
    };
    page::write(&page, output)
}
