// SPDX-License-Identifier: MIT

//! The rules of v4 to v7, checked with the library's model of the hardware: a
//! record is wrong if it makes a thread of the draw read a wrong element.

use super::chain::{Shared, Sized, Vertices, INVOCATION, SIZE, START};
use super::differences::JobValues;
use super::finding::{Finding, Rule};
use super::record_check::{Earlier, RecordCheck};
use super::truth::{stated_counts, stated_start};
use super::Found;
use crate::notation::Stated;
use crate::output::words;
use crate::trace::model::threads::{Threads, Wrong};
use crate::trace::model::Reading;
use crate::trace::text::job::Counts;
use crate::trace::text::job::{
    Dispatch, DrawFields, InvocationWords, RecordJob, Role, Slot,
};
use dral::instancing::{
    Architecture, Draw, DrawInfo, Invocation, PaddedCount, PaddingRule,
    PrimitiveSizeRule,
};

/// The draws that can have these counts; at least one.
fn resolve(
    counts: Invocation,
    idvs: &[u32],
    vertices_per_primitive: u32,
) -> Result<Vec<Draw>, dral::Error> {
    let rules = [PaddingRule::Driver, PaddingRule::Documented];
    let draws = idvs.iter().flat_map(|&idvs| {
        rules.map(|padding_rule| DrawInfo {
            idvs,
            padding_rule: padding_rule as u32,
            vertex_count: counts.vertex_count,
            instance_count: counts.instance_count,
            vertices_per_primitive,
            primitive_size_rule: PrimitiveSizeRule::Padded as u32,
            // v4 to v7 are all alike here.
            ..DrawInfo::new(Architecture::V5)
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

/// The counts in the invocation of a job.
pub fn counts(job: &RecordJob) -> Option<Counts> {
    let InvocationWords::Packed(words) = job.dispatch?.words else {
        return None;
    };
    let counts = Invocation::unpack(words).ok()?;
    Some(Counts {
        vertices: counts.vertex_count,
        instances: counts.instance_count,
    })
}

/// What is known of the jobs before.
#[derive(Default)]
pub struct Before {
    earlier: Option<Earlier>,
    vertices: Vertices,
}

impl Before {
    /// Forgets the vertex jobs, because another chain begins.
    pub fn begin_chain(&mut self) {
        self.vertices = Vertices::default();
    }

    /// Compares the jobs of a draw.
    fn share(
        &mut self,
        job: &RecordJob,
        dispatch: Dispatch,
        fields: DrawFields,
        sized: Sized,
    ) -> Option<Finding> {
        let line = job.name.line;
        let this = Shared { line, dispatch, fields, sized };
        self.vertices.take(&job.link, job.role, this)
    }
}

/// Checks a job, and remembers it.
pub fn check(job: &RecordJob, truth: &Stated, before: &mut Before) -> Found {
    let (Some(dispatch), Some(fields)) = (job.dispatch, job.draw) else {
        return Found::default();
    };
    let is_tiler = job.role == Role::Tiler;
    if dispatch.words == InvocationWords::Unwritten {
        let is_unwritten = !is_tiler;
        if is_unwritten {
            before.share(job, dispatch, fields, Sized::NoDraw);
        }
        return Found { is_unwritten, ..Found::default() };
    }
    let found = check_draw(job, dispatch, fields, truth, before);
    let tiler = match job.role {
        Role::Vertex => None,
        Role::Tiler => Some(fields),
        Role::IndexedVertex => job.fragment_draw,
    };
    let other = JobValues {
        start: Some(fields.offset_start.into()),
        instance_size: Some(fields.instance_size.into()),
        primitive_size: tiler.map(|tiler| tiler.primitive_size.into()),
        mode: job.mode,
        index_type: job.index_type,
        index_count: job
            .index_count
            .filter(|_| job.is_indexed())
            .map(|(_, n)| n.into()),
        base_vertex: job.base_vertex.map(i64::from),
        ..JobValues::default()
    };
    let found = Found { other, ..found };
    if is_tiler {
        return found;
    }
    let slots = job.slots.iter().map(|(_, slot)| slot);
    let whole = slots.filter(|slot| !matches!(slot, Slot::Continuation));
    let descriptors = job.attributes.len() + whole.count() + job.varyings.len();
    Found { descriptors: Some(descriptors), ..found }
}

fn check_draw(
    job: &RecordJob,
    dispatch: Dispatch,
    fields: DrawFields,
    truth: &Stated,
    before: &mut Before,
) -> Found {
    let is_tiler = job.role == Role::Tiler;
    let sized = |is_right| if is_right { Sized::Right } else { Sized::Wrong };
    if !is_tiler {
        // Its tiler job belongs to it, whatever is wrong with it.
        before.share(job, dispatch, fields, Sized::NoDraw);
    }
    let (words, found) = match dispatch.words {
        InvocationWords::Packed(packed) => (Some(packed), words(&packed)),
        _ => (None, "shifts or a split that no draw has".into()),
    };
    let refused = |counts, what: String, found: String| {
        let cause = "no draw has these words";
        let finding = Finding::new(dispatch.line, Rule::Invocation, cause);
        let findings = vec![finding.message(what).found(found)];
        Found { counts, findings, ..Found::default() }
    };
    let unpacked = words.map(Invocation::unpack);
    let Some(Ok(invocation)) = unpacked else {
        let vertex = before.vertices.of(&job.link).filter(|_| is_tiler);
        if vertex.is_some_and(|v| v.dispatch.words == dispatch.words) {
            // It was found in the vertex job.
            return Found::default();
        }
        if let Some(InvocationWords::Packed(right)) =
            vertex.map(|v| v.dispatch.words)
        {
            let cause = "the invocation differs from the vertex job";
            let line = vertex.map_or(0, |vertex| vertex.line);
            let finding = Finding::new(dispatch.line, Rule::Jobs, cause)
                .fields(INVOCATION)
                .message(format!("{cause} of line {line}"))
                .found(found)
                .right(self::words(&right));
            let findings = vec![finding];
            return Found { findings, ..Found::default() };
        }
        let what = "no draw has this invocation: counts that need more than \
                    its 32 bits?";
        return refused(None, what.into(), found);
    };
    let counts = Some(Counts {
        vertices: invocation.vertex_count,
        instances: invocation.instance_count,
    });
    // A job without IDVS can belong to a shader that has it nevertheless, as
    // with transform feedback.
    let idvs: &[u32] = match job.role {
        Role::IndexedVertex => &[1],
        Role::Vertex | Role::Tiler => &[0, 1],
    };
    let per_primitive = job.vertices_per_primitive.unwrap_or(1);
    let mut draws = match resolve(invocation, idvs, per_primitive) {
        Ok(draws) => draws,
        Err(error) => return refused(counts, error.to_string(), found),
    };
    let mut findings = Vec::new();
    let tiler = match job.role {
        Role::Vertex => None,
        Role::Tiler => Some(fields),
        Role::IndexedVertex => job.fragment_draw,
    };
    if let (Some(tiler), Some(_)) = (tiler, job.vertices_per_primitive) {
        check_primitive_size(&tiler, &draws, &mut findings);
    }
    findings.extend(index_count(job, invocation.vertex_count));
    if let (Some(counts), false) = (counts, is_tiler) {
        findings.extend(stated_counts(truth, counts, false, dispatch.line));
        findings.extend(stated_start(truth, fields.offset_start, fields.line));
    }
    if let Some(fragment) = job.fragment_draw {
        findings.extend(fragment_size(&fragment, &fields, &draws));
    }
    // The draw that the instance size is that of comes first.
    draws.sort_by_key(|draw| draw.instance_size != fields.instance_size);
    draws.dedup_by_key(|draw| draw.instance_size);
    if is_tiler {
        let size = draws.first().and_then(|draw| instance_size(&fields, draw));
        findings.extend(before.share(
            job,
            dispatch,
            fields,
            sized(size.is_none()),
        ));
        findings.extend(size);
        return Found { counts, findings, ..Found::default() };
    }
    let readings = draws
        .into_iter()
        .map(|draw| RecordCheck::new(job, fields, draw, truth, before.earlier));
    let Some(best) = RecordCheck::best(readings) else {
        return Found { counts, findings, ..Found::default() };
    };
    // The table was written for its first draw.
    if best.stale.is_none() {
        before.earlier = Some(best.this);
    }
    let is_sized = fields.instance_size == best.draw.instance_size;
    before.share(job, dispatch, fields, sized(is_sized));
    findings.extend(best.findings);
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
    let draw = Draw { info, ..best.draw };
    let accesses = best.accesses;
    let reading = Reading { draw, accesses, ..Reading::default() };
    Found {
        counts,
        findings,
        facts: best.facts,
        inexact: best.inexact,
        reading: Some(reading),
        ..Found::default()
    }
}

impl<'a> RecordCheck<'a> {
    fn new(
        job: &'a RecordJob,
        fields: DrawFields,
        draw: Draw,
        truth: &'a Stated,
        earlier: Option<Earlier>,
    ) -> Self {
        let threads = Threads {
            vertices: draw.info.vertex_count,
            instances: draw.info.instance_count,
            padded: draw.padded_count,
        };
        let this = Earlier {
            table: fields.table,
            attributes: fields.attributes,
            line: job.name.line,
            start: fields.offset_start,
            threads,
        };
        let several = |threads: Threads| threads.instances > 1;
        let stale = earlier.filter(|other| {
            other.table == this.table
                && (other.threads.padded != threads.padded
                    || several(other.threads) != several(threads))
        });
        let moved = earlier.filter(|other| {
            other.attributes == this.attributes
                && (other.start != this.start
                    || several(other.threads) != several(threads))
        });
        let mut checked = Self {
            job,
            fields,
            draw,
            threads,
            this,
            stale,
            moved,
            truth,
            accesses: Vec::new(),
            findings: Vec::from_iter(instance_size(&fields, &draw)),
            facts: Vec::new(),
            inexact: Vec::new(),
        };
        checked.check();
        checked
    }

    /// The draw that leaves the fewest faults; the first of several.
    fn best(readings: impl Iterator<Item = Self>) -> Option<Self> {
        let mut best: Option<Self> = None;
        for reading in readings {
            let faults = reading.findings.len();
            if best.as_ref().is_none_or(|best| faults < best.findings.len()) {
                // A table of another draw says nothing about this one.
                let is_stale =
                    |finding: &Finding| finding.rule == Rule::StaleTable;
                let decided =
                    faults == 0 || reading.findings.iter().any(is_stale);
                best = Some(reading);
                if decided {
                    break;
                }
            }
        }
        best
    }
}

/// What is wrong with an instance size that is not that of the draw.
fn instance_size(fields: &DrawFields, draw: &Draw) -> Option<Finding> {
    let size = fields.instance_size;
    if size == draw.instance_size {
        return None;
    }
    let (rule, what) = if PaddedCount::from_count(size).is_err() {
        let what = "the instance size is not 1, 3, 5, 7 or 9 times a power \
                    of two";
        (Rule::PaddedForm, what)
    } else {
        let what = "the instance size is not the padded count of the draw";
        (Rule::InstanceSize, what)
    };
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
    let finding = Finding::new(fields.line, rule, what);
    let right = draw.instance_size.to_string();
    Some(finding.found(size.to_string()).right(right).first(early))
}

/// What is wrong with the primitives of a draw without indices.
fn index_count(job: &RecordJob, vertices: u32) -> Option<Finding> {
    let count = job.index_count.filter(|_| !job.is_indexed());
    let (line, count) = count.filter(|&(_, n)| n != vertices)?;
    let what = "a draw without indices has another index count than vertices";
    let finding = Finding::new(line, Rule::Invocation, what);
    Some(finding.found(count.to_string()).right(vertices.to_string()))
}

/// What is wrong if the two draw descriptors of a job differ.
fn fragment_size(
    fragment: &DrawFields,
    vertex: &DrawFields,
    draws: &[Draw],
) -> Option<Finding> {
    let is_right = |draw: &Draw| draw.instance_size == fragment.instance_size;
    let (rule, fields, what, numbers) = if fragment.instance_size
        != vertex.instance_size
        && !draws.iter().any(is_right)
    {
        let what = "the instance size of the fragment draw differs from the \
                    vertex draw's";
        let sizes = [fragment.instance_size, vertex.instance_size];
        (Rule::InstanceSize, SIZE, what, sizes.map(|size| size.to_string()))
    } else if fragment.offset_start != vertex.offset_start {
        let what =
            "the start of the fragment draw differs from the vertex draw's";
        let starts = [fragment.offset_start, vertex.offset_start];
        (Rule::Jobs, START, what, starts.map(|start| start.to_string()))
    } else {
        return None;
    };
    let finding = Finding::new(fragment.line, rule, what).fields(fields);
    let [found, right] = numbers;
    Some(finding.found(found).right(right))
}

fn check_primitive_size(
    fields: &DrawFields,
    draws: &[Draw],
    findings: &mut Vec<Finding>,
) {
    let size = fields.primitive_size;
    // Mesa up to 25.0 writes 1 for every draw.
    let is_right = |draw: &Draw| draw.instance_primitive_size == size;
    if size == 1 || draws.iter().any(is_right) {
        return;
    }
    let right = draws.first().map_or(0, |draw| draw.instance_primitive_size);
    let what = "the instance primitive size is not the padded count of the \
                draw's primitives";
    findings.push(
        Finding::new(fields.line, Rule::PrimitiveSize, what)
            .found(size.to_string())
            .right(right.to_string()),
    );
}
