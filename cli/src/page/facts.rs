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

    /// Marks the words in which the values of two labels differ.
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
        if one.len() != other.len() {
            return;
        }
        let differ = |(one, other): (&&str, &&str)| one.trim() != other.trim();
        let differs: Vec<_> = one.iter().zip(&other).map(differ).collect();
        for (place, words) in [(a, one), (b, other)] {
            let words =
                differs.iter().zip(words).flat_map(|(&differs, word)| {
                    let (text, space) = word.split_at(word.trim_end().len());
                    [(differs, text), (false, space)]
                });
            self.facts[place].value = words.collect();
        }
    }

    /// The rules of all facts.
    pub fn rules(&self) -> impl Iterator<Item = Rule> + '_ {
        self.facts.iter().filter_map(|fact| fact.rule)
    }
}
