/* SPDX-License-Identifier: MIT */

/* The sentences that explain a draw or an attribute. */

#include "harness/text.h"
#include "dral.h"
#include "harness/generator.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"

#include <string.h>

#define DRAWS 200000

static void
draw_explanation_names_the_refusal(struct context *context)
{
   /* As in struct dral_draw. */
   static const struct {
      struct dral_draw draw;
      const char *word;
   } cases[] = {
      { { 7, 0, 0, 0, 70, 2, 3, 0, 0, 0 }, "can be dispatched" },
      { { 8, 0, 0, 0, 70, 2, 3, 0, 0, 0 }, "architecture" },
      { { 9, 0, 0, 0, 70, 2, 3, 0, 0, 0 }, "v9" },
      { { 7, 2, 0, 0, 70, 2, 3, 0, 0, 0 }, "padding rule" },
      { { 7, 0, 2, 0, 70, 2, 3, 0, 0, 0 }, "rounding" },
      { { 7, 0, 0, 2, 70, 2, 3, 0, 0, 0 }, "flag" },
      { { 7, 0, 0, 0, 70, 2, 3, 0, 0, 2 }, "primitive size" },
      { { 7, 0, 0, 0, 0, 2, 3, 0, 0, 0 }, "can be dispatched" },
      { { 7, 0, 0, 0, 70, 0, 3, 0, 0, 0 }, "can be dispatched" },
      { { 7, 0, 0, 0, 70, 2, 0, 0, 0, 0 }, "vertices per primitive" },
      { { 7, 0, 0, 0, 0xE0000000, 2, 3, 0, 0, 0 }, "padded count" },
      { { 7, 0, 0, 0, 60000, 65537, 3, 0, 0, 0 }, "threads" },
      /* Fewer than 2^32 threads, but 3 + 30 bits. */
      { { 7, 0, 0, 0, 5, 0x20000001, 3, 0, 0, 0 }, "invocation" },
   };
   size_t i;

   for (i = 0; i <= sizeof cases / sizeof cases[0]; i++) {
      const int is_case = i < sizeof cases / sizeof cases[0];
      const char *word = is_case ? cases[i].word : "NULL";
      const char *text = dral_draw_explain(is_case ? &cases[i].draw : NULL);

      CHECK(context, text != NULL && strstr(text, word) != NULL,
            "\"%s\" lacks \"%s\"", text == NULL ? "NULL" : text, word);
   }
}

static void
draw_explanation_agrees_with_resolution(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      const struct dral_draw draw = random_draw(&generator, 4 + i % 4);
      struct dral_resolved_draw resolved;
      const int resolves = dral_draw_resolve(&draw, &resolved) == 0;
      const char *text = dral_draw_explain(&draw);

      CHECK(context, text != NULL && text[0] != '\0', "%s",
            draw_text(&draw));
      if (text != NULL)
         CHECK_EQUAL(context, strstr(text, "can be dispatched") != NULL,
                     resolves, "\"%s\" for %s", text, draw_text(&draw));
   }
}

static void
check_explanation(struct context *context,
                  const struct dral_resolved_draw *draw,
                  const struct dral_vertex_buffer *buffer, const char *start,
                  const char *word)
{
   const char *text = dral_attribute_explain(draw, buffer);

   CHECK(context, text != NULL, "%s", word);
   if (text == NULL)
      return;
   CHECK(context, strncmp(text, start, strlen(start)) == 0,
         "\"%s\" does not begin with \"%s\"", text, start);
   CHECK(context, strstr(text, word) != NULL, "\"%s\" lacks \"%s\"", text,
         word);
}

static void
attribute_explanation_names_rule_and_refusal(struct context *context)
{
   enum { VERTEX = DRAL_RATE_VERTEX, INSTANCE = DRAL_RATE_INSTANCE };
   const uint64_t address = 0x123456789AC0;
   const struct {
      uint32_t vertices, instances;
      struct dral_vertex_buffer buffer;
      const char *start, *word;
   } cases[] = {
      { 70, 1, { address, 64, 16, VERTEX, 0 }, "1D:", "one instance" },
      { 70, 1, { address, 64, 16, INSTANCE, 0 }, "1D, stride 0:",
        "one instance" },
      { 70, 2, { address, 64, 16, VERTEX, 0 }, "1D Modulus:", "per-vertex" },
      { 70, 2, { address, 64, 16, INSTANCE, 0 }, "1D, stride 0:",
        "divisor 0" },
      { 70, 2, { address, 64, 16, INSTANCE, UINT32_MAX }, "1D, stride 0:",
        "2^32" },
      { 70, 2, { address, 64, 16, INSTANCE, 3 }, "1D NPOT Divisor:",
        "power of two" },
      { 64000, 2, { address, 64, 16, INSTANCE, 4 }, "1D POT Divisor:",
        "power of two" },
      { 70, 2, { address, 64, 16, 3, 0 }, "", "rate" },
      { 70, 2, { address, 64, 16, DRAL_RATE_UNUSED, 0 }, "",
        "unused buffer" },
      { 70, 2, { (uint64_t)1 << 56, 64, 16, VERTEX, 0 }, "", "address" },
      { 70, 2, { address + 1, UINT32_MAX, 16, VERTEX, 0 }, "", "size" },
   };
   const struct dral_resolved_draw draw = resolved_plain_draw(6, 70, 2);
   size_t i;

   for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      const struct dral_resolved_draw of_case = resolved_plain_draw(
         6, cases[i].vertices, cases[i].instances);

      check_explanation(context, &of_case, &cases[i].buffer, cases[i].start,
                        cases[i].word);
   }
   check_explanation(context, NULL, &cases[0].buffer, "", "NULL");
   check_explanation(context, &draw, NULL, "", "NULL");
}

static void
attribute_explanation_agrees_with_the_record(struct context *context)
{
   static const char *const names[5] = { "", "1D", "1D POT Divisor:",
                                         "1D Modulus:", "1D NPOT Divisor:" };
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      const struct dral_draw draw = random_draw(&generator, 4 + i % 4);
      const struct dral_vertex_buffer buffer = random_buffer(&generator,
                                                             &draw);
      struct dral_resolved_draw resolved;
      struct dral_attribute_record record;
      const char *text;

      if (dral_draw_resolve(&draw, &resolved) != 0)
         continue;
      text = dral_attribute_explain(&resolved, &buffer);
      CHECK(context, text != NULL, "%s, %s", draw_text(&draw),
            buffer_text(&buffer));
      if (text == NULL)
         continue;
      if (dral_attribute_record(&resolved, &buffer, &record) != 0) {
         CHECK(context, text[0] != '\0' && strncmp(text, "1D", 2) != 0,
               "\"%s\" for %s, %s", text, draw_text(&draw),
               buffer_text(&buffer));
         continue;
      }
      CHECK(context, record.type >= 1 && record.type <= 4, "%s, %s",
            draw_text(&draw), buffer_text(&buffer));
      CHECK(context, strncmp(text, names[record.type % 5],
                             strlen(names[record.type % 5])) == 0,
            "\"%s\" for %s, %s", text, draw_text(&draw),
            buffer_text(&buffer));
      if (record.stride == 0 && buffer.stride != 0)
         CHECK(context, strstr(text, "stride 0") != NULL,
               "\"%s\" for %s, %s", text, draw_text(&draw),
               buffer_text(&buffer));
   }
}

const struct test explain_tests[] = {
   QUICK_TEST(draw_explanation_names_the_refusal),
   QUICK_TEST(draw_explanation_agrees_with_resolution),
   QUICK_TEST(attribute_explanation_names_rule_and_refusal),
   QUICK_TEST(attribute_explanation_agrees_with_the_record),
   NO_MORE_TESTS,
};
