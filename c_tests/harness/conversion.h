/* SPDX-License-Identifier: MIT */

/*
 * The library's inputs as the reference takes them, and as a line of text
 * for the message of a failed check.
 */

#ifndef CONVERSION_H
#define CONVERSION_H

#include "dral.h"
#include "reference/reference.h"

struct ref_draw
reference_draw(const struct dral_draw *draw);

struct ref_buffer
reference_buffer(const struct dral_vertex_buffer *buffer);

struct ref_valhall
reference_valhall(const struct dral_valhall_source *source);

struct ref_magic
reference_magic(const struct dral_magic_divisor *divisor);

/* The texts are valid until the next call of the same function. */
const char *
draw_text(const struct dral_draw *draw);

const char *
buffer_text(const struct dral_vertex_buffer *buffer);

const char *
valhall_text(const struct dral_valhall_source *source);

/* At most eight words. */
const char *
words_text(const uint32_t *words, size_t count);

#endif
