/* SPDX-License-Identifier: MIT */

/* Known defects of drivers, each as the bytes that its draws read. They give
 * a difference its name, and plant it. Nothing here uses the library.
 */

#ifndef DEFECTS_H
#define DEFECTS_H

#include "scenes.h"

struct defect_point {
   const struct scene *scene;
   uint32_t command; /* index */
   const struct scene_draw *draw;
   uint32_t vertex;
   uint32_t instance;
   uint32_t submission; /* from 0 on */
};

struct defect {
   const char *option; /* of --plant */
   const char *title;  /* the section in docs/reference/driver-defects.md */
   /* Each may be NULL. Changes where the attribute is read from where it
    * should be, and says whether all images read as zeros. */
   void (*read)(const struct defect_point *point,
                const struct scene_attribute *attribute,
                struct scene_read *read);
   bool (*empty_resources)(const struct defect_point *point);
   /* The instance id that the shader gets. */
   uint32_t (*instance_id)(const struct defect_point *point);
};

/* The title of a section that no picture of this program can show, and why.
 */
struct defect_left_out {
   const char *title;
   const char *reason;
};

extern const struct defect defects[];
extern const uint32_t defect_count;
extern const struct defect_left_out defects_left_out[];
extern const uint32_t defect_left_out_count;

/* NULL if there is none. */
const struct defect *defect_find(const char *option);

/* As scene_read(), with the defect or, if it is NULL, without. */
struct scene_read defect_read(const struct defect *defect,
                              const struct defect_point *point,
                              const struct scene_attribute *attribute);
bool defect_empty_resources(const struct defect *defect,
                            const struct defect_point *point);

uint32_t defect_instance_id(const struct defect *defect,
                            const struct defect_point *point);

#endif
