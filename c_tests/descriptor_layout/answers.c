/* SPDX-License-Identifier: MIT */

/*
 * Layouts of descriptor sets that are known: the picture of anv.rst, and what
 * functions of real drivers printed.
 */

#include "dral_descriptor_layout.h"
#include "harness/subjects.h"

#include <errno.h>
#include <string.h>

#define MOST_SLOTS 6

/* Short names, for tables. */
enum {
   SAMPLER = DRAL_DESCRIPTOR_TYPE_SAMPLER,
   COMBINED = DRAL_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
   SAMPLED = DRAL_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
   STORAGE_IMAGE = DRAL_DESCRIPTOR_TYPE_STORAGE_IMAGE,
   UNIFORM_TEXEL = DRAL_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
   UNIFORM = DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
   STORAGE = DRAL_DESCRIPTOR_TYPE_STORAGE_BUFFER,
   UNIFORM_DYNAMIC = DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
   STORAGE_DYNAMIC = DRAL_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
   INLINE = DRAL_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK,
   ACCELERATION = DRAL_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE,
   MUTABLE = DRAL_DESCRIPTOR_TYPE_MUTABLE,
   VARIABLE = DRAL_DESCRIPTOR_BINDING_FLAG_VARIABLE_DESCRIPTOR_COUNT,
   INDIRECT = DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT,
   DIRECT = DRAL_DESCRIPTOR_MODEL_ANV_DIRECT,
   BUFFER = DRAL_DESCRIPTOR_MODEL_ANV_BUFFER,
   PANVK = DRAL_DESCRIPTOR_MODEL_PANVK
};

#define NONE DRAL_DESCRIPTOR_ABSENT

static const uint32_t image_or_buffer[] = { SAMPLED, STORAGE };

/* Immutable samplers: one of so many planes. */
static const uint8_t samplers[] = { 0, 1, 2, 3 };

/* Number, type, count, flags, planes, types of a list. */
struct given {
   uint32_t binding, type, count, flags, planes, list;
};

/* Offset and stride in both areas. */
struct place {
   uint32_t surface_offset, surface_stride, sampler_offset, sampler_stride;
};

struct vector {
   const char *name;
   uint32_t model;
   struct given bindings[4];
   uint32_t binding_count;
   struct place slots[MOST_SLOTS];
   uint32_t slot_count;
   uint32_t variable_count;
   /* Of the layout, and of one set. */
   uint32_t surface_size, sampler_size, set_surface_size, set_descriptors;
};

#define PICTURE                                                             \
   { { 0, STORAGE_IMAGE, 3, 0, 0, 0 }, { 1, COMBINED, 2, 0, 0, 0 },         \
     { 2, UNIFORM, 1, 0, 0, 0 }, { 3, UNIFORM_TEXEL, 1, 0, 0, 0 } }, 4
#define UNSORTED                                                            \
   { { 5, STORAGE, 2, 0, 0, 0 }, { 0, SAMPLER, 1, 0, 0, 0 },                \
     { 2, UNIFORM_DYNAMIC, 3, 0, 0, 0 } }, 3
#define BLOCK                                                               \
   { { 0, SAMPLED, 1, 0, 0, 0 }, { 1, INLINE, 20, 0, 0, 0 },                \
     { 2, STORAGE, 1, 0, 0, 0 } }, 3
#define PLANES { { 0, COMBINED, 2, 0, 3, 0 }, { 1, UNIFORM, 1, 0, 0, 0 } }, 2
#define VARYING                                                             \
   { { 0, UNIFORM, 1, 0, 0, 0 }, { 1, SAMPLED, 100, VARIABLE, 0, 0 } }, 2
#define LISTED                                                              \
   { { 0, STORAGE_IMAGE, 1, 0, 0, 0 }, { 1, MUTABLE, 4, 0, 0, 2 } }, 2
#define TREE { { 0, ACCELERATION, 1, 0, 0, 0 }, { 1, SAMPLED, 1, 0, 0, 0 } }, 2
#define SAMPLERS                                                            \
   { { 0, SAMPLER, 2, 0, 0, 0 }, { 1, SAMPLER, 1, 0, 0, 0 } }, 2
#define GAP { NONE, 0, NONE, 0 }

static const struct vector vectors[] = {
   { "the picture, indirect", INDIRECT, PICTURE,
     { { 0, 8, 0, 0 }, { 24, 8, 0, 0 }, { 40, 16, 0, 0 }, { 56, 8, 0, 0 } }, 4,
     0, 64, 0, 64, 7 },
   { "the picture, direct", DIRECT, PICTURE,
     { { 0, 64, 0, 0 }, { 192, 64, 0, 32 }, { 320, 64, 64, 0 },
       { 384, 64, 64, 0 } }, 4, 0, 448, 64, 448, 7 },
   { "the picture, buffer", BUFFER, PICTURE,
     { { 0, 64, 0, 0 }, { 192, 128, 0, 0 }, { 448, 64, 0, 0 },
       { 512, 64, 0, 0 } }, 4, 0, 576, 0, 576, 7 },
   { "the picture, PanVK", PANVK, PICTURE,
     { { 0, 32, 0, 0 }, { 96, 64, 0, 0 }, { 224, 32, 0, 0 },
       { 256, 32, 0, 0 } }, 4, 0, 288, 0, 288, 9 },
   { "unsorted with gaps", INDIRECT, UNSORTED,
     { { 0, 8, 0, 0 }, GAP, { 8, 16, 0, 0 }, GAP, GAP, { 56, 16, 0, 0 } }, 6,
     0, 88, 0, 128, 6 },
   { "inline block, indirect", INDIRECT, BLOCK,
     { { 0, 8, 0, 0 }, { 64, 20, 0, 0 }, { 88, 16, 0, 0 } }, 3,
     0, 104, 0, 128, 22 },
   { "inline block, direct", DIRECT, BLOCK,
     { { 0, 64, 0, 0 }, { 64, 20, 0, 0 }, { 128, 64, 0, 0 } }, 3,
     0, 192, 0, 192, 22 },
   { "planes, indirect", INDIRECT, PLANES,
     { { 0, 24, 0, 0 }, { 48, 16, 0, 0 } }, 2, 0, 64, 0, 64, 3 },
   { "planes, direct", DIRECT, PLANES,
     { { 0, 192, 0, 96 }, { 384, 64, 192, 0 } }, 2, 0, 448, 192, 448, 3 },
   { "planes, buffer", BUFFER, PLANES,
     { { 0, 384, 0, 0 }, { 768, 64, 0, 0 } }, 2, 0, 832, 0, 832, 3 },
   { "variable count, indirect", INDIRECT, VARYING,
     { { 0, 16, 0, 0 }, { 16, 8, 0, 0 } }, 2, 10, 816, 0, 128, 11 },
   { "variable count, direct", DIRECT, VARYING,
     { { 0, 64, 0, 0 }, { 64, 64, 0, 0 } }, 2, 10, 6464, 0, 704, 11 },
   { "mutable type, indirect", INDIRECT, LISTED,
     { { 0, 8, 0, 0 }, { 8, 16, 0, 0 } }, 2, 0, 72, 0, 128, 5 },
   { "mutable type, direct", DIRECT, LISTED,
     { { 0, 64, 0, 0 }, { 64, 64, 0, 0 } }, 2, 0, 320, 0, 320, 5 },
   { "acceleration structure, indirect", INDIRECT, TREE,
     { { 0, 16, 0, 0 }, { 16, 8, 0, 0 } }, 2, 0, 24, 0, 64, 2 },
   { "acceleration structure, direct", DIRECT, TREE,
     { { 0, 16, 0, 0 }, { 64, 64, 0, 0 } }, 2, 0, 128, 0, 128, 2 },
   { "variable inline block", INDIRECT,
     { { 0, STORAGE, 0, 0, 0, 0 }, { 1, INLINE, 100, VARIABLE, 0, 0 } }, 2,
     { GAP, { 0, 100, 0, 0 } }, 2, 36, 100, 0, 64, 100 },
   { "samplers, direct", DIRECT, SAMPLERS,
     { { 0, 0, 0, 32 }, { 0, 0, 64, 32 } }, 2, 0, 0, 96, 0, 3 },
   { "samplers, buffer", BUFFER, SAMPLERS,
     { { 0, 32, 0, 0 }, { 64, 32, 0, 0 } }, 2, 0, 96, 0, 128, 3 },
   { "nothing", DIRECT, { { 0, 0, 0, 0, 0, 0 } }, 0,
     { { 0, 0, 0, 0 } }, 0, 0, 0, 0, 0, 0 },
};

#define VECTOR_COUNT (sizeof vectors / sizeof vectors[0])

static struct dral_descriptor_table
table_of(struct context *context, uint32_t model)
{
   struct dral_descriptor_table table = { 0 };
   const uint32_t version =
      model == PANVK ? 10 : model == INDIRECT ? 120 : 125;

   /* The vectors are those of 24.3. */
   CHECK_EQUAL(context,
               dral_descriptor_table_init(model, DRAL_MESA_RELEASE_V24_3,
                                          version, 0, &table),
               0, "model %" PRIu32, model);
   return table;
}

/* A layout as the library makes it. */
struct laid {
   struct dral_descriptor_table table;
   struct dral_descriptor_set_layout set;
   struct dral_descriptor_binding_layout slots[MOST_SLOTS];
};

static struct laid
lay(struct context *context, const struct vector *vector)
{
   struct laid laid = { { 0 }, { 0 }, { { 0 } } };
   struct dral_descriptor_binding bindings[4] = { { 0 } };
   uint32_t i;

   for (i = 0; i < vector->binding_count; i++) {
      const struct given *given = &vector->bindings[i];

      bindings[i].binding = given->binding;
      bindings[i].descriptor_type = given->type;
      bindings[i].descriptor_count = given->count;
      bindings[i].binding_flags = given->flags;
      bindings[i].immutable_samplers = &samplers[given->planes];
      bindings[i].immutable_sampler_count = given->planes > 0;
      bindings[i].mutable_types = image_or_buffer;
      bindings[i].mutable_type_count = given->list;
   }
   laid.table = table_of(context, vector->model);
   CHECK_EQUAL(context,
               dral_descriptor_set_lay_out(&laid.table, bindings,
                                           vector->binding_count, &laid.set,
                                           laid.slots, MOST_SLOTS),
               0, "%s", vector->name);
   return laid;
}

static void
descriptor_layouts_are_the_known_answers(struct context *context)
{
   size_t i;
   uint32_t j;

   for (i = 0; i < VECTOR_COUNT; i++) {
      const struct vector *vector = &vectors[i];
      const struct laid laid = lay(context, vector);
      struct dral_descriptor_set_size size = { 0 };

      CHECK_EQUAL(context, laid.set.binding_count, vector->slot_count, "%s",
                  vector->name);
      CHECK_EQUAL(context, laid.set.surface_size, vector->surface_size, "%s",
                  vector->name);
      CHECK_EQUAL(context, laid.set.sampler_size, vector->sampler_size, "%s",
                  vector->name);
      for (j = 0; j < vector->slot_count; j++) {
         const struct dral_descriptor_binding_layout *slot = &laid.slots[j];
         const struct place *place = &vector->slots[j];

         CHECK_EQUAL(context, slot->surface_offset, place->surface_offset,
                     "%s, binding %" PRIu32, vector->name, j);
         CHECK_EQUAL(context, slot->surface_stride, place->surface_stride,
                     "%s, binding %" PRIu32, vector->name, j);
         CHECK_EQUAL(context, slot->sampler_offset, place->sampler_offset,
                     "%s, binding %" PRIu32, vector->name, j);
         CHECK_EQUAL(context, slot->sampler_stride, place->sampler_stride,
                     "%s, binding %" PRIu32, vector->name, j);
      }
      CHECK_EQUAL(context,
                  dral_descriptor_set_measure(&laid.table, &laid.set,
                                              laid.slots,
                                              vector->variable_count, &size),
                  0, "%s", vector->name);
      CHECK_EQUAL(context, size.surface_size, vector->set_surface_size, "%s",
                  vector->name);
      CHECK_EQUAL(context, size.sampler_size, vector->sampler_size, "%s",
                  vector->name);
      CHECK_EQUAL(context, size.descriptor_count, vector->set_descriptors,
                  "%s", vector->name);
   }
}

static void
indices_of_descriptors_are_the_known_answers(struct context *context)
{
   static const uint32_t anv[] = { 0, 3, 5, 6 };
   static const uint32_t panvk[] = { 0, 3, 7, 8 };
   const struct laid picture = lay(context, &vectors[0]);
   const struct laid units = lay(context, &vectors[3]);
   const struct laid unsorted = lay(context, &vectors[4]);
   const struct laid listed = lay(context, &vectors[12]);
   uint32_t i;

   for (i = 0; i < 4; i++) {
      CHECK_EQUAL(context, picture.slots[i].descriptor_index, anv[i],
                  "binding %" PRIu32, i);
      CHECK_EQUAL(context, units.slots[i].descriptor_index, panvk[i],
                  "binding %" PRIu32, i);
      CHECK_EQUAL(context, picture.slots[i].buffer_view_index,
                  i == 2 ? 0 : NONE, "binding %" PRIu32, i);
   }
   CHECK_EQUAL(context, picture.set.buffer_view_count, 1, "the picture");
   CHECK_EQUAL(context, units.set.descriptor_count, 9, "PanVK");
   CHECK_EQUAL(context, unsorted.slots[2].dynamic_offset_index, 0, "dynamic");
   CHECK_EQUAL(context, unsorted.set.dynamic_offset_count, 3, "dynamic");
   CHECK_EQUAL(context, unsorted.slots[5].buffer_view_index, 0, "views");
   CHECK_EQUAL(context, listed.slots[1].data, 0x35, "mutable");
   CHECK_EQUAL(context, listed.set.buffer_view_count, 4, "mutable");
}

/* The seven structures of the picture, one behind the other. */
static void
elements_of_the_picture_lie_behind_one_another(struct context *context)
{
   static const uint32_t sizes[] = { 8, 8, 16, 8 };
   const struct laid laid = lay(context, &vectors[0]);
   uint32_t next = 0;
   uint32_t structures = 0;
   uint32_t i;
   uint32_t j;

   for (i = 0; i < laid.set.binding_count; i++) {
      for (j = 0; j < laid.slots[i].array_size; j++) {
         struct dral_descriptor_element element = { 0 };

         CHECK_EQUAL(
            context,
            dral_descriptor_element_locate(&laid.slots[i], j, 0, &element), 0,
            "binding %" PRIu32 ", element %" PRIu32, i, j);
         CHECK_EQUAL(context, element.surface_offset, next,
                     "binding %" PRIu32 ", element %" PRIu32, i, j);
         next += sizes[i];
         structures++;
      }
   }
   CHECK_EQUAL(context, structures, 7, "the picture");
   CHECK_EQUAL(context, next, laid.set.surface_size, "the picture");
}

static void
pool_of_the_picture_is_160_bytes_rounded_up(struct context *context)
{
   static const struct dral_descriptor_pool_part parts[] = {
      { NULL, 0, STORAGE_IMAGE, 3 },
      { NULL, 0, COMBINED, 2 },
      { NULL, 0, UNIFORM, 1 },
      { NULL, 0, UNIFORM_TEXEL, 1 },
   };
   struct dral_descriptor_table table = table_of(context, INDIRECT);
   struct dral_descriptor_pool_size size = { 1, 1 };

   CHECK_EQUAL(context,
               dral_descriptor_pool_measure(&table, parts, 4, 1, 0, &size), 0,
               "a pool");
   CHECK_EQUAL(context, size.surface_size, 4096, "rounded");
   CHECK_EQUAL(context, size.sampler_size, 0, "rounded");
   table.rules.pool_alignment = 1;
   CHECK_EQUAL(context,
               dral_descriptor_pool_measure(&table, parts, 4, 1, 0, &size), 0,
               "a pool");
   CHECK_EQUAL(context, size.surface_size, 24 + 48 + 16 + 8 + 64, "exact");
}

static void
buffer_ranges_are_the_known_answers(struct context *context)
{
   static const struct {
      uint32_t type;
      uint64_t range, dynamic_offset, offset_result, range_result;
   } known[] = {
      { STORAGE_DYNAMIC, 300, 512, 768, 232 },
      { UNIFORM_DYNAMIC, 300, 512, 768, 256 },
      { STORAGE_DYNAMIC, 300, 2000, 1000, 0 },
      { UNIFORM_DYNAMIC, 300, 2000, 1000, 0 },
      { STORAGE, UINT64_MAX, 7, 256, 744 },
      { UNIFORM, UINT64_MAX, 7, 256, 768 },
      { UNIFORM, 300, 7, 256, 320 },
   };
   size_t i;

   const struct dral_descriptor_table table = table_of(context, INDIRECT);

   for (i = 0; i < sizeof known / sizeof known[0]; i++) {
      struct dral_descriptor_buffer_range covered = { 0, 0 };

      CHECK_EQUAL(context,
                  dral_descriptor_buffer_range_resolve(
                     &table, known[i].type, 1000, 256, known[i].range,
                     known[i].dynamic_offset, &covered),
                  0, "%u", (unsigned)i);
      CHECK_EQUAL(context, covered.offset, known[i].offset_result, "%u",
                  (unsigned)i);
      CHECK_EQUAL(context, covered.range, known[i].range_result, "%u",
                  (unsigned)i);
   }
}

static void
handles_are_the_known_answers(struct context *context)
{
   uint32_t handle = 7;

   CHECK_EQUAL(context, dral_descriptor_surface_handle(0x40, 1, &handle), 0,
               "full");
   CHECK_EQUAL(context, handle, 0x40, "full");
   CHECK_EQUAL(context, dral_descriptor_surface_handle(0x40, 0, &handle), 0,
               "short");
   CHECK_EQUAL(context, handle, 0x1000, "short");
   CHECK_EQUAL(context, dral_descriptor_surface_handle(0x3FFFFC0, 0, &handle),
               0, "the last");
   CHECK_EQUAL(context, handle, 0xFFFFF000, "the last");
   CHECK_EQUAL(context, dral_descriptor_surface_handle(0x4000000, 0, &handle),
               -EINVAL, "beyond");
   CHECK_EQUAL(context, handle, 0xFFFFF000, "beyond");
   CHECK_EQUAL(context, dral_descriptor_sampler_handle(96, 2, &handle), 0,
               "plane 2");
   CHECK_EQUAL(context, handle, 160, "plane 2");
   CHECK_EQUAL(context, dral_descriptor_push_constant_word(0x1240, 5,
                                                           &handle), 0,
               "a word");
   CHECK_EQUAL(context, handle, 0x1245, "a word");
}

static void
anv_chooses_its_model_by_flags_and_version(struct context *context)
{
   CHECK_EQUAL(context, dral_descriptor_anv_model(120, 0, 0), INDIRECT,
               "120");
   CHECK_EQUAL(context, dral_descriptor_anv_model(124, 0, 0), INDIRECT,
               "124");
   CHECK_EQUAL(context, dral_descriptor_anv_model(125, 0, 0), DIRECT, "125");
   CHECK_EQUAL(context, dral_descriptor_anv_model(125, 0, 1), INDIRECT,
               "forced");
   CHECK_EQUAL(context, dral_descriptor_anv_model(120, 0x10, 1), BUFFER,
               "descriptor buffer");
   CHECK_EQUAL(context, dral_descriptor_anv_model(90, 0, 0), INDIRECT, "90");
   /* Another driver's. */
   CHECK_EQUAL(context, dral_descriptor_anv_model(89, 0x10, 1), 0, "89");
}

static void
default_lists_of_mutable_types_are_the_known_answers(struct context *context)
{
   static const uint32_t expected[][3] = {
      { 0x077, 16, 0 }, { 0x193, 64, 32 }, { 0x390, 128, 0 }
   };
   uint32_t model;

   for (model = INDIRECT; model <= BUFFER; model++) {
      struct dral_descriptor_table table = table_of(context, model);
      struct dral_descriptor_type_layout types[13];
      struct dral_descriptor_type_layout layout = { 0 };
      size_t i;

      CHECK_EQUAL(
         context,
         dral_descriptor_type_find(&table, MUTABLE, NULL, 0, &layout),
         model == BUFFER ? -ENOTSUP : 0, "model %" PRIu32, model);
      /* The same without refusals. */
      CHECK_EQUAL(context, table.type_count, 13, "model %" PRIu32, model);
      for (i = 0; i < 13; i++) {
         types[i] = table.types[i];
         types[i].flags = 0;
      }
      table.types = types;
      CHECK_EQUAL(
         context,
         dral_descriptor_type_find(&table, MUTABLE, NULL, 0, &layout), 0,
         "model %" PRIu32, model);
      CHECK_EQUAL(context, layout.data, expected[model - 1][0],
                  "model %" PRIu32, model);
      CHECK_EQUAL(context, layout.surface_size, expected[model - 1][1],
                  "model %" PRIu32, model);
      CHECK_EQUAL(context, layout.sampler_size, expected[model - 1][2],
                  "model %" PRIu32, model);
   }
}

/* In no order, as many as are allowed; and one more. */
static void
bindings_in_no_order_are_laid_out_up_to_their_limit(struct context *context)
{
   static struct dral_descriptor_binding bindings[65537];
   static struct dral_descriptor_binding_layout slots[65537];
   const struct dral_descriptor_table table = table_of(context, INDIRECT);
   struct dral_descriptor_set_layout set = { 0 };
   struct dral_descriptor_set_layout totals = { 0 };
   struct dral_descriptor_set_support support = { 0 };
   uint32_t count;
   uint32_t i;

   for (count = 65535; count <= 65537; count++) {
      const int error = count <= 65536 ? 0 : -ERANGE;

      memset(bindings, 0, sizeof bindings);
      for (i = 0; i < count; i++) {
         bindings[i].binding = count - 1 - i;
         bindings[i].descriptor_type = i % 2 ? SAMPLED : UNIFORM;
         bindings[i].descriptor_count = 1;
      }
      CHECK_EQUAL(context,
                  dral_descriptor_set_totals(&table, bindings, count, &totals),
                  error, "%" PRIu32, count);
      CHECK_EQUAL(
         context,
         dral_descriptor_set_query_support(&table, bindings, count, &support),
         error, "%" PRIu32, count);
      CHECK_EQUAL(context,
                  dral_descriptor_set_lay_out(&table, bindings, count, &set,
                                              slots, count),
                  error, "%" PRIu32, count);
      if (error != 0)
         continue;
      CHECK_EQUAL(context, support.supported, 1, "%" PRIu32, count);
      CHECK(context, memcmp(&set, &totals, sizeof set) == 0, "%" PRIu32,
            count);
      CHECK_EQUAL(context, set.binding_count, count, "%" PRIu32, count);
      CHECK_EQUAL(context, slots[count - 1].surface_offset,
                  set.surface_size - 16, "%" PRIu32, count);
   }
   /* Those that are in order may be more. */
   for (i = 0; i < 65537; i++)
      bindings[i].binding = i;
   CHECK_EQUAL(context,
               dral_descriptor_set_lay_out(&table, bindings, 65537, &set,
                                           slots, 65537),
               0, "in order");
   /* One that is there twice is found in the first pass. */
   bindings[65536].binding = 65535;
   CHECK_EQUAL(context,
               dral_descriptor_set_totals(&table, bindings, 65537, &totals),
               -EINVAL, "twice");
}

static void
heaps_of_anv_have_the_known_sizes(struct context *context)
{
   static const struct dral_descriptor_heap known = {
      32, 32, 64, 64, 64, 64, 64, 64, 0, 0, 256, 2048,
   };
   struct dral_descriptor_heap heap = { 0 };

   CHECK_EQUAL(context, dral_descriptor_heap_init(90, &heap), 0, "90");
   CHECK(context, memcmp(&heap, &known, sizeof heap) == 0, "90");
   CHECK_EQUAL(context, dral_descriptor_heap_init(89, &heap), -EINVAL, "89");
   CHECK_EQUAL(context, dral_descriptor_heap_init(90, NULL), -EINVAL, "NULL");
   CHECK(context, memcmp(&heap, &known, sizeof heap) == 0, "untouched");
}

const struct test descriptor_layout_tests[] = {
   QUICK_TEST(heaps_of_anv_have_the_known_sizes),
   QUICK_TEST(descriptor_layouts_are_the_known_answers),
   QUICK_TEST(indices_of_descriptors_are_the_known_answers),
   QUICK_TEST(elements_of_the_picture_lie_behind_one_another),
   QUICK_TEST(pool_of_the_picture_is_160_bytes_rounded_up),
   QUICK_TEST(buffer_ranges_are_the_known_answers),
   QUICK_TEST(handles_are_the_known_answers),
   QUICK_TEST(anv_chooses_its_model_by_flags_and_version),
   QUICK_TEST(default_lists_of_mutable_types_are_the_known_answers),
   QUICK_TEST(bindings_in_no_order_are_laid_out_up_to_their_limit),
   NO_MORE_TESTS,
};
