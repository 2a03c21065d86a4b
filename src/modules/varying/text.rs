// SPDX-License-Identifier: MIT

//! Declarations as text for people. Characters are output one by one: the
//! receiver needs no memory, and nothing is copied, because compilers call
//! libc for copies.
//!
//! Source: docs/reference/varying.md, "Text".

use super::declaration::Declaration;
use super::semantic::Semantic;
use super::Error;
use crate::number::from_number;
use core::ffi::CStr;

/// The text form of a declaration.
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

/// The receiver of characters.
struct Writer<'w, W> {
    write: &'w mut W,
}

impl<W: FnMut(u8)> Writer<'_, W> {
    fn text(&mut self, text: &CStr) {
        text.to_bytes().iter().copied().for_each(&mut *self.write);
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
        self.text(c"[");
        self.number(number);
        self.text(c"]");
    }

    fn registers(&mut self, first: u32, last: u32) {
        self.text(c"OUT[");
        self.number(first);
        if first != last {
            self.text(c"..");
            self.number(last);
        }
        self.text(c"]");
    }

    fn semantic(&mut self, semantic: Semantic, index: u32) {
        self.text(c", ");
        self.text(semantic.name());
        let always = matches!(semantic, Semantic::Generic | Semantic::Texcoord);
        if always || index != 0 {
            self.index(index);
        }
    }

    fn array(&mut self, id: u32) {
        if id != 0 {
            self.text(c", ARRAY(");
            self.number(id);
            self.text(c")");
        }
    }
}

/// The components of an element; omitted for a whole slot.
const fn mask(component_count: u32) -> &'static CStr {
    match component_count {
        1 => c".x",
        2 => c".xy",
        3 => c".xyz",
        _ => c"",
    }
}

/// The first component in a slot; omitted for x.
const fn first(component: u32) -> &'static CStr {
    match component {
        1 => c".y",
        2 => c".z",
        3 => c".w",
        _ => c"",
    }
}

impl Declaration {
    /// Writes the declaration as text, in ASCII, character by character.
    ///
    /// # Errors
    /// As `dral_varying_declaration_text`. On error, what was written is
    /// unspecified.
    ///
    /// ```
    /// use dral::modules::varying::*;
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
                writer.text(c".xyzw");
                writer.semantic(semantic, self.semantic_index);
                writer.array(self.array_id);
            }
            TextForm::Tgsi => {
                if self.first_component != 0 {
                    return Err(Error::NoFirstComponent);
                }
                writer.text(c"DCL ");
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
    use super::*;
    use std::string::String;

    fn text(
        declaration: &Declaration,
        form: TextForm,
    ) -> Result<String, Error> {
        let mut text = String::new();
        let written =
            declaration.write_text(form, &mut |c| text.push(c.into()));
        written.map(|()| text)
    }

    fn declaration(fields: [u32; 7]) -> Declaration {
        let [semantic, semantic_index, first_component, first, ..] = fields;
        let [.., last, component_count, array_id] = fields;
        Declaration {
            semantic,
            semantic_index,
            first_component,
            first,
            last,
            component_count,
            array_id,
        }
    }

    #[test]
    fn every_part_stands_where_it_is_needed() {
        // In the order of the forms; NONE cannot begin behind x.
        const NONE: &str = "";
        for (fields, texts) in [
            (
                [7, 0, 0, 0, 7, 1, 1],
                [
                    "OUT[0..7].x, CLIPDIST, ARRAY(1)",
                    "OUT[0..1].xyzw, CLIPDIST, ARRAY(1)",
                    "DCL OUT[0..7].x, ARRAY(1), CLIPDIST",
                ],
            ),
            (
                [1, 1, 0, 4, 5, 2, 0],
                [
                    "OUT[4..5].xy, GENERIC[1]",
                    "OUT[4].xyzw, GENERIC[1]",
                    "DCL OUT[4..5].xy, GENERIC[1]",
                ],
            ),
            (
                [1, 2, 0, 6, 6, 4, 0],
                [
                    "OUT[6], GENERIC[2]",
                    "OUT[6].xyzw, GENERIC[2]",
                    "DCL OUT[6], GENERIC[2]",
                ],
            ),
            (
                [1, 1, 3, 4, 5, 3, 0],
                [
                    "OUT[4..5].xyz, GENERIC[1].w",
                    "OUT[4..6].xyzw, GENERIC[1]",
                    NONE,
                ],
            ),
            (
                [1, 3, 1, 4, 5, 3, 0],
                [
                    "OUT[4..5].xyz, GENERIC[3].y",
                    "OUT[4..5].xyzw, GENERIC[3]",
                    NONE,
                ],
            ),
            (
                [1, 0, 2, 0, 0, 2, 0],
                ["OUT[0].xy, GENERIC[0].z", "OUT[0].xyzw, GENERIC[0]", NONE],
            ),
        ] {
            let forms = [TextForm::Scalar, TextForm::Vector, TextForm::Tgsi];
            for (form, expected) in forms.into_iter().zip(texts) {
                let found = text(&declaration(fields), form);
                match expected {
                    NONE => assert_eq!(found, Err(Error::NoFirstComponent)),
                    _ => assert_eq!(found.as_deref(), Ok(expected)),
                }
            }
        }
    }

    #[test]
    fn every_semantic_has_its_name() {
        let names = "POSITION GENERIC[0] TEXCOORD[0] COLOR BCOLOR FOG PSIZE \
            CLIPDIST CLIPVERTEX EDGEFLAG LAYER VIEWPORT_INDEX VIEWPORT_MASK \
            PRIMID PATCH TESSOUTER TESSINNER TESSCOORD PCOORD INSTANCEID \
            VERTEXID";
        let mut count = 0;
        for (semantic, name) in (0..).zip(names.split_whitespace()) {
            let written = |index| {
                let fields = [semantic, index, 0, 0, 0, 4, 0];
                text(&declaration(fields), TextForm::Scalar).unwrap()
            };
            assert_eq!(written(0).strip_prefix("OUT[0], "), Some(name));
            let name = name.strip_suffix("[0]").unwrap_or(name);
            assert!(written(12).ends_with(&std::format!("{name}[12]")));
            count += 1;
        }
        assert!(Semantic::try_from(count).is_err());
    }

    #[test]
    fn the_largest_numbers_are_written() {
        const MAX: u32 = u32::MAX;
        let largest = declaration([1, MAX, 0, 1_023_456_789, MAX, 4, MAX]);
        assert_eq!(
            text(&largest, TextForm::Scalar).as_deref(),
            Ok("OUT[1023456789..4294967295], GENERIC[4294967295], \
                ARRAY(4294967295)")
        );
    }
}
