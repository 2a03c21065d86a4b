/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The draws of draws.h in OpenGL ES, version 3 if available and otherwise 2,
 * on the first device that EGL finds, into a texture that is not used.
 *
 * gl_draws --defects draws the defects that docs/driver-defects.md lists for
 * Gallium, as far as Mesa 25.0 can be made to write them, with the same base
 * instance for all draws.
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

static PFNGLVERTEXATTRIBDIVISOREXTPROC attrib_divisor;
static PFNGLDRAWARRAYSINSTANCEDEXTPROC draw_arrays;

static unsigned
draw_all(void)
{
   uint32_t divisors[DIVISORS];
   unsigned drawn = 0;

   draws_divisors(divisors);
   for (unsigned i = 0; i < DIVISORS; i++) {
      attrib_divisor(PER_INSTANCE, divisors[i]);
      for (unsigned j = 0; j < DRAWS_PER_DIVISOR; j++) {
         struct draw draw = draws_next(j);

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
         attrib_divisor(PER_INSTANCE, draws[i].divisor);
      if (has_base)
         draw_base(GL_POINTS, 0, draws[i].vertices, draws[i].instances,
                   BASE_INSTANCE);
      else
         draw_arrays(GL_POINTS, 0, draws[i].vertices, draws[i].instances);
   }
   printf("base instance %d\n", has_base ? BASE_INSTANCE : 0);
   return count;
}

int
main(int argc, char **argv)
{
   const bool defects = argc == 2 && strcmp(argv[1], "--defects") == 0;

   /* The ids have their own records on v4 and v5. */
   static const char *const vertex_shaders[] = {
      "#version 300 es\n"
      "in mat4 a, b, c, d; out vec4 v;\n"
      "void main() {\n"
      "   gl_Position = (a + b) * vec4(gl_InstanceID + gl_VertexID);\n"
      "   v = (c + d) * vec4(1.0);\n"
      "}\n",
      "attribute mat4 a, b, c, d; varying vec4 v;\n"
      "void main() {\n"
      "   gl_Position = (a + b) * vec4(1.0);\n"
      "   v = (c + d) * vec4(1.0);\n"
      "}\n",
   };
   static const char *const fragment_shaders[] = {
      "#version 300 es\n"
      "precision mediump float; in vec4 v; out vec4 color;\n"
      "void main() { color = v; }\n",
      "precision mediump float; varying vec4 v;\n"
      "void main() { gl_FragColor = v; }\n",
   };
   EGLDisplay display =
      eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
   EGLContext context = EGL_NO_CONTEXT;
   GLuint texture, framebuffer, buffers[ATTRIBUTES];
   unsigned version, i;

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

   GLuint program = glCreateProgram();
   GLint good;

   glAttachShader(program,
                  compile(GL_VERTEX_SHADER, vertex_shaders[version == 2]));
   glAttachShader(program, compile(GL_FRAGMENT_SHADER,
                                   fragment_shaders[version == 2]));
   /* One location per column. */
   for (i = 0; i < 4; i++)
      glBindAttribLocation(program, 4 * i, (const char[]){"abcd"[i], 0});
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &good);
   check(good, "program");
   glUseProgram(program);

   glGenBuffers(ATTRIBUTES, buffers);
   for (i = 0; i < ATTRIBUTES; i++) {
      glBindBuffer(GL_ARRAY_BUFFER, buffers[i]);
      glBufferData(GL_ARRAY_BUFFER, BUFFER_SIZE, NULL, GL_STATIC_DRAW);
      glVertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, 16 + 16 * i,
                            (const void *) (uintptr_t) (4 * i));
      glEnableVertexAttribArray(i);
   }

   const unsigned drawn = defects ? draw_defects() : draw_all();

   glFinish();
   check(glGetError() == GL_NO_ERROR, "draws");
   printf("%u draws\n", drawn);
   return 0;
}
