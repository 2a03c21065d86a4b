// SPDX-License-Identifier: MIT

//! How many elements a buffer holds, as the vertices or instances of a draw.

use super::attribute::{Rate, VertexBuffer};
use crate::Error;

impl VertexBuffer {
    /// As `dral_vertex_buffer_limit`.
    ///
    /// # Errors
    /// [`Error::UnknownRate`].
    ///
    /// ```
    /// use dral::instancing::{Rate, VertexBuffer};
    /// let colors = VertexBuffer {
    ///     size: 40,
    ///     stride: 16,
    ///     rate: Rate::Instance as u32,
    ///     divisor: 3,
    ///     ..VertexBuffer::default()
    /// };
    /// // Elements of 12 bytes begin at 0 and 16; one at 32 is cut.
    /// assert_eq!(colors.limit(0, 12, 0, 0), Ok(2 * 3));
    /// assert_eq!(colors.limit(0, 8, 0, 0), Ok(3 * 3));
    /// // From base instance 1, one element less remains.
    /// assert_eq!(colors.limit(0, 12, 0, 1), Ok(3));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn limit(
        &self,
        offset: u64,
        bytes: u32,
        offset_start: i32,
        base_instance: u32,
    ) -> Result<u64, Error> {
        let rate = Rate::try_from(self.rate)?;
        if rate == Rate::Unused {
            return Ok(u64::MAX);
        }
        // The bytes after the attribute in element 0.
        let rest = self.size.checked_sub(offset);
        let rest = rest.and_then(|rest| rest.checked_sub(bytes.into()));
        let Some(rest) = rest else {
            return Ok(0);
        };
        let Some(last) = rest.checked_div(self.stride.into()) else {
            return Ok(u64::MAX);
        };
        let (first, divisor) = match rate {
            // A negative start is before the buffer.
            Rate::Vertex => match u64::try_from(offset_start) {
                Ok(first) => (first, 1),
                Err(_) => return Ok(0),
            },
            _ => (base_instance.into(), self.divisor),
        };
        Ok(match (last.checked_sub(first), divisor) {
            (None, _) => 0,
            (Some(_), 0) => u64::MAX,
            (Some(more), divisor) => {
                more.saturating_add(1).saturating_mul(divisor.into())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUFFER: VertexBuffer = VertexBuffer {
        address: 0,
        size: 0,
        stride: 0,
        rate: Rate::Vertex as u32,
        divisor: 0,
    };

    #[test]
    fn every_vertex_and_instance_below_the_limit_reads_the_buffer_only() {
        let mut compared = 0;
        for size in 0..=12_u64 {
            for (stride, offset) in
                (0..=5).flat_map(|s| (0..=4).map(move |o| (s, o)))
            {
                for (bytes, first) in
                    (1..=3).flat_map(|b| (0..=3).map(move |f| (b, f)))
                {
                    for (rate, divisor) in [(0, 9), (1, 0), (1, 1), (1, 3)] {
                        let buffer = VertexBuffer {
                            size,
                            stride,
                            rate,
                            divisor,
                            ..BUFFER
                        };
                        let limit =
                            buffer.limit(offset, bytes, first, first as u32);
                        let fits = |index: u64| {
                            let element = first as u64
                                + match (rate, divisor) {
                                    (0, _) => index,
                                    (_, 0) => 0,
                                    _ => index / u64::from(divisor),
                                };
                            let end = element * u64::from(stride) + offset;
                            end + u64::from(bytes) <= size
                        };
                        let most = (0..99).take_while(|&i| fits(i)).count();
                        let expected = match most as u64 {
                            99 => u64::MAX,
                            most => most,
                        };
                        assert_eq!(limit, Ok(expected), "{buffer:?}");
                        compared += 1;
                    }
                }
            }
        }
        assert_eq!(compared, 13 * 30 * 12 * 4);
    }

    #[test]
    fn nothing_wraps_at_the_ends_of_the_ranges() {
        let whole = VertexBuffer { size: u64::MAX, stride: 1, ..BUFFER };
        let limit = |buffer: VertexBuffer, offset, bytes, start, base| {
            buffer.limit(offset, bytes, start, base)
        };
        assert_eq!(limit(whole, 0, 1, 0, 0), Ok(u64::MAX));
        assert_eq!(limit(whole, 0, 1, 5, 0), Ok(u64::MAX - 5));
        assert_eq!(limit(whole, 0, 0, 5, 0), Ok(u64::MAX - 4));
        assert_eq!(limit(whole, 0, 2, 0, 0), Ok(u64::MAX - 1));
        assert_eq!(limit(whole, u64::MAX, 1, 0, 0), Ok(0));
        assert_eq!(limit(whole, u64::MAX - 3, 3, 0, 0), Ok(1));
        assert_eq!(limit(whole, 0, 2, -1, 0), Ok(0));
        let rate = Rate::Instance as u32;
        let large = VertexBuffer { divisor: u32::MAX, rate, ..whole };
        assert_eq!(limit(large, 0, 2, 0, 0), Ok(u64::MAX));
        let small = VertexBuffer { size: u64::from(u32::MAX) + 1, ..large };
        assert_eq!(limit(small, 0, 1, 0, u32::MAX), Ok(u32::MAX.into()));
        let unused = VertexBuffer { rate: Rate::Unused as u32, ..BUFFER };
        assert_eq!(limit(unused, 9, 9, 9, 9), Ok(u64::MAX));
        let unknown = VertexBuffer { rate: 3, ..BUFFER };
        assert_eq!(limit(unknown, 0, 0, 0, 0), Err(Error::UnknownRate));
    }
}
