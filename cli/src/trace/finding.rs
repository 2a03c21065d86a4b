// SPDX-License-Identifier: MIT

//! Findings, and how they are printed.

use super::threads::Wrong;
use crate::failure::Failure;
use crate::output::Sheet;
use serde::Serialize;
use std::fmt;

macro_rules! rules {
    ($($rule:ident, $name:literal, $section:literal;)*) => {
        /// A rule that a trace can break.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
        pub enum Rule {
            $(#[serde(rename = $name)] $rule,)*
        }

        impl Rule {
            /// The names of all rules, in order.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            const SECTIONS: &'static [&'static str] = &[$($section),*];

            /// The section of docs/instancing.md that explains the rule.
            pub fn section(self) -> String {
                let section = Self::SECTIONS[self as usize];
                format!("docs/instancing.md, \"{section}\"")
            }
        }
    };
}

rules! {
    Invocation, "invocation", "Invocation";
    InstanceSize, "instance-size", "Instance size";
    PaddedForm, "padded-form", "Padded vertex count";
    PrimitiveSize, "primitive-size", "Instance size";
    Modulus, "modulus", "Attribute modes";
    OneInstance, "one-instance", "Attribute modes";
    HardwareDivisor, "hardware-divisor", "Attribute modes";
    ProductWraps, "product-wraps", "Attribute modes";
    MagicDivisor, "magic-divisor", "Why it is exact";
    StaleTable, "stale-table", "Dirty tracking";
    AttributeOffset, "attribute-offset", "Attribute offset";
    BufferSize, "buffer-size", "Attribute modes";
    VaryingSize, "varying-size", "Varying buffers";
    Table, "table", "Tables";
    VertexId, "vertex-id", "Vertex id and instance id";
    InstanceId, "instance-id", "Vertex id and instance id";
    Valhall, "valhall", "Valhall and later";
}

/// The job whose draw is checked.
#[derive(Clone, Debug, Default, Serialize)]
pub struct JobName {
    #[serde(rename = "type")]
    pub kind: String,
    /// The line of the job header.
    pub line: u64,
    /// Its GPU address, as printed in the trace.
    pub address: String,
    pub vertices: Option<u32>,
    pub instances: Option<u32>,
}

impl fmt::Display for JobName {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}, line {}", self.kind, self.line)?;
        if !self.address.is_empty() {
            write!(out, ", at {}", self.address)?;
        }
        match (self.vertices, self.instances) {
            (Some(vertices), Some(instances)) => {
                write!(out, ": {vertices} vertices x {instances} instances")
            }
            _ => Ok(()),
        }
    }
}

/// A broken rule.
#[derive(Debug, Serialize)]
pub struct Finding {
    pub line: u64,
    pub rule: Rule,
    pub message: String,
    /// The value in the trace, in words where possible.
    pub found: String,
    /// The correct value, as far as it is known.
    pub right: Option<String>,
    /// The first thread that reads something wrong; `None` if no thread of this
    /// draw does, or no thread runs.
    pub first_wrong: Option<Wrong>,
}

impl Finding {
    pub fn new(line: u64, rule: Rule, message: impl Into<String>) -> Self {
        Self {
            line,
            rule,
            message: message.into(),
            found: String::new(),
            right: None,
            first_wrong: None,
        }
    }

    pub fn found(self, found: impl Into<String>) -> Self {
        Self { found: found.into(), ..self }
    }

    pub fn right(self, right: impl Into<String>) -> Self {
        Self { right: Some(right.into()), ..self }
    }

    pub fn first(self, first_wrong: Option<Wrong>) -> Self {
        Self { first_wrong, ..self }
    }

    /// The finding as text.
    pub fn sheet(&self, file: &str, job: &JobName) -> Sheet {
        let mut sheet = Sheet::default();
        sheet.heading(format_args!(
            "{file}:{}: {}: {}",
            self.line,
            self.rule.name(),
            self.message
        ));
        sheet.line("job", job);
        sheet.line("rule", self.rule.section());
        let found = Some(&self.found).filter(|found| !found.is_empty());
        sheet.some("found", found);
        sheet.some("right", self.right.as_ref());
        sheet.some("first wrong", self.first_wrong);
        sheet
    }
}

#[derive(Serialize)]
struct Placed<'a> {
    file: &'a str,
    #[serde(flatten)]
    finding: &'a Finding,
    section: String,
    job: &'a JobName,
}

impl Finding {
    /// Formats the finding as one line of JSON.
    pub fn json(&self, file: &str, job: &JobName) -> Result<String, Failure> {
        let section = self.rule.section();
        serde_json::to_string(&Placed { file, finding: self, section, job })
            .map_err(|error| Failure::Message(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_have_all_rules_and_their_sections() {
        let debugging = include_str!("../../../docs/debugging.md");
        for name in Rule::NAMES {
            assert!(debugging.contains(&format!("`{name}`")), "{name}");
        }
        let instancing = include_str!("../../../docs/instancing.md");
        for section in Rule::SECTIONS {
            let heading = format!("\n## {section}\n");
            assert!(instancing.contains(&heading), "{section}");
        }
    }
}
