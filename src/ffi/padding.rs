// SPDX-License-Identifier: MIT

//! Padded vertex counts for C.

use super::refusal::answer;
use crate::instancing::{
    idvs_vertex_count, instance_size, instance_size_byte, padded_vertex_count,
    PaddedCount, PaddingRule,
};
use core::ffi::c_int;
use core::mem::MaybeUninit;

/// The padded vertex count under the driver rule, in vertices: the smallest
/// number that is 1, 3, 5, 7 or 9 times a power of two and at least
/// vertex_count. From 20 vertices on it is greater than vertex_count.
///
/// Any vertex count is allowed. The result is 0 for 0, and for 0xE0000000 or
/// more, where the padded count would be 2^32.
///
/// Source: docs/instancing.md, "Padded vertex count"; the table of
/// instancing.rst.
#[unsafe(no_mangle)]
pub extern "C" fn dral_padded_vertex_count(vertex_count: u32) -> u32 {
    padded_vertex_count(vertex_count)
}

/// The padded count under either rule, with its factors.
///
/// \param rule an enum dral_padding_rule
/// \return 0; DRAL_ERROR_UNKNOWN_PADDING_RULE; DRAL_ERROR_PADDED_COUNT_RANGE if
/// the padded count would be 2^32. 0 vertices under the driver rule give
/// count, shift and odd of 0.
///
/// Source: docs/instancing.md, "Padded vertex count"; instancing.rst.
#[unsafe(no_mangle)]
pub extern "C" fn dral_padded_count(
    vertex_count: u32,
    rule: u32,
    padded: Option<&mut MaybeUninit<PaddedCount>>,
) -> c_int {
    answer(padded, || {
        Ok(PaddedCount::new(vertex_count, PaddingRule::try_from(rule)?)?)
    })
}

/// The vertex count to pad under index-driven vertex shading (IDVS) with more
/// than one instance: vertex_count rounded up to a multiple of 4.
///
/// \return 0; DRAL_ERROR_PADDED_COUNT_RANGE if the result would be 2^32.
///
/// Source: docs/instancing.md, "Index-driven vertex shading".
#[unsafe(no_mangle)]
pub extern "C" fn dral_idvs_vertex_count(
    vertex_count: u32,
    idvs_count: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(idvs_count, || Ok(idvs_vertex_count(vertex_count)?))
}

/// The byte that encodes an instance size or an instance primitive size in a
/// draw descriptor: shift | odd << 5. The size of a draw with one instance is
/// 1, encoded as 0x00.
///
/// \param size a padded count, in vertices or primitives
/// \return 0; DRAL_ERROR_NOT_A_PADDED_COUNT if size is not a padded count.
///
/// Source: docs/instancing.md, "Instance size".
#[unsafe(no_mangle)]
pub extern "C" fn dral_instance_size_pack(
    size: u32,
    byte: Option<&mut MaybeUninit<u8>>,
) -> c_int {
    answer(byte, || Ok(instance_size_byte(size)?))
}

/// The instance size that a byte encodes: the reverse of
/// dral_instance_size_pack.
///
/// \return 0; DRAL_ERROR_NOT_A_PADDED_COUNT for a byte that encodes no padded
/// count.
///
/// Source: docs/instancing.md, "Instance size".
#[unsafe(no_mangle)]
pub extern "C" fn dral_instance_size_unpack(
    byte: u8,
    size: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(size, || Ok(instance_size(byte)?))
}

#[cfg(test)]
mod tests {
    use super::dral_padded_vertex_count;

    #[test]
    fn c_gets_the_padded_count_of_the_driver_rule() {
        assert_eq!(dral_padded_vertex_count(70), 72);
        assert_eq!(dral_padded_vertex_count(6), 6);
        assert_eq!(dral_padded_vertex_count(0xE000_0000), 0);
    }
}
