// SPDX-License-Identifier: MIT

//! Declarations for C.

use super::super::pointer::{read, slice};
use super::super::refusal::pure;
use crate::varying::{self, Declaration, Place, Span};
use core::ffi::c_int;

/// The place of a component of an element of a declaration.
///
/// \param element counted from the first element of the declaration
/// \return 0; -ERANGE for a position that exceeds 32 bits; -EINVAL for an
/// invalid declaration, an element or a component that it does not have, or
/// NULL.
///
/// Source: docs/varying.md, "Declarations".
///
/// # Safety
/// declaration and place are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_declaration_place(
    declaration: *const Declaration,
    element: u32,
    component: u32,
    place: *mut Place,
) -> c_int {
    pure!(
        place,
        [declaration = read(declaration)],
        declaration.place(element, component)?
    )
}

/// The components that a declaration covers.
///
/// \return 0; -ERANGE if a position or the number of components exceeds 32
/// bits; -EINVAL for an invalid declaration, or NULL.
///
/// Source: docs/varying.md, "Declarations".
///
/// # Safety
/// declaration and span are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_declaration_span(
    declaration: *const Declaration,
    span: *mut Span,
) -> c_int {
    pure!(span, [declaration = read(declaration)], declaration.span()?)
}

/// The components that declarations cover as whole slots, one after the other
/// from register 0 on, so that one scalar address register reaches all of
/// them. All zero without declarations.
///
/// \return 0; -ERANGE if the number of components exceeds 32 bits; -EINVAL for
/// an invalid declaration, or NULL.
///
/// Source: docs/varying.md, "Scalar address registers".
///
/// # Safety
/// declarations has count elements; span is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_declarations_merge(
    declarations: *const Declaration,
    count: usize,
    span: *mut Span,
) -> c_int {
    pure!(
        span,
        [declarations = slice(declarations, count)],
        varying::merge(declarations)?
    )
}

/// Whether two declarations have a component in common, which is not allowed.
/// Declarations may share a slot if they use different components of it.
/// Declarations of different semantics never overlap.
///
/// \param overlap receives 1 if they overlap, else 0
/// \return 0; -EINVAL for an invalid declaration, or NULL.
///
/// Source: docs/varying.md, "Declarations".
///
/// # Safety
/// first, second and overlap are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_declarations_overlap(
    first: *const Declaration,
    second: *const Declaration,
    overlap: *mut u32,
) -> c_int {
    pure!(
        overlap,
        [first = read(first), second = read(second)],
        first.overlaps(&second)?.into()
    )
}
