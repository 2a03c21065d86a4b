// SPDX-License-Identifier: MIT

//! Running the command as a function. The hostile tests and evidence/fuzz/ use
//! it too.

use dral_cli::{run, run_layout, Look, Streams};
use std::ffi::OsString;
use std::io::Read;

/// The result of a call.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u8,
    pub output: String,
    pub errors: String,
}

/// Runs the command in this process, or `dral-layout` if that is the first
/// argument.
pub fn answer<T: Into<OsString>>(
    arguments: impl IntoIterator<Item = T>,
    input: impl Read,
) -> Answer {
    answer_on(Look::default(), arguments, input)
}

/// The same with streams on which text looks like this.
pub fn answer_on<T: Into<OsString>>(
    look: Look,
    arguments: impl IntoIterator<Item = T>,
    mut input: impl Read,
) -> Answer {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut arguments: Vec<OsString> =
        arguments.into_iter().map(T::into).collect();
    let streams = &mut Streams {
        input: &mut input,
        output: &mut output,
        errors: &mut errors,
        look,
        error_look: look,
    };
    let status = match arguments.first() {
        Some(first) if first == "dral-layout" => run_layout(arguments, streams),
        _ => {
            arguments.insert(0, "dral".into());
            run(arguments, streams)
        }
    };
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Answer { status, output: text(output), errors: text(errors) }
}
