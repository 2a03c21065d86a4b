// SPDX-License-Identifier: MIT

//! The areas of the address space.
//!
//! Source: docs/binding-table.md, "The address space".

/// An area of the address space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Area {
    /// The area of the general state base address.
    General = 0,
    /// Buffers that need a 32-bit address.
    LowHeap = 1,
    /// Binding tables.
    BindingTable = 2,
    /// The driver's own surface states.
    InternalSurface = 3,
    /// The beginning of the internal surface states, for scratch memory.
    ScratchSurface = 4,
    /// Surface states that shaders access by a handle.
    BindlessSurface = 5,
    /// Descriptor sets of the indirect model.
    IndirectDescriptor = 6,
    /// Push descriptors of the indirect model.
    IndirectPush = 7,
    /// Shaders.
    Instruction = 8,
    /// Sampler states and other dynamic states.
    DynamicState = 9,
    /// Dynamic states that applications see: descriptor buffers.
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

/// A range of the address space; all 0 if the hardware or the model does not
/// have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct AddressRange {
    /// Its first byte.
    pub address: u64,
    /// Its bytes.
    pub size: u64,
}
