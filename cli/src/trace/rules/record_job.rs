// SPDX-License-Identifier: MIT

//! The rules of v4 to v7, checked with the library's model of the hardware: a
//! record is wrong if it makes a thread of the draw read a wrong element.

use super::chain::{VertexJob, Vertices};
use super::finding::{Finding, Rule};
use super::primitives;
use super::record_check::{Earlier, RecordCheck, Right};
use super::truth::{stated_counts, stated_start};
use super::values::{known, number, Name, Value};
use super::varyings;
use super::{Context, Found};
use crate::notation::Stated;
use crate::trace::model::threads::{Threads, Wrong};
use crate::trace::model::{self, DrawWords};
use crate::trace::text::job::{
    Counts, Dispatch, DrawFields, InvocationWords, RecordJob, Role, Slot,
};
use dral::instancing::{
    Architecture, Draw, DrawInfo, Idvs, PaddingRule, PrimitiveSizeRule,
};
use std::rc::Rc;

/// The draws that can have these counts; at least one.
fn resolve(
    counts: Counts,
    idvs: &[Idvs],
    vertices_per_primitive: u32,
) -> Result<Vec<Draw>, dral::Error> {
    let rules = [PaddingRule::Driver, PaddingRule::Documented];
    let draws = idvs.iter().flat_map(|&idvs| {
        rules.map(|padding_rule| DrawInfo {
            padding_rule: padding_rule as u32,
            vertex_count: counts.vertices,
            instance_count: counts.instances,
            vertices_per_primitive,
            primitive_size_rule: PrimitiveSizeRule::Padded as u32,
            // v4 to v7 are all alike here.
            ..DrawInfo::new(Architecture::V5, idvs)
        })
    });
    let (resolved, refused): (Vec<_>, Vec<_>) = draws
        .map(|info| {
            // With one instance the primitives may be too many to be padded.
            let primitive_size_rule = PrimitiveSizeRule::One as u32;
            let other = DrawInfo { primitive_size_rule, ..info };
            info.resolve().or_else(|_| other.resolve())
        })
        .partition(Result::is_ok);
    match refused.first() {
        Some(&Err(error)) if resolved.is_empty() => Err(error),
        _ => Ok(resolved.into_iter().flatten().collect()),
    }
}

/// Checks a job, and remembers it.
pub fn check(job: &RecordJob, truth: &Stated, context: &mut Context) -> Found {
    let (Some(dispatch), Some(fields)) = (job.dispatch, job.draw) else {
        return Found::default();
    };
    if !job.is_vertex() {
        return Found::default();
    }
    let is_written = dispatch.words != InvocationWords::Unwritten;
    if job.role == Role::Tiler {
        if !is_written {
            return Found::default();
        }
        let found = check_tiler(job, dispatch, fields, &mut context.chain);
        return Found { values: values(job, fields), ..found };
    }
    let found = match is_written {
        true => check_vertex(job, dispatch, fields, truth, context),
        false => Found { is_unwritten: true, ..Found::default() },
    };
    // Its tiler job belongs to it, whatever is wrong with it.
    let draw = found.draw.as_ref().map(|draw| draw.resolved);
    if job.role != Role::Compute {
        let min = truth.min_index;
        let vertex = VertexJob::new(job, dispatch, fields, draw, min);
        context.chain.add(&job.link, job.role, vertex);
    }
    if !is_written {
        return found;
    }
    let slots = job.slots.iter().map(|(_, slot)| slot);
    let whole = slots.filter(|slot| !matches!(slot, Slot::Continuation));
    let buffers = job.varyings.buffers.iter();
    let varyings = buffers.filter(|buffer| buffer.is_memory);
    let descriptors = job.attributes.len() + whole.count() + varyings.count();
    let (values, descriptors) = (values(job, fields), Some(descriptors));
    Found { values, descriptors, ..found }
}

/// What to compare with a good trace.
fn values(job: &RecordJob, fields: DrawFields) -> Vec<(Name, Value)> {
    let primitive_size = second_draw(job).map(|tiler| tiler.primitive_size);
    let index_count = job.index_count.filter(|_| job.indices.are_used());
    known([
        (Name::Start, number(fields.offset_start)),
        (Name::InstanceSize, number(fields.instance_size)),
        (Name::PrimitiveSize, primitive_size.and_then(number)),
        (Name::DrawMode, job.mode.map(Value::Label)),
        (Name::IndexType, job.indices.kind.map(Value::Label)),
        (Name::IndexCount, index_count.and_then(|(_, n)| number(n))),
        (Name::BaseVertex, job.base_vertex.and_then(|(_, n)| number(n))),
    ])
}

/// The draw descriptor of the primitives.
fn second_draw(job: &RecordJob) -> Option<DrawFields> {
    match job.role {
        Role::Vertex | Role::Compute => None,
        Role::Tiler => job.draw,
        Role::IndexedVertex => job.fragment_draw,
    }
}

/// What no draw has.
fn refused(job: &RecordJob, dispatch: Dispatch, why: Option<String>) -> Found {
    let why = why.unwrap_or_else(|| {
        let what = "no draw has this invocation: counts that need more than \
                    its 32 bits?";
        what.into()
    });
    let cause = "no draw has these words";
    let finding = Finding::new(dispatch.line, Rule::Invocation, cause);
    let finding = finding.message(why).found(dispatch.words.text());
    let (counts, findings) = (job.counts(), vec![finding]);
    Found { counts, findings, ..Found::default() }
}

/// The draws that can have the counts of a job, and what is wrong with its
/// primitives. The one whose instance size is this one is the first.
fn draws(
    job: &RecordJob,
    dispatch: Dispatch,
    size: u32,
) -> Result<(Counts, Vec<Draw>, Vec<Finding>), Box<Found>> {
    let refused = |why| Box::new(refused(job, dispatch, why));
    let counts = job.counts().ok_or_else(|| refused(None))?;
    // A job without IDVS can belong to a shader that has it nevertheless, as
    // with transform feedback.
    let idvs: &[Idvs] = match job.role {
        Role::IndexedVertex => &[Idvs::Yes],
        Role::Vertex | Role::Compute | Role::Tiler => &[Idvs::No, Idvs::Yes],
    };
    let per_primitive = job.vertices_per_primitive.unwrap_or(1);
    let draws = resolve(counts, idvs, per_primitive);
    let mut draws = draws.map_err(|error| refused(Some(error.to_string())))?;
    let tiler =
        second_draw(job).filter(|_| job.vertices_per_primitive.is_some());
    let primitives = tiler.and_then(|tiler| primitive_size(&tiler, &draws));
    let findings = primitives.into_iter();
    let findings = findings.chain(index_count(job, counts.vertices)).collect();
    draws.sort_by_key(|draw| draw.instance_size != size);
    draws.dedup_by_key(|draw| draw.instance_size);
    Ok((counts, draws, findings))
}

fn check_tiler(
    job: &RecordJob,
    dispatch: Dispatch,
    fields: DrawFields,
    chain: &mut Vertices,
) -> Found {
    let other = chain.differs(job, &dispatch);
    let vertex = chain.of(&job.link);
    let vertex = vertex.filter(|vertex| vertex.words == dispatch.words);
    if job.counts().is_none() && (other.is_some() || vertex.is_some()) {
        // What is wrong with both was found in the vertex job.
        let findings = other.into_iter().collect();
        return Found { findings, ..Found::default() };
    }
    let draws = draws(job, dispatch, fields.instance_size);
    let (counts, draws, mut findings) = match draws {
        Ok(known) => known,
        Err(refused) => return *refused,
    };
    findings.extend(other);
    let draw = vertex.and_then(|vertex| vertex.draw);
    let draw = draw.or(draws.first().copied());
    findings.extend(check_primitives(job, dispatch, &fields, draw, vertex));
    let line = vertex.map(|vertex| vertex.line);
    let per_primitive = line.zip(job.vertices_per_primitive);
    let primitives =
        per_primitive.map(|(line, n)| (line, n, fields.primitive_size));
    Found { counts: Some(counts), findings, primitives, ..Found::default() }
}

/// What is wrong with the primitives of a draw, with their draw descriptor, and
/// with what they read of the vertex job.
fn check_primitives(
    job: &RecordJob,
    dispatch: Dispatch,
    fields: &DrawFields,
    draw: Option<Draw>,
    vertex: Option<&VertexJob>,
) -> Vec<Finding> {
    let mut found = Vec::new();
    let size = draw.and_then(|draw| instance_size(fields, &draw));
    found.extend(size.or_else(|| {
        let vertex = vertex.filter(|vertex| vertex.draw.is_some())?;
        start(fields, vertex)
    }));
    found.extend(primitives::descriptor(fields, true));
    let min = vertex.and_then(|vertex| vertex.min_index);
    found.extend(primitives::primitive(job, min));
    let most = job.counts().and_then(|Counts { vertices, .. }| {
        primitives::vertices(job.indices, dispatch.line, vertices)
    });
    found.extend(most);
    if let Some(VertexJob { line, varyings, .. }) = vertex {
        found.extend(varyings::positions(fields, varyings));
        found.extend(varyings::read(&job.read, varyings, *line));
    }
    found
}

fn check_vertex(
    job: &RecordJob,
    dispatch: Dispatch,
    fields: DrawFields,
    truth: &Stated,
    context: &mut Context,
) -> Found {
    let draws = draws(job, dispatch, fields.instance_size);
    let (counts, draws, mut findings) = match draws {
        Ok(known) => known,
        Err(refused) => return *refused,
    };
    findings.extend(stated_counts(truth, counts, false, dispatch.line));
    findings.extend(stated_start(truth, fields.offset_start, fields.line));
    let readings = draws.into_iter().map(|draw| {
        let earlier = context.before.as_ref();
        RecordCheck::new(job, fields, draw, truth, earlier)
    });
    let Some(best) = RecordCheck::best(readings) else {
        return Found { counts: Some(counts), findings, ..Found::default() };
    };
    if let Some(fragment) = job.fragment_draw {
        let draw = Some(best.draw);
        let min = truth.min_index;
        let vertex = VertexJob::new(job, dispatch, fields, draw, min);
        let vertex = Some(&vertex);
        let found = check_primitives(job, dispatch, &fragment, draw, vertex);
        findings.extend(found);
        findings.extend(varyings::secondary(job));
    }
    findings.extend(primitives::descriptor(&fields, false));
    let this = Earlier {
        table: fields.table,
        attributes: fields.attributes,
        line: job.name.line,
        start: fields.offset_start,
        threads: best.threads,
        right: Rc::new(best.right),
    };
    // What is stale was written for an earlier draw.
    let is_stale = |finding: &Finding| {
        [Rule::StaleTable, Rule::StaleOffset].contains(&finding.rule)
    };
    let is_stale = best.found.findings.iter().any(is_stale);
    findings.extend(best.found.findings);
    let has_ids = job.slots.iter().any(|(_, slot)| matches!(slot, Slot::Id(_)));
    let architecture = match has_ids {
        true => Architecture::V5,
        false => Architecture::V7,
    };
    let info = DrawInfo {
        architecture: architecture as u32,
        vertices_per_primitive: job.vertices_per_primitive.unwrap_or(0),
        offset_start: fields.offset_start,
        ..best.draw.info
    };
    let resolved = Draw { info, ..best.draw };
    let accesses = best.accesses;
    let start = Some(fields.offset_start);
    let tiler = second_draw(job);
    let words = DrawWords {
        instance_size: Some(fields.instance_size),
        primitive_size: tiler.map(|tiler| tiler.primitive_size),
        invocation: match dispatch.words {
            InvocationWords::Packed(words) => Some(words),
            _ => None,
        },
    };
    let truth = Stated::default();
    let draw = model::Draw { resolved, start, accesses, truth, words };
    let (counts, draw) = (Some(counts), Some(draw));
    let found = Found { counts, findings, draw, ..best.found };
    if !is_stale {
        context.before = Some(this);
    }
    found
}

impl<'a> RecordCheck<'a> {
    fn new(
        job: &'a RecordJob,
        fields: DrawFields,
        draw: Draw,
        truth: &'a Stated,
        earlier: Option<&'a Earlier>,
    ) -> Self {
        let threads = Threads {
            vertices: draw.info.vertex_count,
            instances: draw.info.instance_count,
            padded: draw.padded_count,
        };
        let several = |threads: Threads| threads.instances > 1;
        let stale = earlier.filter(|other| {
            other.table == fields.table
                && (other.threads.padded != threads.padded
                    || several(other.threads) != several(threads))
        });
        let moved = earlier.filter(|other| {
            other.attributes == fields.attributes
                && (other.start != fields.offset_start
                    || several(other.threads) != several(threads))
        });
        let mut checked = Self {
            job,
            fields,
            draw,
            threads,
            right: Right::default(),
            stale,
            moved,
            truth,
            accesses: Vec::new(),
            found: Found::default(),
        };
        checked.found.findings.extend(instance_size(&fields, &draw));
        checked.check();
        checked
    }

    /// The draw that leaves the fewest faults; the first of several.
    fn best(readings: impl Iterator<Item = Self>) -> Option<Self> {
        let mut best: Option<Self> = None;
        for reading in readings {
            let findings = &reading.found.findings;
            let faults = findings.len();
            let is_better = |best: &Self| faults < best.found.findings.len();
            if best.as_ref().is_none_or(is_better) {
                // A table of another draw says nothing about this one.
                let is_stale =
                    |finding: &Finding| finding.rule == Rule::StaleTable;
                let decided = faults == 0 || findings.iter().any(is_stale);
                best = Some(reading);
                if decided {
                    break;
                }
            }
        }
        best
    }
}

/// What is wrong with an instance size that differs from the draw.
fn instance_size(fields: &DrawFields, draw: &Draw) -> Option<Finding> {
    let size = fields.instance_size;
    let what = "the instance size is not the padded count of the draw";
    // The dispatcher begins instance 1 at that thread.
    let DrawInfo { vertex_count, instance_count, .. } = draw.info;
    let is_early = instance_count > 1 && size > 0 && size < vertex_count;
    let early = is_early.then(|| Wrong {
        thread: size.into(),
        instance: 0,
        vertex: size.into(),
        reads: 0,
        should_read: size.into(),
    });
    let finding = (fields.line, Rule::InstanceSize, what);
    let finding = Finding::unless_equal(finding, size, draw.instance_size);
    finding.map(|finding| finding.first(early))
}

/// What is wrong with the primitives of a draw without indices.
fn index_count(job: &RecordJob, vertices: u32) -> Option<Finding> {
    let (line, count) = job.index_count.filter(|_| !job.indices.are_used())?;
    let what = "without indices, the index count differs from the vertices";
    Finding::unless_equal((line, Rule::Invocation, what), count, vertices)
}

/// What is wrong with a start that differs from the vertex job.
fn start(fields: &DrawFields, vertex: &VertexJob) -> Option<Finding> {
    let what = "the start differs from the vertex job";
    let finding = (fields.line, Rule::Jobs, what);
    let finding =
        Finding::unless_equal(finding, fields.offset_start, vertex.start);
    let message = format!("{what} of line {}", vertex.line);
    finding.map(|finding| finding.message(message))
}

/// What is wrong with an instance primitive size.
fn primitive_size(fields: &DrawFields, draws: &[Draw]) -> Option<Finding> {
    let size = fields.primitive_size;
    let mut right = draws.iter().map(|draw| draw.instance_primitive_size);
    // Mesa up to 25.0 writes 1 for every draw.
    if size == 1 || right.clone().any(|right| right == size) {
        return None;
    }
    let what = "the instance primitive size is not the padded count of the \
                draw's primitives";
    let finding = (fields.line, Rule::PrimitiveSize, what);
    Finding::unless_equal(finding, size, right.next()?)
}
