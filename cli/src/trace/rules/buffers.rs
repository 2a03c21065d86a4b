// SPDX-License-Identifier: MIT

//! All attributes of a draw, whose records or descriptors are right.

use super::finding::Finding;
use super::history::{Fact, What};
use super::offsets;
use crate::notation::Stated;
use crate::trace::model::access::Access;

/// Checks how the draw of a shader reads its attributes, and remembers what is
/// right. `first` returns the offset of the first attribute of a record.
pub fn check(
    accesses: &[Access],
    truth: &Stated,
    shader: u64,
    first: impl Fn(&Access) -> i128,
) -> (Vec<Finding>, Vec<Fact>) {
    let mut findings = Vec::new();
    let mut own = Vec::with_capacity(accesses.len());
    for access in accesses.iter().filter(|access| access.is_right) {
        match access.other(truth) {
            Some(finding) => findings.push(finding),
            None => own.push(access),
        }
    }
    let base_instance = truth.base_instance;
    let wrong = offsets::check(&own, base_instance);
    let is_wrong =
        |number: usize| wrong.iter().any(|(other, _)| *other == number);
    let mut facts = Vec::new();
    for (number, access) in own.iter().enumerate() {
        if !is_wrong(number) {
            findings.extend(access.size());
            let location = access.place.location;
            // The driver's own line says what is right.
            let is_stated = |fact: &Fact| match fact.what {
                What::Stride => truth.stride(location).is_some(),
                What::Divisor => truth.step(location).is_some(),
                What::Offset | What::Distance => {
                    truth.offset(location).is_some()
                }
            };
            let own = access.facts(shader, first(access), base_instance);
            facts.extend(own.filter(|fact| !is_stated(fact)));
        }
    }
    findings.extend(wrong.into_iter().map(|(_, finding)| finding));
    (findings, facts)
}
