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
    use BaseType::{Double, Float, Int, Uint};
    let scalars =
        [("float", Float), ("int", Int), ("uint", Uint), ("double", Double)];
    if let Some((_, base)) = scalars.iter().find(|(name, _)| *name == text) {
        return Some(Varying::new(*base, 1, 1));
    }
    let vectors =
        [("vec", Float), ("ivec", Int), ("uvec", Uint), ("dvec", Double)];
    for (prefix, base) in vectors {
        if let Some(rest) = text.strip_prefix(prefix) {
            return Some(Varying::new(base, size(rest)?, 1));
        }
    }
    for (prefix, base) in [("mat", Float), ("dmat", Double)] {
        if let Some(rest) = text.strip_prefix(prefix) {
            let (columns, rows) = matrix(rest)?;
            return Some(Varying::new(base, rows, columns));
        }
    }
    None
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
