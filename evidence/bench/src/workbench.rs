// SPDX-License-Identifier: MIT

//! Loads the code of evidence/bench/c/, with the library in it. Contains the
//! only unsafe code of the bench: it calls C.

#![allow(unsafe_code)]

use crate::crates::DivisorFunction;
use crate::Failure;
use libloading::Library;
use std::ffi::{c_char, c_void, CString};
use std::path::Path;

/// C's `const struct subject *`.
type RawSubject = *const c_void;

pub struct Workbench {
    find_subject:
        unsafe extern "C" fn(*const c_char, *const c_char) -> RawSubject,
    input_count: unsafe extern "C" fn(RawSubject) -> usize,
    set_constant: unsafe extern "C" fn(u32),
    compare: unsafe extern "C" fn(RawSubject, RawSubject, usize) -> usize,
    run_subject: unsafe extern "C" fn(RawSubject, usize),
    run_divisor_function: unsafe extern "C" fn(DivisorFunction, usize),
    // Keeps the functions above loaded.
    _library: Library,
}

/// What is measured on one side, and for how many of its inputs.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    workbench: &'a Workbench,
    raw: RawSubject,
    count: usize,
}

impl Workbench {
    /// Loads a library that `build` built.
    pub fn load(file: &Path) -> Result<Self, Failure> {
        // SAFETY: loading runs no code, and the types are those of
        // evidence/bench/c/.
        unsafe {
            let library = Library::new(file)?;
            Ok(Self {
                find_subject: *library.get(b"find_subject")?,
                input_count: *library.get(b"input_count")?,
                set_constant: *library.get(b"set_constant")?,
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
        // SAFETY: C strings; the result is NULL or a subject.
        unsafe {
            let raw = (self.find_subject)(kernel.as_ptr(), side.as_ptr());
            (!raw.is_null()).then(|| {
                let count = (self.input_count)(raw);
                Subject { workbench: self, raw, count }
            })
        }
    }

    /// Sets the vertex count of the kernel "constant".
    pub fn set_constant(&self, vertex_count: u32) {
        // SAFETY: a number.
        unsafe { (self.set_constant)(vertex_count) }
    }
}

impl Subject<'_> {
    /// The same for at most this many inputs.
    pub fn first(self, most: usize) -> Self {
        Self { count: self.count.min(most), ..self }
    }

    /// Calls the subject for its inputs.
    pub fn run(&self) {
        // SAFETY: a subject, and no more inputs than it has.
        unsafe { (self.workbench.run_subject)(self.raw, self.count) }
    }

    /// Calls a function for the divisors of this subject, in the same loop.
    pub fn run_function(&self, make: DivisorFunction) {
        // SAFETY: the function accepts any divisor.
        unsafe { (self.workbench.run_divisor_function)(make, self.count) }
    }

    /// The number of inputs for which the results differ from those of another
    /// subject of the kernel; an error unless it is 0.
    pub fn check(&self, other: &Subject) -> Result<(), Failure> {
        // SAFETY: subjects of one kernel, and no more inputs than they have.
        let different = unsafe {
            (self.workbench.compare)(self.raw, other.raw, self.count)
        };
        match different {
            0 => Ok(()),
            _ => Err(format!("{different} of {} differ", self.count).into()),
        }
    }
}
