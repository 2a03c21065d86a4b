// SPDX-License-Identifier: MIT

//! What is found, and how it is told.

use super::threads::Wrong;
use crate::failure::Failure;
use crate::output::Sheet;
use serde::Serialize;
use std::fmt;
use std::io::Write;

/// A rule that a trace can break.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    Invocation,
    InstanceSize,
    PaddedForm,
    PrimitiveSize,
    Modulus,
    OneInstance,
    HardwareDivisor,
    ProductWraps,
    MagicDivisor,
    StaleTable,
    AttributeOffset,
    BufferSize,
    Table,
    VertexId,
    InstanceId,
    Valhall,
}

impl Rule {
    pub const ALL: [Self; 16] = [
        Self::Invocation,
        Self::InstanceSize,
        Self::PaddedForm,
        Self::PrimitiveSize,
        Self::Modulus,
        Self::OneInstance,
        Self::HardwareDivisor,
        Self::ProductWraps,
        Self::MagicDivisor,
        Self::StaleTable,
        Self::AttributeOffset,
        Self::BufferSize,
        Self::Table,
        Self::VertexId,
        Self::InstanceId,
        Self::Valhall,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Invocation => "invocation",
            Self::InstanceSize => "instance-size",
            Self::PaddedForm => "padded-form",
            Self::PrimitiveSize => "primitive-size",
            Self::Modulus => "modulus",
            Self::OneInstance => "one-instance",
            Self::HardwareDivisor => "hardware-divisor",
            Self::ProductWraps => "product-wraps",
            Self::MagicDivisor => "magic-divisor",
            Self::StaleTable => "stale-table",
            Self::AttributeOffset => "attribute-offset",
            Self::BufferSize => "buffer-size",
            Self::Table => "table",
            Self::VertexId => "vertex-id",
            Self::InstanceId => "instance-id",
            Self::Valhall => "valhall",
        }
    }

    /// The section of docs/instancing.md that has the rule.
    pub fn section(self) -> &'static str {
        match self {
            Self::Invocation => "Invocation",
            Self::InstanceSize | Self::PrimitiveSize => "Instance size",
            Self::PaddedForm => "Padded vertex count",
            Self::Modulus
            | Self::OneInstance
            | Self::HardwareDivisor
            | Self::ProductWraps
            | Self::BufferSize => "Attribute modes",
            Self::MagicDivisor => "Why it is exact",
            Self::StaleTable => "Dirty tracking",
            Self::AttributeOffset => "Attribute offset",
            Self::Table => "Tables",
            Self::VertexId | Self::InstanceId => "Vertex id and instance id",
            Self::Valhall => "Valhall and later",
        }
    }
}

/// The job whose draw is checked.
#[derive(Clone, Debug, Default, Serialize)]
pub struct JobName {
    #[serde(rename = "type")]
    pub kind: String,
    /// The line of its header.
    pub line: u64,
    /// Its GPU address, as the trace has it.
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

/// A rule that is broken.
#[derive(Debug, Serialize)]
pub struct Finding {
    pub line: u64,
    pub rule: Rule,
    pub message: String,
    /// What stands there, in words where it has some.
    pub found: String,
    /// What should stand there, as far as it is known.
    pub right: Option<String>,
    /// The first thread that reads something wrong; none if no thread of
    /// this draw does, or none runs.
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

    pub fn print(
        &self,
        file: &str,
        job: &JobName,
        output: &mut dyn Write,
    ) -> Result<(), Failure> {
        let mut sheet = Sheet::default();
        sheet.heading(format_args!(
            "{file}:{}: {}: {}",
            self.line,
            self.rule.name(),
            self.message
        ));
        sheet.line("job", job);
        sheet.line(
            "rule",
            format_args!("docs/instancing.md, \"{}\"", self.rule.section()),
        );
        if !self.found.is_empty() {
            sheet.line("found", &self.found);
        }
        if let Some(right) = &self.right {
            sheet.line("right", right);
        }
        if let Some(wrong) = self.first_wrong {
            sheet.line(
                "first wrong",
                format_args!(
                    "thread {} (instance {}, vertex {}) reads {}, should \
                     read {}",
                    wrong.thread,
                    wrong.instance,
                    wrong.vertex,
                    wrong.reads,
                    wrong.should_read
                ),
            );
        }
        sheet.print(output)
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
    /// The finding as one line of JSON.
    pub fn json(&self, file: &str, job: &JobName) -> Result<String, Failure> {
        let section =
            format!("docs/instancing.md, \"{}\"", self.rule.section());
        serde_json::to_string(&Placed { file, finding: self, section, job })
            .map_err(|error| Failure::Message(error.to_string()))
    }
}
