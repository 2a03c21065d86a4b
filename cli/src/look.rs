// SPDX-License-Identifier: MIT

//! How text looks: on a terminal in colors, and folded at its width.

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::builder::styling::{AnsiColor, Style};
use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use terminal_size::Width;
use textwrap::{WordSplitter, WrapAlgorithm};

/// How text looks on a stream. In a file or a pipe it has no colors, and lines
/// of any length, because programs read it.
#[derive(Clone, Copy, Default)]
pub struct Look {
    /// Text is colored.
    pub is_colored: bool,
    /// The width at which lines are folded.
    pub columns: Option<usize>,
}

/// What text is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Tone {
    #[default]
    Plain,
    Heading,
    /// Sure to be wrong.
    Wrong,
    /// Perhaps wrong.
    Guess,
    Right,
}

impl Tone {
    fn style(self) -> Style {
        let color = |color: AnsiColor| color.on_default();
        match self {
            Self::Plain => Style::new(),
            Self::Heading => Style::new().bold(),
            Self::Wrong => color(AnsiColor::Red).bold(),
            Self::Guess => color(AnsiColor::Yellow).bold(),
            Self::Right => color(AnsiColor::Green),
        }
    }
}

/// The fewest columns of folded text, however narrow the terminal is.
const FEWEST: usize = 20;

impl Look {
    /// How text looks on a stream of the process. The environment can forbid
    /// colors: NO_COLOR, CLICOLOR=0, and TERM=dumb unless CI is set.
    pub(crate) fn of(
        stream: &impl RawStream,
        width: Option<(Width, terminal_size::Height)>,
    ) -> Self {
        Self {
            is_colored: AutoStream::choice(stream) != ColorChoice::Never,
            columns: width.map(|(Width(columns), _)| columns.into()),
        }
    }

    /// Text in its color.
    pub(crate) fn painted(self, tone: Tone, text: &str) -> String {
        let style = tone.style();
        match self.is_colored && !text.is_empty() {
            true => format!("{style}{text}{style:#}"),
            false => text.into(),
        }
    }

    /// The lines of a text, for a place where this many columns are taken.
    pub(crate) fn folded(self, text: &str, taken: usize) -> Vec<Cow<'_, str>> {
        let Some(columns) = self.columns else { return vec![text.into()] };
        let width = columns.saturating_sub(taken).max(FEWEST);
        let options = textwrap::Options::new(width)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation)
            .wrap_algorithm(WrapAlgorithm::FirstFit);
        textwrap::wrap(text, options)
    }

    /// A message of an error: what precedes the first colon is in color.
    pub(crate) fn message(self, text: impl Display) -> String {
        let text = text.to_string();
        match text.split_once(':') {
            Some((who, what)) => {
                let mut message = self.painted(Tone::Wrong, who);
                // A string cannot be full.
                let _ = write!(message, ":{what}");
                message
            }
            None => text,
        }
    }
}
