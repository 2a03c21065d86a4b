/* SPDX-License-Identifier: MIT */

/* What the device cannot draw, drawn in another way. */

#include "random.h"
#include "scenes.h"

uint32_t
scene_alignment(const struct scene *scene, uint32_t binding, uint32_t *end)
{
   uint32_t align = 1, i, j;

   *end = 0;
   for (i = 0; i < scene->pipeline_count; i++) {
      const struct scene_pipeline *pipeline = &scene->pipelines[i];

      for (j = 0; j < pipeline->attribute_count; j++) {
         const struct scene_attribute *attribute = &pipeline->attributes[j];

         if (attribute->binding != binding)
            continue;
         align = larger(align, attribute->component_bytes);
         *end =
            larger(*end, attribute->offset + attribute->components *
                                                attribute->component_bytes);
      }
   }
   *end = (*end + align - 1) / align * align;
   return align;
}

static void
leave_out(struct scene *scene, enum scene_left_out left)
{
   scene->left_out |= (uint64_t)1 << left;
}

static bool
has_format(const struct scene_limits *limits,
           const struct scene_attribute *attribute)
{
   uint32_t log = attribute->component_bytes / 2;

   return limits->formats[attribute->numeric] >>
             (4 * log + attribute->components - 1u) &
          1;
}

static void
limit_attributes(struct scene *scene, struct scene_pipeline *pipeline,
                 const struct scene_limits *limits)
{
   uint32_t kept = 0, i;

   for (i = 0; i < pipeline->attribute_count; i++) {
      struct scene_attribute attribute = pipeline->attributes[i];

      if (attribute.location >= limits->attributes) {
         leave_out(scene, LEFT_ATTRIBUTES);
         continue;
      }
      if (attribute.binding >= limits->bindings) {
         leave_out(scene, LEFT_BINDINGS);
         continue;
      }
      if (attribute.offset > limits->offset) {
         leave_out(scene, LEFT_STRIDE);
         attribute.offset = limits->offset / 4 * 4;
      }
      if (!has_format(limits, &attribute)) {
         leave_out(scene, LEFT_FORMATS);
         attribute.numeric = SCENE_UINT;
         if (!has_format(limits, &attribute))
            attribute.components = 4;
         if (!has_format(limits, &attribute)) {
            attribute.component_bytes = 4;
            attribute.offset = attribute.offset / 4 * 4;
            attribute.components = 1;
         }
      }
      pipeline->attributes[kept++] = attribute;
   }
   pipeline->attribute_count = kept;
}

static uint32_t
limit_stride(struct scene *scene, const struct scene_pipeline *pipeline,
             uint32_t binding, uint32_t stride,
             const struct scene_limits *limits)
{
   uint32_t end, align = scene_alignment(scene, binding, &end);
   uint32_t asked = stride;
   /* Pointers with stride 0 are tight. */
   bool zero = limits->zero_stride && !pipeline->pointers;

   if (stride == 0 && !zero && end > 0) {
      if (!limits->zero_stride)
         leave_out(scene, LEFT_ZERO_STRIDE);
      stride = end;
   }
   stride = (stride + align - 1) / align * align;
   /* With dynamic strides the API requires it. */
   if (stride > 0)
      stride = larger(stride, end);
   if (stride > limits->stride) {
      stride = limits->stride / align * align;
      /* Where it means packed, overlapping elements are allowed. */
      if (stride < end && zero)
         stride = 0;
      if (stride != asked)
         leave_out(scene, LEFT_STRIDE);
   }
   return stride;
}

static bool
keeps_divisors(const struct scene *scene)
{
   return scene->kind == SCENE_DIVISORS ||
          scene->kind == SCENE_LARGE_DIVISORS ||
          scene->kind == SCENE_MANY_INSTANCES || scene->kind == SCENE_KINDS ||
          scene->number / SCENE_KINDS % 8 == 0;
}

static void
limit_bindings(struct scene *scene, struct scene_pipeline *pipeline,
               const struct scene_limits *limits)
{
   uint32_t i;

   for (i = 0; i < SCENE_BINDINGS; i++)
      pipeline->bindings[i].used = false;
   for (i = 0; i < pipeline->attribute_count; i++)
      pipeline->bindings[pipeline->attributes[i].binding].used = true;
   for (i = 0; i < SCENE_BINDINGS; i++) {
      struct scene_binding *binding = &pipeline->bindings[i];

      if (!binding->used) {
         *binding = (struct scene_binding){0};
         continue;
      }
      binding->stride =
         limit_stride(scene, pipeline, i, binding->stride, limits);
      if (!binding->per_instance) {
         binding->divisor = 1;
         continue;
      }
      if (binding->divisor == 0 && !limits->zero_divisor) {
         leave_out(scene, LEFT_ZERO_DIVISOR);
         binding->divisor = 1;
      }
      if (binding->divisor > larger(limits->divisor, 1)) {
         leave_out(scene, LEFT_DIVISOR);
         binding->divisor = larger(limits->divisor, 1);
      }
      /* A scene keeps its divisors, or its base instances. */
      if (binding->divisor != 1 && !limits->divisor_base_instance &&
          !keeps_divisors(scene)) {
         leave_out(scene, LEFT_DIVISOR_BASE_INSTANCE);
         binding->divisor = 1;
      }
   }
}

/* False, and left out, if the device lacks it. */
static void
limit_flag(struct scene *scene, bool *flag, bool has,
           enum scene_left_out left)
{
   if (*flag && !has) {
      leave_out(scene, left);
      *flag = false;
   }
}

static void
limit_topology(struct scene *scene, struct scene_pipeline *pipeline,
               const struct scene_limits *limits)
{
   bool triangles = pipeline->topology == SCENE_TRIANGLE_LIST ||
                    pipeline->topology == SCENE_TRIANGLE_STRIP;

   if (triangles && !limits->triangles) {
      leave_out(scene, LEFT_TRIANGLES);
      pipeline->topology = SCENE_POINTS;
      triangles = false;
   }
   if (pipeline->topology == SCENE_PATCHES) {
      pipeline->restart = false;
      if (!limits->tessellation) {
         leave_out(scene, LEFT_TESSELLATION);
         pipeline->topology = SCENE_POINTS;
      }
   }
   if (!triangles) {
      pipeline->last_provokes = false;
   } else if (pipeline->last_provokes ? !limits->last_provokes
                                      : !limits->first_provokes) {
      leave_out(scene, LEFT_PROVOKING);
      pipeline->last_provokes = !pipeline->last_provokes;
   }
   if (pipeline->topology == SCENE_TRIANGLE_STRIP)
      limit_flag(scene, &pipeline->restart, limits->strips_restart,
                 LEFT_STRIPS_RESTART);
   else
      limit_flag(scene, &pipeline->restart, limits->restart, LEFT_RESTART);
}

static void
limit_pipeline(struct scene *scene, struct scene_pipeline *pipeline,
               const struct scene_limits *limits)
{
   /* Others need no pointers, and are drawn without. */
   if (scene->kind == SCENE_POINTERS || scene->kind == SCENE_KINDS)
      limit_flag(scene, &pipeline->pointers, limits->pointers, LEFT_POINTERS);
   pipeline->pointers &= limits->pointers;
   limit_bindings(scene, pipeline, limits);
   limit_topology(scene, pipeline, limits);
   limit_flag(scene, &pipeline->dynamic_stride, limits->dynamic_stride,
              LEFT_DYNAMIC_STRIDE);
   limit_flag(scene, &pipeline->dynamic_input, limits->dynamic_input,
              LEFT_DYNAMIC_INPUT);
   limit_flag(scene, &pipeline->shader_objects,
              limits->shader_objects && limits->rendering &&
                 pipeline->topology != SCENE_PATCHES,
              LEFT_SHADER_OBJECTS);
   limit_flag(scene, &pipeline->resources,
              limits->resources >= SCENE_RESOURCES, LEFT_RESOURCES);
   /* Shader objects have no input but what is set. */
   if (pipeline->shader_objects)
      pipeline->dynamic_input = false;
   if (pipeline->dynamic_input || pipeline->shader_objects)
      pipeline->dynamic_stride = false;
   scene->rendering |= pipeline->shader_objects;
}

static void
limit_base_instance(struct scene *scene, struct scene_command *command,
                    struct scene_draw *draw,
                    const struct scene_limits *limits)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint32_t i;

   if (draw->base_instance == 0)
      return;
   if (!limits->base_instance)
      leave_out(scene, LEFT_BASE_INSTANCE);
   draw->base_instance = smaller(draw->base_instance, limits->base_instance);
   if (command->indirect && !limits->indirect_base_instance) {
      leave_out(scene, LEFT_INDIRECT_BASE_INSTANCE);
      draw->base_instance = 0;
   }
   for (i = 0; i < SCENE_BINDINGS && !limits->divisor_base_instance; i++) {
      if (pipeline->bindings[i].per_instance &&
          pipeline->bindings[i].divisor != 1) {
         leave_out(scene, LEFT_DIVISOR_BASE_INSTANCE);
         draw->base_instance = 0;
      }
   }
}

static void
limit_bound(struct scene *scene, struct scene_command *command,
            uint32_t binding, const struct scene_limits *limits)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   struct scene_bound *bound = &command->bound[binding];
   uint32_t end, align = scene_alignment(scene, binding, &end);

   if (pipeline->dynamic_stride && pipeline->bindings[binding].used)
      bound->stride =
         limit_stride(scene, pipeline, binding, bound->stride, limits);
   else
      bound->stride = 0;
   bound->offset = bound->offset / align * align;
   limit_flag(scene, &bound->null, limits->null_buffers, LEFT_NULL_BUFFERS);
   if (bound->size != 0 && !limits->zero_outside_sizes &&
       scene->kind == SCENE_SMALL_SIZES) {
      leave_out(scene, LEFT_ZERO_OUTSIDE_SIZES);
      bound->size = 0;
   }
   if (bound->size != 0 && !limits->sizes) {
      leave_out(scene, LEFT_SIZES);
      bound->size = 0;
   }
   if (bound->null)
      bound->offset = bound->size = 0;
}

static void
limit_indices(struct scene *scene, struct scene_command *command,
              const struct scene_limits *limits)
{
   uint32_t bytes = command->index_bytes, i;

   if (bytes == 1 && !limits->index_bytes[1]) {
      leave_out(scene, LEFT_INDEX_8);
      command->index_bytes = 2;
   }
   if (bytes == 4 && !limits->index_bytes[4]) {
      leave_out(scene, LEFT_INDEX_32);
      command->index_bytes = 2;
   }
   if (bytes == 4 && scene->kind == SCENE_LARGEST_INDICES &&
       !(limits->largest_index && limits->zero_stride)) {
      leave_out(scene, LEFT_LARGEST_INDEX);
      command->index_bytes = 2;
   }
   for (i = 0; i < command->draw_count && bytes == 4; i++) {
      struct scene_draw *draw = &command->draws[i];

      if (command->index_bytes == 2 && draw->range < 0xFFFF &&
          draw->first > 0xFFFF - draw->range)
         draw->first = 0xFFFF - draw->range;
   }
}

static void
limit_indirect(struct scene *scene, struct scene_command *command,
               const struct scene_limits *limits)
{
   uint32_t tight = command->index_bytes != 0 ? 20 : 16, i;

   if (command->indirect && !limits->indirect) {
      leave_out(scene, LEFT_INDIRECT);
      if (command->draw_count > 1)
         leave_out(scene, LEFT_SEVERAL_DRAWS);
      command->indirect = false;
      command->counted = false;
      command->draw_count = 1;
   }
   limit_flag(scene, &command->counted, limits->count_buffer,
              LEFT_COUNT_BUFFER);
   if (command->multi && !limits->multi_draw) {
      leave_out(scene, LEFT_MULTI_DRAW);
      command->multi = false;
      command->draw_count = 1;
   }
   for (i = 0; i < command->draw_count && command->multi; i++) {
      struct scene_draw *draw = &command->draws[i];

      if (limits->multi_draw_instances)
         break;
      /* Its calls in OpenGL have no instances. */
      draw->instances = smaller(draw->instances, 1);
      draw->base_instance = 0;
      command->indirect_stride = 0;
   }
   for (i = 1; i < command->draw_count && !limits->draws_base_instance; i++)
      command->draws[i].base_instance = command->draws[0].base_instance;
   if (!command->multi && !command->indirect)
      command->indirect_stride = 0;
   if (command->indirect_stride != 0 && !limits->indirect_stride) {
      leave_out(scene, LEFT_INDIRECT_STRIDE);
      command->indirect_stride = 0;
   }
   if (command->indirect_stride != 0)
      command->indirect_stride = larger(command->indirect_stride, tight);
   if (!command->multi && command->draw_count > larger(limits->draws, 1)) {
      leave_out(scene, LEFT_SEVERAL_DRAWS);
      command->draw_count = larger(limits->draws, 1);
   }
   if (!command->counted)
      command->counted_draws = 0;
}

/* APIs do not define negative vertices. */
static void
limit_vertex_offset(struct scene_draw *draw)
{
   if ((int64_t)draw->first + draw->vertex_offset < 0)
      draw->vertex_offset = -(int32_t)draw->first;
}

static void
limit_command(struct scene *scene, struct scene_command *command,
              const struct scene_limits *limits)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint32_t i;

   for (i = 0; i < SCENE_BINDINGS; i++)
      limit_bound(scene, command, i, limits);
   limit_indices(scene, command, limits);
   limit_indirect(scene, command, limits);
   command->own_indices &= limits->index_offsets && command->index_bytes != 0;
   if (command->indirect)
      limit_flag(scene, &command->own_indices, limits->indirect_index_offsets,
                 LEFT_INDEX_OFFSETS);
   if (command->secondary != 0 && !limits->secondaries) {
      leave_out(scene, LEFT_SECONDARIES);
      command->secondary = 0;
   }
   limit_flag(scene, &command->clear_before, limits->clears, LEFT_CLEARS);
   for (i = 0; i < command->draw_count; i++) {
      struct scene_draw *draw = &command->draws[i];

      if (command->index_bytes == 0) {
         draw->range = 1;
         draw->first = smaller(draw->first, limits->first);
      }
      limit_base_instance(scene, command, draw, limits);
      if (draw->vertex_offset != 0 && !limits->vertex_offset) {
         leave_out(scene, LEFT_VERTEX_OFFSET);
         draw->vertex_offset = 0;
         if (command->draw_count > 1)
            command->draw_count = i + 1;
      }
      limit_vertex_offset(draw);
      if (draw->only_restart && !pipeline->restart)
         draw->only_restart = false;
   }
}

/* Halves the largest draw until all points have a place. */
static void
make_small(struct scene *scene, const struct scene_limits *limits)
{
   while (!scene_place(scene, limits)) {
      struct scene_draw *most = NULL;
      uint64_t most_size = 0;
      uint32_t i, j;

      leave_out(scene, LEFT_POINTS);
      for (i = 0; i < scene->command_count; i++) {
         struct scene_command *command = &scene->commands[i];

         for (j = 0; j < command->draw_count; j++) {
            struct scene_draw *draw = &command->draws[j];
            uint64_t size =
               (uint64_t)(draw->count + draw->range) * draw->instances +
               draw->base_instance +
               (draw->vertex_offset > 0 ? (uint32_t)draw->vertex_offset : 0);

            /* The largest indices must stay. */
            if (scene->kind != SCENE_LARGEST_INDICES)
               size += (uint64_t)draw->first * 2;

            if (size > most_size) {
               most = draw;
               most_size = size;
            }
         }
      }
      if (most == NULL) {
         /* Only offsets are left. */
         scene->command_count = 0;
         continue;
      }
      if (scene->kind != SCENE_LARGEST_INDICES)
         most->first /= 2;
      else
         most->first += most->range / 2;
      most->base_instance /= 2;
      most->vertex_offset /= 2;
      limit_vertex_offset(most);
      most->range = (most->range + 1) / 2;
      if (most->count > most->instances)
         most->count /= 2;
      else
         most->instances /= 2;
      if (most->count > 0 && most->range > most->count)
         most->range = most->count;
   }
}

void
scene_limit(struct scene *scene, const struct scene_limits *limits)
{
   uint32_t i;

   for (i = 0; i < scene->pipeline_count; i++)
      limit_attributes(scene, &scene->pipelines[i], limits);
   for (i = 0; i < scene->pipeline_count; i++)
      limit_pipeline(scene, &scene->pipelines[i], limits);
   for (i = 0; i < scene->command_count; i++)
      limit_command(scene, &scene->commands[i], limits);
   limit_flag(scene, &scene->views, limits->views, LEFT_VIEWS);
   limit_flag(scene, &scene->exact, limits->exact_buffers,
              LEFT_EXACT_BUFFERS);
   limit_flag(scene, &scene->bounded, limits->bounded, LEFT_BOUNDED);
   limit_flag(scene, &scene->rendering, limits->rendering, LEFT_RENDERING);
   limit_flag(scene, &scene->nested, limits->nested, LEFT_NESTED);
   scene->bounded &= scene->exact;
   if (scene->cut != 0 && !limits->zero_outside && !scene->bounded) {
      leave_out(scene, LEFT_ZERO_OUTSIDE);
      scene->cut = 0;
   }
   if (!scene->exact)
      scene->cut = 0;
   make_small(scene, limits);
}
