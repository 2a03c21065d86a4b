/* SPDX-License-Identifier: MIT */

/*
 * The functions of dral.h, as rustc compiles them for WebAssembly, and of
 * dral_device.h return what c_tests/reference/ returns, for all arguments.
 * Those of dral.h return an error exactly where the reference does, and one
 * of its errors, and touch no other memory.  Where dral.h has an error, the
 * words of dral_device.h are 0.  list.csv lists each proof with its
 * functions and options.
 */

#define PLAIN_PRODUCTS
#include "core.h"

#include "known.h"

#include "core_functions.h"

/* The input and the output of a function of dral.h. */
#define in(object)                                                          \
   ({                                                                       \
      pass(argument(2), object);                                            \
      may_read(2, sizeof(object));                                          \
      ARGUMENT(2);                                                          \
   })
#define out(size) ({ may_write(3, size); ARGUMENT(3); })

/* What dral.h returned and wrote. */
#define claim_core(result, want, errors, count)                             \
   do {                                                                     \
      const s32 status_ = (s32)(result);                                    \
                                                                            \
      claim_status(status_, errors);                                        \
      for (u32 w_ = 0; w_ < (count); w_++)                                  \
         claim((errors) || output.words[w_] == (want)[w_]);                 \
   } while (0)

/* What dral_device.h returned: what the reference did, or zeros. */
#define claim_words(got, want, errors, count)                               \
   do {                                                                     \
      for (u32 w_ = 0; w_ < (count); w_++)                                  \
         claim((got)[w_] == ((errors) ? 0 : (want)[w_]));                   \
      if (!(errors))                                                        \
         reach("words");                                                    \
   } while (0)

/* ---- Numbers; known.h uses some as lemmas ------------------- */

void
padded_count(void)
{
   const u32 vertices = nondet_u32(), rule = nondet_u32();
   struct dral_padded_count got = { 0, 0, 0 }, want = { 0, 0, 0 };
   const u64 errors = ref_padded_count(vertices, rule, &got);
   const u64 expected = written_padded_count(vertices, rule, &want);
   const u32 by_driver = written_padded_vertex_count(vertices);
   const struct dral_padded_count device =
      dral_device_padded_count(vertices, rule);

   claim(errors == expected);
   claim(errors || (got.count == want.count && got.odd == want.odd));
   claim(errors || got.count == 0 || got.shift == want.shift);
   claim(device.count == (errors ? 0 : want.count));
   claim(device.count == ref_padded_by_search(vertices, rule));
   claim(dral_device_padded_vertex_count(vertices) == by_driver);
   claim(wasm_dral_padded_vertex_count(vertices) == by_driver);
}

void
idvs_vertex_count(void)
{
   const u32 vertices = nondet_u32();
   u32 got = 0, want = 0;
   const u64 errors = ref_idvs_vertex_count(vertices, &got);

   claim(errors == written_idvs_vertex_count(vertices, &want));
   claim(errors || got == want);
}

void
split_padded(void)
{
   const u32 odd = nondet_u32() % 5, shift = nondet_u32() % 32;
   const u32 count = (2 * odd + 1) << shift, size = nondet_u32();
   const u32 byte = dral_device_instance_size_byte(size);
   const struct dral_padded_count got = ref_split_padded(count);
   const struct dral_padded_count want = written_split_padded(count);

   /* Another number has no byte. */
   claim(byte == 255 || (byte / 32 <= 4 && (u64)(2 * (byte / 32) + 1)
                                                 << byte % 32 == size));
   assume(count >> shift == 2 * odd + 1);
   claim(got.shift == want.shift && want.shift == shift);
   claim(got.odd == want.odd && want.odd == odd);
   claim(dral_device_instance_size_byte(count) == shift + 32 * odd);
}

void
invocation_pack(void)
{
   const u32 vertices = nondet_u32(), instances = nondet_u32();
   const struct dral_device_invocation got =
      dral_device_invocation_pack(vertices, instances);
   u32 want[2];
   const u64 errors = written_invocation(vertices, instances, want);

   claim_words(got.words, want, errors, 2);
   claim((got.words[1] == 0) == (errors != 0));
}

void
magic_divisor(void)
{
   const u32 divisor = nondet_u32(), rounding = nondet_u32();
   WORDS(dral_magic_divisor) want = { { 0, 0, 0 } };
   const u64 errors = ref_magic_divisor(divisor, rounding, &want.it);

   claim_core(wasm_dral_magic_divisor(divisor, rounding, out(sizeof want)),
              want.words, errors, 3);
}

/*
 * Magics do not depend on a power of two in the divisor: those of the library
 * for a divisor without it are the reference's for the divisor.
 */
void
normalized_magic(void)
{
   const u32 divisor = nondet_u32(), rounding = nondet_u32();
   const u32 zeros = divisor == 0 ? 0 : leading_zeros(divisor);
   struct dral_magic_divisor magic, other;
   const u64 errors = written_magic_divisor(divisor, rounding, &magic);

   claim(errors ==
         written_magic_divisor(divisor << zeros, rounding, &other));
   claim(errors ||
         (magic.magic == other.magic && magic.magic >> 31 == 0 &&
          magic.extra_flags == other.extra_flags &&
          magic.extra_flags <= 1 && magic.shift == 31 - zeros));
   claim((wasm_dral_magic_divisor(divisor << zeros, rounding,
                                  out(sizeof magic)) == 0) ==
         (errors == 0));
   claim(errors || (output.words[0] == magic.magic &&
                    output.words[1] == 31 &&
                    output.words[2] == magic.extra_flags));
}

/* ---- Draws ----------------------------------------------------------- */

void
index_range_resolve(void)
{
   WORDS(dral_index_range) range;
   WORDS(dral_vertex_range) got, want;
   u64 errors;

   any(range);
   errors = ref_index_range(&range.it, &want.it);
   claim_core(wasm_dral_index_range_resolve(in(range), out(sizeof want)),
              want.words, errors, 3);
   got.it = dral_device_index_range_resolve(range.it);
   claim_words(got.words, want.words, errors, 3);
}

/* After a call that resolved another draw, or refused it, or none. */
void
draw_resolve(void)
{
   WORDS(dral_draw) before, want;
   WORDS(dral_draw_info) info;
   u64 errors;
   u32 i;

   any(before);
   any(info);
   want = before;
   errors = ref_draw_resolve(&info.it, &want.it);
   if (nondet_u32()) {
      const struct dral_draw_info info_before = before.it.info;
      const u64 refused = ref_draw_resolve(&info_before, &before.it);

      before.it.offset_key = offset_key(&before.it.info);
      claim(left_by_resolve(&before.it, refused));
   } else {
      before.it.table_key = 0;
   }
   pass(output.words, before);
   claim_core(wasm_dral_draw_resolve(out(sizeof before), in(info)),
              want.words, errors, 0);
   want.it.offset_key = offset_key(&info.it);
   for (i = 0; i < sizeof before / 4; i++)
      before.words[i] = output.words[i];
   claim(before.it.threads == want.it.threads);
   claim(before.it.table_key == want.it.table_key);
   if (errors || info.it.vertex_count == 0 || info.it.instance_count == 0)
      return;
   claim(same(output.words, want));
   /* What Coq takes as a resolved draw. */
   claim(want.it.padded_count >= info.it.vertex_count);
   claim(want.it.threads ==
         product(want.it.padded_count, info.it.instance_count));
}

void
device_draw_resolve(void)
{
   WORDS(dral_draw) draw, want, got;
   u64 errors;

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

void
id_records(void)
{
   WORDS(dral_draw) draw;
   u32 want[8];
   u64 errors;

   any_resolved();
   errors = ref_id_records(&given.info, want);
   claim_words(dral_device_id_records(given).words, want, errors, 8);
   draw.it = given;
   if (nondet_u32()) {
      draw.it.table_key = 0;
      errors |= ERROR_SET(DRAL_ERROR_NOT_RESOLVED);
   }
   claim_core(wasm_dral_id_records(in(draw), out(sizeof want)), want, errors,
              8);
}

/* ---- Buffers and attributes ------------------------------------------ */

void
bound_buffer_init(void)
{
   const u64 address = nondet_u64(), size = nondet_u64();
   u32 want[4];
   const u64 errors = ref_bound_buffer(address, size, want);
   const struct dral_bound_buffer got =
      dral_device_bound_buffer_init(address, size);

   claim_core(wasm_dral_bound_buffer_init(out(sizeof want), address, size),
              want, errors, 4);
   claim_words(output.words, want, errors, 4);
   claim_words(got.words, want, errors, 4);
   claim(dral_device_buffer_fits(address, size) == (errors == 0));
}

void
valhall_attribute(void)
{
   WORDS(dral_valhall_source) source;
   u32 want[8];
   u64 errors;

   any(source);
   errors = ref_valhall(&source.it, want);
   claim_core(wasm_dral_valhall_attribute(in(source), out(sizeof want)),
              want, errors, 8);
}

void
device_valhall_attribute(void)
{
   WORDS(dral_valhall_source) source;
   u32 want[8];
   u64 errors;

   any(source);
   errors = ref_valhall(&source.it, want);
   claim_words(dral_device_valhall_attribute(source.it).words, want, errors,
               8);
}

void
attribute_descriptor_pack(void)
{
   WORDS(dral_attribute_descriptor) attribute;
   u32 want[2] = { 0, 0 };
   int refused;

   any(attribute);
   refused = attribute.it.slot > 511 || attribute.it.format >= 1 << 22;
   put(want, 0, 9, attribute.it.slot);
   put(want, 9, 1, 1);
   put(want, 10, 22, attribute.it.format);
   put(want, 32, 32, (u32)attribute.it.offset);
   claim_words(dral_device_attribute_descriptor_pack(attribute.it).words,
               want, refused, 2);
}

static struct dral_vertex_buffer buffer;

static void
any_buffer(void)
{
   WORDS(dral_vertex_buffer) words;

   any(words);
   buffer = words.it;
}

/* An attribute of a buffer in a draw that is resolved, and its offset. */
static void
claim_offset(struct dral_device_offset got, u32 source_offset)
{
   int32_t want = 0;
   const u64 errors =
      ref_attribute_offset(&given.info, &buffer, source_offset, &want);

   claim(got.valid == (errors == 0));
   claim(errors || got.offset == want);
}

void
attribute_offset(void)
{
   const u32 source_offset = nondet_u32();

   any_buffer();
   any_resolved();
   claim_offset(dral_device_attribute_offset(given, buffer, source_offset),
                source_offset);
}

/* What is prepared for the buffer and draws of a variant. */
static struct dral_record_template
prepared(u32 variant)
{
   return dral_device_record_template(
      dral_device_variant_distance(variant), given.info.rounding, buffer.rate,
      buffer.stride, buffer.divisor);
}

static u32
instance_stride(void)
{
   return buffer.rate == DRAL_RATE_INSTANCE ? buffer.stride : 0;
}

void
vertex_state_offset(void)
{
   const u32 source_offset = nondet_u32();

   any_buffer();
   any_resolved();
   assume(dral_device_buffer_fits(buffer.address, buffer.size));
   claim_offset(
      dral_device_vertex_state_offset(
         given, prepared(dral_device_draw_variant(given)), instance_stride(),
         dral_device_bound_buffer_init(buffer.address, buffer.size),
         source_offset),
      source_offset);
}

/* A record from a prepared template, against the one of the draw. */
void
vertex_state_record(void)
{
   const u32 variant = nondet_u32();
   struct dral_record_template template, got;
   u32 want[8], slots;
   u64 errors;

   any_buffer();
   any_resolved();
   assume(dral_device_buffer_fits(buffer.address, buffer.size));
   assume(variant == dral_device_draw_variant(given));
   template = prepared(variant);
   claim(is_prepared(variant, template,
                     buffer.rate == DRAL_RATE_VERTEX ? 32
                     : buffer.rate == DRAL_RATE_INSTANCE
                        ? dral_device_template_shared_from(template)
                        : 0,
                     instance_stride()));
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
   const u32 next = nondet_u32();
   struct dral_device_table_record got;
   u32 want[8], slots = 0;
   u64 errors;

   any_buffer();
   any_resolved();
   got = dral_device_attribute_append(given, buffer, next);
   errors = ref_attribute_record(&given.info, &buffer, want, &slots);
   claim_words(got.record.first, want, errors, 4);
   claim_words(got.record.second, want + 4, errors, 4);
   claim(got.slot == next + (slots == 2 ? next % 2 : 0));
   claim(got.next == got.slot + slots);
}

static u32 buffer_count;

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
   const u32 count = nondet_u32(), is_resolved = nondet_u32() % 2;
   u32 may_run;

   any_resolved();
   any_buffer();
   buffer_there = buffer;
   element_there.buffer = nondet_u32();
   element_there.format = nondet_u32();
   element_there.source_offset = nondet_u32();
   buffer_count = nondet_u32();
   if (!is_resolved)
      given.table_key = 0;
   may_run = dral_device_draw_may_run(given, 0, buffer_count, 0, count);
   claim(may_run == (is_resolved && (count == 0 || fits_there())));
}

void
products(void)
{
   const u32 stride = nondet_u32();
   u64 size;

   any_buffer();
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

#define claim_zeros(got, count)                                             \
   do {                                                                     \
      for (u32 w_ = 0; w_ < (count); w_++)                                  \
         claim((got)[w_] == 0);                                             \
   } while (0)

/* Every function returns zeros for a draw that is not resolved, whatever its
 * fields are. */
void
not_resolved(void)
{
   WORDS(dral_draw) draw;
   WORDS(dral_record_template) record;
   WORDS(dral_bound_buffer) bound;
   struct dral_record_template of_state;
   struct dral_device_table_record appended;

   any_buffer();
   any(draw);
   any(record);
   any(bound);
   assume(draw.it.table_key / 32 - 1 >= DRAL_VERTEX_STATE_VARIANTS);
   claim(!dral_device_draw_is_resolved(draw.it));
   appended = dral_device_attribute_append(draw.it, buffer, 7);
   claim_zeros(appended.record.first, 4);
   claim_zeros(appended.record.second, 4);
   claim(appended.next == 7);
   of_state = dral_device_vertex_state_record(draw.it, record.it, bound.it);
   claim_zeros(of_state.first, 4);
   claim_zeros(of_state.second, 4);
   claim(!dral_device_attribute_offset(draw.it, buffer, 0).valid);
   claim(!dral_device_vertex_state_offset(draw.it, record.it, 1, bound.it, 0)
             .valid);
   claim_zeros(dral_device_id_records(draw.it).words, 8);
   claim(dral_device_hardware_divisor(draw.it, buffer) == 0);
   claim(dral_device_varying_size(draw.it, 1) == 0);
   claim(dral_device_varying_buffer_size(draw.it, 1) == 0);
   claim(!dral_device_draw_may_run(draw.it, 0, 0, 0, 0));
   claim(dral_device_draw_variant(draw.it) < DRAL_VERTEX_STATE_VARIANTS);
}
