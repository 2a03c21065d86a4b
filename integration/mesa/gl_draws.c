/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The draws of draws.h in OpenGL ES, version 3 if available and otherwise 2,
 * on the first device that EGL finds, into a texture that is not used.
 *
 * gl_draws --defects draws the defects that docs/driver-defects.md lists for
 * Gallium, as far as Mesa 25.0 can be made to write them, with the same base
 * instance for all draws. gl_draws --extras draws with a texel buffer, if the
 * driver has them, and ids. gl_draws --cost draws for callgrind.
 */

#define EGL_EGLEXT_PROTOTYPES
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draws.h"

/* All attributes, because the ids of v4 and v5 come after them, and Gallium
 * does not write the slots between. Only the third is per instance: its
 * record may take two slots, beginning at an even slot. So Gallium's tables
 * have no hole that the decoder would read as a record. */
#define ATTRIBUTES 16
#define PER_INSTANCE 2

/* More than any draw reads. */
#define BUFFER_SIZE (1 << 19)

#define BASE_INSTANCE 400

#define TEXELS 256

/* A batch's jobs are numbered with 16 bits. */
#define DRAWS_PER_FLUSH 512

static void
check(int good, const char *what)
{
   if (!good) {
      fprintf(stderr, "gl_draws: %s, EGL %#x\n", what, eglGetError());
      exit(1);
   }
}

static GLuint
compile(GLenum type, const char *source)
{
   GLuint shader = glCreateShader(type);
   GLint good;

   glShaderSource(shader, 1, &source, NULL);
   glCompileShader(shader);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
   check(good, "shader");
   return shader;
}

/** A program that reads some attributes, and a texel buffer if it should. */
static GLuint
make_program(unsigned es_version, unsigned attributes, bool texels)
{
   /* The ids have their own records on v4 and v5. */
   static const char *const vertex_shaders[] = {
      "attribute vec4 %s; varying vec4 v;\n"
      "void main() { gl_Position = %s; v = gl_Position; }\n",
      "#version 300 es\n"
      "in vec4 %s; out vec4 v;\n"
      "void main() {\n"
      "   gl_Position = (%s) * vec4(gl_InstanceID + gl_VertexID);\n"
      "   v = gl_Position;\n"
      "}\n",
      "#version 310 es\n"
      "#extension GL_EXT_texture_buffer : require\n"
      "uniform highp samplerBuffer texels;\n"
      "in vec4 %s; out vec4 v;\n"
      "void main() {\n"
      "   gl_Position = (%s) * texelFetch(texels, gl_VertexID);\n"
      "   v = gl_Position;\n"
      "}\n",
   };
   static const char *const fragment_shaders[] = {
      "precision mediump float; varying vec4 v;\n"
      "void main() { gl_FragColor = v; }\n",
      "#version 300 es\n"
      "precision mediump float; in vec4 v; out vec4 color;\n"
      "void main() { color = v; }\n",
      "#version 310 es\n"
      "precision mediump float; in vec4 v; out vec4 color;\n"
      "void main() { color = v; }\n",
   };
   const unsigned newer = texels ? 2 : es_version >= 3;
   GLuint program = glCreateProgram();
   char list[128] = "", sum[128] = "", source[512];
   GLint good;

   for (unsigned i = 0; i < attributes; i++) {
      const char name[] = {"abcdefghijklmnop"[i], 0};

      glBindAttribLocation(program, i, name);
      strcat(strcat(list, i ? ", " : ""), name);
      strcat(strcat(sum, i ? " + " : ""), name);
   }
   snprintf(source, sizeof source, vertex_shaders[newer], list, sum);
   glAttachShader(program, compile(GL_VERTEX_SHADER, source));
   glAttachShader(program, compile(GL_FRAGMENT_SHADER,
                                   fragment_shaders[newer]));
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &good);
   check(good, "program");
   return program;
}

static PFNGLVERTEXATTRIBDIVISOREXTPROC attrib_divisor;
static PFNGLDRAWARRAYSINSTANCEDEXTPROC draw_arrays;
static PFNGLDRAWELEMENTSINSTANCEDEXTPROC draw_elements;

static void
set_divisor(uint32_t divisor)
{
   attrib_divisor(PER_INSTANCE, divisor);
   for (unsigned i = 0; i < ATTRIBUTES; i++) {
      const struct attribute attribute = {
         .per_instance = i == PER_INSTANCE && divisor != 0,
         .divisor = i == PER_INSTANCE ? divisor : 0,
         .stride = 16 + 16 * i,
         .source_offset = 4 * i,
         .size = BUFFER_SIZE,
      };

      draws_print_attribute(&attribute, i == 0);
   }
}

static unsigned version;
static GLuint buffers[ATTRIBUTES];

/** Sets an attribute of a buffer. */
static void
set_attribute(GLuint i, GLuint buffer, GLuint offset)
{
   glBindBuffer(GL_ARRAY_BUFFER, buffer);
   glVertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, (GLsizei) (16 + 16 * i),
                         (const void *) (uintptr_t) (4 * i + offset));
   glEnableVertexAttribArray(i);
}

static void
set_cost(unsigned attributes)
{
   glFinish();
   glUseProgram(make_program(version, attributes, false));
   for (GLuint i = 0; i < attributes; i++) {
      set_attribute(i, buffers[i], 0);
      attrib_divisor(i, i % 2 ? 1 + i / 2 : 0);
   }
}

static void
draw_cost(enum change change, struct draw draw, unsigned number)
{
   if (change == CHANGE_BUFFERS)
      set_attribute(0, buffers[number % 2 ? 0 : 1], 0);
   if (change == CHANGE_OFFSETS)
      set_attribute(0, buffers[0], number % 2 ? 0 : 32);
   if (change == CHANGE_ELEMENTS)
      attrib_divisor(0, number % 2);
   draw_arrays(GL_POINTS, (GLint) draw.first, (GLsizei) draw.vertices,
               (GLsizei) draw.instances);
}

static unsigned
draw_all(void)
{
   uint32_t divisors[DIVISORS];
   unsigned drawn = 0;

   draws_divisors(divisors);
   for (unsigned i = 0; i < DIVISORS; i++) {
      set_divisor(divisors[i]);
      for (unsigned j = 0; j < DRAWS_PER_DIVISOR; j++) {
         struct draw draw = draws_next(j);

         draws_print(&draw, 0);
         if (draw.indexed)
            draw_elements(GL_POINTS, (GLsizei) draw.vertices,
                          GL_UNSIGNED_SHORT,
                          (const void *) (uintptr_t) (2 * draw.first),
                          (GLsizei) draw.instances);
         else
            draw_arrays(j % 2 ? GL_TRIANGLES : GL_POINTS, (GLint) draw.first,
                        (GLsizei) draw.vertices, (GLsizei) draw.instances);
         if (++drawn % DRAWS_PER_FLUSH == 0)
            glFinish();
      }
   }
   return drawn;
}

static unsigned
draw_defects(void)
{
   static const struct {
      GLuint divisor;
      GLsizei vertices, instances;
   } draws[] = {
      /* A correct draw. */
      {1, 70, 3},
      /* The base instance is divided by the divisor. */
      {2, 70, 3},
      /* The product wraps to 5 or, with IDVS, to 12. */
      {1431655767, 3, 2},
      /* It wraps to 0, which is not a power of two. */
      {1 << 30, 4, 2},
      /* Floating point is wrong from thread 3638791764 on, and varyings take
       * 2^36 bytes. */
      {4971027, 4, 1 << 30},
      /* Only per vertex: the table of the first draw is kept. */
      {0, 3, 1},
      {0, 3, 2},
   };
   const unsigned count = sizeof draws / sizeof draws[0];
   /* Supported from v6 to v7. */
   PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEEXTPROC draw_base =
      (PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEEXTPROC)
         eglGetProcAddress("glDrawArraysInstancedBaseInstanceEXT");
   const char *extensions = (const char *) glGetString(GL_EXTENSIONS);
   const bool has_base = strstr(extensions, "GL_EXT_base_instance") != NULL;

   for (unsigned i = 0; i < count; i++) {
      /* Setting a divisor rebuilds the table. */
      if (i == 0 || draws[i].divisor != draws[i - 1].divisor)
         set_divisor(draws[i].divisor);
      draws_print(&(struct draw){(uint32_t) draws[i].vertices,
                                 (uint32_t) draws[i].instances, 0, false},
                  has_base ? BASE_INSTANCE : 0);
      if (has_base)
         draw_base(GL_POINTS, 0, draws[i].vertices, draws[i].instances,
                   BASE_INSTANCE);
      else
         draw_arrays(GL_POINTS, 0, draws[i].vertices, draws[i].instances);
   }
   printf("\nbase instance %d\n", has_base ? BASE_INSTANCE : 0);
   return count;
}

/** Two buffers of texels, both bound. Returns whether the driver has any. */
static bool
make_texels(GLuint textures[2])
{
   const char *extensions = (const char *) glGetString(GL_EXTENSIONS);
   PFNGLTEXBUFFEREXTPROC tex_buffer =
      (PFNGLTEXBUFFEREXTPROC) eglGetProcAddress("glTexBufferEXT");
   GLuint texels[2];

   if (strstr(extensions, "GL_EXT_texture_buffer") == NULL)
      return false;
   glGenTextures(2, textures);
   glGenBuffers(2, texels);
   for (unsigned i = 0; i < 2; i++) {
      glBindBuffer(GL_TEXTURE_BUFFER_EXT, texels[i]);
      glBufferData(GL_TEXTURE_BUFFER_EXT, TEXELS * 16, NULL, GL_STATIC_DRAW);
      glBindTexture(GL_TEXTURE_BUFFER_EXT, textures[i]);
      tex_buffer(GL_TEXTURE_BUFFER_EXT, GL_RGBA32F_EXT, texels[i]);
   }
   return true;
}

static unsigned
draw_extras(void)
{
   GLuint textures[2], programs[2];
   const bool texels = make_texels(textures);
   /* The last one that was bound. */
   unsigned texture = 1;
   GLuint moved = 0;

   /* The last record has one or two slots, the first of which is even in both
    * cases: only what follows moves. */
   const GLuint count = PER_INSTANCE + 1;

   programs[0] = make_program(version, count, false);
   programs[1] = texels ? make_program(version, count, true) : programs[0];
   for (GLuint i = count; i < ATTRIBUTES; i++)
      glDisableVertexAttribArray(i);
   attrib_divisor(PER_INSTANCE, 1);
   for (unsigned i = 0; i < EXTRA_DRAWS; i++) {
      const enum extra change = draws_extra[i].change;
      const bool plain =
         !texels || change == EXTRA_PLAIN || change == EXTRA_MOVED;
      const GLsizei vertices = (GLsizei) draws_extra[i].vertices;
      const GLsizei instances = (GLsizei) draws_extra[i].instances;
      const GLuint first = draws_extra[i].first;

      if (change == EXTRA_OTHER && texels)
         glBindTexture(GL_TEXTURE_BUFFER_EXT, textures[texture ^= 1]);
      glUseProgram(programs[!plain]);
      if (change == EXTRA_BUFFERS || change == EXTRA_MOVED)
         moved = change == EXTRA_MOVED ? 32 : 0;
      for (GLuint j = 0; j < count; j++) {
         const GLuint offset = j == 0 ? moved : 0;
         const struct attribute attribute = {
            .per_instance = j == PER_INSTANCE, .divisor = j == PER_INSTANCE,
            .stride = 16 + 16 * j,
            .source_offset = 4 * j, .address = offset,
            .size = BUFFER_SIZE - offset,
         };

         if (change == EXTRA_BUFFERS || change == EXTRA_MOVED)
            set_attribute(j, buffers[j], offset);
         draws_print_attribute(&attribute, j == 0);
      }
      draws_print_extra(i, plain ? "nothing" : "texels", texture, 16,
                        TEXELS * 16);
      if (change == EXTRA_INDEXED)
         draw_elements(GL_POINTS, vertices, GL_UNSIGNED_SHORT,
                       (const void *) (uintptr_t) (2 * first), instances);
      else
         draw_arrays(GL_POINTS, (GLint) first, vertices, instances);
   }
   return EXTRA_DRAWS;
}

int
main(int argc, char **argv)
{
   const bool defects = argc == 2 && strcmp(argv[1], "--defects") == 0;
   const bool extras = argc == 2 && strcmp(argv[1], "--extras") == 0;

   EGLDisplay display =
      eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
   EGLContext context = EGL_NO_CONTEXT;
   GLuint texture, framebuffer, index_buffer;
   GLushort indices[INDICES];
   unsigned i;

   check(eglInitialize(display, NULL, NULL), "eglInitialize");
   eglBindAPI(EGL_OPENGL_ES_API);
   for (version = 3; version >= 2 && context == EGL_NO_CONTEXT; version--) {
      EGLint attributes[] = {EGL_CONTEXT_CLIENT_VERSION, (EGLint) version,
                             EGL_NONE};

      context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT,
                                 attributes);
   }
   version++;
   check(context != EGL_NO_CONTEXT, "eglCreateContext");
   check(eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context),
         "eglMakeCurrent");
   printf("%s, %s\n", glGetString(GL_RENDERER), glGetString(GL_VERSION));

   /* Mesa has the functions under these names in every version of ES. */
   attrib_divisor = (PFNGLVERTEXATTRIBDIVISOREXTPROC)
      eglGetProcAddress("glVertexAttribDivisorEXT");
   draw_arrays = (PFNGLDRAWARRAYSINSTANCEDEXTPROC)
      eglGetProcAddress("glDrawArraysInstancedEXT");
   draw_elements = (PFNGLDRAWELEMENTSINSTANCEDEXTPROC)
      eglGetProcAddress("glDrawElementsInstancedEXT");

   glGenTextures(1, &texture);
   glBindTexture(GL_TEXTURE_2D, texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA,
                GL_UNSIGNED_BYTE, NULL);
   glGenFramebuffers(1, &framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                          GL_TEXTURE_2D, texture, 0);
   check(glCheckFramebufferStatus(GL_FRAMEBUFFER) ==
            GL_FRAMEBUFFER_COMPLETE, "framebuffer");
   glViewport(0, 0, 16, 16);

   glUseProgram(make_program(version, ATTRIBUTES, false));

   glGenBuffers(ATTRIBUTES, buffers);
   for (i = 0; i < ATTRIBUTES; i++) {
      glBindBuffer(GL_ARRAY_BUFFER, buffers[i]);
      glBufferData(GL_ARRAY_BUFFER, BUFFER_SIZE, NULL, GL_STATIC_DRAW);
      set_attribute(i, buffers[i], 0);
   }
   for (i = 0; i < INDICES; i++)
      indices[i] = (GLushort) i;
   glGenBuffers(1, &index_buffer);
   glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, index_buffer);
   glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices,
                GL_STATIC_DRAW);
   if (argc == 2 && strcmp(argv[1], "--cost") == 0) {
      draws_count_costs(CHANGE_DESCRIPTORS, set_cost, draw_cost);
      return 0;
   }

   const unsigned drawn = defects  ? draw_defects()
                          : extras ? draw_extras()
                                   : draw_all();

   glFinish();
   check(glGetError() == GL_NO_ERROR, "draws");
   printf("\n%u draws\n", drawn);
   return 0;
}
