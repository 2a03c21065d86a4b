// SPDX-License-Identifier: MIT

//! What inputs and outputs mean.

use super::Error;
use crate::number::from_number;

/// What an input or output means. The numbers are the library's own.
///
/// ```
/// use dral::varying::Semantic;
/// assert_eq!(Semantic::try_from(1), Ok(Semantic::Generic));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Semantic {
    /// The position of the vertex.
    Position = 0,
    /// What the application means.
    Generic = 1,
    /// A texture coordinate of fixed function.
    Texcoord = 2,
    /// A colour of fixed function.
    Color = 3,
    /// The colour of a back face.
    Bcolor = 4,
    /// The fog coordinate.
    Fog = 5,
    /// The size of a point.
    Psize = 6,
    /// Clip and cull distances, four an index.
    Clipdist = 7,
    /// The vertex for clipping by user planes.
    Clipvertex = 8,
    /// Whether an edge is one of the polygon.
    Edgeflag = 9,
    /// The layer to render to.
    Layer = 10,
    /// The viewport to render to.
    ViewportIndex = 11,
    /// All viewports to render to.
    ViewportMask = 12,
    /// The primitive's number.
    Primid = 13,
    /// What the application means, once a patch.
    Patch = 14,
    /// An outer tessellation level.
    Tessouter = 15,
    /// An inner tessellation level.
    Tessinner = 16,
    /// Where in the patch.
    Tesscoord = 17,
    /// Where in the point.
    Pcoord = 18,
    /// The instance's number.
    Instanceid = 19,
    /// The vertex's number.
    Vertexid = 20,
}

from_number!(
    Semantic, else UnknownSemantic, Position, Generic, Texcoord, Color,
    Bcolor, Fog, Psize, Clipdist, Clipvertex, Edgeflag, Layer,
    ViewportIndex, ViewportMask, Primid, Patch, Tessouter, Tessinner,
    Tesscoord, Pcoord, Instanceid, Vertexid
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_numbers_are_semantics() {
        for number in 0..300 {
            let semantic = Semantic::try_from(number);
            if number <= Semantic::Vertexid as u32 {
                assert_eq!(semantic.map(|s| s as u32), Ok(number));
            } else {
                assert_eq!(semantic, Err(Error::UnknownSemantic));
            }
        }
    }
}
