// SPDX-License-Identifier: MIT

//! The order of several traces. Mesa closes its dump after every submit, and
//! numbers the dumps of each context of a process.

use crate::failure::Failure;
use std::path::{Path, PathBuf};

/// The number of a dump, and the name of its process and context:
/// `dump.glmark2.ctx-0.0001` is number 1 of `dump.glmark2.ctx-0`.
fn numbered(file: &Path) -> Option<(&str, u64)> {
    let (context, number) = file.to_str()?.rsplit_once('.')?;
    let (_, context_number) = context.rsplit_once(".ctx-")?;
    let is_number = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_number(number) || !is_number(context_number) {
        return None;
    }
    Some((context, number.parse().ok()?))
}

/// The name of a context, and its files with their numbers.
type Context<'a> = (Option<&'a str>, Vec<(u64, &'a Path)>);

/// The files in groups: the dumps of one context in the order of their numbers;
/// any other file alone.
pub fn by_context(files: &[PathBuf]) -> Vec<Vec<&Path>> {
    let mut contexts: Vec<Context> = Vec::new();
    for file in files {
        let (name, number) = numbered(file).unzip();
        let file = (number.unwrap_or(0), &**file);
        let mut known = contexts.iter_mut();
        match known.find(|(other, _)| name.is_some() && *other == name) {
            Some((_, files)) => files.push(file),
            None => contexts.push((name, vec![file])),
        }
    }
    let contexts = contexts.into_iter().map(|(_, mut files)| {
        files.sort_by_key(|(number, _)| *number);
        files.into_iter().map(|(_, file)| file).collect()
    });
    contexts.collect()
}

/// The name of one file, or the number of several.
pub fn title(files: &[PathBuf]) -> String {
    match files {
        [file] => file.display().to_string(),
        files => format!("{} traces", files.len()),
    }
}

/// The files of each argument: a folder stands for the files in it, in the
/// order of their names.
pub fn expanded(given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in given {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let fail =
            |error| Failure::Message(format!("{}: {error}", path.display()));
        let mut within = Vec::new();
        for entry in Path::read_dir(path).map_err(fail)? {
            let entry = entry.map_err(fail)?.path();
            if entry.is_file() {
                within.push(entry);
            }
        }
        if within.is_empty() {
            let what = format!("{}: no file in this folder", path.display());
            return Err(Failure::Message(what));
        }
        within.sort();
        files.extend(within);
    }
    Ok(files)
}
