// SPDX-License-Identifier: MIT

//! Generates the C headers into `OUT_DIR` when the tests are built. C uses the
//! committed headers in `include/`; `tests/header_drift.rs` compares them.

// Without the feature there is no cbindgen, and nothing to generate.
#![cfg_attr(not(feature = "headers"), allow(dead_code))]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// A header.
struct Header {
    name: String,
    /// Its own configuration, in addition to `cbindgen.toml` of the
    /// repository.
    config: PathBuf,
    /// The source files of its declarations, in their order.
    sources: Vec<String>,
}

/// The headers of the core, and one per module, which is a folder of
/// `src/ffi`.
fn headers() -> Vec<Header> {
    let core = Path::new("src/ffi");
    let own = |name: &str, folder: &Path, config| Header {
        name: name.into(),
        config: folder.join(config),
        sources: sources(folder),
    };
    let mut types = own("dral_types.h", core, "types.toml");
    types.sources.retain(|path| !path.ends_with("version.rs"));
    let mut headers = vec![types, own("dral.h", core, "cbindgen.toml")];
    for entry in fs::read_dir(core).expect("the sources are there") {
        let folder = entry.expect("the folder can be read").path();
        if folder.is_dir() {
            let module = folder.file_name().unwrap_or_default();
            let name = format!("dral_{}.h", module.to_string_lossy());
            headers.push(own(&name, &folder, "cbindgen.toml"));
        }
    }
    headers
}

fn sources(folder: &Path) -> Vec<String> {
    let path = folder.join("sources.txt");
    println!("cargo:rerun-if-changed={}", path.display());
    let list = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// The configuration of all headers.
const CONFIG: &str = "cbindgen.toml";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={CONFIG}");
    #[cfg(feature = "headers")]
    generate_all();
}

#[cfg(feature = "headers")]
fn generate_all() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for header in &headers() {
        println!("cargo:rerun-if-changed={}", header.config.display());
        for path in &header.sources {
            println!("cargo:rerun-if-changed={path}");
        }
        fs::write(out.join(&header.name), header.generate())
            .expect("OUT_DIR is writable");
    }
}

#[cfg(feature = "headers")]
fn read_config(path: &Path) -> cbindgen::Config {
    cbindgen::Config::from_file(path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[cfg(feature = "headers")]
impl Header {
    fn config(&self) -> cbindgen::Config {
        let common = read_config(Path::new(CONFIG));
        let mut config = read_config(&self.config);
        config.export.rename.extend(common.export.rename);
        cbindgen::Config {
            header: config.header,
            include_guard: config.include_guard,
            sys_includes: config.sys_includes,
            includes: config.includes,
            after_includes: config.after_includes,
            trailer: config.trailer,
            export: config.export,
            ..common
        }
    }

    fn generate(&self) -> String {
        let builder = self
            .sources
            .iter()
            .fold(cbindgen::Builder::new(), |builder, path| {
                builder.with_src(without_macros(path))
            });
        let mut header = Vec::new();
        builder
            .with_config(self.config())
            .generate()
            .unwrap_or_else(|error| panic!("{}: {error}", self.name))
            .write(&mut header);
        let header = String::from_utf8(header).expect("the sources are UTF-8");
        with_unsigned_constants(&without_integer_types(&header))
    }
}

/// The macros whose input is an enum of a header.
#[cfg(feature = "headers")]
const MACROS: [&str; 2] = ["errors", "named"];

/// A copy of a source file that cbindgen can read, which does not look into
/// macros: with the enums that are the input of macros.
#[cfg(feature = "headers")]
fn without_macros(path: &str) -> PathBuf {
    let mut source = fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    for name in MACROS {
        let begin = format!("\n{name}! {{\n");
        while let Some((before, rest)) = source.split_once(&begin) {
            let (input, after) =
                rest.split_once("\n}\n").expect("the macro ends");
            // What follows the enum is not for C.
            let (variants, _) = input
                .split_once("\n    }")
                .expect("the input begins with an enum");
            let variants = without_names(variants);
            source = format!("{before}\n{variants}\n}}\n{after}");
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let copy = out.join(path.replace('/', "_"));
    fs::write(&copy, source).expect("OUT_DIR is writable");
    copy
}

/// Removes the names of variants: ` => c"VP_VIEWPORTS"`.
#[cfg(feature = "headers")]
fn without_names(variants: &str) -> String {
    let mut parts = variants.split("=> c\"");
    let mut text = parts.next().unwrap_or_default().trim_end().to_owned();
    for part in parts {
        let (_, after) = part.split_once('"').expect("the name ends");
        text += after.trim_end();
    }
    text
}

/// Adds the suffix of unsigned numbers to constants that no int can hold, which
/// would otherwise be a long in C.
#[cfg(feature = "headers")]
fn with_unsigned_constants(header: &str) -> String {
    let lines = header.split_inclusive('\n').map(|line| {
        let value = line.strip_prefix("#define ").and_then(|constant| {
            constant.trim_end().rsplit_once(' ')?.1.parse::<u32>().ok()
        });
        match value {
            Some(0x8000_0000..) => line.replace('\n', "u\n"),
            _ => line.to_owned(),
        }
    });
    lines.collect()
}

/// Removes the underlying types of C23 enums: in C, enums are lists of numbers
/// and are passed as uint32_t.
fn without_integer_types(header: &str) -> String {
    const WIDTH: &str = "
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {";
    const TYPEDEF: &str = "#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ";
    const END: &str = "#endif // __cplusplus\n";
    let mut header = header.replace(WIDTH, " {");
    while let Some(start) = header.find(TYPEDEF) {
        let length = header[start..].find(END).expect("each #if ends");
        header.replace_range(start..start + length + END.len(), "");
    }
    header
}
