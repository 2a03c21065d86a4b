// SPDX-License-Identifier: MIT

//! Declarations as text for people. Characters are output one by one: the
//! receiver needs no memory, and nothing is copied, because compilers call
//! libc for copies.
//!
//! Source: docs/varying.md, "Text".

use super::declaration::Declaration;
use super::semantic::Semantic;
use super::Error;
use crate::number::from_number;

/// The text form of a declaration.
///
/// ```
/// assert_eq!(dral::varying::TextForm::Tgsi as u32, 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum TextForm {
    /// An index for each element, with as many components as it has:
    /// `OUT[0..7].x, CLIPDIST, ARRAY(1)`.
    Scalar = 0,
    /// An index for each slot, with all its components:
    /// `OUT[0..1].xyzw, CLIPDIST, ARRAY(1)`.
    Vector = 1,
    /// Like SCALAR, in the order of Mesa's TGSI: `DCL OUT[0..7].x, ARRAY(1),
    /// CLIPDIST`. It cannot express a first component other than x.
    Tgsi = 2,
}

from_number!(TextForm, else UnknownTextForm, Scalar, Vector, Tgsi);

/// Up to 16 characters, the first in the lowest byte.
type Characters = u128;

/// A short text as a number.
const fn characters(text: &str) -> Characters {
    assert!(text.len() <= 16);
    let mut left = text.as_bytes();
    let mut number = 0;
    while let [rest @ .., last] = left {
        number = (number << 8) + *last as Characters;
        left = rest;
    }
    number
}

/// The receiver of characters.
struct Writer<'w, W> {
    write: &'w mut W,
}

impl<W: FnMut(u8)> Writer<'_, W> {
    fn text(&mut self, characters: Characters) {
        let bytes = characters.to_le_bytes().into_iter();
        bytes.take_while(|&byte| byte != 0).for_each(&mut *self.write);
    }

    fn number(&mut self, mut number: u32) {
        // Four bits per digit, the first digit lowest.
        let (mut digits, mut count) = (0u64, 0);
        for _ in 0..=u32::MAX.ilog10() {
            digits = (digits << 4) + u64::from(number % 10);
            count += 1;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        for _ in 0..count {
            (self.write)(b'0' + (digits & 0xF) as u8);
            digits >>= 4;
        }
    }

    fn index(&mut self, number: u32) {
        self.text(const { characters("[") });
        self.number(number);
        self.text(const { characters("]") });
    }

    fn registers(&mut self, first: u32, last: u32) {
        self.text(const { characters("OUT[") });
        self.number(first);
        if first != last {
            self.text(const { characters("..") });
            self.number(last);
        }
        self.text(const { characters("]") });
    }

    fn semantic(&mut self, semantic: Semantic, index: u32) {
        self.text(const { characters(", ") });
        self.text(name(semantic));
        let always = matches!(semantic, Semantic::Generic | Semantic::Texcoord);
        if always || index != 0 {
            self.index(index);
        }
    }

    fn array(&mut self, id: u32) {
        if id != 0 {
            self.text(const { characters(", ARRAY(") });
            self.number(id);
            self.text(const { characters(")") });
        }
    }
}

const fn name(semantic: Semantic) -> Characters {
    match semantic {
        Semantic::Position => const { characters("POSITION") },
        Semantic::Generic => const { characters("GENERIC") },
        Semantic::Texcoord => const { characters("TEXCOORD") },
        Semantic::Color => const { characters("COLOR") },
        Semantic::Bcolor => const { characters("BCOLOR") },
        Semantic::Fog => const { characters("FOG") },
        Semantic::Psize => const { characters("PSIZE") },
        Semantic::Clipdist => const { characters("CLIPDIST") },
        Semantic::Clipvertex => const { characters("CLIPVERTEX") },
        Semantic::Edgeflag => const { characters("EDGEFLAG") },
        Semantic::Layer => const { characters("LAYER") },
        Semantic::ViewportIndex => const { characters("VIEWPORT_INDEX") },
        Semantic::ViewportMask => const { characters("VIEWPORT_MASK") },
        Semantic::Primid => const { characters("PRIMID") },
        Semantic::Patch => const { characters("PATCH") },
        Semantic::Tessouter => const { characters("TESSOUTER") },
        Semantic::Tessinner => const { characters("TESSINNER") },
        Semantic::Tesscoord => const { characters("TESSCOORD") },
        Semantic::Pcoord => const { characters("PCOORD") },
        Semantic::Instanceid => const { characters("INSTANCEID") },
        Semantic::Vertexid => const { characters("VERTEXID") },
    }
}

/// The components of an element; omitted for a whole slot.
const fn mask(component_count: u32) -> Characters {
    match component_count {
        1 => const { characters(".x") },
        2 => const { characters(".xy") },
        3 => const { characters(".xyz") },
        _ => 0,
    }
}

/// The first component in a slot; omitted for x.
const fn first(component: u32) -> Characters {
    match component {
        1 => const { characters(".y") },
        2 => const { characters(".z") },
        3 => const { characters(".w") },
        _ => 0,
    }
}

impl Declaration {
    /// Writes the declaration as text, in ASCII, character by character.
    ///
    /// # Errors
    /// [`Error::NotInSlot`], [`Error::ComponentCount`] and
    /// [`Error::ElementOrder`] for an invalid declaration;
    /// [`Error::UnknownSemantic`]; [`Error::PositionRange`] for registers
    /// beyond 32 bits; [`Error::NoFirstComponent`] for a declaration that does
    /// not begin at x in [`TextForm::Tgsi`]. On error nothing is written.
    ///
    /// ```
    /// use dral::varying::*;
    /// let clip_distance = Declaration {
    ///     semantic: Semantic::Clipdist as u32,
    ///     last: 7,
    ///     component_count: 1,
    ///     array_id: 1,
    ///     ..Declaration::default()
    /// };
    /// let mut text = String::new();
    /// clip_distance
    ///     .write_text(TextForm::Scalar, &mut |c| text.push(c.into()))?;
    /// assert_eq!(text, "OUT[0..7].x, CLIPDIST, ARRAY(1)");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn write_text(
        &self,
        form: TextForm,
        write: &mut impl FnMut(u8),
    ) -> Result<(), Error> {
        let semantic = Semantic::try_from(self.semantic)?;
        self.check()?;
        let mut writer = Writer { write };
        match form {
            TextForm::Scalar => {
                writer.registers(self.first, self.last);
                writer.text(mask(self.component_count));
                writer.semantic(semantic, self.semantic_index);
                writer.text(first(self.first_component));
                writer.array(self.array_id);
            }
            TextForm::Vector => {
                let last = self
                    .first
                    .checked_add(self.span()?.slot_count - 1)
                    .ok_or(Error::PositionRange)?;
                writer.registers(self.first, last);
                writer.text(const { characters(".xyzw") });
                writer.semantic(semantic, self.semantic_index);
                writer.array(self.array_id);
            }
            TextForm::Tgsi => {
                if self.first_component != 0 {
                    return Err(Error::NoFirstComponent);
                }
                writer.text(const { characters("DCL ") });
                writer.registers(self.first, self.last);
                writer.text(mask(self.component_count));
                writer.array(self.array_id);
                writer.semantic(semantic, self.semantic_index);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::String;

    fn text(
        declaration: &Declaration,
        form: TextForm,
    ) -> Result<String, Error> {
        let mut text = String::new();
        let written =
            declaration.write_text(form, &mut |c| text.push(c.into()));
        assert!(written.is_ok() || text.is_empty());
        written.map(|()| text)
    }

    const PLAIN: Declaration = Declaration {
        semantic: Semantic::Generic as u32,
        semantic_index: 0,
        first_component: 0,
        first: 0,
        last: 0,
        component_count: 4,
        array_id: 0,
    };

    #[test]
    fn every_part_stands_where_it_is_needed() {
        let clip_distance = Declaration {
            semantic: Semantic::Clipdist as u32,
            last: 7,
            component_count: 1,
            array_id: 1,
            ..PLAIN
        };
        let scalars =
            Declaration { last: 3, component_count: 1, array_id: 1, ..PLAIN };
        let second =
            Declaration { semantic_index: 1, first: 4, last: 5, ..PLAIN };
        for (declaration, scalar, vector, tgsi) in [
            (
                clip_distance,
                "OUT[0..7].x, CLIPDIST, ARRAY(1)",
                "OUT[0..1].xyzw, CLIPDIST, ARRAY(1)",
                Ok("DCL OUT[0..7].x, ARRAY(1), CLIPDIST"),
            ),
            (
                scalars,
                "OUT[0..3].x, GENERIC[0], ARRAY(1)",
                "OUT[0].xyzw, GENERIC[0], ARRAY(1)",
                Ok("DCL OUT[0..3].x, ARRAY(1), GENERIC[0]"),
            ),
            (
                Declaration { component_count: 2, ..second },
                "OUT[4..5].xy, GENERIC[1]",
                "OUT[4].xyzw, GENERIC[1]",
                Ok("DCL OUT[4..5].xy, GENERIC[1]"),
            ),
            (
                Declaration { first: 6, last: 6, semantic_index: 2, ..PLAIN },
                "OUT[6], GENERIC[2]",
                "OUT[6].xyzw, GENERIC[2]",
                Ok("DCL OUT[6], GENERIC[2]"),
            ),
            (
                Declaration {
                    component_count: 3,
                    first_component: 3,
                    ..second
                },
                "OUT[4..5].xyz, GENERIC[1].w",
                "OUT[4..6].xyzw, GENERIC[1]",
                Err(Error::NoFirstComponent),
            ),
            (
                Declaration {
                    semantic_index: 3,
                    component_count: 3,
                    first_component: 1,
                    ..second
                },
                "OUT[4..5].xyz, GENERIC[3].y",
                "OUT[4..5].xyzw, GENERIC[3]",
                Err(Error::NoFirstComponent),
            ),
            (
                Declaration { first_component: 1, ..PLAIN },
                "OUT[0], GENERIC[0].y",
                "OUT[0..1].xyzw, GENERIC[0]",
                Err(Error::NoFirstComponent),
            ),
            (
                Declaration { first_component: 2, component_count: 2, ..PLAIN },
                "OUT[0].xy, GENERIC[0].z",
                "OUT[0].xyzw, GENERIC[0]",
                Err(Error::NoFirstComponent),
            ),
        ] {
            let of = |form| text(&declaration, form);
            assert_eq!(of(TextForm::Scalar).as_deref(), Ok(scalar));
            assert_eq!(of(TextForm::Vector).as_deref(), Ok(vector));
            assert_eq!(of(TextForm::Tgsi).as_deref(), tgsi.as_ref().copied());
        }
    }

    #[test]
    fn every_semantic_has_its_name() {
        let names = [
            "POSITION",
            "GENERIC[0]",
            "TEXCOORD[0]",
            "COLOR",
            "BCOLOR",
            "FOG",
            "PSIZE",
            "CLIPDIST",
            "CLIPVERTEX",
            "EDGEFLAG",
            "LAYER",
            "VIEWPORT_INDEX",
            "VIEWPORT_MASK",
            "PRIMID",
            "PATCH",
            "TESSOUTER",
            "TESSINNER",
            "TESSCOORD",
            "PCOORD",
            "INSTANCEID",
            "VERTEXID",
        ];
        for (semantic, name) in (0..).zip(names) {
            let declaration = Declaration { semantic, ..PLAIN };
            let written = text(&declaration, TextForm::Scalar).unwrap();
            assert_eq!(written.strip_prefix("OUT[0], "), Some(name));
            let second = Declaration { semantic_index: 12, ..declaration };
            let written = text(&second, TextForm::Scalar).unwrap();
            let name = name.strip_suffix("[0]").unwrap_or(name);
            assert!(written.ends_with(&std::format!("{name}[12]")));
        }
    }

    #[test]
    fn the_largest_numbers_are_written() {
        let largest = Declaration {
            semantic_index: u32::MAX,
            first: 1_023_456_789,
            last: u32::MAX,
            array_id: u32::MAX,
            ..PLAIN
        };
        assert_eq!(
            text(&largest, TextForm::Scalar).as_deref(),
            Ok("OUT[1023456789..4294967295], GENERIC[4294967295], \
                ARRAY(4294967295)")
        );
    }

    #[test]
    fn declarations_that_cannot_be_written_are_refused() {
        for (declaration, error) in [
            (Declaration { semantic: 21, ..PLAIN }, Error::UnknownSemantic),
            (Declaration { first_component: 4, ..PLAIN }, Error::NotInSlot),
            (
                Declaration { component_count: 5, ..PLAIN },
                Error::ComponentCount,
            ),
            (Declaration { first: 1, ..PLAIN }, Error::ElementOrder),
        ] {
            for form in [TextForm::Scalar, TextForm::Vector, TextForm::Tgsi] {
                assert_eq!(text(&declaration, form), Err(error));
            }
        }
        let last = u32::MAX;
        for declaration in [
            Declaration { first: last, last, first_component: 1, ..PLAIN },
            Declaration { semantic_index: last, ..PLAIN },
        ] {
            assert_eq!(
                text(&declaration, TextForm::Vector),
                Err(Error::PositionRange)
            );
        }
        for number in 0..300 {
            let form = TextForm::try_from(number).map(|form| form as u32);
            if number < 3 {
                assert_eq!(form, Ok(number));
            } else {
                assert_eq!(form, Err(Error::UnknownTextForm));
            }
        }
    }
}
