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
    // Features have the form `name = ["another"]`.
    let needs = |name| {
        let quoted = manifest
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(" = ["))
            .unwrap_or_else(|| panic!("Cargo.toml lacks the feature {name}"));
        quoted.split('"').skip(1).step_by(2).collect()
    };
    let all: Vec<_> = needs("modules");
    let module = |name| Module { name, needs: needs(name) };
    all.into_iter().map(module).collect()
}
