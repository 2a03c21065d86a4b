// SPDX-License-Identifier: MIT

//! What is explained: a draw and its attributes.

use super::Arguments;
use dral::instancing::{Draw, Rate, TableShape, VertexBuffer};

/// A draw that is not resolved, and its attributes.
pub struct Request {
    pub draw: Draw,
    pub table: TableShape,
    pub attributes: Vec<Source>,
}

/// An attribute, as the API has it.
pub struct Source {
    pub rate: Rate,
    pub divisor: u32,
    pub stride: u32,
    /// Of the first element; its low bits matter, and from v9 on it is an
    /// offset in the buffer.
    pub address: u64,
    /// Bytes from there to the end of the buffer; none if that is before it.
    pub size: Option<u64>,
    /// The offset in the element.
    pub offset: u32,
    /// The place of the buffer, from v9 on.
    pub table: u32,
    pub buffer_index: u32,
}

impl Source {
    pub fn buffer(&self) -> Option<VertexBuffer> {
        Some(VertexBuffer {
            address: self.address,
            size: self.size?,
            stride: self.stride,
            rate: self.rate as u32,
            divisor: self.divisor,
        })
    }
}

impl Arguments {
    /// The draw and the attributes of the options: OpenGL's, then Vulkan's.
    pub fn request(&self) -> Request {
        let draw = Draw {
            padding_rule: self.rules.padding as u32,
            rounding: self.rules.rounding as u32,
            idvs: self.idvs.into(),
            vertex_count: self.vertices.unwrap_or(0),
            instance_count: self.instances,
            vertices_per_primitive: self.vertices_per_primitive,
            offset_start: self.start,
            base_instance: self.base_instance,
            primitive_size_rule: self.primitive_size as u32,
            ..Draw::new(self.arch)
        };
        let opengl = self.divisor.iter().map(|&divisor| match divisor {
            0 => (Rate::Vertex, 0),
            divisor => (Rate::Instance, divisor),
        });
        let vulkan = self.instance_divisor.iter();
        let vulkan = vulkan.map(|&divisor| (Rate::Instance, divisor));
        let size = self.buffer_size.checked_sub(self.buffer_offset);
        let attributes = opengl.chain(vulkan).zip(0..);
        let attributes =
            attributes.map(|((rate, divisor), buffer_index)| Source {
                rate,
                divisor,
                stride: self.stride,
                address: self.buffer_offset.into(),
                size: size.map(u64::from),
                offset: self.source_offset,
                table: 0,
                buffer_index,
            });
        Request { draw, table: self.table, attributes: attributes.collect() }
    }
}
