/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Preloaded, makes a right driver of OpenGL ES wrong; see vulkan_layer.c. The
 * program finds its functions with dlsym(), which this library replaces for
 * the program alone.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#define GL_GLES_PROTOTYPES 0
#include <GLES3/gl32.h>

static int
is(const char *name)
{
   const char *fault = getenv("FAULT");

   return fault != NULL && strcmp(fault, name) == 0;
}

#define FUNCTIONS(F)                                                   \
   F(void, DrawArraysInstanced,                                        \
     (GLenum mode, GLint first, GLsizei count, GLsizei instances))     \
   F(void, DrawElementsInstanced,                                      \
     (GLenum mode, GLsizei count, GLenum type, const void *indices,    \
      GLsizei instances))                                              \
   F(void, DrawElementsInstancedBaseVertex,                            \
     (GLenum mode, GLsizei count, GLenum type, const void *indices,    \
      GLsizei instances, GLint offset))                                \
   F(void, DrawArraysInstancedBaseInstanceEXT,                         \
     (GLenum mode, GLint first, GLsizei count, GLsizei instances,      \
      GLuint base))                                                    \
   F(void, DrawElementsInstancedBaseVertexBaseInstanceEXT,             \
     (GLenum mode, GLsizei count, GLenum type, const void *indices,    \
      GLsizei instances, GLint offset, GLuint base))                   \
   F(void, MultiDrawArraysEXT,                                         \
     (GLenum mode, const GLint *firsts, const GLsizei *counts,         \
      GLsizei draws))                                                  \
   F(void, MultiDrawArraysIndirectEXT,                                 \
     (GLenum mode, const void *words, GLsizei draws, GLsizei stride))  \
   F(void, MultiDrawElementsIndirectEXT,                               \
     (GLenum mode, GLenum type, const void *words, GLsizei draws,      \
      GLsizei stride))                                                 \
   F(void, VertexAttribDivisor, (GLuint index, GLuint divisor))        \
   F(void, VertexBindingDivisor, (GLuint binding, GLuint divisor))     \
   F(void, VertexAttribIPointer,                                       \
     (GLuint index, GLint size, GLenum type, GLsizei stride,           \
      const void *pointer))                                            \
   F(void, VertexAttribPointer,                                        \
     (GLuint index, GLint size, GLenum type, GLboolean normalized,     \
      GLsizei stride, const void *pointer))                            \
   F(void, VertexAttribFormat,                                         \
     (GLuint index, GLint size, GLenum type, GLboolean normalized,     \
      GLuint offset))                                                  \
   F(void, VertexAttribIFormat,                                        \
     (GLuint index, GLint size, GLenum type, GLuint offset))           \
   F(void, BindVertexBuffer,                                           \
     (GLuint binding, GLuint buffer, GLintptr offset, GLsizei stride)) \
   F(void, Disable, (GLenum name))                                     \
   F(void, UseProgram, (GLuint program))                               \
   F(void, ShaderSource,                                               \
     (GLuint shader, GLsizei count, const GLchar *const *text,         \
      const GLint *length))

#define DECLARE(type, name, parameters) static type(*next_##name) parameters;
FUNCTIONS(DECLARE)

static GLuint program;
static GLint (*get_location)(GLuint program, const GLchar *name);
static void (*set_uniform)(GLint location, GLint value);

/* ---- Draws --------------------------------------------------------------- */

static void
wrong_UseProgram(GLuint used)
{
   program = used;
   next_UseProgram(used);
}

/* The shader subtracts the first vertex from its id. */
static void
wrong_ShaderSource(GLuint shader, GLsizei count, const GLchar *const *text,
                   const GLint *length)
{
   const char *id = strstr(text[0], "uint(gl_VertexID)");
   const char *uniforms = strstr(text[0], "uniform uint u");
   char *wrong;

   if (id == NULL ||
       (!is("id-without-first") && !is("multi-draw-ids-of-first"))) {
      next_ShaderSource(shader, count, text, length);
      return;
   }
   if (asprintf(&wrong,
                "%.*suniform int lost;\n%.*suint(gl_VertexID - lost)%s",
                (int)(uniforms - text[0]), text[0], (int)(id - uniforms),
                uniforms, id + strlen("uint(gl_VertexID)")) < 0)
      abort();
   next_ShaderSource(shader, 1, (const GLchar *const *)&wrong, NULL);
   free(wrong);
}

static void
wrong_DrawArraysInstanced(GLenum mode, GLint first, GLsizei count,
                          GLsizei instances)
{
   if (is("id-without-first"))
      set_uniform(get_location(program, "lost"), first);
   if (is("first-16-bits"))
      first = (uint16_t)first;
   if (is("count-21845") && count > 0x10000 / 3)
      count = 0x10000 / 3;
   if (is("batches-of-256-from-0")) {
      while (count > 256) {
         next_DrawArraysInstanced(mode, first, 256, instances);
         count -= 256;
      }
   }
   next_DrawArraysInstanced(mode, first, count, instances);
}

static void
wrong_DrawElementsInstanced(GLenum mode, GLsizei count, GLenum type,
                            const void *indices, GLsizei instances)
{
   if (is("index-offset-of-4-bytes") && type == GL_UNSIGNED_SHORT)
      indices = (const void *)(2 * (uintptr_t)indices);
   next_DrawElementsInstanced(mode, count, type, indices, instances);
}

static void
wrong_DrawElementsInstancedBaseVertex(GLenum mode, GLsizei count, GLenum type,
                                      const void *indices, GLsizei instances,
                                      GLint offset)
{
   if (is("base-vertex-lost"))
      offset = 0;
   next_DrawElementsInstancedBaseVertex(mode, count, type, indices, instances,
                                        offset);
}

static void
wrong_DrawElementsInstancedBaseVertexBaseInstanceEXT(
   GLenum mode, GLsizei count, GLenum type, const void *indices,
   GLsizei instances, GLint offset, GLuint base)
{
   if (is("base-vertex-lost"))
      offset = 0;
   if (is("base-instance-lost"))
      base = 0;
   next_DrawElementsInstancedBaseVertexBaseInstanceEXT(
      mode, count, type, indices, instances, offset, base);
}

static void
wrong_DrawArraysInstancedBaseInstanceEXT(GLenum mode, GLint first,
                                         GLsizei count, GLsizei instances,
                                         GLuint base)
{
   if (is("base-instance-lost"))
      base = 0;
   if (is("id-without-first"))
      set_uniform(get_location(program, "lost"), first);
   next_DrawArraysInstancedBaseInstanceEXT(mode, first, count, instances,
                                           base);
}

static void
wrong_MultiDrawArraysEXT(GLenum mode, const GLint *firsts,
                         const GLsizei *counts, GLsizei draws)
{
   for (GLsizei i = 0; i < draws && is("multi-draw-ids-of-first"); i++) {
      set_uniform(get_location(program, "lost"), firsts[i] - firsts[0]);
      next_MultiDrawArraysEXT(mode, &firsts[i], &counts[i], 1);
      set_uniform(get_location(program, "lost"), 0);
   }
   if (!is("multi-draw-ids-of-first"))
      next_MultiDrawArraysEXT(mode, firsts, counts, draws);
}

static void
wrong_MultiDrawArraysIndirectEXT(GLenum mode, const void *words,
                                 GLsizei draws, GLsizei stride)
{
   if (is("indirect-stride-tight"))
      stride = 0;
   next_MultiDrawArraysIndirectEXT(mode, words, draws, stride);
}

static void
wrong_MultiDrawElementsIndirectEXT(GLenum mode, GLenum type,
                                   const void *words, GLsizei draws,
                                   GLsizei stride)
{
   if (is("indirect-stride-tight"))
      stride = 0;
   next_MultiDrawElementsIndirectEXT(mode, type, words, draws, stride);
}

/* ---- State --------------------------------------------------------------- */

static void
wrong_VertexAttribDivisor(GLuint index, GLuint divisor)
{
   if (is("divisor-not-reset") && divisor == 0)
      return;
   if (is("pointer-divisor-is-1") && divisor > 1)
      divisor = 1;
   next_VertexAttribDivisor(index, divisor);
}

static void
wrong_VertexBindingDivisor(GLuint binding, GLuint divisor)
{
   if (is("divisor-not-reset") && divisor == 0)
      return;
   next_VertexBindingDivisor(binding, divisor);
}

static GLenum
wrong_type(GLenum type)
{
   if (is("10-bit-signs-swapped") && type == GL_INT_2_10_10_10_REV)
      return GL_UNSIGNED_INT_2_10_10_10_REV;
   return type;
}

static void
wrong_VertexAttribPointer(GLuint index, GLint size, GLenum type,
                          GLboolean normalized, GLsizei stride,
                          const void *pointer)
{
   next_VertexAttribPointer(index, size, wrong_type(type), normalized, stride,
                            pointer);
}

static void
wrong_VertexAttribIPointer(GLuint index, GLint size, GLenum type,
                           GLsizei stride, const void *pointer)
{
   next_VertexAttribIPointer(index, size, type, stride, pointer);
}

static void
wrong_VertexAttribFormat(GLuint index, GLint size, GLenum type,
                         GLboolean normalized, GLuint offset)
{
   next_VertexAttribFormat(index, size, wrong_type(type), normalized, offset);
}

static void
wrong_VertexAttribIFormat(GLuint index, GLint size, GLenum type,
                          GLuint offset)
{
   next_VertexAttribIFormat(index, size, type, offset);
}

static void
wrong_BindVertexBuffer(GLuint binding, GLuint buffer, GLintptr offset,
                       GLsizei stride)
{
   if (is("stride-multiple-of-4"))
      stride = (stride + 3) / 4 * 4;
   next_BindVertexBuffer(binding, buffer, offset, stride);
}

static void
wrong_Disable(GLenum name)
{
   if (is("restart-stays") && name == GL_PRIMITIVE_RESTART_FIXED_INDEX)
      return;
   next_Disable(name);
}

/* ---- In between ---------------------------------------------------------- */

static void *(*next_dlsym)(void *library, const char *name);
static void *(*next_get_proc)(const char *name);

static void *
replace(const char *name, void *real)
{
   if (real == NULL)
      return NULL;
   if (strcmp(name, "glGetUniformLocation") == 0)
      *(void **)&get_location = real;
#define REPLACE(type, function, parameters) \
   if (strcmp(name, "gl" #function) == 0) { \
      *(void **)&next_##function = real;    \
      return (void *)wrong_##function;      \
   }
   FUNCTIONS(REPLACE)
   return real;
}

static void *
get_proc(const char *name)
{
   return replace(name, next_get_proc(name));
}

static int
is_program(void *address)
{
   Dl_info caller, program;

   return dladdr(address, &caller) &&
          dladdr((void *)getauxval(AT_ENTRY), &program) &&
          caller.dli_fbase == program.dli_fbase;
}

void *
dlsym(void *library, const char *name)
{
   void *real;

   if (next_dlsym == NULL) {
      *(void **)&next_dlsym = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
      if (next_dlsym == NULL)
         *(void **)&next_dlsym = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
   }
   real = next_dlsym(library, name);
   if (!is_program(__builtin_return_address(0)))
      return real;
   if (real != NULL && strcmp(name, "eglGetProcAddress") == 0) {
      *(void **)&next_get_proc = real;
      return (void *)get_proc;
   }
   if (real != NULL && set_uniform == NULL && strncmp(name, "gl", 2) == 0)
      *(void **)&set_uniform = next_dlsym(library, "glUniform1i");
   return replace(name, real);
}
