// SPDX-License-Identifier: MIT

//! What is explained: a draw and its attributes.

use super::Driver;
use crate::notation::Stated;
use dral::instancing::{
    Architecture, DrawInfo, Idvs, Rate, TableShape, VertexBuffer,
};

/// What an attribute is if nobody states it.
const STRIDE: u32 = 16;
const SIZE: u64 = 1 << 16;

/// A draw that is not resolved, and its attributes.
pub struct Request {
    pub draw: DrawInfo,
    /// Why what is stated is no draw.
    pub error: Option<String>,
    pub table: TableShape,
    pub attributes: Vec<Source>,
}

/// An attribute, as the API describes it.
pub struct Source {
    pub location: u32,
    pub rate: Rate,
    pub divisor: u32,
    pub stride: u32,
    /// The address of element 0.
    pub address: u64,
    /// Bytes from there to the end of the buffer.
    pub size: u64,
    /// The offset in the element.
    pub offset: u32,
    /// The place of the buffer on v9 and later.
    pub table: u32,
    pub buffer_index: u32,
}

impl Source {
    pub fn buffer(&self) -> VertexBuffer {
        VertexBuffer {
            address: self.address,
            size: self.size,
            stride: self.stride,
            rate: self.rate as u32,
            divisor: self.divisor,
        }
    }
}

/// Why what is stated is no draw.
fn error(stated: &Stated) -> Option<String> {
    if stated.vertices.is_none() {
        return Some("vertices are missing".into());
    }
    stated.without_divisor().map(|(name, location)| {
        format!("{name}: location {location} has no divisor (- is per vertex)")
    })
}

impl Request {
    /// The draw that is stated, as this driver writes it.
    pub fn new(stated: &Stated, driver: &Driver) -> Self {
        let draw = DrawInfo {
            padding_rule: driver.rules.padding_rule as u32,
            rounding: driver.rules.rounding as u32,
            vertex_count: stated.vertices.unwrap_or(0),
            instance_count: stated.instances.unwrap_or(1),
            vertices_per_primitive: driver.vertices_per_primitive,
            offset_start: stated.start.unwrap_or(0),
            base_instance: stated.base_instance.unwrap_or(0),
            primitive_size_rule: driver.primitive_size as u32,
            ..DrawInfo::new(
                stated.arch.unwrap_or(Architecture::V7),
                stated.idvs.unwrap_or(Idvs::No),
            )
        };
        let attributes = stated.steps.iter().zip(0..);
        let attributes = attributes.filter_map(|(step, location)| {
            let (rate, divisor) = (*step)?.rate();
            Some(Source {
                location,
                rate,
                divisor,
                stride: stated.stride(location).unwrap_or(STRIDE),
                address: stated.address(location).unwrap_or(0),
                size: stated.size(location).unwrap_or(SIZE),
                offset: stated.offset(location).unwrap_or(0),
                table: driver.resource_table,
                buffer_index: location,
            })
        });
        let attributes = attributes.collect();
        let error = error(stated);
        Self { draw, error, table: driver.table_shape, attributes }
    }
}
