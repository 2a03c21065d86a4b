/* SPDX-License-Identifier: MIT */

/* The shaders of vulkan.c in SPIR-V 1.0, written word by word, so that you
 * need no compiler to build. gles.c has the same shaders in GLSL. */

#include "spirv.h"

#include <string.h>

/* Numbers of the SPIR-V specification. */
enum {
   OP_MEMORY_MODEL = 14,
   OP_ENTRY_POINT = 15,
   OP_EXECUTION_MODE = 16,
   OP_CAPABILITY = 17,
   OP_TYPE_VOID = 19,
   OP_TYPE_BOOL = 20,
   OP_TYPE_INT = 21,
   OP_TYPE_FLOAT = 22,
   OP_TYPE_VECTOR = 23,
   OP_TYPE_IMAGE = 25,
   OP_TYPE_STRUCT = 30,
   OP_TYPE_POINTER = 32,
   OP_TYPE_FUNCTION = 33,
   OP_CONSTANT = 43,
   OP_CONSTANT_COMPOSITE = 44,
   OP_FUNCTION = 54,
   OP_FUNCTION_END = 56,
   OP_VARIABLE = 59,
   OP_LOAD = 61,
   OP_STORE = 62,
   OP_ACCESS_CHAIN = 65,
   OP_DECORATE = 71,
   OP_MEMBER_DECORATE = 72,
   OP_COMPOSITE_CONSTRUCT = 80,
   OP_COMPOSITE_EXTRACT = 81,
   OP_IMAGE_FETCH = 95,
   OP_IMAGE_READ = 98,
   OP_CONVERT_U_TO_F = 112,
   OP_BITCAST = 124,
   OP_I_ADD = 128,
   OP_F_ADD = 129,
   OP_I_SUB = 130,
   OP_I_MUL = 132,
   OP_F_MUL = 133,
   OP_U_DIV = 134,
   OP_F_DIV = 136,
   OP_U_MOD = 137,
   OP_SELECT = 169,
   OP_I_EQUAL = 170,
   OP_BITWISE_XOR = 198,
   OP_LABEL = 248,
   OP_RETURN = 253,

   CAPABILITY_SHADER = 1,
   CAPABILITY_SAMPLED_BUFFER = 46,
   CAPABILITY_IMAGE_BUFFER = 47,

   CLASS_UNIFORM_CONSTANT = 0,
   CLASS_INPUT = 1,
   CLASS_OUTPUT = 3,
   CLASS_PUSH_CONSTANT = 9,

   DECORATION_BLOCK = 2,
   DECORATION_BUILT_IN = 11,
   DECORATION_FLAT = 14,
   DECORATION_NON_WRITABLE = 24,
   DECORATION_LOCATION = 30,
   DECORATION_BINDING = 33,
   DECORATION_DESCRIPTOR_SET = 34,
   DECORATION_OFFSET = 35,

   BUILT_IN_POSITION = 0,
   BUILT_IN_POINT_SIZE = 1,
   BUILT_IN_VERTEX_INDEX = 42,
   BUILT_IN_INSTANCE_INDEX = 43,

   MODEL_VERTEX = 0,
   MODEL_FRAGMENT = 4,
   MODE_ORIGIN_UPPER_LEFT = 7,
   DIMENSION_2D = 1,
   DIMENSION_BUFFER = 5,
   FORMAT_UNKNOWN = 0,
   FORMAT_R32UI = 33,
};

#define UNIFORMS (sizeof(struct point_uniforms) / sizeof(uint32_t))
#define UNIFORM(member) \
   (offsetof(struct point_uniforms, member) / sizeof(uint32_t))

/* The numbers that outputs and members of the uniforms have. */
#define NUMBERS OUTPUT_COUNT

/* What exists once. */
enum {
   ID_NONE,
   MAIN,
   VOID,
   FUNCTION,
   BOOL,
   BOOL_4,
   UINT,
   UINT_4,
   INT,
   INT_2,
   FLOAT,
   FLOAT_4,
   UNIFORM_STRUCT,
   /* Each type has a pointer for each class of storage that it is in. */
   UINT_UNIFORM,
   STRUCT_UNIFORM,
   UINT_4_INPUT,
   UINT_4_OUTPUT,
   INT_INPUT,
   FLOAT_OUTPUT,
   FLOAT_4_OUTPUT,
   UNIFORM_BLOCK,
   VERTEX_INDEX,
   INSTANCE_INDEX,
   POSITION,
   POINT_SIZE,
   COLOR,
   TARGET,
   HASH_START,
   HASH_FACTOR,
   INT_ZERO,
   INT_2_ZERO,
   FLOAT_ZERO,
   FLOAT_HALF,
   FLOAT_ONE,
   FLOAT_TWO,
   FLOAT_MINUS_ONE,
   UINT_4_ZERO,
   NUMBER,
   ATTRIBUTE = NUMBER + NUMBERS,
   RESOURCE = ATTRIBUTE + SCENE_LOCATIONS,
   RESOURCE_TYPE = RESOURCE + SCENE_RESOURCES,
   RESOURCE_POINTER = RESOURCE_TYPE + SCENE_RESOURCES,
   FIRST_VALUE = RESOURCE_POINTER + SCENE_RESOURCES,
};

static void
emit(struct spirv *to, uint32_t op, const uint32_t *operands, size_t count)
{
   to->words[to->count++] = (uint32_t)(count + 1) << 16 | op;
   memcpy(to->words + to->count, operands, count * sizeof(operands[0]));
   to->count += count;
}

#define EMIT(op, ...)                      \
   emit(to, op, (uint32_t[]){__VA_ARGS__}, \
        sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static uint32_t
emit_value(struct spirv *to, uint32_t op, uint32_t type,
           const uint32_t *operands, size_t count)
{
   uint32_t all[8] = {type, to->next};

   memcpy(all + 2, operands, count * sizeof(operands[0]));
   emit(to, op, all, 2 + count);
   return to->next++;
}

/* An operation with a result, whose number it returns. */
#define VALUE(op, type, ...)                           \
   emit_value(to, op, type, (uint32_t[]){__VA_ARGS__}, \
              sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static void
begin(struct spirv *to, uint32_t model, const uint32_t *interface,
      size_t count)
{
   /* The name "main" takes two words. */
   uint32_t entry[64] = {model, MAIN, 0x6E69616D, 0};

   memcpy(entry + 4, interface, count * sizeof(interface[0]));
   /* Magic, version 1.0, no generator, the end of all numbers, 0. */
   memcpy(to->words, (uint32_t[]){0x07230203, 0x10000, 0, 4096, 0}, 20);
   to->count = 5;
   to->next = FIRST_VALUE;
   EMIT(OP_CAPABILITY, CAPABILITY_SHADER);
   EMIT(OP_CAPABILITY, CAPABILITY_SAMPLED_BUFFER);
   EMIT(OP_CAPABILITY, CAPABILITY_IMAGE_BUFFER);
   EMIT(OP_MEMORY_MODEL, 0, 1 /* GLSL450 */);
   emit(to, OP_ENTRY_POINT, entry, 4 + count);
   if (model == MODEL_FRAGMENT)
      EMIT(OP_EXECUTION_MODE, MAIN, MODE_ORIGIN_UPPER_LEFT);
}

static void
declare_types(struct spirv *to)
{
   uint32_t members[1 + UNIFORMS] = {UNIFORM_STRUCT}, i;

   for (i = 0; i < UNIFORMS; i++)
      members[1 + i] = UINT;
   EMIT(OP_TYPE_VOID, VOID);
   EMIT(OP_TYPE_FUNCTION, FUNCTION, VOID);
   EMIT(OP_TYPE_BOOL, BOOL);
   EMIT(OP_TYPE_VECTOR, BOOL_4, BOOL, 4);
   EMIT(OP_TYPE_INT, UINT, 32, 0);
   EMIT(OP_TYPE_VECTOR, UINT_4, UINT, 4);
   EMIT(OP_TYPE_INT, INT, 32, 1);
   EMIT(OP_TYPE_VECTOR, INT_2, INT, 2);
   EMIT(OP_TYPE_FLOAT, FLOAT, 32);
   EMIT(OP_TYPE_VECTOR, FLOAT_4, FLOAT, 4);
   emit(to, OP_TYPE_STRUCT, members, 1 + UNIFORMS);
   EMIT(OP_TYPE_POINTER, UINT_UNIFORM, CLASS_PUSH_CONSTANT, UINT);
   EMIT(OP_TYPE_POINTER, STRUCT_UNIFORM, CLASS_PUSH_CONSTANT, UNIFORM_STRUCT);
   EMIT(OP_TYPE_POINTER, UINT_4_INPUT, CLASS_INPUT, UINT_4);
   EMIT(OP_TYPE_POINTER, UINT_4_OUTPUT, CLASS_OUTPUT, UINT_4);
   EMIT(OP_TYPE_POINTER, INT_INPUT, CLASS_INPUT, INT);
   EMIT(OP_TYPE_POINTER, FLOAT_OUTPUT, CLASS_OUTPUT, FLOAT);
   EMIT(OP_TYPE_POINTER, FLOAT_4_OUTPUT, CLASS_OUTPUT, FLOAT_4);
}

static void
declare_constants(struct spirv *to)
{
   uint32_t i;

   for (i = 0; i < NUMBERS; i++)
      EMIT(OP_CONSTANT, UINT, NUMBER + i, i);
   EMIT(OP_CONSTANT, UINT, HASH_START, 2166136261u);
   EMIT(OP_CONSTANT, UINT, HASH_FACTOR, 16777619);
   EMIT(OP_CONSTANT, INT, INT_ZERO, 0);
   EMIT(OP_CONSTANT_COMPOSITE, INT_2, INT_2_ZERO, INT_ZERO, INT_ZERO);
   EMIT(OP_CONSTANT, FLOAT, FLOAT_ZERO, 0);
   EMIT(OP_CONSTANT, FLOAT, FLOAT_HALF, 0x3F000000);
   EMIT(OP_CONSTANT, FLOAT, FLOAT_ONE, 0x3F800000);
   EMIT(OP_CONSTANT, FLOAT, FLOAT_TWO, 0x40000000);
   EMIT(OP_CONSTANT, FLOAT, FLOAT_MINUS_ONE, 0xBF800000);
   EMIT(OP_CONSTANT_COMPOSITE, UINT_4, UINT_4_ZERO, NUMBER, NUMBER, NUMBER,
        NUMBER);
}

static uint32_t
uniform(struct spirv *to, uint32_t number)
{
   uint32_t pointer =
      VALUE(OP_ACCESS_CHAIN, UINT_UNIFORM, UNIFORM_BLOCK, NUMBER + number);

   return VALUE(OP_LOAD, UINT, pointer);
}

/* Of unsigned integers. */
static uint32_t
calculate(struct spirv *to, uint32_t op, uint32_t a, uint32_t b)
{
   return VALUE(op, UINT, a, b);
}

static uint32_t
fold(struct spirv *to, uint32_t hash, uint32_t value)
{
   return calculate(to, OP_I_MUL, calculate(to, OP_BITWISE_XOR, hash, value),
                    HASH_FACTOR);
}

/* The vector `value` if the output has this number, or else `other`. */
static uint32_t
select_output(struct spirv *to, uint32_t number, uint32_t value,
              uint32_t other)
{
   uint32_t equal = VALUE(OP_I_EQUAL, BOOL, uniform(to, UNIFORM(output)),
                          NUMBER + number);
   uint32_t all =
      VALUE(OP_COMPOSITE_CONSTRUCT, BOOL_4, equal, equal, equal, equal);

   return VALUE(OP_SELECT, UINT_4, all, value, other);
}

/* The center of a pixel, from -1 to 1. */
static uint32_t
coordinate(struct spirv *to, uint32_t pixel, uint32_t pixels)
{
   uint32_t of = VALUE(OP_CONVERT_U_TO_F, FLOAT, pixels);
   uint32_t center = VALUE(OP_CONVERT_U_TO_F, FLOAT, pixel);

   center = VALUE(OP_F_ADD, FLOAT, center, FLOAT_HALF);
   center = VALUE(OP_F_DIV, FLOAT, center, of);
   center = VALUE(OP_F_MUL, FLOAT, center, FLOAT_TWO);
   return VALUE(OP_F_ADD, FLOAT, center, FLOAT_MINUS_ONE);
}

static void
write_position(struct spirv *to, uint32_t vertex, uint32_t instance)
{
   uint32_t columns = uniform(to, UNIFORM(columns)), x, y, position, slot;

   instance = calculate(to, OP_I_SUB, instance,
                        uniform(to, UNIFORM(first_instance)));
   vertex =
      calculate(to, OP_I_SUB, vertex, uniform(to, UNIFORM(first_vertex)));
   slot = calculate(to, OP_I_MUL, instance, uniform(to, UNIFORM(width)));
   slot = calculate(to, OP_I_ADD, slot, vertex);
   slot = calculate(to, OP_I_ADD, slot, uniform(to, UNIFORM(slot)));
   x = coordinate(to, calculate(to, OP_U_MOD, slot, columns), columns);
   y = coordinate(to, calculate(to, OP_U_DIV, slot, columns),
                  uniform(to, UNIFORM(rows)));
   position = VALUE(OP_COMPOSITE_CONSTRUCT, FLOAT_4, x, y, FLOAT_ZERO,
                    FLOAT_ONE);
   EMIT(OP_STORE, POSITION, position);
}

/* Images first, then a uniform and a storage texel buffer. */
static bool
is_image(uint32_t resource)
{
   return resource < SPIRV_IMAGES;
}

static bool
is_sampled(uint32_t resource)
{
   return resource == SPIRV_IMAGES;
}

/* All images have one type: types must differ. */
static uint32_t
type_of(uint32_t resource)
{
   return is_image(resource) ? 0 : resource;
}

static void
decorate_resources(struct spirv *to)
{
   uint32_t i;

   for (i = 0; i < SCENE_RESOURCES; i++) {
      EMIT(OP_DECORATE, RESOURCE + i, DECORATION_DESCRIPTOR_SET, 0);
      EMIT(OP_DECORATE, RESOURCE + i, DECORATION_BINDING, i);
      if (!is_sampled(i))
         EMIT(OP_DECORATE, RESOURCE + i, DECORATION_NON_WRITABLE);
   }
}

static void
declare_resources(struct spirv *to)
{
   uint32_t i;

   for (i = 0; i < SCENE_RESOURCES; i++) {
      if (type_of(i) == i) {
         EMIT(OP_TYPE_IMAGE, RESOURCE_TYPE + i, UINT,
              is_image(i) ? DIMENSION_2D : DIMENSION_BUFFER, 0, 0, 0,
              is_sampled(i) ? 1 : 2,
              is_sampled(i) ? FORMAT_UNKNOWN : FORMAT_R32UI);
         EMIT(OP_TYPE_POINTER, RESOURCE_POINTER + i, CLASS_UNIFORM_CONSTANT,
              RESOURCE_TYPE + i);
      }
      EMIT(OP_VARIABLE, RESOURCE_POINTER + type_of(i), RESOURCE + i,
           CLASS_UNIFORM_CONSTANT);
   }
}

static uint32_t
read_resource(struct spirv *to, uint32_t number)
{
   uint32_t image =
      VALUE(OP_LOAD, RESOURCE_TYPE + type_of(number), RESOURCE + number);
   uint32_t read = is_sampled(number)
                      ? VALUE(OP_IMAGE_FETCH, UINT_4, image, INT_ZERO)
                      : VALUE(OP_IMAGE_READ, UINT_4, image,
                              is_image(number) ? INT_2_ZERO : INT_ZERO);

   return VALUE(OP_COMPOSITE_EXTRACT, UINT, read, 0);
}

static void
write_color(struct spirv *to, uint32_t locations, bool resources,
            uint32_t vertex, uint32_t instance)
{
   uint32_t hash = HASH_START, shown = UINT_4_ZERO, all, i, j;

   for (i = 0; i < SCENE_LOCATIONS; i++) {
      uint32_t value = (locations >> i & 1) != 0
                          ? VALUE(OP_LOAD, UINT_4, ATTRIBUTE + i)
                          : UINT_4_ZERO;

      for (j = 0; j < 4; j++)
         hash = fold(to, hash, VALUE(OP_COMPOSITE_EXTRACT, UINT, value, j));
      shown = select_output(to, OUTPUT_ATTRIBUTE + i, value, shown);
   }
   for (i = 0; i < SCENE_RESOURCES && resources; i++) {
      uint32_t read = read_resource(to, i);
      uint32_t value = VALUE(OP_COMPOSITE_CONSTRUCT, UINT_4, read, NUMBER,
                             NUMBER, NUMBER + 1);

      hash = fold(to, hash, read);
      shown = select_output(to, OUTPUT_RESOURCE + i, value, shown);
   }
   all = VALUE(OP_COMPOSITE_CONSTRUCT, UINT_4, uniform(to, UNIFORM(tag)),
               vertex, instance, hash);
   EMIT(OP_STORE, COLOR, select_output(to, OUTPUT_ALL, all, shown));
}

static void
begin_main(struct spirv *to)
{
   EMIT(OP_FUNCTION, VOID, MAIN, 0, FUNCTION);
   EMIT(OP_LABEL, to->next++);
}

static void
end_main(struct spirv *to)
{
   emit(to, OP_RETURN, NULL, 0);
   emit(to, OP_FUNCTION_END, NULL, 0);
}

void
spirv_points(struct spirv *to, uint32_t locations, bool resources, bool sized)
{
   uint32_t interface[5 + SCENE_LOCATIONS] = {VERTEX_INDEX, INSTANCE_INDEX,
                                              POSITION, COLOR};
   uint32_t count = 4, vertex, instance, i;

   if (sized)
      interface[count++] = POINT_SIZE;
   for (i = 0; i < SCENE_LOCATIONS; i++) {
      if ((locations >> i & 1) != 0)
         interface[count++] = ATTRIBUTE + i;
   }
   begin(to, MODEL_VERTEX, interface, count);

   EMIT(OP_DECORATE, VERTEX_INDEX, DECORATION_BUILT_IN,
        BUILT_IN_VERTEX_INDEX);
   EMIT(OP_DECORATE, INSTANCE_INDEX, DECORATION_BUILT_IN,
        BUILT_IN_INSTANCE_INDEX);
   EMIT(OP_DECORATE, POSITION, DECORATION_BUILT_IN, BUILT_IN_POSITION);
   if (sized)
      EMIT(OP_DECORATE, POINT_SIZE, DECORATION_BUILT_IN, BUILT_IN_POINT_SIZE);
   EMIT(OP_DECORATE, COLOR, DECORATION_LOCATION, 0);
   EMIT(OP_DECORATE, COLOR, DECORATION_FLAT);
   EMIT(OP_DECORATE, UNIFORM_STRUCT, DECORATION_BLOCK);
   for (i = 0; i < UNIFORMS; i++)
      EMIT(OP_MEMBER_DECORATE, UNIFORM_STRUCT, i, DECORATION_OFFSET, 4 * i);
   for (i = 0; i < SCENE_LOCATIONS; i++) {
      if ((locations >> i & 1) != 0)
         EMIT(OP_DECORATE, ATTRIBUTE + i, DECORATION_LOCATION, i);
   }
   if (resources)
      decorate_resources(to);

   declare_types(to);
   declare_constants(to);
   EMIT(OP_VARIABLE, STRUCT_UNIFORM, UNIFORM_BLOCK, CLASS_PUSH_CONSTANT);
   EMIT(OP_VARIABLE, INT_INPUT, VERTEX_INDEX, CLASS_INPUT);
   EMIT(OP_VARIABLE, INT_INPUT, INSTANCE_INDEX, CLASS_INPUT);
   EMIT(OP_VARIABLE, FLOAT_4_OUTPUT, POSITION, CLASS_OUTPUT);
   if (sized)
      EMIT(OP_VARIABLE, FLOAT_OUTPUT, POINT_SIZE, CLASS_OUTPUT);
   EMIT(OP_VARIABLE, UINT_4_OUTPUT, COLOR, CLASS_OUTPUT);
   for (i = 0; i < SCENE_LOCATIONS; i++) {
      if ((locations >> i & 1) != 0)
         EMIT(OP_VARIABLE, UINT_4_INPUT, ATTRIBUTE + i, CLASS_INPUT);
   }
   if (resources)
      declare_resources(to);

   begin_main(to);
   vertex = VALUE(OP_LOAD, INT, VERTEX_INDEX);
   vertex = calculate(to, OP_I_ADD, VALUE(OP_BITCAST, UINT, vertex),
                      uniform(to, UNIFORM(add_vertex)));
   instance = VALUE(OP_LOAD, INT, INSTANCE_INDEX);
   instance = calculate(to, OP_I_ADD, VALUE(OP_BITCAST, UINT, instance),
                        uniform(to, UNIFORM(add_instance)));
   write_color(to, locations, resources, vertex, instance);
   write_position(to, vertex, instance);
   if (sized)
      EMIT(OP_STORE, POINT_SIZE, FLOAT_ONE);
   end_main(to);
}

void
spirv_color(struct spirv *to)
{
   begin(to, MODEL_FRAGMENT, (uint32_t[]){COLOR, TARGET}, 2);
   EMIT(OP_DECORATE, COLOR, DECORATION_LOCATION, 0);
   EMIT(OP_DECORATE, COLOR, DECORATION_FLAT);
   EMIT(OP_DECORATE, TARGET, DECORATION_LOCATION, 0);
   declare_types(to);
   EMIT(OP_VARIABLE, UINT_4_INPUT, COLOR, CLASS_INPUT);
   EMIT(OP_VARIABLE, UINT_4_OUTPUT, TARGET, CLASS_OUTPUT);
   begin_main(to);
   EMIT(OP_STORE, TARGET, VALUE(OP_LOAD, UINT_4, COLOR));
   end_main(to);
}
