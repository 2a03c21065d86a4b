// SPDX-License-Identifier: MIT

//! Parses numbers in arguments and files: decimal, or hexadecimal after 0x.
//! Searches numbers.

use crate::escape::shortened;
use dral::instancing::Architecture;

/// Parses an integer of any size. Beyond 128 bits the result is the nearest
/// value that fits, which is still too large for every range. `None` if the
/// text is not a number.
pub fn integer(text: &str) -> Option<i128> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) = match digits.strip_prefix("0x") {
        Some(digits) => (16, digits),
        None => (10, digits),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let magnitude = i128::from_str_radix(digits, radix).unwrap_or(i128::MAX);
    Some(if negative { -magnitude } else { magnitude })
}

/// Parses the number of an architecture: `v7` or `7`.
pub fn architecture_number(text: &str) -> Option<i128> {
    let text = text.trim();
    integer(text.strip_prefix(['v', 'V']).unwrap_or(text))
}

/// Parses an architecture on the command line.
pub fn architecture(text: &str) -> Result<Architecture, String> {
    let number = architecture_number(text).ok_or_else(|| {
        format!("'{}' is not an architecture, such as v7", shortened(text))
    })?;
    let known = u32::try_from(number).ok();
    let known = known.and_then(|number| Architecture::try_from(number).ok());
    known.ok_or_else(|| {
        let all = Architecture::ALL.iter();
        let names: Vec<_> = all.map(|a| format!("v{}", *a as u32)).collect();
        let shown = shortened(text);
        format!("{shown} is not one of {}", names.join(", "))
    })
}

fn ranged<T: TryFrom<i128>>(text: &str, range: &str) -> Result<T, String> {
    let shown = shortened(text);
    let number =
        integer(text).ok_or_else(|| format!("'{shown}' is not a number"))?;
    T::try_from(number).map_err(|_| format!("{shown} is not {range}"))
}

/// Parses an unsigned 32-bit number on the command line.
pub fn unsigned(text: &str) -> Result<u32, String> {
    ranged(text, "within 0 to 4294967295")
}

/// Parses a number of a draw in a trace.
pub fn counted(text: &str) -> Result<u64, String> {
    match ranged(text, "a draw's number")? {
        0 => Err("the first draw is 1".into()),
        number => Ok(number),
    }
}

/// Parses a draw's start: signed, or its unsigned 32-bit pattern.
pub fn start(text: &str) -> Result<i32, String> {
    let number: i64 = ranged(text, "within 64 bits")?;
    signed_pattern(i128::from(number))
        .ok_or_else(|| format!("{text} is not within 32 bits"))
}

/// A signed 32-bit value, which can also be written as its unsigned pattern.
pub fn signed_pattern(number: i128) -> Option<i32> {
    match i32::try_from(number) {
        Ok(signed) => Some(signed),
        Err(_) => u32::try_from(number).ok().map(|pattern| pattern as i32),
    }
}

/// Parses a word of hexadecimal digits, with or without 0x.
pub fn word(text: &str) -> Result<u32, String> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let plain = digits.chars().all(|c| c.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16)
        .ok()
        .filter(|_| plain)
        .ok_or_else(|| format!("'{text}' is not a word of 8 hex digits"))
}

/// The first number from `from` to `to` for which `test` holds, or `to`. Once
/// it holds, it must hold for all greater numbers.
pub fn first(from: u64, to: u64, test: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (from, to);
    while low < high {
        let middle = low + (high - low) / 2;
        if test(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
