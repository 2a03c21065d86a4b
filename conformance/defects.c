/* SPDX-License-Identifier: MIT */

#include "defects.h"

#include <string.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* ---- How Mali numbers threads ------------------------------------------ */

/* Counts are padded to an odd number up to 9 times a power of two. From 20 on
 * the drivers take the next such number above, which keeps every product
 * exact. */
static uint32_t
padded_count(uint32_t count)
{
   uint32_t unit = 1;

   if (count < 10)
      return count;
   if (count < 20)
      return (count + 1) / 2 * 2;
   while (count / unit > 15)
      unit *= 2;
   switch (count / unit) {
   case 8:
      return 9 * unit;
   case 9:
      return 10 * unit;
   case 10:
   case 11:
      return 12 * unit;
   case 12:
   case 13:
      return 14 * unit;
   default:
      return 16 * unit;
   }
}

/* The first vertex of a draw and how many follow. */
static void
draw_range(const struct scene_command *command, const struct scene_draw *draw,
           uint32_t *first, uint32_t *count)
{
   *first = draw->first;
   *count = draw->count;
   if (command->index_bytes != 0) {
      *first += (uint32_t)draw->vertex_offset;
      *count = draw->range;
   }
}

/* PanVK rounds up for shaders with IDVS, which its vertex shaders are. */
static uint32_t
draw_padded_count(const struct scene_command *command,
                  const struct scene_draw *draw)
{
   uint32_t first, count;

   draw_range(command, draw, &first, &count);
   return draw->instances > 1 ? padded_count((count + 3) / 4 * 4) : 1;
}

struct parts {
   const struct scene_command *command;
   const struct scene_pipeline *pipeline;
   const struct scene_binding *binding;
   uint32_t first;
   uint64_t stride;
   uint64_t start; /* the offset of element 0 */
};

static struct parts
parts_of(const struct defect_point *point,
         const struct scene_attribute *attribute)
{
   const struct scene *scene = point->scene;
   struct parts parts = {.command = &scene->commands[point->command]};
   uint32_t count;

   parts.pipeline = &scene->pipelines[parts.command->pipeline];
   parts.binding = &parts.pipeline->bindings[attribute->binding];
   parts.stride = scene_stride(scene, parts.command, attribute->binding);
   parts.start = parts.command->bound[attribute->binding].offset +
                 (uint64_t)attribute->offset;
   draw_range(parts.command, point->draw, &parts.first, &count);
   return parts;
}

/* ---- Defects ----------------------------------------------------------- */

static bool
wrapped_product(const struct defect_point *point, const struct parts *parts,
                uint32_t *padded, uint32_t *product)
{
   uint64_t whole;

   *padded = draw_padded_count(parts->command, point->draw);
   whole = (uint64_t)*padded * parts->binding->divisor;
   *product = (uint32_t)whole;
   return parts->binding->per_instance && point->draw->instances > 1 &&
          whole > UINT32_MAX;
}

static uint64_t
linear_id(const struct defect_point *point, const struct parts *parts,
          uint32_t padded)
{
   return (uint64_t)(point->instance - point->draw->base_instance) * padded +
          (point->vertex - parts->first);
}

static void
product_wraps(const struct defect_point *point,
              const struct scene_attribute *attribute,
              struct scene_read *read)
{
   struct parts parts = parts_of(point, attribute);
   uint32_t padded, product;

   if (wrapped_product(point, &parts, &padded, &product) && product != 0) {
      read->offset =
         parts.start +
         parts.stride * (point->draw->base_instance +
                         linear_id(point, &parts, padded) / product);
   }
}

static void
product_zero(const struct defect_point *point,
             const struct scene_attribute *attribute, struct scene_read *read)
{
   struct parts parts = parts_of(point, attribute);
   uint32_t padded, product;

   if (wrapped_product(point, &parts, &padded, &product) && product == 0) {
      read->offset =
         parts.start + parts.stride * (point->draw->base_instance +
                                       linear_id(point, &parts, padded));
   }
}

static void
start_added(const struct defect_point *point,
            const struct scene_attribute *attribute, struct scene_read *read)
{
   struct parts parts = parts_of(point, attribute);

   if (parts.binding->per_instance && parts.binding->divisor != 0 &&
       point->draw->instances > 1)
      read->offset += parts.stride * parts.first;
}

static void
base_divided(const struct defect_point *point,
             const struct scene_attribute *attribute, struct scene_read *read)
{
   struct parts parts = parts_of(point, attribute);
   uint64_t base = parts.stride * point->draw->base_instance;

   if (parts.binding->per_instance && parts.binding->divisor != 0)
      read->offset = read->offset - base + base / parts.binding->divisor;
}

/* Whether two commands with the pipeline bind the same buffers. */
static bool
same_buffers(const struct scene_pipeline *pipeline,
             const struct scene_command *a, const struct scene_command *b)
{
   uint32_t i;

   for (i = 0; i < SCENE_BINDINGS; i++) {
      if (pipeline->bindings[i].used &&
          memcmp(&a->bound[i], &b->bound[i], sizeof(a->bound[i])) != 0)
         return false;
   }
   return true;
}

/* The command whose tables this one must not use, or NULL. */
static const struct scene_command *
neighbour(const struct scene *scene, uint32_t command, uint32_t other)
{
   const struct scene_command *this = &scene->commands[command];
   const struct scene_command *that = &scene->commands[other];

   /* The first command has none before, the last none after it. */
   if (other >= scene->command_count || this->pipeline != that->pipeline ||
       !same_buffers(&scene->pipelines[this->pipeline], this, that) ||
       this->secondary != that->secondary || that->draws[0].count == 0 ||
       that->draws[0].instances == 0)
      return NULL;
   return that;
}

/* What the thread reads by the tables of another draw. */
static void
by_tables_of(const struct scene_command *that,
             const struct defect_point *point,
             const struct scene_attribute *attribute, struct scene_read *read)
{
   struct parts parts = parts_of(point, attribute);
   const struct scene_draw *other = &that->draws[0];
   uint64_t linear =
      linear_id(point, &parts, draw_padded_count(parts.command, point->draw));
   uint64_t theirs = draw_padded_count(that, other);
   uint64_t element;

   if (parts.binding->per_instance) {
      element = other->base_instance;
      if (other->instances > 1 && parts.binding->divisor != 0)
         element += linear / (theirs * parts.binding->divisor);
   } else {
      element =
         parts.first + (other->instances > 1 ? linear % theirs : linear);
   }
   read->offset = parts.start + parts.stride * element;
}

static bool
nothing_bound_in_between(const struct scene_command *command)
{
   return !command->pass_before && !command->clear_before;
}

/* A chain of equal state uses the tables of its first draw. */
static void
tables_reused(const struct defect_point *point,
              const struct scene_attribute *attribute,
              struct scene_read *read)
{
   const struct scene *scene = point->scene;
   uint32_t first = point->command;

   while (first > 0 && nothing_bound_in_between(&scene->commands[first]) &&
          neighbour(scene, first, first - 1) != NULL)
      first--;
   if (first != point->command)
      by_tables_of(&scene->commands[first], point, attribute, read);
}

/* Tables of indirect draws are written while the draw before still reads. */
static void
tables_shared(const struct defect_point *point,
              const struct scene_attribute *attribute,
              struct scene_read *read)
{
   const struct scene *scene = point->scene;
   const struct scene_command *command = &scene->commands[point->command];
   const struct scene_command *that =
      neighbour(scene, point->command, point->command + 1);

   if (that != NULL && nothing_bound_in_between(that) &&
       (command->indirect || command->index_bytes != 0) &&
       (that->indirect || that->index_bytes != 0))
      by_tables_of(that, point, attribute, read);
}

static void
pipeline_stride(const struct defect_point *point,
                const struct scene_attribute *attribute,
                struct scene_read *read)
{
   struct parts parts = parts_of(point, attribute);
   uint64_t base = point->draw->base_instance;

   if (parts.pipeline->dynamic_stride && parts.binding->per_instance) {
      read->offset += base * parts.binding->stride;
      read->offset -= base * parts.stride;
   }
}

static void
odd_stride(const struct defect_point *point,
           const struct scene_attribute *attribute, struct scene_read *read)
{
   struct parts parts = parts_of(point, attribute);

   if (parts.command->indirect && parts.binding->per_instance &&
       point->draw->base_instance != 0)
      read->offset += (parts.stride % 2) << 31;
}

static void
base_again(const struct defect_point *point,
           const struct scene_attribute *attribute, struct scene_read *read)
{
   struct parts parts = parts_of(point, attribute);

   if (parts.command->indirect && parts.binding->per_instance) {
      read->offset +=
         parts.stride * point->draw->base_instance * point->submission;
   }
}

/* The offset is as for the stride of the command before, which was 0. */
static void
strides_unpatched(const struct defect_point *point,
                  const struct scene_attribute *attribute,
                  struct scene_read *read)
{
   struct parts parts = parts_of(point, attribute);
   const struct scene_command *before = parts.command - 1;
   const struct scene_bound *bound =
      &parts.command->bound[attribute->binding];

   if (point->command > 0 && parts.pipeline->dynamic_stride &&
       parts.command->indirect && before->indirect &&
       parts.binding->per_instance &&
       before->pipeline == parts.command->pipeline &&
       before->secondary == parts.command->secondary &&
       nothing_bound_in_between(parts.command) &&
       before->bound[attribute->binding].buffer == bound->buffer &&
       before->bound[attribute->binding].offset == bound->offset &&
       before->bound[attribute->binding].stride == 0)
      read->offset -= parts.stride * point->draw->base_instance;
}

static uint32_t
same_id(const struct defect_point *point)
{
   uint32_t first, count;

   draw_range(&point->scene->commands[point->command], point->draw, &first,
              &count);
   return count == 1 ? point->draw->base_instance : point->instance;
}

static bool
images_not_copied(const struct defect_point *point)
{
   const struct scene *scene = point->scene;
   const struct scene_command *command = &scene->commands[point->command];
   const struct scene_command *before = command - 1;

   return point->command > 0 && command->pipeline == before->pipeline &&
          command->resource_set == before->resource_set &&
          command->secondary == before->secondary &&
          nothing_bound_in_between(command) &&
          !same_buffers(&scene->pipelines[command->pipeline], command,
                        before);
}

/* No table is made, so nothing copies the images. */
static bool
no_tables(const struct defect_point *point)
{
   const struct scene_command *command =
      &point->scene->commands[point->command];

   return point->scene->pipelines[command->pipeline].attribute_count == 0 &&
          (command->indirect || command->index_bytes != 0);
}

const struct defect defects[] = {
   {"product-wraps", "The product of padded count and divisor wraps",
    product_wraps, NULL, NULL},
   {"product-zero", "A product that wraps to 0 is treated as a power of two",
    product_zero, NULL, NULL},
   {"start-added", "The start is not subtracted from per-instance offsets",
    start_added, NULL, NULL},
   {"base-divided", "The base instance is divided by the divisor",
    base_divided, NULL, NULL},
   {"tables-reused", "Tables of the previous draw are reused", tables_reused,
    NULL, NULL},
   {"tables-shared", "Indirect draws share one attribute table",
    tables_shared, NULL, NULL},
   {"pipeline-stride", "The offset uses the pipeline's stride",
    pipeline_stride, NULL, NULL},
   {"odd-stride", "An odd stride adds 2^31 to the offset", odd_stride, NULL,
    NULL},
   {"base-again", "Each submission adds the base instance again", base_again,
    NULL, NULL},
   {"images-lost", "Images are not copied into a new table", NULL,
    images_not_copied, NULL},
   {"no-tables", "Indexed draws without vertex buffers have no tables", NULL,
    no_tables, NULL},
   {"same-ids", "Instances of one vertex have the same id", NULL, NULL,
    same_id},
   {"old-strides", "Changed strides do not patch the base instance",
    strides_unpatched, NULL, NULL},
};
const uint32_t defect_count = ARRAY_SIZE(defects);

const struct defect_left_out defects_left_out[] = {
   {"Rounding up for IDVS wraps to 0", "needs 2^32 threads"},
   {"The padded count shifts by 32", "needs 2^32 threads"},
   {"The invocation needs more than 32 bits", "needs 2^31 threads"},
   {"A draw without an index is not skipped",
    "draws no point; the threads may end the device"},
   {"The full index range is treated as empty", "needs 2^32 vertices"},
   {"The offset of an attribute wraps", "needs a buffer of 2 GiB"},
   {"The size of a buffer wraps", "needs a buffer of 4 GiB"},
   {"A skipped slot is not written", "no thread reads it"},
   {"A job does not wait for what it reads", "is a matter of time"},
   {"A clear resets the varyings of indirect draws", "is a matter of time"},
   {"The varying buffer of indirect draws overflows",
    "needs hundreds of submissions"},
   {"Unbound inputs read past the attribute array",
    "the API leaves their values open"},
   {"The size of a varying buffer wraps", "needs 2^28 threads"},
   {"A draw after an indirect one reads past its tables",
    "depends on the memory behind them"},
   {"Uniforms of indirect draws are not waited for", "is a matter of time"},
   {"All draws of a multi draw have the values of the first",
    "OpenGL ES has no multi draw here"},
   {"Transform feedback writes past its buffer", "no scene records vertices"},
   {"Transform feedback records one instance", "no scene records vertices"},
   {"Primitives are counted over restarts", "no scene counts primitives"},
   {"Recorded vertices are not drawn", "no scene records vertices"},
   {"Nothing waits for transform feedback", "no scene records vertices"},
   {"A cached index range is stale", "no scene writes indices on the GPU"},
   {"A draw submits its own batch", "no scene writes indices on the GPU"},
   {"A small index buffer is searched without end",
    "no index buffer is smaller than an index"},
   {"The restart index of 32 bits is 0", "no scene counts primitives"},
};
const uint32_t defect_left_out_count = ARRAY_SIZE(defects_left_out);

const struct defect *
defect_find(const char *option)
{
   uint32_t i;

   for (i = 0; i < defect_count; i++) {
      if (strcmp(defects[i].option, option) == 0)
         return &defects[i];
   }
   return NULL;
}

struct scene_read
defect_read(const struct defect *defect, const struct defect_point *point,
            const struct scene_attribute *attribute)
{
   struct scene_read read =
      scene_read(point->scene, &point->scene->commands[point->command],
                 point->draw, attribute, point->vertex, point->instance);

   if (defect != NULL && defect->read != NULL)
      defect->read(point, attribute, &read);
   return read;
}

bool
defect_empty_resources(const struct defect *defect,
                       const struct defect_point *point)
{
   return defect != NULL && defect->empty_resources != NULL &&
          defect->empty_resources(point);
}

uint32_t
defect_instance_id(const struct defect *defect,
                   const struct defect_point *point)
{
   return defect != NULL && defect->instance_id != NULL
             ? defect->instance_id(point)
             : point->instance;
}
