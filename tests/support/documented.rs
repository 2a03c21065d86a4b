// SPDX-License-Identifier: MIT

//! The errors that the headers list for each function.

// Each user uses a part. The unit tests have no prelude of std.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::c_int;
use std::string::String;
use std::sync::OnceLock;
use std::vec::Vec;

pub const HEADERS: [&str; 8] = [
    include_str!("../../include/dral_types.h"),
    include_str!("../../include/dral.h"),
    include_str!("../../include/dral_model.h"),
    include_str!("../../include/dral_descriptor_layout.h"),
    include_str!("../../include/dral_binding_table.h"),
    include_str!("../../include/dral_varying.h"),
    include_str!("../../include/dral_indirect_draw.h"),
    include_str!("../../include/dral_dynamic_state.h"),
];

type Names = BTreeSet<&'static str>;

/// What the headers say of errors.
pub struct Documented {
    /// The numbers of the enumerators.
    pub errors: BTreeMap<&'static str, c_int>,
    /// The enumerators that the contract in dral.h has for every function.
    pub of_every_function: Names,
    /// Those that the `\return` of each function lists.
    pub lists: BTreeMap<&'static str, Names>,
}

/// The headers are read once.
pub fn documented() -> &'static Documented {
    static DOCUMENTED: OnceLock<Documented> = OnceLock::new();
    DOCUMENTED.get_or_init(|| {
        let errors = errors();
        let (contract, _) = HEADERS[1].split_once("*/\n\n#").expect("it ends");
        let of_every_function =
            words(contract).filter(|word| is_error(word)).collect();
        let texts: BTreeMap<_, _> =
            HEADERS.iter().flat_map(|header| functions(header)).collect();
        let names = texts.keys();
        let lists = names.map(|&name| (name, list(&texts, &errors, name)));
        let lists = lists.collect();
        Documented { errors, of_every_function, lists }
    })
}

/// The numbers of the errors that the functions which a text names may return.
pub fn errors_of(text: &str) -> BTreeSet<c_int> {
    let Documented { errors, of_every_function, lists } = documented();
    let own = words(text).filter_map(|word| lists.get(word)).flatten();
    own.chain(of_every_function).map(|name| errors[name]).collect()
}

fn errors() -> BTreeMap<&'static str, c_int> {
    let lines = HEADERS.iter().flat_map(|header| header.lines());
    let enumerators = lines.filter_map(|line| {
        let (name, number) =
            line.trim().strip_suffix(',')?.split_once(" = ")?;
        let number = number.parse().ok()?;
        is_error(name).then_some((name, number))
    });
    enumerators.collect()
}

fn is_error(word: &str) -> bool {
    word.starts_with("DRAL_") && word.contains("_ERROR_")
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c != '_' && !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Each function of a header, and its `\return`.
fn functions(header: &'static str) -> Vec<(&'static str, String)> {
    let mut functions = Vec::new();
    let (mut text, mut is_return) = (String::new(), false);
    for line in header.lines() {
        if let Some(comment) = line.strip_prefix("///") {
            // Until an empty line.
            is_return |= comment.starts_with(" \\return");
            is_return &= !comment.is_empty();
            if is_return {
                text += comment;
            }
            continue;
        }
        let declared = line.split_once('(').map(|(before, _)| before);
        let name = declared.and_then(|before| before.rsplit([' ', '*']).next());
        match name {
            Some(name) if name.starts_with("dral_") => {
                functions.push((name, std::mem::take(&mut text)));
            }
            // The attribute of a function is on a line of its own.
            _ if line != "DRAL_MUST_USE" => text.clear(),
            _ => {}
        }
    }
    functions
}

/// The errors in the `\return` of a function: those that it names, and those
/// of a function after the word "as", except those after the word "except".
fn list(
    texts: &BTreeMap<&'static str, String>,
    errors: &BTreeMap<&'static str, c_int>,
    name: &str,
) -> Names {
    let mut list = BTreeSet::new();
    for part in texts[name].split([';', '.']) {
        let (part, except) = part.split_once("except").unwrap_or((part, ""));
        let mut previous = "";
        for word in words(part) {
            if is_error(word) {
                let known = errors.get_key_value(word);
                list.insert(*known.unwrap_or_else(|| panic!("{word}")).0);
            } else if previous == "as" && texts.contains_key(word) {
                assert_ne!(word, name);
                list.extend(self::list(texts, errors, word));
            }
            previous = word;
        }
        words(except).for_each(|word| {
            list.remove(word);
        });
    }
    list
}
