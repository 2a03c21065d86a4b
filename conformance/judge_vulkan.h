/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Draws scenes with PanVK on Mesa's drm-shim. An error ends the program.
 */

#ifndef JUDGE_VULKAN_H
#define JUDGE_VULKAN_H

#include "check.h"
#include "scenes.h"

extern struct scene_limits vulkan_limits;

/** Loads a driver, which is a shared library, and makes a device. */
void vulkan_open(const char *driver);

/** Makes the pipelines of a scene; with \p points, vertex shaders write the
 * size of points, so that PanVK does not shade vertices by index. */
void vulkan_begin(const struct scene *scene, bool points);

/** Submits a draw of one vertex. */
void vulkan_draw_once(const struct scene *scene, uint32_t pipeline,
                      uint32_t first_vertex, uint32_t base_instance);

/** Records a scene, and submits it as often as it says. */
void vulkan_draw(const struct scene *scene, void (*before_submit)(void *data),
                 void *data);

void vulkan_end(const struct scene *scene);

/** What each draw of a scene must read, and how many draws there are. */
uint32_t vulkan_expect(const struct scene *scene,
                       struct check_draw draws[SCENE_COMMANDS * SCENE_DRAWS]);

#endif
