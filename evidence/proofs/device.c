/* SPDX-License-Identifier: MIT */

/*
 * The functions of dral_device.h return what c_tests/reference/ returns, for
 * all arguments.  Where dral.h has an error, all words are 0.
 * list.csv lists each with its options.
 */

#define PLAIN_PRODUCTS
#include "model.h"

#include "known_device.h"

/* What the reference returned, or zeros. */
#define claim_words(got, want, errors, count)                               \
   do {                                                                     \
      for (uint32_t w_ = 0; w_ < (count); w_++)                             \
         claim((got)[w_] == ((errors) ? 0 : (want)[w_]));                   \
      if (!(errors))                                                        \
         reach();                                                           \
   } while (0)

/* Lemmas that known.h uses. */

void
padded_count(void)
{
   const uint32_t vertices = nondet_u32(), rule = nondet_u32();
   struct dral_padded_count got = { 0, 0, 0 }, want = { 0, 0, 0 };
   const uint64_t errors = ref_padded_count(vertices, rule, &got);
   const uint64_t expected = written_padded_count(vertices, rule, &want);
   const struct dral_padded_count device =
      dral_device_padded_count(vertices, rule);

   claim(errors == expected);
   claim(errors || (got.count == want.count && got.odd == want.odd));
   claim(errors || got.count == 0 || got.shift == want.shift);
   claim(device.count == (errors ? 0 : want.count));
   claim(dral_device_padded_vertex_count(vertices) ==
         written_padded_vertex_count(vertices));
}

void
least_padded_count(void)
{
   const uint32_t vertices = nondet_u32(), rule = nondet_u32();

   claim(dral_device_padded_count(vertices, rule).count ==
         ref_padded_by_search(vertices, rule));
}

void
idvs_vertex_count(void)
{
   const uint32_t vertices = nondet_u32();
   uint32_t got = 0, want = 0;
   const uint64_t errors = ref_idvs_vertex_count(vertices, &got);

   claim(errors == written_idvs_vertex_count(vertices, &want));
   claim(errors || got == want);
}

void
split_padded(void)
{
   const uint32_t odd = nondet_u32() % 5, shift = nondet_u32() % 32;
   const uint32_t count = (2 * odd + 1) << shift;
   const struct dral_padded_count got = ref_split_padded(count);
   const struct dral_padded_count want = written_split_padded(count);

   assume(count >> shift == 2 * odd + 1);
   claim(got.shift == want.shift && want.shift == shift);
   claim(got.odd == want.odd && want.odd == odd);
   claim(dral_device_instance_size_byte(count) == shift + 32 * odd);
}

void
no_padded_count(void)
{
   const uint32_t size = nondet_u32();
   const uint32_t byte = dral_device_instance_size_byte(size);

   claim(byte == 255 || (byte / 32 <= 4 && (uint64_t)(2 * (byte / 32) + 1)
                                                 << byte % 32 == size));
}

void
invocation_pack(void)
{
   const uint32_t vertices = nondet_u32(), instances = nondet_u32();
   const struct dral_device_invocation got =
      dral_device_invocation_pack(vertices, instances);
   uint32_t want[2];
   const uint64_t errors = written_invocation(vertices, instances, want);

   claim_words(got.words, want, errors, 2);
   claim((got.words[1] == 0) == (errors != 0));
}

void
index_range_resolve(void)
{
   WORDS(dral_index_range) range;
   WORDS(dral_vertex_range) got, want;
   uint64_t errors;

   any(range);
   errors = ref_index_range(&range.it, &want.it);
   got.it = dral_device_index_range_resolve(range.it);
   claim_words(got.words, want.words, errors, 3);
}

void
bound_buffer_init(void)
{
   const uint64_t address = nondet_u64(), size = nondet_u64();
   uint32_t want[4];
   const uint64_t errors = ref_bound_buffer(address, size, want);
   const struct dral_bound_buffer got =
      dral_device_bound_buffer_init(address, size);

   claim_words(got.words, want, errors, 4);
   claim(dral_device_buffer_fits(address, size) == (errors == 0));
}

void
draw_resolve(void)
{
   WORDS(dral_draw) draw, want, got;
   uint64_t errors;

   any(draw);
   any(want);
   got.it = dral_device_draw_resolve(draw.it.info);
   errors = ref_draw_resolve(&draw.it.info, &want.it);
   want.it.offset_key = offset_key(&draw.it.info);
   if (errors || draw.it.info.vertex_count == 0 ||
       draw.it.info.instance_count == 0) {
      claim(got.it.threads == 0 && got.it.table_key == 0);
      claim(!dral_device_draw_is_resolved(got.it));
   } else {
      claim_words(got.words, want.words, 0, sizeof got / 4);
   }
}

static struct dral_vertex_buffer
any_buffer(void)
{
   WORDS(dral_vertex_buffer) buffer;

   any(buffer);
   return buffer.it;
}

void
attribute_offset(void)
{
   const struct dral_vertex_buffer buffer = any_buffer();
   const uint32_t source_offset = nondet_u32();
   struct dral_device_offset got;
   int32_t want = 0;
   uint64_t errors;

   any_resolved();
   errors =
      ref_attribute_offset(&given.info, &buffer, source_offset, &want);
   got = dral_device_attribute_offset(given, buffer, source_offset);
   claim(got.valid == (errors == 0));
   claim(errors || got.offset == want);
}

void
vertex_state_offset(void)
{
   const struct dral_vertex_buffer buffer = any_buffer();
   const uint32_t source_offset = nondet_u32();
   struct dral_device_offset got;
   int32_t want = 0;
   uint64_t errors;

   any_resolved();
   assume(dral_device_buffer_fits(buffer.address, buffer.size));
   errors =
      ref_attribute_offset(&given.info, &buffer, source_offset, &want);
   got = dral_device_vertex_state_offset(
      given,
      dral_device_record_template(
         dral_device_variant_distance(dral_device_draw_variant(given)),
         given.info.rounding, buffer.rate, buffer.stride, buffer.divisor),
      buffer.rate == DRAL_RATE_INSTANCE ? buffer.stride : 0,
      dral_device_bound_buffer_init(buffer.address, buffer.size),
      source_offset);
   claim(got.valid == (errors == 0));
   claim(errors || got.offset == want);
}

void
id_records(void)
{
   struct dral_device_id_words got;
   uint32_t want[8];
   uint64_t errors;

   any_resolved();
   errors = ref_id_records(&given.info, want);
   got = dral_device_id_records(given);
   claim_words(got.words, want, errors, 8);
}

void
valhall_attribute(void)
{
   WORDS(dral_valhall_source) source;
   struct dral_device_valhall_words got;
   uint32_t want[8];
   uint64_t errors;

   any(source);
   errors = ref_valhall(&source.it, want);
   got = dral_device_valhall_attribute(source.it);
   claim_words(got.words, want, errors, 8);
}

static uint32_t buffer_count;

/* Whether a draw may run as far as this attribute is concerned. */
static int
fits_there(void)
{
   int32_t offset;

   return element_there.buffer == DRAL_NO_BUFFER ||
          (element_there.buffer < buffer_count &&
           element_there.buffer < 256 && element_there.format < 1 << 22 &&
           element_there.source_offset <= 0x7FFFFFFF - 63 &&
           ref_attribute_offset(&given.info, &buffer_there,
                                element_there.source_offset, &offset) == 0);
}

void
draw_may_run(void)
{
   const uint32_t count = nondet_u32(), is_resolved = nondet_u32() % 2;
   uint32_t may_run;

   any_resolved();
   buffer_there = any_buffer();
   element_there.buffer = nondet_u32();
   element_there.format = nondet_u32();
   element_there.source_offset = nondet_u32();
   buffer_count = nondet_u32();
   if (!is_resolved)
      given.table_key = 0;
   may_run = dral_device_draw_may_run(given, 0, buffer_count, 0, count);
   claim(may_run == (is_resolved && (count == 0 || fits_there())));
}

/* A record from a prepared template, against the one of the draw. */
void
vertex_state_record(void)
{
   const struct dral_vertex_buffer buffer = any_buffer();
   const uint32_t variant = nondet_u32();
   struct dral_record_template template, got;
   uint32_t want[8], slots;
   uint64_t errors;

   any_resolved();
   assume(dral_device_buffer_fits(buffer.address, buffer.size));
   assume(variant == dral_device_draw_variant(given));
   template = dral_device_record_template(
      dral_device_variant_distance(variant), given.info.rounding, buffer.rate,
      buffer.stride, buffer.divisor);
   claim(is_prepared(variant, template,
                     buffer.rate == DRAL_RATE_VERTEX ? 32
                     : buffer.rate == DRAL_RATE_INSTANCE
                        ? dral_device_template_shared_from(template)
                        : 0,
                     buffer.rate == DRAL_RATE_INSTANCE ? buffer.stride : 0));
   got = dral_device_vertex_state_record(
      given, template,
      dral_device_bound_buffer_init(buffer.address, buffer.size));
   errors = ref_attribute_record(&given.info, &buffer, want, &slots);
   claim_words(got.first, want, errors, 4);
   claim_words(got.second, want + 4, errors, 4);
}

/* A record in a packed table. */
void
attribute_append(void)
{
   const struct dral_vertex_buffer buffer = any_buffer();
   const uint32_t next = nondet_u32();
   struct dral_device_table_record got;
   uint32_t want[8], slots = 0, slot = next;
   uint64_t errors;

   any_resolved();
   got = dral_device_attribute_append(given, buffer, next);
   errors = ref_attribute_record(&given.info, &buffer, want, &slots);
   claim_words(got.record.first, want, errors, 4);
   claim_words(got.record.second, want + 4, errors, 4);
   if (slots == 2)
      slot += next % 2;
   claim(got.slot == slot && got.next == slot + slots);
}

/* Magics do not depend on a power of two in the divisor. */
void
normalized_magic(void)
{
   const uint32_t divisor = nondet_u32(), rounding = nondet_u32();
   const uint32_t zeros = divisor == 0 ? 0 : leading_zeros(divisor);
   struct dral_magic_divisor magic, other;
   const uint64_t errors = written_magic_divisor(divisor, rounding, &magic);

   claim(errors ==
         written_magic_divisor(divisor << zeros, rounding, &other));
   claim(errors ||
         (magic.magic == other.magic && magic.magic >> 31 == 0 &&
          magic.extra_flags == other.extra_flags &&
          magic.extra_flags <= 1 && magic.shift == 31 - zeros));
}

void
attribute_descriptor_pack(void)
{
   WORDS(dral_attribute_descriptor) attribute;
   struct dral_device_attribute_descriptor_words got;
   uint32_t want[2] = { 0, 0 };
   int refused;

   any(attribute);
   refused = attribute.it.slot > 511 || attribute.it.format >= 1 << 22;
   put(want, 0, 9, attribute.it.slot);
   put(want, 9, 1, 1);
   put(want, 10, 22, attribute.it.format);
   put(want, 32, 32, (uint32_t)attribute.it.offset);
   got = dral_device_attribute_descriptor_pack(attribute.it);
   claim_words(got.words, want, refused, 2);
}

void
products(void)
{
   const struct dral_vertex_buffer buffer = any_buffer();
   const uint32_t stride = nondet_u32();
   uint64_t size;

   any_resolved();
   size = product(given.threads, stride);
   claim(dral_device_hardware_divisor(given, buffer) ==
         (buffer.rate == DRAL_RATE_INSTANCE && given.info.instance_count > 1
             ? product(given.padded_count, buffer.divisor)
             : 0));
   claim(dral_device_varying_size(given, stride) == size);
   claim(dral_device_varying_buffer_size(given, stride) ==
         align_up(size, 64));
}

/* Every function returns zeros for a draw that is not resolved. */
void
not_resolved(void)
{
   const struct dral_vertex_buffer buffer = any_buffer();
   WORDS(dral_draw) draw;
   WORDS(dral_record_template) record;
   WORDS(dral_bound_buffer) bound;
   struct dral_device_table_record appended;

   any(draw);
   any(record);
   any(bound);
   draw.it.table_key = 0;
   appended = dral_device_attribute_append(draw.it, buffer, 7);
   claim(appended.record.first[0] == 0 && appended.next == 7);
   claim(!dral_device_attribute_offset(draw.it, buffer, 0).valid);
   claim(!dral_device_vertex_state_offset(draw.it, record.it, 1, bound.it, 0)
             .valid);
   claim(dral_device_id_records(draw.it).words[0] == 0);
   claim(dral_device_hardware_divisor(draw.it, buffer) == 0);
   claim(dral_device_varying_buffer_size(draw.it, 1) == 0);
   claim(dral_device_draw_variant(draw.it) < DRAL_VERTEX_STATE_VARIANTS);
}
