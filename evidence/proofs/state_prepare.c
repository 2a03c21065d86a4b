/* SPDX-License-Identifier: MIT */

/*
 * What dral_vertex_state_prepare leaves, for any buffers and attributes. Its
 * records are compared with dral_device_record_template, one buffer of one
 * variant at a time.
 *
 * The loop over variants, and the loop over buffers in it, are proven by
 * induction; ESBMC unwinds the others.
 */

#define PLAIN_PRODUCTS
#include "core.h"

#include "known.h"

#define BUFFERS DRAL_VERTEX_STATE_BUFFERS
#define ELEMENTS DRAL_VERTEX_STATE_ELEMENTS
#define VARIANTS DRAL_VERTEX_STATE_VARIANTS
#define SEAL 0x6C617260

struct memory
nondet_memory(void);
struct output
nondet_output(void);

/* ---- Arguments ------------------------------------------------------- */

/* As the struct of dral.h is in WebAssembly, with 32-bit pointers. */
enum { ARCHITECTURE, ROUNDING, SHAPE, IMAGES, UNUSED_LOCATION };
#define INFO_WORDS 9
#define info(word) argument(2)[word]
#define is_pairs (info(SHAPE) == DRAL_TABLE_SHAPE_PAIRS)

static u32 buffer_count, element_count;

static struct dral_vertex_buffer
given_buffer(u32 index)
{
   const u32 *words = &argument(3)[8 * index];

   return (struct dral_vertex_buffer){ 0, 0, words[4], words[5], words[6] };
}

static struct dral_vertex_element
given_element(u32 index)
{
   const u32 *words = &argument(4)[3 * index];

   return (struct dral_vertex_element){ words[0], words[1], words[2] };
}

static u32
instance_stride(struct dral_vertex_buffer buffer)
{
   return buffer.rate == DRAL_RATE_INSTANCE ? buffer.stride : 0;
}

/* ---- The state ------------------------------------------------------- */

#define offset_of(member) offsetof(struct dral_vertex_state, member)
#define state_word(member) output.words[offset_of(member) / 4]
#define state_byte(member)                                                  \
   (state_word(member) >> 8 * (offset_of(member) % 4) & 0xFF)

/* The variant and the buffer of the round that is proven. */
static u32 variant, round_;

/* The slot after the records before the round. */
static u32 next;

/*
 * Any buffer of any variant, what its round left, and the slot after its
 * record: no other round changes this.
 */
static u32 chosen_variant, chosen, chosen_slot, chosen_from, chosen_end;
static WORDS(dral_record_template) chosen_template;

/* Any attribute. */
static u32 chosen_element;

/* Nothing below is zero any more. */
static int is_finished;

static struct dral_record_template
state_template(u32 of, u32 buffer)
{
   struct dral_record_template record;
   u32 i;

   for (i = 0; i < 4; i++) {
      record.first[i] = state_word(variants[of].templates[buffer].first[i]);
      record.second[i] = state_word(variants[of].templates[buffer].second[i]);
   }
   return record;
}

static int
are_equal(struct dral_record_template one, struct dral_record_template other)
{
   u32 i, result = 1;

   for (i = 0; i < 4; i++)
      result &= one.first[i] == other.first[i] &&
                one.second[i] == other.second[i];
   return result;
}

/* Whether a buffer of a variant is as here. */
static int
is_buffer(u32 of, u32 buffer, struct dral_record_template template, u32 from,
          u32 slot)
{
   return are_equal(state_template(of, buffer), template) &&
          state_byte(variants[of].shared_from[buffer]) == from &&
          state_byte(variants[of].slots[buffer]) == slot;
}

/*
 * Whether the chosen buffer is as its round left it, or zeros, if so many
 * rounds are done, and whether other members are zeros.
 */
static int
is_followed(u32 variants_before, u32 buffers_before)
{
   const struct dral_record_template none = { { 0 }, { 0 } };
   const u32 end = chosen_variant == variants_before
                      ? next
                      : state_word(variants[chosen_variant].end);

   if (!is_finished &&
       (state_word(seal) | state_word(instance_strides[chosen]) |
        state_word(elements[chosen_element].word) |
        state_word(elements[chosen_element].buffer) |
        state_word(elements[chosen_element].source_offset)) != 0)
      return 0;
   if (chosen >= buffer_count || chosen_variant > variants_before ||
       (chosen_variant == variants_before && chosen >= buffers_before))
      return is_buffer(chosen_variant, chosen, none, 0, 0);
   return is_buffer(chosen_variant, chosen, chosen_template.it, chosen_from,
                    chosen_slot) &&
          state_word(variants[chosen_variant].plain_below) <=
             most_plain(chosen_template.it, chosen_from) &&
          chosen_end <= end;
}

/* ---- Loops ----------------------------------------------------------- */

/*
 * The loop over variants passes on the byte where the variant is, and what it
 * needs of the last one in the high half of a number; the loop over buffers,
 * the next slot.
 */
#define is_carried(index, value, before_loop, loops_around)                 \
   ((loops_around) != 0      ? (value) == next                              \
    : sizeof(value) == 8 ? (u32)(value) == 0                                \
                         : (value) == (before_loop) + variant *             \
                              sizeof(struct dral_vertex_state_variant))

static u32 plain_before;

/* Solvers need too long for records with a magic divisor. */
static int
has_magic(void)
{
   return dral_device_mode_rule(dral_device_variant_distance(variant),
                                given_buffer(round_).rate,
                                given_buffer(round_).divisor) ==
          DRAL_DEVICE_MODE_NOT_POWER_OF_TWO;
}

static u32
before_round(u32 loops_around)
{
   if (loops_around == 0) {
      claim(is_followed(0, 0));
      variant = nondet_u32();
      assume(variant < VARIANTS);
      output = nondet_output();
      assume(is_followed(variant, 0));
      return variant;
   }
   claim(next == 0 && state_word(variants[variant].plain_below) == 32);
   claim(is_followed(variant, 0));
   round_ = nondet_u32();
   next = nondet_u32();
   assume(round_ < buffer_count);
   assume(is_pairs ? next == 2 * round_ : next <= 2 * round_);
   output = nondet_output();
   assume(!has_magic());
   assume(is_followed(variant, round_));
   plain_before = state_word(variants[variant].plain_below);
   return round_;
}

/* What a round over buffers leaves. */
static void
claim_buffer(void)
{
   const struct dral_vertex_buffer buffer = given_buffer(round_);
   const u32 distance = dral_device_variant_distance(variant);
   const u32 more = is_pairs | dral_device_more_slots(distance, buffer.rate,
                                                      buffer.divisor);
   const u32 slot = dral_device_table_slot(next, more);
   const struct dral_record_template template =
      state_template(variant, round_);
   const struct dral_record_template want = dral_device_record_template(
      distance, info(ROUNDING), buffer.rate, buffer.stride, buffer.divisor);
   const u32 from = buffer.rate == DRAL_RATE_VERTEX ? 32
                    : buffer.rate == DRAL_RATE_INSTANCE
                       ? dral_device_template_shared_from(template)
                       : 0;
   const u32 plain = most_plain(template, from);

   claim(is_buffer(variant, round_, want, from, slot));
   claim(state_word(variants[variant].plain_below) ==
         (plain < plain_before ? plain : plain_before));
   /* What other proofs assume. */
   claim(is_prepared(variant, template, from, instance_stride(buffer)));
   next = slot + 1 + more;
   if (chosen_variant == variant && chosen == round_) {
      chosen_template.it = template;
      chosen_from = from;
      chosen_slot = slot;
      chosen_end = next;
   }
   claim(is_pairs ? next == 2 * round_ + 2 : next <= 2 * round_ + 2);
   claim(is_followed(variant, round_ + 1));
}

/* What a round over variants leaves. */
static void
claim_variant(void)
{
   u64 end;

   if (buffer_count != 0) {
      claim(round_ + 1 == buffer_count);
      claim_buffer();
   } else {
      claim(state_word(variants[variant].plain_below) == 32);
   }
   end = next + 2 * (u64)info(IMAGES);
   claim(state_word(variants[variant].end) ==
         (end >> 32 == 0 ? end : 0xFFFFFFFF));
   claim(is_followed(variant + 1, 0));
}

static void
after_round(u32 loops_around)
{
   if (loops_around == 0) {
      claim_variant();
      claim(variant + 1 < VARIANTS);
      variant++;
   } else {
      claim_buffer();
      claim(round_ + 1 < buffer_count);
   }
}

/*
 * How many buffers and attributes are given at most. The induction holds for
 * any number; the limits are for the loops that are unwound.
 */
#define MOST_BUFFERS 4
#define MOST_ELEMENTS 2
#define BUFFER_BYTES sizeof(struct dral_vertex_buffer)

/*
 * ESBMC does not see how many rounds are possible: one per attribute or
 * buffer, or for a part of the state that becomes zero.
 */
#define unwound(rounds, step)                                               \
   do {                                                                     \
      if ((rounds) == ((step) == sizeof(struct dral_vertex_element)         \
                          ? MOST_ELEMENTS                                   \
                       : (step) % BUFFER_BYTES == 0                         \
                          ? MOST_BUFFERS / ((step) / BUFFER_BYTES)          \
                          : sizeof(struct dral_vertex_state) / (step))) {   \
         claim(!"more rounds");                                             \
         assume(0);                                                         \
      }                                                                     \
   } while (0)

/* The digest of the inputs is tested, not proven: any four numbers. */
#define replaced_identity_identity(output, ...)                             \
   do {                                                                     \
      for (u32 i_ = 0; i_ < 8; i_++)                                        \
         i32_store((output) + 4 * i_, nondet_u32());                        \
   } while (0)

#include "core_functions.h"

/* ---- Errors ---------------------------------------------------------- */

static u64
errors_of_element(struct dral_vertex_element element)
{
   u64 errors = 0;

   if (element.buffer == DRAL_NO_BUFFER)
      return 0;
   if (element.buffer >= buffer_count)
      errors |= ERROR_SET(DRAL_ERROR_BUFFER_COUNT);
   else if (given_buffer(element.buffer).rate == DRAL_RATE_UNUSED)
      errors |= ERROR_SET(DRAL_ERROR_UNUSED_BUFFER);
   if (element.format >> 22 != 0)
      errors |= ERROR_SET(DRAL_ERROR_FORMAT_RANGE);
   if (element.source_offset > 0x7FFFFFFF - 63)
      errors |= ERROR_SET(DRAL_ERROR_OFFSET_RANGE);
   return errors;
}

static u64
errors_of_arguments(void)
{
   u64 errors = 0;
   u32 i;

   if (!is_known_architecture(info(ARCHITECTURE)))
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_ARCHITECTURE);
   else if (info(ARCHITECTURE) > 7)
      errors |= ERROR_SET(DRAL_ERROR_NO_ATTRIBUTE_RECORDS);
   if (info(ROUNDING) > DRAL_ROUNDING_NEAREST)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_ROUNDING);
   if (info(SHAPE) > DRAL_TABLE_SHAPE_PAIRS)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_TABLE_SHAPE);
   if (info(UNUSED_LOCATION) > DRAL_UNUSED_LOCATION_NULL_DESCRIPTOR)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_FLAG);
   if (info(SHAPE) == DRAL_TABLE_SHAPE_PACKED && info(IMAGES) != 0)
      errors |= ERROR_SET(DRAL_ERROR_IMAGES_IN_PACKED_TABLE);
   if (buffer_count > BUFFERS)
      errors |= ERROR_SET(DRAL_ERROR_BUFFER_COUNT);
   if (element_count > ELEMENTS)
      errors |= ERROR_SET(DRAL_ERROR_ELEMENT_COUNT);
   for (i = 0; i < MOST_BUFFERS; i++) {
      if (i < buffer_count && given_buffer(i).rate > DRAL_RATE_UNUSED)
         errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_RATE);
      if (i < buffer_count && given_buffer(i).rate == DRAL_RATE_UNUSED &&
          !is_pairs)
         errors |= ERROR_SET(DRAL_ERROR_UNUSED_BUFFER);
   }
   for (i = 0; i < MOST_ELEMENTS; i++)
      if (i < element_count)
         errors |= errors_of_element(given_element(i));
   return errors;
}

/* ---- All ------------------------------------------------------------- */

void
vertex_state_prepare(void)
{
   struct dral_vertex_element element;
   u32 unused[2], i;
   u64 errors;
   s32 status;

   input = nondet_memory();
   output = nondet_output();
   chosen_variant = nondet_u32();
   chosen = nondet_u32();
   chosen_element = nondet_u32();
   any(chosen_template);
   chosen_from = nondet_u32();
   chosen_slot = nondet_u32();
   chosen_end = nondet_u32();
   assume(chosen_variant < VARIANTS && chosen < BUFFERS &&
          chosen_element < ELEMENTS);
   buffer_count = info(6);
   element_count = info(8);
   assume(buffer_count <= MOST_BUFFERS || buffer_count == BUFFERS + 1);
   assume(element_count <= MOST_ELEMENTS || element_count == ELEMENTS + 1);
   assume(info(5) == ARGUMENT(3) && info(7) == ARGUMENT(4));
   may_read(2, 4 * INFO_WORDS);
   may_read(3, sizeof(struct dral_vertex_buffer) * buffer_count);
   may_read(4, sizeof element * element_count);
   may_write(5, sizeof(struct dral_vertex_state));
   status = (s32)wasm_dral_vertex_state_prepare(ARGUMENT(5), ARGUMENT(2));
   errors = errors_of_arguments();
   claim_status(status, errors);
   if (errors) {
      claim(state_word(seal) == 0);
      return;
   }
   is_finished = 1;
   claim(variant == VARIANTS - 1);
   claim_variant();
   claim(state_word(seal) ==
         SEAL + 2 * info(ARCHITECTURE) + info(ROUNDING));
   claim(state_word(buffer_count) == buffer_count);
   claim(state_word(element_count) == element_count);
   claim(state_word(terminator) == (is_pairs || info(ARCHITECTURE) > 5));
   for (i = 0; i < 4; i++)
      claim(state_word(masks[0][i]) == mask(0, i) &&
            state_word(masks[1][i]) == mask(1, i));
   claim(state_word(instance_strides[chosen]) ==
         (chosen < buffer_count ? instance_stride(given_buffer(chosen)) : 0));
   if (chosen_element >= element_count)
      return;
   element = given_element(chosen_element);
   ref_unused_attribute(info(ARCHITECTURE), info(UNUSED_LOCATION), unused);
   claim(state_word(elements[chosen_element].buffer) == element.buffer);
   claim(state_word(elements[chosen_element].word) ==
         (element.buffer == DRAL_NO_BUFFER ? unused[0]
                                           : 512 + 1024 * element.format));
   claim(state_word(elements[chosen_element].source_offset) ==
         (element.buffer == DRAL_NO_BUFFER ? 0 : element.source_offset));
   claim(is_element(state_word(elements[chosen_element].word),
                    state_word(elements[chosen_element].buffer),
                    state_word(elements[chosen_element].source_offset)));
}
