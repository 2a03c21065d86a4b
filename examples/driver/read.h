/* SPDX-License-Identifier: MIT */

/* Reads a list of draws from text:
 *
 *    # A comment.
 *    draw vertices=70 instances=100 primitive=3 idvs=0 start=0 base=0
 *    buffer address=0x10000 size=1120 stride=16
 *    buffer address=0x20000 size=408 stride=12 rate=instance divisor=3
 *    again vertices=71 instances=100
 *
 * A buffer belongs to the draw above it; `again` is a draw with the buffers
 * of the previous one. Numbers are decimal, or hexadecimal with a 0x prefix.
 * Everything defaults to 0 except `instances` (1), `primitive` (3) and `rate`
 * (vertex). `offset` and `format` apply to the attribute in the buffer. */

#ifndef READ_H
#define READ_H

#include "draw.h"

#include <stddef.h>
#include <stdio.h>

struct driver_draw_list {
   struct driver_draw *draws;
   size_t count;
};

/* Says what is wrong, with the file name, the line and the value. */
struct driver_read_error {
   char message[256];
};

/* Returns 0, or a negative errno with an error, which includes `name`. */
int
driver_read_draws(FILE *file, const char *name, struct driver_draw_list *list,
                  struct driver_read_error *error);

void
driver_free_draws(struct driver_draw_list *list);

#endif
