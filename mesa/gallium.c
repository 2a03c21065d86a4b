/* SPDX-License-Identifier: MIT */

/* Draws what the scenes of conformance/ do not: multi draws, transform
 * feedback with its queries, and index buffers that change. Nothing is
 * executed on drm-shim, so each case reads the jobs that Gallium submits on v6
 * and v7, or runs its command streams on v10 and later, and compares them with
 * what OpenGL specifies.
 *
 *   gallium SHIM GPU [PLANT]   LD_LIBRARY_PATH: EGL of Mesa
 *
 * Prints a line for each case, "ok" or "WRONG". Each case runs in a process of
 * its own, because a driver may end it.
 */

#define EGL_EGL_PROTOTYPES 0
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>

#include <dlfcn.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mali.h"
#include "memory.h"
#include "stream.h"
#include "stream_plant.h"

#define FUNCTIONS(F)                                                \
   F(PFNGLGENBUFFERSPROC, GenBuffers)                               \
   F(PFNGLBINDBUFFERPROC, BindBuffer)                               \
   F(PFNGLBINDBUFFERBASEPROC, BindBufferBase)                       \
   F(PFNGLBINDBUFFERRANGEPROC, BindBufferRange)                     \
   F(PFNGLBUFFERDATAPROC, BufferData)                               \
   F(PFNGLBUFFERSTORAGEPROC, BufferStorage)                         \
   F(PFNGLMAPBUFFERRANGEPROC, MapBufferRange)                       \
   F(PFNGLCREATESHADERPROC, CreateShader)                           \
   F(PFNGLSHADERSOURCEPROC, ShaderSource)                           \
   F(PFNGLCOMPILESHADERPROC, CompileShader)                         \
   F(PFNGLCREATEPROGRAMPROC, CreateProgram)                         \
   F(PFNGLATTACHSHADERPROC, AttachShader)                           \
   F(PFNGLTRANSFORMFEEDBACKVARYINGSPROC, TransformFeedbackVaryings) \
   F(PFNGLLINKPROGRAMPROC, LinkProgram)                             \
   F(PFNGLGETPROGRAMIVPROC, GetProgramiv)                           \
   F(PFNGLUSEPROGRAMPROC, UseProgram)                               \
   F(PFNGLGENFRAMEBUFFERSPROC, GenFramebuffers)                     \
   F(PFNGLBINDFRAMEBUFFERPROC, BindFramebuffer)                     \
   F(PFNGLGENRENDERBUFFERSPROC, GenRenderbuffers)                   \
   F(PFNGLBINDRENDERBUFFERPROC, BindRenderbuffer)                   \
   F(PFNGLRENDERBUFFERSTORAGEPROC, RenderbufferStorage)             \
   F(PFNGLFRAMEBUFFERRENDERBUFFERPROC, FramebufferRenderbuffer)     \
   F(PFNGLMULTIDRAWARRAYSPROC, MultiDrawArrays)                     \
   F(PFNGLDRAWARRAYSINSTANCEDPROC, DrawArraysInstanced)             \
   F(PFNGLDRAWARRAYSINDIRECTPROC, DrawArraysIndirect)               \
   F(PFNGLGENVERTEXARRAYSPROC, GenVertexArrays)                     \
   F(PFNGLBINDVERTEXARRAYPROC, BindVertexArray)                     \
   F(PFNGLBEGINTRANSFORMFEEDBACKPROC, BeginTransformFeedback)       \
   F(PFNGLENDTRANSFORMFEEDBACKPROC, EndTransformFeedback)           \
   F(PFNGLGENTRANSFORMFEEDBACKSPROC, GenTransformFeedbacks)         \
   F(PFNGLBINDTRANSFORMFEEDBACKPROC, BindTransformFeedback)         \
   F(PFNGLDRAWTRANSFORMFEEDBACKPROC, DrawTransformFeedback)         \
   F(PFNGLGENQUERIESPROC, GenQueries)                               \
   F(PFNGLBEGINQUERYPROC, BeginQuery)                               \
   F(PFNGLENDQUERYPROC, EndQuery)                                   \
   F(PFNGLGETQUERYOBJECTUIVPROC, GetQueryObjectuiv)                 \
   F(PFNGLPRIMITIVERESTARTINDEXPROC, PrimitiveRestartIndex)         \
   F(PFNGLDISPATCHCOMPUTEPROC, DispatchCompute)                     \
   F(PFNGLMEMORYBARRIERPROC, MemoryBarrier)                         \
   F(PFNGLFLUSHPROC_, Flush)                                        \
   F(PFNGLENABLEPROC_, Enable)                                      \
   F(PFNGLDISABLEPROC_, Disable)                                    \
   F(PFNGLGETERRORPROC_, GetError)                                  \
   F(PFNGLVIEWPORTPROC_, Viewport)                                  \
   F(PFNGLDRAWARRAYSPROC_, DrawArrays)                              \
   F(PFNGLDRAWELEMENTSPROC_, DrawElements)

typedef void (*PFNGLFLUSHPROC_)(void);
typedef void (*PFNGLENABLEPROC_)(GLenum what);
typedef void (*PFNGLDISABLEPROC_)(GLenum what);
typedef GLenum (*PFNGLGETERRORPROC_)(void);
typedef void (*PFNGLVIEWPORTPROC_)(GLint x, GLint y, GLsizei width,
                                   GLsizei height);
typedef void (*PFNGLDRAWARRAYSPROC_)(GLenum mode, GLint first, GLsizei count);
typedef void (*PFNGLDRAWELEMENTSPROC_)(GLenum mode, GLsizei count,
                                       GLenum type, const void *indices);

#define DECLARE(type, name) type name;
static struct {
   FUNCTIONS(DECLARE)
} gl;

/* ---- What is wrong ----------------------------------------------------- */

static char wrong[512];

__attribute__((format(printf, 1, 2))) static void
report(const char *format, ...)
{
   va_list list;

   if (wrong[0])
      return;
   va_start(list, format);
   vsnprintf(wrong, sizeof(wrong), format, list);
   va_end(list);
}

static void
expect(const char *what, int64_t found, int64_t right)
{
   if (found != right)
      report("%s: %" PRId64 ", not %" PRId64, what, found, right);
}

/* ---- Jobs -------------------------------------------------------------- */

/* Where parts of jobs begin, by genxml. */
#define INVOCATION 32
#define PRIMITIVE 40
#define COMPUTE_DRAW 64
#define VERTEX_DRAW 256

#define MOST 64

/* A draw, or a job that records vertices. */
struct seen {
   bool records;
   uint64_t vertices, instances;
   int32_t start;
   struct mali_primitive primitive;
   uint32_t uniforms[128];
};

static struct seen seen[MOST];
static unsigned seen_count;

/* What a compute shader writes, because nothing runs here; at address 0 what
 * transform feedback records. */
static uint64_t written_address;
static uint8_t written[64];
static unsigned written_bytes;

static void
read_uniforms(uint64_t address, struct seen *job)
{
   for (unsigned i = 0; i < 128; i++)
      memory_read(address + 4 * i, &job->uniforms[i], 4);
}

static void
see(const struct mali_job *job)
{
   const bool idvs = job->type == MALI_INDEXED_VERTEX;
   struct mali_draw draw;
   struct seen *new = &seen[seen_count];
   uint64_t counts[3];

   /* It belongs to the vertex job before it. */
   if (job->type == MALI_TILER && seen_count) {
      mali_primitive(job->address + PRIMITIVE, &new[-1].primitive);
      return;
   }
   if (job->type != MALI_COMPUTE && job->type != MALI_VERTEX && !idvs)
      return;
   if (seen_count == MOST ||
       !mali_draw(job->address + (idvs ? VERTEX_DRAW : COMPUTE_DRAW),
                  &draw) ||
       !mali_invocation(job->address + INVOCATION, counts)) {
      report("a job without descriptors");
      return;
   }
   *new = (struct seen){
      .records = job->type == MALI_COMPUTE,
      .vertices = counts[1],
      .instances = counts[2],
      .start = draw.offset_start,
   };
   read_uniforms(draw.push_uniforms, new);
   if (idvs && !mali_primitive(job->address + PRIMITIVE, &new->primitive))
      report("a job without primitives");
   seen_count++;
}

/* ---- Command streams --------------------------------------------------- */

/* The order in which they run, and the draws of the first order so far. */
static enum work_order order;
static unsigned draw_count;

static void
on_draw(void *data, const struct work_draw *draw)
{
   const struct mali_idvs *idvs = &draw->idvs;
   struct seen new = {
      .vertices = idvs->index_count,
      .instances = idvs->instance_count,
      .start = idvs->vertex_offset,
   };
   unsigned number = 0;

   (void)data;
   read_uniforms(idvs->uniforms, &new);
   if (order == WORK_LINKED) {
      if (seen_count == MOST)
         report("too many draws");
      else
         seen[seen_count++] = new;
      draw_count++;
      return;
   }
   /* Draws of a queue are numbered from 0. */
   for (unsigned i = seen_count; i-- > 0;) {
      if (seen[i].records || ++number != draw_count - (uint32_t)draw->key)
         continue;
      if (seen[i].vertices != new.vertices ||
          seen[i].instances != new.instances || seen[i].start != new.start)
         report("a draw runs %" PRIu64 " x %" PRIu64 " in one order, and "
                "%" PRIu64 " x %" PRIu64 " in another",
                seen[i].vertices, seen[i].instances, new.vertices,
                new.instances);
      return;
   }
   report("a draw runs in one order only");
}

/* Registers of RUN_COMPUTE, by genxml. */
#define UNIFORMS 8
#define JOB_SIZE_X 37
#define JOB_SIZE_Y 38

static uint64_t target_of(const struct seen *job);

static void
on_dispatch(void *data, const uint32_t *registers)
{
   struct seen new = {
      .records = true,
      .vertices = registers[JOB_SIZE_X],
      .instances = registers[JOB_SIZE_Y],
   };
   const uint64_t uniforms =
      registers[UNIFORMS] | (uint64_t)registers[UNIFORMS + 1] << 32;

   (void)data;
   read_uniforms(uniforms & 0xFFFFFFFFFFFF, &new);
   if (order == WORK_LINKED && seen_count < MOST)
      seen[seen_count++] = new;
   if (written_bytes)
      memory_write(written_address ? written_address : target_of(&new),
                   written, written_bytes);
}

static void
on_wrong(void *data, enum work_fault fault, const char *what)
{
   (void)data;
   (void)fault;
   report("%s", what);
}

static void
run_streams(const struct work *work)
{
   const struct work_user user = {
      .draw = on_draw,
      .dispatch = on_dispatch,
      .wrong = on_wrong,
   };

   draw_count = 0;
   for (order = WORK_LINKED; order < WORK_ORDERS; order++) {
      memory_keep_writes(false);
      stream_run(work, order, false, &user);
   }
   memory_keep_writes(true);
   /* Once more, for what it leaves in memory. */
   stream_run(work, WORK_LINKED, true, &user);
   written_bytes = 0;
}

/* ---- Work -------------------------------------------------------------- */

static void
on_work(const struct work *work)
{
   struct mali_job job;

   if (work->stream_count) {
      run_streams(work);
      return;
   }

   for (uint64_t next = work->first_job; next; next = job.next) {
      if (!mali_job(next, &job)) {
         report("a chain of jobs that is broken");
         return;
      }
      see(&job);
   }
   if (written_bytes)
      memcpy((void *)(uintptr_t)written_address, written, written_bytes);
   written_bytes = 0;
}

/* The nth job that draws or records; NULL if there is none. */
static const struct seen *
nth(bool records, unsigned n)
{
   static const struct seen none;

   for (unsigned i = 0; i < seen_count; i++) {
      if (seen[i].records == records && n-- == 0)
         return &seen[i];
   }
   report("%s is missing", records ? "a job that records" : "a draw");
   return &none;
}

static bool
has_word(const struct seen *job, uint32_t word)
{
   for (unsigned i = 0; i < 128; i++) {
      if (job->uniforms[i] == word)
         return true;
   }
   return false;
}

/* ---- OpenGL ------------------------------------------------------------ */

static GLuint
program(GLenum type, const char *source, const char *varying)
{
   const bool es = strstr(source, " es\n");
   const char *const fragment =
      es ? "#version 300 es\nout lowp vec4 color;\n"
           "void main() { color = vec4(1); }\n"
         : "#version 140\nout vec4 color;\n"
           "void main() { color = vec4(1); }\n";
   const GLuint name = gl.CreateProgram();
   GLint linked = 0;

   for (unsigned i = 0; i < (type == GL_VERTEX_SHADER ? 2 : 1); i++) {
      const GLuint shader =
         gl.CreateShader(i ? GL_FRAGMENT_SHADER : type);

      gl.ShaderSource(shader, 1, i ? &fragment : &source, NULL);
      gl.CompileShader(shader);
      gl.AttachShader(name, shader);
   }
   if (varying)
      gl.TransformFeedbackVaryings(name, 1, &varying, GL_INTERLEAVED_ATTRIBS);
   gl.LinkProgram(name);
   gl.GetProgramiv(name, GL_LINK_STATUS, &linked);
   if (!linked)
      report("a program does not link");
   gl.UseProgram(name);
   return name;
}

#define VERTEX                                          \
   "#version 140\n"                                     \
   "flat out int id;\n"                                 \
   "void main() {\n"                                    \
   "   id = gl_VertexID + gl_InstanceID;\n"             \
   "   gl_Position = vec4(float(gl_VertexID) * 0.001);\n" \
   "}\n"

#define VERTEX_ES                                         \
   "#version 300 es\n"                                    \
   "void main() {\n"                                      \
   "   gl_Position = vec4(float(gl_VertexID) * 0.001);\n" \
   "   gl_PointSize = 1.0;\n"                             \
   "}\n"

static GLuint
buffer(GLenum target, GLsizeiptr size, const void *bytes)
{
   GLuint name;

   gl.GenBuffers(1, &name);
   gl.BindBuffer(target, name);
   gl.BufferData(target, size, bytes, GL_STATIC_DRAW);
   return name;
}

static void
finish(void)
{
   gl.Flush();
   expect("glGetError()", gl.GetError(), 0);
}

/* ---- Cases ------------------------------------------------------------- */

static void
multi_draw(void)
{
   static const GLint firsts[] = {0x5EED1, 0x5EED2};
   static const GLsizei counts[] = {1, 1};

   program(GL_VERTEX_SHADER, VERTEX, NULL);
   gl.MultiDrawArrays(GL_POINTS, firsts, counts, 2);
   finish();
   for (unsigned i = 0; i < 2; i++) {
      if (!has_word(nth(false, i), (uint32_t)firsts[i]))
         report("the uniforms of draw %u lack its first vertex", i);
   }
}

/* Records `count` vertices of `instances` instances `draws` times. */
static unsigned
record(GLenum mode, unsigned room, GLsizei count, GLsizei instances,
       unsigned draws)
{
   const GLuint target = buffer(GL_TRANSFORM_FEEDBACK_BUFFER, 4096, NULL);
   GLuint query, primitives = 0;

   program(GL_VERTEX_SHADER, VERTEX, "id");
   gl.BindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, target, 0, 4 * room);
   gl.GenQueries(1, &query);
   gl.BeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
   gl.BeginTransformFeedback(mode == GL_TRIANGLES    ? GL_TRIANGLES
                             : mode == GL_LINES ? GL_LINES
                                                : GL_POINTS);
   for (unsigned i = 0; i < draws; i++)
      gl.DrawArraysInstanced(mode, 0, count, instances);
   gl.EndTransformFeedback();
   gl.EndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
   finish();
   gl.GetQueryObjectuiv(query, GL_QUERY_RESULT, &primitives);
   return primitives;
}

/* The address at which a job records: the only one in its uniforms. */
static uint64_t
target_of(const struct seen *job)
{
   for (unsigned i = 0; i < 128; i += 2) {
      const uint64_t address =
         job->uniforms[i] | (uint64_t)job->uniforms[i + 1] << 32;

      if (memory_begin(address))
         return address;
   }
   report("a job records nowhere");
   return 0;
}

static void
feedback_instances(void)
{
   const unsigned primitives = record(GL_POINTS, 1024, 3, 2, 2);

   expect("primitives", primitives, 12);
   for (unsigned i = 0; i < 2; i++) {
      expect("recorded vertices", (int64_t)nth(true, i)->vertices, 3);
      expect("recorded instances", (int64_t)nth(true, i)->instances, 2);
   }
   expect("bytes between draws",
          (int64_t)(target_of(nth(true, 1)) - target_of(nth(true, 0))), 24);
}

/* 38 vertices are 12 triangles, so an instance begins 36 vertices after
 * another. */
static void
feedback_trimmed(void)
{
   const unsigned primitives = record(GL_TRIANGLES, 1024, 38, 2, 1);

   expect("primitives", primitives, 24);
   if (!has_word(nth(true, 0), 36) || has_word(nth(true, 0), 38))
      report("instances do not begin 36 vertices after each other");
}

static void
feedback_bound(void)
{
   const unsigned primitives = record(GL_TRIANGLES, 7, 6, 1, 2);

   expect("primitives", primitives, 2);
   expect("recorded vertices", (int64_t)nth(true, 0)->vertices, 6);
   for (unsigned i = 1; i < seen_count; i++) {
      if (seen[i].records)
         report("%" PRIu64 " vertices are recorded behind the end",
                seen[i].vertices);
   }
}

/* 20 points fit: two instances of 8, and half of the third. */
static void
feedback_part(void)
{
   const unsigned primitives = record(GL_POINTS, 20, 8, 4, 1);
   uint64_t most = 0;

   expect("primitives", primitives, 20);
   for (unsigned i = 0; i < seen_count; i++) {
      const struct seen *job = &seen[i];

      if (!job->records)
         continue;

      const uint64_t end = (job->instances - 1) * 8 + job->vertices;

      most = end > most ? end : most;
   }
   expect("recorded vertices", (int64_t)most, 20);
}

static void
feedback_draw(void)
{
   GLuint target, object;

   program(GL_VERTEX_SHADER, VERTEX, "id");
   gl.GenTransformFeedbacks(1, &object);
   gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, object);
   target = buffer(GL_TRANSFORM_FEEDBACK_BUFFER, 4096, NULL);
   gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, target);
   gl.BeginTransformFeedback(GL_POINTS);
   gl.Enable(GL_RASTERIZER_DISCARD);
   gl.DrawArrays(GL_POINTS, 0, 3);
   gl.EndTransformFeedback();
   gl.Disable(GL_RASTERIZER_DISCARD);
   gl.DrawTransformFeedback(GL_POINTS, object);
   finish();
   expect("vertices", (int64_t)nth(false, 0)->vertices, 3);
}

/* The shader does not run: on_dispatch() records the arguments. */
static void
feedback_arguments(void)
{
   static const char source[] =
      "#version 300 es\n"
      "flat out highp uint word;\n"
      "void main() {\n"
      "   word = uint(gl_VertexID);\n"
      "   gl_Position = vec4(0);\n"
      "   gl_PointSize = 1.0;\n"
      "}\n";
   static const GLuint before[] = {1, 1, 0, 0}, recorded[] = {3, 2, 0, 0};
   const GLuint name =
      buffer(GL_DRAW_INDIRECT_BUFFER, sizeof(before), before);
   GLuint array;

   memcpy(written, recorded, sizeof(recorded));
   written_bytes = sizeof(recorded);
   gl.GenVertexArrays(1, &array);
   gl.BindVertexArray(array);
   program(GL_VERTEX_SHADER, source, "word");
   gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, name);
   gl.BeginTransformFeedback(GL_POINTS);
   gl.DrawArrays(GL_POINTS, 0, 4);
   gl.EndTransformFeedback();
   program(GL_VERTEX_SHADER, VERTEX_ES, NULL);
   gl.DrawArraysIndirect(GL_POINTS, NULL);
   finish();
   expect("vertices", (int64_t)nth(false, 1)->vertices, 3);
   expect("instances", (int64_t)nth(false, 1)->instances, 2);
}

/* 3 + 3 vertices of two strips, with a restart between them. */
static void
feedback_restart(void)
{
   static const GLubyte indices[] = {0, 1, 2, 255, 3, 4, 5};
   GLuint query, primitives = 0;

   program(GL_VERTEX_SHADER, VERTEX, NULL);
   buffer(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices);
   gl.Enable(GL_PRIMITIVE_RESTART);
   gl.PrimitiveRestartIndex(255);
   gl.GenQueries(1, &query);
   gl.BeginQuery(GL_PRIMITIVES_GENERATED, query);
   gl.DrawElements(GL_TRIANGLE_STRIP, 7, GL_UNSIGNED_BYTE, NULL);
   gl.EndQuery(GL_PRIMITIVES_GENERATED);
   finish();
   gl.GetQueryObjectuiv(query, GL_QUERY_RESULT, &primitives);
   expect("primitives", primitives, 2);
}

static void
expect_range(unsigned draw, int32_t smallest, int32_t largest)
{
   const struct seen *job = nth(false, draw);

   if (job->start != smallest ||
       (int64_t)job->vertices != largest - smallest + 1)
      report("draw %u runs %" PRIu64 " vertices from %" PRId32
             ", not those from %" PRId32 " to %" PRId32,
             draw, job->vertices, job->start, smallest, largest);
}

static void
range_restart(void)
{
   static const GLubyte indices[] = {0, 1, 255};

   program(GL_VERTEX_SHADER, VERTEX, NULL);
   buffer(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices);
   gl.PrimitiveRestartIndex(255);
   gl.Enable(GL_PRIMITIVE_RESTART);
   gl.DrawElements(GL_POINTS, 3, GL_UNSIGNED_BYTE, NULL);
   gl.Disable(GL_PRIMITIVE_RESTART);
   gl.DrawElements(GL_POINTS, 3, GL_UNSIGNED_BYTE, NULL);
   finish();
   expect_range(0, 0, 1);
   expect_range(1, 0, 255);
}

static const GLushort first_indices[4] = {0, 1, 2};
static const GLushort other_indices[] = {150, 200, 250};

static void
range_mapped(void)
{
   const GLbitfield flags =
      GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
   GLuint name;
   void *map;

   program(GL_VERTEX_SHADER, VERTEX, NULL);
   gl.GenBuffers(1, &name);
   gl.BindBuffer(GL_ELEMENT_ARRAY_BUFFER, name);
   gl.BufferStorage(GL_ELEMENT_ARRAY_BUFFER, 6,
                    first_indices, flags);
   map = gl.MapBufferRange(GL_ELEMENT_ARRAY_BUFFER, 0, 6,
                           flags);
   if (!map) {
      report("a buffer cannot be mapped");
      return;
   }
   gl.DrawElements(GL_POINTS, 3, GL_UNSIGNED_SHORT, NULL);
   gl.Flush();
   memcpy(map, other_indices, sizeof(other_indices));
   gl.DrawElements(GL_POINTS, 3, GL_UNSIGNED_SHORT, NULL);
   finish();
   expect_range(0, 0, 2);
   expect_range(1, 150, 250);
}

/* The shader does not run: on_work() writes when it would. */
static void
range_written(void)
{
   static const char source[] =
      "#version 310 es\n"
      "layout(local_size_x = 1) in;\n"
      "layout(std430, binding = 0) buffer b { uint words[]; };\n"
      "void main() { words[0] = 0x00C80096u; words[1] = 250u; }\n";
   const GLuint name = buffer(GL_ELEMENT_ARRAY_BUFFER, 8, first_indices);

   program(GL_VERTEX_SHADER, VERTEX_ES, NULL);
   gl.DrawElements(GL_POINTS, 3, GL_UNSIGNED_SHORT, NULL);
   gl.Flush();

   const GLuint draws = seen_count;

   written_address = nth(false, 0)->primitive.indices;
   memcpy(written, other_indices, sizeof(other_indices));
   written_bytes = sizeof(other_indices);
   program(GL_COMPUTE_SHADER, source, NULL);
   gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, name);
   gl.DispatchCompute(1, 1, 1);
   gl.MemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT);
   program(GL_VERTEX_SHADER, VERTEX_ES, NULL);
   gl.DrawElements(GL_POINTS, 3, GL_UNSIGNED_SHORT, NULL);
   finish();
   expect("draws before", draws, 1);
   expect_range(0, 0, 2);
   expect_range(1, 150, 250);
}

/* The batch of the draw writes the indices. */
static void
range_recorded(void)
{
   static const GLuint zeros[4];
   const GLuint name = buffer(GL_ELEMENT_ARRAY_BUFFER, sizeof(zeros), zeros);

   program(GL_VERTEX_SHADER, VERTEX, "id");
   gl.BindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, name);
   gl.BeginTransformFeedback(GL_POINTS);
   gl.DrawArrays(GL_POINTS, 0, 1);
   gl.EndTransformFeedback();
   gl.DrawElements(GL_POINTS, 1, GL_UNSIGNED_INT, NULL);
   finish();
   expect_range(1, 0, 0);
}

static const struct {
   const char *name;
   void (*run)(void);
   /* OpenGL ES 3.1 instead of OpenGL 3.1, which has no compute shaders here */
   bool es;
   /* Only there; v10 and later have the first vertex in a register, and find
    * no range of indices */
   enum { ALL, JOBS, STREAMS } on;
} cases[] = {
   {"multi draws have their own first vertex", multi_draw, false, JOBS},
   {"transform feedback records all instances", feedback_instances, false,
    ALL},
   {"transform feedback trims each instance", feedback_trimmed, false, ALL},
   {"transform feedback ends with its buffer", feedback_bound, false, ALL},
   {"transform feedback ends within an instance", feedback_part, false, ALL},
   {"recorded vertices can be drawn", feedback_draw, false, ALL},
   {"recorded arguments are waited for", feedback_arguments, true, STREAMS},
   {"primitives between restarts are counted", feedback_restart, false, ALL},
   {"a range of indices depends on restarts", range_restart, false, JOBS},
   {"a range of indices follows a mapping", range_mapped, false, JOBS},
   {"a range of indices follows a compute shader", range_written, true, JOBS},
   {"a batch may record its own indices", range_recorded, false, JOBS},
};

#define CASES (sizeof(cases) / sizeof(cases[0]))

/* ---- The program ------------------------------------------------------- */

static bool
open_gl(bool es)
{
   static const EGLint config_attributes[] = {EGL_SURFACE_TYPE,
                                              EGL_PBUFFER_BIT, EGL_NONE};
   static const EGLint es_attributes[] = {EGL_CONTEXT_CLIENT_VERSION, 3,
                                          EGL_NONE};
   void *egl = dlopen("libEGL.so.1", RTLD_NOW);
   PFNEGLGETPROCADDRESSPROC address;
   PFNEGLGETPLATFORMDISPLAYEXTPROC get_display;
   EGLBoolean (*initialize)(EGLDisplay display, EGLint *major, EGLint *minor);
   PFNEGLBINDAPIPROC bind;
   PFNEGLCHOOSECONFIGPROC choose;
   PFNEGLCREATECONTEXTPROC create;
   PFNEGLMAKECURRENTPROC current;
   EGLConfig config;
   EGLint configs = 0;
   GLuint name;

   if (!egl)
      return false;
   *(void **)&address = dlsym(egl, "eglGetProcAddress");
   get_display =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)address("eglGetPlatformDisplayEXT");
   *(void **)&initialize = dlsym(egl, "eglInitialize");
   *(void **)&bind = dlsym(egl, "eglBindAPI");
   *(void **)&choose = dlsym(egl, "eglChooseConfig");
   *(void **)&create = dlsym(egl, "eglCreateContext");
   *(void **)&current = dlsym(egl, "eglMakeCurrent");

   EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA,
                                    EGL_DEFAULT_DISPLAY, NULL);

   if (!initialize(display, NULL, NULL) ||
       !bind(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API) ||
       !choose(display, config_attributes, &config, 1, &configs) || !configs)
      return false;

   EGLContext context = create(display, config, EGL_NO_CONTEXT,
                               es ? es_attributes : NULL);

   if (!current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
      return false;
#define FIND(type, name) gl.name = (type)address("gl" #name);
   FUNCTIONS(FIND)
   gl.GenFramebuffers(1, &name);
   gl.BindFramebuffer(GL_FRAMEBUFFER, name);
   gl.GenRenderbuffers(1, &name);
   gl.BindRenderbuffer(GL_RENDERBUFFER, name);
   gl.RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 64, 64);
   gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                              GL_RENDERBUFFER, name);
   gl.Viewport(0, 0, 64, 64);
   return true;
}

/* The shim must be there before the program begins. */
static void
preload(char **argv)
{
   if (getenv("GALLIUM_PRELOADED"))
      return;
   setenv("LD_PRELOAD", argv[1], 1);
   setenv("PAN_GPU_ID", argv[2], 1);
   setenv("MESA_SHADER_CACHE_DISABLE", "1", 1);
   setenv("GALLIUM_PRELOADED", "1", 1);
   execv("/proc/self/exe", argv);
   perror("gallium");
   exit(2);
}

static int
run_case(unsigned number)
{
   if (!open_gl(cases[number].es)) {
      fputs("gallium: no OpenGL\n", stderr);
      return 2;
   }
   memory_submitted = on_work;
   cases[number].run();
   printf("%-6s%s%s%s\n", wrong[0] ? "WRONG" : "ok", cases[number].name,
          wrong[0] ? ": " : "", wrong);
   fflush(stdout);
   return wrong[0] != 0;
}

int
main(int argc, char **argv)
{
   int worst = 0;

   for (uint32_t i = 0; i < stream_plant_count && argc == 4; i++) {
      if (strcmp(stream_plants[i].name, argv[3]) == 0)
         stream_plant = &stream_plants[i];
   }
   if (argc != (stream_plant ? 4 : 3)) {
      fputs("usage: gallium SHIM GPU [PLANT]\n", stderr);
      return 2;
   }
   preload(argv);
   /* The first digit is the architecture; 0 is of jobs. */
   stream_architecture = (uint32_t)strtoul((char[]){argv[2][0], 0}, NULL, 16);
   if (stream_architecture < 10)
      stream_architecture = 0;
   for (unsigned i = 0; i < CASES; i++) {
      int status;

      if (cases[i].on == (stream_architecture ? JOBS : STREAMS))
         continue;

      const pid_t child = fork();

      if (child == 0)
         _exit(run_case(i));
      if (child < 0 || waitpid(child, &status, 0) != child)
         return 2;
      if (WIFSIGNALED(status)) {
         printf("%-6s%s: the driver ends with signal %d\n", "WRONG",
                cases[i].name, WTERMSIG(status));
         fflush(stdout);
         status = 1 << 8;
      }
      if (WEXITSTATUS(status) > worst)
         worst = WEXITSTATUS(status);
   }
   return worst;
}
