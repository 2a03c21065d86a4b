/* SPDX-License-Identifier: MIT */

/* Compares a function with its reference. */

#ifndef SAME_H
#define SAME_H

#include "harness/harness.h"
#include "reference/plain.h"

#include <string.h>

/* Whether a call returned an error of this set. With 0, it must have
 * succeeded. */
static inline int
is_expected(int error, uint64_t errors)
{
   if (errors == 0)
      return error >= 0;
   return ERROR_POSITION(error) > 0 && ERROR_POSITION(error) < 64 &&
          (errors & ERROR_SET(error)) != 0;
}

#define CHECK_ERROR(context, error, errors, ...) \
   CHECK(context, is_expected(error, errors), __VA_ARGS__)

/* Both calls write a value of this type to *out, a name that you choose. */
#define CHECK_OUTPUTS(context, error, type, out, call, expected, is_right,   \
                      ...)                                                   \
   do {                                                                      \
      /* An output for each call, with margins before, between and after. */ \
      type outputs[5];                                                       \
      type *out = &outputs[1];                                               \
                                                                             \
      fill_canary(outputs, sizeof outputs);                                  \
      (error) = (call);                                                      \
      out = &outputs[3];                                                     \
      expected;                                                              \
      CHECK(context, is_right, __VA_ARGS__);                                 \
      CHECK(context, (error) < 0 || memcmp(out, out - 2, sizeof *out) == 0,  \
            __VA_ARGS__);                                                    \
      CHECK(context,                                                         \
            is_untouched(&outputs[0], sizeof *out) &&                        \
               is_untouched(&outputs[2], sizeof *out) &&                     \
               is_untouched(&outputs[4], sizeof *out),                       \
            __VA_ARGS__);                                                    \
   } while (0)

/*
 * Both calls return the same error, and write the same value unless that is
 * negative.  On error the value is unspecified, but nothing else is written.
 */
#define CHECK_SAME_CALLS(context, error, type, out, call, expected_call,     \
                         ...)                                                \
   do {                                                                      \
      int expected_error;                                                    \
                                                                             \
      CHECK_OUTPUTS(context, error, type, out, call,                         \
                    expected_error = (expected_call),                        \
                    (error) == expected_error, __VA_ARGS__);                 \
   } while (0)

/* The same if expected_call returns the set of possible errors. */
#define CHECK_CALL(context, error, type, out, call, expected_call, ...)      \
   do {                                                                      \
      uint64_t expected_errors;                                              \
                                                                             \
      CHECK_OUTPUTS(context, error, type, out, call,                         \
                    expected_errors = (expected_call),                       \
                    is_expected(error, expected_errors), __VA_ARGS__);       \
   } while (0)

#endif
