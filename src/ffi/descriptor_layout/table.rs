// SPDX-License-Identifier: MIT

//! Tables for C.

use super::super::error::Error;
use super::super::pointer::{read, slice};
use super::super::refusal::pure;
use super::MutableTypes;
use crate::descriptor_layout::{Mesa, Model, Rules, Table, TypeLayout};
use core::ffi::c_int;

/// How a driver stores each descriptor type, and the limits of the driver.
/// dral_descriptor_table_init fills in the tables of known drivers; another
/// driver fills in its own. Of two entries for one type the first is used. An
/// entry for mutable types is not read, because their size follows from their
/// lists.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_descriptor_table {
    /// The descriptor types that the driver supports.
    pub types: *const TypeLayout,
    /// The number of types.
    pub type_count: usize,
    /// The limits and rules of the driver.
    pub rules: Rules,
}

/// Reads a table.
///
/// # Safety
/// `table` is NULL or points to a struct whose `types` has `type_count`
/// elements, and that is not written while the result lives.
#[inline]
pub(super) unsafe fn read_table<'a>(
    table: *const dral_descriptor_table,
) -> Result<Table<'a>, Error> {
    // SAFETY: the caller's pointers.
    unsafe {
        let table = read(table)?;
        let types = slice(table.types, table.type_count)?;
        Ok(Table { types, rules: table.rules })
    }
}

/// The model that ANV chooses, an enum dral_descriptor_model: descriptor
/// buffers if set_flags ask for them, the indirect model before version 125 or
/// if forced_indirect is not 0, else the direct model. 0 below version 90,
/// which ANV does not support.
///
/// \param version the generation of the hardware times ten: 90, 120, 125
/// \param set_flags VkDescriptorSetLayoutCreateFlags
///
/// Source: docs/descriptor-layout.md, "Models".
#[unsafe(no_mangle)]
pub extern "C" fn dral_descriptor_anv_model(
    version: u32,
    set_flags: u32,
    forced_indirect: u32,
) -> u32 {
    Model::of_anv(version, set_flags, forced_indirect != 0)
        .map_or(0, |model| model as u32)
}

/// Fills in the table of a known driver, for sets with these flags. Its types
/// are static; a driver may copy the table and change it.
///
/// \param model an enum dral_descriptor_model
/// \param mesa an enum dral_mesa_release
/// \param version for ANV the generation of the hardware times ten (120,
/// 125), for PanVK the architecture (7, 10)
/// \param set_flags VkDescriptorSetLayoutCreateFlags
/// \return 0; -EINVAL for an unknown model or release, hardware that the
/// driver does not support (Intel below 90, Mali below 6), or NULL.
///
/// Source: docs/descriptor-layout.md, "Tables".
///
/// # Safety
/// table is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_table_init(
    model: u32,
    mesa: u32,
    version: u32,
    set_flags: u32,
    table: *mut dral_descriptor_table,
) -> c_int {
    pure!(table, {
        let model = Model::try_from(model)?;
        let known = model.table(Mesa::try_from(mesa)?, version, set_flags)?;
        dral_descriptor_table {
            types: known.types.as_ptr(),
            type_count: known.types.len(),
            rules: known.rules,
        }
    })
}

/// How descriptors of a type are stored. A mutable type has the data of all
/// types in its list, and the greatest size and alignment in each area.
///
/// \param descriptor_type a VkDescriptorType
/// \param mutable_types the list of a mutable type, not read for others; an
/// empty list means every type that is neither dynamic nor inline
/// \return 0; -ENOTSUP for a type that is not in the table, or a list with a
/// type that is marked as not mutable; -EINVAL for a list with inline, dynamic
/// or mutable types, for an alignment that is not a power of two, sizes that
/// are not multiples of the index unit, or NULL.
///
/// Source: docs/descriptor-layout.md, "Tables", "Mutable types".
///
/// # Safety
/// table is NULL or points to a table; mutable_types has mutable_type_count
/// elements; layout is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_type_find(
    table: *const dral_descriptor_table,
    descriptor_type: u32,
    mutable_types: *const u32,
    mutable_type_count: usize,
    layout: *mut TypeLayout,
) -> c_int {
    let list =
        MutableTypes::of(descriptor_type, mutable_types, mutable_type_count);
    let list = move || {
        // SAFETY: the caller's list.
        unsafe { list.checked() }
    };
    pure!(
        layout,
        [table = read_table(table)],
        table.type_layout(descriptor_type, list()?)?
    )
}

#[cfg(test)]
mod tests {
    use super::dral_descriptor_anv_model;

    #[test]
    fn models_have_their_numbers() {
        assert_eq!(dral_descriptor_anv_model(120, 0, 0), 1);
        assert_eq!(dral_descriptor_anv_model(125, 0, 0), 2);
        assert_eq!(dral_descriptor_anv_model(125, 0, 1), 1);
        assert_eq!(dral_descriptor_anv_model(125, 0x10, 0), 3);
        assert_eq!(dral_descriptor_anv_model(80, 0, 0), 0);
    }
}
