// SPDX-License-Identifier: MIT

//! Mali instancing: how an instanced draw is dispatched, and how the attribute
//! unit fetches attributes by the linear id of a thread.
//!
//! The rules and their sources are in `docs/reference/instancing.md`. The steps
//! for a draw:
//!
//! 1. [`IndexRange::resolve`] computes the vertices of an indexed draw.
//! 2. [`DrawInfo`] holds its inputs. [`Draw::resolve`] checks them and computes
//!    what the draw's descriptor and attributes need.
//! 3. [`table()`] writes the records of all vertex buffers as the hardware
//!    reads them, [`append`] one after the other; [`Draw::attribute_offset`]
//!    returns the offset of each attribute.
//! 4. A driver that draws more often than it binds prepares a [`VertexState`],
//!    which holds the records except for the buffers and the shift of the
//!    draw. [`Written`] answers what must be written for the next draw.
//! 5. On v4 and v5 the ids are records as well ([`IdRecord`]); on v9 and later
//!    each attribute has its own descriptor ([`ValhallAttribute`]).
//!
//! All tables are made in one way: rate, divisor and padded count select a
//! mode ([`ModeRule`]), whose words are a [`Template`]; the words of a
//! [`BoundBuffer`] and the shift of the draw are added to it.
//!
//! `hardware.rs` models what the hardware does with each of them:
//! [`MagicDivisor::divide`], [`AttributeRecord::element`],
//! [`IdRecord::value`], [`ValhallAttribute::element`].

mod architecture;
mod attribute;
mod attribute_descriptor;
mod buffer_limit;
mod divisor;
mod draw;
mod field;
mod hardware;
mod id;
mod identity;
mod index_range;
mod invocation;
mod padding;
mod record;
mod table;
mod template;
mod valhall;
mod vertex_state;
mod written;

pub use architecture::{Architecture, ARCHITECTURE_LAST};
pub use attribute::{BoundBuffer, ModeRule, Rate, VertexBuffer};
pub use attribute_descriptor::AttributeDescriptor;
pub use divisor::{MagicDivisor, Rounding};
pub use draw::{Draw, DrawInfo, Idvs, PrimitiveSizeRule};
pub use hardware::{InstanceId, VertexId};
pub use id::{IdRecord, IdType};
pub use index_range::{IndexRange, VertexRange};
pub use invocation::Invocation;
pub use padding::{
    idvs_vertex_count, instance_size, instance_size_byte, padded_vertex_count,
    PaddedCount, PaddingRule,
};
pub use record::{AttributeMode, AttributeRecord, RecordType, Slot};
pub use table::{append, table, TableShape};
pub use template::{Template, VARIANTS};
pub use valhall::{
    DivisorOne, Frequency, UnusedLocation, ValhallAttribute, ValhallMode,
    ValhallSource, ValhallType,
};
pub use vertex_state::{
    PreparedElement, VertexElement, VertexState, VertexStateRules,
    VertexStateVariant, NO_BUFFER, VERTEX_STATE_BUFFERS, VERTEX_STATE_ELEMENTS,
};
pub use written::{Words, Written};
