/* SPDX-License-Identifier: MIT */

/*
 * The library's preparation, written in C: a driver that often draws with the
 * same vertex elements can do this, too.
 */

#include "plain.h"

#include <string.h>

static struct plain_template
make_template(const struct dral_vertex_buffer *buffer, uint32_t padded_odd)
{
   struct plain_template template = { PLAIN_TYPE_1D, 0, 0, 0, 0, 0 };
   const uint64_t divisor = (uint64_t)padded_odd * buffer->divisor;
   struct dral_magic_divisor magic;

   if (buffer->rate == DRAL_RATE_VERTEX) {
      template.type = PLAIN_TYPE_1D_MODULUS;
      template.stride = buffer->stride;
      template.top = padded_odd >> 1;
   } else if (divisor != 0 && divisor >> 32 == 0) {
      template.type = PLAIN_TYPE_1D_POT_DIVISOR;
      template.stride = buffer->stride;
      template.shift = (uint32_t)__builtin_ctzll(divisor);
      if ((divisor & (divisor - 1)) != 0) {
         plain_magic_divisor((uint32_t)divisor, DRAL_ROUNDING_DOCUMENTED,
                             &magic);
         template.type = PLAIN_TYPE_1D_NPOT_DIVISOR;
         template.shift = magic.shift;
         template.top = magic.extra_flags;
         template.magic = magic.magic;
         template.divisor = buffer->divisor;
      }
   }
   return template;
}

void
plain_state_prepare(const struct dral_vertex_buffer *buffers,
                    size_t buffer_count, struct plain_state *state)
{
   size_t i;
   uint32_t odd;

   for (i = 0; i < buffer_count; i++) {
      struct plain_template *one_instance = &state->templates[0][i];

      *one_instance = (struct plain_template){ PLAIN_TYPE_1D, 0, 0, 0, 0, 0 };
      if (buffers[i].rate == DRAL_RATE_VERTEX)
         one_instance->stride = buffers[i].stride;
      for (odd = 0; odd < 5; odd++)
         state->templates[1 + odd][i] =
            make_template(&buffers[i], 2 * odd + 1);
   }
}

void
plain_buffer_bind(const struct dral_vertex_buffer *buffer,
                  struct plain_bound *bound)
{
   bound->pointer = buffer->address & ~(uint64_t)63;
   bound->size = buffer->size + (uint32_t)(buffer->address & 63);
}

static void
write_record(uint32_t *words, const struct plain_bound *buffer,
             const struct plain_template *template, uint32_t shift)
{
   words[0] = (uint32_t)buffer->pointer | template->type;
   words[1] =
      (uint32_t)(buffer->pointer >> 32) | shift << 24 | template->top << 29;
   words[2] = template->stride;
   words[3] = buffer->size;
}

int
plain_draw_prepared(const struct dral_draw *draw,
                    const struct plain_state *state,
                    const struct plain_bound *buffers, size_t buffer_count,
                    struct dral_resolved_draw *resolved, uint32_t *words,
                    uint32_t *slots, size_t *word_count)
{
   static const struct plain_template shared = {
      PLAIN_TYPE_1D, 0, 0, 0, 0, 0
   };
   const struct plain_template *templates = state->templates[0];
   uint32_t padded_shift = 0;
   uint32_t next = 0;
   size_t i;

   plain_draw_resolve(draw, resolved);
   if (draw->instance_count > 1) {
      padded_shift = (uint32_t)__builtin_ctz(resolved->padded_count);
      templates =
         state->templates[1 + (resolved->padded_count >> padded_shift >> 1)];
   }
   for (i = 0; i < buffer_count; i++) {
      const struct plain_template *template = &templates[i];
      uint32_t shift = 0;

      if (template->type != PLAIN_TYPE_1D) {
         shift = template->shift + padded_shift;
         /* The divisor exceeds every id. */
         if (shift > 31) {
            template = &shared;
            shift = 0;
         }
      }
      if (template->type == PLAIN_TYPE_1D_NPOT_DIVISOR) {
         uint32_t *record;

         /* A continuation has an odd slot. */
         if (next % 2 == 1) {
            memset(&words[4 * next], 0, 16);
            next++;
         }
         record = &words[4 * next];
         record[4] = PLAIN_TYPE_CONTINUATION;
         record[5] = template->magic;
         record[6] = 0;
         record[7] = template->divisor;
         slots[i] = next;
         next += 2;
      } else {
         slots[i] = next;
         next++;
      }
      write_record(&words[4 * slots[i]], &buffers[i], template, shift);
   }
   if (draw->architecture >= 6) {
      memset(&words[4 * next], 0, 16);
      next++;
   }
   *word_count = 4 * next;
   return 0;
}
