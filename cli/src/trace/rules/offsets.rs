// SPDX-License-Identifier: MIT

//! The offsets of a draw's attributes, which agree on its base instance.

use super::finding::{Finding, Rule};
use crate::trace::model::access::{Access, Selector};
use crate::trace::model::threads::Wrong;

/// The greatest source offset in OpenGL and in Vulkan.
pub const MOST_SOURCE: i128 = 2047;

/// The most that a source offset and the low 6 bits of an address, which
/// records cannot hold, add to an offset.
pub const MOST_WITHIN: i128 = MOST_SOURCE + 63;

/// The base instances that an offset allows.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bases {
    least: i128,
    most: i128,
}

impl Bases {
    fn of(access: &Access) -> Self {
        let Access { offset, base_stride, moved, within, .. } = *access;
        let (least, most) = within;
        Self {
            least: moved - (most - offset).div_euclid(base_stride),
            most: moved + (offset - least).div_euclid(base_stride),
        }
    }

    /// What both allow; empty if `least` exceeds `most`.
    fn and(self, other: Self) -> Self {
        Self {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        }
    }

    fn is_empty(self) -> bool {
        self.least > self.most
    }
}

/// An offset that is wrong: the number of its attribute, and what is wrong.
pub type WrongOffset = (usize, Finding);

/// Checks the offsets of a draw. Where they disagree, the base instance of most
/// attributes is right; if there is no majority, none is said to be wrong.
pub fn check(
    accesses: &[&Access],
    base_instance: Option<u32>,
) -> Vec<WrongOffset> {
    let (least, most) = base_instance.map_or((0, u32::MAX), |b| (b, b));
    let all = Bases { least: least.into(), most: most.into() };
    let mut wrong = Vec::new();
    // The attributes whose offsets contain a base instance, and what they
    // allow.
    let mut based = Vec::new();
    for (number, access) in accesses.iter().enumerate() {
        let (is_before, what) = match access.selector {
            Selector::Record(_) => (
                access.offset + access.start * access.stride < 0,
                "element 0 lies before the buffer",
            ),
            Selector::Valhall(_) => {
                (access.offset < 0, "the offset is negative")
            }
        };
        if is_before {
            wrong.push((
                number,
                finding(access, what, Bases { most: all.least, ..all }),
            ));
        } else if access.base_stride != 0 {
            based.push((number, Bases::of(access)));
        } else if !(access.within.0..=access.within.1).contains(&access.offset)
        {
            let what = "the offset differs from the draw's";
            wrong.push((number, finding(access, what, all)));
        }
    }
    let agreed = match base_instance {
        Some(_) => Some(all),
        None => majority(all, &based),
    };
    let Some(agreed) = agreed else {
        wrong.extend(no_majority(accesses, &based));
        return wrong;
    };
    for &(number, bases) in &based {
        if bases.and(agreed).is_empty() {
            let what = if base_instance.is_some() {
                "the offset does not follow from the base instance and the start"
            } else {
                "the base instance in the offset differs from the others"
            };
            let access = accesses[number];
            let found = finding(access, what, agreed);
            let others = based.iter().filter(|(other, _)| *other != number);
            let exact = exact(access, agreed, accesses, others);
            let found = match exact {
                Some((right, location)) => {
                    let found = found.right(right.to_string());
                    let base = agreed.most;
                    let shown = format!(
                        "{what}: location {location} shows the base instance \
                         {base}"
                    );
                    match base_instance {
                        Some(_) => found,
                        None => found.message(shown),
                    }
                }
                // A base instance that is stated is the only one.
                None => match only(access, agreed) {
                    Some(right) if base_instance.is_some() => {
                        found.right(right.to_string())
                    }
                    _ => found,
                },
            };
            wrong.push((number, found));
        }
    }
    wrong
}

/// The offset with the base instance that another location shows: it begins
/// with an element of its buffer. What this one adds to its element stays.
/// Returns also that location.
fn exact<'a>(
    access: &Access,
    agreed: Bases,
    accesses: &[&Access],
    mut others: impl Iterator<Item = &'a (usize, Bases)>,
) -> Option<(i128, u32)> {
    let (other, bases) = others.find(|(other, bases)| {
        let Access { offset, base_stride, within, .. } = accesses[*other];
        let is_whole = (offset - within.0).rem_euclid(*base_stride) == 0;
        is_whole && bases.most == agreed.most
    })?;
    let Access { offset, moved, base_stride, within, .. } = *access;
    let own = (offset - within.0).rem_euclid(base_stride);
    let right = (bases.most - moved) * base_stride + within.0 + own;
    Some((right, accesses[*other].place.location))
}

/// The offset with the greatest of these base instances, if only one adds to
/// its element what this one does.
fn only(access: &Access, bases: Bases) -> Option<i128> {
    let Access { offset, base_stride, within, .. } = *access;
    let (lowest, highest) = range(access, base_stride, bases);
    let right = lowest + (offset - within.0).rem_euclid(base_stride);
    let is_only = right <= highest && right + base_stride > highest;
    is_only.then_some(right)
}

/// The least and the greatest offset with one of these base instances.
fn range(access: &Access, step: i128, bases: Bases) -> (i128, i128) {
    let Access { moved, within, .. } = *access;
    // Of an attribute per vertex, the source offset may be anything.
    let most = match access.selector {
        Selector::Record(_) => MOST_WITHIN,
        Selector::Valhall(_) => MOST_SOURCE,
    };
    let most_within = within.1.min(within.0 + most);
    let lowest = (bases.least - moved) * step + within.0;
    (lowest, (bases.most - moved) * step + most_within)
}

/// What the largest set of attributes that agree allows, if only one is the
/// largest and it has more than one attribute.
fn majority(all: Bases, based: &[(usize, Bases)]) -> Option<Bases> {
    // What a set of attributes allows begins where one of them does.
    let sets = based.iter().map(|(_, bases)| bases.and(all).least);
    let sets = sets.chain([all.least]).map(|least| {
        let allows =
            |bases: &Bases| bases.least <= least && least <= bases.most;
        let members = based.iter().filter(|(_, bases)| allows(bases));
        let common =
            members.clone().fold(all, |common, (_, bases)| common.and(*bases));
        (members.count(), common)
    });
    let mut largest = (0, all);
    let mut is_only = true;
    for (count, common) in sets {
        if count > largest.0 {
            (largest, is_only) = ((count, common), true);
        } else if count == largest.0 {
            is_only &= common == largest.1;
        }
    }
    let (count, common) = largest;
    let decides = count == based.len() || count > 1 && is_only;
    decides.then_some(common)
}

/// Attributes that do not agree, where none is more likely than another: the
/// first one and each that disagrees with it.
fn no_majority(
    accesses: &[&Access],
    based: &[(usize, Bases)],
) -> Vec<WrongOffset> {
    let Some(&(first, bases)) = based.first() else { return Vec::new() };
    let others = based.iter().filter(|(_, other)| other.and(bases).is_empty());
    let one = accesses[first];
    let found = others.map(|&(number, _)| {
        let other = accesses[number];
        let cause = "two offsets have different base instances: one of them \
                     is wrong";
        let message = format!(
            "the offsets of locations {} and {} have different base \
             instances: one of them is wrong",
            one.place.location, other.place.location
        );
        let finding = Finding::new(other.line, Rule::AttributeOffset, cause)
            .at(other.place)
            .message(message)
            .found(format!("{}; {}", numbers(one), numbers(other)));
        (number, finding)
    });
    found.collect()
}

/// The offset with what belongs to it.
pub fn numbers(access: &Access) -> String {
    let Access { offset, stride, start, .. } = access;
    match access.selector {
        Selector::Record(_) => {
            format!("{offset} (stride {stride}, start {start})")
        }
        Selector::Valhall(_) => format!("{offset} (stride {stride})"),
    }
}

/// An offset that has none of these base instances. The greatest of them is
/// the most likely: its attributes begin at their buffers.
fn finding(access: &Access, what: &'static str, bases: Bases) -> Finding {
    let Access { offset, stride, start, moved, base_stride, .. } = *access;
    let (step, bases) = match base_stride {
        0 => (stride, Bases { least: moved, most: moved }),
        step => (step, bases),
    };
    let (lowest, highest) = range(access, step, bases);
    let right = match lowest == highest {
        true => lowest.to_string(),
        false => format!("{lowest} to {highest}"),
    };
    let reads = (offset + start * step).div_euclid(step.max(1));
    let wrong = Wrong::first_thread(reads as i64, bases.most as i64);
    Finding::new(access.line, Rule::AttributeOffset, what)
        .at(access.place)
        .found(numbers(access))
        .right(right)
        .first(Some(wrong))
}
