// SPDX-License-Identifier: MIT

//! `dral trace check`: compares the vertex jobs of traces with the model of the
//! hardware.

use super::interrupt;
use super::pass::Reader;
use super::report::form::Form;
use super::report::summary::Report;
use super::rules::history::History;
use super::rules::truth::Truths;
use super::text::files::{self, expanded};
use crate::failure::{Failure, Outcome};
use crate::notation::Stated;
use crate::number;
use crate::streams::Streams;
use crate::table;
use clap::Args;
use std::io::Read;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// Traces as Mesa decodes them (PAN_MESA_DEBUG=trace), or folders of them,
    /// or - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The base instance of every draw, which a trace does not contain
    #[arg(long, value_parser = number::unsigned)]
    base_instance: Option<u32>,
    /// The API divisors of every draw, from location 0, separated by commas;
    /// - is per vertex, and an empty one is unknown
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    divisors: Option<String>,
    /// The draws of the trace, as trace draws writes them or the driver's
    /// lines "// dral:" state them: CSV
    #[arg(long, value_name = "FILE")]
    draws: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
}

impl Arguments {
    /// What the options and the file state.
    fn truths(&self, input: &mut dyn Read) -> Result<Truths, Failure> {
        let mut stated =
            Stated { base_instance: self.base_instance, ..Stated::default() };
        if let Some(list) = &self.divisors {
            stated.set("divisors", list).map_err(|what| {
                Failure::Message(format!("--divisors: {what}"))
            })?;
        }
        let mut truths = Truths::new(stated);
        if let Some(file) = &self.draws {
            table::each_of_some(file, input, |draw, place| {
                let added = truths.add(0, draw);
                added.map_err(|what| {
                    Failure::Message(format!("{place}: {what}"))
                })
            })?;
        }
        Ok(truths)
    }
}

pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    table::check_once(arguments.files.iter().chain(&arguments.draws))?;
    let files = expanded(&arguments.files)?;
    let truths = arguments.truths(streams.input)?;
    let inputs = files.iter().chain(&arguments.draws);
    let look = streams.look;
    arguments.form.write(inputs, streams, |input, output| {
        let mut report = Report::new(
            &arguments.form,
            look,
            &format!("Check of {}", files::title(&files)),
            output,
        )?;
        let mut reader = Reader::new(input, truths);
        interrupt::catch();
        let mut history = History::default();
        let contexts = files::by_context(&files);
        let alone = contexts.iter().filter(|files| files.len() == 1);
        reader.alone = alone.count();
        for context in contexts {
            reader.read_context(&context, &mut |job| {
                report.take(job, &mut history)
            })?;
            let alone = std::mem::take(&mut history).end();
            for (draw, finding) in alone {
                report.tell(&draw, None, &finding)?;
            }
        }
        let troubles = reader.end(0, files.len());
        report.summary(&reader, &troubles)?;
        Ok((Outcome::refused_if(report.fails()), troubles))
    })
}
