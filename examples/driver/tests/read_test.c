/* SPDX-License-Identifier: MIT */

/* Valid and invalid lists of draws. */

#include "check.h"
#include "read.h"

#include <errno.h>

static int
read_text(const char *text, struct driver_draw_list *list,
          struct driver_read_error *error)
{
   FILE *file = tmpfile();
   int status;

   if (file == NULL || fputs(text, file) < 0) {
      perror("temporary file");
      exit(EXIT_FAILURE);
   }
   rewind(file);
   status = driver_read_draws(file, "list", list, error);
   fclose(file);
   return status;
}

static void
check_refused(const char *text, const char *message)
{
   struct driver_draw_list list;
   struct driver_read_error error = { "" };

   CHECK_EQUAL(read_text(text, &list, &error), -EINVAL);
   CHECK_TEXT(error.message, message);
   CHECK_EQUAL(list.count, 0);
}

static void
every_key_is_read(void)
{
   static const char text[] =
      "# A comment.\n"
      "\n"
      "draw vertices=70 instances=0x64 primitive=2 idvs=1 start=-2147483648"
      " base=9 # the first\r\n"
      "\tbuffer address=0xFFFFFFFFFFFFFFFF size=1120 stride=16\n"
      "buffer rate=instance divisor=4294967295 offset=4 format=0x3FFFFF\n"
      "draw start=2147483647";
   struct driver_draw_list list;
   struct driver_read_error error = { "" };
   const struct driver_draw *draw;

   CHECK_EQUAL(read_text(text, &list, &error), 0);
   CHECK_TEXT(error.message, "");
   CHECK_EQUAL(list.count, 2);
   if (list.count != 2)
      return;

   draw = &list.draws[0];
   CHECK_EQUAL(draw->line, 3);
   CHECK_EQUAL(draw->vertex_count, 70);
   CHECK_EQUAL(draw->instance_count, 100);
   CHECK_EQUAL(draw->vertices_per_primitive, 2);
   CHECK(draw->idvs);
   CHECK_EQUAL(draw->offset_start, INT32_MIN);
   CHECK_EQUAL(draw->base_instance, 9);
   CHECK_EQUAL(draw->buffer_count, 2);
   CHECK(draw->buffers[0].address == UINT64_MAX);
   CHECK_EQUAL(draw->buffers[0].size, 1120);
   CHECK_EQUAL(draw->buffers[0].stride, 16);
   CHECK(!draw->buffers[0].per_instance);
   CHECK(draw->buffers[1].per_instance);
   CHECK_EQUAL(draw->buffers[1].divisor, UINT32_MAX);
   CHECK_EQUAL(draw->buffers[1].source_offset, 4);
   CHECK_EQUAL(draw->buffers[1].format, 0x3FFFFF);

   draw = &list.draws[1];
   CHECK_EQUAL(draw->line, 6);
   CHECK_EQUAL(draw->vertex_count, 0);
   CHECK_EQUAL(draw->instance_count, 1);
   CHECK_EQUAL(draw->vertices_per_primitive, 3);
   CHECK(!draw->idvs);
   CHECK_EQUAL(draw->offset_start, INT32_MAX);
   CHECK_EQUAL(draw->buffer_count, 0);
   driver_free_draws(&list);
}

static void
a_draw_may_have_the_buffers_of_the_one_before(void)
{
   struct driver_draw_list list;
   struct driver_read_error error = { "" };
   const struct driver_draw *again;

   CHECK_EQUAL(read_text("draw vertices=3 base=1\nbuffer stride=4\n"
                         "buffer stride=8\nagain vertices=4\nagain\n",
                         &list, &error), 0);
   CHECK_EQUAL(list.count, 3);
   if (list.count != 3)
      return;
   CHECK(!list.draws[0].same_buffers);
   for (again = &list.draws[1]; again <= &list.draws[2]; again++) {
      CHECK(again->same_buffers);
      CHECK_EQUAL(again->buffer_count, 2);
      CHECK_EQUAL(again->buffers[1].stride, 8);
      CHECK_EQUAL(again->base_instance, 0);
   }
   CHECK_EQUAL(list.draws[1].vertex_count, 4);
   driver_free_draws(&list);

   check_refused("again vertices=3", "list:1: again before the first draw");
   check_refused("draw vertices=3\nagain\nbuffer stride=4",
                 "list:3: a buffer after again");
}

static void
an_empty_list_has_no_draws(void)
{
   struct driver_draw_list list;
   struct driver_read_error error;

   CHECK_EQUAL(read_text("", &list, &error), 0);
   CHECK_EQUAL(list.count, 0);
   driver_free_draws(&list);
}

static void
errors_name_line_and_value(void)
{
   static const char *const numbers[] = {
      "", "12x", "-1", "+1", "4294967296", "0x", "0x1g", "1.5",
      "99999999999999999999",
   };
   char text[128], message[256];
   size_t i;

   for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
      snprintf(text, sizeof text, "\ndraw vertices=%s\n", numbers[i]);
      snprintf(message, sizeof message,
               "list:2: vertices: \"%s\" is no number from 0 to 4294967295",
               numbers[i]);
      check_refused(text, message);
   }
   check_refused("draw start=2147483648",
                 "list:1: start: \"2147483648\" is no number from "
                 "-2147483648 to 2147483647");
   check_refused("draw start=--1",
                 "list:1: start: \"--1\" is no number from -2147483648 to "
                 "2147483647");
   check_refused("draw idvs=2", "list:1: idvs: \"2\" is neither 0 nor 1");
   check_refused("draw\nbuffer rate=pixel",
                 "list:2: rate: \"pixel\" is neither vertex nor instance");
   check_refused("draw\nbuffer format=0x400000",
                 "list:2: format: \"0x400000\" is no number from 0 to "
                 "4194303");
   check_refused("draw\nbuffer address=0x10000000000000000",
                 "list:2: address: \"0x10000000000000000\" is no number "
                 "from 0 to 18446744073709551615");
}

static void
errors_name_what_is_no_key(void)
{
   check_refused("draw\n\ndraws vertices=3",
                 "list:3: unknown word \"draws\": draw, again or buffer");
   check_refused("draw vertices 3", "list:1: \"vertices\" is no KEY=VALUE");
   check_refused("draw stride=3", "list:1: unknown key \"stride\"");
   check_refused("draw =3", "list:1: unknown key \"\"");
   check_refused("draw vertices=3 vertices=4",
                 "list:1: vertices is given twice");
   check_refused("buffer stride=3",
                 "list:1: a buffer before the first draw");
}

static void
what_is_too_long_is_an_error(void)
{
   char text[2048] = "draw\n";
   size_t length = strlen(text);
   unsigned i;

   for (i = 0; i <= DRIVER_MAX_BUFFERS; i++)
      strcat(text, "buffer\n");
   check_refused(text, "list:18: more than 16 buffers in the draw of line 1");

   memset(text + length, ' ', 1023);
   text[length + 1023] = '\0';
   check_refused(text, "list:2: longer than 1022 characters");
}

int
main(void)
{
   every_key_is_read();
   a_draw_may_have_the_buffers_of_the_one_before();
   an_empty_list_has_no_draws();
   errors_name_line_and_value();
   errors_name_what_is_no_key();
   what_is_too_long_is_an_error();
   return check_result();
}
