// SPDX-License-Identifier: MIT

//! The report as a page: the summary with a table of what was found, an article
//! for each finding, and the rules that are broken.

use super::group::Group;
use crate::escape::escaped;
use crate::failure::Failure;
use crate::output::{Part, Sheet};
use crate::page::grid::{Cell, Grid, Shape};
use crate::page::{self, Comparison, Facts, Head, Rules, Section, Words};
use crate::trace::model::Reading;
use crate::trace::rules::finding::Finding;
use crate::trace::rules::shown::{Shown, WordsOf};
use askama::Template;
use dral::instancing::{Draw, DrawInfo};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::rc::Rc;

/// A finding that the page will have.
struct Told {
    file: Rc<str>,
    line: u64,
    part: Part,
    /// The decoder's names of wrong fields.
    fields: &'static [&'static str],
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

/// A line of a trace.
#[derive(Clone)]
struct Line {
    number: u64,
    indent: String,
    text: String,
    is_wrong: bool,
}

#[derive(Template)]
#[template(path = "finding.html")]
struct Article<'a> {
    number: usize,
    heading: &'a str,
    facts: Facts<'a>,
    comparison: Option<Comparison>,
    grid: Option<&'a Grid<'static>>,
    lines: Vec<Line>,
}

#[derive(Template)]
#[template(path = "trace_end.html")]
struct End {
    rules: Vec<Section>,
}

/// The descriptors that begin at some lines of a file.
type Excerpts = BTreeMap<u64, Vec<Line>>;

/// Lines of a descriptor that a page shows.
const MOST_LINES: usize = 24;

/// The descriptors that begin at these lines of a file, as far as it can be
/// read again: their lines are indented by more than the first one.
fn excerpts(file: &str, lines: &BTreeSet<u64>) -> Excerpts {
    let mut excerpts = Excerpts::new();
    let (Ok(file), Some(&last)) = (File::open(file), lines.last()) else {
        return excerpts;
    };
    if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return excerpts;
    }
    let indent = |text: &str| text.len() - text.trim_start().len();
    // The line at which the descriptor began, and its indentation.
    let mut open: Option<(u64, usize)> = None;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        let read = reader.by_ref().take(1 << 16).read_until(b'\n', &mut text);
        if !matches!(read, Ok(count) if count > 0) {
            break;
        }
        let is_wanted = lines.contains(&number);
        if open.is_none() && !is_wanted {
            if number > last {
                break;
            }
            continue;
        }
        let line = String::from_utf8_lossy(&text);
        let line = line.trim_end();
        if is_wanted {
            open = Some((number, indent(line)));
        }
        let Some((begin, outer)) = open else { continue };
        let excerpt = excerpts.entry(begin).or_default();
        let ends = number > begin && indent(line) <= outer;
        if ends || excerpt.len() >= MOST_LINES {
            open = None;
            continue;
        }
        let spaces = " ".repeat(indent(line).saturating_sub(outer));
        let text = escaped(line.trim_start()).into_owned();
        excerpt.push(Line { number, indent: spaces, text, is_wrong: false });
    }
    excerpts
}

/// The place of a field in the lines of a descriptor.
fn place(lines: &[Line], field: &str) -> Option<usize> {
    let is_it = |line: &Line| line.text.split(": ").next() == Some(field);
    match field {
        // Before the API divisor the decoder prints one that it computes.
        "Divisor" => lines.iter().rposition(is_it),
        _ => lines.iter().position(is_it),
    }
}

/// The decoder's names of a field of the words.
fn decoder_names(field: &str) -> &'static [&'static str] {
    match field {
        "type" => &["Type"],
        "attribute type" => &["Attribute type"],
        "R, shift" => &["Divisor R"],
        "P, odd" => &["Divisor P"],
        "E, extra flags" => &["Divisor E"],
        "magic" => &["Divisor Numerator", "Divisor D"],
        "API divisor" => &["Divisor"],
        "stride" => &["Stride"],
        "size" => &["Size"],
        "offset, signed" => &["Offset"],
        "offset enable" => &["Offset enable"],
        _ => &[],
    }
}

impl Page {
    /// Begins the page.
    pub fn begin(
        files: &[PathBuf],
        output: &mut dyn Write,
    ) -> Result<Self, Failure> {
        let title = match files {
            [file] => format!("Check of {}", file.display()),
            files => format!("Check of {} traces", files.len()),
        };
        let skip = ("summary", "Skip to the summary");
        page::write(&Head { title: &escaped(&title), skip }, output)?;
        Ok(Self::default())
    }

    /// Adds a finding, as a terminal shows it, and the draw that it is in.
    pub fn finding(
        &mut self,
        file: &Rc<str>,
        finding: &Finding,
        reading: Option<&Reading>,
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
            file: Rc::clone(file),
            line: finding.line,
            part,
            fields: finding.fields,
            words: words.clone(),
            grid: reading.and_then(|reading| elements(finding, reading)),
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
        let mut lines: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
        for told in &self.told {
            lines.entry(&told.file).or_default().insert(told.line);
        }
        let excerpts: BTreeMap<_, _> = lines
            .into_iter()
            .map(|(file, lines)| (file, excerpts(file, &lines)))
            .collect();
        let mut rules = Rules::default();
        for (number, told) in (1..).zip(&self.told) {
            let excerpt = excerpts.get(&*told.file);
            let excerpt = excerpt.and_then(|all| all.get(&told.line));
            let article = article(number, told, excerpt);
            rules.cite(article.facts.rules());
            page::write(&article, output)?;
        }
        page::write(&End { rules: rules.sections() }, output)
    }
}

/// The elements that the threads read, with the right ones where they differ.
fn elements(finding: &Finding, reading: &Reading) -> Option<Grid<'static>> {
    let (first, place) = (finding.first_wrong?, finding.attribute?);
    let found = reading.attributes().find(|access| access.place == place)?;
    let right = found.with_words(&finding.right.as_ref()?.words)?;
    let found = found.clone();
    let Draw { info, padded_count, .. } = reading.draw;
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

fn article<'a>(
    number: usize,
    told: &'a Told,
    excerpt: Option<&Vec<Line>>,
) -> Article<'a> {
    let comparison = told.words.as_ref().and_then(|(found, right)| {
        let words = match right.kind {
            WordsOf::None => return None,
            WordsOf::Record => Words::record(&right.words),
            WordsOf::Valhall => Words::valhall(&right.words),
        };
        Some(Comparison::new(&found.words, &words))
    });
    let mut lines = excerpt.cloned().unwrap_or_default();
    let names = comparison.iter().flat_map(Comparison::names);
    let mut names: Vec<_> = names.flat_map(decoder_names).copied().collect();
    if names.is_empty() {
        names.extend(told.fields);
    }
    // Without a field that is known, the descriptor is wrong.
    let places: Vec<_> =
        names.iter().filter_map(|name| place(&lines, name)).collect();
    for (number, line) in lines.iter_mut().enumerate() {
        line.is_wrong = match places.is_empty() {
            true => number == 0,
            false => places.contains(&number),
        };
    }
    let (heading, facts) = (&told.part.heading, Facts::new(&told.part));
    let grid = told.grid.as_ref();
    Article { number, heading, facts, comparison, grid, lines }
}
