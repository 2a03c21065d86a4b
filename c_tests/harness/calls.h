/* SPDX-License-Identifier: MIT */

/*
 * What every function does with its pointers and counts, checked by the same
 * loops for all of them.  A table says for each function which pointers it
 * takes and gives it arguments with which it succeeds; each bad call differs
 * from that one in a single argument, so nothing else can be what is refused.
 */

#ifndef CALLS_H
#define CALLS_H

#include "harness/canary.h"
#include "harness/harness.h"

#include <errno.h>

#define CALL_ARGUMENTS 8
#define CALL_COUNTS 3

enum call_role {
   ROLE_NONE,
   ROLE_INPUT,
   ROLE_OUTPUT,
   /* Read and written. */
   ROLE_BOTH,
   /* Written at will, on an error too. */
   ROLE_SCRATCH
};

enum {
   /* NULL is no error. */
   MAY_BE_NULL = 1,
   /* A count beyond memory may also be taken for what is needed of it. */
   MAY_BE_ENDLESS = 2,
   /* Shares no memory with others of its group, unless both are inputs. */
   APART = 4,
   APART_TOO = 8
};

/* One pointer argument: an array, or a single value. */
struct call_argument {
   enum call_role role;
   unsigned flags;
   /* Of one element. */
   size_t size;
   /* How many elements the successful call has. */
   size_t count;
   /* 1 + the place in counts[] of how many there are; 0 if that is fixed. */
   size_t counted_by;
   /* The error for any lower count; 0 if they are not tried. */
   int too_few;
   /* What is read. */
   const void *elements;
};

/* Their values have static storage duration. */
#define IN(flags, value) \
   { ROLE_INPUT, flags, sizeof(value), 1, 0, 0, &(value) }
#define IN_FIXED(flags, array, count) \
   { ROLE_INPUT, flags, sizeof (array)[0], count, 0, 0, array }
#define IN_ARRAY(flags, array, count, counted_by, too_few) \
   { ROLE_INPUT, flags, sizeof (array)[0], count, counted_by, too_few, array }
#define IN_OUT(flags, value) \
   { ROLE_BOTH, flags, sizeof(value), 1, 0, 0, &(value) }
#define OUT(flags, type) { ROLE_OUTPUT, flags, sizeof(type), 1, 0, 0, NULL }
#define OUT_FIXED(flags, type, count) \
   { ROLE_OUTPUT, flags, sizeof(type), count, 0, 0, NULL }
#define OUT_ARRAY(flags, type, count, counted_by, too_few) \
   { ROLE_OUTPUT, flags, sizeof(type), count, counted_by, too_few, NULL }

struct call {
   const char *name;
   int (*function)(void *const *at, const size_t *n);
   struct call_argument arguments[CALL_ARGUMENTS];
};

/* Defines the function of a table's entry: its pointers are at[0] and so on,
 * its counts n[0] and so on. */
#define DEFINE_CALL(name, ...)                     \
   static int                                      \
   call_##name(void *const *at, const size_t *n)   \
   {                                               \
      (void)n;                                     \
      return dral_##name(__VA_ARGS__);             \
   }

/* The entry; its arguments follow. */
#define CALL(name, ...) { #name, call_##name, { __VA_ARGS__ } }

/*
 * Of each function:  it succeeds, writes all of its outputs, nothing around
 * them and no input, also where each argument ends with its memory.  -EINVAL,
 * and nothing written, for NULL in each pointer and in all of them, for
 * counts beyond memory, and for arguments that overlap at any distance; side
 * by side they are fine.  Too few elements are the error that the table says.
 */
void
check_calls(struct context *context, const struct call *calls, size_t count);

/* One call by itself: this error, and nothing is written to the outputs of
 * its caller, a struct with the test's context. */
#define REFUSED(caller, call, error)                                        \
   do {                                                                     \
      CHECK_EQUAL((caller).context, call, error, "line %d", __LINE__);      \
      CHECK((caller).context,                                               \
            is_untouched(&(caller).outputs, sizeof (caller).outputs),       \
            "line %d", __LINE__);                                           \
   } while (0)

/* A field of an input that a function refuses to read so. */
struct change {
   size_t offset;
   size_t size;
   uint64_t value;
   int error;
};

#define CHANGE(type, field, value, error)                                 \
   { offsetof(struct type, field), sizeof(((struct type *)NULL)->field),  \
     value, error }

/* Values next to those of an enum or a flag with two values, and far away. */
#define CHANGE_TO_UNKNOWN(type, field, error)  \
   CHANGE(type, field, 2, error),              \
   CHANGE(type, field, 3, error),              \
   CHANGE(type, field, 255, error),            \
   CHANGE(type, field, 256, error),            \
   CHANGE(type, field, 0x7FFFFFFF, error),     \
   CHANGE(type, field, 0x80000000, error),     \
   CHANGE(type, field, 0x80000001, error),     \
   CHANGE(type, field, 0xFFFFFFFF, error)

/*
 * Makes each change to an input of these calls, and takes it back: without
 * it each call succeeds, with it the call is that error and writes nothing;
 * it is also an error if an output is NULL besides.
 */
void
check_changes(struct context *context, const struct call *calls, size_t count,
              void *input, const struct change *changes, size_t change_count);

#endif
