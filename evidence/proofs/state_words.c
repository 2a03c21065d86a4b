/* SPDX-License-Identifier: MIT */

/* Which words a draw must write. */

#include <stdint.h>

/*
 * The bits that differ in a word of any buffer of earlier rounds, and whether
 * the function takes the loop that skips unused buffers. The compilers pass
 * the last word first in both loops.
 */
static uint32_t differing[4], skips_unused;

#define carried(index, any, before_loop, loops_around) differing[3 - (index)]

#include "state.h"

/* What was written before, and for any of its buffers. */
static struct output last;
static u32 chosen;

#define WORD_OF(member) (offsetof(struct dral_written, member) / 4)
#define of_word(array, member) ((array).words[WORD_OF(member)])
#define of_words(array, member)                                             \
   ((array).words[WORD_OF(member) + 1] * ((u64)1 << 32) +                   \
    (array).words[WORD_OF(member)])
#define last_buffer(buffer, word)                                           \
   last.words[WORD_OF(buffers) + 4 * (buffer) + (word)]

/* Whether nothing changed, so each buffer is the same. */
static u32 is_repeated;

static u32
is_read(u32 buffer)
{
   return !skips_unused || state_template(buffer).first[0] != 0;
}

static u32
difference(u32 buffer, u32 word)
{
   return is_read(buffer) ? last_buffer(buffer, word) ^
                               bound_buffer(buffer).words[word]
                          : 0;
}

static u32
is_same(u32 buffer)
{
   u32 i, result = 1;

   for (i = 0; i < 4; i++)
      result &= difference(buffer, i) == 0;
   return result;
}

/* Whether the words in memory were written for a state with this identity. */
static u32
has_identity(const u32 *written)
{
   u32 i, result = 1;

   for (i = 0; i < sizeof(((struct dral_vertex_state *)0)->identity) / 4; i++)
      result &= written[WORD_OF(identity) + i] ==
                argument(2)[offset_of(identity) / 4 + i];
   return result;
}

/*
 * After some rounds: the function remembers their buffers, and nothing else
 * changed.
 */
static int
is_remembered(u32 buffer, u32 rounds_before)
{
   u32 i, result = 1;

   for (i = 0; i < 4; i++)
      result &= output.words[WORD_OF(buffers) + 4 * buffer + i] ==
                (buffer < rounds_before && is_read(buffer)
                    ? bound_buffer(buffer).words[i]
                    : last_buffer(buffer, i));
   for (i = 0; i < WORD_OF(buffers); i++)
      result &= output.words[i] == last.words[i];
   return result;
}

static int
is_compared(u32 rounds_before)
{
   u32 i, result = 1;

   for (i = 0; i < 4; i++)
      result &= (chosen >= rounds_before ||
                 (difference(chosen, i) & ~differing[i]) == 0) &&
                (!is_repeated || differing[i] == 0);
   return result;
}

static void
any_before_round(void)
{
   u32 i;

   output = nondet_output();
   for (i = 0; i < 4; i++)
      differing[i] = nondet_u32();
   assume(is_compared(round_));
   assume(is_remembered(round_, round_) && is_remembered(chosen, round_));
   assume(!is_repeated || is_same(round_));
}

static void
claim_round(void)
{
   u32 i;

   for (i = 0; i < 4; i++)
      differing[i] |= difference(round_, i);
   claim(is_compared(round_ + 1));
   claim(round_ + 1 == rounds || is_remembered(chosen, round_ + 1));
}

/* What a draw writes for one buffer, an attribute of it, and ids. */
struct for_draw {
   struct dral_record_template record;
   struct dral_device_offset offset;
   struct dral_device_id_words ids;
   u32 slot, end;
};

/*
 * Any for the chosen buffer: the function only reads whether it is unused.
 */
static WORDS(dral_record_template) templates[DRAL_VERTEX_STATE_VARIANTS];

static void
any_templates(void)
{
   const u32 instance_stride = state_word(instance_strides[chosen]);
   u32 i;

   for (i = 0; i < DRAL_VERTEX_STATE_VARIANTS; i++) {
      any(templates[i]);
      assume(is_prepared(i, templates[i].it, nondet_u32(), instance_stride));
      /* A buffer is used in all variants or in none. */
      assume((templates[i].words[0] == 0) == (templates[0].words[0] == 0));
   }
}

static struct for_draw
words_for(struct dral_draw drawn, struct dral_bound_buffer bound,
          u32 source_offset)
{
   const u32 of = dral_device_draw_variant(drawn);
   struct for_draw result;

   result.record =
      dral_device_vertex_state_record(drawn, templates[of].it, bound);
   result.offset = dral_device_vertex_state_offset(
      drawn, templates[of].it, state_word(instance_strides[chosen]), bound,
      source_offset);
   result.ids = dral_device_id_records(drawn);
   result.slot = state_byte(variants[of].slots[chosen]);
   result.end = state_word(variants[of].end);
   return result;
}

/*
 * The words that the next draw does not need to write are those it would
 * write, for any buffer and attribute.
 */
void
words_to_write(void)
{
   const u32 source_offset = nondet_u32(), word = nondet_u32() % 4;
   struct dral_draw before;
   struct for_draw written, next;
   struct dral_bound_buffer bound;
   u64 errors;
   u32 i, stay;
   s32 status;

   any_resolved();
   before = given;
   any_arguments();
   last = output;
   is_repeated = nondet_u32() % 2;
   chosen = nondet_u32();
   assume(chosen < BUFFERS);
   skips_unused = state_word(variants[variant].plain_below) == 0;
   rounds = count;
   may_write(5, sizeof(struct dral_written));
   status = (s32)wasm_dral_words_to_write(ARGUMENT(5), ARGUMENT(2),
                                          ARGUMENT(3), ARGUMENT(4), count);
   errors = count_errors();
   claim_count(status, errors, 3 & ~output.words[0]);
   if (errors)
      return;
   after_loop();

   /* What the next call reads. */
   claim((of_word(output, words) & ~of_word(last, words)) == 0);
   claim(of_word(output, table_key) == draw.table_key);
   claim(of_words(output, offset_key) == draw.offset_key);
   claim(has_identity(output.words));
   for (i = 0; i < 4; i++)
      claim(chosen >= count || !is_read(chosen) ||
            output.words[WORD_OF(buffers) + 4 * chosen + i] ==
               bound_buffer(chosen).words[i]);

   stay = of_word(output, words) & 3;
   if (!has_identity(last.words)) {
      claim(stay == 0);
      return;
   }
   /* What the last call left, for the same state. */
   assume(of_word(last, table_key) == before.table_key);
   assume(of_words(last, offset_key) == before.offset_key);
   /* A state is for one rounding. */
   assume(before.info.rounding == draw.info.rounding);
   assume(before.info.architecture == draw.info.architecture);
   assume(chosen < count);
   any_templates();
   /* What the function reads of them. */
   assume((templates[variant].words[0] == 0) ==
          (state_template(chosen).first[0] == 0));
   assume(skips_unused || templates[variant].words[0] != 0);
   for (i = 0; i < 4; i++)
      bound.words[i] = last_buffer(chosen, i);
   written = words_for(before, bound, source_offset);
   next = words_for(draw, bound_buffer(chosen), source_offset);
   if (stay & DRAL_WORDS_TABLE) {
      reach("the same table");
      claim(written.record.first[word] == next.record.first[word]);
      claim(written.record.second[word] == next.record.second[word]);
      /* Those of a draw of more than 2^31 vertices have the same ids. */
      claim(before.info.vertex_count > (u32)1 << 31 ||
            (written.ids.words[word] == next.ids.words[word] &&
             written.ids.words[4 + word] == next.ids.words[4 + word]));
   }
   if (stay & DRAL_WORDS_ATTRIBUTES) {
      reach("the same attributes");
      claim(written.offset.valid == next.offset.valid &&
            written.offset.offset == next.offset.offset);
   }
   claim(stay == 0 ||
         (written.slot == next.slot && written.end == next.end));
   /* The same draw writes nothing, except that larger ones write ids. */
   if (is_repeated && of_word(last, table_key) == draw.table_key &&
       of_words(last, offset_key) == draw.offset_key) {
      reach("the same draw");
      claim(stay == (of_word(last, words) &
                     (draw.info.instance_count == 1 &&
                            draw.info.vertex_count > (u32)1 << 31
                         ? DRAL_WORDS_ATTRIBUTES
                         : 3)));
   }
}
