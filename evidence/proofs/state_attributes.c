/* SPDX-License-Identifier: MIT */

/* The descriptors of attributes. */

#include "state.h"

/* The descriptor of an attribute, and its errors. */
static struct dral_device_attribute_descriptor_words
descriptor(u64 *errors)
{
   const u32 element = state_word(elements[round_].word);
   const u32 buffer = state_word(elements[round_].buffer);
   struct dral_device_attribute_descriptor_words words = { { element, 0 } };
   struct dral_device_offset offset;

   *errors = 0;
   if (buffer == DRAL_NO_BUFFER)
      return words;
   if (buffer >= count) {
      *errors = ERROR_SET(DRAL_ERROR_NOT_PREPARED);
      return words;
   }
   offset = dral_device_vertex_state_offset(
      draw, state_template(buffer), state_word(instance_strides[buffer]),
      bound_buffer(buffer), state_word(elements[round_].source_offset));
   if (!offset.valid)
      *errors = ERROR_SET(DRAL_ERROR_OFFSET_RANGE);
   return dral_device_attribute_descriptor_pack(
      (struct dral_attribute_descriptor){
         state_byte(variants[variant].slots[buffer]), element >> 10,
         offset.offset });
}

static void
any_before_round(void)
{
   const u32 element = state_word(elements[round_].word);
   const u32 buffer = state_word(elements[round_].buffer);

   output = nondet_output();
   word_before = output.words[word];
   assume(is_element(element, buffer,
                     state_word(elements[round_].source_offset)));
   if (buffer >= count)
      return;
   assume_prepared(buffer);
   /* Prepare refuses an attribute of an unused buffer. */
   assume(state_template(buffer).first[0] != 0);
}

static void
claim_round(void)
{
   u64 errors;
   const struct dral_device_attribute_descriptor_words words =
      descriptor(&errors);

   claim(errors == 0);
   claim(output.words[word] ==
         (word / 2 == round_ ? words.words[word % 2] : word_before));
}

void
vertex_state_attributes(void)
{
   u64 errors, of_round = 0;
   s32 status;

   any_arguments();
   any_output();
   rounds = state_word(element_count);
   status = (s32)wasm_dral_vertex_state_attributes(
      ARGUMENT(2), ARGUMENT(3), ARGUMENT(4), count, ARGUMENT(5), capacity);
   errors = count_errors();
   if (rounds > ELEMENTS)
      errors |= ERROR_SET(DRAL_ERROR_NOT_PREPARED);
   else if (rounds > capacity / 2)
      errors |= ERROR_SET(DRAL_ERROR_OUTPUT_TOO_SMALL);
   if (round_ != NOT_REACHED)
      (void)descriptor(&of_round);
   errors |= of_round;
   claim_count(status, errors, 2 * rounds);
   if (errors)
      return;
   after_loop();
   claim(round_ != NOT_REACHED || output.words[word] == word_before);
}
