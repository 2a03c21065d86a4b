// SPDX-License-Identifier: MIT

//! Findings: which rule is broken, where, and the first thread that shows it.

use super::shown::Shown;
use crate::trace::model::threads::Wrong;
use crate::trace::text::job::Place;
use serde::Serialize;

macro_rules! rules {
    ($($rule:ident, $name:literal, $section:literal;)*) => {
        /// A rule that a trace can break.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
        pub enum Rule {
            $(#[serde(rename = $name)] $rule,)*
        }

        impl Rule {
            /// The names of all rules, in order.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$rule),)*
                    _ => None,
                }
            }

            const SECTIONS: &'static [&'static str] = &[$($section),*];

            /// The section of docs/reference/instancing.md that explains the
            /// rule, if one does.
            pub fn title(self) -> Option<&'static str> {
                let title = Self::SECTIONS[self as usize];
                (!title.is_empty()).then_some(title)
            }

            pub fn section(self) -> Option<String> {
                let title = self.title()?;
                Some(format!("docs/reference/instancing.md, \"{title}\""))
            }
        }
    };
}

rules! {
    Invocation, "invocation", "Invocation";
    InstanceSize, "instance-size", "Instance size";
    PrimitiveSize, "primitive-size", "Instance size";
    Modulus, "modulus", "Attribute modes";
    OneInstance, "one-instance", "Attribute modes";
    HardwareDivisor, "hardware-divisor", "Attribute modes";
    ProductWraps, "product-wraps", "Attribute modes";
    MagicDivisor, "magic-divisor", "Hardware division";
    StaleTable, "stale-table", "Dirty tracking";
    AttributeOffset, "attribute-offset", "Attribute offset";
    StaleOffset, "stale-offset", "Dirty tracking";
    StaleRegister, "stale-register", "Dirty tracking";
    BufferSize, "buffer-size", "Attribute modes";
    VaryingSize, "varying-size", "Varying buffers";
    Varying, "varying", "Varying buffers";
    Table, "table", "Tables";
    VertexId, "vertex-id", "Vertex id and instance id";
    InstanceId, "instance-id", "Vertex id and instance id";
    Inconsistent, "inconsistent", "Dirty tracking";
    Draw, "draw", "Attribute modes";
    Jobs, "jobs", "Invocation";
    Died, "died", "";
    Decoder, "decoder", "";
    IndexOffset, "index-offset", "Indexed draws";
    Valhall, "valhall", "Valhall and later";
    Diff, "diff", "";
}

/// A broken rule.
#[derive(Debug, Serialize)]
pub struct Finding {
    pub line: u64,
    pub rule: Rule,
    /// Findings of one rule with one cause are counted together.
    #[serde(skip)]
    pub cause: &'static str,
    /// The rule and the cause, whether or not an earlier draw explains them.
    #[serde(skip)]
    pub fault: (Rule, &'static str),
    pub attribute: Option<Place>,
    /// The cause, with the numbers of this finding.
    pub message: String,
    /// The value in the trace, in words where possible.
    pub found: Shown,
    /// The correct value, as far as it is known.
    pub right: Option<Shown>,
    /// The first thread that reads something wrong; `None` if no thread of this
    /// draw does, or no thread runs.
    pub first_wrong: Option<Wrong>,
}

impl Finding {
    pub fn new(line: u64, rule: Rule, cause: &'static str) -> Self {
        Self {
            line,
            rule,
            cause,
            fault: (rule, cause),
            attribute: None,
            message: cause.into(),
            found: "".into(),
            right: None,
            first_wrong: None,
        }
    }

    /// A number that differs from the right one.
    pub fn unless_equal<T: PartialEq + ToString>(
        (line, rule, cause): (u64, Rule, &'static str),
        found: T,
        right: T,
    ) -> Option<Self> {
        let finding = |found: T| {
            let finding = Self::new(line, rule, cause);
            finding.found(found.to_string()).right(right.to_string())
        };
        (found != right).then(|| finding(found))
    }

    pub fn at(self, place: Place) -> Self {
        Self { attribute: Some(place), ..self }
    }

    pub fn message(self, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..self }
    }

    pub fn found(self, found: impl Into<Shown>) -> Self {
        Self { found: found.into(), ..self }
    }

    pub fn right(self, right: impl Into<Shown>) -> Self {
        Self { right: Some(right.into()), ..self }
    }

    pub fn first(self, first_wrong: Option<Wrong>) -> Self {
        Self { first_wrong, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_have_all_rules_and_their_sections() {
        let debugging = include_str!("../../../../docs/guide/debugging.md");
        let table = debugging.split("| rule | what is wrong |\n|---|---|\n");
        let rows = table.last().unwrap().split("\n\n").next().unwrap();
        let names = rows.lines().flat_map(|row| {
            let names = row.split('|').nth(1).unwrap().split('`');
            names.skip(1).step_by(2)
        });
        let (mut names, mut known): (Vec<_>, _) =
            (names.collect(), Rule::NAMES.to_vec());
        names.sort();
        known.sort();
        assert_eq!(names, known);
        let instancing =
            include_str!("../../../../docs/reference/instancing.md");
        for section in Rule::SECTIONS.iter().filter(|s| !s.is_empty()) {
            let heading = format!("\n## {section}\n");
            assert!(instancing.contains(&heading), "{section}");
        }
    }
}
