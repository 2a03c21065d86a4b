// SPDX-License-Identifier: MIT

//! Examples and exit statuses of the subcommands, for `--help` and the manual
//! pages.

use clap::{Arg, Command};

/// What an example does, and the command.
pub type Example = (&'static str, &'static str);

/// The subcommands with their examples and the meaning of status 1.
const HELP: [(&str, &[Example], &str); 12] = [
    (
        "trace check",
        &[
            ("Check the example", "dral trace check examples/trace.txt"),
            (
                "Check all dumps of a folder, and write a page",
                "dral trace check --html page.html dumps/",
            ),
            (
                "Check a trace against the draws of a good one",
                "dral trace draws good.txt > draws.csv && \
                 dral trace check --draws draws.csv bad.txt",
            ),
        ],
        "a trace breaks a rule",
    ),
    (
        "trace draws",
        &[("List the draws", "dral trace draws examples/trace.txt")],
        "",
    ),
    (
        "trace explain",
        &[(
            "Explain the second and the third draw",
            "dral trace explain examples/trace.txt --draw 2,3",
        )],
        "a draw is refused, or the trace does not contain it",
    ),
    (
        "trace diff",
        &[
            ("Compare two traces", "dral trace diff good bad"),
            (
                "Compare the dumps of several submits",
                "dral trace diff good/dump* -- bad/dump*",
            ),
        ],
        "a draw differs",
    ),
    (
        "trace rules",
        &[("Explain a rule", "dral trace rules stale-table")],
        "",
    ),
    (
        "draw explain",
        &[
            (
                "Explain a draw with two attributes, per vertex and per \
                 instance",
                "dral draw explain --vertices 70 --instances 100 --divisors -,3",
            ),
            (
                "Write a page with its threads and words",
                "dral draw explain --vertices 70 --divisors - --html draw.html",
            ),
        ],
        "the draw or one of its attributes is refused",
    ),
    (
        "draw rows",
        &[("Compute the words", "dral draw rows examples/draws.csv")],
        "a draw is refused; the column error contains the reason",
    ),
    (
        "word decode",
        &[
            ("Decode an invocation", "dral word decode 31c5 21c00000"),
            (
                "Decode a record of v6",
                "dral word decode --arch v6 3 83000000 10 10000",
            ),
        ],
        "a word is refused",
    ),
    (
        "word divisor",
        &[("Compute magic divisors", "dral word divisor 3 216")],
        "a divisor is refused",
    ),
    (
        "word padded",
        &[("Pad vertex counts", "dral word padded 70 358")],
        "a count is refused",
    ),
    (
        "completions",
        &[
            ("Complete in this shell", "source <(dral completions bash)"),
            (
                "Install for zsh",
                "dral completions zsh > /usr/local/share/zsh/site-functions/_dral",
            ),
        ],
        "",
    ),
    (
        "man",
        &[
            ("Read a page", "dral man trace check | man -l -"),
            ("Install all", "dral man --into /usr/local/share/man/man1"),
        ],
        "",
    ),
];

/// What the status 1 of the whole command means.
const ALL: &str = "a row, draw or word was refused, with the reason in the \
    output, or a trace has faults";

/// The examples of a subcommand; of a group, the first of each subcommand.
pub fn examples(path: &str) -> Vec<Example> {
    if let Some((_, all, _)) = HELP.iter().find(|(name, ..)| *name == path) {
        return all.to_vec();
    }
    let is_below = |name: &str| {
        let rest = name.strip_prefix(path);
        rest.is_some_and(|rest| path.is_empty() || rest.starts_with(' '))
    };
    let below = HELP.iter().filter(|(name, ..)| is_below(name));
    below.filter_map(|(_, all, _)| all.first().copied()).collect()
}

/// The exit statuses of a subcommand, or of the whole command.
pub fn statuses(path: &str) -> Vec<(u8, &'static str)> {
    let one = HELP.iter().find(|(name, ..)| *name == path);
    let one = one.map_or(ALL, |(.., one)| one);
    let two = "a file or an argument cannot be read";
    let all = [(0, "success"), (1, one), (2, two)];
    all.into_iter().filter(|(_, what)| !what.is_empty()).collect()
}

/// Adds what `--help` prints after the options, and lets values be negative.
pub fn completed(command: Command, path: &str) -> Command {
    let mut command = command;
    let names: Vec<_> = command
        .get_subcommands()
        .map(|subcommand| subcommand.get_name().to_string())
        .collect();
    for name in &names {
        let path = format!("{path} {name}");
        let path = path.trim_start().to_string();
        command = command
            .mut_subcommand(name, |subcommand| completed(subcommand, &path));
    }
    let mut text = match command.get_after_help() {
        Some(columns) => format!("{columns}\n\n"),
        None => String::new(),
    };
    let header = *command.get_styles().get_header();
    text += &format!("{header}Examples:{header:#}\n");
    for (what, call) in examples(path) {
        text += &format!("  {what}:\n    {call}\n");
    }
    text += &format!("\n{header}Exit status:{header:#}\n");
    for (status, what) in statuses(path) {
        text += &format!("  {status}  {what}\n");
    }
    let negative = |arg: Arg| match arg.get_action().takes_values() {
        // A value such as -1 is named in the message, not taken for an option.
        true if !arg.is_allow_hyphen_values_set() => {
            arg.allow_negative_numbers(true)
        }
        _ => arg,
    };
    command.after_long_help(text.trim_end().to_string()).mut_args(negative)
}
