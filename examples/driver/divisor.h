/* SPDX-License-Identifier: MIT */

/* The driver's own functions, as Panfrost has them. With the library,
 * dral_panfrost.h replaces this file. */

#ifndef DIVISOR_H
#define DIVISOR_H

/* The number of threads per instance, for a vertex count. Undefined from
 * 0xE0000000 vertices on, where the result would be 2^32. */
unsigned
panfrost_padded_vertex_count(unsigned vertex_count);

/* The magic divisor of a divisor of at least 1. Writes *extra_flags only if
 * it is 1; the caller initializes it to 0. */
unsigned
panfrost_compute_magic_divisor(unsigned hw_divisor, unsigned *o_shift,
                               unsigned *extra_flags);

#endif
