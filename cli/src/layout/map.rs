// SPDX-License-Identifier: MIT

//! The memory of a set: which bytes each binding takes.

use super::{kind, Given, Laid};
use crate::output::{Answer, Sheet};
use dral::modules::descriptor_layout::{
    support, BindingFlag, BindingLayout, DescriptorType,
};
use serde::Serialize;

/// The descriptors of a binding in an area. Bytes between them are padding.
#[derive(Serialize)]
pub struct Descriptors {
    pub begin: u64,
    pub end: u64,
    pub binding: u32,
    #[serde(rename = "type")]
    pub kind: String,
    pub count: u32,
    /// The size of each in bytes; `None` for an inline uniform block, which is
    /// a single piece.
    pub stride: Option<u32>,
    /// Bytes before the data of an inline uniform block.
    pub header: u32,
    pub planes: u32,
}

/// One of the two memory areas of a set.
#[derive(Serialize)]
pub struct Area {
    pub name: &'static str,
    pub descriptors: Vec<Descriptors>,
    /// Bytes of the layout, and of one set.
    pub size: u32,
    pub set_size: u32,
}

/// A whole set.
#[derive(Serialize)]
pub struct Map {
    pub binding_numbers: u32,
    pub descriptors: u32,
    pub buffer_views: u32,
    pub dynamic_offsets: u32,
    pub embedded_samplers: u32,
    /// maxVariableDescriptorCount, if the last binding has a variable count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_variable_count: Option<u32>,
    pub areas: Vec<Area>,
    /// Bindings without memory in either area.
    pub without_memory: Vec<String>,
}

/// A set that is refused has no map.
impl Answer for Map {
    fn is_refused(&self) -> bool {
        false
    }
}

impl Descriptors {
    /// The descriptors of a binding at an offset, if they take bytes there.
    fn new(
        binding: u32,
        layout: &BindingLayout,
        count: u32,
        (offset, stride, header): (u32, u32, u32),
    ) -> Option<Self> {
        let inline = DescriptorType::InlineUniformBlock as u32;
        let is_inline = layout.descriptor_type == inline;
        let each = if is_inline { stride.min(1) } else { stride };
        let header = if is_inline { header } else { 0 };
        let bytes = u64::from(count) * u64::from(each);
        (bytes > 0).then(|| Self {
            begin: u64::from(offset) - u64::from(header),
            end: u64::from(offset) + bytes,
            binding,
            kind: kind::name(layout.descriptor_type),
            count,
            stride: (!is_inline).then_some(stride),
            header,
            planes: layout.plane_count,
        })
    }

    /// A description for the text output.
    fn text(&self) -> String {
        let Self { binding, kind, count, header, planes, .. } = self;
        let text = format!("binding {binding}: {kind}");
        match self.stride {
            None if *header == 0 => text,
            None => format!("{text}, data after {header} bytes"),
            Some(stride) => {
                let planes = match planes {
                    1 => String::new(),
                    planes => format!(", {planes} planes"),
                };
                format!("{text} x {count}, {stride} bytes each{planes}")
            }
        }
    }
}

impl Map {
    /// The map of a set, or why it is refused.
    pub fn new(
        laid: Laid,
        variable_count: Option<u32>,
    ) -> Result<Self, String> {
        let Laid { table, given, layout: set, bindings } = laid;
        let last = bindings.last();
        let count = variable_count
            .or(last.map(|layout| layout.array_size))
            .unwrap_or(0);
        let size = set.size(&table.rules, last, count);
        let size = size.map_err(|error| match given.last() {
            Some(given) => given.refused(error),
            None => error.to_string(),
        })?;
        let is_variable = given.last().is_some_and(|last| {
            BindingFlag::VariableDescriptorCount.is_in(last.flags)
        });
        let most = support(&table, given.iter().map(Given::binding))
            .map_err(|error| error.to_string())?;
        let (mut surface, mut sampler) = (Vec::new(), Vec::new());
        let mut without_memory = Vec::new();
        for (place, (given, layout)) in given.iter().zip(&bindings).enumerate()
        {
            let binding = given.binding;
            let count = match place + 1 == bindings.len() {
                true => count.min(layout.array_size),
                false => layout.array_size,
            };
            let header = table.rules.inline_header_size;
            let at = (layout.surface_offset, layout.surface_stride, header);
            let in_surface = Descriptors::new(binding, layout, count, at);
            let at = (layout.sampler_offset, layout.sampler_stride, 0);
            let in_sampler = Descriptors::new(binding, layout, count, at);
            if in_surface.is_none() && in_sampler.is_none() {
                without_memory.push(nothing(binding, layout, count));
            }
            surface.extend(in_surface);
            sampler.extend(in_sampler);
        }
        let mut areas = vec![Area {
            name: "Surface area",
            descriptors: surface,
            size: set.surface_size,
            set_size: size.surface_size,
        }];
        if set.sampler_size != 0 {
            areas.push(Area {
                name: "Sampler area",
                descriptors: sampler,
                size: set.sampler_size,
                set_size: size.sampler_size,
            });
        }
        Ok(Self {
            binding_numbers: set.binding_count,
            descriptors: size.descriptor_count,
            buffer_views: size.buffer_view_count,
            dynamic_offsets: set.dynamic_offset_count,
            embedded_samplers: set.embedded_sampler_count,
            max_variable_count: is_variable.then_some(most.max_variable_count),
            areas,
            without_memory,
        })
    }

    /// The numbers of the set, and the descriptors of each area as rows.
    pub fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::default();
        sheet.heading("Set");
        sheet.line("binding numbers", self.binding_numbers);
        sheet.line("descriptors", self.descriptors);
        sheet.line("buffer views", self.buffer_views);
        sheet.line("dynamic offsets", self.dynamic_offsets);
        sheet.line("embedded samplers", self.embedded_samplers);
        if let Some(most) = self.max_variable_count {
            sheet.line("max. variable count", most);
        }
        for Area { name, descriptors, size, set_size } in &self.areas {
            sheet.heading(format_args!(
                "{name}: {size} bytes, {set_size} in a set"
            ));
            if !descriptors.is_empty() {
                sheet.row(["  offset", "end", "bytes", "contents"]);
            }
            for one in descriptors {
                let Descriptors { begin, end, .. } = one;
                sheet.row([
                    format!("  {begin}"),
                    end.to_string(),
                    (end - begin).to_string(),
                    one.text(),
                ]);
            }
        }
        if !self.without_memory.is_empty() {
            sheet.heading("Without memory");
        }
        for text in &self.without_memory {
            sheet.row([format!("  {text}")]);
        }
        sheet
    }
}

fn nothing(binding: u32, layout: &BindingLayout, count: u32) -> String {
    if layout.is_absent() {
        return format!("binding {binding}: absent");
    }
    let name = kind::name(layout.descriptor_type);
    format!("binding {binding}: {name} x {count}")
}
