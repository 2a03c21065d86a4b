/* SPDX-License-Identifier: MIT */

/* What a driver computes when set layouts and shaders are created. */

#ifndef LAYOUT_H
#define LAYOUT_H

#include <dral_descriptor_layout.h>
#include <dral_varying.h>

#include <stdbool.h>

#define MAX_BINDINGS 32
#define MAX_VARYINGS 32
#define MAX_SLOTS 32

struct set_layout {
   struct dral_descriptor_set_layout totals;
   /* By binding number. */
   struct dral_descriptor_binding_layout bindings[MAX_BINDINGS];
   /* Bytes to allocate for a set. */
   uint32_t size;
};

struct shader_varyings {
   /* Where each varying begins, as 4 x slot + component. */
   uint32_t positions[MAX_VARYINGS];
   uint32_t slot_count;
};

/* Lays out a set for ANV on hardware 12.0.  On failure reason says why. */
bool
create_set_layout(const struct dral_descriptor_binding *bindings, size_t count,
                  struct set_layout *set, const char **reason);

/* The byte offset of a descriptor in the memory of its set. */
bool
find_descriptor(const struct set_layout *set, uint32_t binding,
                uint32_t element, uint32_t *offset);

/* Packs varyings so that every component can be used. */
bool
place_varyings(const struct dral_varying *varyings, size_t count,
               struct shader_varyings *places);

#endif
