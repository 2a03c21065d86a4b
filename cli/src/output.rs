// SPDX-License-Identifier: MIT

//! Text and JSON on standard output.

use crate::escape::{escaped, escaped_json};
use crate::failure::{Failure, Outcome};
use crate::look::{Look, Tone};
use crate::streams::Streams;
use serde::ser::Serializer;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use std::io::{self, BufWriter, Write};
use tabwriter::TabWriter;

/// A word of a descriptor, as drivers' dumps show it: 8 hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word(pub u32);

impl Display for Word {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        write!(out, "{:08x}", self.0)
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

/// The numbers of words.
pub fn numbers(words: &[Word]) -> Vec<u32> {
    words.iter().map(|word| word.0).collect()
}

/// Values, separated by spaces.
pub fn joined(values: impl IntoIterator<Item = impl Display>) -> String {
    let values = values.into_iter().map(|value| value.to_string());
    values.collect::<Vec<_>>().join(" ")
}

/// Words, separated by spaces.
pub fn words(values: &[u32]) -> String {
    joined(values.iter().map(|&value| Word(value)))
}

/// A number of things, in the singular or the plural.
pub fn counted(count: impl ToString, one: &str, more: &str) -> String {
    let count = count.to_string();
    let what = if count == "1" { one } else { more };
    format!("{count} {what}")
}

/// A rule: a section of docs/reference/instancing.md, by its title. A link of
/// a page to a section that does not exist leads nowhere, which the tests of
/// pages find.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rule(pub &'static str);

impl Rule {
    /// The id of its section in a page.
    pub fn id(self) -> String {
        format!("rule-{}", self.0.to_lowercase().replace(' ', "-"))
    }
}

/// An indented line: a label, its value, and the rule behind it.
pub struct Line {
    pub label: String,
    pub value: String,
    pub rule: Option<Rule>,
    tone: Tone,
}

/// A heading, and what is below it.
#[derive(Default)]
pub struct Part {
    /// Only the first part can lack one.
    pub heading: String,
    tone: Tone,
    pub lines: Vec<Line>,
    rows: Vec<Vec<String>>,
}

/// Labels and values, and rows of cells, for people: on a terminal, where
/// values and cells are aligned, or on a page.
#[derive(Default)]
pub struct Sheet {
    pub parts: Vec<Part>,
}

impl Sheet {
    /// Begins a part.
    pub fn heading(&mut self, text: impl Display) {
        self.toned_heading(Tone::Heading, text);
    }

    /// Begins a part whose heading is more than one.
    pub fn toned_heading(&mut self, tone: Tone, text: impl Display) {
        let heading = escaped(&text.to_string()).into_owned();
        self.parts.push(Part { heading, tone, ..Part::default() });
    }

    fn last(&mut self) -> &mut Part {
        if self.parts.is_empty() {
            self.parts.push(Part::default());
        }
        let last = self.parts.len() - 1;
        &mut self.parts[last]
    }

    /// Adds a line.
    pub fn line(&mut self, label: &str, value: impl Display) {
        self.cite(None, label, value);
    }

    /// Adds a line that a rule explains.
    pub fn cite(
        &mut self,
        rule: impl Into<Option<Rule>>,
        label: &str,
        value: impl Display,
    ) {
        self.push(Tone::Plain, rule.into(), label, value);
    }

    fn push(
        &mut self,
        tone: Tone,
        rule: Option<Rule>,
        label: &str,
        value: impl Display,
    ) {
        let value = escaped(&value.to_string()).into_owned();
        let label = escaped(label).into_owned();
        self.last().lines.push(Line { label, value, rule, tone });
    }

    /// Adds a line if it has a value.
    pub fn some(
        &mut self,
        rule: impl Into<Option<Rule>>,
        label: &str,
        value: Option<impl Display>,
    ) {
        if let Some(value) = value {
            self.cite(rule, label, value);
        }
    }

    /// Adds a line with a tone if it has a value.
    pub fn toned(
        &mut self,
        tone: Tone,
        label: &str,
        value: Option<impl Display>,
    ) {
        if let Some(value) = value {
            self.push(tone, None, label, value);
        }
    }

    /// Adds a row of cells; the first row has their names.
    pub fn row<const N: usize>(&mut self, cells: [impl Display; N]) {
        let cells = cells.map(|cell| escaped(&cell.to_string()).into_owned());
        self.last().rows.push(cells.to_vec());
    }

    /// Writes the sheet as text.
    pub fn print(
        &self,
        output: &mut dyn Write,
        look: Look,
    ) -> Result<(), Failure> {
        let mut aligned = TabWriter::new(output).padding(PADDING);
        for (place, part) in self.parts.iter().enumerate() {
            let Part { heading, tone, lines, rows } = part;
            if place > 0 {
                writeln!(aligned)?;
            }
            if !heading.is_empty() {
                for (place, line) in look.folded(heading, 2).iter().enumerate()
                {
                    let indent = if place > 0 { "  " } else { "" };
                    writeln!(aligned, "{indent}{}", look.painted(*tone, line))?;
                }
            }
            let lines = lines.iter().map(|line| {
                let cells = [format!("  {}", line.label), line.value.clone()];
                (cells.to_vec(), line.tone)
            });
            print_rows(&lines.collect::<Vec<_>>(), &mut aligned, look)?;
            let rows = rows.iter().map(|row| (row.clone(), Tone::Plain));
            print_rows(&rows.collect::<Vec<_>>(), &mut aligned, look)?;
        }
        Ok(aligned.flush()?)
    }
}

/// The space between columns.
const PADDING: usize = 2;

/// Writes rows of cells; the last one is folded and has a tone.
fn print_rows(
    rows: &[(Vec<String>, Tone)],
    output: &mut impl Write,
    look: Look,
) -> io::Result<()> {
    let columns = rows.first().map_or(0, |(cells, _)| cells.len() - 1);
    let width = |column: usize| {
        let cells = rows.iter().map(|(cells, _)| cells[column].chars().count());
        cells.max().unwrap_or(0) + PADDING
    };
    let taken = (0..columns).map(width).sum();
    for (cells, tone) in rows {
        for (place, part) in
            look.folded(&cells[columns], taken).iter().enumerate()
        {
            for cell in &cells[..columns] {
                let cell = if place == 0 { cell } else { "" };
                write!(output, "{cell}\t")?;
            }
            writeln!(output, "{}", look.painted(*tone, part))?;
        }
    }
    Ok(())
}

/// The version of all JSON; it changes if a key goes or means something else.
pub const VERSION: u32 = 1;

/// JSON: an object with the version and a list, which is written item by item.
pub struct JsonList<'a> {
    output: &'a mut dyn Write,
    is_empty: bool,
}

impl<'a> JsonList<'a> {
    /// Begins the object.
    pub fn begin(name: &str, output: &'a mut dyn Write) -> io::Result<Self> {
        write!(output, "{{\n\"version\": {VERSION},\n\"{name}\": [")?;
        Ok(Self { output, is_empty: true })
    }

    pub fn item(&mut self, item: &impl Serialize) -> io::Result<()> {
        let comma = if self.is_empty { "\n" } else { ",\n" };
        self.is_empty = false;
        let item = serde_json::to_string(item)?;
        write!(self.output, "{comma}{}", escaped_json(&item))
    }

    pub fn end(self) -> io::Result<()> {
        let end = if self.is_empty { "" } else { "\n" };
        writeln!(self.output, "{end}]\n}}")
    }
}

/// Something that the command computes for an argument or a row.
pub trait Answer: Serialize {
    /// Whether it is only why the argument or row is refused.
    fn is_refused(&self) -> bool;
}

/// Prints answers as text, or as a list of JSON with this name.
pub fn print<T: Answer>(
    name: &str,
    answers: &[T],
    json: bool,
    sheet: impl FnOnce(&[T]) -> Sheet,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let look = streams.look;
    let mut output = BufWriter::new(&mut *streams.output);
    if json {
        let mut list = JsonList::begin(name, &mut output)?;
        answers.iter().try_for_each(|answer| list.item(answer))?;
        list.end()?;
    } else {
        sheet(answers).print(&mut output, look)?;
    }
    output.flush()?;
    Ok(Outcome::refused_if(answers.iter().any(T::is_refused)))
}
