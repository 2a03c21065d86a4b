/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Functions with the names that Panfrost code calls, for C, C++ and OpenCL C
 * 1.2 to 3.0: replace your own with one include. Magic divisors call the
 * library on the host and dral_device.h in a kernel.
 *
 * They are defined for every input and write all outputs. Where the replaced
 * function is defined, the result is the same, except for 3,297 divisors whose
 * magic Mesa before 25.1.4 gets wrong. The instance id record of a padded
 * count of 1 is also the same, and wrong: DRAL_PANFROST_ONE_INSTANCE_DIVISOR.
 *
 * Counts are in vertices. Descriptors are arrays of words, as a packed struct
 * of genxml is. Pointers must not be NULL.
 */

#ifndef DRAL_PANFROST_H
#define DRAL_PANFROST_H

#include "dral_device.h"

#ifndef DRAL_OPENCL
#include <stdbool.h>

#include "dral.h"
#endif

#if defined(__cplusplus) && defined(__GNUC__)
/* C has only these casts. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/// Magic, R and E of the instance id record that drivers write for one
/// instance, and wrongly for several with a padded count of 1: the divisor
/// 2^31. Several instances need the divisor 1, as in dral_id_records.
///
/// Source: docs/reference/driver-defects.md.
#define DRAL_PANFROST_ONE_INSTANCE_DIVISOR {0x7FFFFFFFu, 31, 1}

/* Writes the parts of a magic divisor, or all 0 if the divisor has none. */
static inline unsigned
dral_panfrost_magic_divisor(unsigned divisor,
                            enum dral_rounding rounding,
                            unsigned *shift, unsigned *extra_flags)
{
#ifdef DRAL_OPENCL
   const struct dral_magic_divisor result =
      dral_device_magic_divisor(divisor, rounding);
#else
   struct dral_magic_divisor result;

   if (dral_magic_divisor(divisor, (uint32_t) rounding, &result) != 0) {
      result.magic = 0;
      result.shift = 0;
      result.extra_flags = 0;
   }
#endif
   *shift = result.shift;
   *extra_flags = result.extra_flags;
   return result.magic;
}

/// The padded vertex count under the driver rule, under its name in newer
/// Mesa. 0 for 0 vertices. For 0xE0000000 vertices and more it is 1, as in the
/// replaced function where shift counts are taken modulo 32.
///
/// Source: docs/reference/instancing.md, "Padded vertex count".
static inline unsigned
pan_padded_vertex_count(unsigned vertex_count)
{
   /* Faster on CPUs than dral_device_padded_vertex_count, which is without
    * branches. Up to 10 every count is padded, then every even one. */
   if (vertex_count < 10)
      return vertex_count;
   if (vertex_count < 20)
      return vertex_count + (vertex_count & 1);
   return vertex_count < 0xE0000000u ? dral_device_next_padded(vertex_count)
                                     : 1;
}

/// pan_padded_vertex_count under its name in older Mesa.
///
/// Source: docs/reference/instancing.md, "Padded vertex count".
static inline unsigned
panfrost_padded_vertex_count(unsigned vertex_count)
{
   return pan_padded_vertex_count(vertex_count);
}

/// The magic divisor under the documented rounding (Mesa before 25.1.4),
/// with bit 31 cleared. A hw_divisor of 0 gives 0 for all three.
///
/// Source: docs/reference/instancing.md, "Magic divisor".
static inline unsigned
panfrost_compute_magic_divisor(unsigned hw_divisor, unsigned *o_shift,
                               unsigned *extra_flags)
{
   return dral_panfrost_magic_divisor(
      hw_divisor, DRAL_ROUNDING_DOCUMENTED, o_shift, extra_flags);
}

/// The magic divisor under the nearest rounding (newer Mesa), with bit 31
/// cleared. A power of two gives 0x80000000, its logarithm and 0, like the
/// replaced function; a hw_divisor of 0 gives 0 for all three.
///
/// Source: docs/reference/instancing.md, "Magic divisor".
static inline unsigned
pan_compute_npot_divisor(unsigned hw_divisor, unsigned *divisor_r,
                         unsigned *divisor_e)
{
   if (!dral_device_is_power_of_two(hw_divisor))
      return dral_panfrost_magic_divisor(
         hw_divisor, DRAL_ROUNDING_NEAREST, divisor_r, divisor_e);
   *divisor_r = dral_device_trailing_zeros(hw_divisor);
   *divisor_e = 0;
   return 0x80000000u;
}

/// The vertex id record of v4 and v5. 0 gives the record of the padded count
/// 1; of an odd part above 15, P holds the low bits.
///
/// \param words 4 words, ATTRIBUTE_VERTEX_ID
/// \param instanced whether the draw has more than one instance
///
/// Source: docs/reference/instancing.md, "Vertex id and instance id".
static inline void
pan_vertex_id(unsigned padded_count, dral_device_u32 *words, bool instanced)
{
   const struct dral_padded_count padded =
      dral_device_factored(padded_count);

   words[0] = DRAL_ID_TYPE_VERTEX;
   /* With one instance 9 << 31, which is greater than every linear id. */
   words[1] = (instanced ? padded.shift : 31) << DRAL_DEVICE_RECORD_SHIFT |
              (instanced ? padded.odd : 4) << DRAL_DEVICE_RECORD_ODD;
   words[2] = 0;
   words[3] = 0;
}

/// The instance id record of v4 and v5, with a divisor under the nearest
/// rounding. A padded count of 0 or 1 gives DRAL_PANFROST_ONE_INSTANCE_DIVISOR.
///
/// \param words 4 words, ATTRIBUTE_INSTANCE_ID
/// \param instanced whether the draw has more than one instance
///
/// Source: docs/reference/instancing.md, "Vertex id and instance id".
static inline void
pan_instance_id(unsigned padded_count, dral_device_u32 *words,
                bool instanced)
{
   struct dral_magic_divisor divisor = DRAL_PANFROST_ONE_INSTANCE_DIVISOR;
   unsigned shift, extra_flags;

   if (instanced && padded_count > 1) {
      divisor.magic =
         pan_compute_npot_divisor(padded_count, &shift, &extra_flags);
      divisor.shift = shift;
      divisor.extra_flags = extra_flags;
      /* The implicit bit of the magic is a factor of 1/2. */
      if (dral_device_is_power_of_two(padded_count)) {
         divisor.magic = 0;
         divisor.shift--;
      }
   }
   words[0] = DRAL_ID_TYPE_INSTANCE;
   words[1] = divisor.shift << DRAL_DEVICE_RECORD_SHIFT |
              divisor.extra_flags << DRAL_DEVICE_RECORD_EXTRA_FLAGS;
   words[2] = divisor.magic;
   words[3] = 0;
}

/// The two invocation words (v4 to v7) for sizes and counts of work groups.
/// Vertex jobs have `(1, vertex count, instance count)` groups of the size
/// `(1, 1, 1)`. Both words are 0 where the replaced function asserts or
/// overflows: for a 0, for more than 32 bits in total or 31 bits of sizes x
/// and y, and in a compute dispatch for a group of more than 15 bits.
///
/// \param words 2 words, INVOCATION
/// \param quirk_graphics whether it is a vertex or tiler job
/// \param indirect_dispatch whether the shader that writes the counts also
/// writes the shifts of groups y and z
///
/// Source: docs/reference/instancing.md, "Invocation".
static inline void
pan_pack_work_groups_compute(dral_device_u32 *words, unsigned num_x,
                             unsigned num_y, unsigned num_z, unsigned size_x,
                             unsigned size_y, unsigned size_z,
                             bool quirk_graphics, bool indirect_dispatch)
{
   const unsigned values[6] = {size_x, size_y, size_z, num_x, num_y, num_z};
   unsigned shifts[7];
   unsigned packed = 0;
   bool fits = true;
   unsigned i;

   words[0] = 0;
   words[1] = 0;
   shifts[0] = 0;
   /* With one exit, the loop is unrolled in a kernel. Otherwise both arrays
    * would be in memory. */
   for (i = 0; i < 6; i++) {
      shifts[i + 1] = shifts[i] + dral_device_bits(values[i] - 1);
      fits = fits && values[i] != 0;
      /* If all fit, the shift is below 32 if there are bits to shift. */
      packed |= (values[i] - 1) << (shifts[i] & 31);
   }
   if (!fits || shifts[6] > 32 || shifts[2] > 31 ||
       (!quirk_graphics && shifts[3] > 15))
      return;

   if (indirect_dispatch) {
      shifts[4] = 0;
      shifts[5] = 0;
   }
   /* Drivers write this; the hardware does not read it. */
   if (quirk_graphics && num_z == 1)
      shifts[5] = 32;
   words[0] = packed;
   words[1] = shifts[1] | shifts[2] << 5 | shifts[3] << 10 |
              shifts[4] << 16 |
              shifts[5] << DRAL_DEVICE_INVOCATION_GROUPS_Z_SHIFT |
              (quirk_graphics ? DRAL_DEVICE_VERTEX_SPLIT : shifts[3])
                 << DRAL_DEVICE_INVOCATION_SPLIT;
}

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif /* DRAL_PANFROST_H */
