/* SPDX-License-Identifier: MIT */

/* The list of draws passed to a program. */

#ifndef LOAD_H
#define LOAD_H

#include "read.h"

/* Exit statuses of the driver's programs, besides EXIT_SUCCESS. */
enum {
   EXIT_REFUSED = 1,
   EXIT_UNREADABLE = 2,
};

/* Reads a file, or standard input if the path is "-". On failure, prints the
 * reason to standard error and returns false. */
bool
driver_load_draws(const char *path, struct driver_draw_list *list);

#endif
