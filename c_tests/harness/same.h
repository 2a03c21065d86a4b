/* SPDX-License-Identifier: MIT */

/* A function compared with its reference. */

#ifndef SAME_H
#define SAME_H

#include "harness/harness.h"

#include <string.h>

/*
 * Both calls write a value of this type to *out. They must return the same
 * error and write the same value; on an error they must write nothing.
 */
#define CHECK_SAME_CALLS(context, error, type, call, expected_call, ...)     \
   do {                                                                      \
      type both[2];                                                          \
      type *out = &both[0];                                                  \
      int expected_error;                                                    \
                                                                             \
      fill_canary(both, sizeof both);                                        \
      (error) = (call);                                                      \
      out = &both[1];                                                        \
      expected_error = (expected_call);                                      \
      CHECK_EQUAL((context), error, expected_error, __VA_ARGS__);            \
      CHECK((context), memcmp(&both[0], out, sizeof both[0]) == 0,           \
            __VA_ARGS__);                                                    \
      CHECK((context), (error) == 0 || is_untouched(both, sizeof both),      \
            __VA_ARGS__);                                                    \
   } while (0)

#endif
