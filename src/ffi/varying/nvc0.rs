// SPDX-License-Identifier: MIT

//! Addresses of nvc0 for C.

use super::super::flag::flag;
use super::super::refusal::pure;
use crate::varying::{nvc0_address, Semantic};
use core::ffi::c_int;

/// The byte address of an input or output in nvc0, Nouveau's driver for Fermi
/// and later. For a component of a declaration, pass the address of index 0 of
/// its semantic as base to dral_varying_address.
///
/// \param semantic an enum dral_varying_semantic
/// \param output 1 for an output, 0 for an input
/// \return 0; -ENOTSUP for a semantic that is not an output, or not an input;
/// -ERANGE for an index that the semantic does not have, or an address that
/// exceeds 32 bits; -EINVAL for an unknown semantic, an output that is neither
/// 0 nor 1, or NULL.
///
/// Source: docs/varying.md, "Addresses of nvc0".
///
/// # Safety
/// address is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_nvc0_address(
    semantic: u32,
    index: u32,
    output: u32,
    address: *mut u32,
) -> c_int {
    pure!(address, {
        let semantic = Semantic::try_from(semantic)?;
        nvc0_address(semantic, index, flag(output)?)?
    })
}
