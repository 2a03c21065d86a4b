/* SPDX-License-Identifier: MIT */

/* Formats inputs of the library for the message of a failed check. */

#ifndef TEXT_H
#define TEXT_H

#include "dral.h"

/* A text is valid until the next call of the same function. */
const char *
draw_text(const struct dral_draw_info *draw);

const char *
buffer_text(const struct dral_vertex_buffer *buffer);

const char *
valhall_text(const struct dral_valhall_source *source);

/* At most eight words. */
const char *
words_text(const uint32_t *words, size_t count);

#endif
