// SPDX-License-Identifier: MIT

//! The rules of v4 to v7, checked with the library's model of the hardware: a
//! record is wrong if it makes a thread of the draw read a wrong element.

use super::finding::{Finding, Rule};
use super::job::{Attribute, DrawFields, RecordJob, Role, Slot};
use super::threads::{Threads, Wrong};
use super::Tally;
use crate::number::first;
use crate::output::words;
use dral::instancing::{
    Architecture, AttributeMode, AttributeRecord, Draw, IdRecord, IdType, Idvs,
    Invocation, MagicDivisor, PaddedCount, PaddingRule, PrimitiveSize, Rate,
    RecordType, ResolvedDraw, Rounding, VertexBuffer,
};

/// The most that a source offset, at most 2047 in OpenGL and in Vulkan, and the
/// low 6 bits of an address add to an offset.
const MOST_WITHIN: i128 = 2047 + 63;

/// The table of the previous vertex job, which a driver may have kept.
#[derive(Clone, Copy)]
pub struct Earlier {
    table: i64,
    line: u64,
    threads: Threads,
}

/// A draw, and the expected contents of its descriptors.
struct Checked<'a> {
    job: &'a RecordJob,
    fields: DrawFields,
    resolved: ResolvedDraw,
    threads: Threads,
    /// An earlier draw with the same table but other counts.
    stale: Option<Earlier>,
    base_instance: Option<u32>,
    findings: &'a mut Vec<Finding>,
    tally: &'a mut Tally,
}

/// The draws that can have these counts; at least one.
fn resolve(
    counts: Invocation,
    idvs: &[Idvs],
    vertices_per_primitive: u32,
) -> Result<Vec<ResolvedDraw>, dral::Error> {
    let rules = [PaddingRule::Driver, PaddingRule::Documented];
    let draws = idvs.iter().flat_map(|&idvs| {
        rules.map(|padding_rule| Draw {
            idvs,
            padding_rule,
            vertex_count: counts.vertex_count,
            instance_count: counts.instance_count,
            vertices_per_primitive,
            primitive_size: PrimitiveSize::Padded,
            // v4 to v7 are all alike here.
            ..Draw::new(Architecture::V5)
        })
    });
    let (resolved, refused): (Vec<_>, Vec<_>) =
        draws.map(|draw| draw.resolve()).partition(Result::is_ok);
    match refused.first() {
        Some(&Err(error)) if resolved.is_empty() => Err(error),
        _ => Ok(resolved.into_iter().flatten().collect()),
    }
}

/// Checks a job, and replaces `earlier` by its table.
pub fn check(
    job: &mut RecordJob,
    base_instance: Option<u32>,
    earlier: &mut Option<Earlier>,
    tally: &mut Tally,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let (Some(dispatch), Some(fields)) = (job.dispatch, job.draw) else {
        return findings;
    };
    let is_tiler = job.role == Role::Tiler;
    // A kernel will write these words; it had not run when the trace was made.
    if dispatch.words == [0, 0] {
        tally.unwritten += usize::from(!is_tiler);
        return findings;
    }
    if !is_tiler {
        let slots = job.slots.iter().map(|(_, slot)| slot);
        let whole = slots.filter(|slot| !matches!(slot, Slot::Continuation));
        tally.draws += 1;
        tally.descriptors +=
            job.attributes.len() + whole.count() + job.varyings.len();
    }
    let refused = |what: String| {
        let finding = Finding::new(dispatch.line, Rule::Invocation, what);
        vec![finding.found(words(&dispatch.words))]
    };
    let Ok(counts) = Invocation::unpack(dispatch.words) else {
        let what = "no draw has this invocation: counts that need more than \
                    its 32 bits?";
        return refused(what.into());
    };
    job.name.vertices = Some(counts.vertex_count);
    job.name.instances = Some(counts.instance_count);
    // A job without IDVS can belong to a shader that has it nevertheless, as
    // with transform feedback.
    let idvs: &[Idvs] = match job.role {
        Role::IndexedVertex => &[Idvs::On],
        Role::Vertex | Role::Tiler => &[Idvs::Off, Idvs::On],
    };
    let per_primitive = job.vertices_per_primitive.unwrap_or(1);
    let draws = match resolve(counts, idvs, per_primitive) {
        Ok(draws) => draws,
        Err(error) => return refused(error.to_string()),
    };
    let sized =
        |draw: &&ResolvedDraw| draw.instance_size == fields.instance_size;
    let found = draws.iter().find(sized);
    let Some(&resolved) = found.or(draws.first()) else { return findings };
    if found.is_none() {
        findings.push(instance_size(&fields, &resolved));
    }
    let tiler = match job.role {
        Role::Vertex => None,
        Role::Tiler => Some(fields),
        Role::IndexedVertex => job.fragment_draw,
    };
    if let (Some(tiler), Some(_)) = (tiler, job.vertices_per_primitive) {
        check_primitive_size(&tiler, &draws, &mut findings);
    }
    if is_tiler {
        return findings;
    }
    let threads = Threads {
        vertices: counts.vertex_count,
        instances: counts.instance_count,
        padded: resolved.padded_count,
    };
    let this = Earlier { table: fields.table, line: job.name.line, threads };
    let stale = earlier.filter(|Earlier { table, threads: other, .. }| {
        *table == this.table
            && (other.padded != threads.padded
                || (other.instances > 1) != (threads.instances > 1))
    });
    // The table was written for its first draw.
    if stale.is_none() {
        *earlier = Some(this);
    }
    Checked {
        job,
        fields,
        resolved,
        threads,
        stale,
        base_instance,
        findings: &mut findings,
        tally,
    }
    .check();
    findings
}

/// What is wrong with an instance size that is not that of the draw.
fn instance_size(fields: &DrawFields, draw: &ResolvedDraw) -> Finding {
    let size = fields.instance_size;
    let (rule, what) = if PaddedCount::from_count(size).is_err() {
        let what = "the instance size is not 1, 3, 5, 7 or 9 times a power \
                    of two";
        (Rule::PaddedForm, what)
    } else {
        let what = "the instance size is not the padded count of the draw";
        (Rule::InstanceSize, what)
    };
    // The dispatcher begins instance 1 at that thread.
    let is_early = draw.instance_count > 1 && size < draw.vertex_count;
    let early = is_early.then(|| Wrong {
        thread: size.into(),
        instance: 0,
        vertex: size.into(),
        reads: 0,
        should_read: size.into(),
    });
    Finding::new(fields.line, rule, what)
        .found(size.to_string())
        .right(draw.instance_size.to_string())
        .first(early)
}

fn check_primitive_size(
    fields: &DrawFields,
    draws: &[ResolvedDraw],
    findings: &mut Vec<Finding>,
) {
    let size = fields.primitive_size;
    // Mesa up to 25.0 writes 1 for every draw.
    let is_right = |draw: &ResolvedDraw| draw.instance_primitive_size == size;
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

/// The words of a record and their meaning; only the meaning if the record
/// cannot be packed.
fn describe(record: &AttributeRecord) -> String {
    let AttributeRecord { shift, odd, extra_flags, .. } = *record;
    let name = RecordType::try_from(record.r#type)
        .map_or("no record", RecordType::name);
    let more = match record.mode() {
        Ok(AttributeMode::Modulus(padded)) => {
            format!(", modulus {}", padded.count())
        }
        Ok(AttributeMode::OneDimensional) => {
            format!(", stride {}", record.stride)
        }
        Ok(AttributeMode::PotDivisor { .. }) => format!(", shift {shift}"),
        Ok(AttributeMode::NpotDivisor { magic, divisor }) => format!(
            ", magic {:08x}, shift {shift}, extra flags {extra_flags}, API \
             divisor {divisor}",
            magic.magic
        ),
        Err(_) => format!(", shift {shift}, odd part {odd}"),
    };
    match record.pack() {
        Ok(packed) => {
            let next = packed.continuation.unwrap_or_default();
            let length = packed.continuation.map_or(4, |_| 8);
            let all = [packed.first, next].concat();
            format!("{} ({name}{more})", words(&all[..length]))
        }
        Err(_) => format!("{name}{more}"),
    }
}

/// Whether a magic is that of a divisor, or close enough for rounding in
/// floating point.
fn is_magic_of(magic: MagicDivisor, divisor: u64) -> bool {
    let Ok(divisor) = u32::try_from(divisor) else { return false };
    let rounded = MagicDivisor::new(divisor, Rounding::Documented);
    rounded.is_ok_and(|right| {
        right.shift == magic.shift && right.magic.abs_diff(magic.magic) <= 2
    })
}

impl Checked<'_> {
    fn check(&mut self) {
        self.check_varyings();
        let job = self.job;
        let start = i128::from(self.fields.offset_start);
        let bases = self.base_instance.map_or((0, u32::MAX), |b| (b, b));
        let mut elements =
            (i128::from(bases.0) - start, i128::from(bases.1) - start);
        let mut seen = vec![None; job.slots.len()];
        for attribute in &job.attributes {
            let slot = job.slots.get(attribute.slot);
            if !attribute.offset_enabled {
                // A location without an attribute is all zeros, and images have
                // no offset.
                let is_zero = attribute.slot == 0 && attribute.offset == 0;
                let is_bound = matches!(
                    slot,
                    Some((_, Slot::Record(record))) if record.pointer != 0
                );
                if is_bound && !is_zero {
                    let what = "the attribute's offset is not enabled";
                    self.find(attribute.line, Rule::AttributeOffset, what);
                }
                continue;
            }
            match slot {
                Some((line, Slot::Record(record))) => {
                    let good = *seen[attribute.slot].get_or_insert_with(|| {
                        self.record(*line, attribute.slot, record)
                    });
                    if good && self.offset(attribute, record, &mut elements) {
                        self.size(attribute, *line, record);
                    }
                }
                Some((line, Slot::Id(id))) => {
                    if seen[attribute.slot].replace(true).is_none() {
                        self.id(*line, id);
                    }
                }
                Some((_, Slot::Other)) => {}
                Some((_, Slot::Continuation)) => {
                    self.table(attribute, "a continuation");
                }
                Some((_, Slot::Empty)) => {
                    self.table(attribute, "an empty slot");
                }
                None => self.table(attribute, "a slot beyond the table"),
            }
        }
    }

    /// Every thread writes its varyings, including padding threads.
    fn check_varyings(&mut self) {
        for varying in &self.job.varyings {
            let threads = u128::from(self.resolved.threads);
            let needed = threads * u128::from(varying.stride);
            if needed > u128::from(varying.size) {
                let what = format!(
                    "{threads} threads write {} bytes each",
                    varying.stride
                );
                let finding =
                    Finding::new(varying.line, Rule::VaryingSize, what)
                        .found(varying.size.to_string());
                let size = self.resolved.varying_buffer_size(varying.stride);
                self.findings.push(finding.right(size.to_string()));
            }
        }
    }

    fn find(&mut self, line: u64, rule: Rule, what: &str) {
        self.findings.push(Finding::new(line, rule, what));
    }

    fn table(&mut self, attribute: &Attribute, what: &str) {
        let found = format!("slot {}", attribute.slot);
        let what = format!("the attribute names {what}");
        self.findings
            .push(Finding::new(attribute.line, Rule::Table, what).found(found));
    }

    /// The library's record for this draw and the same buffer.
    fn right(
        &self,
        found: &AttributeRecord,
        rate: Rate,
        divisor: u32,
    ) -> String {
        let buffer = VertexBuffer {
            address: found.pointer,
            size: found.size,
            stride: found.stride,
            rate,
            divisor,
        };
        self.resolved
            .attribute_record(&buffer)
            .map_or_else(|error| error.to_string(), |record| describe(&record))
    }

    /// Checks a record. Returns whether offsets and sizes can be checked with
    /// it.
    fn record(
        &mut self,
        line: u64,
        slot: usize,
        record: &AttributeRecord,
    ) -> bool {
        let npot = record.r#type == RecordType::NpotDivisor as u32;
        if npot && slot % 2 == 1 {
            let what = "a record with a continuation begins at an odd slot";
            self.find(line, Rule::Table, what);
        }
        // Only a modulus that is not a padded count has no mode.
        let Ok(mode) = record.mode() else {
            let what = "the modulus is not 1, 3, 5, 7 or 9 times a power of \
                        two";
            self.findings.push(
                Finding::new(line, Rule::PaddedForm, what)
                    .found(describe(record))
                    .right(self.right(record, Rate::Vertex, 0)),
            );
            return false;
        };
        let fault = self.fault(line, record, mode);
        let Some(finding) = fault else { return true };
        let rule = finding.rule;
        self.find_in_table(finding.found(describe(record)));
        // With a wrong magic, everything else is still as expected.
        rule == Rule::MagicDivisor
    }

    /// What is wrong with a record in this mode.
    fn fault(
        &mut self,
        line: u64,
        record: &AttributeRecord,
        mode: AttributeMode,
    ) -> Option<Finding> {
        // All threads read one element.
        if record.stride == 0 {
            return None;
        }
        let threads = self.threads;
        let element = |id| record.element(id).unwrap_or(0);
        let (rule, what) = match mode {
            // With one vertex per instance, the linear id is the instance.
            AttributeMode::OneDimensional
                if threads.instances <= 1 || threads.padded == 1 =>
            {
                return None;
            }
            AttributeMode::OneDimensional => (
                Rule::OneInstance,
                "the record is that of a draw with one instance",
            ),
            AttributeMode::Modulus(_) => (
                Rule::Modulus,
                "the modulus is not the padded count of the draw",
            ),
            // The record does not contain the API divisor.
            AttributeMode::PotDivisor { shift } => {
                let divisor = 1u64 << shift;
                if divisor % u64::from(threads.padded) == 0 {
                    return None;
                }
                let wrong = threads.first_wrong_instance_of_any(element);
                if threads.instances == 1 && wrong.is_none() {
                    return None;
                }
                let what = format!(
                    "the divisor {divisor} is not a multiple of the padded \
                     count {}: the product wrapped, or the record is that of \
                     another draw",
                    threads.padded
                );
                let rule = Rule::HardwareDivisor;
                return Some(Finding::new(line, rule, what).first(wrong));
            }
            AttributeMode::NpotDivisor { magic, divisor } => {
                let wrong = if divisor == 0 {
                    threads.first_wrong_instance_of_any(element)
                } else {
                    threads.first_wrong_instance(element, divisor)
                };
                let (rule, what) = self.npot_fault(magic, divisor, wrong)?;
                let right = self.right(record, Rate::Instance, divisor);
                let finding = Finding::new(line, rule, what);
                return Some(finding.right(right).first(wrong));
            }
        };
        let wrong = Some(threads.first_wrong_vertex(element)?);
        let right = self.right(record, Rate::Vertex, 0);
        Some(Finding::new(line, rule, what).right(right).first(wrong))
    }

    /// What is wrong with an NPOT divisor. A product that wrapped is reported
    /// even if no thread of this draw reads a wrong element.
    fn npot_fault(
        &mut self,
        magic: MagicDivisor,
        divisor: u32,
        wrong: Option<Wrong>,
    ) -> Option<(Rule, String)> {
        let product = u64::from(divisor) * u64::from(self.threads.padded);
        let wrapped = u64::from(product as u32);
        if product != wrapped && is_magic_of(magic, wrapped) {
            let what = format!(
                "padded count x divisor is {product} and wrapped to {wrapped}"
            );
            return Some((Rule::ProductWraps, what));
        }
        if wrong.is_none() {
            // The magic may be wrong for ids beyond the draw's.
            let inexact = u32::try_from(product).is_ok_and(|product| {
                matches!(magic.first_wrong_id(product), Ok(Some(_)))
            });
            self.tally.inexact += usize::from(inexact);
            return None;
        }
        let (rule, what) = if is_magic_of(magic, product) {
            let what = "the magic divides ids of this draw wrongly";
            (Rule::MagicDivisor, what)
        } else {
            let what = "the divisor is not padded count x API divisor";
            (Rule::HardwareDivisor, what)
        };
        Some((rule, what.into()))
    }

    /// Adds a finding in the table, which may have been written for an earlier
    /// draw.
    fn find_in_table(&mut self, mut finding: Finding) {
        if let Some(Earlier { line, threads, .. }) = self.stale {
            let Threads { vertices, instances, .. } = threads;
            finding.rule = Rule::StaleTable;
            finding.message += &format!(
                ": the table is that of the job of line {line}, {vertices} \
                 vertices x {instances} instances"
            );
        }
        self.findings.push(finding);
    }

    /// Checks an offset; `elements` is the range of base instance - start that
    /// all earlier offsets allow.
    fn offset(
        &mut self,
        attribute: &Attribute,
        record: &AttributeRecord,
        elements: &mut (i128, i128),
    ) -> bool {
        let offset = i128::from(attribute.offset);
        let stride = i128::from(record.stride);
        let start = i128::from(self.fields.offset_start);
        let divides = stride != 0
            && matches!(
                record.mode(),
                Ok(AttributeMode::PotDivisor { .. }
                    | AttributeMode::NpotDivisor { .. })
            );
        // The hardware adds the start to data that it divides.
        let moved = if divides { start } else { 0 };
        let first = offset + moved * stride;
        let mut least = *elements;
        let what = if first < 0 {
            "element 0 lies before the buffer"
        } else if divides {
            // offset = within + (base instance - start) x stride
            least.0 = least.0.max(-(MOST_WITHIN - offset).div_euclid(stride));
            least.1 = least.1.min(offset.div_euclid(stride));
            if least.0 <= least.1 {
                *elements = least;
                return true;
            }
            if self.base_instance.is_some() {
                "the offset is not that of the base instance and the start"
            } else {
                "the offset has another base instance than those before"
            }
        } else {
            return true;
        };
        let base = if divides { elements.0 + start } else { 0 };
        let lowest = (base - moved) * stride;
        let wrong = Wrong {
            thread: 0,
            instance: 0,
            vertex: 0,
            reads: first.div_euclid(stride.max(1)) as i64,
            should_read: base as i64,
        };
        let line = attribute.line;
        self.findings.push(
            Finding::new(line, Rule::AttributeOffset, what)
                .found(format!("{offset} (stride {stride}, start {start})"))
                .right(format!("{lowest} to {}", lowest + MOST_WITHIN))
                .first(Some(wrong)),
        );
        false
    }

    /// Checks that each thread reads within the buffer.
    fn size(
        &mut self,
        attribute: &Attribute,
        line: u64,
        record: &AttributeRecord,
    ) {
        // No buffer is bound.
        if record.pointer == 0 {
            return;
        }
        let threads = self.threads;
        let start = i128::from(self.fields.offset_start);
        let stride = i128::from(record.stride);
        let element = |id: u64| record.element(id as u32).unwrap_or(0);
        let outside = |id: u64| {
            let element = start + i128::from(element(id));
            let end = i128::from(attribute.offset)
                + element * stride
                + i128::from(attribute.bytes);
            end > i128::from(record.size)
        };
        let instances = u64::from(threads.instances);
        let last = u64::from(threads.vertices) - 1;
        // Elements increase within an instance, and from one instance to the
        // next.
        let instance =
            first(0, instances, |instance| outside(threads.id(instance, last)));
        if instance == instances {
            return;
        }
        let vertex =
            first(0, last, |vertex| outside(threads.id(instance, vertex)));
        let id = threads.id(instance, vertex);
        let what = format!(
            "thread {id} (instance {instance}, vertex {vertex}) reads element \
             {} beyond the end of the buffer",
            element(id)
        );
        let found = format!(
            "size {}, offset {}, stride {stride}, start {start}, {} bytes",
            record.size, attribute.offset, attribute.bytes
        );
        self.findings
            .push(Finding::new(line, Rule::BufferSize, what).found(found));
    }

    /// Checks a vertex id or instance id of v4 and v5.
    fn id(&mut self, line: u64, id: &IdRecord) {
        let threads = self.threads;
        let value = |linear| id.value(linear).unwrap_or(0);
        let padded = self.resolved.padded();
        let (rule, right, wrong) = match id.id_type() {
            Ok(IdType::Vertex) => (
                Rule::VertexId,
                IdRecord::vertex_id(padded),
                threads.first_wrong_vertex(value),
            ),
            _ => (
                Rule::InstanceId,
                IdRecord::instance_id(padded, Rounding::Documented),
                threads.first_wrong_instance(value, 1),
            ),
        };
        // With one vertex per instance, drivers and library give all
        // instances the same id.
        let same = id.pack() == right.pack();
        let Some(wrong) = wrong.filter(|_| !same) else { return };
        let describe = |id: &IdRecord| match id.pack() {
            Ok(packed) => words(&packed),
            Err(_) => format!("shift {}, odd part {}", id.shift, id.odd),
        };
        let what = "the record gives a thread the id of another";
        self.find_in_table(
            Finding::new(line, rule, what)
                .found(describe(id))
                .right(describe(&right))
                .first(Some(wrong)),
        );
    }
}
