// SPDX-License-Identifier: MIT

//! The report as a page: the summary with a table of what was found, an article
//! for each finding, and the rules that are broken.

use super::group::Group;
use super::pictures::{self, Registers};
use crate::escape::escaped;
use crate::failure::Failure;
use crate::output::{Part, Sheet};
use crate::page::grid::Grid;
use crate::page::{self, Comparison, Facts, Head, Rules, Section, Words};
use crate::trace::model::Draw;
use crate::trace::rules::finding::Finding;
use crate::trace::rules::shown::{Shown, WordsOf};
use crate::trace::text::job::Counts;
use askama::Template;
use std::io::Write;

/// A finding that the page will have.
struct Told {
    part: Part,
    /// The words that were found, and the right ones.
    words: Option<(Shown, Shown)>,
    grid: Option<Grid<'static>>,
    registers: Option<Registers>,
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
    registers: Option<&'a Registers>,
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
        draw: Option<&Draw>,
        counts: Option<Counts>,
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
            grid: pictures::grid(finding, draw, counts),
            registers: pictures::registers(finding),
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
    let registers = told.registers.as_ref();
    Article { number, heading, facts, comparison, grid, registers }
}
