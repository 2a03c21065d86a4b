// SPDX-License-Identifier: MIT

//! The map of the GPU's address space: its areas, among them the window.
//!
//! Source: docs/reference/binding-table.md, "The address space".

use super::window::{
    BINDLESS, BINDLESS_SIZE, GIB, INTERNAL, INTERNAL_SIZE, POOL_BASE_FROM,
    TABLES, TABLES_SIZE,
};
use super::Error;
use crate::align::align_up;

/// An area of the address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Area {
    /// The general state base address.
    General = 0,
    /// Buffers that need a 32-bit address.
    LowHeap = 1,
    /// Binding tables.
    BindingTable = 2,
    /// The driver's own surface states.
    InternalSurface = 3,
    /// The beginning of the internal ones, for scratch memory.
    ScratchSurface = 4,
    /// Surface states accessed by a handle.
    BindlessSurface = 5,
    /// Descriptor sets of the indirect model.
    IndirectDescriptor = 6,
    /// Push descriptors of the indirect model.
    IndirectPush = 7,
    /// Shaders.
    Instruction = 8,
    /// Sampler states and other dynamic states.
    DynamicState = 9,
    /// Descriptor buffers.
    DynamicVisible = 10,
    /// Push descriptors of descriptor buffers.
    PushDescriptorBuffer = 11,
    /// The translation table of auxiliary surfaces.
    AuxiliaryTable = 12,
    /// All other buffers.
    HighHeap = 13,
    /// The translation table of sparse resources.
    Trtt = 14,
}

/// A range of the address space; all 0 if it does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct AddressRange {
    /// Its first byte.
    pub address: u64,
    /// Its bytes.
    pub size: u64,
}

impl Area {
    /// All areas, indexed by their numbers.
    pub(crate) const ALL: [Self; 15] = [
        Self::General,
        Self::LowHeap,
        Self::BindingTable,
        Self::InternalSurface,
        Self::ScratchSurface,
        Self::BindlessSurface,
        Self::IndirectDescriptor,
        Self::IndirectPush,
        Self::Instruction,
        Self::DynamicState,
        Self::DynamicVisible,
        Self::PushDescriptorBuffer,
        Self::AuxiliaryTable,
        Self::HighHeap,
        Self::Trtt,
    ];
}

/// The size of the largest address space.
const WHOLE: u64 = 1 << 48;

/// The address of the page tables of sparse resources.
const TRTT: u64 = 0xF << 44;

/// Left free at the end of the address space.
const END: u64 = 4 * GIB;

const PAGE: u64 = 4096;

const GENERAL: u64 = 0x20_0000;
const SCRATCH_SIZE: u64 = 8 << 20;
const INDIRECT_DESCRIPTOR_SIZE: u64 = 3 * GIB;
const INDIRECT_PUSH_SIZE: u64 = GIB;
const INSTRUCTION_SIZE: u64 = 2 * GIB;
const HOLE: u64 = GIB;
const DYNAMIC_STATE_SIZE: u64 = GIB;
const AUXILIARY_TABLE_SIZE: u64 = 2 * GIB;

/// Rounds an address up.
fn align(address: u64, alignment: u64) -> Result<u64, Error> {
    if !alignment.is_power_of_two() {
        return Err(Error::Alignment);
    }
    align_up(address, alignment).ok_or(Error::AddressSpaceFull)
}

/// The map of an address space.
///
/// ```
/// use dral::modules::binding_table::{AddressMap, Area};
/// let map = AddressMap::new(125, false, 65536, 1 << 48)?;
/// assert_eq!(map.range(Area::BindingTable).address, 0xC000_0000);
/// assert_eq!(map.range(Area::AuxiliaryTable).address, 0x3_C000_0000);
/// # Ok::<(), dral::modules::binding_table::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressMap {
    has_pool_base: bool,
    indirect: bool,
    instruction: u64,
    auxiliary_table: u64,
    top: u64,
}

impl AddressMap {
    /// The map for hardware of generation `version` / 10. `indirect` is
    /// whether descriptors use the indirect model, `alignment` the alignment
    /// of memory, a power of two, and `size` the size of the address space in
    /// bytes.
    ///
    /// # Errors
    /// [`Error::AddressSpace`] for more than 2^48 bytes,
    /// [`Error::AddressSpaceFull`] for too few, [`Error::Alignment`].
    pub fn new(
        version: u32,
        indirect: bool,
        alignment: u64,
        size: u64,
    ) -> Result<Self, Error> {
        if size > WHOLE {
            return Err(Error::AddressSpace);
        }
        let has_pool_base = version >= POOL_BASE_FROM;
        let mut instruction = align(BINDLESS + BINDLESS_SIZE, 4 * GIB)?;
        if indirect {
            instruction += INDIRECT_DESCRIPTOR_SIZE + INDIRECT_PUSH_SIZE;
        }
        let mut map = Self {
            has_pool_base,
            indirect,
            instruction,
            auxiliary_table: 0,
            top: 0,
        };
        let last = if has_pool_base {
            map.range(Area::PushDescriptorBuffer)
        } else {
            map.range(Area::DynamicVisible)
        };
        map.auxiliary_table = align(last.address + last.size, alignment)?;
        map.top = size.min(TRTT).saturating_sub(END);
        match map.auxiliary_table.checked_add(AUXILIARY_TABLE_SIZE) {
            Some(high_heap) if high_heap < map.top => Ok(map),
            _ => Err(Error::AddressSpaceFull),
        }
    }

    /// The range of an area.
    pub const fn range(&self, area: Area) -> AddressRange {
        const NOTHING: AddressRange = AddressRange { address: 0, size: 0 };
        const fn at(address: u64, size: u64) -> AddressRange {
            AddressRange { address, size }
        }
        let dynamic_state = self.instruction + INSTRUCTION_SIZE + HOLE;
        let dynamic_visible = dynamic_state + DYNAMIC_STATE_SIZE;
        match area {
            Area::General => at(GENERAL, GIB - GENERAL),
            Area::LowHeap => at(GIB, GIB),
            Area::BindingTable => at(TABLES, TABLES_SIZE),
            Area::InternalSurface => at(INTERNAL, INTERNAL_SIZE),
            Area::ScratchSurface => at(INTERNAL, SCRATCH_SIZE),
            Area::BindlessSurface => at(BINDLESS, BINDLESS_SIZE),
            Area::IndirectDescriptor if self.indirect => at(
                self.instruction
                    - INDIRECT_PUSH_SIZE
                    - INDIRECT_DESCRIPTOR_SIZE,
                INDIRECT_DESCRIPTOR_SIZE,
            ),
            Area::IndirectPush if self.indirect => {
                at(self.instruction - INDIRECT_PUSH_SIZE, INDIRECT_PUSH_SIZE)
            }
            Area::IndirectDescriptor | Area::IndirectPush => NOTHING,
            Area::Instruction => at(self.instruction, INSTRUCTION_SIZE),
            Area::DynamicState => at(dynamic_state, DYNAMIC_STATE_SIZE),
            Area::DynamicVisible if self.has_pool_base => {
                at(dynamic_visible, 2 * GIB)
            }
            Area::DynamicVisible => at(dynamic_visible, 3 * GIB - PAGE),
            Area::PushDescriptorBuffer if self.has_pool_base => {
                at(dynamic_visible + 2 * GIB, GIB - PAGE)
            }
            Area::PushDescriptorBuffer => NOTHING,
            Area::AuxiliaryTable => {
                at(self.auxiliary_table, AUXILIARY_TABLE_SIZE)
            }
            Area::HighHeap => {
                let start = self.auxiliary_table + AUXILIARY_TABLE_SIZE;
                at(start, self.top - start)
            }
            Area::Trtt => at(TRTT, WHOLE - END - TRTT),
        }
    }
}
