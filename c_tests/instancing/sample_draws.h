/* SPDX-License-Identifier: MIT */

/*
 * Draws and their buffers and attributes.  Random ones consist of numbers at
 * which the rules change.  Most are valid, but each error also occurs.
 */

#ifndef SAMPLE_DRAWS_H
#define SAMPLE_DRAWS_H

#include "dral.h"
#include "harness/generator.h"

/* A draw of triangles without options. */
struct dral_draw_info
plain_draw(uint32_t architecture, uint32_t vertex_count,
           uint32_t instance_count);

struct dral_draw_info
random_draw(struct generator *generator, uint32_t architecture);

/* A draw that resolves and has threads. */
struct dral_draw_info
random_valid_draw(struct generator *generator, uint32_t architecture);

/* Resolves a valid draw. */
struct dral_draw
resolved_draw(struct context *context, const struct dral_draw_info *info);

struct dral_vertex_buffer
random_buffer(struct generator *generator, const struct dral_draw_info *draw);

/* A buffer with a record in every valid draw. */
struct dral_vertex_buffer
random_valid_buffer(struct generator *generator,
                    const struct dral_draw_info *draw);

struct dral_valhall_source
random_valhall(struct generator *generator, uint32_t architecture);

/* Fill the fields that the struct's type does not use with numbers. */
void
fill_unused_of_record(struct generator *generator,
                      struct dral_attribute_record *record);

void
fill_unused_of_valhall(struct generator *generator,
                       struct dral_valhall_attribute *attribute);

#endif
