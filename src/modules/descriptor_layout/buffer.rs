// SPDX-License-Identifier: MIT

//! The part of a buffer that a descriptor covers.
//!
//! Source: docs/reference/descriptor-layout.md, "Buffer ranges".

use super::align::align;
use super::number::{is_dynamic, DescriptorType};
use super::table::Rules;
use super::Error;

/// VK_WHOLE_SIZE: a range up to the end of the buffer.
pub const WHOLE_SIZE: u64 = u64::MAX;

/// The part of a buffer that a descriptor covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct BufferRange {
    /// The offset in the buffer, in bytes.
    pub offset: u64,
    /// The size in bytes, perhaps past the end of a uniform buffer.
    pub range: u64,
}

/// The part of a buffer of `size` bytes that a descriptor covers: `range`
/// bytes from `offset` on, or [`WHOLE_SIZE`] for the rest of the buffer. For a
/// dynamic buffer, `dynamic_offset` is added and the range ends with the
/// buffer; for other types `dynamic_offset` is not read.
///
/// # Errors
/// As `dral_descriptor_buffer_range_resolve`.
///
/// ```
/// use dral::modules::descriptor_layout::{
///     buffer_range, DescriptorType, Mesa, Model,
/// };
/// let rules = Model::AnvIndirect.table(Mesa::V26_2, 120, 0)?.rules;
/// let uniform = DescriptorType::UniformBufferDynamic as u32;
/// let covered = buffer_range(&rules, uniform, 1000, 256, 300, 512)?;
/// assert_eq!((covered.offset, covered.range), (768, 240));
/// # Ok::<(), dral::modules::descriptor_layout::Error>(())
/// ```
pub fn buffer_range(
    rules: &Rules,
    descriptor_type: u32,
    size: u64,
    offset: u64,
    range: u64,
    dynamic_offset: u64,
) -> Result<BufferRange, Error> {
    let uniform = DescriptorType::UniformBuffer.is(descriptor_type)
        || DescriptorType::UniformBufferDynamic.is(descriptor_type);
    let storage = DescriptorType::StorageBuffer.is(descriptor_type)
        || DescriptorType::StorageBufferDynamic.is(descriptor_type);
    if !uniform && !storage {
        return Err(Error::NotABuffer);
    }
    let (offset, rest) = if is_dynamic(descriptor_type) {
        let moved = offset.saturating_add(dynamic_offset);
        let rest = size.saturating_sub(moved);
        (size - rest, rest)
    } else {
        let rest = size.checked_sub(offset).ok_or(Error::BeyondBuffer)?;
        if range != WHOLE_SIZE && range > rest {
            return Err(Error::BeyondBuffer);
        }
        (offset, rest)
    };
    let mut range = range.min(rest);
    if uniform {
        range = align(range, rules.uniform_range_alignment)?;
    }
    Ok(BufferRange { offset, range })
}
