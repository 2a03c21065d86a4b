// SPDX-License-Identifier: MIT

//! The meanings of inputs and outputs.

use super::Error;
use crate::number::from_number;

/// The meaning of an input or output. The numbers are the library's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Semantic {
    /// The position of the vertex.
    Position = 0,
    /// Defined by the application.
    Generic = 1,
    /// A fixed-function texture coordinate.
    Texcoord = 2,
    /// A fixed-function colour.
    Color = 3,
    /// The colour of a back face.
    Bcolor = 4,
    /// The fog coordinate.
    Fog = 5,
    /// The size of a point.
    Psize = 6,
    /// Clip and cull distances, four per index.
    Clipdist = 7,
    /// The vertex for clipping by user planes.
    Clipvertex = 8,
    /// Whether an edge belongs to the polygon.
    Edgeflag = 9,
    /// The layer to render to.
    Layer = 10,
    /// The viewport to render to.
    ViewportIndex = 11,
    /// The mask of viewports to render to.
    ViewportMask = 12,
    /// The primitive id.
    Primid = 13,
    /// Defined by the application, per patch.
    Patch = 14,
    /// An outer tessellation level.
    Tessouter = 15,
    /// An inner tessellation level.
    Tessinner = 16,
    /// The coordinate in the patch.
    Tesscoord = 17,
    /// The coordinate in the point.
    Pcoord = 18,
    /// The instance id.
    Instanceid = 19,
    /// The vertex id.
    Vertexid = 20,
}

from_number!(
    Semantic, else UnknownSemantic, Position, Generic, Texcoord, Color,
    Bcolor, Fog, Psize, Clipdist, Clipvertex, Edgeflag, Layer,
    ViewportIndex, ViewportMask, Primid, Patch, Tessouter, Tessinner,
    Tesscoord, Pcoord, Instanceid, Vertexid
);
