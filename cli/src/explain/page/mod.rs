// SPDX-License-Identifier: MIT

//! An explanation as a page: the text, the threads, the elements that they read
//! and the words bit by bit. The numbers are those of the JSON; the elements are
//! what the model of the hardware reads with the words.

mod bits;
mod grid;

use super::{text, Arguments};
use crate::failure::Failure;
use crate::output::{elements, Part};
use crate::page::{self, Facts, Rule, Rules, Section};
use askama::Template;
use bits::Words;
use dral::instancing::{
    AttributeRecord, InstanceId, ValhallAttribute, VertexId,
};
use grid::{places, Cell, Drawing, Grid, Shape};
use serde_json::Value;
use std::io::Write;

/// The section of docs/instancing.md behind each line of the text.
const SECTIONS: [(&str, &str); 15] = [
    ("refused", "A draw"),
    ("instances that fit", "What a draw costs"),
    ("padded count", "Padded vertex count"),
    ("instance size", "Instance size"),
    ("instance primitive size", "Instance size"),
    ("invocation words", "Invocation"),
    ("threads dispatched", "What a draw costs"),
    ("nothing to draw", "A draw"),
    ("vertex id record", "Vertex id and instance id"),
    ("instance id record", "Vertex id and instance id"),
    ("mode", "Attribute modes"),
    ("magic divisor", "Magic divisor"),
    ("attribute offset", "Attribute offset"),
    ("words", "Descriptor words"),
    ("buffer slot", "Tables"),
];

#[derive(Template)]
#[template(path = "explain.html")]
struct Page<'a> {
    title: &'a str,
    skip: (&'static str, &'static str),
    facts: Facts<'a>,
    threads: Option<Threads<'a>>,
    draw: &'a Draw<'a>,
    parts: &'a [Part<'a>],
    /// The words of the draw itself.
    dispatch: Vec<Words>,
    /// Headings and lines after the attributes.
    rest: Vec<(&'a str, Facts<'a>)>,
    rules: Vec<Section>,
}

struct Threads<'a> {
    drawing: Drawing,
    grid: Option<Grid<'a>>,
}

struct Attribute<'a> {
    heading: &'a str,
    facts: Facts<'a>,
    grid: Option<Grid<'a>>,
    words: Words,
}

/// The draw, as explained.
struct Draw<'a> {
    arguments: &'a Arguments,
    explained: &'a Value,
    shape: Shape,
}

/// Words of JSON.
fn numbers(words: &Value) -> Vec<u32> {
    elements(words)
        .filter_map(|word| u32::from_str_radix(word.as_str()?, 16).ok())
        .collect()
}

/// The element that a thread reads.
type Model = Box<dyn Fn(u64, u64) -> Option<u32>>;

impl<'a> Draw<'a> {
    fn new(arguments: &'a Arguments, explained: &'a Value) -> Self {
        let vertices = arguments.vertices.into();
        let padded = &explained["dispatch"]["padded_count"];
        Self {
            arguments,
            explained,
            shape: Shape {
                vertices,
                instances: arguments.instances.into(),
                padded: padded.as_u64().unwrap_or(vertices),
            },
        }
    }

    fn has_records(&self) -> bool {
        self.arguments.arch.has_attribute_records()
    }

    fn rule(&self, label: &str) -> Option<Rule> {
        let (_, title) = SECTIONS.iter().find(|(line, _)| *line == label)?;
        Rule::titled(match *title {
            "Attribute modes" | "Attribute offset" | "Descriptor words"
                if !self.has_records() =>
            {
                "Valhall and later"
            }
            title => title,
        })
    }

    fn facts<'p>(&self, part: &Part<'p>) -> Facts<'p> {
        Facts::new(part, |label, _| self.rule(label))
    }

    fn threads(&self) -> Option<Threads<'static>> {
        let threads = self.explained["threads"].as_u64()?;
        if threads == 0 {
            return None;
        }
        let Shape { vertices, instances, padded } = self.shape;
        let spare = padded.saturating_sub(vertices);
        let percent = |part| 100.0 * part as f64 / padded as f64;
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
        let drawing = Drawing {
            rows: places(instances, &[]),
            used: percent(vertices),
            spare: percent(spare),
            text,
        };
        let linear_id = move |column: u64, instance: u64| {
            let id = instance * padded + column;
            match column < vertices {
                true => Cell::Thread { number: id as i64, tint: 0 },
                false => Cell::Padding(id.to_string()),
            }
        };
        let grid = self.has_records().then(|| {
            Grid::new(
                self.shape,
                &[],
                "Linear ids".into(),
                "The linear id of each thread, by instance and vertex".into(),
                linear_id,
            )
        });
        Some(Threads { drawing, grid })
    }

    /// What the hardware reads with these words.
    fn model(&self, words: &[u32]) -> Option<Model> {
        let padded = self.shape.padded;
        if self.has_records() {
            let record = AttributeRecord::unpack(words).ok()?;
            return Some(Box::new(move |vertex, instance| {
                let linear_id = u32::try_from(instance * padded + vertex);
                record.element(linear_id.ok()?).ok()
            }));
        }
        let words = words.first_chunk()?;
        let attribute = ValhallAttribute::unpack(*words).ok()?;
        Some(Box::new(move |vertex, instance| {
            let vertex = VertexId(u32::try_from(vertex).ok()?);
            let instance = InstanceId(u32::try_from(instance).ok()?);
            attribute.element(vertex, instance).ok()
        }))
    }

    fn elements(
        &self,
        index: usize,
        attribute: &Value,
    ) -> Option<Grid<'static>> {
        let model = self.model(&numbers(&attribute["words"]))?;
        let per_instance = attribute["rate"] == "per instance";
        let divisor = attribute["divisor"].as_u64().unwrap_or_default();
        // The offset of the attribute, or the hardware, adds this element.
        let (first, name) = match per_instance {
            true => (self.arguments.base_instance.into(), "base instance"),
            false => (i64::from(self.arguments.start), "start"),
        };
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
        let marks = match divisor {
            0 => vec![],
            divisor => vec![divisor, 2 * divisor],
        };
        let label = format!("Elements of attribute {index}");
        Some(Grid::new(self.shape, &marks, label, caption, cell))
    }

    fn words(&self, words: &[u32]) -> Words {
        match self.has_records() {
            true => Words::record(words),
            false => Words::valhall(words),
        }
    }

    /// The words of the draw itself.
    fn dispatch(&self) -> Vec<Words> {
        let dispatch = &self.explained["dispatch"];
        let byte = |name: &str, title| {
            let byte = u32::try_from(dispatch[name].as_u64()?);
            Some(Words::size_byte(title, byte.ok()?))
        };
        let words = |words: &Value, bits: fn(&[u32]) -> Words| {
            (!words.is_null()).then(|| bits(&numbers(words)))
        };
        let all = [
            byte("instance_size_byte", "Instance size"),
            byte("instance_primitive_size_byte", "Instance primitive size"),
            words(&dispatch["invocation"], Words::invocation),
            words(&self.explained["vertex_id"], Words::vertex_id),
            words(&self.explained["instance_id"], Words::instance_id),
        ];
        all.into_iter().flatten().collect()
    }
}

impl<'a> Page<'a> {
    fn attributes(&self) -> impl Iterator<Item = Attribute<'a>> + '_ {
        let attributes = elements(&self.draw.explained["attributes"]);
        let all = attributes.zip(self.parts).enumerate();
        all.map(|(index, (attribute, part))| Attribute {
            heading: part.heading,
            facts: self.draw.facts(part),
            grid: self.draw.elements(index, attribute),
            words: self.draw.words(&numbers(&attribute["words"])),
        })
    }
}

/// Writes the page.
pub fn write(
    arguments: &Arguments,
    explained: &Value,
    output: &mut dyn Write,
) -> Result<(), Failure> {
    let sheet = text::sheet(explained);
    let parts = sheet.parts();
    let Some((head, parts)) = parts.split_first() else { return Ok(()) };
    let draw = Draw::new(arguments, explained);
    let count = elements(&explained["attributes"]).count();
    let (attributes, rest) = parts.split_at(count.min(parts.len()));
    let mut rules = Rules::default();
    for part in [head].into_iter().chain(attributes).chain(rest) {
        rules.cite(draw.facts(part).rules());
    }
    let facts = draw.facts(head);
    let rest = rest.iter().map(|part| (part.heading, draw.facts(part)));
    page::write(
        &Page {
            title: head.heading,
            skip: ("rules", "Skip to the rules"),
            facts,
            threads: draw.threads(),
            draw: &draw,
            parts: attributes,
            dispatch: draw.dispatch(),
            rest: rest.collect(),
            rules: rules.sections(),
        },
        output,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_text_have_sections_of_the_document() {
        let text = include_str!("../text.rs");
        for (label, title) in SECTIONS {
            assert!(Rule::titled(title).is_some(), "{title}");
            assert!(text.contains(&format!("\"{label}\"")), "{label}");
        }
    }
}
