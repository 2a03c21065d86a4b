// SPDX-License-Identifier: MIT

//! Labels and values, as a list.

use super::Rule;
use crate::output::Part;
use askama::Template;

/// A label with its value.
pub struct Fact<'a> {
    pub label: &'a str,
    /// Pieces of the value, and whether each differs from another fact.
    pub value: Vec<(bool, &'a str)>,
    /// The rule behind the value.
    pub rule: Option<Rule>,
}

/// A list of facts.
#[derive(Template)]
#[template(path = "facts.html")]
pub struct Facts<'a> {
    pub facts: Vec<Fact<'a>>,
}

/// Whether this is a word of a descriptor.
fn is_hex(word: &str) -> bool {
    let word = word.trim();
    word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A word without what follows it.
fn bare(word: &str) -> &str {
    word.trim_end_matches(|c: char| c.is_whitespace() || ",)".contains(c))
}

impl<'a> Facts<'a> {
    /// The lines of a part.
    pub fn new(part: &'a Part) -> Self {
        let facts = part.lines.iter().map(|line| Fact {
            label: &line.label,
            value: vec![(false, &line.value[..])],
            rule: line.rule,
        });
        Self { facts: facts.collect() }
    }

    /// Marks the words in which the values of two labels differ. Words of
    /// descriptors are compared place by place; other words only if there are
    /// equally many.
    pub fn compare(&mut self, labels: [&str; 2]) {
        let place = |label| self.facts.iter().position(|f| f.label == label);
        let [Some(a), Some(b)] = labels.map(place) else { return };
        let words = |fact: &Fact<'a>| -> Vec<&'a str> {
            let text = fact.value.iter().flat_map(|(_, text)| {
                text.split_inclusive(char::is_whitespace)
            });
            text.collect()
        };
        let (one, other) = (words(&self.facts[a]), words(&self.facts[b]));
        let hex =
            |words: &[&str]| words.iter().take_while(|w| is_hex(w)).count();
        let counts = (hex(&one), hex(&other));
        // Without words of descriptors, only single values are compared.
        let are_many = one.len() - counts.0 == other.len() - counts.1
            && (counts != (0, 0) || one.len() == 1);
        let marked =
            |own: &[&'a str], own_hex: usize, other: &[&str], hex: usize| {
                let own = own.iter().enumerate().flat_map(|(place, word)| {
                    let counterpart = match place.checked_sub(own_hex) {
                        None => Some(place).filter(|place| *place < hex),
                        Some(rest) => are_many.then_some(hex + rest),
                    };
                    let same = counterpart.and_then(|place| other.get(place));
                    let differs = match same {
                        Some(same) => bare(same) != bare(word),
                        // A word of a descriptor that the other one lacks.
                        None => place < own_hex,
                    };
                    let (text, end) = word.split_at(bare(word).len());
                    [(differs, text), (false, end)]
                });
                own.collect::<Vec<_>>()
            };
        let values = [
            (a, marked(&one, counts.0, &other, counts.1)),
            (b, marked(&other, counts.1, &one, counts.0)),
        ];
        for (place, value) in values {
            self.facts[place].value = value;
        }
    }

    /// The rules of all facts.
    pub fn rules(&self) -> impl Iterator<Item = Rule> + '_ {
        self.facts.iter().filter_map(|fact| fact.rule)
    }
}
