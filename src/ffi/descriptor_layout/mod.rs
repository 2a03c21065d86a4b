// SPDX-License-Identifier: MIT

//! Descriptor set layouts for C; `include/dral_descriptor_layout.h` is
//! generated from these files.

pub mod binding;
pub mod buffer;
pub mod handle;
pub mod heap;
pub mod pipeline;
pub mod pool;
pub mod set;
pub mod table;

use super::error::Error;
use super::pointer::{check_apart, slice};
use crate::descriptor_layout::DescriptorType;

/// The list of a mutable type from C.
#[derive(Clone, Copy)]
struct MutableTypes {
    types: *const u32,
    count: usize,
}

impl MutableTypes {
    /// The list for this type: empty unless it is mutable.
    #[inline]
    fn of(descriptor_type: u32, types: *const u32, count: usize) -> Self {
        if descriptor_type == DescriptorType::Mutable as u32 {
            Self { types, count }
        } else {
            Self { types: core::ptr::null(), count: 0 }
        }
    }

    /// The list as a slice, if it is valid.
    ///
    /// # Safety
    /// The list has as many elements, or is NULL.
    #[inline]
    unsafe fn checked<'a>(self) -> Result<&'a [u32], Error> {
        // SAFETY: the caller's list.
        unsafe { slice(self.types, self.count) }
    }

    /// The list as a slice; empty if it is invalid.
    ///
    /// # Safety
    /// As [`MutableTypes::checked`].
    #[inline]
    unsafe fn get<'a>(self) -> &'a [u32] {
        // SAFETY: the caller's list.
        unsafe { self.checked() }.unwrap_or_default()
    }

    /// Refuses a list that shares memory with an output.
    #[inline]
    fn check_apart<T>(
        self,
        output: *const T,
        count: usize,
    ) -> Result<(), Error> {
        check_apart(self.types, self.count, output, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ptr::from_ref;

    #[test]
    fn only_mutable_types_have_a_list() {
        let types = [2, 3];
        for (descriptor_type, length) in
            [(DescriptorType::Mutable as u32, 2), (2, 0)]
        {
            let list =
                MutableTypes::of(descriptor_type, types.as_ptr(), types.len());
            // SAFETY: the list has two elements.
            assert_eq!(unsafe { list.get() }.len(), length);
            let shared = list.check_apart(from_ref(&types), 1);
            assert_eq!(shared.is_err(), length != 0);
            assert!(list.check_apart(from_ref(&0), 1).is_ok());
        }
    }
}
