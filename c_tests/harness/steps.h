/* SPDX-License-Identifier: MIT */

/*
 * Arguments that are changed one at a time.  A test has sound arguments and
 * outputs in static memory, calls that use them, and a list of steps.  Each
 * step is seen to succeed before its change, so the change is what is
 * refused; it is taken back then.
 */

#ifndef STEPS_H
#define STEPS_H

#include "harness/canary.h"
#include "harness/harness.h"

#include <errno.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

struct step {
   int line;
   int (*call)(void);
   /* What is changed, and to what. */
   void *field;
   size_t size;
   uint64_t value;
   /* What the call returns then; 0 if the change is fine and stays. */
   int error;
   /* Words of the explanation, or NULL. */
   const char *words;
};

#define STEP(call, field, value, error) \
   EXPLAINED_STEP(call, field, value, error, NULL)
#define EXPLAINED_STEP(call, field, value, error, words) \
   { __LINE__, call, &(field), sizeof(field), value, error, words }

/* Values next to those of an enum or a flag with two values, and far away. */
#define UNKNOWN_STEPS(call, field, error) \
   STEP(call, field, 2, error),           \
   STEP(call, field, 3, error),           \
   STEP(call, field, 255, error),         \
   STEP(call, field, 256, error),         \
   STEP(call, field, 0x7FFFFFFF, error),  \
   STEP(call, field, 0x80000000, error),  \
   STEP(call, field, 0x80000001, error),  \
   STEP(call, field, 0xFFFFFFFF, error)

/* Makes each step, and checks that an error leaves the outputs alone. */
void
check_steps(struct context *context, void *outputs, size_t output_size,
            const char *(*explain)(void), const struct step *steps,
            size_t count);

/* Steps of calls that all write to `out`. */
#define CHECK_STEPS(context, steps) \
   check_steps(context, &out, sizeof out, NULL, steps, LENGTH(steps))
#define CHECK_EXPLAINED_STEPS(context, explain, steps) \
   check_steps(context, &out, sizeof out, explain, steps, LENGTH(steps))

/* The error that all of these calls return; 1 if they return several. */
int
same_error(const int *errors, size_t count);

#endif
