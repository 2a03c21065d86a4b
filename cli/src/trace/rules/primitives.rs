// SPDX-License-Identifier: MIT

//! Indices, primitives and draw descriptors, apart from counts.

use super::finding::{Finding, Rule};
use crate::trace::text::job::{DrawFields, Indices, RecordJob};

fn wrong(line: u64, what: &'static str) -> Finding {
    Finding::new(line, Rule::Draw, what)
}

/// What is wrong with the address of indices.
pub fn indices(indices: Indices) -> Option<Finding> {
    let bytes = u64::from(indices.bytes()?);
    let (line, address) = indices.address?;
    let found = format!("{address:#x}");
    if address == 0 {
        let what = "the draw has indices, but their buffer has no address";
        return Some(wrong(line, what).found(found));
    }
    let what = "the address of the indices is no multiple of their size";
    let finding = wrong(line, what).found(found);
    let right = format!("a multiple of {bytes}");
    (address % bytes != 0).then(|| finding.right(right))
}

/// What is wrong with the number of vertices that indices select.
pub fn vertices(indices: Indices, line: u64, vertices: u32) -> Option<Finding> {
    let (most, what) = match indices.bytes()? {
        1 => (1 << 8, "indices of 8 bits select at most 256 vertices"),
        2 => (1 << 16, "indices of 16 bits select at most 65536 vertices"),
        _ => return None,
    };
    let finding = wrong(line, what).found(format!("{vertices} vertices"));
    (vertices > most).then_some(finding)
}

/// What is wrong with a primitive of v4 to v7 whose smallest index may be
/// stated.
/// Source: `jm_emit_primitive` of src/gallium/drivers/panfrost/pan_jm.c in
/// Mesa.
pub fn primitive(job: &RecordJob, min_index: Option<u32>) -> Vec<Finding> {
    let mut found = Vec::new();
    if !job.indices.are_used() {
        found.extend(points(job));
        return found;
    }
    if let Some((line, 0)) = job.index_count {
        let what = "the draw has vertices, but no index";
        found.push(wrong(line, what).found("index count 0"));
    }
    if let Some(((line, base), min)) = job.base_vertex.zip(min_index) {
        let right = -i64::from(min);
        let what = "the base vertex offset is not minus the smallest index";
        let finding = (line, Rule::Draw, what);
        let base = i64::from(base);
        found.extend(Finding::unless_equal(finding, base, right));
    }
    found.extend(indices(job.indices));
    found.extend(points(job));
    found
}

/// What is wrong with the sizes of points.
fn points(job: &RecordJob) -> Option<Finding> {
    let (line, address) = job.sizes.filter(|_| job.has_sizes)?;
    let what = "the points have an array of sizes without an address";
    let finding = wrong(line, what).found(format!("{address:#x}"));
    (address == 0).then_some(finding)
}

/// What no draw descriptor of Mesa has.
pub fn descriptor(fields: &DrawFields, is_tiler: bool) -> Vec<Finding> {
    let line = fields.line;
    let mut found = Vec::new();
    if fields.is_64_bits == Some(false) {
        let what = "the draw descriptor does not have addresses of 64 bits";
        found.push(wrong(line, what));
    }
    if is_tiler && fields.has_four_components == Some(false) {
        let what = "the positions do not have four components";
        found.push(wrong(line, what));
    }
    found
}
