// SPDX-License-Identifier: MIT

//! Pictures of findings: what each thread reads, its linear id, or the
//! registers of its draw.

use crate::page::grid::{Cell, Grid, Shape};
use crate::trace::model::access::Access;
use crate::trace::model::Draw;
use crate::trace::rules::finding::{Finding, Register, Rule};
use crate::trace::text::job::Counts;
use askama::Template;
use dral::instancing::DrawInfo;

#[derive(Template)]
#[template(path = "registers.html")]
pub struct Registers {
    registers: Vec<Register>,
}

/// The registers of a draw, if the finding is about one.
pub fn registers(finding: &Finding) -> Option<Registers> {
    let registers = finding.registers.clone();
    (!registers.is_empty()).then_some(Registers { registers })
}

/// A number for each thread, with the right one where it differs.
pub fn grid(
    finding: &Finding,
    draw: Option<&Draw>,
    counts: Option<Counts>,
) -> Option<Grid<'static>> {
    match finding.rule {
        Rule::InstanceSize => linear_ids(finding, counts?),
        Rule::AttributeOffset | Rule::StaleOffset => bytes(finding, draw?),
        _ => elements(finding, draw?),
    }
}

/// A thread's number and the right one.
fn cell([number, right]: [i128; 2], tint: u64) -> Cell {
    // No sound draw has larger ones.
    let [number, right] = [number, right]
        .map(|one| one.clamp(i64::MIN.into(), i64::MAX.into()) as i64);
    match number == right {
        true => Cell::Thread { number, tint },
        false => Cell::Wrong { number, right },
    }
}

/// The linear ids with a wrong instance size.
fn linear_ids(finding: &Finding, counts: Counts) -> Option<Grid<'static>> {
    let Counts { vertices, instances } = counts;
    let found: i128 = finding.found.text.parse().ok()?;
    let right: i128 = finding.right.as_ref()?.text.parse().ok()?;
    if instances < 2 {
        // All ids are right.
        return None;
    }
    let shape = Shape {
        vertices: vertices.into(),
        instances: instances.into(),
        padded: vertices.into(),
    };
    let id = move |vertex: u64, instance: u64| {
        let ids = [found, right]
            .map(|size| i128::from(instance) * size + i128::from(vertex));
        cell(ids, 0)
    };
    let caption = "The linear id of each vertex with the instance size of the \
                   draw; where it is wrong, the right one in parentheses";
    let label = "Linear ids".into();
    Some(Grid::new(shape, &[], &[1], label, caption.into(), id))
}

/// The threads of a draw with records, or of one where nothing is padded.
fn shape(draw: &Draw) -> Shape {
    let dral::instancing::Draw { info, padded_count, .. } = draw.resolved;
    let DrawInfo { vertex_count, instance_count, .. } = info;
    Shape {
        vertices: vertex_count.into(),
        instances: instance_count.into(),
        padded: vertex_count.max(padded_count).into(),
    }
}

/// How the threads read the attribute of a finding.
fn access(finding: &Finding, draw: &Draw) -> Option<Access> {
    let place = finding.attribute?;
    let mut all = draw.attributes();
    all.find(|access| access.place == place).cloned()
}

/// The bytes at which the threads read with a wrong offset.
fn bytes(finding: &Finding, draw: &Draw) -> Option<Grid<'static>> {
    let found = access(finding, draw).filter(|access| access.has_ids)?;
    let exact = finding.right.as_ref()?.text.parse().ok();
    let (right, which): (i128, _) = match (exact, finding.first_wrong) {
        (Some(right), _) => (right, "the right one"),
        (None, Some(first)) => {
            let elements = first.should_read - first.reads;
            let moved = i128::from(elements) * found.stride;
            (found.offset + moved, "the likeliest one")
        }
        (None, None) => return None,
    };
    if right == found.offset {
        // It is wrong by less than an element.
        return None;
    }
    let label = format!("Bytes of location {}", found.place.location);
    let shape = shape(draw);
    let byte = move |vertex: u64, instance: u64| {
        if vertex >= shape.vertices {
            return Cell::Padding(String::new());
        }
        let element = i128::from(found.element(instance, vertex));
        let within = (found.start + element) * found.stride;
        cell([found.offset, right].map(|offset| offset + within), 0)
    };
    let caption = format!(
        "The byte of its buffer at which each thread reads; where it is wrong, \
         {which} in parentheses"
    );
    Some(Grid::new(shape, &[], &[], label, caption, byte))
}

/// The elements that the threads read, with the right ones where they differ.
fn elements(finding: &Finding, draw: &Draw) -> Option<Grid<'static>> {
    let first = finding.first_wrong?;
    let found = access(finding, draw)?;
    let right = found.with_words(&finding.right.as_ref()?.words)?;
    let label = format!("Elements of location {}", found.place.location);
    let shape = shape(draw);
    // The element that is read, and the right one.
    let both = move |vertex: u64, instance: u64| {
        [&found, &right].map(|access| match access.stride {
            0 => 0,
            _ => access.element(instance, vertex).into(),
        })
    };
    let [number, right] = both(first.vertex, first.instance);
    if number == right {
        // Only the offset is wrong.
        return None;
    }
    let element = move |vertex: u64, instance: u64| {
        if vertex >= shape.vertices {
            return Cell::Padding(String::new());
        }
        let both = both(vertex, instance);
        cell(both, both[0] as u64 % 4)
    };
    let caption = "The element that each thread reads; where it is wrong, the \
                   right one in parentheses";
    let (vertices, instances) = ([first.vertex], [first.instance]);
    let caption = caption.into();
    Some(Grid::new(shape, &vertices, &instances, label, caption, element))
}
