// SPDX-License-Identifier: MIT

//! The contents of each slot, component by component.

use super::given::Given;
use crate::number::first;
use crate::output::Sheet;
use crate::rows::shortened;
use dral::varying::{
    pack, BaseType, Error, PackFlag, PackRules, Place, Varying, MAX_SLOTS,
};

/// The content of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Free,
    Reserved,
    /// Part of the varying with this number.
    Used {
        varying: usize,
        text: String,
    },
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Self::Free => "-".into(),
            Self::Reserved => "reserved".into(),
            // Control characters would end a cell or a row.
            Self::Used { text, .. } => {
                text.replace(char::is_control, "\u{FFFD}")
            }
        }
    }
}

/// A slot.
pub struct Slot {
    pub number: u32,
    pub used: u8,
    pub cells: [Cell; 4],
}

/// All slots up to the last one in use.
pub struct Map {
    pub slots: Vec<Slot>,
    /// The number of available slots.
    pub max_slots: u32,
    /// Components of all varyings.
    pub components: u64,
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

/// A varying with its place.
struct Placed<'a> {
    number: usize,
    name: String,
    varying: &'a Varying,
    position: u32,
    unpacked: bool,
}

impl Placed<'_> {
    /// The text for a component of a column of an element.
    fn text(&self, element: u32, column: u32, component: u32) -> String {
        let varying = self.varying;
        let mut text = self.name.clone();
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

    /// All components, with their places and texts.
    fn components(&self) -> Result<Vec<(u32, String)>, Error> {
        let varying = self.varying;
        let of_column = width(varying) * varying.rows;
        let of_element = of_column * varying.columns;
        let one = Varying { array_length: 0, ..*varying };
        let mut parts = Vec::new();
        let mut next = self.position;
        for element in 0..varying.array_length.max(1) {
            if !self.unpacked {
                next += one.component_count(next)? - of_element;
            }
            for column in 0..varying.columns {
                for component in 0..of_column {
                    let text = self.text(element, column, component);
                    parts.push((next + component, text));
                }
                next += of_column;
                if self.unpacked {
                    next = next.next_multiple_of(4);
                }
            }
        }
        Ok(parts)
    }
}

/// The library's result for a list of varyings.
struct Packed {
    positions: Vec<u32>,
    used: Vec<u8>,
    slots: u32,
}

fn packed(varyings: &[Varying], rules: &PackRules) -> Result<Packed, Error> {
    // A larger limit is refused, so no more room is needed.
    let max_slots = rules.max_slots.min(MAX_SLOTS);
    let mut positions = vec![0; varyings.len()];
    let mut scratch = vec![0; varyings.len()];
    let mut used = vec![0; max_slots as usize];
    let slots = pack(varyings, rules, &mut positions, &mut used, &mut scratch)?;
    Ok(Packed { positions, used, slots })
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
        let varyings: Vec<Varying> =
            given.iter().map(|given| given.varying).collect();
        let components = varyings.iter().map(components).sum();
        let Packed { positions, used, slots } = match packed(&varyings, rules) {
            Ok(packed) => packed,
            Err(Error::SlotsFull) => {
                return Err(too_many(&given, &varyings, rules, components));
            }
            Err(error) => return Err(format!(": {error}")),
        };
        let mut map = Self::empty(slots, rules, &used, components);
        for (number, (given, position)) in
            given.into_iter().zip(positions).enumerate()
        {
            let name = given.name(number);
            let placed = Placed {
                number,
                name,
                varying: &given.varying,
                position,
                unpacked: rules.flags & PackFlag::Unpacked as u32 != 0,
            };
            let parts =
                placed.components().map_err(|error| format!(": {error}"))?;
            for (position, text) in parts {
                map.put(position, Cell::Used { varying: placed.number, text });
            }
        }
        Ok(map)
    }

    fn empty(
        slots: u32,
        rules: &PackRules,
        used: &[u8],
        components: u64,
    ) -> Self {
        let slots = (0..slots).zip(used).map(|(number, &used)| {
            let reserved = rules.reserved_slots >> number & 1 == 1;
            let cell = if reserved { Cell::Reserved } else { Cell::Free };
            let cells = std::array::from_fn(|_| cell.clone());
            Slot { number, used, cells }
        });
        Self { slots: slots.collect(), max_slots: rules.max_slots, components }
    }

    fn put(&mut self, position: u32, cell: Cell) {
        let place = Place::at(position);
        if let Some(slot) = self.slots.get_mut(place.slot as usize) {
            slot.cells[place.component as usize] = cell;
        }
    }

    /// The slots as rows.
    pub fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::default();
        sheet.heading(format!(
            "{} of {} slots, {} of {} components",
            self.slots.len(),
            self.max_slots,
            self.components,
            4 * self.max_slots
        ));
        if !self.slots.is_empty() {
            sheet.row(["slot", "used", "x", "y", "z", "w"]);
        }
        for slot in &self.slots {
            let [x, y, z, w] = slot.cells.each_ref().map(Cell::text);
            let (number, used) =
                (slot.number.to_string(), slot.used.to_string());
            sheet.row([number, used, x, y, z, w]);
        }
        sheet
    }
}
