/* SPDX-License-Identifier: MIT */

/*
 * Draws and what belongs to them.  The random ones are made up of numbers at
 * which the rules change; most are valid, and each way to be refused occurs
 * now and then.
 */

#ifndef SAMPLE_DRAWS_H
#define SAMPLE_DRAWS_H

#include "dral.h"
#include "harness/generator.h"

/* A draw of triangles with no options. */
struct dral_draw
plain_draw(uint32_t architecture, uint32_t vertex_count,
           uint32_t instance_count);

struct dral_draw
random_draw(struct generator *generator, uint32_t architecture);

/* A draw that the library resolves, and not to nothing. */
struct dral_draw
random_valid_draw(struct generator *generator, uint32_t architecture);

struct dral_vertex_buffer
random_buffer(struct generator *generator, const struct dral_draw *draw);

/* A buffer that has a record in every valid draw. */
struct dral_vertex_buffer
random_valid_buffer(struct generator *generator,
                    const struct dral_draw *draw);

struct dral_valhall_source
random_valhall(struct generator *generator, uint32_t architecture);

/* Write numbers into the fields that the struct's type does not use. */
void
fill_unused_of_record(struct generator *generator,
                      struct dral_attribute_record *record);

void
fill_unused_of_valhall(struct generator *generator,
                       struct dral_valhall_attribute *attribute);

#endif
