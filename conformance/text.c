/* SPDX-License-Identifier: MIT */

/* Scenes as text, which is both printed and read: one statement for each
 * structure, with the numbers that are not what they are without. */

#include "conformance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

enum field_type {
   FIELD_NUMBER,
   FIELD_SIGNED,
   FIELD_FLAG,
   FIELD_TOPOLOGY,
   FIELD_FORMAT, /* of the whole attribute */
};

struct field {
   const char *name;
   enum field_type type;
   size_t offset;
   uint32_t absent; /* what it is without, and the least if it is reduced */
   uint32_t most;
   bool kept; /* names something, so that no other number is simpler */
};

struct statement {
   const char *name;
   const struct field *fields;
   uint32_t field_count;
   bool numbered; /* a number follows the name */
   uint32_t indent;
};

#define F(structure, name, member, type, absent, most)        \
   {name,   FIELD_##type, offsetof(struct structure, member), \
    absent, most,         false}
#define FLAG(structure, name, member) F(structure, name, member, FLAG, 0, 1)
#define ANY UINT32_MAX

static const struct field scene_fields[] = {
   F(scene, "submissions", submissions, NUMBER, 1, 300),
   FLAG(scene, "views", views),
   FLAG(scene, "exact", exact),
   F(scene, "cut", cut, NUMBER, 0, ANY),
   FLAG(scene, "bounded", bounded),
   FLAG(scene, "rendering", rendering),
   FLAG(scene, "nested", nested),
};
static const struct field pipeline_fields[] = {
   F(scene_pipeline, "topology", topology, TOPOLOGY, 0, ANY),
   FLAG(scene_pipeline, "last-provokes", last_provokes),
   FLAG(scene_pipeline, "dynamic-stride", dynamic_stride),
   FLAG(scene_pipeline, "dynamic-input", dynamic_input),
   FLAG(scene_pipeline, "pointers", pointers),
   FLAG(scene_pipeline, "shader-objects", shader_objects),
   FLAG(scene_pipeline, "images", resources),
   FLAG(scene_pipeline, "restart", restart),
};
static const struct field binding_fields[] = {
   F(scene_binding, "stride", stride, NUMBER, 4, ANY),
   FLAG(scene_binding, "instance", per_instance),
   F(scene_binding, "divisor", divisor, NUMBER, 1, ANY),
};
static const struct field attribute_fields[] = {
   {"binding", FIELD_NUMBER, offsetof(struct scene_attribute, binding), 0,
    SCENE_BINDINGS - 1, true},
   F(scene_attribute, "offset", offset, NUMBER, 0, ANY),
   F(scene_attribute, "format", components, FORMAT, 0, ANY),
};
static const struct field command_fields[] = {
   {"pipeline", FIELD_NUMBER, offsetof(struct scene_command, pipeline), 0,
    SCENE_PIPELINES - 1, false},
   F(scene_command, "set", resource_set, NUMBER, 0, SCENE_RESOURCE_SETS - 1),
   {"index", FIELD_NUMBER, offsetof(struct scene_command, index_bytes), 0, 4,
    true},
   F(scene_command, "seed", index_seed, NUMBER, 0, ANY),
   FLAG(scene_command, "own-indices", own_indices),
   FLAG(scene_command, "indirect", indirect),
   F(scene_command, "stride", indirect_stride, NUMBER, 0, 2048),
   FLAG(scene_command, "counted", counted),
   F(scene_command, "count", counted_draws, NUMBER, 0, ANY),
   FLAG(scene_command, "multi", multi),
   FLAG(scene_command, "clear", clear_before),
   FLAG(scene_command, "pass", pass_before),
   F(scene_command, "secondary", secondary, NUMBER, 0, ANY),
   F(scene_command, "hidden", hidden, NUMBER, 0, ANY),
};
static const struct field bound_fields[] = {
   F(scene_bound, "buffer", buffer, NUMBER, 0, SCENE_BUFFERS - 1),
   F(scene_bound, "offset", offset, NUMBER, 0, ANY),
   F(scene_bound, "stride", stride, NUMBER, 0, ANY),
   F(scene_bound, "size", size, NUMBER, 0, ANY),
   FLAG(scene_bound, "null", null),
};
static const struct field draw_fields[] = {
   F(scene_draw, "first", first, NUMBER, 0, ANY),
   F(scene_draw, "count", count, NUMBER, 1, ANY),
   F(scene_draw, "base", base_instance, NUMBER, 0, ANY),
   F(scene_draw, "instances", instances, NUMBER, 1, ANY),
   F(scene_draw, "offset", vertex_offset, SIGNED, 0, ANY),
   F(scene_draw, "range", range, NUMBER, 1, ANY),
   FLAG(scene_draw, "only-restart", only_restart),
};

enum {
   STATEMENT_SCENE,
   STATEMENT_PIPELINE,
   STATEMENT_BINDING,
   STATEMENT_ATTRIBUTE,
   STATEMENT_COMMAND,
   STATEMENT_BIND,
   STATEMENT_DRAW,
   STATEMENTS,
};

static const struct statement statements[STATEMENTS] = {
   {"scene", scene_fields, ARRAY_SIZE(scene_fields), false, 0},
   {"pipeline", pipeline_fields, ARRAY_SIZE(pipeline_fields), false, 0},
   {"binding", binding_fields, ARRAY_SIZE(binding_fields), true, 2},
   {"attribute", attribute_fields, ARRAY_SIZE(attribute_fields), true, 2},
   {"command", command_fields, ARRAY_SIZE(command_fields), false, 0},
   {"bind", bound_fields, ARRAY_SIZE(bound_fields), true, 2},
   {"draw", draw_fields, ARRAY_SIZE(draw_fields), false, 2},
};

static const char *const topologies[SCENE_TOPOLOGIES] = {
   "points",
   "triangles",
   "strip",
   "patches",
};
static const char *const numerics[SCENE_NUMERICS] = {
   "uint", "sint", "unorm", "snorm", "float", "unorm10", "snorm10",
};

/* ---- Every structure of a scene ---------------------------------------- */

typedef void (*visit)(uint32_t statement, uint32_t number,
                      const void *structure, void *data);

static void
visit_pipeline(const struct scene_pipeline *pipeline, visit call, void *data)
{
   uint32_t i;

   call(STATEMENT_PIPELINE, 0, pipeline, data);
   for (i = 0; i < SCENE_BINDINGS; i++) {
      if (pipeline->bindings[i].used)
         call(STATEMENT_BINDING, i, &pipeline->bindings[i], data);
   }
   for (i = 0; i < pipeline->attribute_count; i++) {
      call(STATEMENT_ATTRIBUTE, pipeline->attributes[i].location,
           &pipeline->attributes[i], data);
   }
}

static void
visit_all(const struct scene *scene, visit call, void *data)
{
   uint32_t i, j;

   call(STATEMENT_SCENE, 0, scene, data);
   for (i = 0; i < scene->pipeline_count; i++)
      visit_pipeline(&scene->pipelines[i], call, data);
   for (i = 0; i < scene->command_count; i++) {
      const struct scene_command *command = &scene->commands[i];
      const struct scene_pipeline *pipeline =
         &scene->pipelines[command->pipeline];

      call(STATEMENT_COMMAND, 0, command, data);
      for (j = 0; j < SCENE_BINDINGS; j++) {
         if (pipeline->bindings[j].used)
            call(STATEMENT_BIND, j, &command->bound[j], data);
      }
      for (j = 0; j < command->draw_count; j++)
         call(STATEMENT_DRAW, 0, &command->draws[j], data);
   }
}

static uint32_t
get(const void *structure, const struct field *field)
{
   const char *at = (const char *)structure + field->offset;
   uint32_t value;

   if (field->type == FIELD_FLAG)
      return *(const bool *)at;
   memcpy(&value, at, sizeof(value));
   return value;
}

struct numbers {
   const struct scene *scene;
   void (*call)(const struct text_number *number, void *data);
   void *data;
};

static void
visit_numbers(uint32_t statement, uint32_t number, const void *structure,
              void *data)
{
   const struct numbers *numbers = data;
   const struct field *fields = statements[statement].fields;
   uint32_t i;

   (void)number;
   for (i = 0; i < statements[statement].field_count; i++) {
      struct text_number this = {
         .offset =
            (size_t)((const char *)structure - (const char *)numbers->scene) +
            fields[i].offset,
         .flag = fields[i].type == FIELD_FLAG,
         .least = fields[i].absent,
      };

      if (fields[i].type != FIELD_FORMAT && !fields[i].kept)
         numbers->call(&this, numbers->data);
   }
}

void
text_each_number(const struct scene *scene,
                 void (*call)(const struct text_number *number, void *data),
                 void *data)
{
   struct numbers numbers = {scene, call, data};

   visit_all(scene, visit_numbers, &numbers);
}

/* ---- Printing ---------------------------------------------------------- */

struct printing {
   FILE *stream;
   const char *before;
   const char *after;
   bool any;
};

static void
print_field(FILE *stream, const struct field *field, const void *structure)
{
   uint32_t value = get(structure, field);
   const struct scene_attribute *attribute = structure;

   if (field->type == FIELD_FORMAT) {
      fprintf(stream, " %s=%s%ux%u", field->name,
              numerics[attribute->numeric], 8 * attribute->component_bytes,
              attribute->components);
      return;
   }
   if (value == field->absent)
      return;
   switch (field->type) {
   case FIELD_FLAG:
      fprintf(stream, " %s", field->name);
      break;
   case FIELD_TOPOLOGY:
      fprintf(stream, " %s=%s", field->name, topologies[value]);
      break;
   case FIELD_SIGNED:
      fprintf(stream, " %s=%d", field->name, (int)(int32_t)value);
      break;
   default:
      fprintf(stream, " %s=%u", field->name, value);
      break;
   }
}

static void
print_statement(uint32_t number_of, uint32_t number, const void *structure,
                void *data)
{
   struct printing *printing = data;
   const struct statement *statement = &statements[number_of];
   uint32_t i;

   if (printing->any)
      fputs(printing->after, printing->stream);
   printing->any = true;
   fprintf(printing->stream, "%s%*s%s", printing->before,
           printing->before[0] == '\0' ? 0 : (int)statement->indent, "",
           statement->name);
   if (statement->numbered)
      fprintf(printing->stream, " %u", number);
   for (i = 0; i < statement->field_count; i++)
      print_field(printing->stream, &statement->fields[i], structure);
}

void
text_print(FILE *stream, const struct scene *scene, const char *before,
           const char *after)
{
   struct printing printing = {stream, before, after, false};

   visit_all(scene, print_statement, &printing);
}

/* ---- Reading ----------------------------------------------------------- */

struct reading {
   struct scene *scene;
   const char *at;
   uint32_t statement; /* the number, for messages */
   char word[64];
   char *error;
};

static bool
refuse(struct reading *reading, const char *what)
{
   snprintf(reading->error, 256, "statement %u: %s: \"%s\"",
            reading->statement, what, reading->word);
   return false;
}

static bool
is_end(char byte)
{
   return byte == '\0' || byte == ';' || byte == '\n';
}

/* The next word of the statement; empty at its end. */
static void
next_word(struct reading *reading)
{
   size_t length = 0;

   while (*reading->at == ' ' || *reading->at == '\t')
      reading->at++;
   while (!is_end(*reading->at) && *reading->at != ' ' &&
          length + 1 < sizeof(reading->word))
      reading->word[length++] = *reading->at++;
   reading->word[length] = '\0';
}

static bool
read_number(const char *text, uint32_t most, uint32_t *number)
{
   char *end;
   unsigned long long value;

   if (*text < '0' || *text > '9')
      return false;
   value = strtoull(text, &end, 10);
   *number = (uint32_t)value;
   return *end == '\0' && value <= most;
}

static bool
read_format(const char *text, struct scene_attribute *attribute)
{
   uint32_t i;

   for (i = SCENE_NUMERICS; i-- > 0;) {
      size_t length = strlen(numerics[i]);
      unsigned bits, components;
      char rest;

      if (strncmp(text, numerics[i], length) != 0 ||
          sscanf(text + length, "%ux%u%c", &bits, &components, &rest) != 2)
         continue;
      attribute->numeric = i;
      attribute->component_bytes = bits / 8;
      attribute->components = components;
      return (bits == 8 || bits == 16 || bits == 32) && components >= 1 &&
             components <= 4 &&
             (i < SCENE_UNORM10 || (bits == 32 && components == 1)) &&
             (i != SCENE_FLOAT || bits >= 16) &&
             ((i != SCENE_UNORM && i != SCENE_SNORM) || bits <= 16);
   }
   return false;
}

static bool
read_topology(const char *text, uint32_t *topology)
{
   for (*topology = 0; *topology < SCENE_TOPOLOGIES; ++*topology) {
      if (strcmp(text, topologies[*topology]) == 0)
         return true;
   }
   return false;
}

static bool
set_field(struct reading *reading, const struct field *field, void *structure,
          const char *text)
{
   char *at = (char *)structure + field->offset;
   bool good = true;
   uint32_t value = 0;

   switch (field->type) {
   case FIELD_FLAG:
      *(bool *)at = true;
      return *text == '\0' || refuse(reading, "takes no value");
   case FIELD_FORMAT:
      return read_format(text, structure) ||
             refuse(reading, "no such format");
   case FIELD_TOPOLOGY:
      good = read_topology(text, &value);
      break;
   case FIELD_SIGNED:
      good = read_number(text + (*text == '-'), INT32_MAX, &value);
      value = *text == '-' ? 0u - value : value;
      break;
   case FIELD_NUMBER:
      good = read_number(text, field->most, &value);
      break;
   }
   memcpy(at, &value, sizeof(value));
   return good || refuse(reading, "not a value that it can have");
}

static bool
read_fields(struct reading *reading, const struct statement *statement,
            void *structure)
{
   uint32_t i;

   for (next_word(reading); reading->word[0] != '\0'; next_word(reading)) {
      size_t length = strcspn(reading->word, "=");
      const char *text = reading->word + length;

      for (i = 0; i < statement->field_count; i++) {
         if (strlen(statement->fields[i].name) == length &&
             strncmp(statement->fields[i].name, reading->word, length) == 0)
            break;
      }
      if (i == statement->field_count)
         return refuse(reading, "no such word here");
      if (!set_field(reading, &statement->fields[i], structure,
                     text + (*text == '=')))
         return false;
   }
   return true;
}

/* The structure that a statement begins. */
static void *
new_structure(struct reading *reading, uint32_t statement, uint32_t number)
{
   struct scene *scene = reading->scene;
   struct scene_pipeline *pipeline =
      &scene->pipelines[scene->pipeline_count - 1];
   struct scene_command *command = &scene->commands[scene->command_count - 1];

   switch (statement) {
   case STATEMENT_SCENE:
      return scene;
   case STATEMENT_PIPELINE:
      if (scene->pipeline_count == SCENE_PIPELINES)
         return NULL;
      return &scene->pipelines[scene->pipeline_count++];
   case STATEMENT_BINDING:
      if (scene->pipeline_count == 0 || number >= SCENE_BINDINGS)
         return NULL;
      return &pipeline->bindings[number];
   case STATEMENT_ATTRIBUTE:
      if (scene->pipeline_count == 0 || number >= SCENE_LOCATIONS ||
          pipeline->attribute_count == SCENE_LOCATIONS)
         return NULL;
      pipeline->attributes[pipeline->attribute_count].location = number;
      return &pipeline->attributes[pipeline->attribute_count++];
   case STATEMENT_COMMAND:
      if (scene->command_count == SCENE_COMMANDS)
         return NULL;
      return &scene->commands[scene->command_count++];
   case STATEMENT_BIND:
      if (scene->command_count == 0 || number >= SCENE_BINDINGS)
         return NULL;
      return &command->bound[number];
   default:
      if (scene->command_count == 0 || command->draw_count == SCENE_DRAWS)
         return NULL;
      return &command->draws[command->draw_count++];
   }
}

static bool
read_statement(struct reading *reading)
{
   uint32_t number = 0, kind, i;
   const struct statement *statement;
   void *structure;

   for (kind = 0; kind < STATEMENTS; kind++) {
      if (strcmp(statements[kind].name, reading->word) == 0)
         break;
   }
   if (kind == STATEMENTS)
      return refuse(reading, "no such statement");
   statement = &statements[kind];
   if (statement->numbered) {
      next_word(reading);
      if (!read_number(reading->word, 1024, &number))
         return refuse(reading, "not a number");
   }
   structure = new_structure(reading, kind, number);
   if (structure == NULL)
      return refuse(reading, "too many, or nothing that it belongs to");
   for (i = 0; i < statement->field_count; i++) {
      const struct field *field = &statement->fields[i];

      if (field->type != FIELD_FLAG && field->type != FIELD_FORMAT)
         memcpy((char *)structure + field->offset, &field->absent,
                sizeof(field->absent));
   }
   return read_fields(reading, statement, structure);
}

/* What the statements can only be wrong about together. */
static bool
finish(struct scene *scene, char error[256])
{
   uint32_t i, j;

   for (i = 0; i < scene->pipeline_count; i++) {
      struct scene_pipeline *pipeline = &scene->pipelines[i];

      for (j = 0; j < SCENE_BINDINGS; j++)
         pipeline->bindings[j].used = false;
      for (j = 0; j < pipeline->attribute_count; j++) {
         if (pipeline->attributes[j].component_bytes == 0) {
            snprintf(error, 256, "an attribute has no format");
            return false;
         }
         pipeline->bindings[pipeline->attributes[j].binding].used = true;
      }
   }
   for (i = 0; i < scene->command_count; i++) {
      const struct scene_command *command = &scene->commands[i];

      if (command->pipeline >= scene->pipeline_count ||
          command->draw_count == 0 || command->index_bytes == 3) {
         snprintf(error, 256, "command %u has no draw, or no such pipeline",
                  i);
         return false;
      }
   }
   return true;
}

bool
text_parse(struct scene *scene, const char *text, char error[256])
{
   struct reading reading = {.scene = scene, .at = text, .error = error};

   memset(scene, 0, sizeof(*scene));
   scene->kind = SCENE_KINDS;
   scene->submissions = 1;
   for (; *reading.at != '\0'; reading.at += *reading.at != '\0') {
      next_word(&reading);
      if (reading.word[0] == '\0')
         continue;
      reading.statement++;
      if (!read_statement(&reading))
         return false;
   }
   return finish(scene, error);
}
