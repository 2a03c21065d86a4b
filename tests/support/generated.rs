// SPDX-License-Identifier: MIT

//! Generates the C headers: cbindgen writes the declarations of the Rust files
//! that `sources.txt` lists, and the C around them is `NAME.h.in`. The enums of
//! errors are written from their values, because cbindgen does not look into
//! macros.

use crate::support::{modules, repository, text};
use std::fmt::{Debug, Display};
use std::fs;
use std::path::{Path, PathBuf};

/// The line of a `NAME.h.in` for the declarations.
const DECLARATIONS: &str = "@declarations@\n";

/// An enum `Error` as a source for cbindgen.
fn error_enum<E: Copy + Debug + Display>(
    all: &[E],
    number: fn(E) -> i32,
) -> String {
    let mut source = String::from(
        "/// Why a call is refused. Functions return the negative number.\n\
         #[repr(C)]\n\
         pub enum Error {\n",
    );
    for &error in all {
        let number = number(error);
        source += &format!("    /// {error}\n    {error:?} = {number},\n");
    }
    source + "}\n"
}

macro_rules! error_enum {
    ($($path:ident)::+) => {
        error_enum($($path)::+::ALL, |error| error as i32)
    };
}

/// The errors that a header declares.
fn errors(header: &str) -> String {
    match header {
        "dral_types" => error_enum!(dral::Error),
        "dral_binding_table" => {
            error_enum!(dral::modules::binding_table::Error)
        }
        "dral_descriptor_layout" => {
            error_enum!(dral::modules::descriptor_layout::Error)
        }
        "dral_dynamic_state" => {
            error_enum!(dral::modules::dynamic_state::Error)
        }
        "dral_indirect_draw" => {
            error_enum!(dral::modules::indirect_draw::Error)
        }
        "dral_varying" => error_enum!(dral::modules::varying::Error),
        "dral" | "dral_model" => String::new(),
        _ => panic!("{header}.h: add its errors here"),
    }
}

fn config(path: &Path) -> cbindgen::Config {
    cbindgen::Config::from_file(path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Generates the header `NAME.h` from the files of a folder in `src/ffi`.
fn generate(name: &str, folder: &str, scratch: &Path) -> String {
    let own = config(&repository(&format!("{folder}/{name}.toml")));
    let mut config = config(&repository("cbindgen.toml"));
    let renamed = config.export.rename;
    config.export = own.export;
    config.export.rename.extend(renamed);

    let errors_file = scratch.join(format!("{name}.rs"));
    fs::write(&errors_file, errors(name)).expect("scratch is writable");
    let mut builder =
        cbindgen::Builder::new().with_config(config).with_src(errors_file);
    let sources = text(&format!("{folder}/sources.txt"));
    for path in sources.lines().filter(|line| !line.starts_with('#')) {
        builder = builder.with_src(repository(path));
    }
    let mut declarations = Vec::new();
    builder
        .generate()
        .unwrap_or_else(|error| panic!("{name}: {error}"))
        .write(&mut declarations);
    let declarations =
        String::from_utf8(declarations).expect("the sources are UTF-8");
    let frame = text(&format!("{folder}/{name}.h.in"));
    let (before, after) = frame
        .split_once(DECLARATIONS)
        .unwrap_or_else(|| panic!("{name}.h.in has no {DECLARATIONS}"));
    format!("{before}{}\n{after}", declarations.trim_matches('\n'))
}

/// Generates all headers into a folder; returns their paths.
pub fn generate_all(scratch: &Path) -> Vec<PathBuf> {
    let core =
        ["dral", "dral_types"].map(|name| (name.into(), "src/ffi".into()));
    let model = [("dral_model".into(), "src/ffi/model".into())];
    let modules = modules().into_iter().map(|module| {
        (format!("dral_{module}"), format!("src/ffi/modules/{module}"))
    });
    core.into_iter()
        .chain(model)
        .chain(modules)
        .map(|(name, folder): (String, String)| {
            let path = scratch.join(format!("{name}.h"));
            fs::write(&path, generate(&name, &folder, scratch))
                .expect("scratch is writable");
            path
        })
        .collect()
}
