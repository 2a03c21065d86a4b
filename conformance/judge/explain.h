/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The defects that have a name: which of them explains a wrong read, and what
 * a driver with one of them writes (--plant).
 */

#ifndef EXPLAIN_H
#define EXPLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "read.h"
#include "work.h"

/** Sections of docs/reference/driver-defects.md. */
enum check_defect {
   DEFECT_NONE,
   DEFECT_PRODUCT,
   DEFECT_PRODUCT_ZERO,
   DEFECT_INVOCATION,
   DEFECT_EMPTY,
   DEFECT_OFFSET,
   DEFECT_START,
   DEFECT_DIVIDED_BASE,
   DEFECT_STALE,
   DEFECT_STRIDE,
   DEFECT_VARYING_SIZE,
   DEFECT_VARYING_BUFFER,
   DEFECT_VARYING_RESET,
   DEFECT_IMAGES,
   DEFECT_NO_TABLES,
   DEFECT_SHARED,
   DEFECT_WAIT,
   DEFECT_ACCUMULATED,
   DEFECT_ODD_STRIDE,
   DEFECT_STRIDES,
   DEFECT_AFTER_INDIRECT,
   DEFECT_UNIFORMS,
   DEFECT_REGISTERS,
   DEFECT_UNIFORMS_REUSED,
   DEFECT_BASE_TWICE,
   DEFECT_BASE_LOST,
   DEFECT_OTHER_STRIDE,
   DEFECT_OVERWRITTEN,
   DEFECT_COUNTS,
   DEFECT_VERTEX_OFFSET,
   DEFECT_INSTANCE_OFFSET,
   DEFECT_OTHER_TABLES,
   DEFECT_INDICES,
   DEFECT_IDS,
   DEFECT_TABLES,
   DEFECT_MISSING,
   DEFECT_ENDLESS,
   DEFECT_NOT_LOADED,
   CHECK_DEFECTS,
};

struct check_defect_text {
   const char *title;
   /** The drivers that must show it, if they are not modified: vulkan
    * (PanVK), gles (Gallium) */
   const char *driver;
   /** On these architectures */
   uint32_t first, last;
   /** The option of --plant, or NULL */
   const char *plant;
};

/** Whether unmodified drivers must show it on this architecture. */
bool check_is_expected(enum check_defect defect, uint32_t architecture);

extern const struct check_defect_text check_defects[CHECK_DEFECTS];

/** Draws are changed as a driver with this defect would have written them. */
extern enum check_defect check_plant;

struct expect;
struct expect_attribute;
struct expect_draw;
struct expect_misread;

/** What only happens in another order than the submitted one is its fault. */
enum check_defect explain_order(enum work_order order,
                                enum check_defect defect);

/** v9 and later: whether this direct draw starts with addresses of tables or
 * uniforms that an indirect draw advanced. Later draws keep the addresses. */
bool explain_after_indirect(const struct expect *expect,
                            const struct expect_draw *draw);

/** v9 and later: the defect, or that a register has the previous draw's
 * value. */
enum check_defect explain_register(const struct expect *expect,
                                   uint64_t value, uint64_t last_value,
                                   enum check_defect defect);

/** Ids begin elsewhere. */
enum check_defect explain_uniforms(const struct expect *expect,
                                   const struct expect_draw *draw,
                                   const struct work_draw *work);

/** A descriptor is not in the tables. */
enum check_defect explain_no_tables(const struct expect *expect,
                                    const struct expect_draw *draw,
                                    const struct work_draw *work);

/** A thread reads elsewhere. */
enum check_defect explain_read(const struct expect *expect,
                               const struct expect_draw *draw,
                               const struct expect_misread *misread);

/** Changes descriptors as the planted defect would. */
void explain_plant(const struct expect_draw *draw,
                   const struct expect_attribute *attribute,
                   const struct work_draw *work, uint32_t linear_id,
                   struct read_descriptor *descriptor);

#endif
