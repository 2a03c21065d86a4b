// SPDX-License-Identifier: MIT

//! The sets of a stage, from the bindings of a file.

use crate::layout::{self, Driver, Given};
use dral::binding_table::{Set, Use};
use dral::descriptor_layout::{
    BindingLayout, Error, ImmutableSampler, SetLayout,
};

/// A set with its layout. The library addresses bindings by index, in ascending
/// order of their numbers; unused numbers have no index.
#[derive(Default)]
pub struct Laid {
    pub layout: SetLayout,
    pub numbers: Vec<u32>,
    pub bindings: Vec<BindingLayout>,
    pub uses: Vec<Use>,
    pub samplers: Vec<ImmutableSampler>,
}

/// Lays out all sets up to the highest, or says which one is refused, after the
/// name of the file.
pub fn lay_out(driver: Driver, given: Vec<Given>) -> Result<Vec<Laid>, String> {
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
    let numbered = sets.into_iter().enumerate();
    numbered
        .map(|(number, bindings)| lay_set_out(driver, number, bindings))
        .collect()
}

fn lay_set_out(
    driver: Driver,
    number: usize,
    mut given: Vec<Given>,
) -> Result<Laid, String> {
    let set = format!("set {number}: ");
    let flags = given.iter().fold(0, |flags, given| flags | given.set_flags);
    let table =
        driver.table(flags).map_err(|error| format!(": {set}{error}"))?;
    let (layout, bindings) = layout::lay_out(&table, &mut given, &set)?;
    let mut laid = Laid { layout, bindings, ..Laid::default() };
    for (given, layout) in given.iter().zip(&laid.bindings) {
        if layout.immutable_sampler_count != 0 {
            laid.samplers.extend(&given.samplers);
        }
        laid.numbers.push(given.binding);
        laid.uses.push(Use { use_count: given.uses, ..Use::default() });
    }
    Ok(laid)
}

/// The sets in the form that the library takes.
pub fn views(sets: &[Laid]) -> Vec<Set<'_>> {
    sets.iter()
        .map(|laid| Set {
            layout: laid.layout,
            bindings: &laid.bindings,
            uses: &laid.uses,
            immutable_samplers: &laid.samplers,
        })
        .collect()
}
