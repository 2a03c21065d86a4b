/* SPDX-License-Identifier: MIT */

/* Attribute buffer records (v4 to v7) by the driver's own code, except for
 * the two functions that the library can replace. */

#ifndef RECORDS_H
#define RECORDS_H

#include "draw.h"
#include "export.h"

#define DRIVER_MAX_RECORD_WORDS 8

/* Writes the record of a buffer and its continuation, if any. Returns the
 * number of words, or -ERANGE for draws that the driver does not support. */
DRIVER_EXPORT int
driver_emit_record(const struct driver_draw *draw,
                   const struct driver_buffer *buffer,
                   uint32_t words[DRIVER_MAX_RECORD_WORDS]);

#endif
