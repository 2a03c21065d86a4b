// SPDX-License-Identifier: MIT

//! The report as a page: the summary with a table of what was found, an article
//! for each finding, and the rules that are broken.

use super::group::Group;
use crate::escape::escaped;
use crate::failure::Failure;
use crate::output::{Part, Sheet};
use crate::page::grid::{Cell, Grid, Shape};
use crate::page::{self, Comparison, Facts, Head, Rules, Section, Words};
use crate::trace::model;
use crate::trace::rules::finding::Finding;
use crate::trace::rules::shown::{Shown, WordsOf};
use askama::Template;
use dral::instancing::{Draw, DrawInfo};
use std::io::Write;

/// A finding that the page will have.
struct Told {
    part: Part,
    /// The words that were found, and the right ones.
    words: Option<(Shown, Shown)>,
    grid: Option<Grid<'static>>,
}

/// What the page will have.
#[derive(Default)]
pub struct Page {
    told: Vec<Told>,
}

#[derive(Template)]
#[template(path = "trace_groups.html")]
struct Groups<'a> {
    heading: &'a str,
    facts: Facts<'a>,
    groups: &'a [Group],
}

#[derive(Template)]
#[template(path = "finding.html")]
struct Article<'a> {
    number: usize,
    heading: &'a str,
    facts: Facts<'a>,
    comparison: Option<Comparison>,
    grid: Option<&'a Grid<'static>>,
}

#[derive(Template)]
#[template(path = "trace_end.html")]
struct End {
    rules: Vec<Section>,
}

impl Page {
    /// Begins the page.
    pub fn begin(title: &str, output: &mut dyn Write) -> Result<Self, Failure> {
        let skip = ("summary", "Skip to the summary");
        page::write(&Head { title: &escaped(title), skip }, output)?;
        Ok(Self::default())
    }

    /// Adds a finding, as a terminal shows it, and the draw that it is in.
    pub fn finding(
        &mut self,
        finding: &Finding,
        draw: Option<&model::Draw>,
        mut sheet: Sheet,
    ) {
        let lines = sheet.parts.iter_mut().flat_map(|part| &mut part.lines);
        for line in lines.filter(|line| line.rule.is_some()) {
            // The link contains the name of the section.
            line.value.clear();
        }
        let words = finding
            .right
            .as_ref()
            .map(|right| (finding.found.clone(), right.clone()));
        let told = sheet.parts.into_iter().map(|part| Told {
            part,
            words: words.clone(),
            grid: draw.and_then(|draw| elements(finding, draw)),
        });
        self.told.extend(told);
    }

    /// Writes the findings and the summary, and ends the page.
    pub fn end(
        &self,
        groups: &[Group],
        summary: &Sheet,
        output: &mut dyn Write,
    ) -> Result<(), Failure> {
        // The verdict comes first.
        for part in &summary.parts {
            let (heading, facts) = (&part.heading, Facts::new(part));
            page::write(&Groups { heading, facts, groups }, output)?;
        }
        let mut rules = Rules::default();
        for (number, told) in (1..).zip(&self.told) {
            let article = article(number, told);
            rules.cite(article.facts.rules());
            page::write(&article, output)?;
        }
        page::write(&End { rules: rules.sections() }, output)
    }
}

/// The elements that the threads read, with the right ones where they differ.
fn elements(finding: &Finding, draw: &model::Draw) -> Option<Grid<'static>> {
    let (first, place) = (finding.first_wrong?, finding.attribute?);
    let found = draw.attributes().find(|access| access.place == place)?;
    let right = found.with_words(&finding.right.as_ref()?.words)?;
    let found = found.clone();
    let Draw { info, padded_count, .. } = draw.resolved;
    let DrawInfo { vertex_count, instance_count, .. } = info;
    let vertices = u64::from(vertex_count);
    let shape = Shape {
        vertices,
        instances: instance_count.into(),
        padded: vertices.max(padded_count.into()),
    };
    // The element that is read, and the right one.
    let both = move |vertex: u64, instance: u64| {
        [&found, &right].map(|access| match access.stride {
            0 => 0,
            _ => access.element(instance, vertex) as i64,
        })
    };
    let [number, right] = both(first.vertex, first.instance);
    if number == right {
        // Only the offset is wrong.
        return None;
    }
    let cell = move |vertex: u64, instance: u64| {
        if vertex >= vertices {
            return Cell::Padding(String::new());
        }
        let [number, right] = both(vertex, instance);
        match number == right {
            true => Cell::Thread { number, tint: number as u64 % 4 },
            false => Cell::Wrong { number, right },
        }
    };
    let location = place.location;
    let caption = "The element that each thread reads; where it is wrong, the \
                   right one in parentheses";
    Some(Grid::new(
        shape,
        &[first.vertex],
        &[first.instance],
        format!("Elements of location {location}"),
        caption.into(),
        cell,
    ))
}

fn article(number: usize, told: &Told) -> Article<'_> {
    let comparison = told.words.as_ref().and_then(|(found, right)| {
        let words = match right.kind {
            WordsOf::None => return None,
            WordsOf::Record => Words::record(&right.words),
            WordsOf::Valhall => Words::valhall(&right.words),
        };
        Some(Comparison::new(&found.words, &words))
    });
    let (heading, facts) = (&told.part.heading, Facts::new(&told.part));
    let grid = told.grid.as_ref();
    Article { number, heading, facts, comparison, grid }
}
