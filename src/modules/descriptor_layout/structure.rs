// SPDX-License-Identifier: MIT

//! The structures of ANV's indirect model, which a shader reads from the
//! memory of a set.
//!
//! Source: docs/reference/descriptor-layout.md, "Structures".

use super::Error;
use crate::mesa::Mesa;

/// A structure as 32-bit words, the lowest address first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Structure {
    /// The number of words; the others are 0.
    pub count: u32,
    /// The words, each little-endian in memory.
    pub words: [u32; 10],
}

impl Structure {
    fn new(words: &[u32]) -> Self {
        let mut all = Self { count: words.len() as u32, words: [0; 10] };
        for (to, from) in all.words.iter_mut().zip(words) {
            *to = *from;
        }
        all
    }
}

/// anv_sampled_image_descriptor: of samplers, sampled and combined images,
/// uniform texel buffers and input attachments. Handles are as
/// [`surface_handle`](super::surface_handle) and
/// [`sampler_handle`](super::sampler_handle) return; a missing one is 0.
pub fn sampled_image(image: u32, sampler: u32) -> Structure {
    Structure::new(&[image, sampler])
}

/// A view of a storage image, or a storage texel buffer. 24.3 has only the
/// first two fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct StorageImage {
    /// The handle of its surface state.
    pub handle: u32,
    /// The slices of a view of a 3D image; 0 for a buffer.
    pub depth: u32,
    /// The address of the image's memory, or of the buffer's range.
    pub address: u64,
    /// 0 if the image is linear or a buffer, else 1.
    pub tiled: u32,
    /// Bytes of a row; 0 for a buffer.
    pub row_pitch: u32,
    /// Rows between array layers; 0 for a buffer.
    pub array_pitch: u32,
    /// The format of the surface, an enum isl_format.
    pub format: u32,
    /// The first array layer of the view.
    pub first_layer: u32,
}

impl StorageImage {
    /// anv_storage_image_descriptor of a release.
    ///
    /// # Errors
    /// As `dral_descriptor_storage_image_pack`.
    ///
    /// ```
    /// use dral::modules::descriptor_layout::*;
    /// let image = StorageImage {
    ///     handle: 0x1000,
    ///     depth: 1,
    ///     ..Default::default()
    /// };
    /// assert_eq!(image.words(Mesa::V24_3)?.count, 2);
    /// assert_eq!(image.words(Mesa::V26_2)?.count, 10);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn words(&self, mesa: Mesa) -> Result<Structure, Error> {
        let tile_mode = match self.tiled {
            0 => 0,
            1 => u32::MAX,
            _ => return Err(Error::UnknownFlag),
        };
        Ok(match mesa {
            Mesa::V24_3 => Structure::new(&[self.handle, self.depth]),
            // The last word fills up to a multiple of 8 bytes.
            Mesa::V26_2 => Structure::new(&[
                self.handle,
                self.depth,
                self.address as u32,
                (self.address >> 32) as u32,
                tile_mode,
                self.row_pitch,
                self.array_pitch,
                self.format,
                self.first_layer,
                0,
            ]),
        })
    }
}

/// anv_address_range_descriptor: of uniform and storage buffers, and of
/// acceleration structures. The range is as
/// [`buffer_range`](super::buffer_range) returns.
///
/// # Errors
/// As `dral_descriptor_address_range_pack`.
pub fn address_range(address: u64, range: u64) -> Result<Structure, Error> {
    let range = u32::try_from(range).map_err(|_| Error::RangeLimit)?;
    // The last word is the offset of an address in a shader.
    Ok(Structure::new(&[address as u32, (address >> 32) as u32, range, 0]))
}
