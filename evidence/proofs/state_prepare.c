/* SPDX-License-Identifier: MIT */

/*
 * What dral_vertex_state_prepare leaves, for any buffers and attributes. Its
 * records are compared with dral_device_record_template, one buffer of one
 * variant at a time.
 *
 * The loop over variants, the loop over buffers in it, and the loop over
 * attributes are proven by induction; ESBMC unwinds the others. Each proof is
 * for one variant, or for all that is not in that loop, because solvers are
 * slow where an address can be anything.
 */

#define PLAIN_PRODUCTS
#define LIBRARY_MAGIC
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

/* All but errors of attributes. */
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
   for (i = 0; i < BUFFERS; i++) {
      if (i < buffer_count && given_buffer(i).rate > DRAL_RATE_UNUSED)
         errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_RATE);
      if (i < buffer_count && given_buffer(i).rate == DRAL_RATE_UNUSED &&
          !is_pairs)
         errors |= ERROR_SET(DRAL_ERROR_UNUSED_BUFFER);
   }
   return errors;
}

/* ---- The state ------------------------------------------------------- */

#define offset_of(member) offsetof(struct dral_vertex_state, member)
#define state_word(member) output.words[offset_of(member) / 4]
#define state_byte(member)                                                  \
   (state_word(member) >> 8 * (offset_of(member) % 4) & 0xFF)

/*
 * The variant that is proven. A proof without variants starts at the last one,
 * and covers what follows it.
 */
static u32 proven_variant;
static int is_without_variants;

/* The variant, the buffer and the attribute of the round. */
static u32 variant, round_, element_round = ELEMENTS;

/* Whether the loop over variants ended. */
static int has_left;

/* The slot after the records before the round. */
static u32 next;

/*
 * Any variant, and any buffer of it: what their rounds left, and the slot
 * after the record. Nothing else changes this.
 */
static u32 chosen_variant, chosen_table_end, chosen_plain;
static u32 chosen, chosen_slot, chosen_from, chosen_end;
static WORDS(dral_record_template) chosen_template;

/* Any attribute. */
static u32 chosen_element;

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
 * Whether the chosen variant and buffer are as their rounds left them, or
 * zeros, if so many rounds are done.
 */
static int
is_followed(u32 variants_before, u32 buffers_before)
{
   const struct dral_record_template none = { { 0 }, { 0 } };
   const u32 table_end = state_word(variants[chosen_variant].end);
   const u32 plain = state_word(variants[chosen_variant].plain_below);

   if (chosen_variant < variants_before &&
       (table_end != chosen_table_end || plain != chosen_plain))
      return 0;
   if (chosen >= buffer_count || chosen_variant > variants_before ||
       (chosen_variant == variants_before && chosen >= buffers_before))
      return is_buffer(chosen_variant, chosen, none, 0, 0);
   return is_buffer(chosen_variant, chosen, chosen_template.it, chosen_from,
                    chosen_slot) &&
          plain <= most_plain(chosen_template.it, chosen_from) &&
          chosen_end <= (chosen_variant < variants_before ? table_end : next);
}

/* Whether the chosen attribute is prepared, or, if it is not yet, zeros. */
static int
is_chosen_element(u32 is_prepared)
{
   const struct dral_vertex_element element = given_element(chosen_element);
   const int is_none = element.buffer == DRAL_NO_BUFFER;
   const u32 word = state_word(elements[chosen_element].word),
             buffer = state_word(elements[chosen_element].buffer),
             offset = state_word(elements[chosen_element].source_offset);
   u32 unused[2];

   if (!is_prepared)
      return (word | buffer | offset) == 0;
   ref_unused_attribute(info(ARCHITECTURE), info(UNUSED_LOCATION), unused);
   return buffer == element.buffer &&
          word == (is_none ? unused[0] : 512 + 1024 * element.format) &&
          offset == (is_none ? 0 : element.source_offset) &&
          errors_of_element(element) == 0;
}

static int
is_chosen_stride(u32 is_prepared)
{
   return state_word(instance_strides[chosen]) ==
          (is_prepared && chosen < buffer_count
              ? instance_stride(given_buffer(chosen))
              : 0);
}

/* What holds after so many rounds, before the loop over variants ends. */
static int
is_as_before(u32 variants_before, u32 buffers_before)
{
   return is_followed(variants_before, buffers_before) &&
          is_chosen_stride(0) && is_chosen_element(0) &&
          state_word(seal) == 0;
}

/* What holds after it, and after so many rounds over attributes. */
static int
is_as_after(u32 elements_before)
{
   return is_followed(VARIANTS, 0) && is_chosen_stride(1) &&
          is_chosen_element(chosen_element < elements_before);
}

/* ---- Loops ----------------------------------------------------------- */

/*
 * The loop over variants passes on the byte where the variant is, and what it
 * needs of the last one in the high half of a number; the loop over buffers,
 * the next slot.
 */
#define carried(index, any, before_loop, loops_around)                      \
   ((loops_around) != 0        ? next                                       \
    : sizeof(before_loop) == 8 ? (u64)(any) >> 32 << 32                     \
                               : (before_loop) + variant *                  \
                                    sizeof(struct dral_vertex_state_variant))

static u32 plain_before;

static u32
before_element_round(void)
{
   claim(element_count != 0 && is_as_after(0) && state_word(seal) == 0);
   element_round = nondet_u32();
   assume(element_round < element_count);
   output = nondet_output();
   assume(is_as_after(element_round) && state_word(seal) == 0);
   return element_round;
}

static u32
before_round(u32 loops_around)
{
   if (has_left)
      return before_element_round();
   if (loops_around == 0) {
      claim(is_as_before(0, 0));
      variant = proven_variant;
      output = nondet_output();
      assume(is_as_before(variant, 0));
      return variant;
   }
   if (!is_without_variants) {
      claim(next == 0 && state_word(variants[variant].plain_below) == 32);
      claim(is_as_before(variant, 0));
   }
   round_ = nondet_u32();
   next = nondet_u32();
   assume(round_ < buffer_count);
   assume(is_pairs ? next == 2 * round_ : next <= 2 * round_);
   output = nondet_output();
   assume(is_as_before(variant, round_));
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
   claim((template.first[0] == 0) == (buffer.rate == DRAL_RATE_UNUSED));
   next = slot + 1 + more;
   if (chosen_variant == variant && chosen == round_) {
      chosen_template.it = template;
      chosen_from = from;
      chosen_slot = slot;
      chosen_end = next;
   }
   claim(is_pairs ? next == 2 * round_ + 2 : next <= 2 * round_ + 2);
   claim(is_as_before(variant, round_ + 1));
}

/* What a round over variants leaves, the last one or another. */
static void
claim_variant(int is_last)
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
   if (chosen_variant == variant) {
      chosen_table_end = state_word(variants[variant].end);
      chosen_plain = state_word(variants[variant].plain_below);
   }
   claim(is_as_before(variant + 1, 0) &&
         is_last == (variant == VARIANTS - 1));
}

static void
after_round(u32 loops_around)
{
   if (has_left) {
      claim(is_as_after(element_round + 1) && state_word(seal) == 0);
      claim(element_round + 1 < element_count);
      return;
   }
   if (is_without_variants)
      assume(0);
   if (loops_around == 0) {
      claim_variant(0);
      variant++;
   } else {
      claim_buffer();
      claim(round_ + 1 < buffer_count);
   }
}

/* No variant follows. */
static void
leave_loop(void)
{
   if (!is_without_variants) {
      reach("no variant");
      claim_variant(1);
      assume(0);
   }
   has_left = 1;
   output = nondet_output();
   assume(is_as_before(VARIANTS, 0));
}

#define BUFFER_BYTES sizeof(struct dral_vertex_buffer)

/*
 * ESBMC does not see how many rounds are possible: one per buffer or two, or
 * for a part of the state that becomes zero.
 */
#define unwound(rounds, step)                                               \
   do {                                                                     \
      if ((rounds) == ((step) % BUFFER_BYTES == 0                           \
                          ? BUFFERS / ((step) / BUFFER_BYTES)               \
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

/*
 * dral_vertex_state_prepare gives all arguments, and a state of zeros, to the
 * function with the loops, which gets them as constants here: without
 * arguments that depend on others, solvers need less time.
 */
static void
claim_passed(u32 state, u32 buffers, u32 buffers_given, u32 elements,
             u32 elements_given)
{
   const u32 word = nondet_u32();

   claim(state == ARGUMENT(5) && buffers_given == buffer_count &&
         elements_given == element_count);
   claim(buffer_count == 0 || buffers == ARGUMENT(3));
   claim(element_count == 0 || elements == ARGUMENT(4));
   assume(word < sizeof(struct dral_vertex_state) / 4);
   claim(output.words[word] == 0);
   output = nondet_output();
   assume(is_as_before(0, 0));
}

#define passed_VertexState_prepare(state, rules, buffers, buffers_given,     \
                                   elements, elements_given)                \
   (claim_passed(state, buffers, buffers_given, elements, elements_given),  \
    VertexState_prepare(ARGUMENT(5), rules, ARGUMENT(3), buffer_count,      \
                        ARGUMENT(4), element_count))

/*
 * Records are compared with magic divisors of dral_magic_divisor, which has a
 * proof of its own. Both functions compute them in the same way, so quotients
 * and their products with divisors are any functions here.
 */
u64 __ESBMC_uninterpreted_magic_quotient(u64 a, u64 b);
u64 __ESBMC_uninterpreted_magic_product(u64 a, u64 b);

static u64
magic_quotient(u64 a, u64 b)
{
   last_divisor = b;
   last_quotient = __ESBMC_uninterpreted_magic_quotient(a, b);
   return last_quotient;
}

static u64
magic_product(u64 a, u64 b)
{
   const int completes =
      last_divisor != 0 && a == last_quotient && b == last_divisor;

   last_divisor = 0;
   return completes ? __ESBMC_uninterpreted_magic_product(a, b)
                    : product64(a, b);
}

#define quotient64 magic_quotient
#define product64 magic_product
#include "core_functions.h"
#undef quotient64
#undef product64

static struct dral_magic_divisor
library_magic_divisor(u32 divisor, u32 rounding)
{
   struct dral_magic_divisor magic = { 0, 0, 0 };

   claim(wasm_dral_magic_divisor(divisor, rounding, ARGUMENT(1)) == 0);
   magic.magic = stack_words[0];
   magic.shift = stack_words[1];
   magic.extra_flags = stack_words[2];
   return magic;
}

/* ---- All ------------------------------------------------------------- */

static void
prepare(u32 of)
{
   u32 i, element;
   u64 errors;
   s32 status;

   proven_variant = of;
   input = nondet_memory();
   output = nondet_output();
   chosen_variant = nondet_u32();
   chosen_table_end = nondet_u32();
   chosen_plain = nondet_u32();
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
   assume(buffer_count <= BUFFERS + 1 && element_count <= ELEMENTS + 1);
   assume(info(5) == ARGUMENT(3) && info(7) == ARGUMENT(4));
   may_read(2, 4 * INFO_WORDS);
   may_read(3, sizeof(struct dral_vertex_buffer) * buffer_count);
   may_read(4, sizeof(struct dral_vertex_element) * element_count);
   may_write(5, sizeof(struct dral_vertex_state));
   status = (s32)wasm_dral_vertex_state_prepare(ARGUMENT(5), ARGUMENT(2));
   /* Without errors, the function is in a round, whose claims were made. */
   if (!is_without_variants)
      return;
   errors = errors_of_arguments();
   /* An error is of the attribute of its round. Without one, none has any. */
   element = status == 0 ? chosen_element : element_round;
   if (element < ELEMENTS && element < element_count)
      errors |= errors_of_element(given_element(element));
   claim_status(status, errors);
   if (errors) {
      claim(state_word(seal) == 0);
      return;
   }
   claim(is_as_after(element_count));
   claim(state_word(seal) ==
         SEAL + 2 * info(ARCHITECTURE) + info(ROUNDING));
   claim(state_word(buffer_count) == buffer_count);
   claim(state_word(element_count) == element_count);
   claim(state_word(terminator) == (is_pairs || info(ARCHITECTURE) > 5));
   for (i = 0; i < 4; i++)
      claim(state_word(masks[0][i]) == mask(0, i) &&
            state_word(masks[1][i]) == mask(1, i));
   /* What other proofs assume. */
   claim(chosen_element >= element_count ||
         is_element(state_word(elements[chosen_element].word),
                    state_word(elements[chosen_element].buffer),
                    state_word(elements[chosen_element].source_offset)));
}

void
prepare_one_instance(void)
{
   prepare(0);
}

/* The names end in the odd part of the padded count. */
void
prepare_odd_1(void)
{
   prepare(1);
}

void
prepare_odd_3(void)
{
   prepare(2);
}

void
prepare_odd_5(void)
{
   prepare(3);
}

void
prepare_odd_7(void)
{
   prepare(4);
}

void
prepare_odd_9(void)
{
   prepare(5);
}

/* Errors, strides, attributes and what is there once. */
void
prepare_rest(void)
{
   is_without_variants = 1;
   prepare(VARIANTS - 1);
}
