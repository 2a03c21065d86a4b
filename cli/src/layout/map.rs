// SPDX-License-Identifier: MIT

//! The memory of a set as contiguous runs.

use super::{kind, Laid};
use crate::output::Sheet;
use dral::descriptor_layout::{BindingLayout, DescriptorType, Rules};
use serde::Serialize;

/// A contiguous range of bytes.
#[derive(Serialize)]
pub struct Run {
    pub begin: u64,
    pub end: u64,
    /// The contents; `None` is padding.
    pub elements: Option<Elements>,
}

/// The descriptors of a binding.
#[derive(Serialize)]
pub struct Elements {
    pub binding: u32,
    #[serde(rename = "type")]
    pub kind: String,
    pub count: u32,
    /// The size of each in bytes; `None` for an inline uniform block, which is
    /// a single piece.
    pub stride: Option<u32>,
    /// Bytes before the data of an inline uniform block.
    pub header: u64,
    pub planes: u32,
}

/// One of the two memory areas of a set.
#[derive(Serialize)]
pub struct Area {
    pub name: &'static str,
    pub runs: Vec<Run>,
    /// Bytes of the layout, and of one set.
    pub size: u32,
    pub set_size: u32,
}

/// A whole set.
#[derive(Serialize)]
pub struct Map {
    pub set: u32,
    pub binding_numbers: u32,
    pub descriptors: u32,
    pub buffer_views: u32,
    pub dynamic_offsets: u32,
    pub embedded_samplers: u32,
    pub areas: Vec<Area>,
    /// Bindings without memory in either area.
    pub without_memory: Vec<String>,
}

impl Area {
    fn new(name: &'static str) -> Self {
        Self { name, runs: Vec::new(), size: 0, set_size: 0 }
    }

    pub fn heading(&self) -> String {
        let Self { name, size, set_size, .. } = self;
        format!("{name}: {size} bytes, {set_size} in a set")
    }

    /// Adds padding up to an offset.
    fn pad(&mut self, begin: u64) {
        let end = self.runs.last().map_or(0, |run| run.end);
        if begin > end {
            self.runs.push(Run { begin: end, end: begin, elements: None });
        }
    }

    /// Adds the descriptors of a binding, if they have bytes here.
    fn add(
        &mut self,
        binding: u32,
        layout: &BindingLayout,
        (offset, stride, header): (u32, u32, u32),
    ) {
        let inline = DescriptorType::InlineUniformBlock as u32;
        let is_inline = layout.descriptor_type == inline;
        let elements = if is_inline { 1 } else { layout.array_size };
        let bytes = u64::from(elements) * u64::from(stride);
        if bytes == 0 {
            return;
        }
        let data = u64::from(offset);
        let header = if is_inline { header.into() } else { 0 };
        let begin = data - header;
        self.pad(begin);
        self.runs.push(Run {
            begin,
            end: data + bytes,
            elements: Some(Elements {
                binding,
                kind: kind::name(layout.descriptor_type),
                count: layout.array_size,
                stride: (!is_inline).then_some(stride),
                header,
                planes: layout.plane_count,
            }),
        });
    }

    /// Cuts off everything after the bytes that one set uses, and pads the area
    /// to the size of the set.
    fn finish(&mut self, size: u32, used: u32, set_size: u32) {
        self.size = size;
        self.set_size = set_size;
        let used = u64::from(used);
        self.runs.retain(|run| run.begin < used);
        if let Some(last) = self.runs.last_mut() {
            last.cut(used);
        }
        self.pad(set_size.into());
    }
}

impl Map {
    /// The map of a set, or why it is refused, after the name of the file.
    /// `name` names the set if there are several.
    pub fn new(
        laid: &Laid,
        number: u32,
        name: &str,
        variable_count: Option<u32>,
    ) -> Result<Self, String> {
        let Laid { table, given, layout: set, bindings } = laid;
        let mut surface = Area::new("Surface area");
        let mut sampler = Area::new("Sampler area");
        let mut without_memory = Vec::new();
        for (given, layout) in given.iter().zip(bindings) {
            let binding = given.binding;
            let (surfaces, samplers) = (surface.runs.len(), sampler.runs.len());
            let header = table.rules.inline_header_size;
            let place = (layout.surface_offset, layout.surface_stride, header);
            surface.add(binding, layout, place);
            let place = (layout.sampler_offset, layout.sampler_stride, 0);
            sampler.add(binding, layout, place);
            if (surfaces, samplers) == (surface.runs.len(), sampler.runs.len())
            {
                without_memory.push(nothing(binding, layout));
            }
        }
        let last = bindings.last();
        let count = variable_count
            .or(last.map(|layout| layout.array_size))
            .unwrap_or(0);
        let size = |rules: &Rules| {
            let size = set.size(rules, last, count);
            size.map_err(|error| match given.last() {
                Some(given) => given.refuse(name, error),
                None => format!(": {name}{error}"),
            })
        };
        let exact = Rules { set_alignment: 1, ..table.rules };
        let (size, used) = (size(&table.rules)?, size(&exact)?);
        surface.finish(set.surface_size, used.surface_size, size.surface_size);
        sampler.finish(set.sampler_size, used.sampler_size, size.sampler_size);
        let mut areas = vec![surface];
        if set.sampler_size != 0 {
            areas.push(sampler);
        }
        Ok(Self {
            set: number,
            binding_numbers: set.binding_count,
            descriptors: size.descriptor_count,
            buffer_views: size.buffer_view_count,
            dynamic_offsets: set.dynamic_offset_count,
            embedded_samplers: set.embedded_sampler_count,
            areas,
            without_memory,
        })
    }
}

fn nothing(binding: u32, layout: &BindingLayout) -> String {
    if layout.is_absent() {
        format!("binding {binding}: absent")
    } else {
        let name = kind::name(layout.descriptor_type);
        format!("binding {binding}: {name} x {}", layout.array_size)
    }
}

impl Elements {
    /// A description for the text output.
    pub fn text(&self) -> String {
        let Self { binding, kind, count, header, .. } = self;
        let Some(stride) = self.stride else {
            return match header {
                0 => format!("binding {binding}: {kind}"),
                _ => format!(
                    "binding {binding}: {kind}, data behind {header} bytes"
                ),
            };
        };
        let planes = match self.planes {
            1 => String::new(),
            planes => format!(", {planes} planes"),
        };
        format!(
            "binding {binding}: {kind} x {count}, {stride} bytes each{planes}"
        )
    }
}

impl Run {
    /// Cuts off everything from `end` on.
    fn cut(&mut self, end: u64) {
        self.end = self.end.min(end);
        let Some(elements) = &mut self.elements else { return };
        let stride = elements.stride.map(u64::from);
        let left = stride
            .and_then(|stride| (self.end - self.begin).checked_div(stride));
        if let Some(left) = left.and_then(|left| u32::try_from(left).ok()) {
            elements.count = left;
        }
    }

    /// A description for the text output.
    pub fn text(&self) -> String {
        self.elements.as_ref().map_or("padding".into(), Elements::text)
    }
}

impl Map {
    /// The numbers of the set, and the runs of each area as rows.
    pub fn print(&self, sheet: &mut Sheet) {
        sheet.line("binding numbers", self.binding_numbers);
        sheet.line("descriptors", self.descriptors);
        sheet.line("buffer views", self.buffer_views);
        sheet.line("dynamic offsets", self.dynamic_offsets);
        sheet.line("embedded samplers", self.embedded_samplers);
        for area in &self.areas {
            sheet.heading(area.heading());
            if !area.runs.is_empty() {
                sheet.row(["  offset", "end", "bytes", "contents"]);
            }
            for run in &area.runs {
                sheet.row([
                    format!("  {}", run.begin),
                    run.end.to_string(),
                    (run.end - run.begin).to_string(),
                    run.text(),
                ]);
            }
        }
        if !self.without_memory.is_empty() {
            sheet.heading("Without memory");
        }
        for text in &self.without_memory {
            sheet.row([format!("  {text}")]);
        }
    }
}
