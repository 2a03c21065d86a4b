// SPDX-License-Identifier: MIT

//! What inputs and outputs mean.

use super::Error;

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

impl Semantic {
    /// All of them, in the order of their numbers.
    pub(super) const ALL: [Self; 21] = [
        Self::Position,
        Self::Generic,
        Self::Texcoord,
        Self::Color,
        Self::Bcolor,
        Self::Fog,
        Self::Psize,
        Self::Clipdist,
        Self::Clipvertex,
        Self::Edgeflag,
        Self::Layer,
        Self::ViewportIndex,
        Self::ViewportMask,
        Self::Primid,
        Self::Patch,
        Self::Tessouter,
        Self::Tessinner,
        Self::Tesscoord,
        Self::Pcoord,
        Self::Instanceid,
        Self::Vertexid,
    ];
}

impl TryFrom<u32> for Semantic {
    type Error = Error;

    #[inline]
    fn try_from(number: u32) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|&semantic| semantic as u32 == number)
            .ok_or(Error::UnknownSemantic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_them_are_in_order() {
        for (number, semantic) in Semantic::ALL.into_iter().enumerate() {
            assert_eq!(semantic as usize, number);
        }
    }

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
