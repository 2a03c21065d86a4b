/* SPDX-License-Identifier: MIT */

#include "varying.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static uint64_t
align_to_slot(uint64_t fine)
{
   while (fine % 4 != 0)
      fine++;
   return fine;
}

static uint64_t
slots_for(uint64_t components)
{
   return align_to_slot(components) / 4;
}

/* 0 or the error of a varying. */
static int
varying_error(const struct dral_varying *varying)
{
   if (varying->base_type > DRAL_VARYING_BASE_TYPE_DOUBLE)
      return DRAL_VARYING_ERROR_UNKNOWN_BASE_TYPE;
   if (varying->rows < 1 || varying->rows > 4 ||
       varying->columns < 1 || varying->columns > 4)
      return DRAL_VARYING_ERROR_TYPE_SHAPE;
   if (varying->interpolation < DRAL_VARYING_INTERPOLATION_SMOOTH ||
       varying->interpolation > DRAL_VARYING_INTERPOLATION_NOPERSPECTIVE)
      return DRAL_VARYING_ERROR_UNKNOWN_INTERPOLATION;
   if (varying->centroid > 1 || varying->sample > 1 || varying->patch > 1)
      return DRAL_ERROR_UNKNOWN_FLAG;
   return 0;
}

static int
is_64_bit(const struct dral_varying *varying)
{
   return varying->base_type == DRAL_VARYING_BASE_TYPE_DOUBLE;
}

static uint64_t
length_of(const struct dral_varying *varying)
{
   return varying->array_length == 0 ? 1 : varying->array_length;
}

/* Components of one element, without padding. */
static uint64_t
element_components(const struct dral_varying *varying)
{
   uint64_t components = (uint64_t)varying->rows * varying->columns;

   return is_64_bit(varying) ? 2 * components : components;
}

/* The same with the padding of a 64-bit type that would cross a slot. */
static uint64_t
element_components_at(const struct dral_varying *varying, uint64_t fine)
{
   uint64_t components = element_components(varying);

   if (is_64_bit(varying) && fine % 2 == 1 && fine % 4 + components > 4)
      return components + 1;
   return components;
}

/* Stops once the sum exceeds limit, so that long arrays end early. */
static uint64_t
components_at(const struct dral_varying *varying, uint64_t fine,
              uint64_t limit)
{
   uint64_t components = 0;
   uint64_t i;

   for (i = 0; i < length_of(varying) && components <= limit; i++)
      components += element_components_at(varying, fine + components);
   return components;
}

static uint64_t
unpacked_slots(const struct dral_varying *varying)
{
   uint64_t slots = varying->columns;

   if (is_64_bit(varying) && varying->rows > 2)
      slots = 2 * slots;
   return slots * length_of(varying);
}

uint32_t
ref_varying_class(const struct dral_varying *varying)
{
   uint32_t interpolation = varying->interpolation;

   if (varying->base_type != DRAL_VARYING_BASE_TYPE_FLOAT)
      interpolation = DRAL_VARYING_INTERPOLATION_FLAT;
   return interpolation + 8 * varying->centroid + 16 * varying->sample +
          32 * varying->patch;
}

/* vec4, vec2, scalar, vec3 */
static uint32_t
order_of(const struct dral_varying *varying)
{
   switch (element_components(varying) % 4) {
   case 0:
      return 0;
   case 2:
      return 1;
   case 1:
      return 2;
   default:
      return 3;
   }
}

static int
goes_before(const struct dral_varying *a, const struct dral_varying *b)
{
   if (ref_varying_class(a) != ref_varying_class(b))
      return ref_varying_class(a) < ref_varying_class(b);
   return order_of(a) < order_of(b);
}

/* Insertion sort, which is stable. */
static void
sort(const struct dral_varying *varyings, uint32_t count, uint32_t *order)
{
   uint32_t i;
   uint32_t j;

   for (i = 1; i < count; i++) {
      uint32_t moved = order[i];

      for (j = i; j > 0; j--) {
         if (!goes_before(&varyings[moved], &varyings[order[j - 1]]))
            break;
         order[j] = order[j - 1];
      }
      order[j] = moved;
   }
}

static int
meets_reserved(uint64_t reserved_slots, uint64_t first, uint64_t last)
{
   uint64_t slot;

   for (slot = first; slot <= last; slot++) {
      if ((reserved_slots >> slot) % 2 == 1)
         return 1;
   }
   return 0;
}

int
ref_varying_pack(const struct dral_varying *varyings, uint32_t count,
                 uint32_t flags, uint64_t reserved_slots, uint32_t max_slots,
                 uint32_t *positions, uint8_t *components_used,
                 uint32_t *slots_used)
{
   uint32_t order[4 * DRAL_VARYING_MAX_SLOTS];
   uint32_t placed[4 * DRAL_VARYING_MAX_SLOTS];
   uint8_t used[DRAL_VARYING_MAX_SLOTS] = { 0 };
   const uint64_t limit = 4 * (uint64_t)max_slots;
   const int pack_none = (flags & DRAL_VARYING_PACK_FLAG_UNPACKED) != 0;
   uint64_t location = 0;
   uint32_t previous_class = 0xFFFFFFFF;
   uint32_t i;

   if (flags >= 16)
      return DRAL_VARYING_ERROR_UNKNOWN_PACK_FLAG;
   if (max_slots > DRAL_VARYING_MAX_SLOTS)
      return DRAL_VARYING_ERROR_SLOT_COUNT;
   for (i = 0; i < count; i++) {
      if (varying_error(&varyings[i]) != 0)
         return varying_error(&varyings[i]);
   }

   /* Every varying takes at least one component. */
   if (count > limit)
      return DRAL_VARYING_ERROR_SLOTS_FULL;

   for (i = 0; i < count; i++)
      order[i] = i;
   if ((flags & DRAL_VARYING_PACK_FLAG_GL_ORDER) && !pack_none)
      sort(varyings, count, order);

   for (i = 0; i < count; i++) {
      const struct dral_varying *varying = &varyings[order[i]];
      uint64_t components;
      uint64_t last;
      uint64_t slot;

      if (pack_none)
         location = align_to_slot(location);
      if ((flags & DRAL_VARYING_PACK_FLAG_CLASS_ALIGN) &&
          ref_varying_class(varying) != previous_class)
         location = align_to_slot(location);
      if ((flags & DRAL_VARYING_PACK_FLAG_POT_VEC3) && order_of(varying) == 3)
         location = align_to_slot(location);
      previous_class = ref_varying_class(varying);

      if (pack_none)
         components = 4 * unpacked_slots(varying);
      else
         components = components_at(varying, location, limit);

      last = location + components - 1;
      while (last < limit &&
             meets_reserved(reserved_slots, location / 4, last / 4)) {
         location = align_to_slot(location + 1);
         /* The padding of a 64-bit type is not recomputed. */
         last = location + components - 1;
      }
      if (last >= limit)
         return DRAL_VARYING_ERROR_SLOTS_FULL;

      placed[order[i]] = (uint32_t)location;
      for (slot = location / 4; slot < last / 4; slot++)
         used[slot] = 4;
      used[last / 4] = (uint8_t)(last % 4 + 1);
      location = last + 1;
   }

   for (i = 0; i < count; i++)
      positions[i] = placed[i];
   for (i = 0; i < max_slots; i++)
      components_used[i] = used[i];
   *slots_used = (uint32_t)slots_for(location);
   return 0;
}

static const char *const semantic_names[REF_SEMANTIC_COUNT] = {
   "POSITION", "GENERIC", "TEXCOORD", "COLOR", "BCOLOR", "FOG", "PSIZE",
   "CLIPDIST", "CLIPVERTEX", "EDGEFLAG", "LAYER", "VIEWPORT_INDEX",
   "VIEWPORT_MASK", "PRIMID", "PATCH", "TESSOUTER", "TESSINNER", "TESSCOORD",
   "PCOORD", "INSTANCEID", "VERTEXID"
};

/* 0 or the first error of a declaration with a known semantic. */
static int
declaration_error(const struct dral_varying_declaration *declaration)
{
   if (declaration->first_component > 3)
      return DRAL_VARYING_ERROR_NOT_IN_SLOT;
   if (declaration->component_count < 1 || declaration->component_count > 4)
      return DRAL_VARYING_ERROR_COMPONENT_COUNT;
   if (declaration->first > declaration->last)
      return DRAL_VARYING_ERROR_ELEMENT_ORDER;
   return 0;
}

int
ref_declaration_text(const struct dral_varying_declaration *declaration,
                     int tgsi, char *out, size_t capacity, size_t *length)
{
   const uint32_t semantic = declaration->semantic;
   const uint32_t count = declaration->component_count;
   char last[16] = "", mask[8] = "", index[16] = "", component[4] = "";
   char array[24] = "", text[DRAL_VARYING_TEXT_SIZE];
   size_t written;

   if (declaration_error(declaration) != 0)
      return declaration_error(declaration);
   if (tgsi && declaration->first_component != 0)
      return DRAL_VARYING_ERROR_NO_FIRST_COMPONENT;

   if (declaration->last != declaration->first)
      sprintf(last, "..%" PRIu32, declaration->last);
   if (count < 4)
      sprintf(mask, ".%.*s", (int)count, "xyz");
   if (semantic == DRAL_VARYING_SEMANTIC_GENERIC ||
       semantic == DRAL_VARYING_SEMANTIC_TEXCOORD ||
       declaration->semantic_index != 0)
      sprintf(index, "[%" PRIu32 "]", declaration->semantic_index);
   if (declaration->first_component != 0)
      sprintf(component, ".%c", "xyzw"[declaration->first_component]);
   if (declaration->array_id != 0)
      sprintf(array, ", ARRAY(%" PRIu32 ")", declaration->array_id);
   if (tgsi)
      sprintf(text, "DCL OUT[%" PRIu32 "%s]%s%s, %s%s", declaration->first,
              last, mask, array, semantic_names[semantic], index);
   else
      sprintf(text, "OUT[%" PRIu32 "%s]%s, %s%s%s%s", declaration->first,
              last, mask, semantic_names[semantic], index, component, array);

   written = strlen(text);
   if (capacity < written + 1)
      return DRAL_ERROR_OUTPUT_TOO_SMALL;
   memcpy(out, text, written + 1);
   *length = written;
   return 0;
}
