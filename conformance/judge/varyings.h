/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Where the vertex shaders of v4 to v7 write: the threads of a draw must stay
 * within its buffers, and not write over varyings of another draw.
 */

#ifndef VARYINGS_H
#define VARYINGS_H

#include "explain.h"
#include "work.h"

#define VARYINGS_MOST 12288

/** What the draws of a work write, in one order; begins as zeros. */
struct varyings {
   struct {
      uint64_t begin, end;
   } regions[VARYINGS_MOST];
   uint32_t count;
};

/** Calls \p wrong for what is wrong with a draw that runs after those
 * before. */
void varyings_check(struct varyings *varyings, const struct work_draw *draw,
                    void (*wrong)(void *data, enum check_defect defect,
                                  const char *text),
                    void *data);

#endif
