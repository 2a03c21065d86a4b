/* SPDX-License-Identifier: MIT */

#include "harness/calls.h"

#include "harness/canary.h"

#include <stdlib.h>
#include <string.h>

#define ARENA 262144

/* The arguments of one call, in memory with canaries around them. */
struct scene {
   struct context *context;
   const struct call *call;
   size_t argument_count;
   void *at[CALL_ARGUMENTS];
   size_t n[CALL_COUNTS];
};

static union {
   uint64_t align;
   unsigned char bytes[ARENA];
} memory, before;

static size_t
length_of(const struct call_argument *argument)
{
   return argument->size * argument->count;
}

static int
is_read(const struct call_argument *argument)
{
   return argument->role == ROLE_INPUT || argument->role == ROLE_BOTH;
}

/* Fills all memory with canaries, and then what is read with its values. */
static void
fill_memory(const struct scene *scene)
{
   size_t i;

   fill_canary(&memory, sizeof memory);
   for (i = 0; i < scene->argument_count; i++) {
      const struct call_argument *argument = &scene->call->arguments[i];

      if (is_read(argument))
         memcpy(scene->at[i], argument->elements, length_of(argument));
   }
   memcpy(&before, &memory, sizeof before);
}

/* Each argument has as much room on both sides as the longest one needs. */
static struct scene
sound_scene(struct context *context, const struct call *call)
{
   struct scene scene = { 0 };
   size_t longest = CANARY_MARGIN;
   size_t i;

   scene.context = context;
   scene.call = call;
   for (i = 0; i < CALL_ARGUMENTS && call->arguments[i].role != ROLE_NONE;
        i++) {
      const struct call_argument *argument = &call->arguments[i];

      scene.argument_count++;
      if (argument->counted_by > 0)
         scene.n[argument->counted_by - 1] = argument->count;
      if (length_of(argument) > longest)
         longest = length_of(argument);
   }
   longest = (longest + 7) / 8 * 8;
   if (scene.argument_count * 3 * longest > sizeof memory)
      abort();
   for (i = 0; i < scene.argument_count; i++)
      scene.at[i] = memory.bytes + (3 * i + 1) * longest;
   return scene;
}

/* Takes back what may be changed, and compares the rest. */
static int
is_unchanged(const struct scene *scene, int outputs_too)
{
   size_t i;

   for (i = 0; i < scene->argument_count; i++) {
      const struct call_argument *argument = &scene->call->arguments[i];
      const size_t place =
         scene->at[i] ? (size_t)((unsigned char *)scene->at[i] - memory.bytes)
                      : 0;

      if (scene->at[i] != NULL &&
          (argument->role == ROLE_SCRATCH ||
           (!outputs_too && argument->role != ROLE_INPUT)))
         memcpy(scene->at[i], before.bytes + place, length_of(argument));
   }
   return memcmp(&memory, &before, sizeof memory) == 0;
}

static int
make_call(const struct scene *scene)
{
   fill_memory(scene);
   return scene->call->function(scene->at, scene->n);
}

#define CHECK_REFUSED(scene, error, ...)                                     \
   do {                                                                      \
      CHECK_EQUAL((scene)->context, make_call(scene), error, __VA_ARGS__);   \
      CHECK((scene)->context, is_unchanged(scene, 1), __VA_ARGS__);          \
   } while (0)

/* The successful call, from which the others differ in one argument. */
static void
check_success(const struct scene *scene)
{
   struct context *context = scene->context;
   const char *name = scene->call->name;
   size_t i, j;

   CHECK_EQUAL(context, make_call(scene), 0, "%s", name);
   for (i = 0; i < scene->argument_count; i++) {
      const struct call_argument *argument = &scene->call->arguments[i];
      const unsigned char *bytes = scene->at[i];

      if (argument->role == ROLE_BOTH)
         CHECK(context,
               memcmp(bytes, argument->elements, length_of(argument)),
               "%s changes argument %zu", name, i);
      for (j = 0; j < argument->count; j++) {
         CHECK(context,
               argument->role != ROLE_OUTPUT ||
                  !is_untouched(bytes + j * argument->size, argument->size),
               "%s writes argument %zu, element %zu", name, i, j);
      }
   }
   CHECK(context, is_unchanged(scene, 0), "%s writes its outputs only", name);
}

/*
 * Each argument has as many elements as the counts say; sanitizers and
 * valgrind see what lies beyond memory from malloc.
 */
static void
check_exact_memory(struct scene scene, int expected)
{
   size_t i;

   for (i = 0; i < scene.argument_count; i++) {
      const struct call_argument *argument = &scene.call->arguments[i];
      const size_t length =
         argument->counted_by > 0
            ? argument->size * scene.n[argument->counted_by - 1]
            : length_of(argument);

      scene.at[i] = malloc(length + (length == 0));
      if (scene.at[i] == NULL)
         abort();
      if (is_read(argument))
         memcpy(scene.at[i], argument->elements, length);
   }
   CHECK_EQUAL(scene.context, scene.call->function(scene.at, scene.n),
               expected, "%s", scene.call->name);
   for (i = 0; i < scene.argument_count; i++)
      free(scene.at[i]);
}

static void
check_null(const struct scene *sound)
{
   struct scene all = *sound;
   int error = 0;
   size_t i;

   for (i = 0; i < sound->argument_count; i++) {
      struct scene scene = *sound;

      scene.at[i] = NULL;
      all.at[i] = NULL;
      if (sound->call->arguments[i].flags & MAY_BE_NULL) {
         CHECK_EQUAL(scene.context, sound->call->function(scene.at, scene.n),
                     0, "%s with NULL for %zu", sound->call->name, i);
         continue;
      }
      error = -EINVAL;
      /* fill_memory() needs the input's place. */
      fill_memory(sound);
      CHECK_EQUAL(scene.context, sound->call->function(scene.at, scene.n),
                  -EINVAL, "%s with NULL for %zu", sound->call->name, i);
      CHECK(scene.context, is_unchanged(&scene, 1), "%s with NULL for %zu",
            sound->call->name, i);
   }
   fill_memory(sound);
   CHECK_EQUAL(all.context, sound->call->function(all.at, all.n), error,
               "%s with NULL for all", sound->call->name);
}

static void
check_counts(const struct scene *sound, size_t argument)
{
   const struct call_argument *array = &sound->call->arguments[argument];
   const size_t counts[] = {
      SIZE_MAX,
      SIZE_MAX / 2 + 1,
      /* Half of memory is exceeded just so, and sizes in bytes wrap. */
      SIZE_MAX / 2 / array->size + 1,
      array->size == 1 ? SIZE_MAX : SIZE_MAX / array->size + 1,
   };
   struct scene scene = *sound;
   size_t i;

   for (i = 0; i < sizeof counts / sizeof counts[0]; i++) {
      static unsigned char expected[ARENA];

      CHECK_EQUAL(scene.context, make_call(sound), 0, "%s",
                  sound->call->name);
      memcpy(expected, &memory, sizeof memory);
      scene.n[array->counted_by - 1] = counts[i];
      if (array->flags & MAY_BE_ENDLESS && make_call(&scene) == 0)
         CHECK(scene.context, memcmp(&memory, expected, sizeof memory) == 0,
               "%s with count %zu of %zu", sound->call->name, i, argument);
      else
         CHECK_REFUSED(&scene, -EINVAL, "%s with count %zu of %zu",
                       sound->call->name, i, argument);
   }
   for (i = 0; array->too_few != 0 && i < array->count; i++) {
      scene.n[array->counted_by - 1] = i;
      CHECK_REFUSED(&scene, array->too_few, "%s with %zu of %zu",
                    sound->call->name, i, argument);
      check_exact_memory(scene, array->too_few);
   }
}

/* Moves one argument across another, from side to side. */
static void
check_overlap(const struct scene *sound, size_t moved, size_t target)
{
   const struct call_argument *arguments = sound->call->arguments;
   const size_t size = arguments[moved].size;
   /* Structs are aligned to what divides their sizes. */
   const size_t step = size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : 1;
   const size_t length = length_of(&arguments[moved]);
   const size_t end = length + length_of(&arguments[target]);
   struct scene scene = *sound;
   size_t distance;

   for (distance = 0; distance <= end; distance += step) {
      scene.at[moved] =
         (unsigned char *)sound->at[target] - length + distance;
      if (distance == 0 || distance == end)
         CHECK_EQUAL(scene.context, make_call(&scene), 0,
                     "%s: %zu beside %zu", sound->call->name, moved, target);
      else
         CHECK_REFUSED(&scene, -EINVAL, "%s: byte %zu of %zu across %zu",
                       sound->call->name, distance, moved, target);
   }
}

static int
must_be_apart(const struct call_argument *one,
              const struct call_argument *two)
{
   return (one->flags & two->flags & (APART | APART_TOO)) != 0 &&
          (one->role != ROLE_INPUT || two->role != ROLE_INPUT);
}

static void
check_call(struct context *context, const struct call *call)
{
   const struct scene sound = sound_scene(context, call);
   size_t i, j;

   check_success(&sound);
   check_exact_memory(sound, 0);
   check_null(&sound);
   for (i = 0; i < sound.argument_count; i++) {
      if (call->arguments[i].counted_by > 0)
         check_counts(&sound, i);
      for (j = 0; j < sound.argument_count; j++) {
         if (i != j && must_be_apart(&call->arguments[i],
                                     &call->arguments[j]))
            check_overlap(&sound, i, j);
      }
   }
}

void
check_calls(struct context *context, const struct call *calls, size_t count)
{
   size_t i;

   for (i = 0; i < count; i++)
      check_call(context, &calls[i]);
}

static void
write_field(unsigned char *field, size_t size, uint64_t value)
{
   const uint32_t word = (uint32_t)value;
   const uint8_t byte = (uint8_t)value;

   switch (size) {
   case sizeof value:
      memcpy(field, &value, size);
      break;
   case sizeof word:
      memcpy(field, &word, size);
      break;
   case sizeof byte:
      memcpy(field, &byte, size);
      break;
   default:
      abort();
   }
}

static void
check_change(const struct scene *scene, const struct change *change,
             size_t number)
{
   const char *name = scene->call->name;
   size_t i;

   CHECK_REFUSED(scene, change->error, "%s after change %zu", name, number);
   for (i = 0; i < scene->argument_count; i++) {
      struct scene null = *scene;

      if (scene->call->arguments[i].role != ROLE_OUTPUT)
         continue;
      null.at[i] = NULL;
      CHECK(scene->context, scene->call->function(null.at, null.n) < 0,
            "%s after change %zu and NULL", name, number);
      CHECK(scene->context, is_unchanged(scene, 1),
            "%s after change %zu and NULL", name, number);
   }
}

void
check_changes(struct context *context, const struct call *calls, size_t count,
              void *input, const struct change *changes, size_t change_count)
{
   size_t i, j;

   for (i = 0; i < count; i++) {
      const struct scene scene = sound_scene(context, &calls[i]);

      for (j = 0; j < change_count; j++) {
         unsigned char *field = (unsigned char *)input + changes[j].offset;
         unsigned char kept[sizeof(uint64_t)];

         CHECK_EQUAL(context, make_call(&scene), 0, "%s before change %zu",
                     calls[i].name, j);
         memcpy(kept, field, changes[j].size);
         write_field(field, changes[j].size, changes[j].value);
         check_change(&scene, &changes[j], j);
         memcpy(field, kept, changes[j].size);
      }
   }
}
