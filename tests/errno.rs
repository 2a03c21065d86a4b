// SPDX-License-Identifier: MIT

//! The library keeps errno numbers of its own: they must be those of libc.

// The functions that return them take pointers.
#![allow(unsafe_code)]

use dral::ffi::attribute::dral_vertex_buffer;
use dral::ffi::divisor::dral_magic_divisor;
use dral::ffi::draw::{dral_draw, dral_draw_resolve};
use dral::ffi::padding::dral_padded_count;
use dral::ffi::table::dral_attribute_table_pack;
use dral::instancing::{MagicDivisor, PaddedCount, Rounding};
use std::mem::MaybeUninit;

fn magic_divisor(divisor: u32, rounding: Rounding) -> i32 {
    let mut out = MaybeUninit::<MagicDivisor>::uninit();
    // SAFETY: out is a struct.
    unsafe { dral_magic_divisor(divisor, rounding as u32, out.as_mut_ptr()) }
}

#[test]
fn zero_divisor_is_einval() {
    assert_eq!(magic_divisor(3, Rounding::Documented), 0);
    assert_eq!(magic_divisor(0, Rounding::Documented), -libc::EINVAL);
}

#[test]
fn null_pointer_is_einval() {
    // SAFETY: NULL is allowed.
    let status = unsafe { dral_magic_divisor(3, 0, std::ptr::null_mut()) };
    assert_eq!(status, -libc::EINVAL);
}

#[test]
fn power_of_two_under_nearest_rounding_is_edom() {
    assert_eq!(magic_divisor(3, Rounding::Nearest), 0);
    assert_eq!(magic_divisor(4, Rounding::Nearest), -libc::EDOM);
}

#[test]
fn padded_count_of_33_bits_is_erange() {
    let mut padded = MaybeUninit::<PaddedCount>::uninit();
    // SAFETY: padded is a struct.
    let mut pad = |vertex_count| unsafe {
        dral_padded_count(vertex_count, 0, padded.as_mut_ptr())
    };
    assert_eq!(pad(0xDFFF_FFFF), 0);
    assert_eq!(pad(0xE000_0000), -libc::ERANGE);
}

#[test]
fn table_without_room_is_enospc() {
    let draw = dral_draw {
        architecture: 5,
        padding_rule: 0,
        rounding: 0,
        idvs: 0,
        vertex_count: 70,
        instance_count: 100,
        vertices_per_primitive: 3,
        offset_start: 0,
        base_instance: 0,
        primitive_size: 0,
    };
    let mut resolved = MaybeUninit::uninit();
    // SAFETY: both are structs.
    let status = unsafe { dral_draw_resolve(&draw, resolved.as_mut_ptr()) };
    assert_eq!(status, 0);
    let buffers = [dral_vertex_buffer {
        address: 0,
        size: 4096,
        stride: 16,
        rate: 0,
        divisor: 0,
    }];
    let mut words = [0; 4];
    let mut slots = [0];
    let mut word_count = 0;
    // SAFETY: the arrays have the lengths that are passed, or more.
    let mut pack = |capacity| unsafe {
        dral_attribute_table_pack(
            resolved.as_ptr(),
            0,
            0,
            buffers.as_ptr(),
            buffers.len(),
            words.as_mut_ptr(),
            capacity,
            slots.as_mut_ptr(),
            &mut word_count,
            std::ptr::null_mut(),
        )
    };
    assert_eq!(pack(4), 0);
    assert_eq!(pack(3), -libc::ENOSPC);
}

#[cfg(feature = "descriptor-layout")]
mod descriptor_layout {
    use dral::descriptor_layout::{Element, TypeLayout};
    use dral::ffi::descriptor_layout::binding::dral_descriptor_element_locate;
    use dral::ffi::descriptor_layout::table::{
        dral_descriptor_table_init, dral_descriptor_type_find,
    };
    use std::mem::MaybeUninit;

    #[test]
    fn unknown_descriptor_type_is_enotsup() {
        let mut table = MaybeUninit::uninit();
        // SAFETY: table is a struct.
        let status = unsafe {
            dral_descriptor_table_init(1, 2602, 120, 0, table.as_mut_ptr())
        };
        assert_eq!(status, 0);
        let mut layout = MaybeUninit::<TypeLayout>::uninit();
        // SAFETY: the table was filled in, and layout is a struct.
        let mut ask = |kind| unsafe {
            dral_descriptor_type_find(
                table.as_ptr(),
                kind,
                std::ptr::null(),
                0,
                layout.as_mut_ptr(),
            )
        };
        assert_eq!(ask(10), 0);
        assert_eq!(ask(11), -libc::ENOTSUP);
    }

    #[test]
    fn null_layout_is_einval() {
        let mut element = MaybeUninit::<Element>::uninit();
        // SAFETY: NULL is allowed.
        let status = unsafe {
            let layout = std::ptr::null();
            dral_descriptor_element_locate(layout, 0, 0, element.as_mut_ptr())
        };
        assert_eq!(status, -libc::EINVAL);
    }
}

#[cfg(feature = "varying")]
mod varying {
    use dral::ffi::varying::declaration::dral_varying_declarations_merge;
    use dral::ffi::varying::nvc0::dral_varying_nvc0_address;
    use dral::ffi::varying::split::dral_varying_clip_cull_place;
    use dral::ffi::varying::text::dral_varying_declaration_text;
    use dral::varying::{ClipCull, Declaration, Semantic};
    use std::mem::MaybeUninit;

    #[test]
    fn each_kind_of_refusal_is_its_errno() {
        let address = |semantic| {
            let mut address = 0;
            // SAFETY: address is a number.
            unsafe { dral_varying_nvc0_address(semantic, 0, 1, &mut address) }
        };
        assert_eq!(address(Semantic::Position as u32), 0);
        assert_eq!(address(Semantic::Vertexid as u32), -libc::ENOTSUP);
        assert_eq!(address(u32::MAX), -libc::EINVAL);

        let mut both = MaybeUninit::<ClipCull>::uninit();
        // SAFETY: both is a struct.
        let status =
            unsafe { dral_varying_clip_cull_place(8, 1, both.as_mut_ptr()) };
        assert_eq!(status, -libc::ERANGE);

        let declaration =
            Declaration { component_count: 1, ..Declaration::default() };
        let (mut text, mut length) = ([0; 4], 0);
        // SAFETY: text has this many characters.
        let status = unsafe {
            dral_varying_declaration_text(
                &declaration,
                0,
                text.as_mut_ptr(),
                text.len(),
                &mut length,
            )
        };
        assert_eq!(status, -libc::ENOSPC);

        // SAFETY: NULL is allowed.
        let status = unsafe {
            let (nothing, span) = (std::ptr::null(), std::ptr::null_mut());
            dral_varying_declarations_merge(nothing, 1, span)
        };
        assert_eq!(status, -libc::EINVAL);
    }
}
