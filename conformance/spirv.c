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
   OP_TYPE_ARRAY = 28,
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
   OP_CONVERT_F_TO_U = 109,
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
   OP_U_LESS_THAN = 176,
   OP_SHIFT_RIGHT_LOGICAL = 194,
   OP_BITWISE_XOR = 198,
   OP_BITWISE_AND = 199,
   OP_LABEL = 248,
   OP_RETURN = 253,

   CAPABILITY_SHADER = 1,
   CAPABILITY_TESSELLATION = 3,
   CAPABILITY_SAMPLED_BUFFER = 46,
   CAPABILITY_IMAGE_BUFFER = 47,

   CLASS_UNIFORM_CONSTANT = 0,
   CLASS_INPUT = 1,
   CLASS_OUTPUT = 3,
   CLASS_PUSH_CONSTANT = 9,

   DECORATION_BLOCK = 2,
   DECORATION_BUILT_IN = 11,
   DECORATION_FLAT = 14,
   DECORATION_PATCH = 15,
   DECORATION_NON_WRITABLE = 24,
   DECORATION_LOCATION = 30,
   DECORATION_BINDING = 33,
   DECORATION_DESCRIPTOR_SET = 34,
   DECORATION_OFFSET = 35,

   BUILT_IN_POSITION = 0,
   BUILT_IN_POINT_SIZE = 1,
   BUILT_IN_INVOCATION_ID = 8,
   BUILT_IN_TESS_LEVEL_OUTER = 11,
   BUILT_IN_TESS_LEVEL_INNER = 12,
   BUILT_IN_VERTEX_INDEX = 42,
   BUILT_IN_INSTANCE_INDEX = 43,

   MODEL_VERTEX = 0,
   MODEL_CONTROL = 1,
   MODEL_EVALUATION = 2,
   MODEL_FRAGMENT = 4,
   MODE_SPACING_EQUAL = 1,
   MODE_VERTEX_ORDER_CCW = 5,
   MODE_ORIGIN_UPPER_LEFT = 7,
   MODE_POINT_MODE = 10,
   MODE_ISOLINES = 25,
   MODE_OUTPUT_VERTICES = 26,
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

/* Other numbers that shaders need: bits of floats, see float_input(). */
static const uint32_t constants[] = {23, 255, 113, 30, 254};
enum {
   MANTISSA_BITS,
   EXPONENT_MASK,
   HALF_SMALLEST,
   HALF_EXPONENTS,
   FLOAT_EXPONENTS,
   CONSTANTS,
};

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
   INT_4,
   FLOAT,
   FLOAT_4,
   UNIFORM_STRUCT,
   /* Each type has a pointer for each class of storage that it is in. */
   UINT_UNIFORM,
   STRUCT_UNIFORM,
   UINT_4_INPUT,
   INT_4_INPUT,
   FLOAT_4_INPUT,
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
   PLACE, /* the position, if it is tessellated */
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
   FLOAT_ABOVE,
   FLOAT_BELOW,
   FLOAT_OUTSIDE,
   UINT_4_ZERO,
   NUMBER,
   OTHER_NUMBER = NUMBER + NUMBERS,
   /* Of formats with as many bits; see scale(). */
   SCALE = OTHER_NUMBER + CONSTANTS,
   ATTRIBUTE = SCALE + 17,
   RESOURCE = ATTRIBUTE + SCENE_LOCATIONS,
   RESOURCE_TYPE = RESOURCE + SCENE_RESOURCES,
   RESOURCE_POINTER = RESOURCE_TYPE + SCENE_RESOURCES,
   /* Of tessellation shaders. */
   UINT_4_INPUTS = RESOURCE_POINTER + SCENE_RESOURCES,
   FLOAT_4_INPUTS,
   UINT_4_OUTPUTS,
   FLOAT_4_OUTPUTS,
   LEVELS_2,
   LEVELS_4,
   ARRAY_POINTER,
   COLOR_IN = ARRAY_POINTER + 6,
   PLACE_IN,
   INVOCATION,
   LEVEL_INNER,
   LEVEL_OUTER,
   FIRST_VALUE,
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
   memcpy(to->words, (uint32_t[]){0x07230203, 0x10000, 0, 8192, 0}, 20);
   to->count = 5;
   to->next = FIRST_VALUE;
   EMIT(OP_CAPABILITY, CAPABILITY_SHADER);
   EMIT(OP_CAPABILITY, CAPABILITY_SAMPLED_BUFFER);
   EMIT(OP_CAPABILITY, CAPABILITY_IMAGE_BUFFER);
   if (model == MODEL_CONTROL || model == MODEL_EVALUATION)
      EMIT(OP_CAPABILITY, CAPABILITY_TESSELLATION);
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
   EMIT(OP_TYPE_VECTOR, INT_4, INT, 4);
   EMIT(OP_TYPE_FLOAT, FLOAT, 32);
   EMIT(OP_TYPE_VECTOR, FLOAT_4, FLOAT, 4);
   emit(to, OP_TYPE_STRUCT, members, 1 + UNIFORMS);
   EMIT(OP_TYPE_POINTER, UINT_UNIFORM, CLASS_PUSH_CONSTANT, UINT);
   EMIT(OP_TYPE_POINTER, STRUCT_UNIFORM, CLASS_PUSH_CONSTANT, UNIFORM_STRUCT);
   EMIT(OP_TYPE_POINTER, UINT_4_INPUT, CLASS_INPUT, UINT_4);
   EMIT(OP_TYPE_POINTER, INT_4_INPUT, CLASS_INPUT, INT_4);
   EMIT(OP_TYPE_POINTER, FLOAT_4_INPUT, CLASS_INPUT, FLOAT_4);
   EMIT(OP_TYPE_POINTER, UINT_4_OUTPUT, CLASS_OUTPUT, UINT_4);
   EMIT(OP_TYPE_POINTER, INT_INPUT, CLASS_INPUT, INT);
   EMIT(OP_TYPE_POINTER, FLOAT_OUTPUT, CLASS_OUTPUT, FLOAT);
   EMIT(OP_TYPE_POINTER, FLOAT_4_OUTPUT, CLASS_OUTPUT, FLOAT_4);
}

static uint32_t
bits_of(float value)
{
   uint32_t bits;

   memcpy(&bits, &value, sizeof(bits));
   return bits;
}

static void
declare_constants(struct spirv *to)
{
   uint32_t i;

   for (i = 0; i < CONSTANTS; i++)
      EMIT(OP_CONSTANT, UINT, OTHER_NUMBER + i, constants[i]);
   for (i = 1; i <= 16; i++)
      EMIT(OP_CONSTANT, FLOAT, SCALE + i, bits_of((float)((1u << i) - 1)));

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
   EMIT(OP_CONSTANT, FLOAT, FLOAT_ABOVE, bits_of(0.1f));
   EMIT(OP_CONSTANT, FLOAT, FLOAT_BELOW, bits_of(0.9f));
   EMIT(OP_CONSTANT, FLOAT, FLOAT_OUTSIDE, bits_of(3));
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
   uint32_t equal =
      VALUE(OP_I_EQUAL, BOOL, uniform(to, UNIFORM(output)), NUMBER + number);
   uint32_t all =
      VALUE(OP_COMPOSITE_CONSTRUCT, BOOL_4, equal, equal, equal, equal);

   return VALUE(OP_SELECT, UINT_4, all, value, other);
}

/* A place in a pixel, whose center is 0.5, from -1 to 1. */
static uint32_t
coordinate(struct spirv *to, uint32_t pixel, uint32_t in_pixel,
           uint32_t pixels)
{
   uint32_t of = VALUE(OP_CONVERT_U_TO_F, FLOAT, pixels);
   uint32_t at = VALUE(OP_CONVERT_U_TO_F, FLOAT, pixel);

   at = VALUE(OP_F_ADD, FLOAT, at, in_pixel);
   at = VALUE(OP_F_DIV, FLOAT, at, of);
   at = VALUE(OP_F_MUL, FLOAT, at, FLOAT_TWO);
   return VALUE(OP_F_ADD, FLOAT, at, FLOAT_MINUS_ONE);
}

static uint32_t
position(struct spirv *to, uint32_t vertex, uint32_t instance)
{
   uint32_t columns = uniform(to, UNIFORM(columns)), x, y, slot;
   uint32_t odd, zigzag, in_pixel, shown;

   instance =
      calculate(to, OP_I_SUB, instance, uniform(to, UNIFORM(first_instance)));
   vertex =
      calculate(to, OP_I_SUB, vertex, uniform(to, UNIFORM(first_vertex)));
   slot = calculate(to, OP_I_MUL, instance, uniform(to, UNIFORM(width)));
   slot = calculate(to, OP_I_ADD, slot, vertex);
   slot = calculate(to, OP_I_ADD, slot, uniform(to, UNIFORM(slot)));
   odd = VALUE(OP_I_EQUAL, BOOL,
               calculate(to, OP_BITWISE_AND, vertex, NUMBER + 1), NUMBER);
   in_pixel = VALUE(OP_SELECT, FLOAT, odd, FLOAT_ABOVE, FLOAT_BELOW);
   zigzag = VALUE(OP_I_EQUAL, BOOL, uniform(to, UNIFORM(zigzag)), NUMBER + 1);
   in_pixel = VALUE(OP_SELECT, FLOAT, zigzag, in_pixel, FLOAT_HALF);
   x = coordinate(to, calculate(to, OP_U_MOD, slot, columns), FLOAT_HALF,
                  columns);
   y = coordinate(to, calculate(to, OP_U_DIV, slot, columns), in_pixel,
                  uniform(to, UNIFORM(rows)));
   shown = VALUE(OP_U_LESS_THAN, BOOL, instance, uniform(to, UNIFORM(shown)));
   x = VALUE(OP_SELECT, FLOAT, shown, x, FLOAT_OUTSIDE);
   return VALUE(OP_COMPOSITE_CONSTRUCT, FLOAT_4, x, y, FLOAT_ZERO, FLOAT_ONE);
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

/* ---- Attributes as integers; see scene_value() ------------------------- */

static bool
is_float(uint32_t numeric)
{
   return numeric != SCENE_UINT && numeric != SCENE_SINT;
}

static uint32_t
input_type(uint32_t numeric)
{
   return is_float(numeric)       ? FLOAT_4
          : numeric == SCENE_SINT ? INT_4
                                  : UINT_4;
}

static uint32_t
input_pointer(uint32_t numeric)
{
   return is_float(numeric)       ? FLOAT_4_INPUT
          : numeric == SCENE_SINT ? INT_4_INPUT
                                  : UINT_4_INPUT;
}

static uint32_t
normalized_input(struct spirv *to, const struct scene_attribute *attribute,
                 uint32_t component, uint32_t value)
{
   uint32_t bits = scene_normalized_bits(attribute, component);

   if (attribute->numeric == SCENE_SNORM ||
       attribute->numeric == SCENE_SNORM10) {
      value = VALUE(OP_F_ADD, FLOAT, value, FLOAT_ONE);
      bits--;
   }
   value = VALUE(OP_F_MUL, FLOAT, value, SCALE + bits);
   value = VALUE(OP_F_ADD, FLOAT, value, FLOAT_HALF);
   return VALUE(OP_CONVERT_F_TO_U, UINT, value);
}

/* The bits, if the exponent is that of a normal number. */
static uint32_t
float_input(struct spirv *to, uint32_t bytes, uint32_t value)
{
   uint32_t bits = VALUE(OP_BITCAST, UINT, value);
   uint32_t exponent = calculate(to, OP_SHIFT_RIGHT_LOGICAL, bits,
                                 OTHER_NUMBER + MANTISSA_BITS);
   uint32_t normal;

   exponent =
      calculate(to, OP_BITWISE_AND, exponent, OTHER_NUMBER + EXPONENT_MASK);
   exponent =
      calculate(to, OP_I_SUB, exponent,
                bytes == 2 ? OTHER_NUMBER + HALF_SMALLEST : NUMBER + 1);
   normal =
      VALUE(OP_U_LESS_THAN, BOOL, exponent,
            OTHER_NUMBER + (bytes == 2 ? HALF_EXPONENTS : FLOAT_EXPONENTS));
   return VALUE(OP_SELECT, UINT, normal, bits, NUMBER);
}

static uint32_t
read_attribute(struct spirv *to, const struct scene_attribute *attribute)
{
   uint32_t input = VALUE(OP_LOAD, input_type(attribute->numeric),
                          ATTRIBUTE + attribute->location);
   uint32_t components[4], i;

   if (attribute->numeric == SCENE_UINT)
      return input;
   for (i = 0; i < 4; i++) {
      if (attribute->numeric == SCENE_SINT) {
         components[i] = VALUE(OP_COMPOSITE_EXTRACT, INT, input, i);
         components[i] = VALUE(OP_BITCAST, UINT, components[i]);
         continue;
      }
      components[i] = VALUE(OP_COMPOSITE_EXTRACT, FLOAT, input, i);
      components[i] =
         attribute->numeric == SCENE_FLOAT
            ? float_input(to, attribute->component_bytes, components[i])
            : normalized_input(to, attribute, i, components[i]);
   }
   return VALUE(OP_COMPOSITE_CONSTRUCT, UINT_4, components[0], components[1],
                components[2], components[3]);
}

static const struct scene_attribute *
find_attribute(const struct scene_pipeline *pipeline, uint32_t location)
{
   uint32_t i;

   for (i = 0; i < pipeline->attribute_count; i++) {
      if (pipeline->attributes[i].location == location)
         return &pipeline->attributes[i];
   }
   return NULL;
}

static void
write_color(struct spirv *to, const struct scene_pipeline *pipeline,
            uint32_t vertex, uint32_t instance)
{
   uint32_t hash = HASH_START, shown = UINT_4_ZERO, all, i, j;

   for (i = 0; i < SCENE_LOCATIONS; i++) {
      const struct scene_attribute *attribute = find_attribute(pipeline, i);
      uint32_t value =
         attribute != NULL ? read_attribute(to, attribute) : UINT_4_ZERO;

      for (j = 0; j < 4; j++)
         hash = fold(to, hash, VALUE(OP_COMPOSITE_EXTRACT, UINT, value, j));
      shown = select_output(to, OUTPUT_ATTRIBUTE + i, value, shown);
   }
   for (i = 0; i < SCENE_RESOURCES && pipeline->resources; i++) {
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

static void
decorate_inputs(struct spirv *to, const struct scene_pipeline *pipeline)
{
   uint32_t i;

   EMIT(OP_DECORATE, VERTEX_INDEX, DECORATION_BUILT_IN,
        BUILT_IN_VERTEX_INDEX);
   EMIT(OP_DECORATE, INSTANCE_INDEX, DECORATION_BUILT_IN,
        BUILT_IN_INSTANCE_INDEX);
   EMIT(OP_DECORATE, UNIFORM_STRUCT, DECORATION_BLOCK);
   for (i = 0; i < UNIFORMS; i++)
      EMIT(OP_MEMBER_DECORATE, UNIFORM_STRUCT, i, DECORATION_OFFSET, 4 * i);
   for (i = 0; i < pipeline->attribute_count; i++) {
      EMIT(OP_DECORATE, ATTRIBUTE + pipeline->attributes[i].location,
           DECORATION_LOCATION, pipeline->attributes[i].location);
   }
   if (pipeline->resources)
      decorate_resources(to);
}

static void
declare_inputs(struct spirv *to, const struct scene_pipeline *pipeline)
{
   uint32_t i;

   EMIT(OP_VARIABLE, STRUCT_UNIFORM, UNIFORM_BLOCK, CLASS_PUSH_CONSTANT);
   EMIT(OP_VARIABLE, INT_INPUT, VERTEX_INDEX, CLASS_INPUT);
   EMIT(OP_VARIABLE, INT_INPUT, INSTANCE_INDEX, CLASS_INPUT);
   for (i = 0; i < pipeline->attribute_count; i++) {
      EMIT(OP_VARIABLE, input_pointer(pipeline->attributes[i].numeric),
           ATTRIBUTE + pipeline->attributes[i].location, CLASS_INPUT);
   }
   if (pipeline->resources)
      declare_resources(to);
}

void
spirv_vertex(struct spirv *to, const struct scene_pipeline *pipeline,
             bool sized)
{
   bool tessellated = pipeline->topology == SCENE_PATCHES;
   uint32_t place = tessellated ? PLACE : POSITION;
   uint32_t interface[5 + SCENE_LOCATIONS] = {VERTEX_INDEX, INSTANCE_INDEX,
                                              COLOR, place};
   uint32_t count = 4, vertex, instance, i;

   /* Only of points. */
   sized = sized && pipeline->topology == SCENE_POINTS;
   if (sized)
      interface[count++] = POINT_SIZE;
   for (i = 0; i < pipeline->attribute_count; i++)
      interface[count++] = ATTRIBUTE + pipeline->attributes[i].location;
   begin(to, MODEL_VERTEX, interface, count);

   if (tessellated)
      EMIT(OP_DECORATE, place, DECORATION_LOCATION, 1);
   else
      EMIT(OP_DECORATE, place, DECORATION_BUILT_IN, BUILT_IN_POSITION);
   if (sized)
      EMIT(OP_DECORATE, POINT_SIZE, DECORATION_BUILT_IN, BUILT_IN_POINT_SIZE);
   EMIT(OP_DECORATE, COLOR, DECORATION_LOCATION, 0);
   EMIT(OP_DECORATE, COLOR, DECORATION_FLAT);
   decorate_inputs(to, pipeline);

   declare_types(to);
   declare_constants(to);
   EMIT(OP_VARIABLE, FLOAT_4_OUTPUT, place, CLASS_OUTPUT);
   if (sized)
      EMIT(OP_VARIABLE, FLOAT_OUTPUT, POINT_SIZE, CLASS_OUTPUT);
   EMIT(OP_VARIABLE, UINT_4_OUTPUT, COLOR, CLASS_OUTPUT);
   declare_inputs(to, pipeline);

   begin_main(to);
   vertex = VALUE(OP_LOAD, INT, VERTEX_INDEX);
   vertex = calculate(to, OP_I_ADD, VALUE(OP_BITCAST, UINT, vertex),
                      uniform(to, UNIFORM(add_vertex)));
   instance = VALUE(OP_LOAD, INT, INSTANCE_INDEX);
   instance = calculate(to, OP_I_ADD, VALUE(OP_BITCAST, UINT, instance),
                        uniform(to, UNIFORM(add_instance)));
   write_color(to, pipeline, vertex, instance);
   EMIT(OP_STORE, place, position(to, vertex, instance));
   if (sized)
      EMIT(OP_STORE, POINT_SIZE, FLOAT_ONE);
   end_main(to);
}

/* ---- Tessellation ------------------------------------------------------ */

/* The largest patch that every device has, and so the size of inputs. */
#define PATCH_VERTICES 32

/* An array and pointers to it and to its elements. */
static void
declare_array(struct spirv *to, uint32_t array, uint32_t element,
              uint32_t length, uint32_t class)
{
   EMIT(OP_TYPE_ARRAY, array, element, NUMBER + length);
   EMIT(OP_TYPE_POINTER, ARRAY_POINTER + (array - UINT_4_INPUTS), class,
        array);
}

static void
declare_arrays(struct spirv *to)
{
   declare_types(to);
   declare_constants(to);
   declare_array(to, UINT_4_INPUTS, UINT_4, PATCH_VERTICES, CLASS_INPUT);
   declare_array(to, FLOAT_4_INPUTS, FLOAT_4, PATCH_VERTICES, CLASS_INPUT);
   EMIT(OP_VARIABLE, ARRAY_POINTER, COLOR_IN, CLASS_INPUT);
   EMIT(OP_VARIABLE, ARRAY_POINTER + 1, PLACE_IN, CLASS_INPUT);
}

/* The value of the patch's only vertex. */
static uint32_t
load_first(struct spirv *to, uint32_t array, uint32_t type, uint32_t pointer)
{
   uint32_t first = VALUE(OP_ACCESS_CHAIN, pointer, array, NUMBER);

   return VALUE(OP_LOAD, type, first);
}

static void
store_element(struct spirv *to, uint32_t array, uint32_t element,
              uint32_t pointer, uint32_t value)
{
   uint32_t to_element = VALUE(OP_ACCESS_CHAIN, pointer, array, element);

   EMIT(OP_STORE, to_element, value);
}

void
spirv_control(struct spirv *to)
{
   uint32_t color, place, invocation, i;

   begin(to, MODEL_CONTROL,
         (uint32_t[]){COLOR_IN, PLACE_IN, COLOR, PLACE, INVOCATION,
                      LEVEL_INNER, LEVEL_OUTER},
         7);
   EMIT(OP_EXECUTION_MODE, MAIN, MODE_OUTPUT_VERTICES, 1);
   EMIT(OP_DECORATE, COLOR_IN, DECORATION_LOCATION, 0);
   EMIT(OP_DECORATE, PLACE_IN, DECORATION_LOCATION, 1);
   EMIT(OP_DECORATE, COLOR, DECORATION_LOCATION, 0);
   EMIT(OP_DECORATE, PLACE, DECORATION_LOCATION, 1);
   EMIT(OP_DECORATE, INVOCATION, DECORATION_BUILT_IN, BUILT_IN_INVOCATION_ID);
   EMIT(OP_DECORATE, LEVEL_INNER, DECORATION_BUILT_IN,
        BUILT_IN_TESS_LEVEL_INNER);
   EMIT(OP_DECORATE, LEVEL_INNER, DECORATION_PATCH);
   EMIT(OP_DECORATE, LEVEL_OUTER, DECORATION_BUILT_IN,
        BUILT_IN_TESS_LEVEL_OUTER);
   EMIT(OP_DECORATE, LEVEL_OUTER, DECORATION_PATCH);
   declare_arrays(to);
   declare_array(to, UINT_4_OUTPUTS, UINT_4, 1, CLASS_OUTPUT);
   declare_array(to, FLOAT_4_OUTPUTS, FLOAT_4, 1, CLASS_OUTPUT);
   declare_array(to, LEVELS_2, FLOAT, 2, CLASS_OUTPUT);
   declare_array(to, LEVELS_4, FLOAT, 4, CLASS_OUTPUT);
   EMIT(OP_VARIABLE, ARRAY_POINTER + 2, COLOR, CLASS_OUTPUT);
   EMIT(OP_VARIABLE, ARRAY_POINTER + 3, PLACE, CLASS_OUTPUT);
   EMIT(OP_VARIABLE, ARRAY_POINTER + 4, LEVEL_INNER, CLASS_OUTPUT);
   EMIT(OP_VARIABLE, ARRAY_POINTER + 5, LEVEL_OUTER, CLASS_OUTPUT);
   EMIT(OP_VARIABLE, INT_INPUT, INVOCATION, CLASS_INPUT);
   begin_main(to);
   color = load_first(to, COLOR_IN, UINT_4, UINT_4_INPUT);
   place = load_first(to, PLACE_IN, FLOAT_4, FLOAT_4_INPUT);
   invocation = VALUE(OP_LOAD, INT, INVOCATION);
   store_element(to, COLOR, invocation, UINT_4_OUTPUT, color);
   store_element(to, PLACE, invocation, FLOAT_4_OUTPUT, place);
   for (i = 0; i < 4; i++) {
      store_element(to, LEVEL_OUTER, NUMBER + i, FLOAT_OUTPUT, FLOAT_ONE);
      if (i < 2)
         store_element(to, LEVEL_INNER, NUMBER + i, FLOAT_OUTPUT, FLOAT_ONE);
   }
   end_main(to);
}

void
spirv_evaluation(struct spirv *to)
{
   uint32_t color, place;

   begin(to, MODEL_EVALUATION,
         (uint32_t[]){COLOR_IN, PLACE_IN, COLOR, POSITION}, 4);
   EMIT(OP_EXECUTION_MODE, MAIN, MODE_ISOLINES);
   EMIT(OP_EXECUTION_MODE, MAIN, MODE_SPACING_EQUAL);
   EMIT(OP_EXECUTION_MODE, MAIN, MODE_VERTEX_ORDER_CCW);
   EMIT(OP_EXECUTION_MODE, MAIN, MODE_POINT_MODE);
   EMIT(OP_DECORATE, COLOR_IN, DECORATION_LOCATION, 0);
   EMIT(OP_DECORATE, PLACE_IN, DECORATION_LOCATION, 1);
   EMIT(OP_DECORATE, COLOR, DECORATION_LOCATION, 0);
   EMIT(OP_DECORATE, COLOR, DECORATION_FLAT);
   EMIT(OP_DECORATE, POSITION, DECORATION_BUILT_IN, BUILT_IN_POSITION);
   declare_arrays(to);
   EMIT(OP_VARIABLE, UINT_4_OUTPUT, COLOR, CLASS_OUTPUT);
   EMIT(OP_VARIABLE, FLOAT_4_OUTPUT, POSITION, CLASS_OUTPUT);
   begin_main(to);
   color = load_first(to, COLOR_IN, UINT_4, UINT_4_INPUT);
   place = load_first(to, PLACE_IN, FLOAT_4, FLOAT_4_INPUT);
   EMIT(OP_STORE, COLOR, color);
   EMIT(OP_STORE, POSITION, place);
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
