/* SPDX-License-Identifier: MIT */

/*
 * The functions of dral.h, as rustc compiles them for WebAssembly, return
 * what c_tests/reference/ returns: for all arguments, with every error, and
 * without touching other memory.  list.csv lists each with its options.
 */

#define PLAIN_PRODUCTS
#include "core.h"

#include "claims.h"

#include "core_functions.h"

void
padded_vertex_count(void)
{
   const u32 vertices = nondet_u32();

   claim(wasm_dral_padded_vertex_count(vertices) ==
         written_padded_vertex_count(vertices));
}

void
magic_divisor(void)
{
   const u32 divisor = nondet_u32(), rounding = nondet_u32();
   WORDS(dral_magic_divisor) want = { { 0, 0, 0 } };
   const u64 errors = ref_magic_divisor(divisor, rounding, &want.it);
   s32 status;

   may_write(2, sizeof want);
   status = (s32)wasm_dral_magic_divisor(divisor, rounding, ARGUMENT(2));
   claim_status(status, errors);
   claim(errors || same(output.words, want));
}

void
index_range_resolve(void)
{
   WORDS(dral_index_range) range;
   WORDS(dral_vertex_range) want;
   u64 errors;
   s32 status;

   any(range);
   pass(argument(2), range);
   may_read(2, sizeof range);
   may_write(3, sizeof want);
   errors = ref_index_range(&range.it, &want.it);
   status = (s32)wasm_dral_index_range_resolve(ARGUMENT(2), ARGUMENT(3));
   claim_status(status, errors);
   claim(errors || same(output.words, want));
}

void
bound_buffer_init(void)
{
   const u64 address = nondet_u64(), size = nondet_u64();
   WORDS(dral_bound_buffer) want;
   const u64 errors = ref_bound_buffer(address, size, want.words);
   s32 status;

   may_write(2, sizeof want);
   status = (s32)wasm_dral_bound_buffer_init(ARGUMENT(2), address, size);
   claim_status(status, errors);
   claim(same(output.words, want));
}

void
draw_resolve(void)
{
   WORDS(dral_draw) before, want;
   WORDS(dral_draw_info) info;
   u64 errors;
   s32 status;
   u32 i;

   any(before);
   any(info);
   want = before;
   errors = ref_draw_resolve(&info.it, &want.it);
   if (nondet_u32()) {
      /* Resolved before: what the reference computes. */
      const struct dral_draw_info info_before = before.it.info;
      const u64 refused = ref_draw_resolve(&info_before, &before.it);

      before.it.offset_key = offset_key(&before.it.info);
      claim(left_by_resolve(&before.it, refused));
   } else {
      /* Zeros, or refused. */
      before.it.table_key = 0;
   }
   pass(output.words, before);
   pass(argument(3), info);
   may_write(2, sizeof before);
   may_read(3, sizeof info);
   status = (s32)wasm_dral_draw_resolve(ARGUMENT(2), ARGUMENT(3));
   claim_status(status, errors);
   want.it.offset_key = offset_key(&info.it);
   for (i = 0; i < sizeof before / 4; i++)
      before.words[i] = output.words[i];
   claim(before.it.threads == want.it.threads);
   claim(before.it.table_key == want.it.table_key);
   if (errors == 0 && info.it.vertex_count != 0 &&
       info.it.instance_count != 0) {
      claim(same(output.words, want));
      /* What Coq takes as a resolved draw. */
      claim(want.it.padded_count >= info.it.vertex_count);
      claim(want.it.threads ==
            product(want.it.padded_count, info.it.instance_count));
   }
}

/* Passes this draw, or one that is not resolved. */
static u64
pass_draw(u32 *array)
{
   WORDS(dral_draw) draw;
   u64 errors = 0;

   draw.it = given;
   if (nondet_u32()) {
      draw.it.table_key = 0;
      errors = ERROR_SET(DRAL_ERROR_NOT_RESOLVED);
   }
   pass(array, draw);
   return errors;
}

void
id_records(void)
{
   u32 want[8], i;
   u64 errors;
   s32 status;

   any_resolved();
   errors = ref_id_records(&given.info, want);
   may_read(2, sizeof given);
   may_write(3, sizeof want);
   errors |= pass_draw(argument(2));
   status = (s32)wasm_dral_id_records(ARGUMENT(2), ARGUMENT(3));
   claim_status(status, errors);
   for (i = 0; i < 8; i++)
      claim(errors || output.words[i] == want[i]);
}

void
valhall_attribute(void)
{
   WORDS(dral_valhall_source) source;
   u32 want[8], i;
   u64 errors;
   s32 status;

   any(source);
   pass(argument(2), source);
   may_read(2, sizeof source);
   may_write(3, sizeof want);
   errors = ref_valhall(&source.it, want);
   status = (s32)wasm_dral_valhall_attribute(ARGUMENT(2), ARGUMENT(3));
   claim_status(status, errors);
   for (i = 0; i < 8; i++)
      claim(errors || output.words[i] == want[i]);
}
