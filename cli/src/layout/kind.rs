// SPDX-License-Identifier: MIT

//! Names of descriptor types.

use crate::escape::shortened;
use crate::number;
use dral::modules::descriptor_layout::DescriptorType;

/// Suffixes of extensions.
const SUFFIXES: [&str; 3] = ["_EXT", "_KHR", "_VALVE"];

/// Parses a type: its Vulkan name, with or without prefix and suffix, or its
/// number.
pub fn parse(text: &str) -> Result<u32, String> {
    let text = text.trim();
    let name = text.strip_prefix("VK_DESCRIPTOR_TYPE_").unwrap_or(text);
    let name = SUFFIXES
        .iter()
        .find_map(|suffix| name.strip_suffix(suffix))
        .unwrap_or(name);
    let known = DescriptorType::NAMES.iter().find(|(known, _)| *known == name);
    match known {
        Some((_, kind)) => Ok(*kind as u32),
        None => number::unsigned(text)
            .map_err(|_| format!("{:?} is not {EXPECTED}", shortened(text))),
    }
}

/// The name of a type, or its number.
pub fn name(descriptor_type: u32) -> String {
    let known = DescriptorType::NAMES
        .iter()
        .find(|(_, kind)| *kind as u32 == descriptor_type);
    known.map_or(descriptor_type.to_string(), |(name, _)| name.to_string())
}

/// Describes valid types.
const EXPECTED: &str = "a descriptor type, such as SAMPLED_IMAGE";
