// SPDX-License-Identifier: MIT

//! Declarations as text for C.

use super::super::pointer::{check_apart, read, slice_mut};
use super::super::refusal::answer;
use crate::varying::{Declaration, Error, TextForm};
use core::ffi::{c_char, c_int};

/// Enough room for any text of a declaration, including the final 0.
pub const DRAL_VARYING_TEXT_SIZE: u32 = 96;

/// Writes a declaration as text for a person, with a 0 after it:
/// `OUT[0..3].x, GENERIC[0], ARRAY(1)`
///
/// \param form an enum dral_varying_text_form
/// \param text room for capacity characters; DRAL_VARYING_TEXT_SIZE are
/// always enough
/// \param length number of characters, without the 0
/// \return 0; -ENOSPC for too little room; -ENOTSUP for a first component that
/// the form cannot express; -ERANGE for a register that exceeds 32 bits;
/// -EINVAL for an invalid declaration, an unknown semantic or form, outputs
/// that overlap, or NULL.
///
/// Source: docs/varying.md, "Text".
///
/// # Safety
/// text has capacity characters; declaration and length are NULL or point to
/// what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_declaration_text(
    declaration: *const Declaration,
    form: u32,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        answer(length, || {
            check_apart(length, 1, text, capacity)?;
            let declaration = read(declaration)?;
            let form = TextForm::try_from(form)?;
            let mut needed = 0;
            declaration.write_text(form, &mut |_| needed += 1)?;
            if needed >= capacity {
                return Err(Error::OutputFull.into());
            }
            let text = slice_mut(text.cast::<u8>(), capacity)?;
            let mut places = text.iter_mut();
            let mut put = |character| {
                if let Some(place) = places.next() {
                    *place = character;
                }
            };
            declaration.write_text(form, &mut put)?;
            put(0);
            Ok(needed)
        })
    }
}
