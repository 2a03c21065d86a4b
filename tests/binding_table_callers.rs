// SPDX-License-Identifier: MIT

//! The C interface of binding tables called with arrays that have just the
//! elements that are said to be there, and outputs in memory that nobody has
//! written. Under miri each read or write of one element too many is an
//! error, and so is each read of an output:
//!
//!     cargo +nightly miri test --features binding-table \
//!         --test binding_table_callers

#![cfg(feature = "binding-table")]
// The functions of the C interface take pointers.
#![allow(unsafe_code)]

use dral::binding_table::{
    AddressRange, Bases, Block, Emission, Entry, Map, Slots, Use,
};
use dral::descriptor_layout::{BindingLayout, SetLayout, TableFlag, ABSENT};
use dral::ffi::binding_table::address::dral_address_map;
use dral::ffi::binding_table::block::{
    dral_binding_table_allocate, dral_binding_table_emit,
    dral_binding_table_size,
};
use dral::ffi::binding_table::map::{
    dral_binding_table_map_explain, dral_binding_table_map_make,
    dral_binding_table_set, dral_binding_table_shader,
};
use dral::ffi::binding_table::window::{
    dral_binding_table_bases_of, dral_binding_table_entry_word,
    dral_surface_state_address,
};
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr::null;

/// Room that nobody has written.
fn room<T>(count: usize) -> Vec<MaybeUninit<T>> {
    std::iter::repeat_with(MaybeUninit::uninit).take(count).collect()
}

/// What was written there, all of it.
fn written<T: Copy>(room: &[MaybeUninit<T>]) -> Vec<T> {
    // SAFETY: the function said that it wrote them.
    room.iter().map(|value| unsafe { value.assume_init() }).collect()
}

/// A combined image sampler of two elements and two planes, of which the
/// first has one.
struct Caller {
    layout: SetLayout,
    bindings: Vec<BindingLayout>,
    uses: Vec<Use>,
    samplers: Vec<u8>,
    sets: Vec<dral_binding_table_set>,
}

impl Caller {
    fn new() -> Self {
        let image = BindingLayout {
            data: 0x23,
            array_size: 2,
            plane_count: 2,
            descriptor_index: 4,
            dynamic_offset_index: ABSENT,
            buffer_view_index: ABSENT,
            surface_offset: 40,
            surface_stride: 16,
            surface_size: 8,
            sampler_offset: 0,
            sampler_stride: 0,
            sampler_size: 0,
            descriptor_type: 1,
            binding_flags: 0,
            first_immutable_sampler: 1,
            immutable_sampler_count: 2,
        };
        let used = Use { use_count: 3, flags: 0 };
        Self {
            layout: SetLayout {
                model: 1,
                table_flags: TableFlag::BindingTable as u32,
                binding_count: 2,
                immutable_sampler_count: 3,
                ..SetLayout::default()
            },
            bindings: vec![BindingLayout::ABSENT, image],
            uses: vec![Use::default(), used],
            samplers: vec![9, 1, 2],
            sets: Vec::new(),
        }
    }

    fn shader(&mut self) -> dral_binding_table_shader {
        let empty = dral_binding_table_set {
            layout: null(),
            bindings: null(),
            uses: null(),
            immutable_samplers: null(),
        };
        let set = dral_binding_table_set {
            layout: &self.layout,
            bindings: self.bindings.as_ptr(),
            uses: self.uses.as_ptr(),
            immutable_samplers: self.samplers.as_ptr(),
        };
        self.sets = vec![empty, set];
        dral_binding_table_shader {
            sets: self.sets.as_ptr(),
            set_count: self.sets.len(),
            always_bindless: 0,
            stage_is_bindless: 0,
            render_target_count: 1,
            render_target_mask: 1,
        }
    }
}

#[test]
fn a_map_reads_and_writes_just_its_arrays() {
    let mut caller = Caller::new();
    let shader = caller.shader();
    let mut map = MaybeUninit::<Map>::uninit();
    let (mut surfaces, mut samplers) = (room::<Entry>(6), room::<Entry>(4));
    let mut slots = room::<Slots>(2);
    let mut call = |less: [usize; 3]| {
        // SAFETY: the arrays have the lengths that are passed, or more.
        unsafe {
            dral_binding_table_map_make(
                &shader,
                map.as_mut_ptr(),
                surfaces.as_mut_ptr().cast(),
                surfaces.len() - less[0],
                samplers.as_mut_ptr().cast(),
                samplers.len() - less[1],
                slots.as_mut_ptr().cast(),
                slots.len() - less[2],
            )
        }
    };
    assert_eq!(call([1, 0, 0]), -libc::ENOSPC);
    assert_eq!(call([0, 1, 0]), -libc::ENOSPC);
    assert_eq!(call([0, 0, 1]), -libc::ENOSPC);
    assert_eq!(call([0, 0, 0]), 0);
    // SAFETY: it was written.
    let map = unsafe { map.assume_init() };
    assert_eq!((map.surface_count, map.sampler_count), (6, 4));
    assert_eq!(map.set_slots[..3], [0, 1, 0]);
    assert_eq!((map.slot_count, map.first_slots), (2, [0; 32]));
    let sets: Vec<_> = written(&surfaces).iter().map(|e| e.set).collect();
    assert_eq!(sets, [255, 254, 1, 252, 1, 1]);
    let sets: Vec<_> = written(&samplers).iter().map(|e| e.set).collect();
    assert_eq!(sets, [1, 252, 1, 1]);
    assert_eq!(written(&slots)[1], Slots { surface: 2, sampler: 0 });
    // SAFETY: the shader is sound.
    let told = unsafe {
        CStr::from_ptr(dral_binding_table_map_explain(&shader).cast())
    };
    assert_eq!(told, c"the map can be made");
}

#[test]
fn samplers_are_read_no_further_than_they_go() {
    let mut caller = Caller::new();
    caller.bindings[1].first_immutable_sampler = 2;
    let shader = caller.shader();
    // SAFETY: the shader's arrays are as long as they say.
    let told = unsafe {
        CStr::from_ptr(dral_binding_table_map_explain(&shader).cast())
    };
    assert!(told.to_str().is_ok_and(|told| told.contains("planes")));
}

#[test]
fn an_emission_writes_just_the_stages_that_it_names() {
    let mut block = Block { index: 1, next: 32 };
    let mut emission = MaybeUninit::<Emission>::uninit();
    let counts = [3, 9, 8];
    let mut offsets = room::<u32>(3);
    // SAFETY: the arrays have three elements.
    let status = unsafe {
        dral_binding_table_emit(
            &mut block,
            2,
            counts.as_ptr(),
            offsets.as_mut_ptr().cast(),
            counts.len(),
            0b111,
            0b110,
            emission.as_mut_ptr(),
        )
    };
    assert_eq!(status, 0);
    // SAFETY: it was written.
    let emission = unsafe { emission.assume_init() };
    assert_eq!(emission, Emission { stages: 0b110, new_base: 0 });
    assert_eq!(written(&offsets[1..]), [32, 96]);
    assert_eq!(block, Block { index: 1, next: 128 });
    let mut offset = MaybeUninit::<u32>::uninit();
    // SAFETY: both are there.
    let status = unsafe {
        dral_binding_table_allocate(&mut block, 1, offset.as_mut_ptr())
    };
    // SAFETY: it was written.
    assert_eq!((status, unsafe { offset.assume_init() }), (0, 128));
}

#[test]
fn numbers_are_written_whole() {
    let mut size = MaybeUninit::<u32>::uninit();
    let mut bases = MaybeUninit::<Bases>::uninit();
    let mut address = MaybeUninit::<u64>::uninit();
    let mut word = MaybeUninit::<u32>::uninit();
    let mut ranges = room::<AddressRange>(15);
    // SAFETY: all outputs are there, and read after they were written.
    unsafe {
        assert_eq!(dral_binding_table_size(9, size.as_mut_ptr()), 0);
        assert_eq!(size.assume_init(), 64);
        assert_eq!(dral_binding_table_bases_of(120, 1, bases.as_mut_ptr()), 0);
        let base = bases.assume_init().surface_base;
        let status = dral_surface_state_address(0, 64, address.as_mut_ptr());
        assert_eq!(status, 0);
        let state = address.assume_init();
        let status =
            dral_binding_table_entry_word(base, state, word.as_mut_ptr());
        assert_eq!((status, word.assume_init()), (0, 0x3FFF_0040));
        let status = dral_address_map(
            125,
            0,
            65536,
            1 << 48,
            ranges.as_mut_ptr().cast(),
            ranges.len(),
        );
        assert_eq!(status, 0);
    }
    assert_eq!(written(&ranges)[12].address, 0x3_C000_0000);
}
