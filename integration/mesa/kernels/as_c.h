/* SPDX-License-Identifier: MIT */
/**
 * \file
 * What src/panfrost/libpan/draw_helper.cl needs to compile as C, where all
 * memory has one address space, and one thread runs after the other.
 */

#ifndef AS_C_H
#define AS_C_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define global
#define constant const
#define KERNEL(threads) void
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define atomic_fetch_min(pointer, value) \
   (*(pointer) = min(*(pointer), (value)))
#define atomic_fetch_max(pointer, value) \
   (*(pointer) = max(*(pointer), (value)))

struct threads {
   uint32_t x;
};

static struct threads cl_global_id;

#endif
