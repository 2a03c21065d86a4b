// SPDX-License-Identifier: MIT

//! What is checked in the same way on every architecture: the draw as stated,
//! the ends of buffers, and what other draws contain.

use super::finding::{Finding, Rule};
use super::history::{AttributeKey, Fact};
use super::offsets;
use super::shown::Shown;
use super::values::{differs_from_line, Name};
use crate::notation::{Stated, Step};
use crate::number::first;
use crate::trace::model::access::{Access, Buffer, Selector, LOW_BITS};
use crate::trace::model::threads::Threads;
use dral::instancing::{AttributeMode, RecordType};

/// Checks how the draw of a shader reads its attributes, and remembers what is
/// right. `first` returns the offset of the first attribute of a record.
pub fn check(
    accesses: &[Access],
    truth: &Stated,
    shader: u64,
    first: impl Fn(&Access) -> i128,
) -> (Vec<Finding>, Vec<Fact>) {
    let mut findings = Vec::new();
    let mut own = Vec::with_capacity(accesses.len());
    for access in accesses.iter().filter(|access| access.is_right) {
        match other(access, truth) {
            Some(finding) => findings.push(finding),
            None => own.push(access),
        }
    }
    let base_instance = truth.base_instance;
    let wrong = offsets::check(&own, base_instance);
    let is_wrong =
        |number: usize| wrong.iter().any(|(other, _)| *other == number);
    let mut known = Vec::new();
    for (number, access) in own.iter().enumerate() {
        if !is_wrong(number) {
            findings.extend(size(access));
            let location = access.place.location;
            // The driver's own line says what is right.
            let is_stated = |fact: &Fact| match fact.name {
                Name::Stride => truth.stride(location).is_some(),
                Name::Divisor => truth.step(location).is_some(),
                _ => truth.offset(location).is_some(),
            };
            let own = facts(access, shader, first(access), base_instance);
            known.extend(own.filter(|fact| !is_stated(fact)));
        }
    }
    findings.extend(wrong.into_iter().map(|(_, finding)| finding));
    (findings, known)
}

/// What is wrong with a size that is a negative number in 32 bits, as of a
/// buffer whose offset is beyond its end.
pub fn wrapped_size(line: u64, size: u32) -> Option<Finding> {
    // No buffer of a driver is so close to 4 GiB. 2^32 - 1 is the largest size.
    let size = size as i32;
    if !(-4096..-1).contains(&size) {
        return None;
    }
    let cause = "the size is a negative number in 32 bits";
    let finding = Finding::new(line, Rule::BufferSize, cause);
    Some(
        finding
            .message(format!("{cause}: {size}"))
            .found(format!("size {}", size as u32)),
    )
}

/// How the buffer or the stride of the attribute differs from the draw's.
fn other(access: &Access, truth: &Stated) -> Option<Finding> {
    let location = access.place.location;
    let Buffer { line, address, .. } = access.buffer?;
    let bits = match access.selector {
        Selector::Record(_) => LOW_BITS,
        Selector::Valhall(_) => 0,
    };
    let is_ours = |other: u64| Some(other & !bits) == address;
    let stated = truth.address(location).filter(|_| address.is_some());
    if stated.is_some_and(|a| a != 0 && !is_ours(a)) {
        let what = "the attribute does not read the draw's buffer";
        let right = stated.unwrap_or(0) & !bits;
        let address = address.unwrap_or(0);
        let of = truth.location_at(is_ours);
        let of = of.map_or(String::new(), |location| {
            format!(", the buffer of location {location}")
        });
        let finding = Finding::new(line, Rule::Draw, what).at(access.place);
        let finding = finding.found(format!("{address:#x}{of}"));
        return Some(finding.right(format!("{right:#x}")));
    }
    // A record begins at an address without its low bits.
    let size = i64::from(access.buffer?.size);
    let low = truth.address(location).map(|address| (address & bits) as i64);
    let is_size = |right: i64| match low {
        Some(low) => [right, right + low].contains(&size),
        None => size.abs_diff(right) <= bits,
    };
    let stated = truth.size(location).and_then(|s| i64::try_from(s).ok());
    if let Some(right) = stated.filter(|&right| !is_size(right)) {
        let name = Name::BufferSize;
        let finding = differs_from_line(line, name, size, Some(right));
        return finding.map(|finding| finding.at(access.place));
    }
    let step = truth.step(location);
    let stride = i128::from(truth.stride(location)?);
    // One element for all instances.
    let is_shared = access.stride == 0
        && match step {
            Some(Step::Vertex) => false,
            Some(Step::Instance(divisor)) => {
                let padded = u64::from(access.threads.padded);
                let product = padded * u64::from(divisor);
                access.threads.instances == 1
                    || divisor == 0
                    || product >> 32 != 0
            }
            None => true,
        };
    let stride = Some(stride).filter(|_| !is_shared);
    let finding = differs_from_line(line, Name::Stride, access.stride, stride);
    finding.map(|finding| finding.at(access.place))
}

/// Bits of an address of the GPU.
const ADDRESS_BITS: u32 = 48;

/// Checks that each thread reads within the buffer. `VertexBuffer::limit` takes
/// the divisor of the API, so it cannot tell: the words of a record may divide
/// otherwise.
fn size(access: &Access) -> Option<Finding> {
    let buffer = access.buffer?;
    if buffer.address == Some(0) {
        let what = "a buffer with a size has no address";
        let finding = Finding::new(buffer.line, Rule::BufferSize, what);
        let finding = finding.found(format!("size {}", buffer.size));
        // Without a size no buffer is bound.
        return (buffer.size != 0).then(|| finding.at(access.place));
    }
    if let Some(finding) = wrapped_size(buffer.line, buffer.size) {
        return Some(finding.at(access.place));
    }
    if let Some(address) = buffer.address.filter(|a| a >> ADDRESS_BITS != 0) {
        let what = "the address of the buffer has more than 48 bits";
        let finding = Finding::new(buffer.line, Rule::BufferSize, what);
        let finding = finding.at(access.place);
        return Some(finding.found(format!("{address:#x}")));
    }
    let Access { offset, stride, bytes, start, .. } = *access;
    let outside = |instance, vertex| {
        let element = start + i128::from(access.element(instance, vertex));
        let end = offset + element * stride + i128::from(bytes);
        end > i128::from(buffer.size)
    };
    // Without ids, only that element 0 is in the buffer is known.
    let Threads { vertices, instances, .. } = match access.has_ids {
        true => access.threads,
        false => Threads { vertices: 1, instances: 1, padded: 1 },
    };
    let instances = u64::from(instances);
    let last = u64::from(vertices) - 1;
    // Elements increase within an instance, and from one instance to the
    // next.
    let greatest = access.element(instances - 1, last);
    let needed =
        offset + (start + i128::from(greatest)) * stride + i128::from(bytes);
    let instance = first(0, instances, |instance| outside(instance, last));
    if instance == instances {
        return None;
    }
    let vertex = first(0, last, |vertex| outside(instance, vertex));
    let element = access.element(instance, vertex);
    let reads = match access.has_ids {
        true => format!(
            "thread {} (instance {instance}, vertex {vertex}) reads element \
             {element}",
            access.threads.id(instance, vertex)
        ),
        false => format!("element {element} lies"),
    };
    let start = match access.selector {
        Selector::Valhall(_) if start == 0 => String::new(),
        _ => format!(", start {start}"),
    };
    let cause = "a thread reads beyond the end of the buffer";
    let finding = Finding::new(buffer.line, Rule::BufferSize, cause)
        .at(access.place)
        .message(format!("{reads} beyond the end of the buffer"))
        .found(format!(
            "size {}, offset {offset}, stride {stride}{start}, {bytes} \
             bytes",
            buffer.size
        ))
        .right(format!("{needed} bytes or more"));
    Some(finding)
}

/// What is wrong with how often it advances, if the draw's attribute is
/// known; none if it is not, or if the record is right. `right` returns the
/// right words.
pub fn rate(
    access: &Access,
    truth: &Stated,
    right: impl Fn(Step) -> Shown,
) -> Option<Option<Finding>> {
    let step = truth.step(access.place.location)?;
    let own = match access.selector {
        Selector::Record(record) => match record.mode() {
            Ok(AttributeMode::NpotDivisor { divisor, .. }) => Some(divisor),
            _ => None,
        },
        Selector::Valhall(_) => None,
    };
    let (rule, what) = match step {
        // In OpenGL a divisor of 0 is per vertex.
        Step::Vertex | Step::Instance(0) if access.is_per_vertex() => {
            return None;
        }
        Step::Vertex => (
            Rule::Draw,
            "the attribute is per instance, but per vertex in the draw",
        ),
        Step::Instance(_) if access.is_per_vertex() => (
            Rule::HardwareDivisor,
            "the attribute is per vertex, but a divisor is stated",
        ),
        Step::Instance(divisor) if own == Some(divisor) => return None,
        Step::Instance(_) => {
            (Rule::HardwareDivisor, "the divisor is not the stated one")
        }
    };
    let finding = |wrong| {
        let finding = Finding::new(access.words_line(), rule, what);
        let finding =
            finding.at(access.place).found(Shown::of(&access.selector));
        finding.right(right(step)).first(wrong)
    };
    let wrong = access.first_wrong(step);
    // A divisor that differs is wrong, whatever this draw reads.
    let is_wrong = wrong.is_some() || own.is_some();
    Some(is_wrong.then(|| finding(wrong)))
}

/// What to compare with the same attribute of other draws. `first` is the
/// offset of the first attribute of the same record.
fn facts(
    access: &Access,
    shader: u64,
    first: i128,
    base_instance: Option<u32>,
) -> impl Iterator<Item = Fact> {
    let divisor = access.divisor();
    let (stride, offset) = (access.stride, access.offset);
    let (values, slack) = match access.selector {
        Selector::Record(record) => {
            // All instances share one element: the divisor is 0, or the
            // product is beyond 32 bits. The API's stride is unknown.
            let is_shared = divisor.is_none()
                && record.r#type == RecordType::OneDimensional as u32;
            let values = [
                (Name::Stride, (!is_shared).then_some(stride)),
                (Name::Divisor, divisor),
                (Name::Distance, Some(offset - first)),
                (Name::Offset, access.within(is_shared, base_instance)),
            ];
            (values, LOW_BITS as u32)
        }
        Selector::Valhall(_) => {
            let within = access.within(false, base_instance);
            let values = [
                (Name::Stride, Some(stride)),
                (Name::Divisor, divisor),
                (Name::Distance, None),
                (Name::Offset, within.filter(|_| divisor.is_some())),
            ];
            (values, 0)
        }
    };
    let known = access.buffer.filter(|b| shader != 0 && b.address.is_some());
    let (line, location) = (access.line, access.place.location);
    known.into_iter().flat_map(move |buffer| {
        let key = (buffer.address.unwrap_or(0), buffer.size);
        let key = AttributeKey { shader, location, buffer: key };
        values.into_iter().filter_map(move |(name, value)| {
            let (line, slack) = match name {
                Name::Stride | Name::Divisor => (buffer.line, 0),
                Name::Offset => (line, slack),
                _ => (line, 0),
            };
            Some(Fact { line, key, name, value: value?, slack })
        })
    })
}
