// SPDX-License-Identifier: MIT

//! Attribute descriptors of v4 to v7, which name the buffer of an attribute
//! and its offset.

use super::field::Field;
use super::{Architecture, UnusedLocation};
use crate::Error;

// Source: docs/reference/instancing.md, "Attribute descriptors of v4 to v7".
const SLOT: Field = Field::bits(0, 8);
const OFFSET_ENABLE: Field = Field::bit(9);
const FORMAT: Field = Field::bits(10, 31);
const OFFSET: Field = Field::word(1);

/// An attribute descriptor of v4 to v7. The offset is always enabled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct AttributeDescriptor {
    /// The slot of its record in the table, 9 bits.
    pub slot: u32,
    /// The hardware's format number, 22 bits.
    pub format: u32,
    /// Bytes from the record's pointer to the attribute in element 0.
    pub offset: i32,
}

/// Format CONSTANT, whose components are the component order's.
const CONSTANT: u32 = 95 << 12;

/// The component order 0000 on v4 to v6: 3 bits for each component, 4 is zero.
const ORDER_0000: u32 = 4 | 4 << 3 | 4 << 6 | 4 << 9;

/// The component order 0000 on v7.
const ORDER_0000_V7: u32 = 231;

impl AttributeDescriptor {
    /// Word 0 of a location without an attribute; its word 1 is 0.
    ///
    /// Source: docs/reference/instancing.md, "Attribute descriptors of v4 to
    /// v7".
    pub(super) fn unused(
        architecture: Architecture,
        unused_location: UnusedLocation,
    ) -> u32 {
        if unused_location == UnusedLocation::NullDescriptor {
            return 0;
        }
        let order = match architecture {
            Architecture::V7 => ORDER_0000_V7,
            _ => ORDER_0000,
        };
        let mut words = [0; 2];
        OFFSET_ENABLE.put32(&mut words, 1);
        FORMAT.put32(&mut words, CONSTANT | order);
        words[0]
    }

    /// The two words.
    ///
    /// # Errors
    /// As `dral_attribute_descriptor_pack`.
    ///
    /// ```
    /// use dral::instancing::AttributeDescriptor;
    /// let attribute = AttributeDescriptor { slot: 2, format: 1, offset: -4 };
    /// let words = attribute.pack()?;
    /// assert_eq!(words, [0x602, 0xFFFF_FFFC]);
    /// assert_eq!(AttributeDescriptor::unpack(words), Ok(attribute));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn pack(self) -> Result<[u32; 2], Error> {
        if !SLOT.fits(self.slot.into()) {
            return Err(Error::SlotRange);
        }
        if !FORMAT.fits(self.format.into()) {
            return Err(Error::FormatRange);
        }
        let mut words = [0; 2];
        SLOT.put32(&mut words, self.slot);
        OFFSET_ENABLE.put32(&mut words, 1);
        FORMAT.put32(&mut words, self.format);
        OFFSET.put32(&mut words, self.offset as u32);
        Ok(words)
    }

    /// The descriptor of two words: the reverse of
    /// [`AttributeDescriptor::pack`].
    ///
    /// # Errors
    /// As `dral_attribute_descriptor_unpack`.
    pub fn unpack(words: [u32; 2]) -> Result<Self, Error> {
        let attribute = Self {
            slot: SLOT.get32(&words),
            format: FORMAT.get32(&words),
            offset: OFFSET.get32(&words) as i32,
        };
        if attribute.pack() == Ok(words) {
            Ok(attribute)
        } else {
            Err(Error::NotADescriptor)
        }
    }
}
