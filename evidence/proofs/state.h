/* SPDX-License-Identifier: MIT */

/*
 * Any prepared state, draw and buffers, for the functions of dral.h that take
 * them, as rustc compiles them for WebAssembly.  They are compared with
 * functions of dral_device.h for one buffer.
 *
 * Each loop is proven by induction: one round, after any number of rounds.
 */

#define PLAIN_PRODUCTS
#include "core.h"

#include "known.h"

/* ---- Loops ----------------------------------------------------------- */

/*
 * How many rounds the loop takes in total, and how many come before the one
 * that is proven, or NOT_REACHED if the function did not reach its loop.
 */
#define NOT_REACHED 0xFFFFFFFF
static u32 rounds, round_ = NOT_REACHED;

/* What one round does, what holds before it, and its claims. */
static void
any_before_round(void);
static void
claim_round(void);
/*
 * The value of a local that a round passes to the next: the one before the
 * loop, unless a file says otherwise.
 */
#ifndef carried
#define carried(index, any, before_loop, loops_around) (before_loop)
#endif

static u32
before_round(u32 loops_around)
{
   claim(loops_around == 0 && rounds != 0);
   round_ = nondet_u32();
   assume(round_ < rounds);
   any_before_round();
   return round_;
}

/* Another round follows. */
static void
after_round(u32 loops_around)
{
   (void)loops_around;
   claim_round();
   claim(round_ + 1 < rounds);
}

/* The function returned without an error: the round was the last one. */
static void
after_loop(void)
{
   claim(rounds == (round_ == NOT_REACHED ? 0 : round_ + 1));
   if (round_ != NOT_REACHED)
      claim_round();
}

#include "core_functions.h"

/* ---- Arguments ------------------------------------------------------- */

#define BUFFERS DRAL_VERTEX_STATE_BUFFERS
#define ELEMENTS DRAL_VERTEX_STATE_ELEMENTS
#define SEAL 0x6C617260

/* Argument 2 is the state, 3 the draw, and argument 4 the bound buffers. */
#define offset_of(member) offsetof(struct dral_vertex_state, member)
#define state_word(member) argument(2)[offset_of(member) / 4]
#define state_byte(member)                                                  \
   (state_word(member) >> 8 * (offset_of(member) % 4) & 0xFF)

struct memory
nondet_memory(void);
struct output
nondet_output(void);

static struct dral_draw draw;
static u32 variant, count;
/*
 * How many words the output has, one of them, and what it was before the
 * round.
 */
static u32 capacity, word, word_before;

static struct dral_record_template
state_template(u32 buffer)
{
   struct dral_record_template record;
   u32 i;

   for (i = 0; i < 4; i++) {
      record.first[i] =
         state_word(variants[variant].templates[buffer].first[i]);
      record.second[i] =
         state_word(variants[variant].templates[buffer].second[i]);
   }
   return record;
}

static struct dral_bound_buffer
bound_buffer(u32 buffer)
{
   struct dral_bound_buffer bound;
   u32 i;

   for (i = 0; i < 4; i++)
      bound.words[i] = argument(4)[4 * buffer + i];
   return bound;
}

/* Assumes what prepare leaves for a buffer, as state_prepare.c proves. */
static void
assume_prepared(u32 buffer)
{
   assume(is_prepared(variant, state_template(buffer),
                      state_byte(variants[variant].shared_from[buffer]),
                      state_word(instance_strides[buffer])));
}

/* Any state, any bound buffers, and any draw that is resolved or is not. */
static void
any_arguments(void)
{
   WORDS(dral_draw) words;
   u32 i;

   input = nondet_memory();
   output = nondet_output();
   any_resolved();
   words.it = given;
   if (nondet_u32())
      words.it.table_key = 0;
   /* Not stored, because solvers are slow with stores. */
   for (i = 0; i < sizeof words / 4; i++)
      assume(argument(3)[i] == words.words[i]);
   draw = words.it;
   variant = dral_device_draw_variant(draw);
   count = nondet_u32();
   assume(count <= BUFFERS);
   may_read(2, sizeof(struct dral_vertex_state));
   may_read(3, sizeof draw);
   may_read(4, 16 * count);
}

/* At most 64 KiB. */
static void
any_output(void)
{
   capacity = nondet_u32();
   word = nondet_u32();
   assume(capacity <= 0x4000 && word < 0x4000);
   word_before = output.words[word];
   may_write(5, 4 * capacity);
}

/* The errors of a state and a draw, and of a count of buffers. */
static u64
state_errors(void)
{
   u64 errors = 0;

   if ((state_word(seal) ^ SEAL) < 8 || (state_word(seal) ^ SEAL) > 15 ||
       state_word(buffer_count) > BUFFERS)
      errors |= ERROR_SET(DRAL_ERROR_NOT_PREPARED);
   if (state_word(seal) !=
       SEAL + 2 * draw.info.architecture + draw.info.rounding)
      errors |= ERROR_SET(DRAL_ERROR_STATE_MISMATCH);
   if (!dral_device_draw_is_resolved(draw))
      errors |= ERROR_SET(DRAL_ERROR_NOT_RESOLVED);
   return errors;
}

static u64
count_errors(void)
{
   return state_errors() |
          (count != state_word(buffer_count)
              ? ERROR_SET(DRAL_ERROR_BUFFER_COUNT)
              : 0);
}

/* As claim_status, for a function that returns a count. */
#define claim_count(status, errors, count)                                  \
   claim_status((status) < 0 ? (status) : 0, errors);                       \
   claim((errors) || (status) == (s32)(count))
