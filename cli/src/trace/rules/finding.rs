// SPDX-License-Identifier: MIT

//! Findings: which rule is broken, where, and the first thread that shows it.

use super::shown::Shown;
use crate::trace::model::threads::Wrong;
use crate::trace::text::job::Place;
use serde::Serialize;
use std::fmt;

/// Whether a broken rule is a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Sure,
    /// It may be what the application wants.
    Guess,
}

/// The texts of a rule.
pub struct RuleText {
    pub name: &'static str,
    pub level: Level,
    /// What is wrong if it is broken.
    pub meaning: &'static str,
    /// What to do next.
    pub next: &'static str,
    /// The section of docs/reference/instancing.md that explains the rule;
    /// empty if none does.
    section: &'static str,
    /// The fields of a descriptor that it is about, the likeliest first.
    pub fields: &'static [&'static str],
}

macro_rules! rules {
    ($($rule:ident, $name:literal, $level:ident, $section:literal,
        [$($field:literal),*], $meaning:literal, $next:literal;)*) => {
        /// A rule that a trace can break.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
        pub enum Rule {
            $(#[serde(rename = $name)] $rule,)*
        }

        impl Rule {
            /// All rules, in order.
            pub const ALL: &'static [Self] = &[$(Self::$rule),*];

            /// The names of all rules, in order.
            pub const NAMES: &'static [&'static str] = &[$($name),*];
        }

        const RULES: &[RuleText] = &[$(RuleText {
            name: $name,
            level: Level::$level,
            meaning: $meaning,
            next: $next,
            section: $section,
            fields: &[$($field),*],
        }),*];
    };
}

impl Rule {
    pub fn text(self) -> &'static RuleText {
        &RULES[self as usize]
    }

    pub fn name(self) -> &'static str {
        self.text().name
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.name() == name)
    }

    /// The title of the section that explains the rule, if one does.
    pub fn title(self) -> Option<&'static str> {
        Some(self.text().section).filter(|title| !title.is_empty())
    }

    pub fn section(self) -> Option<String> {
        let title = self.title()?;
        Some(format!("docs/reference/instancing.md, \"{title}\""))
    }

    /// Whether a finding makes a run fail without --strict.
    pub fn is_sure(self) -> bool {
        self.text().level == Level::Sure
    }
}

rules! {
    Invocation, "invocation", Sure, "Invocation", ["Invocations"],
        "no draw has these words, or the index count is wrong",
        "Compare the words with dral_invocation_pack; 32 bits must hold both counts.";
    InstanceSize, "instance-size", Sure, "Instance size", ["Instance Size"],
        "not the padded count of the vertices",
        "Find who writes the draw descriptor; one instance is not padded.";
    PrimitiveSize, "primitive-size", Sure, "Instance size", ["Instance Primitive Size"],
        "not the padded count of the primitives",
        "Find who writes the tiler job's draw descriptor.";
    Modulus, "modulus", Sure, "Attribute modes", ["Divisor", "Divisor R"],
        "per-vertex data repeats at the wrong vertex",
        "Find who writes the record; it needs this draw's padded count.";
    OneInstance, "one-instance", Sure, "Attribute modes", ["Type"],
        "per-vertex data does not repeat, or the record of a single instance divides",
        "Look at the condition on the instance count where the record is written.";
    HardwareDivisor, "hardware-divisor", Sure, "Attribute modes", ["Divisor R", "Divisor Numerator"],
        "not padded count x API divisor, or not the stated divisor",
        "Recompute the divisor with dral word divisor, and find who multiplies.";
    ProductWraps, "product-wraps", Sure, "Attribute modes", ["Divisor Numerator", "Divisor R"],
        "the product was computed modulo 2^32",
        "Multiply in 64 bits; beyond 32 bits all instances read one element.";
    MagicDivisor, "magic-divisor", Sure, "Hardware division", ["Divisor Numerator", "Divisor D"],
        "the magic divides an id of the draw wrongly",
        "Compare magic, shift and extra flags with dral word divisor; do not use floating point.";
    StaleTable, "stale-table", Sure, "Dirty tracking", ["Divisor", "Divisor R"],
        "a record that is right for an earlier draw",
        "Look for a wrong condition between the two draws that it names.";
    AttributeOffset, "attribute-offset", Sure, "Attribute offset", ["Offset"],
        "before the buffer, or for a different base instance or start",
        "Find who adds the base instance and subtracts the start.";
    StaleOffset, "stale-offset", Sure, "Dirty tracking", ["Offset"],
        "an offset that is right for an earlier draw",
        "Look for a wrong condition between the two draws that it names.";
    StaleRegister, "stale-register", Guess, "Dirty tracking", ["Index count"],
        "v10 and later: a count or offset of an earlier draw, because only other registers were written",
        "Find the condition that skips the register; the draw may also need that value.";
    NotWaited, "not-waited", Sure, "", [],
        "v10 and later: an instruction uses a register that may still be loading, or a draw uniforms that may not be stored",
        "Find the missing wait; without it the result depends on the speed of the memory.";
    DrawLoop, "draw-loop", Sure, "", [],
        "v10 and later: a loop never ends, its draws are not repeated, or they share what each must have",
        "Find the register that the loop does not change.";
    BufferSize, "buffer-size", Sure, "Attribute modes", ["Size", "Pointer"],
        "a thread reads beyond its buffer (perhaps the application's fault), or the buffer has a negative size or no valid address",
        "Compare the size with what the application bound.";
    VaryingSize, "varying-size", Sure, "Varying buffers", ["Size"],
        "the threads, including padding, write beyond the end of a varying buffer",
        "Allocate for padded count x instances, in 64 bits.";
    Varying, "varying", Sure, "Varying buffers", ["Pointer", "Offset"],
        "a varying without a buffer, one that the fragment shader reads elsewhere, or strides that do not fit",
        "Compare the varyings of both jobs; they have one layout.";
    Table, "table", Sure, "Tables", ["Buffer index", "Type"],
        "a slot without a record, a buffer that does not exist, or a broken pair of slots",
        "Compare the slot with the table; a record with a continuation needs two.";
    VertexId, "vertex-id", Sure, "Vertex id and instance id", ["Divisor R"],
        "the vertex id of v4 and v5, which location 16 reads",
        "Find who writes the id records for this draw.";
    InstanceId, "instance-id", Sure, "Vertex id and instance id", ["Divisor R"],
        "the instance id of v4 and v5, which location 17 reads",
        "Find who writes the id records for this draw.";
    Inconsistent, "inconsistent", Guess, "Dirty tracking", [],
        "a value differs from 3 or more other draws of the shader, or from the same draw of 3 other frames",
        "Ask whether the application changed it; otherwise compare the two draws.";
    Draw, "draw", Sure, "Attribute modes", ["Index count", "Base vertex offset"],
        "counts, start, buffer, size, stride, rate, indices or primitives differ from the driver's line or fit no draw",
        "Compare the draw with what the application passed.";
    Jobs, "jobs", Sure, "Invocation", ["Dependency 1"],
        "a broken, cyclic or unordered chain, an index used twice, or a tiler job that does not match its vertex job",
        "Look at where the chain is built, or whether two dumps are in one file.";
    Died, "died", Sure, "", ["Exception Status"],
        "the job ended with a fault, a timeout or a hang, or never ran although others did",
        "Start with other findings of this job; then look up the exception.";
    Decoder, "decoder", Sure, "", [],
        "an error that Mesa's decoder itself reports",
        "Read Mesa's message; the memory or the descriptor is wrong.";
    IndexOffset, "index-offset", Sure, "Indexed draws", [],
        "v10 and later: the indices of a draw lie beyond their buffer",
        "Compare first index and count with the size of the index buffer.";
    Valhall, "valhall", Sure, "Valhall and later", ["Frequency", "Attribute type"],
        "v9 and later: a per-vertex attribute divides, the wrong attribute adds the offset, its type is unknown, or two shaders of a draw read it differently",
        "Find who writes the attribute descriptor.";
    Diff, "diff", Sure, "", [],
        "trace diff: the draw differs from the good trace, or only one trace has it",
        "Look at what the two programs do differently before this draw.";
}

/// The decoded line that a finding is about.
#[derive(Clone, Debug, Serialize)]
pub struct Decoded {
    pub line: u64,
    pub text: String,
}

impl fmt::Display for Decoded {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{} (line {})", self.text, self.line)
    }
}

/// A register of a draw on v10 and later.
#[derive(Clone, Debug)]
pub struct Register {
    pub number: u32,
    pub holds: &'static str,
    pub value: i64,
    /// The line that wrote it last; 0 if none did.
    pub line: u64,
    /// Perhaps it was written for an earlier draw.
    pub is_left_over: bool,
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
    /// The line that the trace has.
    pub decoded: Option<Decoded>,
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
    /// The registers of the draw, if it is about one of them.
    #[serde(skip)]
    pub registers: Vec<Register>,
}

impl Finding {
    pub fn new(line: u64, rule: Rule, cause: &'static str) -> Self {
        Self {
            line,
            rule,
            cause,
            fault: (rule, cause),
            decoded: None,
            attribute: None,
            message: cause.into(),
            found: "".into(),
            right: None,
            first_wrong: None,
            registers: Vec::new(),
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
    use std::fs;

    const PAGE: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide/debugging.md");
    const HEAD: &str = "| rule | what is wrong | next |\n|---|---|---|\n";

    /// The table of docs/guide/debugging.md, which DRAL_BLESS=1 renews.
    #[test]
    fn the_page_has_the_table_of_rules() {
        let page = fs::read_to_string(PAGE).expect("the page");
        let (before, rest) = page.split_once(HEAD).expect("the table");
        let (_, after) = rest.split_once("\n\n").expect("its end");
        let rows = RULES.iter().map(|rule| {
            let guess = match rule.level {
                Level::Sure => "",
                Level::Guess => " (a guess)",
            };
            let RuleText { name, meaning, next, .. } = rule;
            format!("| `{name}`{guess} | {meaning} | {next} |\n")
        });
        let table: String = rows.collect();
        let right = format!("{before}{HEAD}{table}\n{after}");
        if std::env::var_os("DRAL_BLESS").is_some_and(|value| value == "1") {
            fs::write(PAGE, &right).expect("the page is writable");
            return;
        }
        assert_eq!(page, right, "DRAL_BLESS=1 renews the table");
    }

    #[test]
    fn the_document_has_the_sections_of_the_rules() {
        let instancing =
            include_str!("../../../../docs/reference/instancing.md");
        for section in RULES.iter().map(|r| r.section).filter(|s| !s.is_empty())
        {
            let heading = format!("\n## {section}\n");
            assert!(instancing.contains(&heading), "{section}");
        }
    }
}
