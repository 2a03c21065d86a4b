// SPDX-License-Identifier: MIT

//! Declarations for C.

use super::super::pointer::{read, slice};
use super::super::refusal::pure;
use crate::varying::{self, Declaration, Place, Span};
use core::ffi::c_int;

/// Where a component of an element of a declaration lies.
///
/// \param element counts from the first one of the declaration on
/// \return 0; -ERANGE for a position beyond 32 bits; -EINVAL for an invalid
/// declaration, an element or a component that it does not have, or NULL.
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

/// What a declaration takes.
///
/// \return 0; -ERANGE if a component lies beyond 32 bits, or if there are more
/// components than that; -EINVAL for an invalid declaration, or NULL.
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

/// What declarations take as whole slots, one after the other and from
/// register 0 on, when a scalar address register reaches all of them. With no
/// declaration it is nothing.
///
/// \return 0; -ERANGE for more components than 32 bits tell; -EINVAL for an
/// invalid declaration, or NULL.
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

/// Whether two declarations have a component in common, which they may not:
/// in a slot that both are in they must have different ones. Those of
/// different semantics never have.
///
/// \param overlap 1 if they have, else 0
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
