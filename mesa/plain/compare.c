/* SPDX-License-Identifier: MIT */

/* Compares tables.c with the library, for random vertex inputs and draws.
 * mesa/check compiles tables.c with other names, plain_ instead of dral_.
 *
 *   compare STATES
 */

#include <dral.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRAWS 8
#define WORDS 300

/* The library, or tables.c. */
struct side {
   int (*prepare)(struct dral_vertex_state *,
                  const struct dral_vertex_state_info *);
   int (*bind)(struct dral_bound_buffer *, uint64_t, uint64_t);
   int (*resolve)(struct dral_draw *, const struct dral_draw_info *);
   int (*table)(const struct dral_vertex_state *, const struct dral_draw *,
                const struct dral_bound_buffer *, size_t, uint32_t *, size_t);
   int (*attributes)(const struct dral_vertex_state *,
                     const struct dral_draw *,
                     const struct dral_bound_buffer *, size_t, uint32_t *,
                     size_t);
   int (*end)(const struct dral_vertex_state *, const struct dral_draw *);
   int (*ids)(const struct dral_draw *, uint32_t *);
};

#define DECLARE(prefix)                                                     \
   int prefix##vertex_state_prepare(struct dral_vertex_state *,             \
                                    const struct dral_vertex_state_info *); \
   int prefix##bound_buffer_init(struct dral_bound_buffer *, uint64_t,      \
                                 uint64_t);                                 \
   int prefix##draw_resolve(struct dral_draw *,                             \
                            const struct dral_draw_info *);                 \
   int prefix##vertex_state_table(                                          \
      const struct dral_vertex_state *, const struct dral_draw *,           \
      const struct dral_bound_buffer *, size_t, uint32_t *, size_t);        \
   int prefix##vertex_state_attributes(                                     \
      const struct dral_vertex_state *, const struct dral_draw *,           \
      const struct dral_bound_buffer *, size_t, uint32_t *, size_t);        \
   int prefix##vertex_state_end(const struct dral_vertex_state *,           \
                                const struct dral_draw *);                  \
   int prefix##id_records(const struct dral_draw *, uint32_t *);
DECLARE(plain_)

#define SIDE(prefix)                                                         \
   {prefix##vertex_state_prepare, prefix##bound_buffer_init,                 \
    prefix##draw_resolve,         prefix##vertex_state_table,                \
    prefix##vertex_state_attributes, prefix##vertex_state_end,               \
    prefix##id_records}
static const struct side sides[2] = {SIDE(dral_), SIDE(plain_)};

/* What a side computes for a draw. */
struct result {
   struct dral_draw draw;
   int resolved;
   int bound[DRAL_VERTEX_STATE_BUFFERS];
   int table, attributes, end, ids;
   uint32_t table_words[WORDS], attribute_words[WORDS], id_words[8];
};

static uint64_t random_state = 88172645463325252u;

static uint32_t
any(void)
{
   random_state ^= random_state << 13;
   random_state ^= random_state >> 7;
   random_state ^= random_state << 17;
   return (uint32_t)(random_state * 0x2545F4914F6CDD1Du >> 32);
}

/* Numbers of all magnitudes. */
static uint32_t
magnitude(void)
{
   const uint32_t bits = any() % 33;

   return bits ? any() >> (32 - bits) : 0;
}

static struct dral_draw_info
random_draw(uint32_t architecture)
{
   return (struct dral_draw_info){
      .architecture = architecture,
      .rounding = DRAL_ROUNDING_NEAREST,
      .idvs = any() % 2 ? DRAL_IDVS_NO : DRAL_IDVS_YES,
      .primitive_size_rule = any() % 2 ? DRAL_PRIMITIVE_SIZE_RULE_ONE
                                       : DRAL_PRIMITIVE_SIZE_RULE_NONE,
      .vertex_count = magnitude(),
      .instance_count = any() % 3 ? magnitude() : 1,
      .vertices_per_primitive = 1 + any() % 6,
      .offset_start = any() % 2 ? (int32_t)(any() % 1000) : (int32_t)any(),
      .base_instance = any() % 2 ? any() % 100 : magnitude(),
   };
}

static void
compute(const struct side *side, const struct dral_vertex_state *state,
        const struct dral_draw_info *info, const uint64_t (*buffers)[2],
        uint32_t buffer_count, uint32_t image_words, struct result *result)
{
   struct dral_bound_buffer bound[DRAL_VERTEX_STATE_BUFFERS];

   memset(result, 0, sizeof(*result));
   result->resolved = side->resolve(&result->draw, info) < 0;
   if (!result->draw.threads)
      return;
   for (uint32_t b = 0; b < buffer_count; b++) {
      result->bound[b] =
         side->bind(&bound[b], buffers[b][0], buffers[b][1]) < 0;
      if (result->bound[b])
         memset(&bound[b], 0, sizeof(bound[b]));
   }
   /* What is not written shows, too. */
   memset(result->table_words, 0x77, sizeof(result->table_words));
   result->table = side->table(state, &result->draw, bound, buffer_count,
                               result->table_words, WORDS);
   result->end = side->end(state, &result->draw);
   if (result->table < 0 || result->end < 0)
      return;
   /* The driver writes images. */
   memset(&result->table_words[4 * result->end - image_words], 0,
          4 * image_words);
   /* Words after the table may be written. */
   memset(&result->table_words[result->table], 0,
          4 * (WORDS - (size_t)result->table));
   result->attributes = side->attributes(
      state, &result->draw, bound, buffer_count, result->attribute_words,
      WORDS);
   if (result->attributes < 0)
      memset(result->attribute_words, 0, sizeof(result->attribute_words));
   if (info->architecture < 6)
      result->ids = side->ids(&result->draw, result->id_words);
}

/* A driver does not read the rest of a draw. */
static bool
equal_draws(const struct dral_draw *a, const struct dral_draw *b)
{
   if (a->threads != b->threads || a->table_key != b->table_key)
      return false;
   return !a->threads ||
          (a->offset_key == b->offset_key &&
           a->padded_count == b->padded_count &&
           a->instance_size == b->instance_size &&
           !memcmp(a->invocation, b->invocation, sizeof(a->invocation)) &&
           (a->info.primitive_size_rule == DRAL_PRIMITIVE_SIZE_RULE_NONE ||
            a->instance_primitive_size == b->instance_primitive_size));
}

int
main(int argc, char **argv)
{
   const uint32_t states = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
   uint32_t resolved = 0, refused = 0;
   static struct result results[2];

   for (uint32_t n = 0; n < states; n++) {
      const uint32_t architecture = 4 + any() % 4;
      const bool pairs = architecture >= 6 && any() % 2;
      struct dral_vertex_buffer buffers[DRAL_VERTEX_STATE_BUFFERS];
      struct dral_vertex_element elements[DRAL_VERTEX_STATE_BUFFERS];
      uint64_t bound[DRAL_VERTEX_STATE_BUFFERS][2];
      const struct dral_vertex_state_info info = {
         .architecture = architecture,
         .rounding = DRAL_ROUNDING_NEAREST,
         .shape = pairs ? DRAL_TABLE_SHAPE_PAIRS : DRAL_TABLE_SHAPE_PACKED,
         .image_count = pairs ? any() % 3 : 0,
         .buffers = buffers,
         .buffer_count = any() % (DRAL_VERTEX_STATE_BUFFERS + 1),
         .elements = elements,
         .element_count = any() % (DRAL_VERTEX_STATE_BUFFERS + 1),
      };
      const uint32_t count = (uint32_t)info.buffer_count;
      static struct dral_vertex_state prepared[2];

      for (uint32_t b = 0; b < count; b++) {
         buffers[b] = (struct dral_vertex_buffer){
            .stride = any() % 65536,
            .rate = any() % (pairs ? 3 : 2),
            .divisor = any() % 4 ? any() % 9 : magnitude(),
         };
         bound[b][0] = (uint64_t)any() << 16 | any() % 65536;
         bound[b][1] = magnitude();
      }
      for (size_t i = 0; i < info.element_count; i++) {
         const uint32_t b = count ? any() % count : 0;

         elements[i] = (struct dral_vertex_element){
            .buffer = any() % 5 && count && buffers[b].rate != DRAL_RATE_UNUSED
                         ? b
                         : DRAL_NO_BUFFER,
            .format = any() >> 10,
            .source_offset = any() % 2048,
         };
      }
      for (int i = 0; i < 2; i++) {
         if (sides[i].prepare(&prepared[i], &info) < 0)
            return fprintf(stderr, "compare: state %u is refused\n", n), 1;
      }
      for (uint32_t i = 0; i < DRAWS; i++) {
         const struct dral_draw_info draw = random_draw(architecture);

         for (int j = 0; j < 2; j++)
            compute(&sides[j], &prepared[j], &draw, bound, count,
                    8 * info.image_count, &results[j]);
         const bool equal =
            equal_draws(&results[0].draw, &results[1].draw) &&
            !memcmp(&results[0].resolved, &results[1].resolved,
                    sizeof(results[0]) - sizeof(results[0].draw));

         if (!equal)
            return fprintf(stderr,
                           "compare: state %u, %u vertices x %u instances, "
                           "differs\n",
                           n, draw.vertex_count, draw.instance_count),
                   1;
         if (results[0].draw.threads)
            resolved++;
         else
            refused++;
      }
   }
   printf("%u draws have equal words, %u are refused or empty\n", resolved,
          refused);
   return !resolved || !refused;
}
