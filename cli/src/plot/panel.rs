// SPDX-License-Identifier: MIT

//! One chart of a picture.

use super::axis::Axis;
use super::style::{self, Area, Drawn};
use plotters::prelude::*;

pub type Chart<'a, 'b> =
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;

/// A chart with a thin grid and no data.
pub fn empty<'a, 'b>(
    area: &'a Area<'b>,
    (x_name, x): (&str, Axis),
    (y_name, y): (&str, Axis),
) -> Drawn<Chart<'a, 'b>> {
    let left = (y.longest_label() * style::DIGIT + style::ROW).max(style::LEFT);
    let mut chart = ChartBuilder::on(area)
        .margin_top(style::GAP)
        .margin_right(style::RIGHT)
        .set_label_area_size(LabelAreaPosition::Left, left)
        .set_label_area_size(LabelAreaPosition::Bottom, style::BELOW)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .x_desc(x_name)
        .y_desc(y_name)
        .label_style(style::text(style::TEXT_SIZE))
        .axis_desc_style(style::text(style::TEXT_SIZE))
        .axis_style(style::GREY)
        .bold_line_style(style::GRID.stroke_width(2))
        .light_line_style(TRANSPARENT)
        .draw()?;
    Ok(chart)
}
