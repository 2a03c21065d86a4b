// SPDX-License-Identifier: MIT

//! A binding as a file gives it, with what a shader does with it.

use dral::descriptor_layout::Binding;

/// What a file says of a binding.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    pub binding: u32,
    pub descriptor_type: u32,
    pub count: u32,
    pub flags: u32,
    pub planes: u32,
    pub mutable_types: Vec<u32>,
    /// The set that it belongs to, and VkDescriptorSetLayoutCreateFlags of
    /// that.
    pub set: u32,
    pub set_flags: u32,
    /// How often a shader uses it; once if the file does not say.
    pub uses: Option<u32>,
}

impl Given {
    pub fn binding(&self) -> Binding<'_> {
        Binding {
            binding: self.binding,
            descriptor_type: self.descriptor_type,
            descriptor_count: self.count,
            binding_flags: self.flags,
            max_plane_count: self.planes,
            mutable_types: &self.mutable_types,
            ..Binding::default()
        }
    }
}
