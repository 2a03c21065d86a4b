/* SPDX-License-Identifier: MIT */

#include "explain.h"

#include <string.h>

#include "expect.h"
#include "stream.h"

const struct check_defect_text check_defects[CHECK_DEFECTS] = {
   {"no known defect", "", 0, 0, NULL},
   [DEFECT_PRODUCT] = {"The product of padded count and divisor wraps",
      "vulkan, gles", 6, 7, "product-wraps"},
   [DEFECT_PRODUCT_ZERO] = {
      "A product that wraps to 0 is treated as a power of two",
      "gles", 6, 7, "product-zero"},
   [DEFECT_INVOCATION] = {"The invocation needs more than 32 bits",
      "vulkan, gles", 6, 7, NULL},
   [DEFECT_EMPTY] = {"A draw without an index is not skipped",
      "vulkan, gles", 6, 7, "empty-drawn"},
   [DEFECT_OFFSET] = {"The offset of an attribute wraps",
      "vulkan, gles", 6, 14, NULL},
   [DEFECT_START] = {"The start is not subtracted from per-instance offsets",
      "vulkan", 6, 7, "start-added"},
   [DEFECT_DIVIDED_BASE] = {"The base instance is divided by the divisor",
      "gles", 6, 7, "base-divided"},
   [DEFECT_STALE] = {"Tables of the previous draw are reused",
      "vulkan, gles", 6, 7, "tables-reused"},
   [DEFECT_STRIDE] = {"The offset uses the pipeline's stride",
      "vulkan", 6, 7, "pipeline-stride"},
   [DEFECT_VARYING_SIZE] = {"The size of a varying buffer wraps",
      "vulkan, gles", 6, 7, NULL},
   [DEFECT_VARYING_BUFFER] = {
      "The varying buffer of indirect draws overflows",
      "vulkan", 6, 7, "varyings-overflow"},
   [DEFECT_VARYING_RESET] = {"A clear resets the varyings of indirect draws",
      "vulkan", 6, 7, "varyings-reset"},
   [DEFECT_IMAGES] = {"Images are not copied into a new table",
      "vulkan", 6, 7, "images-lost"},
   [DEFECT_NO_TABLES] = {
      "Indexed draws without vertex buffers have no tables",
      "vulkan", 6, 7, "no-tables"},
   [DEFECT_SHARED] = {"Indirect draws share one attribute table",
      "vulkan", 6, 7, "tables-shared"},
   [DEFECT_WAIT] = {"A job does not wait for what it reads",
      "vulkan", 6, 7, "waits-missing"},
   [DEFECT_ACCUMULATED] = {"Each submission adds the base instance again",
      "vulkan", 10, 14, NULL},
   [DEFECT_ODD_STRIDE] = {"An odd stride adds 2^31 to the offset",
      "vulkan", 10, 14, NULL},
   [DEFECT_STRIDES] = {"Changed strides do not patch the base instance",
      "vulkan", 10, 14, NULL},
   [DEFECT_AFTER_INDIRECT] = {
      "A draw after an indirect one reads past its tables",
      "vulkan", 10, 14, NULL},
   [DEFECT_UNIFORMS] = {
      "Uniforms of indirect draws are not waited for",
      "vulkan", 10, 14, NULL},
   [DEFECT_REGISTERS] = {"Registers of the previous draw are reused",
      "", 0, 0, NULL},
   [DEFECT_UNIFORMS_REUSED] = {"Uniforms of the previous draw are reused",
      "", 0, 0, NULL},
   [DEFECT_BASE_TWICE] = {"The base instance is added twice",
      "", 0, 0, "base-twice"},
   [DEFECT_BASE_LOST] = {"The base instance is not added", "", 0, 0, NULL},
   [DEFECT_OTHER_STRIDE] = {"The stride of another binding is used",
      "", 0, 0, "other-stride"},
   [DEFECT_OVERWRITTEN] = {"A draw's data is overwritten before it runs",
      "", 0, 0, NULL},
   [DEFECT_COUNTS] = {"A draw has wrong counts", "", 0, 0, NULL},
   [DEFECT_VERTEX_OFFSET] = {"A draw has a wrong vertex offset",
      "", 0, 0, NULL},
   [DEFECT_INSTANCE_OFFSET] = {"A draw has an instance offset",
      "", 0, 0, NULL},
   [DEFECT_OTHER_TABLES] = {"A draw reads the tables of another",
      "", 0, 0, NULL},
   [DEFECT_INDICES] = {"A draw reads wrong indices", "", 0, 0, NULL},
   [DEFECT_IDS] = {"Vertex or instance ids begin elsewhere",
      "", 0, 0, NULL},
   [DEFECT_TABLES] = {"A draw has no tables", "", 0, 0, NULL},
   [DEFECT_MISSING] = {"A draw is missing", "", 0, 0, NULL},
   [DEFECT_ENDLESS] = {"A stream does not end", "", 0, 0, NULL},
   [DEFECT_NOT_LOADED] = {"Nothing waits for a load", "", 0, 0, NULL},
};

bool
check_is_expected(enum check_defect defect, uint32_t architecture)
{
   return check_defects[defect].first <= architecture &&
          architecture <= check_defects[defect].last;
}

enum check_defect check_plant;

/* ---- Orders, and the draw before --------------------------------------- */

enum check_defect
explain_order(enum work_order order, enum check_defect defect)
{
   if (order == WORK_DRAWS_LATE && defect != DEFECT_VARYING_BUFFER)
      return stream_architecture < 10 ? DEFECT_SHARED : DEFECT_OVERWRITTEN;
   if (order == WORK_DRAWS_EARLY && defect != DEFECT_UNIFORMS)
      return DEFECT_WAIT;
   return defect;
}

bool
explain_after_indirect(const struct expect *expect,
                       const struct expect_draw *draw)
{
   const struct mali_idvs *this = &expect->this_idvs;
   const struct mali_idvs *last = &expect->last_idvs;
   const bool moves = expect->last_draw && !expect->after_indirect;
   const uint64_t size = moves ? 16 * (last->resources & 63) : 0;
   const uint64_t uniforms = moves ? 8 * last->uniform_count : 0;

   return !draw->indirect && expect->last_draw &&
          (expect->last_draw->indirect || expect->after_indirect) &&
          (this->resources == last->resources + size ||
           this->uniforms == last->uniforms + uniforms);
}

enum check_defect
explain_register(const struct expect *expect, uint64_t value,
                 uint64_t last_value, enum check_defect defect)
{
   return expect->last_draw && value == last_value ? DEFECT_REGISTERS
                                                   : defect;
}

enum check_defect
explain_uniforms(const struct expect *expect, const struct expect_draw *draw,
                 const struct work_draw *work)
{
   if (!work->has_idvs)
      return DEFECT_IDS;
   if (draw->indirect && expect->order == WORK_DRAWS_EARLY)
      return DEFECT_UNIFORMS;
   if (expect->after_indirect)
      return DEFECT_AFTER_INDIRECT;
   return expect->last_draw && work->uniforms == expect->last_idvs.uniforms
             ? DEFECT_UNIFORMS_REUSED : DEFECT_IDS;
}

/* ---- v9 and later ------------------------------------------------------ */

/* Whether a draw of an indirect call has tables, but not those after the
 * tables of the draw before. */
static bool
is_of_other(const struct expect *expect, const struct expect_draw *draw,
            const struct work_draw *work)
{
   const uint64_t size = (expect->last_idvs.resources & 63) * 16;

   return expect->last_draw && draw->indirect &&
          draw->indirect == expect->last_draw->indirect &&
          work->idvs.resources != expect->last_idvs.resources + size;
}

enum check_defect
explain_no_tables(const struct expect *expect, const struct expect_draw *draw,
                  const struct work_draw *work)
{
   if (!work->has_idvs)
      return DEFECT_NONE;
   if (expect->after_indirect)
      return DEFECT_AFTER_INDIRECT;
   if (expect->last_draw &&
       work->idvs.resources == expect->last_idvs.resources)
      return DEFECT_STALE;
   return is_of_other(expect, draw, work) ? DEFECT_OTHER_TABLES
                                          : DEFECT_TABLES;
}

/* `more` bytes are added to where a thread reads. */
static enum check_defect
explain_idvs(const struct expect *expect, const struct expect_draw *draw,
             const struct expect_misread *misread, int64_t more)
{
   const struct expect_attribute *attribute = misread->attribute;
   const uint32_t stride =
      read_stride(misread->work, &misread->descriptor);
   const int64_t base = (int64_t)draw->base_instance * attribute->stride;
   const bool per_instance = attribute->per_instance;

   if (expect->after_indirect)
      return DEFECT_AFTER_INDIRECT;
   if (per_instance && base > INT32_MAX)
      return DEFECT_OFFSET;
   if (expect->last_draw &&
       misread->work->idvs.resources == expect->last_idvs.resources)
      return draw->dynamic_stride && per_instance &&
                   expect->last_draw->base_instance != draw->base_instance
                ? DEFECT_STRIDES
                : DEFECT_STALE;
   if (is_of_other(expect, draw, misread->work))
      return DEFECT_OTHER_TABLES;
   if (per_instance && base) {
      if (more == -base)
         return draw->indirect && draw->dynamic_stride ? DEFECT_STRIDES
                                                          : DEFECT_BASE_LOST;
      if (draw->indirect && draw->is_repeated && more > 0 &&
          more % base == 0)
         return DEFECT_ACCUMULATED;
      if (more == base)
         return DEFECT_BASE_TWICE;
   }
   if (draw->indirect && per_instance &&
       (more == INT32_MIN || (base && (more - INT32_MIN) % base == 0)))
      return DEFECT_ODD_STRIDE;
   if (stride != attribute->stride && (attribute->divisor || !per_instance))
      return DEFECT_OTHER_STRIDE;
   return DEFECT_NONE;
}

/* ---- v4 to v7 ---------------------------------------------------------- */

/* How many bytes each of these defects adds to where a thread reads, if the
 * record has this stride. */
#define ADDING 5
static const enum check_defect adding[ADDING] = {
   DEFECT_PRODUCT, DEFECT_PRODUCT_ZERO, DEFECT_START, DEFECT_STRIDE,
   DEFECT_DIVIDED_BASE,
};

static void
find_added(const struct expect_draw *draw,
           const struct expect_attribute *attribute,
           const struct work_draw *work, int64_t record_stride,
           uint32_t linear_id, int64_t added[ADDING])
{
   const int64_t stride = attribute->stride, base = draw->base_instance;
   const uint64_t product =
      (uint64_t)work->vertex.instance_size * attribute->divisor;
   const uint32_t wrapped = (uint32_t)product;
   const bool divided = attribute->per_instance && attribute->divisor;

   memset(added, 0, ADDING * sizeof(added[0]));
   if (divided && work->instances > 1) {
      if (product > UINT32_MAX)
         added[wrapped ? 0 : 1] =
            stride * (wrapped ? linear_id / wrapped : linear_id);
      added[2] = record_stride * work->vertex.offset_start;
   }
   if (attribute->per_instance)
      added[3] = base * ((int64_t)attribute->pipeline_stride - stride);
   if (divided)
      added[4] = base * stride / attribute->divisor - base * stride;
}

static enum check_defect
explain_job(const struct expect *expect, const struct expect_draw *draw,
            const struct expect_misread *misread, int64_t more)
{
   const struct expect_attribute *attribute = misread->attribute;
   const struct work_draw *work = misread->work;
   const struct expect_draw *first = expect->table_draw;
   int64_t added[ADDING];

   if (!work->by_kernel &&
       (first->instances != draw->instances || first->range != draw->range ||
        first->smallest != draw->smallest ||
        expect_first(first) != expect_first(draw) ||
        first->base_instance != draw->base_instance))
      return DEFECT_STALE;
   if ((int64_t)draw->base_instance * attribute->stride > INT32_MAX)
      return DEFECT_OFFSET;
   find_added(draw, attribute, work,
              read_stride(work, &misread->descriptor), misread->linear_id,
              added);
   /* One defect, or else two at once. */
   for (uint32_t i = 0; i < ADDING; i++) {
      if (added[i] && added[i] == more)
         return adding[i];
   }
   for (uint32_t i = 0; i < ADDING; i++) {
      for (uint32_t j = 0; j < i; j++) {
         if (added[i] && added[j] && added[i] + added[j] == more)
            return adding[j];
      }
   }
   return DEFECT_NONE;
}

/* ------------------------------------------------------------------------ */

enum check_defect
explain_read(const struct expect *expect, const struct expect_draw *draw,
             const struct expect_misread *misread)
{
   const int64_t more = misread->read - misread->right;

   return misread->work->has_idvs
             ? explain_idvs(expect, draw, misread, more)
             : explain_job(expect, draw, misread, more);
}

void
explain_plant(const struct expect_draw *draw,
              const struct expect_attribute *attribute,
              const struct work_draw *work, uint32_t linear_id,
              struct read_descriptor *descriptor)
{
   int64_t added[ADDING];

   if (work->has_idvs) {
      if (check_plant == DEFECT_BASE_TWICE && attribute->per_instance)
         descriptor->planted =
            (int64_t)draw->base_instance * attribute->stride;
      if (check_plant == DEFECT_OTHER_STRIDE)
         descriptor->valhall.stride =
            draw->attributes[draw->attribute_count - 1].stride;
      return;
   }
   find_added(draw, attribute, work, read_stride(work, descriptor), linear_id,
              added);
   for (uint32_t i = 0; i < ADDING; i++) {
      if (check_plant == adding[i])
         descriptor->planted += added[i];
   }
}
