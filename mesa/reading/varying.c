/* SPDX-License-Identifier: MIT */

/* nvc0's addresses, and the places that Mesa's linker assigns to random
 * varyings, compared with the module. */

#include "anv.h"
#include "dral_varying.h"
#include "random.h"

#include <inttypes.h>

#define CASES 40000
#define MOST 12

#define align(value, alignment) align64(value, alignment)
#define ALIGN(value, alignment) align64(value, alignment)

enum glsl_sampler_dim { NO_DIMENSION };

#include "types.c"

typedef struct glsl_type glsl_type;
struct glsl_struct_field {
   const glsl_type *type;
};
struct glsl_type {
   enum glsl_base_type base_type;
   unsigned vector_elements, matrix_columns, length;
   union {
      const glsl_type *array;
      const struct glsl_struct_field *structure;
   } fields;
};

typedef int mesa_shader_stage;
typedef int gl_shader_stage;
#define MESA_SHADER_VERTEX 1
#define MESA_SHADER_FRAGMENT 2

typedef struct {
   const char *name;
   const struct glsl_type *type;
   struct {
      unsigned interpolation, centroid, sample, patch, must_be_shader_input,
         per_primitive, is_xfb, is_xfb_only;
   } data;
} nir_variable;

struct gl_shader_program {
   struct {
      int BufferMode, NumVarying;
   } TransformFeedback;
};
#define GL_SEPARATE_ATTRIBS 1
#define linker_error(...) (void)0
#define get_varying_type(var, stage) ((var)->type)
#define is_varying_packing_safe(vm, type, var) 0
#define glsl_get_components(t) ((t)->vector_elements * (t)->matrix_columns)
#define glsl_type_is_array(t) ((t)->base_type == GLSL_TYPE_ARRAY)
#define glsl_type_is_struct(t) ((t)->base_type == GLSL_TYPE_STRUCT)
#define glsl_type_is_matrix(t) ((t)->matrix_columns > 1)
#define glsl_count_attribute_slots(t, input) \
   glsl_count_vec4_slots(t, input, true)

static const glsl_type *
glsl_without_array(const glsl_type *type)
{
   return glsl_type_is_array(type) ? type->fields.array : type;
}

static bool
glsl_contains_integer(const glsl_type *type)
{
   const enum glsl_base_type base = glsl_without_array(type)->base_type;

   return base == GLSL_TYPE_INT || base == GLSL_TYPE_UINT;
}

static bool
glsl_contains_double(const glsl_type *type)
{
   return glsl_without_array(type)->base_type == GLSL_TYPE_DOUBLE;
}

/* nvc0 asserts that a semantic has an address. */
#undef assert
#define assert(condition) (void)0

#include "pieces.c"

static uint32_t compared, shown;

static void
compare_packing(void)
{
   static const enum glsl_base_type types[] = {
      GLSL_TYPE_FLOAT, GLSL_TYPE_INT, GLSL_TYPE_UINT, GLSL_TYPE_DOUBLE,
   };
   const uint32_t count = below(MOST + 1), unpacked = below(4) == 0;
   const uint32_t pot = below(3) == 0;
   const uint64_t reserved = below(3) == 0 ? below(256) : 0;
   struct dral_varying own[MOST] = { 0 };
   glsl_type element[MOST] = { 0 }, array[MOST] = { 0 };
   nir_variable variables[MOST] = { 0 };
   struct match matches[MOST] = { 0 };
   struct varying_matches vm = {
      .disable_varying_packing = unpacked,
      .prefer_pot_aligned_varyings = pot,
      .matches = matches,
      .num_matches = count,
      .consumer_stage = MESA_SHADER_FRAGMENT,
   };
   struct gl_shader_program program = { 0 };
   uint8_t found_used[256] = { 0 }, used[32] = { 0 };
   uint32_t positions[MOST], scratch[MOST], slot_count = 0, flags;
   int found, error;

   for (uint32_t i = 0; i < count; i++) {
      own[i].base_type = below(2) ? 0 : below(4);
      own[i].rows = 1 + below(4);
      own[i].columns = below(3) ? 1 : 1 + below(4);
      own[i].array_length = below(3) ? 0 : 1 + below(5);
      own[i].interpolation = 1 + below(3);
      own[i].centroid = below(4) == 0;
      own[i].sample = below(4) == 0;
      element[i].base_type = types[own[i].base_type];
      element[i].vector_elements = own[i].rows;
      element[i].matrix_columns = own[i].columns;
      array[i].base_type = GLSL_TYPE_ARRAY;
      array[i].length = own[i].array_length;
      array[i].fields.array = &element[i];
      variables[i].type = own[i].array_length ? &array[i] : &element[i];
      variables[i].data.interpolation = own[i].interpolation;
      variables[i].data.centroid = own[i].centroid;
      variables[i].data.sample = own[i].sample;
      matches[i].consumer_var = &variables[i];
      matches[i].packing_class =
         varying_matches_compute_packing_class(&variables[i]);
      matches[i].packing_order =
         varying_matches_compute_packing_order(&variables[i]);
   }
   found = varying_matches_assign_locations(&vm, &program, found_used,
                                            reserved);
   flags = DRAL_VARYING_PACK_FLAG_GL_ORDER |
           DRAL_VARYING_PACK_FLAG_CLASS_ALIGN |
           (pot ? DRAL_VARYING_PACK_FLAG_POT_VEC3 : 0) |
           (unpacked ? DRAL_VARYING_PACK_FLAG_UNPACKED : 0);
   error = dral_varying_pack(own, count, flags, reserved, 32, positions, used,
                             &slot_count, scratch);
   compared++;
   /* 24.3 only prints the error. */
   for (uint32_t i = 0; RELEASE == 2403 && i < count; i++) {
      if (matches[i].generic_location +
             (unpacked ? glsl_count_attribute_slots(matches[i].consumer_var
                                                       ->type, false) * 4
                       : glsl_get_component_slots_aligned(
                            matches[i].consumer_var->type,
                            matches[i].generic_location)) > 128)
         found = -1;
   }
   if (found < 0 || error != 0) {
      if ((found < 0) != (error == DRAL_VARYING_ERROR_SLOTS_FULL) &&
          shown++ < 5)
         printf("%" PRIu32 " varyings, flags %" PRIu32 ": "
                "gl_nir_link_varyings.c has %d slots, dral error %d\n",
                count, flags, found, error);
      return;
   }
   for (uint32_t i = 0; i < count; i++) {
      const uint32_t number =
         (uint32_t)(matches[i].consumer_var - variables);

      if (matches[i].generic_location != positions[number] && shown++ < 5)
         printf("varying %" PRIu32 " of %" PRIu32 ", flags %" PRIu32
                ": gl_nir_link_varyings.c has position %u, dral %" PRIu32
                "\n", number, count, flags, matches[i].generic_location,
                positions[number]);
   }
   if (((uint32_t)found != slot_count || memcmp(found_used, used, 32)) &&
       shown++ < 5)
      printf("%" PRIu32 " varyings, flags %" PRIu32 ": "
             "gl_nir_link_varyings.c has %d slots or other components, dral %"
             PRIu32 "\n", count, flags, found, slot_count);
}

/* Components of each type at each position. */
static void
compare_components(void)
{
   static const enum glsl_base_type types[] = {
      GLSL_TYPE_FLOAT, GLSL_TYPE_INT, GLSL_TYPE_UINT, GLSL_TYPE_DOUBLE,
   };

   for (uint32_t i = 0; i < 4 * 4 * 4 * 4 * 8; i++) {
      const struct dral_varying own = {
         .base_type = i % 4,
         .rows = 1 + i / 4 % 4,
         .columns = 1 + i / 16 % 4,
         .array_length = i / 64 % 4,
         .interpolation = DRAL_VARYING_INTERPOLATION_FLAT,
      };
      const uint32_t position = i / 256;
      const glsl_type element = { types[i % 4], own.rows, own.columns };
      const glsl_type array = {
         GLSL_TYPE_ARRAY, 0, 0, own.array_length, { &element }
      };
      const unsigned found = glsl_get_component_slots_aligned(
         own.array_length ? &array : &element, position);
      uint32_t count = 0;

      compared++;
      if ((dral_varying_component_count(&own, position, &count) != 0 ||
           count != found) && shown++ < 5)
         printf("type %" PRIu32 " x %" PRIu32 " x %" PRIu32 " x %" PRIu32
                " at %" PRIu32 ": glsl_types.c has %u components, dral %"
                PRIu32 "\n", own.base_type, own.rows, own.columns,
                own.array_length, position, found, count);
   }
}

static void
compare_addresses(void)
{
   /* By the module's numbers. */
   static const unsigned semantics[] = {
      TGSI_SEMANTIC_POSITION, TGSI_SEMANTIC_GENERIC, TGSI_SEMANTIC_TEXCOORD,
      TGSI_SEMANTIC_COLOR, TGSI_SEMANTIC_BCOLOR, TGSI_SEMANTIC_FOG,
      TGSI_SEMANTIC_PSIZE, TGSI_SEMANTIC_CLIPDIST, TGSI_SEMANTIC_CLIPVERTEX,
      TGSI_SEMANTIC_EDGEFLAG, TGSI_SEMANTIC_LAYER,
      TGSI_SEMANTIC_VIEWPORT_INDEX, TGSI_SEMANTIC_VIEWPORT_MASK,
      TGSI_SEMANTIC_PRIMID, TGSI_SEMANTIC_PATCH, TGSI_SEMANTIC_TESSOUTER,
      TGSI_SEMANTIC_TESSINNER, TGSI_SEMANTIC_TESSCOORD, TGSI_SEMANTIC_PCOORD,
      TGSI_SEMANTIC_INSTANCEID, TGSI_SEMANTIC_VERTEXID,
   };

   for (uint32_t s = 0; s < sizeof semantics / sizeof semantics[0]; s++) {
      for (uint32_t i = 0; i < 32; i++) {
         for (uint32_t output = 0; output < 2; output++) {
            uint32_t own;
            const int error = dral_varying_nvc0_address(s, i, output, &own);
            const uint32_t found =
               output ? nvc0_shader_output_address(semantics[s], i)
                      : nvc0_shader_input_address(semantics[s], i);

            compared++;
            /* The driver does not look at the index of a single value. */
            if (error == DRAL_VARYING_ERROR_INDEX_RANGE && i > 0)
               continue;
            if ((error != 0 ? UINT32_MAX : own) != found && shown++ < 5)
               printf("semantic %" PRIu32 " [%" PRIu32 "]%s: nvc0_program.c "
                      "has %#" PRIx32 ", dral %#" PRIx32 " (%d)\n", s, i,
                      output ? ", output" : "", found, own, error);
         }
      }
   }
}

int
main(void)
{
   compare_addresses();
   compare_components();
   for (uint32_t i = 0; i < CASES; i++)
      compare_packing();
   printf("compared %" PRIu32 "\n", compared);
   return 0;
}
