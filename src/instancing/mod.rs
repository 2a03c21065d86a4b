// SPDX-License-Identifier: MIT

//! Mali instancing: how a draw with instances is dispatched, and how the
//! attribute unit finds each attribute from the linear id of a thread.
//!
//! The rules and their sources stand in `docs/instancing.md`. A walk through
//! one draw:
//!
//! 1. [`Draw::resolve`] checks the draw and pads its vertex count
//!    ([`PaddedCount`]); [`ResolvedDraw`] then has the numbers and words of
//!    the draw descriptor ([`Invocation`]).
//! 2. [`ResolvedDraw::attribute_record`] chooses the record of each vertex
//!    buffer and, where it divides, computes the [`MagicDivisor`];
//!    [`ResolvedDraw::attribute_offset`] gives the offset of each attribute.
//! 3. [`table`] lays the records out as the hardware reads them.
//! 4. On v4 and v5 the ids are records too ([`IdRecord`]); from v9 on each
//!    attribute has a descriptor of its own ([`ValhallAttribute`]).
//!
//! What the hardware then does with each of them is in `hardware.rs`:
//! [`MagicDivisor::divide`], [`AttributeRecord::element`],
//! [`IdRecord::value`], [`ValhallAttribute::element`].

mod architecture;
mod attribute;
pub(crate) mod batch;
mod divisor;
mod draw;
mod field;
mod hardware;
mod id;
mod invocation;
mod numbered;
mod padding;
mod record;
pub mod table;
mod template;
mod valhall;

pub use architecture::Architecture;
pub use attribute::{ModeRule, Rate, VertexBuffer};
pub use divisor::{MagicDivisor, Rounding};
pub use draw::{Draw, Idvs, ResolvedDraw};
pub use id::{IdRecord, IdType};
pub use invocation::Invocation;
pub use padding::{
    idvs_vertex_count, instance_size, instance_size_byte, padded_vertex_count,
    PaddedCount, PaddingRule,
};
pub use record::{AttributeMode, AttributeRecord, PackedRecord, RecordType};
pub use valhall::{
    Frequency, ValhallAttribute, ValhallMode, ValhallSource, ValhallType,
};
