// SPDX-License-Identifier: MIT

//! The attributes of v4 to v7 in one draw: the records that they read, and
//! varyings.

use super::buffers::{self, rate, wrapped_size};
use super::finding::{Finding, Rule};
use super::offsets::MOST_WITHIN;
use super::record_check::{Earlier, Kept, RecordCheck};
use super::shown::Shown;
use super::varyings;
use crate::notation::Step;
use crate::record::record_of;
use crate::trace::model::access::{Access, Buffer, Selector};
use crate::trace::model::threads::Wrong;
use crate::trace::text::job::{Attribute, Place, Slot};
use dral::instancing::{
    AttributeMode, AttributeRecord, MagicDivisor, RecordType, Rounding,
    VertexBuffer,
};

/// Whether a magic belongs to a divisor, or is close enough for rounding in
/// floating point.
fn is_magic_of(magic: MagicDivisor, divisor: u64) -> bool {
    let Ok(divisor) = u32::try_from(divisor) else { return false };
    let rounded = MagicDivisor::new(divisor, Rounding::Documented);
    rounded.is_ok_and(|right| {
        right.shift == magic.shift && right.magic.abs_diff(magic.magic) <= 2
    })
}

impl RecordCheck<'_> {
    /// How many locations have vertex attributes. Texel buffers follow, whose
    /// offset is not enabled.
    fn vertex_locations(&self) -> usize {
        let attributes = &self.job.attributes;
        match self.truth.steps.len() {
            0 => attributes
                .iter()
                .rposition(|attribute| attribute.offset_enabled)
                .map_or(0, |last| last + 1),
            count => count,
        }
    }

    pub fn check(&mut self) {
        self.check_varyings();
        self.check_id_locations();
        let job = self.job;
        let vertex_locations = self.vertex_locations();
        let mut seen = vec![None; job.slots.len()];
        for (location, attribute) in job.attributes.iter().enumerate() {
            let slot = job.slots.get(attribute.slot);
            let place = attribute.place(location);
            if attribute.is_constant() {
                continue;
            }
            if !attribute.offset_enabled {
                // A location without an attribute is all zeros. Images and
                // texel buffers, whose records are 1D, have no offset.
                let is_stated = self.truth.step(location as u32).is_some();
                let is_wrong = |record: &AttributeRecord| {
                    let is_1d =
                        record.r#type == RecordType::OneDimensional as u32;
                    let is_other = attribute.slot == 0 && !is_stated
                        || is_1d && location >= vertex_locations;
                    record.pointer != 0 && (attribute.offset != 0 || !is_other)
                };
                if matches!(slot, Some((_, Slot::Record(r))) if is_wrong(r)) {
                    let what = "the attribute's offset is not enabled";
                    let rule = Rule::AttributeOffset;
                    let finding = Finding::new(attribute.line, rule, what);
                    self.found.findings.push(finding.at(place));
                }
                continue;
            }
            match slot {
                Some((line, Slot::Record(record))) => {
                    let access = self.access(place, attribute, *line, record);
                    let is_right = *seen[attribute.slot]
                        .get_or_insert_with(|| self.record(&access, record));
                    self.accesses.push(Access { is_right, ..access });
                }
                Some((line, Slot::Id(id))) => {
                    if seen[attribute.slot].replace(true).is_none() {
                        self.id(attribute.slot, *line, id);
                    }
                }
                Some((_, Slot::Other))
                    if self.truth.step(location as u32).is_some() =>
                {
                    self.table(attribute, place, "the record of an image");
                }
                Some((_, Slot::Other | Slot::Hidden)) => {}
                Some((_, Slot::Continuation)) => {
                    self.table(attribute, place, "a continuation");
                }
                Some((_, Slot::Empty)) => {
                    self.table(attribute, place, "an empty slot");
                }
                None => {
                    self.table(attribute, place, "a slot beyond the table");
                }
            }
        }
        self.check_missing();
        self.check_accesses();
    }

    /// Finds locations of the draw as stated that the job lacks.
    fn check_missing(&mut self) {
        let count = self.job.attributes.len();
        for location in (0..self.truth.steps.len() as u32).skip(count) {
            if self.truth.step(location).is_some() {
                let what = "the job lacks an attribute of the draw";
                let line = self.job.name.line;
                let finding = Finding::new(line, Rule::Table, what);
                self.found.findings.push(finding.at(Place::at(location)));
            }
        }
    }

    /// Checks offsets and sizes, and remembers what to compare.
    fn check_accesses(&mut self) {
        let first = |access: &Access| {
            let slot = access.place.slot.map(|slot| slot as usize);
            let same = |other: &&Attribute| Some(other.slot) == slot;
            let first = self.job.attributes.iter().find(same);
            first.map_or(access.offset, |first| first.offset.into())
        };
        let shader = self.fields.shader;
        let (findings, facts) =
            buffers::check(&self.accesses, self.truth, shader, first);
        let fixed: Vec<_> = self
            .accesses
            .iter()
            .filter(|access| access.moved == 0 && access.base_stride == 0)
            .map(|access| access.place)
            .collect();
        // With one instance the record does not contain rate and divisor.
        if self.threads.instances > 1 {
            self.found.facts = facts;
        }
        let is_wrong = |access: &Access| {
            let mut offsets = findings
                .iter()
                .filter(|finding| finding.rule == Rule::AttributeOffset);
            offsets.any(|finding| finding.attribute == Some(access.place))
        };
        let right = self.accesses.iter().filter(|access| !is_wrong(access));
        self.right.offsets =
            right.map(|a| (a.place.location, a.offset)).collect();
        for finding in findings {
            let moves = finding.attribute.is_none_or(|p| !fixed.contains(&p));
            match finding.rule {
                Rule::Draw => {
                    let slot = finding.attribute.and_then(|place| place.slot);
                    self.find_in_table(slot, finding);
                }
                Rule::AttributeOffset if moves => self.find_moved(finding),
                _ => self.found.findings.push(finding),
            }
        }
    }

    /// Adds a finding in an attribute, which may have been written for an
    /// earlier draw.
    fn find_moved(&mut self, mut finding: Finding) {
        let location = finding.attribute.map(|place| place.location);
        let mut accesses = self.accesses.iter();
        let own = accesses.find(|a| Some(a.place.location) == location);
        let own = own.map(|access| (access.place.location, access.offset));
        let is_kept = |earlier: &&Earlier| {
            own.is_some_and(|own| earlier.right.offsets.contains(&own))
        };
        if let Some(earlier) = self.moved.filter(is_kept) {
            finding.rule = Rule::StaleOffset;
            finding.cause = "the attributes belong to an earlier draw";
            finding.message += &format!(
                ": the attributes belong to the job of line {}, start {}, \
                 {} instances",
                earlier.line, earlier.start, earlier.threads.instances
            );
        }
        self.found.findings.push(finding);
    }

    /// How the threads of the draw read an attribute through a record.
    fn access(
        &self,
        place: Place,
        attribute: &Attribute,
        line: u64,
        record: &AttributeRecord,
    ) -> Access {
        let start = i128::from(self.fields.offset_start);
        let stride = i128::from(record.stride);
        let access = Access {
            place,
            is_right: true,
            line: attribute.line,
            offset: attribute.offset.into(),
            stride,
            bytes: attribute.bytes,
            format: attribute.format,
            buffer: Some(Buffer {
                line,
                address: Some(record.pointer),
                size: record.size,
            }),
            selector: Selector::Record(*record),
            threads: self.threads,
            has_ids: true,
            start,
            moved: 0,
            base_stride: 0,
            within: (0, i128::MAX),
        };
        let access = match access.divides() {
            true => Access {
                moved: start,
                base_stride: stride,
                within: (0, MOST_WITHIN),
                ..access
            },
            false => access,
        };
        access.with(self.truth)
    }

    /// Every thread writes its varyings, including padding threads.
    fn check_varyings(&mut self) {
        self.found.findings.extend(varyings::written(&self.job.varyings));
        let buffers = self.job.varyings.buffers.iter();
        for varying in buffers.filter(|buffer| buffer.is_memory) {
            if let Some(finding) = wrapped_size(varying.line, varying.size) {
                self.found.findings.push(finding);
                continue;
            }
            let threads = u128::from(self.draw.threads);
            let needed = threads * u128::from(varying.stride);
            let size = self.draw.varying_buffer_size(varying.stride);
            if let (Ok(size), true) = (size, needed > varying.size.into()) {
                let what = "the threads write beyond the end of the buffer";
                let numbers = format!(
                    "{threads} threads write {} bytes each",
                    varying.stride
                );
                self.found.findings.push(
                    Finding::new(varying.line, Rule::VaryingSize, what)
                        .message(numbers)
                        .found(varying.size.to_string())
                        .right(size.to_string()),
                );
            }
        }
    }

    fn table(&mut self, attribute: &Attribute, place: Place, what: &str) {
        let cause = "the attribute names a slot without a record";
        let found = format!("slot {}", attribute.slot);
        self.found.findings.push(
            Finding::new(attribute.line, Rule::Table, cause)
                .at(place)
                .message(format!("the attribute names {what}"))
                .found(found),
        );
    }

    /// The library's record for this draw and the same buffer.
    fn right(&self, found: &AttributeRecord, step: Step) -> Shown {
        let (rate, divisor) = step.rate();
        let buffer = VertexBuffer {
            address: found.pointer,
            size: found.size.into(),
            stride: found.stride,
            rate: rate as u32,
            divisor,
        };
        record_of(&self.draw, &buffer).map_or_else(
            |error| error.to_string().into(),
            |record| Shown::record(&record),
        )
    }

    /// Checks a record. Returns whether offsets and sizes can be checked with
    /// it.
    fn record(&mut self, access: &Access, record: &AttributeRecord) -> bool {
        let (place, line) = (access.place, access.words_line());
        let slot = place.slot.map_or(0, |slot| slot as usize);
        let npot = record.r#type == RecordType::NpotDivisor as u32;
        if npot && slot % 2 == 1 {
            let what = "a record with a continuation begins at an odd slot";
            let finding = Finding::new(line, Rule::Table, what);
            self.found.findings.push(finding.at(place));
        }
        if !npot && self.is_continued(slot) {
            let what = "a continuation follows a record without one: is its \
                        type 1D NPOT Divisor?";
            let found = Shown::record(record);
            let finding = Finding::new(line, Rule::Table, what).found(found);
            self.find_in_table(place.slot, finding.at(place));
            return false;
        }
        let second = self.job.slots.get(slot + 1).map(|(_, slot)| slot);
        if npot && matches!(second, Some(Slot::Hidden)) {
            let what = "the second half of the record is not a continuation";
            let finding = Finding::new(line, Rule::Table, what).at(place);
            let finding = finding.found(Shown::record(record));
            self.find_in_table(place.slot, finding);
            return false;
        }
        // Only a modulus that is not a padded count has no mode.
        let Ok(mode) = record.mode() else {
            let what = "the modulus is not 1, 3, 5, 7 or 9 times a power of \
                        two";
            self.found.findings.push(
                Finding::new(line, Rule::Modulus, what)
                    .at(place)
                    .found(Shown::record(record))
                    .right(self.right(record, Step::Vertex)),
            );
            return false;
        };
        let fault = match self.threads.instances {
            1 if access.divides() => self.one_instance(access, record),
            _ => self.fault(access, record, mode),
        };
        let Some(finding) = fault else {
            self.right.slots.push((slot, Kept::Record(*record)));
            return true;
        };
        let rule = finding.rule;
        let finding = finding.at(place).found(Shown::record(record));
        self.find_in_table(place.slot, finding);
        // With a wrong magic, everything else is still as expected.
        rule == Rule::MagicDivisor
    }

    /// Whether a continuation follows a slot. Gallium leaves the slot before a
    /// record that must begin at an even one as it was.
    fn is_continued(&self, number: usize) -> bool {
        let slot = |number: usize| self.job.slots.get(number);
        let npot = |record: &AttributeRecord| {
            record.r#type == RecordType::NpotDivisor as u32
        };
        let is_gap = matches!(
            slot(number + 2),
            Some((_, Slot::Record(record))) if npot(record)
        );
        matches!(slot(number + 1), Some((_, Slot::Continuation))) && !is_gap
    }

    /// With one instance nothing needs to be divided, and drivers do not
    /// subtract the start. For a record that divides.
    fn one_instance(
        &self,
        access: &Access,
        record: &AttributeRecord,
    ) -> Option<Finding> {
        let what = "one instance, but the record divides and has a stride: \
                    the hardware adds the start to its element";
        let start = i64::from(self.fields.offset_start);
        let base = access.offset.div_euclid(access.stride) as i64;
        // The driver has subtracted the start nevertheless.
        if base < 0 && base + start >= 0 {
            return None;
        }
        let wrong = Wrong::first_thread(base + start, base);
        let right = self.right(record, Step::Instance(1));
        let line = access.words_line();
        let finding = Finding::new(line, Rule::OneInstance, what);
        Some(finding.right(right).first((start != 0).then_some(wrong)))
    }

    /// What is wrong with a record in this mode.
    fn fault(
        &mut self,
        access: &Access,
        record: &AttributeRecord,
        mode: AttributeMode,
    ) -> Option<Finding> {
        // All threads read one element.
        if record.stride == 0 {
            return None;
        }
        let right = |step| self.right(record, step);
        if let Some(known) = rate(access, self.truth, right) {
            return known;
        }
        let threads = self.threads;
        let line = access.words_line();
        let (rule, what) = match mode {
            // With one vertex per instance, the linear id is the instance.
            AttributeMode::OneDimensional
                if threads.instances <= 1 || threads.padded == 1 =>
            {
                return None;
            }
            AttributeMode::OneDimensional => {
                (Rule::OneInstance, "the record fits a draw with one instance")
            }
            AttributeMode::Modulus(_) => (
                Rule::Modulus,
                "the modulus is not the padded count of the draw",
            ),
            AttributeMode::PotDivisor { shift } => {
                return self.pot_fault(access, shift);
            }
            AttributeMode::NpotDivisor { magic, divisor } => {
                let known = Some(divisor).filter(|divisor| *divisor != 0);
                let step = Step::Instance(divisor);
                let step = known.map_or_else(|| access.step(), |_| step);
                let wrong = access.first_wrong(step);
                let finding = self.npot_fault(line, magic, divisor, wrong)?;
                let right = known.map(|_| self.right(record, step));
                return Some(Finding { right, ..finding }.first(wrong));
            }
        };
        let wrong = Some(access.first_wrong(Step::Vertex)?);
        let right = self.right(record, Step::Vertex);
        Some(Finding::new(line, rule, what).right(right).first(wrong))
    }

    /// What is wrong with a POT divisor. The record does not contain the API
    /// divisor.
    fn pot_fault(&self, access: &Access, shift: u32) -> Option<Finding> {
        let threads = self.threads;
        let divisor = 1u64 << shift;
        if divisor % u64::from(threads.padded) == 0 {
            return None;
        }
        let cause = "the divisor is not a multiple of the padded count";
        let message = format!(
            "the divisor {divisor} is not a multiple of the padded count {}: \
             the product wrapped, or the record belongs to another draw",
            threads.padded
        );
        let rule = Rule::HardwareDivisor;
        let finding = Finding::new(access.words_line(), rule, cause);
        let wrong = access.first_wrong(access.step());
        Some(finding.message(message).first(wrong))
    }

    /// What is wrong with an NPOT divisor. A product that wrapped is reported
    /// even if no thread of this draw reads a wrong element.
    fn npot_fault(
        &mut self,
        line: u64,
        magic: MagicDivisor,
        divisor: u32,
        wrong: Option<Wrong>,
    ) -> Option<Finding> {
        if magic.magic == 0 && divisor == 0 {
            let what = "the second half of the record is all zeros: no magic, \
                        and no divisor";
            return Some(Finding::new(line, Rule::HardwareDivisor, what));
        }
        let product = u64::from(divisor) * u64::from(self.threads.padded);
        let wrapped = u64::from(product as u32);
        if product != wrapped && is_magic_of(magic, wrapped) {
            let cause = "padded count x divisor wrapped";
            let message = format!(
                "padded count x divisor is {product} and wrapped to {wrapped}"
            );
            let finding = Finding::new(line, Rule::ProductWraps, cause);
            return Some(finding.message(message));
        }
        if wrong.is_none() {
            // The magic may be wrong for ids beyond the draw's.
            let product = u32::try_from(product).ok();
            let wrong = product.and_then(|p| magic.first_wrong_id(p).ok());
            self.found
                .inexact
                .extend(wrong.flatten().map(|id| (line, id.into())));
            return None;
        }
        let (rule, what) = if is_magic_of(magic, product) {
            let what = "the magic divides ids of this draw wrongly";
            (Rule::MagicDivisor, what)
        } else {
            let what = "the divisor is not padded count x API divisor";
            (Rule::HardwareDivisor, what)
        };
        Some(Finding::new(line, rule, what))
    }
}
