// SPDX-License-Identifier: MIT

//! The model of the hardware: what the attribute unit computes from a
//! descriptor and an id. Drivers can use it in asserts; the tests compare
//! every record with it.

use super::divisor::IMPLICIT_BIT;
use super::field::only_if;
use super::{
    AttributeMode, AttributeRecord, Frequency, IdRecord, IdType, MagicDivisor,
    ValhallAttribute, ValhallMode,
};
use crate::Error;

impl MagicDivisor {
    /// The quotient that the hardware computes: `(id + extra_flags) *
    /// (magic | 1 << 31) >> (32 + shift)` in 64-bit arithmetic. Only the
    /// bits that descriptors store are read: the low 5 of `shift`, the low
    /// one of `extra_flags`.
    ///
    /// Source: docs/reference/instancing.md, "Hardware division".
    ///
    /// ```
    /// use dral::instancing::{MagicDivisor, Rounding};
    /// let three = MagicDivisor::new(3, Rounding::Documented)?;
    /// assert_eq!([2, 3, u32::MAX].map(|id| three.divide(id)),
    ///     [0, 1, 0x5555_5555]);
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub const fn divide(self, id: u32) -> u32 {
        let multiplier = (self.magic | IMPLICIT_BIT) as u64;
        let sum = id as u64 + (self.extra_flags & 1) as u64;
        ((sum * multiplier) >> 32 >> (self.shift & 31)) as u32
    }
}

/// The remainder by `(2 * odd + 1) << shift`, which may exceed 32 bits.
const fn modulo(linear_id: u32, shift: u32, odd: u32) -> u32 {
    let modulus = (2 * (odd & 7) as u64 + 1) << (shift & 31);
    (linear_id as u64 % modulus) as u32
}

impl AttributeRecord {
    /// The index of the element that the thread with this linear id reads. All
    /// threads read element 0 of a record with stride 0.
    ///
    /// # Errors
    /// The errors of [`AttributeRecord::mode`].
    pub fn element(&self, linear_id: u32) -> Result<u32, Error> {
        let element = match self.mode()? {
            AttributeMode::OneDimensional => linear_id,
            AttributeMode::Modulus(padded) => {
                modulo(linear_id, padded.shift(), padded.odd())
            }
            AttributeMode::PotDivisor { shift } => linear_id >> (shift & 31),
            AttributeMode::NpotDivisor { magic, .. } => magic.divide(linear_id),
        };
        Ok(only_if(self.stride != 0, element))
    }
}

impl IdRecord {
    /// The id that the thread with this linear id reads.
    ///
    /// # Errors
    /// [`Error::NotADescriptor`] for an unknown type.
    pub fn value(&self, linear_id: u32) -> Result<u32, Error> {
        Ok(match self.id_type()? {
            IdType::Vertex => modulo(linear_id, self.shift, self.odd),
            IdType::Instance => self.divisor().divide(linear_id),
        })
    }
}

/// The vertex id of a thread. From v9 on the hardware provides it separately
/// from the instance id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VertexId(pub u32);

/// The instance id of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstanceId(pub u32);

impl ValhallAttribute {
    /// The index of the element that a thread with these ids reads. All
    /// threads read element 0 of an attribute with stride 0.
    ///
    /// # Errors
    /// [`Error::NotADescriptor`] for an unknown type or frequency,
    /// [`Error::UnknownFlag`] for an offset enable that is neither 0 nor 1;
    /// [`Error::UnusedBuffer`] for a Null Descriptor.
    ///
    /// ```
    /// use dral::instancing::*;
    /// let source = ValhallSource {
    ///     rate: Rate::Instance as u32,
    ///     divisor: 3,
    ///     stride: 16,
    ///     ..ValhallSource::new(Architecture::V9)
    /// };
    /// let attribute = ValhallAttribute::new(&source)?;
    /// assert_eq!(attribute.element(VertexId(5), InstanceId(7)), Ok(2));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn element(
        &self,
        vertex_id: VertexId,
        instance_id: InstanceId,
    ) -> Result<u32, Error> {
        self.check_numbers()?;
        let instance = self.frequency == Frequency::Instance as u32;
        let id = if instance { instance_id.0 } else { vertex_id.0 };
        let element = match self.mode()? {
            ValhallMode::OneDimensional => id,
            ValhallMode::PotDivisor { shift } => id >> (shift & 31),
            ValhallMode::NpotDivisor { magic } => magic.divide(id),
        };
        Ok(only_if(self.stride != 0, element))
    }
}
