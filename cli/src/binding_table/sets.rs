// SPDX-License-Identifier: MIT

//! The sets of a stage, from the bindings of a file.

use crate::layout::Given;
use dral::binding_table::{Error, Set, Use, MAX_SETS};
use dral::descriptor_layout::{BindingLayout, Model, Walk};

/// A set that is laid out. The library finds bindings by their place here,
/// which is in the order of their numbers; numbers without a binding have
/// none.
#[derive(Default)]
pub struct Laid {
    pub flags: u32,
    pub numbers: Vec<u32>,
    pub bindings: Vec<BindingLayout>,
    pub uses: Vec<Use>,
}

/// Lays out all sets up to the highest, or tells which cannot be.
pub fn lay_out(
    model: Model,
    hardware: u32,
    given: Vec<Given>,
) -> Result<Vec<Laid>, String> {
    let mut sets: Vec<Vec<Given>> = Vec::new();
    for binding in given {
        let number = binding.set as usize;
        if number >= MAX_SETS {
            return Err(format!("set {number}: {}", Error::SetLimit));
        }
        if sets.len() <= number {
            sets.resize_with(number + 1, Vec::new);
        }
        sets[number].push(binding);
    }
    let numbered = sets.into_iter().enumerate();
    numbered
        .map(|(number, bindings)| {
            lay_set_out(model, hardware, bindings)
                .map_err(|reason| format!("set {number}: {reason}"))
        })
        .collect()
}

fn lay_set_out(
    model: Model,
    hardware: u32,
    mut given: Vec<Given>,
) -> Result<Laid, String> {
    given.sort_by_key(|binding| binding.binding);
    let flags = given.iter().fold(0, |flags, given| flags | given.set_flags);
    let table = model.table(hardware, flags);
    let walk = Walk::new(&table, flags, given.iter().map(Given::binding));
    walk.clone().finish().map_err(|error| error.to_string())?;
    let mut laid = Laid { flags, ..Laid::default() };
    for (placed, given) in walk.zip(&given) {
        let (binding, layout) = placed.map_err(|error| error.to_string())?;
        laid.numbers.push(binding.binding);
        laid.bindings.push(layout);
        laid.uses
            .push(Use { use_count: given.uses.unwrap_or(1), ..Use::default() });
    }
    Ok(laid)
}

/// The sets as the library takes them.
pub fn views(sets: &[Laid]) -> Vec<Set<'_>> {
    sets.iter()
        .map(|laid| Set {
            flags: laid.flags,
            bindings: &laid.bindings,
            uses: &laid.uses,
            plane_counts: &[],
        })
        .collect()
}
