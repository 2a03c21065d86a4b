// SPDX-License-Identifier: MIT

//! Running the command as a function. The hostile tests and evidence/fuzz/ use
//! it too.

use dral_cli::{run, Streams};
use std::ffi::OsString;
use std::io::Read;

/// The result of a call.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u8,
    pub output: String,
    pub errors: String,
}

/// Runs the command in this process.
pub fn answer<T: Into<OsString>>(
    arguments: impl IntoIterator<Item = T>,
    mut input: impl Read,
) -> Answer {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let arguments = arguments.into_iter().map(T::into);
    let status = run(
        std::iter::once("dral".into()).chain(arguments),
        &mut Streams {
            input: &mut input,
            output: &mut output,
            errors: &mut errors,
        },
    );
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Answer { status, output: text(output), errors: text(errors) }
}
