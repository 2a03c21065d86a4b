// SPDX-License-Identifier: MIT

//! A bound on the memory that one row may take.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// The most bytes of input between two rows. No driver's row comes near it;
/// a file that is not CSV can be one enormous line.
const MOST: u64 = 1 << 20;

/// Counts the bytes read since the last row.
#[derive(Clone, Default)]
pub struct RowBytes(Rc<Cell<u64>>);

impl RowBytes {
    /// A row has come to its end.
    pub fn next_row(&self) {
        self.0.set(0);
    }
}

/// A reader that fails when a row is too long.
pub struct Limited<R> {
    inner: R,
    row_bytes: RowBytes,
}

impl<R> Limited<R> {
    pub fn new(inner: R, row_bytes: RowBytes) -> Self {
        Self { inner, row_bytes }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let total = self.row_bytes.0.get() + count as u64;
        self.row_bytes.0.set(total);
        if total > MOST {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("a row is longer than {MOST} bytes"),
            ));
        }
        Ok(count)
    }
}
