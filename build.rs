// SPDX-License-Identifier: MIT

//! Generates the C headers into `OUT_DIR`, where the tests are built: the
//! committed ones in `include/` are what C uses, and `tests/header_drift.rs`
//! compares them. Those of optional modules are made whether the module is
//! built or not.

// Without the feature there is no cbindgen, and nothing to do.
#![cfg_attr(not(feature = "headers"), allow(dead_code))]

#[cfg(feature = "headers")]
use std::{env, fs, path::PathBuf};

/// A header.
struct Header {
    name: &'static str,
    /// What it has of its own, beside the `cbindgen.toml` of the repository.
    config: &'static str,
    /// What it declares, in its order.
    sources: &'static [&'static str],
}

/// The header of the core, and that of each module.
const HEADERS: [Header; 7] = [
    Header {
        name: "dral_types.h",
        config: "src/ffi/types.toml",
        sources: CORE.split_at(VERSION).1,
    },
    Header { name: "dral.h", config: "src/ffi/cbindgen.toml", sources: &CORE },
    Header {
        name: "dral_descriptor_layout.h",
        config: "src/ffi/descriptor_layout/cbindgen.toml",
        sources: &DESCRIPTOR_LAYOUT,
    },
    Header {
        name: "dral_varying.h",
        config: "src/ffi/varying/cbindgen.toml",
        sources: &VARYING,
    },
    Header {
        name: "dral_indirect_draw.h",
        config: "src/ffi/indirect_draw/cbindgen.toml",
        sources: &INDIRECT_DRAW,
    },
    Header {
        name: "dral_dynamic_state.h",
        config: "src/ffi/dynamic_state/cbindgen.toml",
        sources: &DYNAMIC_STATE,
    },
    Header {
        name: "dral_binding_table.h",
        config: "src/ffi/binding_table/cbindgen.toml",
        sources: &BINDING_TABLE,
    },
];

/// How many of the sources below have the version.
const VERSION: usize = 2;

const CORE: [&str; 24] = [
    "src/version.rs",
    "src/ffi/version.rs",
    "src/instancing/padding.rs",
    "src/ffi/padding.rs",
    "src/instancing/divisor.rs",
    "src/ffi/divisor.rs",
    "src/ffi/batch.rs",
    "src/instancing/draw.rs",
    "src/instancing/resolved.rs",
    "src/instancing/index_range.rs",
    "src/ffi/draw.rs",
    "src/instancing/attribute.rs",
    "src/instancing/record.rs",
    "src/instancing/attribute_descriptor.rs",
    "src/ffi/attribute.rs",
    "src/instancing/table.rs",
    "src/ffi/table.rs",
    "src/instancing/template.rs",
    "src/instancing/vertex_state.rs",
    "src/ffi/vertex_state.rs",
    "src/instancing/id.rs",
    "src/ffi/id.rs",
    "src/instancing/valhall.rs",
    "src/ffi/valhall.rs",
];

const DESCRIPTOR_LAYOUT: [&str; 17] = [
    "src/descriptor_layout/number.rs",
    "src/descriptor_layout/model.rs",
    "src/descriptor_layout/table.rs",
    "src/ffi/descriptor_layout/table.rs",
    "src/descriptor_layout/binding.rs",
    "src/ffi/descriptor_layout/binding.rs",
    "src/descriptor_layout/set.rs",
    "src/descriptor_layout/support.rs",
    "src/ffi/descriptor_layout/set.rs",
    "src/descriptor_layout/pool.rs",
    "src/ffi/descriptor_layout/pool.rs",
    "src/ffi/descriptor_layout/pipeline.rs",
    "src/ffi/descriptor_layout/handle.rs",
    "src/descriptor_layout/heap.rs",
    "src/ffi/descriptor_layout/heap.rs",
    "src/descriptor_layout/buffer.rs",
    "src/ffi/descriptor_layout/buffer.rs",
];

const VARYING: [&str; 14] = [
    "src/varying/place.rs",
    "src/ffi/varying/place.rs",
    "src/varying/semantic.rs",
    "src/varying/declaration.rs",
    "src/ffi/varying/declaration.rs",
    "src/varying/text.rs",
    "src/ffi/varying/text.rs",
    "src/varying/split.rs",
    "src/varying/clip_cull.rs",
    "src/ffi/varying/split.rs",
    "src/varying/kind.rs",
    "src/varying/pack.rs",
    "src/ffi/varying/pack.rs",
    "src/ffi/varying/nvc0.rs",
];

const INDIRECT_DRAW: [&str; 10] = [
    "src/indirect_draw/hardware.rs",
    "src/indirect_draw/mode.rs",
    "src/indirect_draw/plan.rs",
    "src/indirect_draw/chunk.rs",
    "src/indirect_draw/item.rs",
    "src/indirect_draw/parameters.rs",
    "src/ffi/indirect_draw/request.rs",
    "src/ffi/indirect_draw/plan.rs",
    "src/ffi/indirect_draw/item.rs",
    "src/ffi/indirect_draw/parameters.rs",
];

const DYNAMIC_STATE: [&str; 9] = [
    "src/dynamic_state/device.rs",
    "src/dynamic_state/state.rs",
    "src/dynamic_state/command.rs",
    "src/dynamic_state/instruction.rs",
    "src/ffi/dynamic_state/name.rs",
    "src/ffi/dynamic_state/site.rs",
    "src/ffi/dynamic_state/emission.rs",
    "src/ffi/dynamic_state/pipeline.rs",
    "src/ffi/dynamic_state/vulkan.rs",
];

const BINDING_TABLE: [&str; 10] = [
    "src/ffi/binding_table/block.rs",
    "src/binding_table/block.rs",
    "src/binding_table/emit.rs",
    "src/binding_table/window.rs",
    "src/ffi/binding_table/window.rs",
    "src/binding_table/shader.rs",
    "src/binding_table/entry.rs",
    "src/ffi/binding_table/map.rs",
    "src/binding_table/area.rs",
    "src/ffi/binding_table/address.rs",
];

/// What all headers have in common.
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
    for header in &HEADERS {
        for path in header.sources.iter().chain([&header.config]) {
            println!("cargo:rerun-if-changed={path}");
        }
        fs::write(out.join(header.name), header.generate())
            .expect("OUT_DIR is writable");
    }
}

#[cfg(feature = "headers")]
fn read_config(path: &str) -> cbindgen::Config {
    cbindgen::Config::from_file(path)
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[cfg(feature = "headers")]
impl Header {
    fn config(&self) -> cbindgen::Config {
        let common = read_config(CONFIG);
        let mut config = read_config(self.config);
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
                builder.with_src(path)
            });
        let mut header = Vec::new();
        builder
            .with_config(self.config())
            .generate()
            .unwrap_or_else(|error| panic!("{}: {error}", self.name))
            .write(&mut header);
        let header = String::from_utf8(header).expect("the sources are UTF-8");
        without_integer_types(&without_rust_examples(&header))
    }
}

/// Takes away what makes a C23 enum as wide as the Rust one: C sees enums as
/// lists of numbers and passes them as uint32_t.
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

/// Takes the examples out of comments: types that the core shares with C
/// have them, in Rust.
fn without_rust_examples(header: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut in_example = false;
    for line in header.lines() {
        if line.trim_start().starts_with("* ```") {
            in_example = !in_example;
            // The empty line before an example goes with it.
            if in_example && kept.last().is_some_and(|l| l.trim() == "*") {
                kept.pop();
            }
        } else if !in_example {
            kept.push(line);
        }
    }
    kept.join("\n") + "\n"
}
