/* SPDX-License-Identifier: MIT */

/* What both programs share: drawing is theirs, all else is here. */

#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include "defects.h"

/* The target: integers, four per point, cleared to TARGET_CLEAR. */
#define TARGET_COLUMNS 256
#define TARGET_CLEAR UINT32_MAX
/* Written to the last row by clears between draws. */
#define TARGET_CLEARED_ROW 0x5EA5u
/* The resources of this set are zeros. */
#define EMPTY_RESOURCE_SET SCENE_RESOURCE_SETS

/* What each point writes: its command + 1, both ids and a hash of all that it
 * read; or one attribute; or one resource. */
enum point_output {
   OUTPUT_ALL = 0,
   OUTPUT_ATTRIBUTE = 1,
   OUTPUT_RESOURCE = OUTPUT_ATTRIBUTE + SCENE_LOCATIONS,
   OUTPUT_COUNT = OUTPUT_RESOURCE + SCENE_RESOURCES,
};

/* The shader's uniform numbers, all 32 bits. */
struct point_uniforms {
   uint32_t slot;
   uint32_t width;
   uint32_t first_vertex;
   uint32_t first_instance;
   uint32_t add_vertex; /* to both ids, before anything else */
   uint32_t add_instance;
   uint32_t output;
   uint32_t tag;
   uint32_t columns;
   uint32_t rows;
};

struct drawing {
   const struct scene *scene;
   enum point_output output;
   const struct defect *plant; /* or NULL */
};

struct device {
   struct scene_limits limits;
   char name[512];
   char error[512]; /* a sentence, after a failure */
   /* Leave the size of points undefined. The judge wants it: PanVK shades
    * vertices by index then. */
   bool no_point_size;
   void *data;
};

/* Writes the error; false. */
bool fail(struct device *device, const char *format, ...);

struct api {
   const char *name;
   const char *driver; /* what --driver takes, or NULL */
   /* Each fails with device->error. */
   bool (*open)(struct device *device, const char *driver);
   bool (*draw)(struct device *device, const struct drawing *drawing,
                uint32_t *pixels);
};

/* Rows of the target, a power of two, so that positions are exact. */
uint32_t target_rows(const struct scene *scene);
/* Numbers per output: 4 per point, for each view. */
size_t target_numbers(const struct scene *scene);

struct point_uniforms point_uniforms(const struct drawing *drawing,
                                     uint32_t command);

/* ---- Planted defects (plant.c): one draw per run of vertices, without
 * instancing, from arrays of what the defect reads. ------------------------
 */

struct planted_draw {
   struct point_uniforms uniforms;
   uint32_t command; /* index */
   uint32_t count;   /* vertices, from 0 on */
   bool empty_resources;
   /* In planted->words, 4 per attribute of each vertex. */
   size_t first_word;
};

struct planted {
   struct planted_draw *draws;
   size_t draw_count;
   uint32_t *words;
   size_t word_count;
};

/* False if out of memory. */
bool plant_make(struct planted *planted, const struct drawing *drawing);
void plant_free(struct planted *planted);

/* ---- Comparison (compare.c) -------------------------------------------- */

/* Calls for every point that must be drawn, with its number in the target.
 * False if out of memory. */
bool each_point(const struct scene *scene,
                void (*call)(const struct defect_point *point, size_t number,
                             void *data),
                void *data);

struct difference {
   uint64_t points; /* that had to be drawn */
   uint64_t wrong;  /* pixels */
};

/* False: device->error. */
bool compare_scene(const struct api *api, struct device *device,
                   const struct scene *scene, const struct defect *plant,
                   struct difference *difference);

/* What one point read, of the first wrong ones. */
struct wrong_point {
   uint32_t command;
   uint32_t draw;
   uint32_t vertex;
   uint32_t instance;
   uint32_t view;
   enum point_output output; /* OUTPUT_ALL: the point itself */
   uint32_t read[4];
   uint32_t expected[4];
};

#define WRONG_POINTS 6

struct diagnosis {
   struct scene scene; /* reduced */
   struct difference difference;
   uint32_t point_count;
   struct wrong_point points[WRONG_POINTS];
   /* Bits of defects[] that predict every value. */
   uint32_t names;
};

/* Reduces the scene as long as it fails, and explains what is left. */
bool diagnose(const struct api *api, struct device *device,
              const struct scene *scene, const struct defect *plant,
              struct diagnosis *diagnosis);
/* Makes the scene smaller as long as it fails. */
void reduce_scene(struct scene *scene, const struct scene_limits *limits,
                  bool (*fails)(const struct scene *scene, void *data),
                  void *data);

int conformance_main(const struct api *api, int argc, char **argv);

#endif
