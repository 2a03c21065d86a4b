/* SPDX-License-Identifier: MIT */

#include "varying.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static uint64_t
max32(void)
{
   return ((uint64_t)1 << 32) - 1;
}

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

/* Writes a single result, or nothing if it does not fit. */
static int
store(uint64_t value, uint32_t *out)
{
   if (value > max32())
      return -ERANGE;
   *out = (uint32_t)value;
   return 0;
}

/* Placement. */

static int
is_valid_declaration(const struct dral_varying_declaration *declaration)
{
   return declaration->semantic < REF_SEMANTIC_COUNT &&
          declaration->first_component <= 3 &&
          declaration->component_count >= 1 &&
          declaration->component_count <= 4 &&
          declaration->first <= declaration->last;
}

static uint64_t
element_count(const struct dral_varying_declaration *declaration)
{
   return (uint64_t)declaration->last - declaration->first + 1;
}

static uint64_t
used_components(const struct dral_varying_declaration *declaration)
{
   return element_count(declaration) * declaration->component_count;
}

static uint64_t
first_fine(const struct dral_varying_declaration *declaration)
{
   return 4 * (uint64_t)declaration->semantic_index +
          declaration->first_component;
}

struct dral_varying_place
ref_place_at(uint32_t fine)
{
   struct dral_varying_place place = { 0 };

   place.position = fine;
   place.slot = fine / 4;
   place.component = fine % 4;
   return place;
}

static int
store_place(uint64_t fine, struct dral_varying_place *place)
{
   if (fine > max32())
      return -ERANGE;
   *place = ref_place_at((uint32_t)fine);
   return 0;
}

int
ref_declaration_place(const struct dral_varying_declaration *declaration,
                      uint32_t element, uint32_t component,
                      struct dral_varying_place *place)
{
   if (!is_valid_declaration(declaration) ||
       element >= element_count(declaration) ||
       component >= declaration->component_count)
      return -EINVAL;

   return store_place(first_fine(declaration) +
                      (uint64_t)element * declaration->component_count +
                      component, place);
}

int
ref_component_place(uint32_t location, uint32_t frac,
                    uint32_t component_count, uint32_t element,
                    uint32_t component, struct dral_varying_place *place)
{
   if (frac > 3 || component_count < 1 || component_count > 4 ||
       component >= component_count)
      return -EINVAL;

   return store_place(4 * (uint64_t)location + frac +
                      (uint64_t)element * component_count + component,
                      place);
}

int
ref_byte_address(uint32_t base, uint32_t fine, uint32_t *address)
{
   return store(base + 4 * (uint64_t)fine, address);
}

int
ref_declaration_span(const struct dral_varying_declaration *declaration,
                     struct dral_varying_span *span)
{
   uint64_t components;

   if (!is_valid_declaration(declaration))
      return -EINVAL;
   components = used_components(declaration);
   if (first_fine(declaration) + components - 1 > max32() ||
       components > max32())
      return -ERANGE;

   span->position = (uint32_t)first_fine(declaration);
   span->component_count = (uint32_t)components;
   span->slot_count =
      (uint32_t)slots_for(declaration->first_component + components);
   return 0;
}

int
ref_merged_declaration(const struct dral_varying_declaration *declarations,
                       uint32_t count, struct dral_varying_span *span)
{
   uint64_t total = 0;
   uint32_t i;

   for (i = 0; i < count; i++) {
      if (!is_valid_declaration(&declarations[i]))
         return -EINVAL;
   }
   for (i = 0; i < count; i++) {
      total += used_components(&declarations[i]);
      if (total > max32())
         return -ERANGE;
   }

   span->position = 0;
   span->component_count = (uint32_t)total;
   span->slot_count = (uint32_t)slots_for(total);
   return 0;
}

int
ref_declarations_overlap(const struct dral_varying_declaration *a,
                         const struct dral_varying_declaration *b,
                         uint32_t *overlap)
{
   uint64_t a_end;
   uint64_t b_end;

   if (!is_valid_declaration(a) || !is_valid_declaration(b))
      return -EINVAL;

   a_end = first_fine(a) + used_components(a);
   b_end = first_fine(b) + used_components(b);
   if (a->semantic != b->semantic)
      *overlap = 0;
   else if (a_end <= first_fine(b))
      *overlap = 0;
   else if (b_end <= first_fine(a))
      *overlap = 0;
   else
      *overlap = 1;
   return 0;
}

int
ref_scalar_place(uint32_t first, uint32_t address_register,
                 uint32_t relative, uint32_t component,
                 struct dral_varying_place *place)
{
   if (component > 3)
      return -EINVAL;
   return store_place(4 * (uint64_t)first + address_register +
                      4 * (uint64_t)relative + component, place);
}

int
ref_split(uint32_t fine, uint32_t count, struct dral_varying_piece pieces[2])
{
   struct dral_varying_piece *piece = &pieces[0];
   uint32_t component = fine % 4;
   uint32_t slot = fine / 4;
   uint32_t i;

   if (count > 4)
      return -EINVAL;

   memset(pieces, 0, 2 * sizeof(pieces[0]));
   for (i = 0; i < count; i++) {
      if (component == 4) {
         piece = &pieces[1];
         component = 0;
         slot++;
      }
      if (piece->count == 0) {
         piece->slot = slot;
         piece->source = i;
      }
      piece->write_mask |= 1u << component;
      piece->count++;
      component++;
   }
   return 0;
}

int
ref_clip_cull(uint32_t clip, uint32_t cull,
              struct dral_varying_clip_cull *both)
{
   uint64_t distances = (uint64_t)clip + cull;

   if (distances > 8)
      return -ERANGE;

   both->cull_slot = clip / 4;
   both->cull_component = clip % 4;
   both->slot_count = (uint32_t)slots_for(distances);
   return 0;
}

/* The packer. */

static int
is_valid_varying(const struct dral_varying *varying)
{
   return varying->base_type <= DRAL_VARYING_BASE_TYPE_DOUBLE &&
          varying->rows >= 1 && varying->rows <= 4 &&
          varying->columns >= 1 && varying->columns <= 4 &&
          varying->interpolation >= DRAL_VARYING_INTERPOLATION_SMOOTH &&
          varying->interpolation <=
             DRAL_VARYING_INTERPOLATION_NOPERSPECTIVE &&
          varying->centroid <= 1 &&
          varying->sample <= 1 &&
          varying->patch <= 1;
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

/* Component slots of one element, wherever it is. */
static uint64_t
element_components(const struct dral_varying *varying)
{
   uint64_t components = (uint64_t)varying->rows * varying->columns;

   return is_64_bit(varying) ? 2 * components : components;
}

/* The same with the padding of a 64-bit type that would straddle. */
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

static uint32_t
class_of(const struct dral_varying *varying)
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

int
ref_varying_components(const struct dral_varying *varying, uint32_t fine,
                       uint32_t *components)
{
   if (!is_valid_varying(varying))
      return -EINVAL;
   return store(components_at(varying, fine, max32()), components);
}

int
ref_varying_class(const struct dral_varying *varying, uint32_t *varying_class)
{
   if (!is_valid_varying(varying))
      return -EINVAL;
   *varying_class = class_of(varying);
   return 0;
}

static int
goes_before(const struct dral_varying *a, const struct dral_varying *b)
{
   if (class_of(a) != class_of(b))
      return class_of(a) < class_of(b);
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
ref_pack(const struct dral_varying *varyings, uint32_t count, uint32_t flags,
         uint64_t reserved_slots, uint32_t max_slots, uint32_t *fine,
         uint8_t *components_used, uint32_t *slots_used)
{
   uint32_t order[REF_MAX_PACKED_VARYINGS];
   uint32_t positions[REF_MAX_PACKED_VARYINGS];
   uint8_t used[REF_MAX_SLOTS] = { 0 };
   const uint64_t limit = 4 * (uint64_t)max_slots;
   const int pack_none = (flags & DRAL_VARYING_PACK_FLAG_UNPACKED) != 0;
   uint64_t location = 0;
   uint32_t previous_class = 0xFFFFFFFF;
   uint32_t i;

   if (flags >= 16)
      return -EINVAL;
   if (max_slots > REF_MAX_SLOTS)
      return -EINVAL;
   for (i = 0; i < count; i++) {
      if (!is_valid_varying(&varyings[i]))
         return -EINVAL;
   }

   /* Each takes at least one component. */
   if (count > limit)
      return -ERANGE;

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
          class_of(varying) != previous_class)
         location = align_to_slot(location);
      if ((flags & DRAL_VARYING_PACK_FLAG_POT_VEC3) && order_of(varying) == 3)
         location = align_to_slot(location);
      previous_class = class_of(varying);

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
         return -ERANGE;

      positions[order[i]] = (uint32_t)location;
      for (slot = location / 4; slot < last / 4; slot++)
         used[slot] = 4;
      used[last / 4] = (uint8_t)(last % 4 + 1);
      location = last + 1;
   }

   for (i = 0; i < count; i++)
      fine[i] = positions[i];
   for (i = 0; i < max_slots; i++)
      components_used[i] = used[i];
   *slots_used = (uint32_t)slots_for(location);
   return 0;
}

/* Hardware presets. */

/* What is there count times, with so many bytes from one to the next. */
static int
in_array(uint64_t first, uint64_t bytes, uint32_t count, uint32_t index,
         uint32_t *address)
{
   return index < count ? store(first + bytes * index, address) : -ERANGE;
}

static int
once(uint64_t place, uint32_t index, uint32_t *address)
{
   return in_array(place, 0, 1, index, address);
}

int
ref_nvc0_address(uint32_t semantic, uint32_t index, uint32_t output,
                 uint32_t *address)
{
   const uint32_t any = 0xFFFFFFFF;

   switch (semantic) {
   case DRAL_VARYING_SEMANTIC_TESSOUTER:
      return in_array(0x000, 4, any, index, address);
   case DRAL_VARYING_SEMANTIC_TESSINNER:
      return in_array(0x010, 4, any, index, address);
   case DRAL_VARYING_SEMANTIC_PATCH:
      return in_array(0x020, 16, any, index, address);
   case DRAL_VARYING_SEMANTIC_PRIMID:
      return once(0x060, index, address);
   case DRAL_VARYING_SEMANTIC_LAYER:
      return once(0x064, index, address);
   case DRAL_VARYING_SEMANTIC_VIEWPORT_INDEX:
      return once(0x068, index, address);
   case DRAL_VARYING_SEMANTIC_PSIZE:
      return once(0x06C, index, address);
   case DRAL_VARYING_SEMANTIC_POSITION:
      return once(0x070, index, address);
   case DRAL_VARYING_SEMANTIC_GENERIC:
      return in_array(0x080, 16, 32, index, address);
   case DRAL_VARYING_SEMANTIC_CLIPVERTEX:
      return once(0x270, index, address);
   case DRAL_VARYING_SEMANTIC_COLOR:
      return in_array(0x280, 16, any, index, address);
   case DRAL_VARYING_SEMANTIC_BCOLOR:
      return in_array(0x2A0, 16, any, index, address);
   case DRAL_VARYING_SEMANTIC_CLIPDIST:
      return in_array(0x2C0, 16, 2, index, address);
   case DRAL_VARYING_SEMANTIC_FOG:
      return once(0x2E8, index, address);
   case DRAL_VARYING_SEMANTIC_TEXCOORD:
      return in_array(0x300, 16, any, index, address);
   case DRAL_VARYING_SEMANTIC_PCOORD:
      return output ? -ENOTSUP : once(0x2E0, index, address);
   case DRAL_VARYING_SEMANTIC_TESSCOORD:
      return output ? -ENOTSUP : once(0x2F0, index, address);
   case DRAL_VARYING_SEMANTIC_INSTANCEID:
      return output ? -ENOTSUP : once(0x2F8, index, address);
   case DRAL_VARYING_SEMANTIC_VERTEXID:
      return output ? -ENOTSUP : once(0x2FC, index, address);
   case DRAL_VARYING_SEMANTIC_VIEWPORT_MASK:
      return output ? once(0x3A0, index, address) : -ENOTSUP;
   default:
      /* Also the edge flag, which is there but has no address. */
      return -ENOTSUP;
   }
}

/* Text forms. */

static const char *const semantic_names[REF_SEMANTIC_COUNT] = {
   "POSITION", "GENERIC", "TEXCOORD", "COLOR", "BCOLOR", "FOG", "PSIZE",
   "CLIPDIST", "CLIPVERTEX", "EDGEFLAG", "LAYER", "VIEWPORT_INDEX",
   "VIEWPORT_MASK", "PRIMID", "PATCH", "TESSOUTER", "TESSINNER", "TESSCOORD",
   "PCOORD", "INSTANCEID", "VERTEXID"
};

/* Text to append to; the largest declaration fits. */
struct text {
   char characters[REF_DECLARATION_TEXT_SIZE];
   size_t length;
};

static void
append(struct text *text, const char *format, ...)
{
   va_list arguments;

   va_start(arguments, format);
   text->length += (size_t)vsnprintf(
      text->characters + text->length,
      sizeof text->characters - text->length, format, arguments);
   va_end(arguments);
}

static void
append_registers(struct text *text,
                 const struct dral_varying_declaration *declaration)
{
   append(text, "OUT[%" PRIu32, declaration->first);
   if (declaration->last != declaration->first)
      append(text, "..%" PRIu32, declaration->last);
   append(text, "]");
   if (declaration->component_count < 4)
      append(text, ".%.*s", (int)declaration->component_count, "xyz");
}

static void
append_semantic(struct text *text,
                const struct dral_varying_declaration *declaration)
{
   append(text, ", %s", semantic_names[declaration->semantic]);
   if (declaration->semantic == DRAL_VARYING_SEMANTIC_GENERIC ||
       declaration->semantic == DRAL_VARYING_SEMANTIC_TEXCOORD ||
       declaration->semantic_index != 0)
      append(text, "[%" PRIu32 "]", declaration->semantic_index);
}

static void
append_array(struct text *text,
             const struct dral_varying_declaration *declaration)
{
   if (declaration->array_id != 0)
      append(text, ", ARRAY(%" PRIu32 ")", declaration->array_id);
}

static int
hand_over(const struct text *text, char *out, size_t capacity,
          size_t *length)
{
   if (capacity < text->length + 1)
      return -ENOSPC;
   memcpy(out, text->characters, text->length + 1);
   *length = text->length;
   return 0;
}

int
ref_proposed_text(const struct dral_varying_declaration *declaration,
                  char *text, size_t capacity, size_t *length)
{
   struct text written = { { 0 }, 0 };

   if (!is_valid_declaration(declaration))
      return -EINVAL;

   append_registers(&written, declaration);
   append_semantic(&written, declaration);
   if (declaration->first_component != 0)
      append(&written, ".%c", "xyzw"[declaration->first_component]);
   append_array(&written, declaration);
   return hand_over(&written, text, capacity, length);
}

int
ref_tgsi_text(const struct dral_varying_declaration *declaration, char *text,
              size_t capacity, size_t *length)
{
   struct text written = { { 0 }, 0 };

   if (!is_valid_declaration(declaration))
      return -EINVAL;
   if (declaration->first_component != 0)
      return -ENOTSUP;

   append(&written, "DCL ");
   append_registers(&written, declaration);
   append_array(&written, declaration);
   append_semantic(&written, declaration);
   return hand_over(&written, text, capacity, length);
}
