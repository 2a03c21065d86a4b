// SPDX-License-Identifier: MIT

//! Loads the code of tools/bench/c/, with the library in it, built with one set
//! of flags. Contains the only unsafe code of the bench: it calls C.

#![allow(unsafe_code)]

use crate::crates::DivisorFunction;
use crate::Failure;
use libloading::Library;
use std::ffi::{c_char, CString};
use std::path::Path;
use std::ptr::{self, NonNull};

/// C's `struct subject`.
#[repr(C)]
struct RawSubject {
    _private: [u8; 0],
}

/// C's `struct comparison`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Comparison {
    pub calls: u64,
    pub different: u64,
    pub rounded: u64,
}

type FindSubject =
    unsafe extern "C" fn(*const c_char, *const c_char) -> *const RawSubject;
type InputsOf =
    unsafe extern "C" fn(*const RawSubject, *mut usize) -> *const u32;
type Compare = unsafe extern "C" fn(
    *const RawSubject,
    *const RawSubject,
    *const u32,
    usize,
) -> Comparison;
type RunSubject = unsafe extern "C" fn(*const RawSubject, *const u32, usize);
type RunDivisorFunction =
    unsafe extern "C" fn(DivisorFunction, *const u32, usize);

pub struct Workbench {
    find_subject: FindSubject,
    inputs_of: InputsOf,
    compare: Compare,
    run_subject: RunSubject,
    run_divisor_function: RunDivisorFunction,
    // Keeps the functions above loaded.
    _library: Library,
}

/// The inputs of a subject.
#[derive(Clone, Copy)]
pub enum Inputs<'a> {
    Numbers(&'a [u32]),
    /// This many of the draws that C has.
    Draws(usize),
}

impl Inputs<'_> {
    fn raw(&self) -> (*const u32, usize) {
        match self {
            Self::Numbers(numbers) => (numbers.as_ptr(), numbers.len()),
            Self::Draws(count) => (ptr::null(), *count),
        }
    }

    pub fn len(&self) -> usize {
        self.raw().1
    }
}

/// A function of a workbench that can be measured.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    workbench: &'a Workbench,
    raw: NonNull<RawSubject>,
}

impl Workbench {
    /// Loads a library that `build` built.
    pub fn load(file: &Path) -> Result<Self, Failure> {
        // SAFETY: loading runs no code, and the types are those of
        // tools/bench/c/loops.h.
        unsafe {
            let library = Library::new(file)?;
            Ok(Self {
                find_subject: *library.get(b"find_subject")?,
                inputs_of: *library.get(b"inputs_of")?,
                compare: *library.get(b"compare")?,
                run_subject: *library.get(b"run_subject")?,
                run_divisor_function: *library.get(b"run_divisor_function")?,
                _library: library,
            })
        }
    }

    /// The subject of a side for a kernel, if there is one.
    pub fn find(&self, kernel: &str, side: &str) -> Option<Subject<'_>> {
        let kernel = CString::new(kernel).ok()?;
        let side = CString::new(side).ok()?;
        // SAFETY: both are C strings.
        let raw =
            unsafe { (self.find_subject)(kernel.as_ptr(), side.as_ptr()) };
        let raw = NonNull::new(raw.cast_mut())?;
        Some(Subject { workbench: self, raw })
    }

    /// Calls a function for every divisor, in the same loop as the subjects.
    pub fn run_function(&self, make: DivisorFunction, inputs: &Inputs) {
        let (divisors, count) = inputs.raw();
        assert!(!divisors.is_null());
        let run = self.run_divisor_function;
        // SAFETY: the function accepts any divisor, and the slice has as many
        // divisors as its length says.
        unsafe { run(make, divisors, count) }
    }
}

impl<'a> Subject<'a> {
    /// All inputs of the subject.
    pub fn inputs(&self) -> Inputs<'a> {
        let mut count = 0;
        // SAFETY: a subject of this workbench.
        let numbers = unsafe {
            (self.workbench.inputs_of)(self.raw.as_ptr(), &mut count)
        };
        if numbers.is_null() {
            return Inputs::Draws(count);
        }
        // SAFETY: C has this many numbers, which are constant while the library
        // is loaded.
        Inputs::Numbers(unsafe { std::slice::from_raw_parts(numbers, count) })
    }

    /// Asserts that the inputs are of the subject's kind and not more than C
    /// has.
    fn check(&self, inputs: &Inputs) {
        let fits = match (self.inputs(), inputs) {
            (Inputs::Numbers(_), Inputs::Numbers(_)) => true,
            (Inputs::Draws(most), Inputs::Draws(count)) => *count <= most,
            _ => false,
        };
        assert!(fits, "inputs of another kernel");
    }

    /// Calls the subject for all inputs.
    pub fn run(&self, inputs: &Inputs) {
        self.check(inputs);
        let (numbers, count) = inputs.raw();
        // SAFETY: a subject of this workbench, and inputs of its kind.
        unsafe {
            (self.workbench.run_subject)(self.raw.as_ptr(), numbers, count);
        }
    }

    /// Compares the results with those of another subject of the same workbench
    /// and kernel.
    pub fn compare(&self, other: &Subject, inputs: &Inputs) -> Comparison {
        self.check(inputs);
        assert!(ptr::eq(self.workbench, other.workbench));
        let (numbers, count) = inputs.raw();
        // SAFETY: subjects of this workbench, and inputs of their kind.
        unsafe {
            (self.workbench.compare)(
                self.raw.as_ptr(),
                other.raw.as_ptr(),
                numbers,
                count,
            )
        }
    }
}
