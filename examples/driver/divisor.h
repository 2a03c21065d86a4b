/* SPDX-License-Identifier: MIT */

/* The driver's own functions, as Panfrost drivers have shipped them. With
 * the library, dral_panfrost.h takes the place of this file. */

#ifndef DIVISOR_H
#define DIVISOR_H

/* How many threads an instance of so many vertices takes. Undefined from
 * 0xE0000000 vertices on, where the result would be 2^32. */
unsigned
panfrost_padded_vertex_count(unsigned vertex_count);

/* The magic divisor of a divisor of 1 or more. Writes *extra_flags only
 * where it is 1: the caller sets it to 0 before. */
unsigned
panfrost_compute_magic_divisor(unsigned hw_divisor, unsigned *o_shift,
                               unsigned *extra_flags);

#endif
