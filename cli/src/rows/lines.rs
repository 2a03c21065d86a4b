// SPDX-License-Identifier: MIT

//! The line on which a row begins, and a limit on the memory for a row.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::rc::Rc;

/// The lines read so far. The position of a CSV reader does not give a row's
/// line: it is before empty lines, and between the two bytes of a Windows line
/// end.
#[derive(Clone)]
pub struct Lines(Rc<RefCell<State>>);

struct State {
    /// The first byte and the number of each line that is not empty.
    begun: VecDeque<(u64, u64)>,
    byte: u64,
    line: u64,
    empty: bool,
    after_return: bool,
    /// The bytes read since the last row, and their limit.
    since_row: u64,
    most: Option<u64>,
}

impl Lines {
    /// `most` is the maximum length of a row in bytes.
    pub fn new(most: Option<u64>) -> Self {
        Self(Rc::new(RefCell::new(State {
            begun: VecDeque::new(),
            byte: 0,
            line: 1,
            empty: true,
            after_return: false,
            since_row: 0,
            most,
        })))
    }

    /// Ends a row.
    pub fn next_row(&self) {
        self.0.borrow_mut().since_row = 0;
    }

    /// The line of the first row that begins at this byte or later. Later calls
    /// must not go back.
    pub fn at(&self, byte: u64) -> u64 {
        let mut state = self.0.borrow_mut();
        while state.begun.front().is_some_and(|begun| begun.0 < byte) {
            state.begun.pop_front();
        }
        state.begun.front().map_or(state.line, |begun| begun.1)
    }
}

impl State {
    fn read(&mut self, byte: u8) {
        match byte {
            b'\n' if self.after_return => {}
            b'\n' | b'\r' => {
                self.line += 1;
                self.empty = true;
            }
            _ if self.empty => {
                self.begun.push_back((self.byte, self.line));
                self.empty = false;
            }
            _ => {}
        }
        self.after_return = byte == b'\r';
        self.byte += 1;
    }
}

/// A reader that records the lines, and fails if a row is too long.
pub struct Counted<R> {
    inner: R,
    lines: Lines,
}

impl<R> Counted<R> {
    pub fn new(inner: R, lines: Lines) -> Self {
        Self { inner, lines }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let mut state = self.lines.0.borrow_mut();
        buffer.iter().take(count).for_each(|&byte| state.read(byte));
        state.since_row += count as u64;
        match state.most {
            Some(most) if state.since_row > most => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("a row is longer than {most} bytes"),
            )),
            _ => Ok(count),
        }
    }
}
