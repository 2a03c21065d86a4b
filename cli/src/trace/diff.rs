// SPDX-License-Identifier: MIT

//! `dral trace diff`: draws that differ from a good trace.

use super::interrupt;
use super::pass::Reader;
use super::report::form::Form;
use super::report::summary::Report;
use super::rules::pairs::Pairs;
use super::rules::truth::Truths;
use super::text::files::{self, expanded};
use crate::failure::{Failure, Outcome};
use crate::notation::Stated;
use crate::streams::Streams;
use crate::table;
use clap::Args;
use std::path::PathBuf;
use std::slice;

#[derive(Args)]
pub struct Arguments {
    /// The good trace and the other one; with several files, the good ones,
    /// then -- and the others. A folder stands for its files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The other traces, after --
    #[arg(last = true, value_name = "OTHER")]
    others: Vec<PathBuf>,
    #[command(flatten)]
    form: Form,
}

impl Arguments {
    /// The good files and the others.
    fn sides(&self) -> Result<[Vec<PathBuf>; 2], Failure> {
        let [good, others] = match (&self.files[..], &self.others[..]) {
            ([good, other], []) => {
                [slice::from_ref(good), slice::from_ref(other)]
            }
            (_, []) => {
                let what = "give two files or folders, or the good files, \
                            then -- and the others";
                return Err(Failure::Message(what.into()));
            }
            sides => [sides.0, sides.1],
        };
        Ok([expanded(good)?, expanded(others)?])
    }
}

pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    table::check_once(arguments.files.iter().chain(&arguments.others))?;
    let [good_files, files] = arguments.sides()?;
    let inputs = good_files.iter().chain(&files);
    let look = streams.look;
    arguments.form.write(inputs, streams, |input, output| {
        let [good, other] =
            [&good_files, &files].map(|files| files::title(files));
        let title = format!("Comparison of {other} with {good}");
        let mut report = Report::new(&arguments.form, look, &title, output)?;
        let truths = Truths::new(Stated::default());
        let mut reader = Reader::new(input, truths);
        interrupt::catch();
        let mut pairs = Pairs::default();
        for context in files::by_context(&good_files) {
            reader.read_context(&context, &mut |job| {
                pairs.good(job);
                Ok(())
            })?;
        }
        pairs.end_good();
        if pairs.is_empty() {
            let names = good_files.iter().map(|file| file.display());
            let names: Vec<_> = names.map(|name| name.to_string()).collect();
            reader.fail(&names.join(", "), "the good trace has no draw");
        }
        // A good trace without a job has no draw.
        let before = reader.without_jobs.len();
        for context in files::by_context(&files) {
            reader.read_context(&context, &mut |job| {
                report.count(&job);
                pairs.other(job);
                Ok(())
            })?;
        }
        for (draw, finding) in pairs.end() {
            report.tell(&draw, None, &finding)?;
        }
        let troubles = reader.end(before, files.len());
        report.summary(&reader, &troubles)?;
        Ok((Outcome::refused_if(report.fails()), troubles))
    })
}
