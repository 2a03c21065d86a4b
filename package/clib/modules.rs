// SPDX-License-Identifier: MIT

//! The optional modules, as `Cargo.toml` lists them.

/// A feature of Cargo, an option of meson.
pub struct Module {
    pub name: &'static str,
    /// Other modules that it enables.
    pub needs: Vec<&'static str>,
}

/// All of them.
pub fn modules() -> Vec<Module> {
    let manifest = include_str!("../../Cargo.toml");
    // Features have the form `name = ["another"]`, which `cargo package`
    // spreads over several lines.
    let needs = |name| {
        let (_, rest) = manifest
            .split_once(&format!("\n{name} = ["))
            .unwrap_or_else(|| panic!("Cargo.toml lacks the feature {name}"));
        let (quoted, _) = rest.split_once(']').expect("a list ends");
        quoted.split('"').skip(1).step_by(2).collect()
    };
    let all: Vec<_> = needs("modules");
    let module = |name| Module { name, needs: needs(name) };
    all.into_iter().map(module).collect()
}
