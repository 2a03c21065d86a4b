// SPDX-License-Identifier: MIT

//! The report as a page: the findings as they are found, then the summary and
//! the rules that are broken.

use crate::escape::escaped;
use crate::failure::Failure;
use crate::output::Sheet;
use crate::page::{self, Facts, Head, Rules, Section};
use askama::Template;
use std::io::Write;
use std::path::PathBuf;

/// A page that is being written.
#[derive(Default)]
pub struct Page {
    findings: usize,
    rules: Rules,
}

#[derive(Template)]
#[template(path = "finding.html")]
struct Article<'a> {
    number: usize,
    heading: &'a str,
    facts: Facts<'a>,
}

#[derive(Template)]
#[template(path = "trace_end.html")]
struct End<'a> {
    heading: &'a str,
    facts: Facts<'a>,
    rules: Vec<Section>,
}

impl Page {
    pub fn begin(
        &mut self,
        files: &[PathBuf],
        output: &mut dyn Write,
    ) -> Result<(), Failure> {
        let title = match files {
            [file] => format!("Check of {}", file.display()),
            files => format!("Check of {} traces", files.len()),
        };
        let skip = ("summary", "Skip to the summary");
        page::write(&Head { title: &escaped(&title), skip }, output)
    }

    /// Adds a finding, as a terminal shows it.
    pub fn finding(
        &mut self,
        sheet: &Sheet,
        output: &mut dyn Write,
    ) -> Result<(), Failure> {
        for part in &sheet.parts {
            let mut facts = Facts::new(part);
            facts.compare(["found", "right"]);
            self.rules.cite(facts.rules());
            // The link has the name of the section.
            for fact in facts.facts.iter_mut().filter(|f| f.rule.is_some()) {
                fact.value.clear();
            }
            self.findings += 1;
            let (number, heading) = (self.findings, &part.heading[..]);
            page::write(&Article { number, heading, facts }, output)?;
        }
        Ok(())
    }

    /// Adds the summary, and ends the page.
    pub fn end(
        &mut self,
        summary: &Sheet,
        output: &mut dyn Write,
    ) -> Result<(), Failure> {
        for part in &summary.parts {
            let facts = Facts::new(part);
            let (heading, rules) = (&part.heading, self.rules.sections());
            page::write(&End { heading, facts, rules }, output)?;
        }
        Ok(())
    }
}
