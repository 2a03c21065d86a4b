/* SPDX-License-Identifier: MIT */

/* What both programs share: drawing is theirs, all else is here. */

#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include "defects.h"

#include <stdio.h>

/* The target: integers, four per point, cleared to TARGET_CLEAR. */
#define TARGET_COLUMNS SCENE_ROW
#define TARGET_CLEAR UINT32_MAX
/* Written to the last row by clears between draws. */
#define TARGET_CLEARED_ROW 0x5EA5u

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
   uint32_t shown;  /* instances from the first one; others are outside */
   uint32_t zigzag; /* vertices are above and below their rows in turn */
};

struct drawing {
   const struct scene *scene;
   enum point_output output;
};

struct device {
   struct scene_limits limits;
   /* What the driver says about itself; set by open(). */
   char name[256];
   char driver[256];
   char version[128]; /* of the driver, and of the API */
   char type[32];     /* "integrated GPU", "CPU" */
   bool cpu;          /* renders without a GPU */
   bool mali;
   uint32_t draws;  /* how many pictures were begun, as a sign of life */
   char error[512]; /* a sentence, after a failure */
   bool lost;       /* the failure is the device's, and a result */
   /* Its number in what list() shows, 1 or more; 0: any GPU. */
   uint32_t choice;
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
   /* Prints a line for each device. */
   bool (*list)(struct device *device, const char *driver);
   /* Draws scene_numbers() numbers: a target for each submission. */
   bool (*draw)(struct device *device, const struct drawing *drawing,
                uint32_t *pixels);
};

/* Rows of the target, a power of two, so that positions are exact. */
uint32_t target_rows(const struct scene *scene);
/* Numbers per output: 4 per point, for each view. */
size_t target_numbers(const struct scene *scene);
/* The same, of all submissions. */
size_t scene_numbers(const struct scene *scene);

struct point_uniforms point_uniforms(const struct drawing *drawing,
                                     uint32_t command);

/* ---- Comparison (compare.c) -------------------------------------------- */

/* Calls for every point that must be drawn, with its number in the target.
 * False if out of memory. */
bool each_point(const struct scene *scene, uint32_t submission,
                void (*call)(const struct defect_point *point, size_t number,
                             void *data),
                void *data);

/* The picture with the defect or, if it is NULL, without. Bytes that the
 * scene does not define are taken from `read`, or NULL. Counts the points of
 * a submission. NULL if out of memory. */
uint32_t *make_picture(const struct scene *scene, enum point_output output,
                       const struct defect *defect, const uint32_t *read,
                       uint64_t *points);

struct difference {
   uint64_t points;       /* that had to be drawn */
   uint64_t wrong;        /* pixels */
   uint64_t wrong_values; /* of them, those that something was drawn to */
};

/* False: device->error. */
bool compare_scene(const struct api *api, struct device *device,
                   const struct scene *scene, struct difference *difference);

/* What one point read, of the first wrong ones. */
struct wrong_point {
   uint32_t command;
   uint32_t draw;
   uint32_t vertex;
   uint32_t instance;
   uint32_t view;
   uint32_t submission;
   enum point_output output; /* OUTPUT_ALL: the point itself */
   uint32_t read[4];
   uint32_t expected[4];
};

#define WRONG_POINTS 6
#define DRAWN_AGAIN 4

struct diagnosis {
   /* Before and after diagnose(). While it runs, the smallest one so far. */
   struct scene scene;
   struct difference difference;
   uint32_t wrong_again; /* of DRAWN_AGAIN times */
   bool reduced;
   uint32_t point_count;
   struct wrong_point points[WRONG_POINTS];
   /* Bits of defects[] that predict every value. */
   uint32_t names;
};

/* Reduces the scene as long as it fails, and explains what is left. */
bool diagnose(const struct api *api, struct device *device,
              struct diagnosis *diagnosis);
/* Makes the scene smaller as long as it fails. */
void reduce_scene(struct scene *scene, const struct scene_limits *limits,
                  bool (*fails)(const struct scene *scene, void *data),
                  void *data);

/* ---- Scenes as text (text.c) ------------------------------------------- */

/* Each statement after `before`, and all but the last followed by `after`. */
void text_print(FILE *stream, const struct scene *scene, const char *before,
                const char *after);
/* Statements end with semicolons or lines. False: a sentence in error. */
bool text_parse(struct scene *scene, const char *text, char error[256]);
/* Calls for each number and flag that a scene's text can have, with what it
 * is if the text leaves it out. */
struct text_number {
   size_t offset; /* in struct scene, of a uint32_t, int32_t or bool */
   bool flag;
   uint32_t least;
};
void text_each_number(const struct scene *scene,
                      void (*call)(const struct text_number *number,
                                   void *data),
                      void *data);

int conformance_main(const struct api *api, int argc, char **argv);

#endif
