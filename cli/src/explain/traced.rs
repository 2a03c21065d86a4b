// SPDX-License-Identifier: MIT

//! A draw of a trace, as its driver should have written it.

use super::request::{Request, Source};
use super::Arguments;
use crate::trace::{Access, Reading, Selector};
use dral::instancing::{Draw, ValhallAttribute};

impl Reading {
    /// The draw, with what is known of it beside the trace.
    pub fn request(&self, arguments: &Arguments) -> Request {
        let base_instance = self.truth.base_instance.unwrap_or(0);
        let stated = self.draw.vertices_per_primitive;
        let draw = Draw {
            base_instance,
            // Only IDVS jobs have them beside the vertices.
            vertices_per_primitive: match stated {
                0 => arguments.vertices_per_primitive,
                stated => stated,
            },
            primitive_size_rule: arguments.primitive_size as u32,
            rounding: arguments.rules.rounding as u32,
            ..self.draw
        };
        let attributes = self.attributes();
        let attributes = attributes.map(|access| self.source(access));
        let table = arguments.table;
        Request { draw, table, attributes: attributes.collect() }
    }

    fn source(&self, access: &Access) -> Source {
        let location = access.place.location;
        let step = self.truth.step(location).unwrap_or_else(|| access.step());
        let (rate, divisor) = step.rate();
        let stride = self.truth.stride(location);
        // The low bits of an address are in the offset.
        let base_instance = self.truth.base_instance.unwrap_or(0);
        let within = access.within(false, Some(base_instance));
        let within = within.unwrap_or(0).clamp(0, i32::MAX.into()) as u32;
        let stated = self.truth.offset(location);
        let stated_address = self.truth.address(location);
        let (address, offset, table, buffer_index) = match access.selector {
            Selector::Record(record) => match stated.zip(stated_address) {
                Some((offset, address)) => (address, offset, 0, 0),
                None => (record.pointer, within, 0, 0),
            },
            Selector::Valhall(
                ValhallAttribute { table, buffer_index, .. },
                _,
            ) => (0, stated.unwrap_or(within), table, buffer_index),
        };
        Source {
            rate,
            divisor,
            stride: stride.unwrap_or(access.stride as u32),
            address,
            size: Some(access.buffer.map_or(0, |buffer| buffer.size.into())),
            offset,
            table,
            buffer_index,
        }
    }
}
