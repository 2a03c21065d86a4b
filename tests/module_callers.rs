// SPDX-License-Identifier: MIT

//! The C interfaces of varyings, indirect draws and dynamic state called as C
//! may call them: NULL for each pointer, arrays that have just the elements
//! that are said to be there, counts of 0 and beyond memory, and outputs in
//! memory that nobody has written. Under miri each read or write of one
//! element too many is an error, and so is each read of an output:
//!
//!     cargo +nightly miri test --test module_callers \
//!         --features varying,indirect-draw,dynamic-state

#![cfg(all(
    feature = "varying",
    feature = "indirect-draw",
    feature = "dynamic-state"
))]
// The functions of the C interface take pointers.
#![allow(unsafe_code)]
// SAFETY, of each call: NULL, or what the function documents.
#![allow(clippy::undocumented_unsafe_blocks)]

use dral::dynamic_state::{Command, Instruction, State};
use dral::ffi::dynamic_state::emission::*;
use dral::ffi::dynamic_state::name::*;
use dral::ffi::dynamic_state::pipeline::*;
use dral::ffi::dynamic_state::site::*;
use dral::ffi::dynamic_state::vulkan::*;
use dral::ffi::indirect_draw::item::*;
use dral::ffi::indirect_draw::parameters::*;
use dral::ffi::indirect_draw::plan::*;
use dral::ffi::indirect_draw::request::*;
use dral::ffi::varying::declaration::*;
use dral::ffi::varying::nvc0::*;
use dral::ffi::varying::pack::*;
use dral::ffi::varying::place::*;
use dral::ffi::varying::split::*;
use dral::ffi::varying::text::*;
use dral::indirect_draw::Plan;
use dral::varying::{
    BaseType, Declaration, PackFlag, Piece, Semantic, Span, Varying,
};
use libc::{EINVAL, ENOSPC, ENOTSUP, ERANGE};
use std::ffi::{c_char, c_int, CStr};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

/// The call succeeds and writes its output, which nobody had written.
#[track_caller]
fn written<T>(call: impl FnOnce(*mut T) -> c_int) -> T {
    let mut output = Box::<T>::new_uninit();
    assert_eq!(call(output.as_mut_ptr()), 0);
    // SAFETY: the call has written it; miri knows.
    *unsafe { output.assume_init() }
}

/// The call is this error, with an output that nobody has written and without
/// one, and leaves the output alone.
#[track_caller]
fn refused<T>(errno: c_int, mut call: impl FnMut(*mut T) -> c_int) {
    let mut unwritten = Box::<T>::new_uninit();
    assert_eq!(call(unwritten.as_mut_ptr()), -errno);
    let size = size_of::<T>();
    // SAFETY: the box is so long.
    unsafe { unwritten.as_mut_ptr().write_bytes(0xA5, 1) };
    assert_eq!(call(unwritten.as_mut_ptr()), -errno);
    let bytes = unwritten.as_ptr().cast::<u8>();
    // SAFETY: each byte was written above.
    let bytes = unsafe { std::slice::from_raw_parts(bytes, size) };
    assert!(bytes.iter().all(|&byte| byte == 0xA5), "{bytes:x?}");
}

/// The call refuses NULL for its output.
#[track_caller]
fn no_output<T>(call: impl FnOnce(*mut T) -> c_int) {
    assert_eq!(call(null_mut()), -EINVAL);
}

/// An array that has just these elements.
fn exactly<T: Clone>(elements: &[T]) -> Box<[T]> {
    elements.into()
}

/// Uninitialized room for this many elements.
fn room<T>(count: usize) -> Box<[MaybeUninit<T>]> {
    std::iter::repeat_with(MaybeUninit::uninit).take(count).collect()
}

/// Counts beyond memory.
const ENDLESS: [usize; 3] =
    [isize::MAX as usize / 4 + 1, usize::MAX / 4 + 1, usize::MAX];

fn text(pointer: *const c_char) -> &'static str {
    assert!(!pointer.is_null());
    // SAFETY: the library's texts are static.
    unsafe { CStr::from_ptr(pointer) }.to_str().expect("UTF-8")
}

#[test]
fn every_exported_function_is_called() {
    let own = include_str!("module_callers.rs");
    let mut called = 0;
    for symbols in [
        include_str!("../c_tests/symbols_varying.txt"),
        include_str!("../c_tests/symbols_indirect_draw.txt"),
        include_str!("../c_tests/symbols_dynamic_state.txt"),
    ] {
        for name in symbols.lines().filter(|line| !line.starts_with('#')) {
            let is_called = ["(", " as Emission"]
                .iter()
                .any(|behind| own.contains(&format!("{name}{behind}")));
            assert!(is_called, "{name}");
            called += 1;
        }
    }
    assert_eq!(called, 14 + 8 + 14);
}

#[test]
fn names_of_dynamic_state_are_texts() {
    let vi = dral_dynamic_state_name(State::Vi as u32);
    assert_eq!(text(vi), "VI");
    let pipeline = dral_dynamic_command_name(Command::Pipeline as u32);
    assert_eq!(text(pipeline), "PIPELINE");
    let urb = dral_dynamic_instruction_name(Instruction::Urb as u32);
    assert_eq!(text(urb), "URB");
    for unknown in [62, u32::MAX] {
        assert_eq!(text(dral_dynamic_state_name(unknown)), "");
        assert_eq!(text(dral_dynamic_command_name(unknown)), "");
        assert_eq!(text(dral_dynamic_instruction_name(unknown)), "");
    }
    assert!(text(dral_dynamic_source()).contains("Mesa"));
}

#[test]
fn functions_of_dynamic_state_check_numbers_and_pointers() {
    let site = |i, out| unsafe { dral_dynamic_instruction_site(i, out) };
    assert_eq!(written(|out| site(0, out)), 0);
    refused(EINVAL, |out| site(55, out));
    no_output(|out| site(0, out));
    let of = |s, out| unsafe { dral_dynamic_site_instructions(s, out) };
    assert_ne!(written(|out| of(3, out)), 0);
    refused(EINVAL, |out| of(4, out));
    no_output(|out| of(3, out));
    type Emission = unsafe extern "C" fn(u32, u32, u64, u32, *mut u64) -> c_int;
    for emission in
        [dral_dynamic_triggered as Emission, dral_dynamic_emitted as Emission]
    {
        let call = |version, features, states, commands, out| unsafe {
            emission(version, features, states, commands, out)
        };
        assert_ne!(written(|out| call(125, 0xFF, 1 << 61, 1, out)), 0);
        refused(EINVAL, |out| call(80, 0, 0, 0, out));
        refused(EINVAL, |out| call(90, 0x100, 0, 0, out));
        refused(EINVAL, |out| call(90, 0, 1 << 62, 0, out));
        refused(EINVAL, |out| call(90, 0, 0, 1 << 10, out));
        no_output(|out| call(90, 0, 0, 0, out));
    }
    let closed = |instructions, out| unsafe {
        dral_dynamic_with_companions(90, 0, instructions, out)
    };
    assert_eq!(written(|out| closed(0, out)), 0);
    refused(EINVAL, |out| closed(1 << 55, out));
    no_output(|out| closed(0, out));
    let initial =
        |version, out| unsafe { dral_dynamic_initial(version, 0, out) };
    assert_ne!(written(|out| initial(300, out)), 0);
    refused(EINVAL, |out| initial(0, out));
    no_output(|out| initial(90, out));
    let blit =
        |flag, out| unsafe { dral_dynamic_after_blit(110, 0, flag, out) };
    assert_ne!(written(|out| blit(1, out)), 0);
    refused(EINVAL, |out| blit(2, out));
    no_output(|out| blit(0, out));
}

#[test]
fn triggers_are_written_both_or_not_at_all() {
    let call = |instruction, states, commands| unsafe {
        dral_dynamic_triggers(90, 0, instruction, states, commands)
    };
    let mut commands = Box::<u32>::new_uninit();
    let states = written(|out| call(25, out, commands.as_mut_ptr()));
    // SAFETY: the call has written it.
    assert!(states != 0 && unsafe { commands.assume_init_read() } != 0);
    refused(EINVAL, |states| call(55, states, &mut 0));
    refused(EINVAL, |states| call(25, states, null_mut()));
    refused(EINVAL, |commands| call(25, null_mut(), commands));
}

#[test]
fn words_and_dynamic_states_are_read_to_their_end_and_no_further() {
    for (old, new, expected) in [
        (&[][..], &[][..], 0),
        (&[1, 2], &[1, 2], 0),
        (&[1, 2], &[1, 3], 1),
        (&[1], &[1, 2], 1),
        (&[], &[7], 1),
    ] {
        let (old, new) = (exactly(old), exactly(new));
        let differs = written(|out| unsafe {
            let (old, olds) = (old.as_ptr(), old.len());
            dral_dynamic_differs(10, old, olds, new.as_ptr(), new.len(), out)
        });
        assert_eq!(differs, expected);
    }
    let call = |old, olds, new, news, out| unsafe {
        dral_dynamic_differs(10, old, olds, new, news, out)
    };
    let word = exactly(&[7]);
    assert_eq!(written(|out| call(null(), 0, null(), 0, out)), 0);
    refused(EINVAL, |out| call(null(), 1, word.as_ptr(), 1, out));
    refused(EINVAL, |out| call(word.as_ptr(), 1, null(), 1, out));
    no_output(|out| call(word.as_ptr(), 1, word.as_ptr(), 1, out));
    let list =
        |list, count, out| unsafe { dral_dynamic_states(list, count, out) };
    let states = exactly(&[0, 2, 3]);
    assert_ne!(written(|out| list(states.as_ptr(), 3, out)), 0);
    assert_eq!(written(|out| list(null(), 0, out)), 0);
    refused(EINVAL, |out| list(null(), 3, out));
    no_output(|out| list(states.as_ptr(), 3, out));
    for count in ENDLESS {
        refused(EINVAL, |out| list(states.as_ptr(), count, out));
        let (word, out) = (word.as_ptr(), &mut 0);
        assert_eq!(call(word, count, word, 1, out), -EINVAL);
        assert_eq!(call(word, 1, word, count, out), -EINVAL);
    }
}

fn draws(ring_threshold: u32) -> dral_indirect_draw {
    dral_indirect_draw {
        driver: 0,
        version: 90,
        indexed: 1,
        uses_first_vertex: 1,
        uses_base_instance: 0,
        uses_draw_id: 1,
        predicated: 0,
        tiled: 0,
        has_count_buffer: 1,
        mocs: 4,
        max_draw_count: 50,
        stride: 0,
        generate_threshold: 4,
        ring_threshold,
        ring_capacity: 20,
        is_protected: 0,
        tessellation_workaround: 0,
        execute_indirect: 0,
    }
}

fn plan(ring_threshold: u32) -> Box<Plan> {
    let draws = Box::new(draws(ring_threshold));
    Box::new(written(|out| unsafe { dral_indirect_draw_resolve(&*draws, out) }))
}

#[test]
fn draws_become_plans_or_are_refused() {
    let resolve = |draws: *const _, out| unsafe {
        dral_indirect_draw_resolve(draws, out)
    };
    assert_eq!((plan(50).mode, plan(51).mode), (3, 2));
    refused(EINVAL, |out| resolve(null(), out));
    let sound = draws(50);
    no_output(|out| resolve(&sound, out));
    let explain =
        |draws: *const _| text(unsafe { dral_indirect_draw_explain(draws) });
    assert!(explain(&sound).starts_with("ring"));
    assert!(!explain(null()).is_empty());
    for wrong in [
        dral_indirect_draw { driver: 2, ..sound },
        dral_indirect_draw { version: 80, ..sound },
        dral_indirect_draw { indexed: 2, ..sound },
        dral_indirect_draw { ring_capacity: 0, ..sound },
    ] {
        refused(EINVAL, |out| resolve(&wrong, out));
        assert!(!explain(&wrong).is_empty());
    }
    let wrong = dral_indirect_draw { mocs: 256, ..sound };
    refused(ERANGE, |out| resolve(&wrong, out));
    let size = |draws: *const _, out| unsafe {
        dral_indirect_draw_ring_size(draws, out)
    };
    assert_eq!(written(|out| size(&sound, out)), 4096);
    refused(EINVAL, |out| size(null(), out));
    no_output(|out| size(&sound, out));
    let capacity = |draws: *const _, out| unsafe {
        dral_indirect_draw_ring_capacity(draws, 4096, out)
    };
    assert_eq!(written(|out| capacity(&sound, out)), (4096 - 12) / 68);
    refused(EINVAL, |out| capacity(null(), out));
    no_output(|out| capacity(&sound, out));
}

#[test]
fn plans_have_chunks_fillings_and_items() {
    let (ring, place) = (plan(50), plan(51));
    let chunk = |plan: *const _, out| unsafe {
        dral_indirect_draw_plan_chunk(plan, 0, out)
    };
    assert_eq!(written(|out| chunk(&*place, out)).draw_count, 50);
    refused(EINVAL, |out| chunk(&*ring, out));
    refused(EINVAL, |out| chunk(null(), out));
    no_output(|out| chunk(&*place, out));
    let fillings = |plan: *const _, out| unsafe {
        dral_indirect_draw_plan_iterations(plan, 50, out)
    };
    assert_eq!(written(|out| fillings(&*ring, out)), 3);
    refused(EINVAL, |out| fillings(&*place, out));
    refused(EINVAL, |out| fillings(null(), out));
    no_output(|out| fillings(&*ring, out));
    let item = |plan: *const _, base, out| unsafe {
        dral_indirect_draw_plan_item(plan, 50, base, 9, out)
    };
    for plan in [&*ring, &*place] {
        assert_eq!(written(|out| item(plan, 40, out)).draw_id, 49);
        refused(ERANGE, |out| item(plan, u32::MAX, out));
    }
    refused(EINVAL, |out| item(null(), 0, out));
    no_output(|out| item(&*ring, 0, out));
}

#[test]
fn commands_are_read_to_their_end_and_no_further() {
    let decode = |indexed, words: *const u32, count, out| unsafe {
        dral_indirect_draw_decode(indexed, words, count, 2, 7, out)
    };
    let words = exactly(&[3, 5, 1, 9, 2]);
    let with = written(|out| decode(1, words.as_ptr(), 5, out));
    assert_eq!((with.instance_count, with.base_vertex), (10, 9));
    let words = exactly(&[3, 5, 1, 9]);
    let without = written(|out| decode(0, words.as_ptr(), 4, out));
    assert_eq!((without.start_instance, without.base_vertex), (9, 0));
    refused(EINVAL, |out| decode(1, words.as_ptr(), 4, out));
    refused(EINVAL, |out| decode(0, words.as_ptr(), 0, out));
    refused(EINVAL, |out| decode(0, null(), 4, out));
    refused(EINVAL, |out| decode(2, words.as_ptr(), 4, out));
    no_output(|out| decode(0, words.as_ptr(), 4, out));
    for count in ENDLESS {
        refused(EINVAL, |out| decode(0, words.as_ptr(), count, out));
    }
}

fn declaration(first_component: u32) -> Declaration {
    Declaration {
        semantic: Semantic::Generic as u32,
        semantic_index: 1,
        first_component,
        first: 0,
        last: 3,
        component_count: 3,
        array_id: 0,
    }
}

#[test]
fn places_check_numbers_and_pointers() {
    assert_eq!(dral_varying_position_place(7).slot, 1);
    let address = |base, out| unsafe { dral_varying_address(base, 7, out) };
    assert_eq!(written(|out| address(128, out)), 156);
    refused(ERANGE, |out| address(u32::MAX, out));
    no_output(|out| address(0, out));
    let scalar = |component, out| unsafe {
        dral_varying_scalar_place(0, 1, 1, component, out)
    };
    assert_eq!(written(|out| scalar(1, out)).position, 6);
    refused(EINVAL, |out| scalar(4, out));
    no_output(|out| scalar(0, out));
    let element = |count, out| unsafe {
        dral_varying_element_place(0, 0, count, 1, 0, out)
    };
    assert_eq!(written(|out| element(3, out)).position, 3);
    refused(EINVAL, |out| element(5, out));
    no_output(|out| element(3, out));
    let split = |count, pieces: *mut [Piece; 2]| unsafe {
        dral_varying_split(3, count, pieces.cast())
    };
    assert_eq!(written(|out| split(3, out))[1].count, 2);
    refused(EINVAL, |out| split(5, out));
    no_output(|out| split(3, out));
    let both =
        |cull, out| unsafe { dral_varying_clip_cull_place(5, cull, out) };
    assert_eq!(written(|out| both(3, out)).slot_count, 2);
    refused(ERANGE, |out| both(4, out));
    no_output(|out| both(3, out));
    let nvc0 = |output, out| unsafe {
        dral_varying_nvc0_address(Semantic::Generic as u32, 1, output, out)
    };
    assert_eq!(written(|out| nvc0(1, out)), 0x90);
    refused(EINVAL, |out| nvc0(2, out));
    no_output(|out| nvc0(0, out));
}

#[test]
fn declarations_are_read_to_their_end_and_no_further() {
    let one = Box::new(declaration(0));
    let place = |declaration: *const _, element, out| unsafe {
        dral_varying_declaration_place(declaration, element, 2, out)
    };
    assert_eq!(written(|out| place(&*one, 3, out)).position, 15);
    refused(EINVAL, |out| place(&*one, 4, out));
    refused(EINVAL, |out| place(null(), 0, out));
    no_output(|out| place(&*one, 0, out));
    let span = |declaration: *const _, out| unsafe {
        dral_varying_declaration_span(declaration, out)
    };
    assert_eq!(written(|out| span(&*one, out)).component_count, 12);
    refused(EINVAL, |out| span(null(), out));
    no_output(|out| span(&*one, out));
    let overlap = |first: *const _, second: *const _, out| unsafe {
        dral_varying_declarations_overlap(first, second, out)
    };
    assert_eq!(written(|out| overlap(&*one, &*one, out)), 1);
    refused(EINVAL, |out| overlap(null(), &*one, out));
    refused(EINVAL, |out| overlap(&*one, null(), out));
    no_output(|out| overlap(&*one, &*one, out));
    let merge = |list: *const _, count, out: *mut Span| unsafe {
        dral_varying_declarations_merge(list, count, out)
    };
    let two = exactly(&[declaration(0), declaration(3)]);
    assert_eq!(written(|out| merge(two.as_ptr(), 2, out)).slot_count, 6);
    assert_eq!(written(|out| merge(null(), 0, out)).slot_count, 0);
    refused(EINVAL, |out| merge(null(), 2, out));
    no_output(|out| merge(two.as_ptr(), 2, out));
    for count in ENDLESS {
        refused(EINVAL, |out| merge(two.as_ptr(), count, out));
    }
}

#[test]
fn texts_have_their_room_and_no_more() {
    let one = Box::new(declaration(3));
    let write = |declaration: *const _, form, text: *mut c_char, size, out| unsafe {
        dral_varying_declaration_text(declaration, form, text, size, out)
    };
    let mut whole = room::<c_char>(96);
    let text = whole.as_mut_ptr().cast();
    let length = written(|out| write(&*one, 0, text, 96, out));
    assert!(length > 10);
    let mut exact = room::<c_char>(length + 1);
    let text = exact.as_mut_ptr().cast::<c_char>();
    assert_eq!(written(|out| write(&*one, 0, text, length + 1, out)), length);
    // SAFETY: the call has written all of it.
    assert_eq!(unsafe { text.add(length).read() }, 0);
    let mut short = room::<c_char>(length);
    let text = short.as_mut_ptr().cast();
    refused(ENOSPC, |out| write(&*one, 0, text, length, out));
    refused(ENOSPC, |out| write(&*one, 0, null_mut(), 0, out));
    refused(ENOTSUP, |out| write(&*one, 2, text, length, out));
    refused(EINVAL, |out| write(&*one, 3, text, length, out));
    refused(EINVAL, |out| write(null(), 0, text, length, out));
    refused(EINVAL, |out| write(&*one, 0, null_mut(), 96, out));
    no_output(|out| write(&*one, 0, text, length, out));
}

#[test]
fn varyings_are_packed_into_what_is_there() {
    let one = Box::new(Varying::new(BaseType::Float, 3, 1));
    let count = |varying: *const _, out| unsafe {
        dral_varying_component_count(varying, 0, out)
    };
    assert_eq!(written(|out| count(&*one, out)), 3);
    refused(EINVAL, |out| count(null(), out));
    no_output(|out| count(&*one, out));
    let list = exactly(&[*one; 5]);
    let (mut positions, mut used) = (room::<u32>(5), room::<u8>(4));
    let mut scratch = room::<u32>(5);
    let places = positions.as_mut_ptr().cast::<u32>();
    let components = used.as_mut_ptr().cast::<u8>();
    let order = scratch.as_mut_ptr().cast::<u32>();
    let pack =
        |list: *const _, count, flags, places, components, order, out| unsafe {
            dral_varying_pack(
                list, count, flags, 0, 4, places, components, out, order,
            )
        };
    let list = list.as_ptr();
    let sorted = PackFlag::GlOrder as u32;
    for flags in [0, sorted] {
        let slots =
            written(|out| pack(list, 5, flags, places, components, order, out));
        assert_eq!(slots, 4);
        // SAFETY: the call has written all of them.
        unsafe {
            assert_eq!(places.add(4).read(), 12);
            assert_eq!(components.add(3).read(), 3);
        }
    }
    let none = null_mut();
    refused(EINVAL, |out| pack(null(), 5, 0, places, components, order, out));
    refused(EINVAL, |out| pack(list, 5, 0, none, components, order, out));
    refused(EINVAL, |out| pack(list, 5, 0, places, null_mut(), order, out));
    refused(EINVAL, |out| pack(list, 5, sorted, places, components, none, out));
    refused(EINVAL, |out| pack(list, 5, 0x10, places, components, order, out));
    no_output(|out| pack(list, 5, 0, places, components, order, out));
    for count in ENDLESS {
        refused(EINVAL, |out| {
            pack(list, count, 0, places, components, order, out)
        });
    }
}
