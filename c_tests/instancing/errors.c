/* SPDX-License-Identifier: MIT */

/*
 * Arguments that are not valid, of the functions of dral.h: unknown values.
 * Numbers that are passed by value and fields that do not fit are in the known
 * answers.
 */

#include "harness/canary.h"
#include "harness/steps.h"
#include "dral.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"

#include <string.h>

/* What the calls read; most are of a draw on v7. */
static struct {
   struct dral_draw draw;
   struct dral_resolved_draw resolved;
   struct dral_vertex_buffer buffer;
   struct dral_attribute_record record;
   struct dral_id_record id;
   struct dral_valhall_attribute attribute;
   uint32_t rounding;
} sound;

static void
make_sound(struct context *context)
{
   (void)context;
   memset(&sound, 0, sizeof sound);
   sound.draw = plain_draw(5, 70, 2);
   sound.resolved = resolved_plain_draw(7, 70, 100);
   sound.buffer = plain_buffer(0, 3);
   sound.record.type = DRAL_RECORD_TYPE_ONE_DIMENSIONAL;
   sound.record.pointer = 0x10000;
   sound.id.type = DRAL_ID_TYPE_VERTEX;
   sound.attribute.type = DRAL_VALHALL_TYPE_ONE_DIMENSIONAL;
   sound.attribute.stride = 16;
}

DEFINE_CALL(resolve, dral_draw_resolve(&sound.draw, OUT(0)))
DEFINE_CALLS(draw_calls,
             resolve(),
             dral_draw_max_instances(&sound.draw, OUT(0)))
DEFINE_CALLS(buffer_calls,
             dral_attribute_record(&sound.resolved, &sound.buffer,
                                   OUT(0)),
             dral_attribute_offset(&sound.resolved, &sound.buffer, 4,
                                   OUT(0)),
             dral_attribute_table_word_count(&sound.resolved, 0, 0,
                                             &sound.buffer, 1, OUT(0)),
             dral_attribute_table_pack(&sound.resolved, 0, 0, &sound.buffer,
                                       1, OUT(0), 8, OUT(1), OUT(2),
                                       NULL))
DEFINE_CALL(hardware_divisor,
            dral_hardware_divisor(&sound.resolved, &sound.buffer,
                                  OUT(0)))
DEFINE_CALLS(record_calls,
             dral_attribute_record_pack(&sound.record, OUT(0), 8, OUT(1)),
             dral_attribute_record_element(&sound.record, 71, OUT(0)))
DEFINE_CALLS(id_calls,
             dral_id_record_pack(&sound.id, OUT(0)),
             dral_id_record_value(&sound.id, 71, OUT(0)))
DEFINE_CALLS(attribute_calls,
             dral_valhall_attribute_pack(&sound.attribute, OUT(0)),
             dral_valhall_attribute_element(&sound.attribute, 71, 1,
                                            OUT(0)))
DEFINE_CALL(no_magic_divisors,
            dral_magic_divisors(NULL, sound.rounding, NULL, 0))

static const char *
explain_draw(void)
{
   return dral_draw_explain(&sound.draw);
}

static const char *
explain_buffer(void)
{
   return dral_attribute_explain(&sound.resolved, &sound.buffer);
}

#define DRAW(field, value, error, words)                                    \
   EXPLAINED_STEP(draw_calls, sound.draw.field, value, error, explain_draw, \
                  words)
#define RESOLVE(field, value, error, words)                                 \
   EXPLAINED_STEP(resolve, sound.draw.field, value, error, explain_draw,    \
                  words)

STEPS_TEST(
   unknown_values_in_a_draw_are_refused,
   DRAW(architecture, 0, -EINVAL, "architecture"),
   DRAW(architecture, 1, -EINVAL, "architecture"),
   DRAW(architecture, 2, -EINVAL, "architecture"),
   DRAW(architecture, 3, -EINVAL, "architecture"),
   DRAW(architecture, 8, -EINVAL, "architecture"),
   DRAW(architecture, 15, -EINVAL, "architecture"),
   DRAW(architecture, 16, -EINVAL, "architecture"),
   DRAW(architecture, 260, -EINVAL, "architecture"),
   DRAW(architecture, 0xFFFFFFFF, -EINVAL, "architecture"),
   DRAW(architecture, 9, -EDOM, "v9"),
   DRAW(architecture, 10, -EDOM, "v9"),
   DRAW(architecture, 11, -EDOM, "v9"),
   DRAW(architecture, 12, -EDOM, "v9"),
   DRAW(architecture, 13, -EDOM, "v9"),
   DRAW(architecture, 14, -EDOM, "v9"),
   DRAW(vertices_per_primitive, 0, -EINVAL, "vertices per primitive"),
   UNKNOWN_STEPS(draw_calls, sound.draw.padding_rule, -EINVAL),
   UNKNOWN_STEPS(draw_calls, sound.draw.rounding, -EINVAL),
   UNKNOWN_STEPS(draw_calls, sound.draw.idvs, -EINVAL),
   UNKNOWN_STEPS(draw_calls, sound.draw.primitive_size, -EINVAL),
   /* Also where there is nothing to draw. */
   DRAW(vertex_count, 0, 0, "can be dispatched"),
   DRAW(architecture, 15, -EINVAL, "architecture"),
   DRAW(architecture, 9, -EDOM, "v9"),
   DRAW(vertices_per_primitive, 0, -EINVAL, "vertices per primitive"),
   DRAW(padding_rule, 2, -EINVAL, "padding rule"),
   DRAW(rounding, 2, -EINVAL, "rounding"),
   DRAW(idvs, 2, -EINVAL, "flag"),
   DRAW(primitive_size, 2, -EINVAL, "primitive size"),
   RESOLVE(instance_count, 0, 0, "can be dispatched"),
   /* Fewer than 2^32 threads, but 3 + 30 bits. */
   RESOLVE(vertex_count, 5, 0, "can be dispatched"),
   RESOLVE(instance_count, 0x20000001, -ERANGE, "invocation"),
   RESOLVE(instance_count, 2, 0, "can be dispatched"),
   RESOLVE(vertex_count, 0xE0000000, -ERANGE, "padded count"),
   RESOLVE(vertex_count, 60000, 0, "can be dispatched"),
   RESOLVE(instance_count, 65537, -ERANGE, "threads"))

/* Also of no divisors. */
STEPS_TEST(
   unknown_rounding_of_divisors_is_refused,
   STEP(no_magic_divisors, sound.rounding, 1, 0),
   UNKNOWN_STEPS(no_magic_divisors, sound.rounding, -EINVAL))

static void
functions_without_an_error_take_null(struct context *context)
{
   make_sound(context);
   CHECK_EQUAL(context, dral_magic_divide(NULL, 12345), 0, "no divisor");
   CHECK(context, strstr(dral_draw_explain(NULL), "NULL") != NULL, "draw");
   CHECK(context,
         strstr(dral_attribute_explain(NULL, &sound.buffer), "NULL") != NULL,
         "draw of a buffer");
   CHECK(context,
         strcmp(dral_attribute_explain(&sound.resolved, NULL),
                dral_draw_explain(NULL)) == 0, "buffer");
}

#define BUFFER(field, value, error, words)                        \
   EXPLAINED_STEP(buffer_calls, sound.buffer.field, value, error, \
                  explain_buffer, words)

STEPS_TEST(
   bad_buffers_are_refused,
   BUFFER(address, (uint64_t)1 << 56, -ERANGE, "address"),
   BUFFER(address, UINT64_MAX, -ERANGE, "address"),
   BUFFER(rate, DRAL_RATE_UNUSED, -EINVAL, "unused buffer"),
   BUFFER(rate, 3, -EINVAL, "rate"),
   UNKNOWN_STEPS(buffer_calls, sound.buffer.rate, -EINVAL),
   /* Of the address the low 6 bits are added to the size. */
   BUFFER(address, ((uint64_t)1 << 56) - 1, 0, "1D"),
   BUFFER(size, 0xFFFFFFFF - 63, 0, "1D"),
   BUFFER(size, 0xFFFFFFFF - 62, -ERANGE, "size"),
   /* To what is divided by neither matters. */
   STEP(hardware_divisor, sound.buffer.address, UINT64_MAX, 0),
   STEP(hardware_divisor, sound.buffer.size, UINT32_MAX, 0),
   STEP(hardware_divisor, sound.buffer.rate, DRAL_RATE_UNUSED, 0),
   STEP(hardware_divisor, sound.buffer.rate, 3, -EINVAL),
   STEP(hardware_divisor, sound.buffer.rate, 0x80000000, -EINVAL),
   STEP(hardware_divisor, sound.buffer.rate, 0xFFFFFFFF, -EINVAL))

#define RECORD(field, value, error) \
   STEP(record_calls, sound.record.field, value, error)
#define ID(field, value) STEP(id_calls, sound.id.field, value, -EDOM)
#define ATTRIBUTE(field, value, error) \
   STEP(attribute_calls, sound.attribute.field, value, error)

/* What is only packed is in the known answers. */
STEPS_TEST(
   fields_that_stand_for_nothing_are_refused,
   RECORD(type, 0, -EDOM),
   RECORD(type, 5, -EDOM),
   RECORD(type, 0x20, -EDOM),
   RECORD(type, 0x22, -EDOM),
   RECORD(type, 0x24, -EDOM),
   RECORD(type, 0x41, -EDOM),
   RECORD(type, 0xFFFFFFFF, -EDOM),
   RECORD(type, DRAL_RECORD_TYPE_MODULUS, 0),
   RECORD(odd, 5, -EDOM),
   RECORD(odd, 7, -EDOM),
   RECORD(odd, 8, -EDOM),
   RECORD(odd, 0xFFFFFFFF, -EDOM),
   /* 3 << 31 */
   RECORD(shift, 31, 0),
   RECORD(odd, 1, -EDOM),
   ID(type, 0),
   ID(type, 1),
   ID(type, 0x20),
   ID(type, 0x21),
   ID(type, 0x23),
   ID(type, 0x25),
   ID(type, 0x62),
   ID(type, 0x124),
   ID(type, 0xFFFFFFFF),
   ATTRIBUTE(type, 0, -EDOM),
   ATTRIBUTE(type, 4, -EDOM),
   ATTRIBUTE(type, 5, -EDOM),
   ATTRIBUTE(type, 15, -EDOM),
   ATTRIBUTE(type, 17, -EDOM),
   ATTRIBUTE(type, 0xFFFFFFFF, -EDOM),
   UNKNOWN_STEPS(attribute_calls, sound.attribute.frequency, -EDOM),
   UNKNOWN_STEPS(attribute_calls, sound.attribute.offset_enable, -EINVAL))

const struct test errors_tests[] = {
   QUICK_TEST(unknown_values_in_a_draw_are_refused),
   QUICK_TEST(unknown_rounding_of_divisors_is_refused),
   QUICK_TEST(functions_without_an_error_take_null),
   QUICK_TEST(bad_buffers_are_refused),
   QUICK_TEST(fields_that_stand_for_nothing_are_refused),
   NO_MORE_TESTS,
};
