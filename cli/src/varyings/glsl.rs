// SPDX-License-Identifier: MIT

//! Types in GLSL's syntax.

use dral::varying::{BaseType, Varying};

/// Describes valid types.
pub const EXPECTED: &str = "a type, such as vec3 or mat3x2[4]";

/// Rows or columns: one digit from 2 to 4.
fn size(text: &str) -> Option<u32> {
    match text {
        "2" => Some(2),
        "3" => Some(3),
        "4" => Some(4),
        _ => None,
    }
}

/// Columns and rows, from the text after `mat`.
fn matrix(text: &str) -> Option<(u32, u32)> {
    match text.split_once('x') {
        Some((columns, rows)) => Some((size(columns)?, size(rows)?)),
        None => size(text).map(|size| (size, size)),
    }
}

/// The type of an element.
fn element(text: &str) -> Option<Varying> {
    let digits = text.find(|c: char| c.is_ascii_digit());
    let (name, sizes) = text.split_at(digits.unwrap_or(text.len()));
    let base = match name {
        "float" | "vec" | "mat" => BaseType::Float,
        "int" | "ivec" => BaseType::Int,
        "uint" | "uvec" => BaseType::Uint,
        "double" | "dvec" | "dmat" => BaseType::Double,
        _ => return None,
    };
    let (columns, rows) = if name.ends_with("vec") {
        (1, size(sizes)?)
    } else if name.ends_with("mat") {
        matrix(sizes)?
    } else {
        sizes.is_empty().then_some((1, 1))?
    };
    Some(Varying::new(base, rows, columns))
}

/// Parses a type, which may be an array.
pub fn parse(text: &str) -> Option<Varying> {
    let text = text.trim();
    let Some((name, length)) = text.split_once('[') else {
        return element(text);
    };
    let digits = length.strip_suffix(']')?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let array_length = digits.parse().ok().filter(|&n| plain && n > 0)?;
    Some(Varying { array_length, ..element(name.trim())? })
}
