// SPDX-License-Identifier: MIT

//! Draws and attributes: every output column of every row. Where the driver is
//! wrong, a buffer is compared with what it computes, and a draw without the
//! wrong columns. The words of a buffer come from a prepared state, as drivers
//! call it, and from scratch.
//!
//! Compares: docs/reference/instancing.md: Padded vertex count; Index-driven
//! vertex shading; A draw; Instance size; Magic divisor; Attribute modes;
//! Attribute offset; Descriptor words; Prepared vertex state; Vertex id and
//! instance id; Invocation; Valhall and later.

use super::{is_stated, rows, tell, Row};
use core::ffi::c_int;
use core::mem::MaybeUninit;
use dral::ffi::driver::*;
use dral::ffi::model::*;
use dral::instancing::*;
use dral::Error;
use std::collections::BTreeSet;

/// The address of buffers in rows without one.
const START: u64 = 0x1234_0432_1000;

/// The size of all buffers in vulkan.csv.
const VULKAN_SIZE: u32 = 8192;

/// Columns that are not compared: inputs, and names of fields that are also in
/// the words of a row.
const OTHER: [&str; 32] = [
    "archs",
    "idvs",
    "vertex_count",
    "instance_count",
    "divisor",
    "stride",
    "buffer_offset",
    "src_offset",
    "buffer_size",
    "base_instance",
    "rate",
    "what",
    "instanced",
    "rec_type",
    "draw",
    "path",
    "vertices_per_primitive",
    "count",
    "index_size",
    "min_index",
    "max_index",
    "instances",
    "first",
    "null",
    "flags",
    "binding",
    "address",
    "size",
    "attribute_type",
    "frequency",
    "offset_enable",
    "buffer_index",
];

/// A number in decimal, as its 32 bits, if there is such a column.
fn decimal(row: &Row, column: &str) -> Option<u32> {
    let text = row.get(column)?;
    let number = text.parse::<i64>();
    Some(number.unwrap_or_else(|_| panic!("{column}: {text}")) as u32)
}

fn word(row: &Row, column: &str) -> u32 {
    decimal(row, column).unwrap_or_else(|| panic!("no column {column}"))
}

/// The number in an output column. An empty one is 0.
fn number(text: &str, radix: u32) -> u32 {
    match text {
        "" => 0,
        text => i64::from_str_radix(text, radix).expect(text) as u32,
    }
}

/// What the library computes for columns, and their radix.
type Columns = Vec<(&'static str, u32, u32)>;

/// Compares all columns of a row that are outputs, and counts them.
fn compare(row: &Row, found: &Columns, wrong: &[&str], at: &str) -> u32 {
    let mut compared = 0;
    for (name, text) in row {
        let column = found.iter().find(|(column, ..)| column == name);
        let Some(&(_, value, radix)) = column else {
            assert!(OTHER.contains(&&name[..]), "{at}: column {name}");
            continue;
        };
        if wrong.contains(&&name[..]) {
            continue;
        }
        assert_eq!(value, number(text, radix), "{at}: {name}");
        compared += 1;
    }
    compared
}

/// What a call writes.
fn written<T>(
    call: impl FnOnce(Option<&mut MaybeUninit<T>>) -> c_int,
) -> Result<T, c_int> {
    let mut output = MaybeUninit::uninit();
    match call(Some(&mut output)) {
        // SAFETY: a function that succeeds writes its output.
        0.. => Ok(unsafe { output.assume_init() }),
        error => Err(error),
    }
}

/// The same as words. It writes all of them.
fn words_written<const N: usize>(
    call: impl FnOnce(*mut u32) -> c_int,
) -> Result<[u32; N], c_int> {
    let mut words = [0; N];
    match call(words.as_mut_ptr()) {
        0.. => Ok(words),
        error => Err(error),
    }
}

/// Drivers' rows hold 1 for a draw with IDVS, else 0.
fn idvs_of(flag: u32) -> u32 {
    let idvs = [Idvs::No, Idvs::Yes];
    idvs[flag as usize] as u32
}

/// The draw of a row of records.csv, draws.csv, ids.csv or vulkan.csv.
fn draw_of(row: &Row, architecture: u32) -> DrawInfo {
    // A record of ids says only whether there are several instances.
    let several = decimal(row, "instanced").map(|several| 1 + several);
    DrawInfo {
        architecture,
        vertex_count: word(row, "vertex_count"),
        instance_count: several.unwrap_or_else(|| word(row, "instance_count")),
        vertices_per_primitive: 3,
        idvs: idvs_of(decimal(row, "idvs").unwrap_or(0)),
        base_instance: decimal(row, "base_instance").unwrap_or(0),
        offset_start: decimal(row, "offset_start").unwrap_or(0) as i32,
        ..DrawInfo::default()
    }
}

/// The index range of a row of panvk26_draws.csv. A draw without indices has an
/// empty one.
fn range_of(row: &Row) -> IndexRange {
    let is_empty = word(row, "count") == 0;
    let index =
        |column, empty| if is_empty { empty } else { word(row, column) };
    IndexRange {
        min_index: index("min_index", u32::MAX),
        max_index: index("max_index", 0),
        vertex_offset: word(row, "first") as i32,
    }
}

/// The draw of such a row, whose range has these vertices if it is indexed.
fn panvk_draw(row: &Row, vertices: Option<VertexRange>) -> DrawInfo {
    let (count, start) = match vertices {
        Some(range) => (range.vertex_count, range.offset_start),
        None => (word(row, "count"), word(row, "first") as i32),
    };
    DrawInfo {
        rounding: Rounding::Nearest as u32,
        primitive_size_rule: PrimitiveSizeRule::Padded as u32,
        idvs: idvs_of(word(row, "idvs")),
        vertex_count: count,
        instance_count: word(row, "instances"),
        vertices_per_primitive: word(row, "vertices_per_primitive"),
        offset_start: start,
        base_instance: word(row, "base_instance"),
        ..DrawInfo::default()
    }
}

fn columns_of_draw(draw: &Draw, is_panvk: bool) -> Columns {
    let byte = draw.instance_size_byte;
    let [first, second] = draw.invocation;
    let primitive = draw.instance_primitive_size_byte;
    vec![
        ("padded_count", draw.padded_count, 10),
        ("padded", draw.padded_count, 10),
        ("inv_w0", first, 16),
        ("inv_w1", second, 16),
        ("instance_size_byte", byte, 16),
        match is_panvk {
            true => ("instance_size", byte, 16),
            false => ("instance_size", draw.instance_size, 10),
        },
        ("instance_primitive_size", primitive, 16),
        ("offset_start", draw.info.offset_start as u32, 10),
    ]
}

fn columns_of_id(row: &Row, draw: &Draw) -> Columns {
    // SAFETY: room for 8 words.
    let all = words_written::<8>(|words| unsafe {
        dral_id_records(Some(draw), words)
    })
    .expect("id records");
    let words = match row["what"].as_str() {
        "vertex_id" => &all[..4],
        "instance_id" => &all[4..],
        other => panic!("{other}"),
    };
    let names = ["b_w0", "b_w1", "b_w2", "b_w3"];
    names.into_iter().zip(words).map(|(n, word)| (n, *word, 16)).collect()
}

/// A vertex buffer of a row, where it is bound, and an attribute in it.
struct Bound {
    buffer: VertexBuffer,
    binding: usize,
    source_offset: u32,
    shape: TableShape,
}

impl Bound {
    fn new(row: &Row) -> Self {
        let divisor = word(row, "divisor");
        let buffer = |address, size: u32| VertexBuffer {
            address,
            size: size.into(),
            stride: word(row, "stride"),
            // In OpenGL, which records.csv comes from, divisor 0 is per vertex.
            rate: decimal(row, "rate").unwrap_or((divisor != 0).into()),
            divisor,
        };
        let source_offset = word(row, "src_offset");
        if let Some(address) = row.get("address") {
            let address = u64::from_str_radix(address, 16).expect(address);
            return Self {
                buffer: buffer(address, word(row, "size")),
                binding: word(row, "binding") as usize,
                source_offset,
                shape: TableShape::Pairs,
            };
        }
        let offset = word(row, "buffer_offset");
        let size = decimal(row, "buffer_size").unwrap_or(VULKAN_SIZE);
        Self {
            buffer: buffer(START + u64::from(offset), size - offset),
            binding: 0,
            source_offset,
            shape: TableShape::Packed,
        }
    }

    /// The words of its record and of the slot after it, and the offset of its
    /// attribute, from a prepared state, after buffers that are not used.
    fn prepared(&self, draw: &Draw) -> Result<([u32; 8], i32), c_int> {
        let unused = VertexBuffer { rate: Rate::Unused as u32, ..self.buffer };
        let mut buffers = vec![unused; self.binding];
        buffers.push(self.buffer);
        let element = VertexElement {
            buffer: self.binding as u32,
            format: 0,
            source_offset: self.source_offset,
        };
        let info = dral_vertex_state_info {
            architecture: draw.info.architecture,
            rounding: draw.info.rounding,
            shape: self.shape as u32,
            image_count: 0,
            unused_location: 0,
            buffers: buffers.as_ptr(),
            buffer_count: buffers.len(),
            elements: &element,
            element_count: 1,
        };
        let bound: BoundBuffer = written(|out| {
            let VertexBuffer { address, size, .. } = self.buffer;
            dral_bound_buffer_init(out, address, size)
        })?;
        let bound = vec![bound; buffers.len()];
        let (bound, count) = (bound.as_ptr(), bound.len());
        let (mut words, mut descriptor) = ([0; 8 * 16 + 4], [0; 2]);
        let to = words.as_mut_ptr();
        // SAFETY: the arrays have these lengths.
        unsafe {
            let state: VertexState =
                written(|out| dral_vertex_state_prepare(out, Some(&info)))?;
            let (state, draw) = (Some(&state), Some(draw));
            let error = dral_vertex_state_table(
                state,
                draw,
                bound,
                count,
                to,
                words.len(),
            );
            assert!(error > 0, "a table: {error}");
            let to = descriptor.as_mut_ptr();
            match dral_vertex_state_attributes(state, draw, bound, count, to, 2)
            {
                0.. => {}
                error => return Err(error),
            }
        }
        let first = 8 * self.binding;
        let words = words[first..first + 8].try_into().expect("8 words");
        Ok((words, descriptor[1] as i32))
    }

    fn scratch(&self, draw: &Draw) -> Result<([u32; 8], i32), c_int> {
        let (mut words, mut next) = ([0; 8], 0);
        let to = words.as_mut_ptr();
        let (draw, buffer) = (Some(draw), Some(&self.buffer));
        // SAFETY: room for 8 words.
        match unsafe {
            dral_attribute_append(draw, buffer, to, 8, Some(&mut next))
        } {
            0 => {}
            error => return Err(error),
        }
        let offset = written(|out| {
            dral_attribute_offset(draw, buffer, self.source_offset, out)
        })?;
        Ok((words, offset))
    }

    /// None if there is no record or no offset.
    fn columns(&self, draw: &Draw, at: &str) -> Option<Columns> {
        let result = self.prepared(draw);
        assert_eq!(result, self.scratch(draw), "{at}");
        let (words, offset) = result.ok()?;
        let divisor: u64 = written(|out| {
            dral_hardware_divisor(Some(draw), Some(&self.buffer), out)
        })
        .expect("a divisor");
        let pointer =
            u64::from(words[1] & 0xFF_FFFF) << 32 | u64::from(words[0] & !63);
        let mut columns = vec![
            // Without the bits of the pointer.
            ("rec_w0", words[0] & 0x3F, 16),
            ("rec_w1", words[1] & 0xFF00_0000, 16),
            ("attr_offset", offset as u32, 10),
            ("offset", offset as u32, 10),
            ("address_add", pointer.wrapping_sub(START) as u32, 10),
            ("hw_divisor", divisor as u32, 10),
        ];
        let names = ["w0", "w1", "w2", "w3", "c0", "c1", "c2", "c3"];
        columns.extend(names.into_iter().zip(words).map(|(n, w)| (n, w, 16)));
        let rest = ["rec_w2", "rec_w3", "cont_w0", "cont_w1", "cont_w2"];
        let rest = rest.into_iter().chain(["cont_w3"]).zip(&words[2..]);
        columns.extend(rest.map(|(name, word)| (name, *word, 16)));
        Some(columns)
    }
}

fn resolved(info: &DrawInfo) -> Result<Draw, c_int> {
    let mut draw = Draw::default();
    // SAFETY: a draw and its inputs.
    match unsafe { dral_draw_resolve(&mut draw, info) } {
        0 => Ok(draw),
        error => Err(error),
    }
}

/// "v4+v5+v7noidvs" or "v6+v7", or no such column.
fn is_of_architecture(row: &Row, architecture: u32) -> bool {
    row.get("archs").is_none_or(|archs| {
        architecture == 7 || archs.starts_with("v4") == (architecture < 6)
    })
}

#[test]
fn draws_of_driver_rows() {
    let files = [
        ("records.csv", 4..=7),
        ("draws.csv", 4..=7),
        ("ids.csv", 4..=5),
        ("vulkan.csv", 6..=7),
    ];
    for (name, architectures) in files {
        let mut compared = 0;
        for (line, row) in rows(name).iter().enumerate() {
            for architecture in architectures.clone() {
                if !is_of_architecture(row, architecture) {
                    continue;
                }
                let at = format!("{name}:{}, v{architecture}", line + 2);
                let draw = resolved(&draw_of(row, architecture)).expect(&at);
                let mut columns = columns_of_draw(&draw, false);
                if row.contains_key("what") {
                    columns.extend(columns_of_id(row, &draw));
                }
                if row.contains_key("src_offset") {
                    let buffer = Bound::new(row).columns(&draw, &at);
                    columns.extend(buffer.expect(&at));
                }
                compared += compare(row, &columns, &[], &at);
            }
        }
        tell(compared, name);
    }
}

/// The columns that the driver has wrong in a draw with this letter.
fn wrong_columns(letter: char) -> &'static [&'static str] {
    match letter {
        'A' => &["padded", "inv_w0", "inv_w1"],
        'D' | 'Z' => &["instance_size", "instance_primitive_size"],
        'I' => &["inv_w0", "inv_w1"],
        'P' | 'S' => &["instance_primitive_size"],
        'R' => &["offset_start", "base_vertex_offset"],
        'V' => &["padded"],
        _ => panic!("{letter}"),
    }
}

/// The letters of a draw that returns this error: the driver draws it.
fn letters_of_error(error: c_int) -> &'static str {
    match error {
        _ if error == Error::PaddedCountRange as c_int => "DSZ",
        _ if error == Error::ThreadRange as c_int => "V",
        _ if error == Error::InvocationRange as c_int => "I",
        _ if error == Error::VertexRange as c_int => "R",
        _ if error == Error::StartRange as c_int => "D",
        _ => panic!("{error}"),
    }
}

/// Compares a draw: each letter must be true, and columns that no letter names
/// must be equal.
fn compare_flagged(row: &Row, found: &Columns, at: &str) -> u32 {
    let letters = || row["flags"].chars();
    for letter in letters() {
        let of_letter = |name| wrong_columns(letter).contains(&name);
        let is_wrong = found.iter().any(|&(name, value, radix)| {
            of_letter(name) && value != number(&row[name], radix)
        });
        assert!(is_wrong, "{at}: {letter}");
    }
    let wrong: Vec<_> =
        letters().flat_map(|l| wrong_columns(l).iter().copied()).collect();
    compare(row, found, &wrong, at)
}

/// The columns of a buffer of a draw as the driver computes them: it does not
/// subtract the start from offsets, and wraps numbers to 32 bits as the row's
/// letters say.
fn columns_of_panvk(row: &Row, info: &DrawInfo, at: &str) -> Columns {
    let mut bound = Bound::new(row);
    let mut info = DrawInfo { offset_start: 0, ..*info };
    let (mut size, mut divisor, mut base) = (None, None, 0);
    for letter in row["flags"].chars() {
        match letter {
            'U' => {
                let low = bound.buffer.address as u32 & 63;
                size = Some((bound.buffer.size as u32).wrapping_add(low));
                bound.buffer.size = 1;
            }
            'W' => {
                // A draw of one vertex, whose divisor is the product.
                let draw = resolved(&info).expect(at);
                divisor = Some(bound.buffer.divisor);
                bound.buffer.divisor =
                    bound.buffer.divisor.wrapping_mul(draw.padded_count);
                info.vertex_count = 1;
                info.idvs = Idvs::No as u32;
            }
            'X' => {
                base = info.base_instance.wrapping_mul(bound.buffer.stride);
                info.base_instance = 0;
            }
            _ => panic!("{at}: {letter}"),
        }
    }
    let draw = resolved(&info).expect(at);
    let mut columns = bound.columns(&draw, at).expect(at);
    for (name, value, _) in &mut columns {
        match *name {
            "w3" => *value = size.unwrap_or(*value),
            "c3" if *value != 0 => *value = divisor.unwrap_or(*value),
            "offset" => *value = value.wrapping_add(base),
            _ => {}
        }
    }
    columns
}

#[test]
fn draws_of_driver_rows_of_panvk() {
    let all = rows("panvk26_buffers.csv");
    let mut buffers = all.iter().peekable();
    let (mut compared, mut attributes) = (0, 0);
    // Each row is compared for both architectures.
    let (mut judged, mut wrong) = (BTreeSet::new(), BTreeSet::new());
    for row in &rows("panvk26_draws.csv") {
        let number = &row["draw"];
        let range = (row["path"] == "x").then(|| {
            written(|out| dral_index_range_resolve(Some(&range_of(row)), out))
        });
        let mut of_draw = Vec::new();
        while let Some(row) = buffers.next_if(|row| row["draw"] == *number) {
            of_draw.push(row);
        }
        for architecture in [6, 7] {
            let at = format!("draw {number}, v{architecture}");
            let info = range.transpose().map(|vertices| DrawInfo {
                architecture,
                ..panvk_draw(row, vertices)
            });
            let draw = info.and_then(|info| Ok((info, resolved(&info)?)));
            let (info, draw) = match draw {
                Ok(both) => both,
                Err(error) => {
                    let letters = letters_of_error(error);
                    let flags = &row["flags"];
                    assert!(flags.contains(|l| letters.contains(l)), "{at}");
                    continue;
                }
            };
            if draw.threads == 0 {
                // The driver draws it, or knows that it draws nothing.
                let flags = &row["flags"];
                let is_known = row["null"] != "0" && flags.is_empty();
                assert!(is_known || flags.contains('R'), "{at}");
                continue;
            }
            assert_eq!(row["null"], "0", "{at}");
            let base =
                range.and_then(Result::ok).map_or(0, |r| r.base_vertex_offset);
            let mut columns = columns_of_draw(&draw, true);
            columns.push(("base_vertex_offset", base as u32, 10));
            compared += compare_flagged(row, &columns, &at);
            for buffer in &of_draw {
                let at = format!("{at}, buffer {}", buffer["binding"]);
                let columns = columns_of_panvk(buffer, &info, &at);
                attributes += compare(buffer, &columns, &[], &at);
                let line = (number.clone(), &buffer["binding"]);
                if Bound::new(buffer).columns(&draw, &at) == Some(columns) {
                    assert_eq!(buffer["flags"], "", "{at}");
                } else {
                    wrong.insert(line.clone());
                }
                judged.insert(line);
            }
        }
    }
    assert_eq!(buffers.next(), None, "a buffer without a draw");
    is_stated(&format!(
        "wrong in {} rows of `panvk26_buffers.csv`. The tests leave out {} others",
        wrong.len(),
        all.len() - judged.len(),
    ));
    tell(compared, "panvk26_draws.csv");
    tell(attributes, "panvk26_buffers.csv");
}

fn valhall_words(source: &ValhallSource) -> Result<[u32; 8], c_int> {
    // SAFETY: room for 8 words.
    words_written(|words| unsafe {
        dral_valhall_attribute(Some(source), words)
    })
}

/// The columns, and whether the driver's offset wraps.
fn columns_of_valhall(source: &ValhallSource, at: &str) -> (Columns, bool) {
    let product = match source.rate == Rate::Instance as u32 {
        true => u64::from(source.base_instance) * u64::from(source.stride),
        false => 0,
    };
    let sum = u64::from(source.offset as u32) + product;
    let wraps = sum > i32::MAX as u64;
    let mut words = valhall_words(source);
    assert_eq!(
        words.err(),
        wraps.then_some(Error::OffsetRange as c_int),
        "{at}"
    );
    if wraps {
        words = valhall_words(&ValhallSource { base_instance: 0, ..*source });
    }
    let mut words = words.expect(at);
    let attribute = written(|out| {
        // SAFETY: 8 words.
        unsafe { dral_valhall_attribute_unpack(words.as_ptr(), out) }
    });
    let attribute: ValhallAttribute = attribute.expect(at);
    if wraps {
        // PanVK adds in 32 bits.
        words[2] = sum as u32;
    }
    let mut columns = vec![
        ("divisor_r", attribute.shift, 10),
        ("divisor_e", attribute.extra_flags, 10),
        ("divisor_d", attribute.magic, 10),
        ("w0_low10", words[0] & 0x3FF, 16),
        // An input, and in the other rows an output.
        ("offset", source.offset as u32, 10),
    ];
    let names = ["w0", "w1", "w2", "w3", "w4", "w5"];
    columns.extend(names.into_iter().zip(words).map(|(n, w)| (n, w, 16)));
    (columns, wraps)
}

#[test]
fn valhall_attributes_of_driver_rows() {
    for (name, first) in [("valhall.csv", 9), ("panvk26_valhall.csv", 10)] {
        let is_panvk = first == 10;
        let mut compared = 0;
        let mut wrapped = BTreeSet::new();
        for (line, row) in rows(name).iter().enumerate() {
            for architecture in first..=ARCHITECTURE_LAST {
                let divisor = word(row, "divisor");
                let offset = if is_panvk { "offset" } else { "src_offset" };
                let source = ValhallSource {
                    architecture,
                    rounding: is_panvk.into(),
                    rate: decimal(row, "rate").unwrap_or((divisor != 0).into()),
                    divisor,
                    stride: word(row, "stride"),
                    format: 0,
                    table: if is_panvk { 0 } else { 2 },
                    buffer_index: decimal(row, "buffer_index").unwrap_or(0),
                    offset: word(row, offset) as i32,
                    base_instance: decimal(row, "base_instance").unwrap_or(0),
                    // DRAL_DIVISOR_ONE_ONE_DIMENSIONAL.
                    divisor_one: is_panvk.into(),
                    unused_location: 0,
                };
                let at = format!("{name}:{}, v{architecture}", line + 2);
                let (columns, wraps) = columns_of_valhall(&source, &at);
                compared += compare(row, &columns, &[], &at);
                if wraps {
                    wrapped.insert(line);
                }
            }
        }
        if is_panvk {
            let rows = wrapped.len();
            is_stated(&format!("also wraps in {rows} rows of `{name}`"));
        }
        tell(compared, name);
    }
}
