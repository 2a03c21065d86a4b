/* SPDX-License-Identifier: MIT */

/*
 * Arguments that are changed one at a time.  A test has valid arguments in
 * static memory, calls that use them, and a list of steps.  Before each change
 * the call succeeds, so the change is the reason for an error; after the error
 * the change is undone.
 */

#ifndef STEPS_H
#define STEPS_H

#include "harness/harness.h"

#include <errno.h>

struct step {
   /* The call and the field, for messages. */
   const char *name;
   int (*call)(void);
   /* What is changed, and to what. */
   void *field;
   size_t size;
   uint64_t value;
   /* What the call returns then; 0 if the change is fine and stays. */
   int error;
   /* What explains it, and words of that; or NULL. */
   const char *(*explain)(void);
   const char *words;
};

#define STEP(call, field, value, error) \
   EXPLAINED_STEP(call, field, value, error, NULL, NULL)
#define EXPLAINED_STEP(call, field, value, error, explain, words)    \
   { #call "(" #field ")", call, &(field), sizeof(field), value, error, \
     explain, words }

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

/* A call of steps, which takes no arguments, and several that return the same
 * error. */
#define DEFINE_CALL(name, call) \
   static int                   \
   name(void)                   \
   {                            \
      return call;              \
   }
#define DEFINE_CALLS(name, ...)                   \
   static int                                     \
   name(void)                                     \
   {                                              \
      const int errors[] = { __VA_ARGS__ };       \
                                                  \
      return same_error(errors, LENGTH(errors));  \
   }

/* Where calls write: room for several outputs, none of them larger. */
#define MOST_OUTPUTS 6
#define OUT(index) ((void *)outputs[index])
extern uint64_t outputs[MOST_OUTPUTS][512];

/* Makes each step, and checks that an error leaves the outputs alone. */
void
check_steps(struct context *context, const struct step *steps, size_t count);

#define CHECK_STEPS(context, steps) \
   check_steps(context, steps, LENGTH(steps))

/* A test of steps from `make_sound` on. */
#define STEPS_TEST(name, ...)                                     \
   static void                                                    \
   name(struct context *context)                                  \
   {                                                              \
      static const struct step steps[] = { __VA_ARGS__ };         \
                                                                  \
      make_sound(context);                                        \
      CHECK_STEPS(context, steps);                                \
   }

/* The error that all of these calls return; 1 if they return several. */
int
same_error(const int *errors, size_t count);

#endif
