/* SPDX-License-Identifier: MIT */

#include "loops.h"

#include "dral_model.h"

#include <string.h>

static bool
same_draw(const struct dral_draw *a, const struct dral_draw *b)
{
   return a->threads == b->threads &&
          a->padded_count == b->padded_count &&
          a->instance_size == b->instance_size &&
          a->instance_size_byte == b->instance_size_byte &&
          a->instance_primitive_size == b->instance_primitive_size &&
          a->instance_primitive_size_byte ==
             b->instance_primitive_size_byte &&
          a->invocation[0] == b->invocation[0] &&
          a->invocation[1] == b->invocation[1];
}

static bool
same_divisor(const struct dral_magic_divisor *a,
             const struct dral_magic_divisor *b)
{
   return a->magic == b->magic && a->shift == b->shift &&
          a->extra_flags == b->extra_flags;
}

static bool
same_outputs(const struct outputs *a, const struct outputs *b)
{
   const size_t length = (size_t)a->word_count * sizeof(a->words[0]);

   return a->number == b->number && same_draw(&a->draw, &b->draw) &&
          a->word_count == b->word_count &&
          memcmp(a->words, b->words, length) == 0 &&
          a->attribute_words == b->attribute_words &&
          memcmp(a->attributes, b->attributes, sizeof(a->attributes)) == 0 &&
          memcmp(a->slots, b->slots, sizeof(a->slots)) == 0;
}

/* The slots of a draw, which drivers read where they are. */
static void
copy_slots(const struct subject *subject, size_t binding,
           struct outputs *outputs)
{
   uint32_t i;

   for (i = 0; i < subject->buffer_count; i++)
      outputs->slots[i] = (uint32_t)dral_vertex_state_slot(
         &subject->prepared->states[binding], &outputs->draw, i);
}

size_t
compare(const struct subject *library, const struct subject *other,
        size_t count)
{
   static struct outputs a;
   static struct outputs b;
   size_t different = 0;
   size_t i;

   memset(&a, 0, sizeof(a));
   memset(&b, 0, sizeof(b));
   for (i = 0; i < count; i++) {
      /* Twice: with equal keys the second call leaves the words unchanged. */
      library->run(library, i, 1, &a);
      library->run(library, i, 1, &a);
      other->run(other, i, 1, &b);
      if (library->has_state)
         copy_slots(library, i % INPUT_BINDINGS, &a);
      if (!same_outputs(&a, &b) || !same_divisor(&a.divisor, &b.divisor))
         different++;
   }
   return different;
}
