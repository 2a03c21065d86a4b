/* SPDX-License-Identifier: MIT */

#include "explain.h"

#include <string.h>

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

/* How many bytes each of these defects adds to where a thread reads, if the
 * record has this stride. */
#define ADDING 5
static const enum check_defect adding[ADDING] = {
   DEFECT_PRODUCT, DEFECT_PRODUCT_ZERO, DEFECT_START, DEFECT_STRIDE,
   DEFECT_DIVIDED_BASE,
};

static void
find_added(const struct explain_asked *asked, const struct work_draw *draw,
           int64_t record_stride, uint32_t linear_id, int64_t added[ADDING])
{
   const int64_t stride = asked->stride, base = asked->base_instance;
   const uint64_t product =
      (uint64_t)draw->vertex.instance_size * asked->divisor;
   const uint32_t wrapped = (uint32_t)product;
   const bool divided = asked->per_instance && asked->divisor;

   memset(added, 0, ADDING * sizeof(added[0]));
   if (divided && draw->instances > 1) {
      if (product > UINT32_MAX)
         added[wrapped ? 0 : 1] =
            stride * (wrapped ? linear_id / wrapped : linear_id);
      added[2] = record_stride * draw->vertex.offset_start;
   }
   if (asked->per_instance)
      added[3] = base * ((int64_t)asked->pipeline_stride - stride);
   if (divided)
      added[4] = base * stride / asked->divisor - base * stride;
}

enum check_defect
explain_bytes(const struct explain_asked *asked, const struct work_draw *draw,
              int64_t record_stride, uint32_t linear_id, int64_t more)
{
   int64_t added[ADDING];

   find_added(asked, draw, record_stride, linear_id, added);
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

void
explain_plant(const struct explain_asked *asked, const struct work_draw *draw,
              uint32_t linear_id, struct read_descriptor *descriptor)
{
   int64_t added[ADDING];

   if (draw->has_idvs) {
      if (check_plant == DEFECT_BASE_TWICE && asked->per_instance)
         descriptor->planted = (int64_t)asked->base_instance * asked->stride;
      if (check_plant == DEFECT_OTHER_STRIDE)
         descriptor->valhall.stride = asked->last_stride;
      return;
   }
   find_added(asked, draw, read_stride(draw, descriptor), linear_id, added);
   for (uint32_t i = 0; i < ADDING; i++) {
      if (check_plant == adding[i])
         descriptor->planted += added[i];
   }
}
