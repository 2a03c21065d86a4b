/* SPDX-License-Identifier: MIT */

/* The reference, draws that are resolved, and claims about results. */

#pragma once

#include "dral.h"
#include "reference.h"

#include "written.c"

/* A draw that is given, as `draw_resolve` proves that it is resolved. */
static struct dral_draw given;

static uint64_t
given_resolve(struct dral_draw *draw)
{
   *draw = given;
   return 0;
}
#define ref_draw_resolve(info, draw) given_resolve(draw)
#include "attribute.c"
#undef ref_draw_resolve

/* What a function returned, against the set of errors of the reference. */
#define claim_status(status, errors)                                        \
   do {                                                                     \
      claim(((status) == 0) == ((errors) == 0));                            \
      claim((errors) == 0 ||                                                \
            ((errors) >> ERROR_POSITION(status) & 1) == 1);                 \
      if (errors)                                                           \
         reach("an error");                                                 \
      else                                                                  \
         reach("no error");                                                 \
   } while (0)

/* An argument: a struct and its words. */
#define WORDS(type)                                                         \
   union {                                                                  \
      struct type it;                                                       \
      uint32_t words[sizeof(struct type) / 4];                              \
   }

#define any(object)                                                         \
   do {                                                                     \
      for (uint32_t i_ = 0; i_ < sizeof(object) / 4; i_++)                  \
         (object).words[i_] = nondet_u32();                                 \
   } while (0)

#define same(array, object)                                                 \
   ({                                                                       \
      int same_ = 1;                                                        \
      for (uint32_t i_ = 0; i_ < sizeof(object) / 4; i_++)                  \
         same_ &= (array)[i_] == (object).words[i_];                        \
      same_;                                                                \
   })

/* A draw that is resolved, or was refused or had nothing to draw. */
static int
left_by_resolve(const struct dral_draw *draw, uint64_t errors)
{
   const int nothing = errors || draw->info.vertex_count == 0 ||
                       draw->info.instance_count == 0;
   const uint32_t shift = draw->table_key % 32, odd = draw->table_key / 32 - 2;

   if (nothing)
      return draw->threads == 0 && draw->table_key == 0;
   if (draw->info.architecture < 4 || draw->info.architecture > 7 ||
       draw->info.rounding > 1 || draw->threads == 0)
      return 0;
   if (draw->info.instance_count == 1)
      return draw->table_key == 32 && draw->instance_size == 1 &&
             draw->padded_count == draw->info.vertex_count &&
             draw->threads == draw->info.vertex_count;
   return odd <= 4 && draw->instance_size == draw->padded_count &&
          (uint64_t)draw->padded_count == (uint64_t)(2 * odd + 1) << shift &&
          draw->threads <= (uint64_t)1 << 32;
}

static uint64_t
offset_key(const struct dral_draw_info *info)
{
   return (uint64_t)info->base_instance << 32 |
          (info->instance_count == 1 ? 0 : (uint32_t)info->offset_start);
}

/* A draw that is resolved, as left_by_resolve says. */
static void
any_resolved(void)
{
   WORDS(dral_draw) draw;
   const uint32_t odd = nondet_u32() % 5, shift = nondet_u32() % 32;
   const uint32_t count = (2 * odd + 1) << shift;

   any(draw);
   assume(count >> shift == 2 * odd + 1);
   given = draw.it;
   if (given.info.instance_count == 1) {
      given.padded_count = given.info.vertex_count;
      given.instance_size = 1;
      given.table_key = 32;
      given.threads = given.info.vertex_count;
   } else {
      given.padded_count = given.instance_size = count;
      given.table_key = 64 + 32 * odd + shift;
   }
   given.offset_key = offset_key(&given.info);
   assume(given.info.vertex_count != 0 && given.info.instance_count != 0);
   assume(left_by_resolve(&given, 0));
}

/*
 * Whether a record of a prepared state is one that dral_vertex_state_prepare
 * leaves.
 */
static int
is_prepared(uint32_t variant, struct dral_record_template record,
            uint32_t shared_from, uint32_t instance_stride)
{
   const int has_second =
      record.second[0] | record.second[1] | record.second[2] |
      record.second[3];

   switch (record.first[0]) {
   case 0:
      return shared_from == 0 && instance_stride == 0 && !has_second &&
             (record.first[1] | record.first[2] | record.first[3]) == 0;
   case DRAL_RECORD_TYPE_ONE_DIMENSIONAL:
      return !has_second && record.first[1] == 0 && record.first[3] == 0 &&
             (shared_from == 0 ? record.first[2] == 0
                               : shared_from == 32 && variant == 0 &&
                                    instance_stride == 0);
   default:
      return variant != 0 &&
             shared_from == dral_device_template_shared_from(record);
   }
}

/*
 * Below which shift of a draw the record of a prepared buffer is its template
 * plus the shift.
 */
static inline uint32_t
most_plain(struct dral_record_template record, uint32_t shared_from)
{
   return record.first[0] == 0 ? 0 : shared_from == 0 ? 1 : shared_from;
}

/* Two masks of a prepared state: of a bound buffer, and of the shift. */
static inline uint32_t
mask(uint32_t number, uint32_t word)
{
   return number == 0 ? (word == 0 ? ~63u : ~0u) : word == 1 ? ~0u : 0;
}

/* An attribute of a prepared state. */
static inline int
is_element(uint32_t word, uint32_t buffer, uint32_t source_offset)
{
   return (buffer == DRAL_NO_BUFFER || word % 1024 == 512) &&
          source_offset <= 0x7FFFFFFF - 63;
}
