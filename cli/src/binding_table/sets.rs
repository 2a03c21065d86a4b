// SPDX-License-Identifier: MIT

//! The sets of a stage, from the bindings of a file.

use crate::layout::{Driver, Given, Laid};
use dral::binding_table::{Set, Use};
use dral::descriptor_layout::{Error, ImmutableSampler};

/// A set and its use. The library addresses bindings by index, in ascending
/// order of their numbers; unused numbers have no index.
pub struct UsedSet {
    pub laid: Laid,
    pub uses: Vec<Use>,
    samplers: Vec<ImmutableSampler>,
}

impl UsedSet {
    fn new(laid: Laid) -> Self {
        let uses = laid.given.iter();
        let uses = uses.map(|g| Use { use_count: g.uses, ..Use::default() });
        let samplers = laid.given.iter().zip(&laid.bindings);
        let samplers = samplers
            .filter(|(_, layout)| layout.immutable_sampler_count != 0)
            .flat_map(|(given, _)| given.samplers.iter().copied());
        let (uses, samplers) = (uses.collect(), samplers.collect());
        Self { laid, uses, samplers }
    }

    /// The form that the library takes.
    pub fn view(&self) -> Set<'_> {
        Set {
            layout: self.laid.layout,
            bindings: &self.laid.bindings,
            uses: &self.uses,
            immutable_samplers: &self.samplers,
        }
    }
}

/// Lays out all sets up to the highest, or says which one is refused, after the
/// name of the file.
pub fn lay_out(
    driver: Driver,
    given: Vec<Given>,
) -> Result<Vec<UsedSet>, String> {
    let table = driver.table(0).map_err(|error| format!(": {error}"))?;
    let mut sets: Vec<Vec<Given>> = Vec::new();
    for binding in given {
        let number = binding.set as usize;
        if binding.set >= table.rules.max_sets {
            let set = format!("set {number}: ");
            return Err(binding.refuse(&set, Error::SetLimit));
        }
        if sets.len() <= number {
            sets.resize_with(number + 1, Vec::new);
        }
        sets[number].push(binding);
    }
    let lay_out = |(number, bindings)| {
        let name = format!("set {number}: ");
        Laid::new(driver, 0, bindings, &name).map(UsedSet::new)
    };
    sets.into_iter().enumerate().map(lay_out).collect()
}
