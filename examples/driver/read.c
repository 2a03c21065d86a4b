/* SPDX-License-Identifier: MIT */

#include "read.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LINE 1024
#define BLANKS " \t\r\n"

/* The format of an attribute has 22 bits. */
#define MAX_FORMAT 0x3FFFFF

enum kind {
   KIND_ADDRESS,
   KIND_COUNT,
   KIND_FORMAT,
   KIND_START,
   KIND_FLAG,
   KIND_RATE,
};

/* A key, and the struct field for its value. */
struct key {
   const char *name;
   enum kind kind;
   size_t field;
};

static const struct key draw_keys[] = {
   { "vertices", KIND_COUNT, offsetof(struct driver_draw, vertex_count) },
   { "instances", KIND_COUNT, offsetof(struct driver_draw, instance_count) },
   { "primitive", KIND_COUNT,
     offsetof(struct driver_draw, vertices_per_primitive) },
   { "idvs", KIND_FLAG, offsetof(struct driver_draw, idvs) },
   { "start", KIND_START, offsetof(struct driver_draw, offset_start) },
   { "base", KIND_COUNT, offsetof(struct driver_draw, base_instance) },
   { NULL, KIND_COUNT, 0 },
};

static const struct key buffer_keys[] = {
   { "address", KIND_ADDRESS, offsetof(struct driver_buffer, address) },
   { "size", KIND_COUNT, offsetof(struct driver_buffer, size) },
   { "stride", KIND_COUNT, offsetof(struct driver_buffer, stride) },
   { "rate", KIND_RATE, offsetof(struct driver_buffer, per_instance) },
   { "divisor", KIND_COUNT, offsetof(struct driver_buffer, divisor) },
   { "offset", KIND_COUNT, offsetof(struct driver_buffer, source_offset) },
   { "format", KIND_FORMAT, offsetof(struct driver_buffer, format) },
   { NULL, KIND_COUNT, 0 },
};

/* The reader's position. */
struct position {
   const char *name;
   unsigned line;
   struct driver_read_error *error;
};

#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
static int
refuse(const struct position *at, const char *format, ...)
{
   char *message = at->error->message;
   const size_t room = sizeof at->error->message;
   const int used = snprintf(message, room, "%s:%u: ", at->name, at->line);
   va_list values;

   if (used >= 0 && (size_t)used < room) {
      va_start(values, format);
      vsnprintf(message + used, room - (size_t)used, format, values);
      va_end(values);
   }
   return -EINVAL;
}

static bool
parse_number(const char *text, uint64_t max, uint64_t *number)
{
   const int base = strncmp(text, "0x", 2) == 0 ? 16 : 10;
   char *end;

   /* strtoull also accepts blanks and signs. */
   if (!isdigit((unsigned char)text[0]))
      return false;
   errno = 0;
   *number = strtoull(text, &end, base);
   return *end == '\0' && errno == 0 && *number <= max;
}

static int
read_number(const struct position *at, const char *key, const char *text,
            uint64_t max, uint64_t *number)
{
   if (parse_number(text, max, number))
      return 0;
   return refuse(at, "%s: \"%.32s\" is no number from 0 to %" PRIu64, key,
                 text, max);
}

static int
read_count(const struct position *at, const char *key, const char *text,
           uint32_t max, uint32_t *count)
{
   uint64_t number = 0;
   const int status = read_number(at, key, text, max, &number);

   if (status == 0)
      *count = (uint32_t)number;
   return status;
}

static int
read_start(const struct position *at, const char *key, const char *text,
           int32_t *start)
{
   const bool negative = text[0] == '-';
   const uint64_t max = negative ? (uint64_t)INT32_MAX + 1 : INT32_MAX;
   uint64_t number;

   if (!parse_number(text + negative, max, &number)) {
      return refuse(at, "%s: \"%.32s\" is no number from %" PRId32
                    " to %" PRId32, key, text, INT32_MIN, INT32_MAX);
   }
   *start = (int32_t)(negative ? -(int64_t)number : (int64_t)number);
   return 0;
}

/* One of two words: false for the first, true for the second. */
static int
read_choice(const struct position *at, const char *key, const char *text,
            const char *first, const char *second, bool *choice)
{
   *choice = strcmp(text, second) == 0;
   if (*choice || strcmp(text, first) == 0)
      return 0;
   return refuse(at, "%s: \"%.32s\" is neither %s nor %s", key, text, first,
                 second);
}

static int
read_value(const struct position *at, const struct key *key,
           const char *text, void *object)
{
   void *field = (char *)object + key->field;

   switch (key->kind) {
   case KIND_ADDRESS:
      return read_number(at, key->name, text, UINT64_MAX, field);
   case KIND_COUNT:
      return read_count(at, key->name, text, UINT32_MAX, field);
   case KIND_FORMAT:
      return read_count(at, key->name, text, MAX_FORMAT, field);
   case KIND_START:
      return read_start(at, key->name, text, field);
   case KIND_FLAG:
      return read_choice(at, key->name, text, "0", "1", field);
   case KIND_RATE:
      return read_choice(at, key->name, text, "vertex", "instance", field);
   }
   return -EINVAL;
}

/* Returns the next word of a line and advances; an empty word at the end. */
static char *
next_word(char **line)
{
   char *word = *line + strspn(*line, BLANKS);
   char *end = word + strcspn(word, BLANKS);

   *line = *end == '\0' ? end : end + 1;
   *end = '\0';
   return word;
}

/* Reads the KEY=VALUE pairs on the rest of a line into an object's fields. */
static int
read_values(const struct position *at, char *line, const struct key *keys,
            void *object)
{
   unsigned seen = 0;
   char *word;

   while (*(word = next_word(&line)) != '\0') {
      char *equals = strchr(word, '=');
      unsigned i = 0;
      int status;

      if (equals == NULL)
         return refuse(at, "\"%.32s\" is no KEY=VALUE", word);
      *equals = '\0';
      while (keys[i].name != NULL && strcmp(keys[i].name, word) != 0)
         i++;
      if (keys[i].name == NULL)
         return refuse(at, "unknown key \"%.32s\"", word);
      if (seen & 1u << i)
         return refuse(at, "%s is given twice", word);
      seen |= 1u << i;

      status = read_value(at, &keys[i], equals + 1, object);
      if (status != 0)
         return status;
   }
   return 0;
}

static int
read_draw(const struct position *at, char *line, bool same_buffers,
          struct driver_draw_list *list)
{
   struct driver_draw *draws =
      realloc(list->draws, (list->count + 1) * sizeof *draws);
   struct driver_draw *draw;

   if (draws == NULL) {
      refuse(at, "out of memory");
      return -ENOMEM;
   }
   list->draws = draws;
   draw = &draws[list->count++];
   memset(draw, 0, sizeof *draw);
   if (same_buffers) {
      draw->same_buffers = true;
      draw->buffer_count = draw[-1].buffer_count;
      memcpy(draw->buffers, draw[-1].buffers, sizeof draw->buffers);
   }
   draw->line = at->line;
   draw->instance_count = 1;
   draw->vertices_per_primitive = 3;
   return read_values(at, line, draw_keys, draw);
}

static int
read_buffer(const struct position *at, char *line,
            struct driver_draw_list *list)
{
   struct driver_draw *draw;

   if (list->count == 0)
      return refuse(at, "a buffer before the first draw");
   draw = &list->draws[list->count - 1];
   if (draw->same_buffers)
      return refuse(at, "a buffer after again");
   if (draw->buffer_count == DRIVER_MAX_BUFFERS) {
      return refuse(at, "more than %d buffers in the draw of line %u",
                    DRIVER_MAX_BUFFERS, draw->line);
   }
   return read_values(at, line, buffer_keys,
                      &draw->buffers[draw->buffer_count++]);
}

static int
read_line(const struct position *at, char *line,
          struct driver_draw_list *list)
{
   const char *word;

   line[strcspn(line, "#")] = '\0';
   word = next_word(&line);
   if (*word == '\0')
      return 0;
   if (strcmp(word, "draw") == 0)
      return read_draw(at, line, false, list);
   if (strcmp(word, "again") == 0) {
      if (list->count == 0)
         return refuse(at, "again before the first draw");
      return read_draw(at, line, true, list);
   }
   if (strcmp(word, "buffer") == 0)
      return read_buffer(at, line, list);
   return refuse(at, "unknown word \"%.32s\": draw, again or buffer", word);
}

int
driver_read_draws(FILE *file, const char *name, struct driver_draw_list *list,
                  struct driver_read_error *error)
{
   struct position at = { name, 0, error };
   char line[MAX_LINE];
   int status = 0;

   list->draws = NULL;
   list->count = 0;
   while (status == 0 && fgets(line, sizeof line, file) != NULL) {
      at.line++;
      if (strlen(line) == sizeof line - 1 && line[sizeof line - 2] != '\n')
         status = refuse(&at, "longer than %d characters", MAX_LINE - 2);
      else
         status = read_line(&at, line, list);
   }
   if (status == 0 && ferror(file)) {
      refuse(&at, "cannot be read any further");
      status = -EIO;
   }
   if (status != 0)
      driver_free_draws(list);
   return status;
}

void
driver_free_draws(struct driver_draw_list *list)
{
   free(list->draws);
   list->draws = NULL;
   list->count = 0;
}
