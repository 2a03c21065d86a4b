// SPDX-License-Identifier: MIT

//! The meanings of inputs and outputs, and their addresses in nvc0, Nouveau's
//! driver for Fermi and later.
//!
//! Source: docs/reference/varying.md, "Addresses of nvc0".

use super::Error;
use crate::number::{from_number, named};

/// The meaning of an input or output. The numbers are the library's own.
// Mesa's names.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Semantic {
    Position = 0,
    /// Defined by the application.
    Generic = 1,
    Texcoord = 2,
    Color = 3,
    /// The color of a back face.
    Bcolor = 4,
    Fog = 5,
    Psize = 6,
    /// Clip and cull distances, four per index.
    Clipdist = 7,
    /// The vertex for clipping by user planes.
    Clipvertex = 8,
    Edgeflag = 9,
    Layer = 10,
    ViewportIndex = 11,
    ViewportMask = 12,
    Primid = 13,
    /// Defined by the application, per patch.
    Patch = 14,
    Tessouter = 15,
    Tessinner = 16,
    /// The coordinate in the patch.
    Tesscoord = 17,
    /// The coordinate in the point.
    Pcoord = 18,
    Instanceid = 19,
    Vertexid = 20,
}

named! { Semantic:
    Position => c"POSITION",
    Generic => c"GENERIC",
    Texcoord => c"TEXCOORD",
    Color => c"COLOR",
    Bcolor => c"BCOLOR",
    Fog => c"FOG",
    Psize => c"PSIZE",
    Clipdist => c"CLIPDIST",
    Clipvertex => c"CLIPVERTEX",
    Edgeflag => c"EDGEFLAG",
    Layer => c"LAYER",
    ViewportIndex => c"VIEWPORT_INDEX",
    ViewportMask => c"VIEWPORT_MASK",
    Primid => c"PRIMID",
    Patch => c"PATCH",
    Tessouter => c"TESSOUTER",
    Tessinner => c"TESSINNER",
    Tesscoord => c"TESSCOORD",
    Pcoord => c"PCOORD",
    Instanceid => c"INSTANCEID",
    Vertexid => c"VERTEXID",
}

from_number!(Semantic, else UnknownSemantic);

/// The indices of one semantic.
struct Range {
    base: u32,
    /// Bytes from one index to the next.
    stride: u32,
    /// The number of indices, if known.
    count: Option<u32>,
    direction: Direction,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Both,
    Input,
    Output,
}

impl Range {
    /// Whole slots, without a known number.
    const fn slots(base: u32) -> Self {
        let direction = Direction::Both;
        Self { base, stride: 16, count: None, direction }
    }

    /// One value.
    const fn single(base: u32, direction: Direction) -> Self {
        Self { base, stride: 0, count: Some(1), direction }
    }

    /// `None` if the hardware has no address for it.
    const fn of(semantic: Semantic) -> Option<Self> {
        use Direction::{Both, Input, Output};
        Some(match semantic {
            Semantic::Tessouter => Self { stride: 4, ..Self::slots(0x000) },
            Semantic::Tessinner => Self { stride: 4, ..Self::slots(0x010) },
            Semantic::Patch => Self::slots(0x020),
            Semantic::Primid => Self::single(0x060, Both),
            Semantic::Layer => Self::single(0x064, Both),
            Semantic::ViewportIndex => Self::single(0x068, Both),
            Semantic::Psize => Self::single(0x06C, Both),
            Semantic::Position => Self::single(0x070, Both),
            // The last one overlaps CLIPVERTEX.
            Semantic::Generic => Self { count: Some(32), ..Self::slots(0x080) },
            Semantic::Clipvertex => Self::single(0x270, Both),
            Semantic::Color => Self::slots(0x280),
            Semantic::Bcolor => Self::slots(0x2A0),
            Semantic::Clipdist => Self { count: Some(2), ..Self::slots(0x2C0) },
            Semantic::Pcoord => Self::single(0x2E0, Input),
            Semantic::Fog => Self::single(0x2E8, Both),
            Semantic::Tesscoord => Self::single(0x2F0, Input),
            Semantic::Instanceid => Self::single(0x2F8, Input),
            Semantic::Vertexid => Self::single(0x2FC, Input),
            Semantic::Texcoord => Self::slots(0x300),
            Semantic::ViewportMask => Self::single(0x3A0, Output),
            Semantic::Edgeflag => return None,
        })
    }
}

/// The byte address of an input or output of nvc0. For a component of a
/// declaration, pass the address of index 0 of its semantic as `base` to
/// [`address`](super::address).
///
/// # Errors
/// As `dral_varying_nvc0_address`; [`Error::IndexRange`] for an index of 32 or
/// more for GENERIC, of 2 or more for CLIPDIST, and of 1 or more for single
/// values.
pub fn nvc0_address(
    semantic: Semantic,
    index: u32,
    output: bool,
) -> Result<u32, Error> {
    let range = Range::of(semantic).ok_or(Error::NoAddress)?;
    let other = if output { Direction::Input } else { Direction::Output };
    if range.direction == other {
        return Err(Error::NoAddress);
    }
    if range.count.is_some_and(|count| index >= count) {
        return Err(Error::IndexRange);
    }
    index
        .checked_mul(range.stride)
        .and_then(|bytes| range.base.checked_add(bytes))
        .ok_or(Error::AddressRange)
}
