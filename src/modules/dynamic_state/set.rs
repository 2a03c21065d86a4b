// SPDX-License-Identifier: MIT

//! Sets of states, commands and instructions with a bit for each. The sets
//! have different types and contain no unknown bits. Callers see more bits than
//! there are elements, so that an element can be added.

use super::element::{Command, Instruction, State};
use super::Error;

macro_rules! set {
    (
        $(#[$documentation:meta])*
        $name:ident of $element:ident, $stored:ty, $bits:ty, $error:ident
    ) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct $name($stored);

        impl $name {
            /// Nothing.
            pub const EMPTY: Self = Self(0);

            /// Everything.
            pub const ALL: Self = Self((1 << $element::ALL.len()) - 1);

            /// A set from the table.
            pub(super) const fn from_table(bits: $stored) -> Self {
                Self(bits & Self::ALL.0)
            }

            /// Its bits.
            pub const fn bits(self) -> $bits {
                self.0 as $bits
            }

            /// Its bits, as in the table.
            pub(super) const fn stored(self) -> $stored {
                self.0
            }

            /// The elements in either set.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// The elements in both sets.
            #[must_use]
            pub const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// Whether the set is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether the element is in the set.
            pub const fn contains(self, element: $element) -> bool {
                self.0 >> element as u32 & 1 != 0
            }

            /// The elements, in the order of their numbers.
            pub fn iter(self) -> impl Iterator<Item = $element> {
                let all = $element::ALL.iter().copied();
                all.filter(move |&element| self.contains(element))
            }
        }

        impl From<$element> for $name {
            fn from(element: $element) -> Self {
                Self(1 << element as u32)
            }
        }

        impl TryFrom<$bits> for $name {
            type Error = Error;

            fn try_from(bits: $bits) -> Result<Self, Error> {
                if bits & !Self::ALL.bits() != 0 {
                    return Err(Error::$error);
                }
                Ok(Self(bits as $stored))
            }
        }

        impl FromIterator<$element> for $name {
            fn from_iter<T: IntoIterator<Item = $element>>(list: T) -> Self {
                list.into_iter().fold(Self::EMPTY, |set, element| {
                    set.union(element.into())
                })
            }
        }
    };
}

set! {
    /// A set of states.
    States of State, u64, u128, UnknownState
}

set! {
    /// A set of commands.
    Commands of Command, u32, u32, UnknownCommand
}

set! {
    /// A set of instructions.
    Instructions of Instruction, u64, u128, UnknownInstruction
}
