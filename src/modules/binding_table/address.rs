// SPDX-License-Identifier: MIT

//! The map of the GPU's address space: its areas, among them the window.
//!
//! Source: docs/reference/binding-table.md, "The address space".

use super::window::{
    BINDLESS, BINDLESS_SIZE, GIB, INTERNAL, INTERNAL_SIZE, TABLES, TABLES_SIZE,
};
use super::{Error, Release};
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
    /// Buffers whose memory is zeroed, in 26.2.
    NullInitializedHeap = 15,
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
    pub(crate) const ALL: [Self; 16] = [
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
        Self::NullInitializedHeap,
    ];
}

/// The size of the largest address space.
const WHOLE: u64 = 1 << 48;

/// The address of the page tables of sparse resources.
const TRTT: u64 = 0xF << 44;

/// Left free at the end of the address space.
const END: u64 = 4 * GIB;

const PAGE: u64 = 4096;

/// The first address above the window that is a multiple of 4 GiB.
const FIRST_FREE: u64 = (BINDLESS + BINDLESS_SIZE).next_multiple_of(4 * GIB);

const GENERAL: u64 = 0x20_0000;
const SCRATCH_SIZE: u64 = 8 << 20;
const INDIRECT_DESCRIPTOR_SIZE: u64 = 3 * GIB;
const INDIRECT_PUSH_SIZE: u64 = GIB;
const INSTRUCTION_SIZE_24_3: u64 = 2 * GIB;
/// From the beginning of the instructions to the dynamic states.
const INSTRUCTION_AND_HOLE: u64 = 3 * GIB;
const DYNAMIC_STATE_SIZE: u64 = GIB;
const AUXILIARY_TABLE_SIZE: u64 = 2 * GIB;
const NULL_INITIALIZED_SIZE: u64 = 8 * GIB;

/// The map of an address space.
///
/// ```
/// use dral::modules::binding_table::{AddressMap, Area, Release};
/// use dral::modules::descriptor_layout::Mesa;
/// let release = Release::new(Mesa::V26_2, 125)?;
/// let map = AddressMap::new(release, false, 65536, 1 << 48)?;
/// assert_eq!(map.range(Area::BindingTable).address, 0xC000_0000);
/// assert_eq!(map.range(Area::HighHeap).address, 0x6_4000_0000);
/// # Ok::<(), dral::modules::binding_table::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AddressMap {
    release: Release,
    indirect: bool,
    instruction: u64,
    auxiliary_table: u64,
    high_heap: u64,
    top: u64,
}

impl AddressMap {
    /// The map of a release. `indirect` is whether descriptors use the
    /// indirect model, `alignment` the alignment of memory, a power of two
    /// that 26.2 does not use, and `size` the size of the address space in
    /// bytes.
    ///
    /// # Errors
    /// As `dral_address_map`.
    pub fn new(
        release: Release,
        indirect: bool,
        alignment: u64,
        size: u64,
    ) -> Result<Self, Error> {
        if size > WHOLE {
            return Err(Error::AddressSpace);
        }
        if !alignment.is_power_of_two() {
            return Err(Error::Alignment);
        }
        let mut instruction = FIRST_FREE;
        if indirect {
            instruction += INDIRECT_DESCRIPTOR_SIZE + INDIRECT_PUSH_SIZE;
        }
        let mut map = Self {
            release,
            indirect,
            instruction,
            auxiliary_table: 0,
            high_heap: 0,
            top: 0,
        };
        let last = if release.has_pool_base() {
            map.range(Area::PushDescriptorBuffer)
        } else {
            map.range(Area::DynamicVisible)
        };
        let (alignment, null_initialized) = if release.is_26_2() {
            (GIB, NULL_INITIALIZED_SIZE)
        } else {
            (alignment, 0)
        };
        let full = Error::AddressSpaceFull;
        map.auxiliary_table =
            align_up(last.address + last.size, alignment).ok_or(full)?;
        map.high_heap = map
            .auxiliary_table
            .checked_add(AUXILIARY_TABLE_SIZE + null_initialized)
            .ok_or(full)?;
        map.top = size.min(TRTT).saturating_sub(END);
        if map.high_heap >= map.top {
            return Err(full);
        }
        Ok(map)
    }

    /// The range of an area.
    pub const fn range(&self, area: Area) -> AddressRange {
        const NOTHING: AddressRange = AddressRange { address: 0, size: 0 };
        const fn at(address: u64, size: u64) -> AddressRange {
            AddressRange { address, size }
        }
        let is_26_2 = self.release.is_26_2();
        let has_pool_base = self.release.has_pool_base();
        let low_heap = if is_26_2 { 2 * GIB } else { GIB };
        let dynamic_state = self.instruction + INSTRUCTION_AND_HOLE;
        let dynamic_visible = dynamic_state + DYNAMIC_STATE_SIZE;
        match area {
            Area::General => at(GENERAL, low_heap - GENERAL),
            Area::LowHeap => at(low_heap, GIB),
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
            Area::Instruction if is_26_2 => {
                at(self.instruction, INSTRUCTION_AND_HOLE)
            }
            Area::Instruction => at(self.instruction, INSTRUCTION_SIZE_24_3),
            Area::DynamicState => at(dynamic_state, DYNAMIC_STATE_SIZE),
            Area::DynamicVisible if has_pool_base => {
                at(dynamic_visible, 2 * GIB)
            }
            Area::DynamicVisible => at(dynamic_visible, 3 * GIB - PAGE),
            Area::PushDescriptorBuffer if has_pool_base => {
                at(dynamic_visible + 2 * GIB, GIB - PAGE)
            }
            Area::PushDescriptorBuffer => NOTHING,
            Area::AuxiliaryTable => {
                at(self.auxiliary_table, AUXILIARY_TABLE_SIZE)
            }
            Area::HighHeap => at(self.high_heap, self.top - self.high_heap),
            Area::Trtt => at(TRTT, WHOLE - END - TRTT),
            Area::NullInitializedHeap if is_26_2 => at(
                self.auxiliary_table + AUXILIARY_TABLE_SIZE,
                NULL_INITIALIZED_SIZE,
            ),
            Area::NullInitializedHeap => NOTHING,
        }
    }
}
