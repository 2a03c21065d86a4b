// SPDX-License-Identifier: MIT

//! The parts of a map.
//!
//! Source: docs/reference/binding-table.md, "Which entry goes where".

use super::shader::MAX_SETS;

/// Special values instead of a set number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum SetId {
    /// The memory of a set in a descriptor buffer, in 24.3.
    DescriptorBuffer = 251,
    /// No set: the entry is 0.
    Null = 252,
    /// The memory of a set; in 26.2, also in a descriptor buffer.
    SetMemory = 254,
    /// A render target.
    RenderTarget = 255,
}

/// What an entry refers to. Fields that do not apply are
/// DRAL_DESCRIPTOR_ABSENT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Entry {
    /// The set, 0 to 31, or an enum dral_binding_table_set_id.
    pub set: u32,
    /// The number of the binding.
    pub binding: u32,
    /// The index of the descriptor in the set, of the render target
    /// (DRAL_DESCRIPTOR_ABSENT for a null surface), or of the set.
    pub index: u32,
    /// The plane; 0 without planes.
    pub plane: u32,
    /// The index of the dynamic offset in the set.
    pub dynamic_offset_index: u32,
    /// The offset of the descriptor's plane in the set's surface area, in
    /// bytes; in the sampler table, in the sampler area.
    pub set_offset: u32,
}

/// The first entries of a binding; 255 if it is not in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Slots {
    /// In the binding table; of an inline uniform block, the entry of its set's
    /// memory.
    pub surface: u32,
    /// In the sampler table.
    pub sampler: u32,
}

/// The sizes of a stage's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Map {
    /// Entries of the binding table.
    pub surface_count: u32,
    /// Entries of the sampler table.
    pub sampler_count: u32,
    /// Slots of all sets.
    pub slot_count: u32,
    /// The entry of each set's memory. Without an entry it is 255; in 24.3 with
    /// a table, 0. Beyond the last set it is 0.
    pub set_slots: [u32; 32],
    /// The index of each set's first slot; slots follow by binding number.
    pub first_slots: [u32; 32],
}

const _: () = assert!(MAX_SETS == 32);
