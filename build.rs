// SPDX-License-Identifier: MIT

//! Generates the C headers into `OUT_DIR` when the tests are built. C uses the
//! committed headers in `include/`; `tests/header_drift.rs` compares them.

// Without the feature there is no cbindgen, and nothing to generate.
#![cfg_attr(not(feature = "headers"), allow(dead_code))]

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
    let out =
        PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
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
        with_unsigned_constants(&header)
    }
}

/// A copy of a source file that cbindgen can read, which does not look into
/// macros: enums that are the first input of `errors!` and `named!` stand
/// alone, and their variants have no names such as `=> c"VP_VIEWPORTS"`.
#[cfg(feature = "headers")]
fn without_macros(path: &str) -> PathBuf {
    let source = fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut copy = String::new();
    let (mut in_macro, mut in_enum) = (false, false);
    for line in source.lines() {
        match line {
            "errors! {" | "named! {" => (in_macro, in_enum) = (true, true),
            "}" if in_macro => in_macro = false,
            _ if in_macro && !in_enum => {}
            _ => {
                let named = line.split_once("=> c").filter(|_| in_macro);
                let (line, end) = match named {
                    Some((before, _)) => (before, ","),
                    None => (line, ""),
                };
                copy += &format!("{line}{end}\n");
                in_enum &= line != "    }";
            }
        }
    }
    let out =
        PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let place = out.join(path.replace('/', "_"));
    fs::write(&place, copy).expect("OUT_DIR is writable");
    place
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
