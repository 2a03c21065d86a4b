/* SPDX-License-Identifier: MIT */

#ifndef DRIVER_H
#define DRIVER_H

#include <stdint.h>

#define DRIVER_EXPORT __attribute__((visibility("default")))

/* 10 * sqrt(a) + fma(a, b, 1), rounded down. */
DRIVER_EXPORT double driver_math(double a, double b);

/* The bits that are set. */
DRIVER_EXPORT unsigned driver_bits(uint64_t word);

/* Padded count plus magic divisor, shift and extra flags; or 0. */
DRIVER_EXPORT uint64_t driver_numbers(unsigned count, unsigned divisor);

#endif
