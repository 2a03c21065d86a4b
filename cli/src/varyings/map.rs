// SPDX-License-Identifier: MIT

//! The contents of each slot, component by component.

use super::given::Given;
use crate::number::first;
use crate::output::Sheet;
use crate::table::shortened;
use dral::varying::{
    pack, BaseType, Error, PackFlag, PackRules, Place, Varying, MAX_SLOTS,
};
use serde::Serialize;

/// The content of a component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    Reserved,
    /// Part of the varying with this number.
    #[serde(untagged)]
    Used {
        varying: usize,
        name: String,
    },
}

#[derive(Serialize)]
pub struct Slot {
    /// The number of components in use.
    pub used: u8,
    /// `None` if nothing uses the component.
    pub components: [Option<Content>; 4],
}

#[derive(Serialize)]
pub struct Map {
    /// The number of available slots.
    pub max_slots: u32,
    /// Components of all varyings.
    pub components: u64,
    /// All slots up to the last one in use.
    pub slots: Vec<Slot>,
}

fn width(varying: &Varying) -> u32 {
    if varying.base_type == BaseType::Double as u32 {
        2
    } else {
        1
    }
}

/// The number of components, without gaps.
fn components(varying: &Varying) -> u64 {
    let column = width(varying) * varying.rows;
    u64::from(column * varying.columns) * u64::from(varying.array_length.max(1))
}

fn letter(row: u32) -> char {
    ['x', 'y', 'z', 'w'].into_iter().nth(row as usize).unwrap_or('?')
}

/// The name of a component of a column of an element.
fn text(
    name: &str,
    varying: &Varying,
    [element, column, component]: [u32; 3],
) -> String {
    let mut text = name.to_string();
    if varying.array_length > 0 {
        text += &format!("[{element}]");
    }
    if varying.columns > 1 {
        text += &format!("[{column}]");
    }
    if varying.rows > 1 {
        text.push('.');
        text.push(letter(component / width(varying)));
    }
    if width(varying) == 2 {
        text += [" low", " high"][component as usize % 2];
    }
    text
}

/// All components of a varying, each with its place among the element, the
/// column and the component.
fn places(
    varying: &Varying,
    position: u32,
    unpacked: bool,
) -> Result<Vec<(u32, [u32; 3])>, Error> {
    let of_column = width(varying) * varying.rows;
    let of_element = of_column * varying.columns;
    let one = Varying { array_length: 0, ..*varying };
    let mut places = Vec::new();
    let mut next = position;
    for element in 0..varying.array_length.max(1) {
        if !unpacked {
            next += one.component_count(next)? - of_element;
        }
        for column in 0..varying.columns {
            for component in 0..of_column {
                places.push((next + component, [element, column, component]));
            }
            next += of_column;
            if unpacked {
                next = next.next_multiple_of(4);
            }
        }
    }
    Ok(places)
}

/// The position of each varying, and the number of components in use in each
/// slot up to the last one in use.
fn packed(
    varyings: &[Varying],
    rules: &PackRules,
) -> Result<(Vec<u32>, Vec<u8>), Error> {
    // A larger limit is refused, so no more room is needed.
    let max_slots = rules.max_slots.min(MAX_SLOTS);
    let mut positions = vec![0; varyings.len()];
    let mut scratch = vec![0; varyings.len()];
    let mut used = vec![0; max_slots as usize];
    let slots = pack(varyings, rules, &mut positions, &mut used, &mut scratch)?;
    used.truncate(slots as usize);
    Ok((positions, used))
}

/// Describes the first varying of the file that does not fit after those before
/// it, and the total number of components.
fn too_many(
    given: &[Given],
    varyings: &[Varying],
    rules: &PackRules,
    components: u64,
) -> String {
    let full = first(1, varyings.len() as u64, |count| {
        packed(&varyings[..count as usize], rules).is_err()
    });
    let place = full as usize - 1;
    let max_slots = rules.max_slots.min(MAX_SLOTS);
    let free = (0..max_slots)
        .filter(|slot| rules.reserved_slots >> slot & 1 == 0)
        .count();
    let given = &given[place];
    format!(
        ":{}: {:?} and what follows: {}: {components} components, and room \
         for {}",
        given.line,
        shortened(&given.name(place)),
        Error::SlotsFull,
        4 * free
    )
}

impl Map {
    /// Packs varyings. If they are refused, the error says why and where; it
    /// follows the name of the file.
    pub fn new(given: Vec<Given>, rules: &PackRules) -> Result<Self, String> {
        let varyings: Vec<Varying> = given.iter().map(Given::varying).collect();
        let components = varyings.iter().map(components).sum();
        let (positions, used) =
            packed(&varyings, rules).map_err(|error| match error {
                Error::SlotsFull => {
                    too_many(&given, &varyings, rules, components)
                }
                error => format!(": {error}"),
            })?;
        let free = (0..).zip(used).map(|(number, used)| {
            let is_reserved = rules.reserved_slots >> number & 1 != 0;
            let content = is_reserved.then_some(Content::Reserved);
            Slot { used, components: [0; 4].map(|_| content.clone()) }
        });
        let mut slots: Vec<_> = free.collect();
        let unpacked = rules.flags & PackFlag::Unpacked as u32 != 0;
        let all = given.iter().zip(&varyings).zip(positions);
        for (number, ((given, varying), position)) in all.enumerate() {
            let name = given.name(number);
            let places = places(varying, position, unpacked)
                .map_err(|error| format!(": {error}"))?;
            for (position, part) in places {
                let Place { slot, component, .. } = Place::at(position);
                let name = text(&name, varying, part);
                slots[slot as usize].components[component as usize] =
                    Some(Content::Used { varying: number, name });
            }
        }
        Ok(Self { slots, max_slots: rules.max_slots, components })
    }

    /// The slots as rows.
    pub fn sheet(&self) -> Sheet {
        let Self { max_slots, components, slots } = self;
        let mut sheet = Sheet::default();
        sheet.heading(format!(
            "{} of {max_slots} slots, {components} of {} components",
            slots.len(),
            4 * u64::from(*max_slots)
        ));
        for (number, Slot { used, components }) in slots.iter().enumerate() {
            if number == 0 {
                sheet.row(["slot", "used", "x", "y", "z", "w"]);
            }
            let [x, y, z, w] =
                components.each_ref().map(|content| match content {
                    None => "-",
                    Some(Content::Reserved) => "reserved",
                    Some(Content::Used { name, .. }) => name,
                });
            let [number, used] = [number.to_string(), used.to_string()];
            sheet.row([number.as_str(), &used, x, y, z, w]);
        }
        sheet
    }
}
