// SPDX-License-Identifier: MIT

//! Tells crates with C code where the headers are: the build script of a crate
//! that depends on dral finds the folder in `DEP_DRAL_INCLUDE`. It is the
//! committed `include/`. With the feature `headers` it is `OUT_DIR/include`,
//! where this script writes the headers that cbindgen generates.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "headers")]
    let include = headers::write_all();
    #[cfg(not(feature = "headers"))]
    let include = concat!(env!("CARGO_MANIFEST_DIR"), "/include");
    println!("cargo::metadata=include={include}");
}

/// Generates the headers. The C of `NAME.h` is in `NAME.h.in`, whose lines such
/// as `@src/version.rs@` name the Rust files that it declares; `NAME.toml` says
/// which of their items.
#[cfg(feature = "headers")]
mod headers {
    use crate::errors::error_enum;
    use std::fs;
    use std::path::{Path, PathBuf};

    /// Generates all headers and copies those that are written by hand. Returns
    /// their folder.
    pub fn write_all() -> String {
        for input in ["src", "cbindgen.toml", "include"] {
            println!("cargo::rerun-if-changed={input}");
        }
        let out = std::env::var("OUT_DIR").expect("cargo sets it");
        let include = format!("{out}/include");
        // Without a header that has no source anymore.
        if Path::new(&include).exists() {
            fs::remove_dir_all(&include).expect("what this script wrote");
        }
        fs::create_dir(&include).expect("OUT_DIR is writable");
        let write = |name: &str, header: &str| {
            let path = format!("{include}/{name}");
            fs::write(path, header).expect("OUT_DIR is writable");
        };

        for frame in frames(Path::new("src/ffi")) {
            let name = file_name(&frame).trim_end_matches(".in");
            match generate(&frame, &out) {
                Ok(header) => write(name, &header),
                // Such an error also stops rustc, which then says where it is.
                Err(error) => {
                    let reason = error.to_string().replace('\n', " ");
                    println!("cargo::warning=no {name}: {reason}");
                }
            }
        }
        for header in entries(Path::new("include")) {
            let text = text(&header);
            if !text.contains("Generated from src/ffi") {
                write(file_name(&header), &text);
            }
        }
        include
    }

    /// The `NAME.h.in` in a folder and the folders in it.
    fn frames(folder: &Path) -> Vec<PathBuf> {
        let mut frames = Vec::new();
        for path in entries(folder) {
            if path.is_dir() {
                frames.extend(self::frames(&path));
            } else if file_name(&path).ends_with(".h.in") {
                frames.push(path);
            }
        }
        frames
    }

    /// The header of a frame. The error is cbindgen's, about the syntax of a
    /// Rust file.
    fn generate(frame: &Path, out: &str) -> Result<String, cbindgen::Error> {
        let name = file_name(frame).trim_end_matches(".h.in");
        let mut config = config(Path::new("cbindgen.toml"));
        let own = self::config(&frame.with_file_name(format!("{name}.toml")));
        let renamed = config.export.rename;
        config.export = own.export;
        config.export.rename.extend(renamed);
        let mut builder = cbindgen::Builder::new().with_config(config);

        // cbindgen does not look into the macro that defines errors.
        if let Some(source) = error_enum(name) {
            let errors = format!("{out}/{name}_errors.rs");
            fs::write(&errors, source).expect("OUT_DIR is writable");
            builder = builder.with_src(errors);
        }
        let frame_text = text(frame);
        let (before, mut rest) = frame_text
            .split_once("\n@")
            .unwrap_or_else(|| panic!("{} has no @", frame.display()));
        while let Some((path, after)) = rest.split_once("@\n") {
            builder = builder.with_src(path);
            rest = after.strip_prefix('@').unwrap_or(after);
        }
        let mut declarations = Vec::new();
        match builder.generate() {
            Ok(bindings) => bindings.write(&mut declarations),
            Err(error @ cbindgen::Error::ParseSyntaxError { .. }) => {
                return Err(error);
            }
            Err(error) => panic!("{}: {error}", frame.display()),
        };
        let declarations =
            String::from_utf8(declarations).expect("the sources are UTF-8");
        Ok(format!("{before}\n{}\n{rest}", declarations.trim_matches('\n')))
    }

    fn config(path: &Path) -> cbindgen::Config {
        cbindgen::Config::from_file(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn entries(folder: &Path) -> Vec<PathBuf> {
        let entries = folder
            .read_dir()
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        entries.map(|entry| entry.expect("it can be read").path()).collect()
    }

    fn text(path: &Path) -> String {
        fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn file_name(path: &Path) -> &str {
        path.file_name().and_then(|name| name.to_str()).expect("UTF-8")
    }
}

/// The errors, compiled into this script: the macro that defines them is the
/// only one that knows their comments.
#[cfg(feature = "headers")]
mod errors {
    use std::fmt::{Debug, Display};

    /// The errors that a header declares, as a source for cbindgen.
    pub fn error_enum(header: &str) -> Option<String> {
        use crate::modules::*;
        macro_rules! error_enum {
            ($($path:ident)::+) => {
                source($($path)::+::ALL, |error| error as i32)
            };
        }
        Some(match header {
            "dral_types" => error_enum!(crate::Error),
            "dral_binding_table" => error_enum!(binding_table::Error),
            "dral_descriptor_layout" => error_enum!(descriptor_layout::Error),
            "dral_dynamic_state" => error_enum!(dynamic_state::Error),
            "dral_indirect_draw" => error_enum!(indirect_draw::Error),
            "dral_varying" => error_enum!(varying::Error),
            "dral" | "dral_model" => return None,
            _ => panic!("build.rs: which errors does {header}.h declare?"),
        })
    }

    fn source<E: Copy + Debug + Display>(
        all: &[E],
        number: fn(E) -> i32,
    ) -> String {
        let mut source = String::from(
            "/// Why a call fails. Functions return the negative number.\n\
             #[repr(C)]\n\
             pub enum Error {\n",
        );
        for &error in all {
            let number = number(error);
            source += &format!("    /// {error}\n    {error:?} = {number},\n");
        }
        source + "}\n"
    }
}

#[cfg(feature = "headers")]
#[path = "src/error.rs"]
#[allow(dead_code)]
mod error;
#[cfg(feature = "headers")]
use error::Error;

#[cfg(feature = "headers")]
#[path = "src/modules"]
#[allow(dead_code)]
mod modules {
    macro_rules! errors_of {
        ($($module:ident)+) => {
            $(pub mod $module {
                mod error;
                pub use error::Error;
            })+
        };
    }
    errors_of! {
        binding_table
        descriptor_layout
        dynamic_state
        indirect_draw
        varying
    }
}
