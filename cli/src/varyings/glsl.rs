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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_those_of_glsl() {
        for (text, base, rows, columns, length) in [
            ("float", BaseType::Float, 1, 1, 0),
            (" vec3 ", BaseType::Float, 3, 1, 0),
            ("uvec2[7]", BaseType::Uint, 2, 1, 7),
            ("ivec4", BaseType::Int, 4, 1, 0),
            ("dvec3", BaseType::Double, 3, 1, 0),
            ("mat3", BaseType::Float, 3, 3, 0),
            ("mat3x2[4294967295]", BaseType::Float, 2, 3, u32::MAX),
            ("dmat2x4", BaseType::Double, 4, 2, 0),
            ("uint[1]", BaseType::Uint, 1, 1, 1),
            ("int", BaseType::Int, 1, 1, 0),
        ] {
            let array_length = length;
            let expected =
                Varying { array_length, ..Varying::new(base, rows, columns) };
            assert_eq!(parse(text), Some(expected), "{text}");
        }
        for text in [
            "",
            "vec",
            "vec1",
            "vec5",
            "vec33",
            "Vec3",
            "mat",
            "mat1x2",
            "mat2x5",
            "mat2x",
            "imat2",
            "float2",
            "bool",
            "vec3[]",
            "vec3[0]",
            "vec3[-1]",
            "vec3[+1]",
            "vec3[1",
            "vec3[1]x",
            "vec3[1][2]",
            "vec3[4294967296]",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
