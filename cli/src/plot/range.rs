// SPDX-License-Identifier: MIT

//! The range of a picture.

use crate::failure::Failure;

/// Checks `--from` and `--to` of a quantity between 1 and `most`.
pub fn check(
    from: u32,
    to: u32,
    most: u32,
    quantity: &str,
) -> Result<(), Failure> {
    for (name, value) in [("from", from), ("to", to)] {
        if value == 0 || value > most {
            return Err(Failure::Message(format!(
                "--{name} {value}: {quantity} must be within 1 to {most}"
            )));
        }
    }
    if from >= to {
        return Err(Failure::Message(format!(
            "--from {from} is not less than --to {to}"
        )));
    }
    Ok(())
}
