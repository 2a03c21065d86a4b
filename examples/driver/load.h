/* SPDX-License-Identifier: MIT */

/* The list of draws that a program was given. */

#ifndef LOAD_H
#define LOAD_H

#include "read.h"

/* What the programs of the driver exit with, besides EXIT_SUCCESS. */
enum {
   EXIT_REFUSED = 1,
   EXIT_UNREADABLE = 2,
};

/* Reads a file, or standard input if the path is "-". False, with the
 * reason on standard error, if that does not work. */
bool
driver_load_draws(const char *path, struct driver_draw_list *list);

#endif
