/* SPDX-License-Identifier: MIT */

/* The scenes in OpenGL ES 3.0 and later, through EGL without a screen.
 * Functions come from the libraries at run time, so that only headers are
 * needed to build.
 *
 * Nothing is freed at the end, or after an error, which ends the process.
 */

#define EGL_EGL_PROTOTYPES 0
#define GL_GLES_PROTOTYPES 0
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
/* After it. */
#include <GLES2/gl2ext.h>

#include "conformance.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EGL_FUNCTIONS(F)                                   \
   F(PFNEGLGETDISPLAYPROC, GetDisplay)                     \
   F(PFNEGLINITIALIZEPROC, Initialize)                     \
   F(PFNEGLBINDAPIPROC, BindAPI)                           \
   F(PFNEGLCHOOSECONFIGPROC, ChooseConfig)                 \
   F(PFNEGLCREATECONTEXTPROC, CreateContext)               \
   F(PFNEGLDESTROYCONTEXTPROC, DestroyContext)             \
   F(PFNEGLCREATEPBUFFERSURFACEPROC, CreatePbufferSurface) \
   F(PFNEGLMAKECURRENTPROC, MakeCurrent)                   \
   F(PFNEGLGETERRORPROC, GetError)                         \
   F(PFNEGLGETPROCADDRESSPROC, GetProcAddress)

/* OpenGL ES 3.0. */
#define GL_FUNCTIONS(F)                                           \
   F(PFNGLGETERRORPROC, GetError)                                 \
   F(PFNGLGETSTRINGPROC, GetString)                               \
   F(PFNGLGETSTRINGIPROC, GetStringi)                             \
   F(PFNGLGETINTEGERVPROC, GetIntegerv)                           \
   F(PFNGLENABLEPROC, Enable)                                     \
   F(PFNGLDISABLEPROC, Disable)                                   \
   F(PFNGLVIEWPORTPROC, Viewport)                                 \
   F(PFNGLSCISSORPROC, Scissor)                                   \
   F(PFNGLCLEARBUFFERUIVPROC, ClearBufferuiv)                     \
   F(PFNGLREADPIXELSPROC, ReadPixels)                             \
   F(PFNGLGENBUFFERSPROC, GenBuffers)                             \
   F(PFNGLDELETEBUFFERSPROC, DeleteBuffers)                       \
   F(PFNGLBINDBUFFERPROC, BindBuffer)                             \
   F(PFNGLBUFFERDATAPROC, BufferData)                             \
   F(PFNGLGENVERTEXARRAYSPROC, GenVertexArrays)                   \
   F(PFNGLDELETEVERTEXARRAYSPROC, DeleteVertexArrays)             \
   F(PFNGLBINDVERTEXARRAYPROC, BindVertexArray)                   \
   F(PFNGLENABLEVERTEXATTRIBARRAYPROC, EnableVertexAttribArray)   \
   F(PFNGLDISABLEVERTEXATTRIBARRAYPROC, DisableVertexAttribArray) \
   F(PFNGLVERTEXATTRIBIPOINTERPROC, VertexAttribIPointer)         \
   F(PFNGLVERTEXATTRIBPOINTERPROC, VertexAttribPointer)           \
   F(PFNGLVERTEXATTRIBDIVISORPROC, VertexAttribDivisor)           \
   F(PFNGLCREATESHADERPROC, CreateShader)                         \
   F(PFNGLSHADERSOURCEPROC, ShaderSource)                         \
   F(PFNGLCOMPILESHADERPROC, CompileShader)                       \
   F(PFNGLDELETESHADERPROC, DeleteShader)                         \
   F(PFNGLCREATEPROGRAMPROC, CreateProgram)                       \
   F(PFNGLDELETEPROGRAMPROC, DeleteProgram)                       \
   F(PFNGLATTACHSHADERPROC, AttachShader)                         \
   F(PFNGLLINKPROGRAMPROC, LinkProgram)                           \
   F(PFNGLGETPROGRAMIVPROC, GetProgramiv)                         \
   F(PFNGLUSEPROGRAMPROC, UseProgram)                             \
   F(PFNGLGETUNIFORMLOCATIONPROC, GetUniformLocation)             \
   F(PFNGLUNIFORM1UIVPROC, Uniform1uiv)                           \
   F(PFNGLGENRENDERBUFFERSPROC, GenRenderbuffers)                 \
   F(PFNGLDELETERENDERBUFFERSPROC, DeleteRenderbuffers)           \
   F(PFNGLBINDRENDERBUFFERPROC, BindRenderbuffer)                 \
   F(PFNGLRENDERBUFFERSTORAGEPROC, RenderbufferStorage)           \
   F(PFNGLGENFRAMEBUFFERSPROC, GenFramebuffers)                   \
   F(PFNGLBINDFRAMEBUFFERPROC, BindFramebuffer)                   \
   F(PFNGLFRAMEBUFFERRENDERBUFFERPROC, FramebufferRenderbuffer)   \
   F(PFNGLCHECKFRAMEBUFFERSTATUSPROC, CheckFramebufferStatus)     \
   F(PFNGLGENTEXTURESPROC, GenTextures)                           \
   F(PFNGLBINDTEXTUREPROC, BindTexture)                           \
   F(PFNGLTEXSTORAGE2DPROC, TexStorage2D)                         \
   F(PFNGLTEXSUBIMAGE2DPROC, TexSubImage2D)                       \
   F(PFNGLFLUSHPROC, Flush)                                       \
   F(PFNGLDRAWARRAYSINSTANCEDPROC, DrawArraysInstanced)           \
   F(PFNGLDRAWELEMENTSINSTANCEDPROC, DrawElementsInstanced)

/* Later versions and extensions; NULL if missing. */
#define GL_OPTIONAL(F)                                    \
   F(PFNGLBINDVERTEXBUFFERPROC, BindVertexBuffer)         \
   F(PFNGLVERTEXATTRIBIFORMATPROC, VertexAttribIFormat)   \
   F(PFNGLVERTEXATTRIBFORMATPROC, VertexAttribFormat)     \
   F(PFNGLVERTEXATTRIBBINDINGPROC, VertexAttribBinding)   \
   F(PFNGLVERTEXBINDINGDIVISORPROC, VertexBindingDivisor) \
   F(PFNGLBINDIMAGETEXTUREPROC, BindImageTexture)         \
   F(PFNGLDRAWARRAYSINDIRECTPROC, DrawArraysIndirect)     \
   F(PFNGLDRAWELEMENTSINDIRECTPROC, DrawElementsIndirect) \
   F(PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXPROC,            \
     DrawElementsInstancedBaseVertex)                     \
   F(PFNGLGETGRAPHICSRESETSTATUSPROC, GetGraphicsResetStatus)

typedef void(GL_APIENTRYP draw_arrays_base)(GLenum mode, GLint first,
                                            GLsizei count, GLsizei instances,
                                            GLuint base);
typedef void(GL_APIENTRYP draw_elements_base)(
   GLenum mode, GLsizei count, GLenum type, const void *indices,
   GLsizei instances, GLint vertex_offset, GLuint base);

#define DECLARE_EGL(type, name) type egl##name;
#define DECLARE_GL(type, name) type name;

#define CACHED_PROGRAMS 16

struct cached_program {
   GLuint program;
   GLint uniforms;
   struct scene_pipeline key; /* only what the shader depends on */
};

struct gles {
   struct device *device;
   void *egl_library;
   void *gl_library;
   EGL_FUNCTIONS(DECLARE_EGL)
   GL_FUNCTIONS(DECLARE_GL)
   GL_OPTIONAL(DECLARE_GL)
   draw_arrays_base DrawArraysInstancedBaseInstance;
   draw_elements_base DrawElementsInstancedBaseVertexBaseInstance;
   PFNGLMULTIDRAWARRAYSEXTPROC MultiDrawArrays;
   PFNGLMULTIDRAWELEMENTSBASEVERTEXEXTPROC MultiDrawElementsBaseVertex;
   PFNGLMULTIDRAWARRAYSINDIRECTEXTPROC MultiDrawArraysIndirect;
   PFNGLMULTIDRAWELEMENTSINDIRECTEXTPROC MultiDrawElementsIndirect;
   EGLDisplay display;
   EGLContext context;
   bool has_bindings; /* OpenGL ES 3.1 */

   GLuint framebuffer;
   GLuint renderbuffer;
   uint32_t rows;
   GLuint vertices[SCENE_BUFFERS];
   uint32_t filled[SCENE_BUFFERS]; /* their sizes; they hold scene_byte() */
   GLuint indices;
   GLuint indirect;
   GLuint images[SCENE_RESOURCE_SETS][SCENE_RESOURCES];
   struct cached_program programs[CACHED_PROGRAMS];
   uint32_t next_program;
};

static bool
check(struct gles *gles, const char *what)
{
   GLenum error = gles->GetError();

   if (gles->GetGraphicsResetStatus != NULL &&
       gles->GetGraphicsResetStatus() != GL_NO_ERROR) {
      gles->device->lost = true;
      return fail(gles->device, "The device was lost (%s).", what);
   }
   switch (error) {
   case GL_NO_ERROR:
      return true;
   case GL_OUT_OF_MEMORY:
      return fail(gles->device, "There is not enough memory (%s).", what);
   case GL_CONTEXT_LOST:
      gles->device->lost = true;
      return fail(gles->device, "The device was lost (%s).", what);
   default:
      return fail(gles->device, "OpenGL error 0x%x (%s).", error, what);
   }
}

/* ---- The context ------------------------------------------------------- */

static void *
open_library(const char *name, const char *other)
{
   void *library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);

   return library != NULL ? library : dlopen(other, RTLD_NOW | RTLD_GLOBAL);
}

static bool
load_egl(struct gles *gles)
{
   gles->egl_library = open_library("libEGL.so.1", "libEGL.so");
   gles->gl_library = open_library("libGLESv2.so.2", "libGLESv2.so");
   if (gles->egl_library == NULL)
      return fail(gles->device, "There is no EGL library (libEGL.so.1).");
   if (gles->gl_library == NULL)
      return fail(gles->device,
                  "There is no OpenGL ES library (libGLESv2.so.2).");
#define LOAD(type, name)                                               \
   *(void **)&gles->egl##name = dlsym(gles->egl_library, "egl" #name); \
   if (gles->egl##name == NULL)                                        \
      return fail(gles->device, "The EGL library lacks egl" #name ".");
   EGL_FUNCTIONS(LOAD)
#undef LOAD
   return true;
}

static void *
find_function(struct gles *gles, const char *name)
{
   void *function = dlsym(gles->gl_library, name);

   if (function == NULL)
      *(__eglMustCastToProperFunctionPointerType *)&function =
         gles->eglGetProcAddress(name);
   return function;
}

static bool
load_gl(struct gles *gles)
{
#define LOAD(type, name)                                    \
   *(void **)&gles->name = find_function(gles, "gl" #name); \
   if (gles->name == NULL)                                  \
      return fail(gles->device, "The OpenGL ES library lacks gl" #name ".");
   GL_FUNCTIONS(LOAD)
#undef LOAD
#define LOAD(type, name) \
   *(void **)&gles->name = find_function(gles, "gl" #name);
   GL_OPTIONAL(LOAD)
#undef LOAD
   return true;
}

/* Platform displays that need no screen: Mesa's, one per device, and the
 * default one. Returns EGL_NO_DISPLAY after the last. */
static EGLDisplay
get_display(struct gles *gles, uint32_t number)
{
   PFNEGLGETPLATFORMDISPLAYEXTPROC get =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)gles->eglGetProcAddress(
         "eglGetPlatformDisplayEXT");
   PFNEGLQUERYDEVICESEXTPROC query =
      (PFNEGLQUERYDEVICESEXTPROC)gles->eglGetProcAddress(
         "eglQueryDevicesEXT");
   EGLDeviceEXT devices[16];
   EGLint count = 0;

   if (number == 0)
      return get == NULL ? EGL_NO_DISPLAY
                         : get(EGL_PLATFORM_SURFACELESS_MESA,
                               EGL_DEFAULT_DISPLAY, NULL);
   if (number == 1)
      return gles->eglGetDisplay(EGL_DEFAULT_DISPLAY);
   if (get == NULL || query == NULL || !query(16, devices, &count) ||
       number - 2 >= (uint32_t)count)
      return EGL_NO_DISPLAY;
   return get(EGL_PLATFORM_DEVICE_EXT, devices[number - 2], NULL);
}

#define DISPLAYS 18

/* A context of OpenGL ES 3.2, 3.1 or 3.0, made current. */
static bool
make_context(struct gles *gles, EGLDisplay display)
{
   static const EGLint config_attributes[] = {
      EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE,
   };
   static const EGLint pbuffer_attributes[] = {
      EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE,
   };
   EGLConfig config;
   EGLint count = 0, minor;

   if (display == EGL_NO_DISPLAY || !gles->eglInitialize(display, NULL, NULL))
      return false;
   if (!gles->eglBindAPI(EGL_OPENGL_ES_API) ||
       !gles->eglChooseConfig(display, config_attributes, &config, 1,
                              &count) ||
       count == 0)
      return false;
   for (minor = 2; minor >= 0; minor--) {
      EGLint attributes[] = {
         EGL_CONTEXT_MAJOR_VERSION,
         3,
         EGL_CONTEXT_MINOR_VERSION,
         minor,
         EGL_NONE,
      };
      EGLContext context =
         gles->eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
      EGLSurface surface;

      if (context == EGL_NO_CONTEXT)
         continue;
      gles->display = display;
      gles->context = context;
      if (gles->eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                               context))
         return true;
      surface =
         gles->eglCreatePbufferSurface(display, config, pbuffer_attributes);
      if (surface != EGL_NO_SURFACE &&
          gles->eglMakeCurrent(display, surface, surface, context))
         return true;
      gles->eglDestroyContext(display, context);
   }
   return false;
}

static bool
is_software(const char *renderer)
{
   static const char *const names[] = {"llvmpipe", "softpipe", "SWR",
                                       "SwiftShader", "lavapipe"};
   size_t i;

   for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
      if (strstr(renderer, names[i]) != NULL)
         return true;
   }
   return false;
}

static void
leave_context(struct gles *gles)
{
   gles->eglMakeCurrent(gles->display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                        EGL_NO_CONTEXT);
   gles->eglDestroyContext(gles->display, gles->context);
}

/* The renderer of the display, whose context is current then, or NULL. */
static const char *
try_display(struct gles *gles, uint32_t number)
{
   const char *renderer;

   if (!make_context(gles, get_display(gles, number)))
      return NULL;
   if (!load_gl(gles)) {
      leave_context(gles);
      return NULL;
   }
   renderer = (const char *)gles->GetString(GL_RENDERER);
   return renderer != NULL ? renderer : "";
}

/* The display that was asked for, a GPU if there is one, or else any. */
static bool
choose_display(struct gles *gles)
{
   uint32_t choice = gles->device->choice, software = DISPLAYS, i;

   if (choice != 0) {
      return (choice <= DISPLAYS && try_display(gles, choice - 1) != NULL) ||
             fail(gles->device, "There is no device %u; see --list.", choice);
   }
   for (i = 0; i < DISPLAYS; i++) {
      const char *renderer = try_display(gles, i);

      if (renderer == NULL)
         continue;
      if (!is_software(renderer))
         return true;
      if (software == DISPLAYS)
         software = i;
      leave_context(gles);
   }
   return (software < DISPLAYS && try_display(gles, software) != NULL) ||
          fail(gles->device,
               "There is no OpenGL ES 3 without a screen (EGL 0x%x).",
               gles->eglGetError());
}

static bool
gles_list(struct device *device, const char *driver)
{
   struct gles gles = {.device = device};
   uint32_t i;

   (void)driver;
   if (!load_egl(&gles))
      return false;
   for (i = 0; i < DISPLAYS; i++) {
      const char *renderer = try_display(&gles, i);

      if (renderer == NULL)
         continue;
      printf("  device %u: %s (%s)\n", i + 1, renderer,
             is_software(renderer) ? "CPU" : "GPU");
      leave_context(&gles);
   }
   return true;
}

static bool
has_extension(struct gles *gles, const char *name)
{
   GLint count = 0, i;

   gles->GetIntegerv(GL_NUM_EXTENSIONS, &count);
   for (i = 0; i < count; i++) {
      const char *extension =
         (const char *)gles->GetStringi(GL_EXTENSIONS, (GLuint)i);

      if (extension != NULL && strcmp(extension, name) == 0)
         return true;
   }
   return false;
}

static uint32_t
get_limit(struct gles *gles, GLenum name)
{
   GLint value = 0;

   gles->GetIntegerv(name, &value);
   return value < 0 ? 0 : (uint32_t)value;
}

static void
find_multi_draws(struct gles *gles)
{
   struct scene_limits *limits = &gles->device->limits;

   if (has_extension(gles, "GL_EXT_multi_draw_indirect")) {
      *(void **)&gles->MultiDrawArraysIndirect =
         find_function(gles, "glMultiDrawArraysIndirectEXT");
      *(void **)&gles->MultiDrawElementsIndirect =
         find_function(gles, "glMultiDrawElementsIndirectEXT");
   }
   if (gles->MultiDrawArraysIndirect != NULL &&
       gles->MultiDrawElementsIndirect != NULL && limits->indirect) {
      limits->draws = SCENE_DRAWS;
      limits->indirect_stride = true;
   }
   if (has_extension(gles, "GL_EXT_multi_draw_arrays") &&
       has_extension(gles, "GL_EXT_draw_elements_base_vertex")) {
      *(void **)&gles->MultiDrawArrays =
         find_function(gles, "glMultiDrawArraysEXT");
      *(void **)&gles->MultiDrawElementsBaseVertex =
         find_function(gles, "glMultiDrawElementsBaseVertexEXT");
      limits->multi_draw = gles->MultiDrawArrays != NULL &&
                           gles->MultiDrawElementsBaseVertex != NULL;
   }
}

static void
find_limits(struct gles *gles)
{
   struct scene_limits *limits = &gles->device->limits;
   uint32_t version = 10 * get_limit(gles, GL_MAJOR_VERSION) +
                      get_limit(gles, GL_MINOR_VERSION);
   bool bindings = version >= 31;

   gles->has_bindings = bindings;
   *limits = (struct scene_limits){
      .attributes = get_limit(gles, GL_MAX_VERTEX_ATTRIBS),
      .bindings = bindings ? get_limit(gles, GL_MAX_VERTEX_ATTRIB_BINDINGS)
                           : SCENE_BINDINGS,
      /* Versions before 3.1 name no limits. */
      .stride = 2048,
      .offset = bindings
                   ? get_limit(gles, GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET)
                   : 2047,
      .divisor = UINT32_MAX,
      .points = 1 << 18,
      .vertices = 1 << 21,
      .buffer_bytes = 1 << 25,
      .draws = 1,
      .first = 1 << 30,
      .formats = {[SCENE_UINT] = 0xFFF,
                  [SCENE_SINT] = 0xFFF,
                  [SCENE_UNORM] = 0xFF,
                  [SCENE_SNORM] = 0xFF,
                  [SCENE_FLOAT] = 0xFF0,
                  [SCENE_UNORM10] = 0x100,
                  [SCENE_SNORM10] = 0x100},
      .zero_stride = bindings,
      .divisor_base_instance = true,
      .indirect = bindings,
      .index_bytes = {[1] = true, [2] = true, [4] = true},
      .restart = true,
      .exact_buffers = true,
      .triangles = true,
      .strips_restart = true,
      .last_provokes = true,
      .pointers = true,
      .dynamic_stride = bindings,
      .clears = true,
   };
   if (bindings && get_limit(gles, GL_MAX_VERTEX_ATTRIB_STRIDE) < 2048)
      limits->stride = get_limit(gles, GL_MAX_VERTEX_ATTRIB_STRIDE);
   if (bindings &&
       get_limit(gles, GL_MAX_VERTEX_IMAGE_UNIFORMS) >= SCENE_RESOURCES)
      limits->resources = SCENE_RESOURCES;

   if (has_extension(gles, "GL_EXT_base_instance")) {
      *(void **)&gles->DrawArraysInstancedBaseInstance =
         find_function(gles, "glDrawArraysInstancedBaseInstanceEXT");
      *(void **)&gles->DrawElementsInstancedBaseVertexBaseInstance =
         find_function(gles,
                       "glDrawElementsInstancedBaseVertexBaseInstanceEXT");
      if (gles->DrawArraysInstancedBaseInstance != NULL &&
          gles->DrawElementsInstancedBaseVertexBaseInstance != NULL) {
         limits->base_instance = UINT32_MAX;
         limits->indirect_base_instance = true;
      }
   }
   find_multi_draws(gles);
   if (version < 32) {
      const char *name = NULL;

      if (has_extension(gles, "GL_EXT_draw_elements_base_vertex"))
         name = "glDrawElementsInstancedBaseVertexEXT";
      else if (has_extension(gles, "GL_OES_draw_elements_base_vertex"))
         name = "glDrawElementsInstancedBaseVertexOES";
      *(void **)&gles->DrawElementsInstancedBaseVertex =
         name == NULL ? NULL : find_function(gles, name);
   }
   limits->vertex_offset = gles->DrawElementsInstancedBaseVertex != NULL;
   /* Before 3.2 the function may be an extension that is not enabled. */
   if (version < 32)
      gles->GetGraphicsResetStatus = NULL;
}

/* ---- Programs ---------------------------------------------------------- */

static const char *const fragment_source =
   "#version 300 es\n"
   "precision highp float;\n"
   "precision highp int;\n"
   "flat in uvec4 color;\n"
   "out uvec4 target;\n"
   "void main() { target = color; }\n";

struct source {
   char text[32768];
   size_t length;
};

static void
add(struct source *source, const char *format, ...)
{
   va_list arguments;

   va_start(arguments, format);
   source->length += (size_t)vsnprintf(source->text + source->length,
                                       sizeof(source->text) - source->length,
                                       format, arguments);
   va_end(arguments);
}

static bool
is_float(const struct scene_attribute *attribute)
{
   return attribute->numeric != SCENE_UINT &&
          attribute->numeric != SCENE_SINT;
}

static void
add_input(struct source *source, const struct scene_attribute *attribute)
{
   add(source, "layout(location = %u) in highp %s a%u;\n",
       attribute->location,
       is_float(attribute)                ? "vec4"
       : attribute->numeric == SCENE_SINT ? "ivec4"
                                          : "uvec4",
       attribute->location);
}

/* The attribute as integers; see scene_value(). */
static void
add_read(struct source *source, const struct scene_attribute *attribute)
{
   uint32_t location = attribute->location, i;
   bool is_signed = attribute->numeric == SCENE_SNORM ||
                    attribute->numeric == SCENE_SNORM10;

   add(source, "  read(%uu, ", 1 + location);
   switch (attribute->numeric) {
   case SCENE_UINT:
      add(source, "a%u", location);
      break;
   case SCENE_SINT:
      add(source, "uvec4(a%u)", location);
      break;
   case SCENE_FLOAT:
      add(source, "normal(a%u, %s)", location,
          attribute->component_bytes == 2 ? "113u, 142u" : "1u, 254u");
      break;
   default:
      add(source, "uvec4((a%u + %u.0) * vec4(", location, is_signed);
      for (i = 0; i < 4; i++) {
         add(source, "%s%u.0", i == 0 ? "" : ", ",
             (1u << (scene_normalized_bits(attribute, i) - is_signed)) - 1);
      }
      add(source, ") + 0.5)");
      break;
   }
   add(source, ");\n");
}

/* What spirv.c writes for Vulkan. */
static void
write_vertex_source(struct source *source,
                    const struct scene_pipeline *pipeline)
{
   bool resources = pipeline->resources;
   uint32_t i, j;

   source->length = 0;
   add(source,
       "#version %s es\n"
       "precision highp float;\n"
       "precision highp int;\n"
       "uniform uint u[12];\n"
       "flat out uvec4 color;\n"
       "uint hash = 2166136261u;\n"
       "uvec4 shown = uvec4(0);\n"
       "void fold(uint value) { hash = (hash ^ value) * 16777619u; }\n"
       "void read(uint number, uvec4 value) {\n"
       "  fold(value.x); fold(value.y); fold(value.z); fold(value.w);\n"
       "  if (u[6] == number) shown = value;\n"
       "}\n"
       "uvec4 normal(vec4 value, uint least, uint most) {\n"
       "  uvec4 bits = floatBitsToUint(value);\n"
       "  for (int i = 0; i < 4; i++) {\n"
       "    uint exponent = bits[i] >> 23 & 255u;\n"
       "    if (exponent < least || exponent > most) bits[i] = 0u;\n"
       "  }\n"
       "  return bits;\n"
       "}\n",
       resources ? "310" : "300");
   for (i = 0; i < pipeline->attribute_count; i++)
      add_input(source, &pipeline->attributes[i]);
   for (i = 0; i < SCENE_RESOURCES && resources; i++) {
      add(source,
          "layout(binding = %u, r32ui) readonly uniform highp uimage2D "
          "image%u;\n",
          i, i);
   }
   add(source, "void main() {\n"
               "  uint vertex = uint(gl_VertexID) + u[4];\n"
               "  uint instance = uint(gl_InstanceID) + u[5];\n"
               "  uint from_first = vertex - u[2];\n"
               "  uint slot = u[0] + (instance - u[3]) * u[1] + from_first;\n"
               "  vec2 place = vec2(slot %% u[8], slot / u[8]) + 0.5;\n");
   for (i = 0; i < SCENE_LOCATIONS; i++) {
      for (j = 0; j < pipeline->attribute_count; j++) {
         if (pipeline->attributes[j].location == i)
            break;
      }
      if (j < pipeline->attribute_count)
         add_read(source, &pipeline->attributes[j]);
      else
         add(source, "  read(%uu, uvec4(0));\n", 1 + i);
   }
   for (i = 0; i < SCENE_RESOURCES && resources; i++) {
      add(source,
          "  { uint value = imageLoad(image%u, ivec2(0)).x; fold(value);\n"
          "    if (u[6] == %uu) shown = uvec4(value, 0, 0, 1); }\n",
          i, OUTPUT_RESOURCE + i);
   }
   add(source,
       "  color = u[6] == 0u ? uvec4(u[7], vertex, instance, hash) : shown;\n"
       "  if (u[11] == 1u)\n"
       "    place.y += (from_first & 1u) == 0u ? -0.4 : 0.4;\n"
       "  gl_Position = vec4(place / vec2(u[8], u[9]) * 2.0 - 1.0, 0.0, "
       "1.0);\n"
       "  if (instance - u[3] >= u[10])\n"
       "    gl_Position.x = 3.0;\n"
       "  gl_PointSize = 1.0;\n"
       "}\n");
}

static GLuint
compile(struct gles *gles, GLenum type, const char *source)
{
   GLuint shader = gles->CreateShader(type);

   gles->ShaderSource(shader, 1, &source, NULL);
   gles->CompileShader(shader);
   return shader;
}

static struct scene_pipeline
program_key(const struct scene_pipeline *pipeline)
{
   struct scene_pipeline key;

   memset(&key, 0, sizeof(key));
   key.attribute_count = pipeline->attribute_count;
   memcpy(key.attributes, pipeline->attributes, sizeof(key.attributes));
   key.resources = pipeline->resources;
   return key;
}

static bool
use_program(struct gles *gles, const struct scene_pipeline *pipeline,
            GLint *uniforms)
{
   const struct scene_pipeline key = program_key(pipeline);
   static struct source source;
   struct cached_program *cached;
   GLuint vertex, fragment;
   GLint linked = 0;
   uint32_t i;

   for (i = 0; i < CACHED_PROGRAMS; i++) {
      cached = &gles->programs[i];
      if (cached->program != 0 &&
          memcmp(&cached->key, &key, sizeof(key)) == 0) {
         gles->UseProgram(cached->program);
         *uniforms = cached->uniforms;
         return true;
      }
   }
   cached = &gles->programs[gles->next_program++ % CACHED_PROGRAMS];
   if (cached->program != 0)
      gles->DeleteProgram(cached->program);
   cached->program = gles->CreateProgram();
   memcpy(&cached->key, &key, sizeof(key));
   write_vertex_source(&source, pipeline);
   vertex = compile(gles, GL_VERTEX_SHADER, source.text);
   /* Both shaders must have the same version. */
   if (pipeline->resources) {
      char fragment_310[512];

      snprintf(fragment_310, sizeof(fragment_310), "#version 310 es\n%s",
               strchr(fragment_source, '\n') + 1);
      fragment = compile(gles, GL_FRAGMENT_SHADER, fragment_310);
   } else {
      fragment = compile(gles, GL_FRAGMENT_SHADER, fragment_source);
   }
   gles->AttachShader(cached->program, vertex);
   gles->AttachShader(cached->program, fragment);
   gles->LinkProgram(cached->program);
   gles->DeleteShader(vertex);
   gles->DeleteShader(fragment);
   gles->GetProgramiv(cached->program, GL_LINK_STATUS, &linked);
   if (!linked)
      return fail(gles->device, "The driver does not compile the shader.");
   gles->UseProgram(cached->program);
   cached->uniforms = gles->GetUniformLocation(cached->program, "u");
   *uniforms = cached->uniforms;
   return check(gles, "program");
}

/* ---- Contents ---------------------------------------------------------- */

static bool
make_images(struct gles *gles)
{
   uint32_t set, i;

   if (gles->device->limits.resources == 0)
      return true;
   for (set = 0; set < SCENE_RESOURCE_SETS; set++) {
      gles->GenTextures(SCENE_RESOURCES, gles->images[set]);
      for (i = 0; i < SCENE_RESOURCES; i++) {
         uint32_t value = scene_resource(set, i);

         gles->BindTexture(GL_TEXTURE_2D, gles->images[set][i]);
         gles->TexStorage2D(GL_TEXTURE_2D, 1, GL_R32UI, 1, 1);
         gles->TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RED_INTEGER,
                             GL_UNSIGNED_INT, &value);
      }
   }
   return check(gles, "images");
}

static bool
make_target(struct gles *gles, const struct scene *scene)
{
   uint32_t rows = target_rows(scene);

   gles->BindFramebuffer(GL_FRAMEBUFFER, gles->framebuffer);
   gles->Viewport(0, 0, TARGET_COLUMNS, (GLsizei)rows);
   if (gles->rows == rows)
      return true;
   gles->DeleteRenderbuffers(1, &gles->renderbuffer);
   gles->GenRenderbuffers(1, &gles->renderbuffer);
   gles->BindRenderbuffer(GL_RENDERBUFFER, gles->renderbuffer);
   gles->RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32UI, TARGET_COLUMNS,
                             (GLsizei)rows);
   gles->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0,
                                 GL_RENDERBUFFER, gles->renderbuffer);
   if (!check(gles, "target"))
      return false;
   if (gles->CheckFramebufferStatus(GL_FRAMEBUFFER) !=
       GL_FRAMEBUFFER_COMPLETE)
      return fail(gles->device, "The device cannot draw to RGBA32UI.");
   gles->rows = rows;
   return true;
}

static bool
fill_buffer(struct gles *gles, GLuint buffer, const void *bytes, size_t size)
{
   gles->BindBuffer(GL_COPY_WRITE_BUFFER, buffer);
   gles->BufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)size, bytes,
                    GL_STATIC_DRAW);
   return check(gles, "buffer");
}

static bool
fill_vertices(struct gles *gles, const struct scene *scene)
{
   uint32_t i, j;

   for (i = 0; i < SCENE_BUFFERS; i++) {
      uint32_t size = scene->buffer_bytes[i];
      uint8_t *bytes;
      bool good;

      /* Behind the end nothing is defined, but something is there. */
      if (!scene->exact)
         size += 4096;
      if (scene->exact ? gles->filled[i] == size : gles->filled[i] >= size)
         continue;
      bytes = malloc(size + 1u);
      if (bytes == NULL)
         return fail(gles->device, "There is not enough memory.");
      for (j = 0; j < size; j++)
         bytes[j] = scene_byte(i, j);
      good = fill_buffer(gles, gles->vertices[i], bytes, size);
      free(bytes);
      if (!good)
         return false;
      gles->filled[i] = size;
   }
   return true;
}

static bool
fill_indices(struct gles *gles, const struct scene *scene)
{
   uint8_t *bytes = calloc(1, scene->index_bytes + 4u);
   bool good;

   if (bytes == NULL)
      return fail(gles->device, "There is not enough memory.");
   scene_write_indices(scene, bytes);
   good = fill_buffer(gles, gles->indices, bytes, scene->index_bytes + 4u);
   free(bytes);
   return good;
}

static bool
fill_indirect(struct gles *gles, const struct scene *scene)
{
   uint32_t size = scene_indirect_offset(scene, scene->command_count);
   void *bytes = malloc(size + 1u);
   bool good;

   if (bytes == NULL)
      return fail(gles->device, "There is not enough memory.");
   scene_write_indirect(scene, bytes);
   good = fill_buffer(gles, gles->indirect, bytes, size);
   free(bytes);
   return good;
}

/* ---- Draws ------------------------------------------------------------- */

struct bound_state {
   uint32_t pipeline; /* index + 1 */
   bool buffers[SCENE_BINDINGS];
   struct scene_bound bound[SCENE_BINDINGS];
   uint32_t resource_set; /* + 1 */
};

static GLenum
type_of(const struct scene_attribute *attribute)
{
   bool is_signed =
      attribute->numeric == SCENE_SINT || attribute->numeric == SCENE_SNORM;

   switch (attribute->numeric) {
   case SCENE_UNORM10:
      return GL_UNSIGNED_INT_2_10_10_10_REV;
   case SCENE_SNORM10:
      return GL_INT_2_10_10_10_REV;
   case SCENE_FLOAT:
      return attribute->component_bytes == 2 ? GL_HALF_FLOAT : GL_FLOAT;
   default:
      break;
   }
   if (is_signed) {
      return attribute->component_bytes == 1   ? GL_BYTE
             : attribute->component_bytes == 2 ? GL_SHORT
                                               : GL_INT;
   }
   return attribute->component_bytes == 1   ? GL_UNSIGNED_BYTE
          : attribute->component_bytes == 2 ? GL_UNSIGNED_SHORT
                                            : GL_UNSIGNED_INT;
}

static GLint
components_of(const struct scene_attribute *attribute)
{
   return attribute->numeric >= SCENE_UNORM10 ? 4
                                              : (GLint)attribute->components;
}

static bool
is_normalized(const struct scene_attribute *attribute)
{
   return is_float(attribute) && attribute->numeric != SCENE_FLOAT;
}

/* Attributes that pointers describe have no other description. */
static void
describe_bindings(struct gles *gles, const struct scene_pipeline *pipeline)
{
   bool described = gles->has_bindings && !pipeline->pointers;
   uint32_t i;

   for (i = 0; i < gles->device->limits.attributes && i < SCENE_LOCATIONS;
        i++)
      gles->DisableVertexAttribArray(i);
   for (i = 0; i < pipeline->attribute_count; i++) {
      const struct scene_attribute *attribute = &pipeline->attributes[i];

      gles->EnableVertexAttribArray(attribute->location);
      if (!described)
         continue;
      if (is_float(attribute)) {
         gles->VertexAttribFormat(
            attribute->location, components_of(attribute), type_of(attribute),
            is_normalized(attribute), attribute->offset);
      } else {
         gles->VertexAttribIFormat(attribute->location,
                                   components_of(attribute),
                                   type_of(attribute), attribute->offset);
      }
      gles->VertexAttribBinding(attribute->location, attribute->binding);
   }
   for (i = 0; i < SCENE_BINDINGS && described; i++) {
      const struct scene_binding *binding = &pipeline->bindings[i];

      if (binding->used) {
         gles->VertexBindingDivisor(
            i, binding->per_instance ? binding->divisor : 0);
      }
   }
}

static const void *
as_pointer(uint64_t offset)
{
   return (const void *)(uintptr_t)offset;
}

static void
set_pointers(struct gles *gles, const struct scene *scene,
             const struct scene_command *command)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint32_t i;

   for (i = 0; i < pipeline->attribute_count; i++) {
      const struct scene_attribute *attribute = &pipeline->attributes[i];
      const struct scene_binding *binding =
         &pipeline->bindings[attribute->binding];
      const struct scene_bound *bound = &command->bound[attribute->binding];
      GLsizei stride =
         (GLsizei)scene_stride(scene, command, attribute->binding);
      const void *pointer =
         as_pointer((uint64_t)bound->offset + attribute->offset);

      gles->BindBuffer(GL_ARRAY_BUFFER, gles->vertices[bound->buffer]);
      if (is_float(attribute)) {
         gles->VertexAttribPointer(
            attribute->location, components_of(attribute), type_of(attribute),
            is_normalized(attribute), stride, pointer);
      } else {
         gles->VertexAttribIPointer(attribute->location,
                                    components_of(attribute),
                                    type_of(attribute), stride, pointer);
      }
      gles->VertexAttribDivisor(attribute->location,
                                binding->per_instance ? binding->divisor : 0);
   }
}

static void
bind_buffers(struct gles *gles, const struct scene *scene,
             const struct scene_command *command, struct bound_state *state)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint32_t i;

   if (pipeline->pointers || !gles->has_bindings) {
      set_pointers(gles, scene, command);
      /* Which are bindings by another name. */
      memset(state->buffers, 0, sizeof(state->buffers));
      return;
   }
   for (i = 0; i < SCENE_BINDINGS; i++) {
      struct scene_bound bound = command->bound[i];

      bound.stride = scene_stride(scene, command, i);
      if (!pipeline->bindings[i].used ||
          (state->buffers[i] &&
           memcmp(&state->bound[i], &bound, sizeof(bound)) == 0))
         continue;
      state->buffers[i] = true;
      state->bound[i] = bound;
      gles->BindVertexBuffer(i, gles->vertices[bound.buffer], bound.offset,
                             (GLsizei)bound.stride);
   }
}

static void
bind_images(struct gles *gles, uint32_t set)
{
   uint32_t i;

   for (i = 0; i < SCENE_RESOURCES; i++) {
      gles->BindImageTexture(i, gles->images[set][i], 0, GL_FALSE, 0,
                             GL_READ_ONLY, GL_R32UI);
   }
}

static GLenum
index_type(const struct scene_command *command)
{
   return command->index_bytes == 1   ? GL_UNSIGNED_BYTE
          : command->index_bytes == 2 ? GL_UNSIGNED_SHORT
                                      : GL_UNSIGNED_INT;
}

static const void *
indices_of(const struct scene_command *command, const struct scene_draw *draw)
{
   return as_pointer(command->index_offset +
                     (uint64_t)draw->first_index * command->index_bytes);
}

static void
draw_elements(struct gles *gles, GLenum mode,
              const struct scene_command *command,
              const struct scene_draw *draw)
{
   GLenum type = index_type(command);
   const void *indices = indices_of(command, draw);
   GLsizei count = (GLsizei)draw->count, instances = (GLsizei)draw->instances;

   if (draw->base_instance != 0) {
      gles->DrawElementsInstancedBaseVertexBaseInstance(
         mode, count, type, indices, instances, draw->vertex_offset,
         draw->base_instance);
   } else if (draw->vertex_offset != 0) {
      gles->DrawElementsInstancedBaseVertex(mode, count, type, indices,
                                            instances, draw->vertex_offset);
   } else {
      gles->DrawElementsInstanced(mode, count, type, indices, instances);
   }
}

static void
draw_indirect(struct gles *gles, GLenum mode, const struct scene *scene,
              uint32_t number)
{
   const struct scene_command *command = &scene->commands[number];
   const void *words = as_pointer(scene_indirect_offset(scene, number));
   GLsizei draws = (GLsizei)command->draw_count;
   GLsizei stride = (GLsizei)command->indirect_stride;

   if (command->index_bytes != 0 && draws == 1)
      gles->DrawElementsIndirect(mode, index_type(command), words);
   else if (command->index_bytes != 0)
      gles->MultiDrawElementsIndirect(mode, index_type(command), words, draws,
                                      stride);
   else if (draws == 1)
      gles->DrawArraysIndirect(mode, words);
   else
      gles->MultiDrawArraysIndirect(mode, words, draws, stride);
}

static void
draw_multi(struct gles *gles, GLenum mode,
           const struct scene_command *command)
{
   GLint firsts[SCENE_DRAWS], offsets[SCENE_DRAWS];
   GLsizei counts[SCENE_DRAWS], draws = (GLsizei)command->draw_count;
   const void *indices[SCENE_DRAWS];
   uint32_t i;

   for (i = 0; i < command->draw_count; i++) {
      const struct scene_draw *draw = &command->draws[i];

      firsts[i] = (GLint)draw->first;
      counts[i] = draw->instances == 0 ? 0 : (GLsizei)draw->count;
      offsets[i] = draw->vertex_offset;
      indices[i] = indices_of(command, draw);
   }
   if (command->index_bytes != 0)
      gles->MultiDrawElementsBaseVertex(mode, counts, index_type(command),
                                        indices, draws, offsets);
   else
      gles->MultiDrawArrays(mode, firsts, counts, draws);
}

static void
draw_command(struct gles *gles, GLenum mode, const struct scene *scene,
             uint32_t number)
{
   const struct scene_command *command = &scene->commands[number];
   const struct scene_draw *draw = &command->draws[0];

   if (command->indirect) {
      draw_indirect(gles, mode, scene, number);
   } else if (command->multi) {
      draw_multi(gles, mode, command);
   } else if (command->index_bytes != 0) {
      draw_elements(gles, mode, command, draw);
   } else if (draw->base_instance != 0) {
      gles->DrawArraysInstancedBaseInstance(
         mode, (GLint)draw->first, (GLsizei)draw->count,
         (GLsizei)draw->instances, draw->base_instance);
   } else {
      gles->DrawArraysInstanced(mode, (GLint)draw->first,
                                (GLsizei)draw->count,
                                (GLsizei)draw->instances);
   }
}

static void
clear_row(struct gles *gles)
{
   static const GLuint color[4] = {TARGET_CLEARED_ROW, TARGET_CLEARED_ROW,
                                   TARGET_CLEARED_ROW, TARGET_CLEARED_ROW};

   gles->Enable(GL_SCISSOR_TEST);
   gles->Scissor(0, (GLint)gles->rows - 1, TARGET_COLUMNS, 1);
   gles->ClearBufferuiv(GL_COLOR, 0, color);
   gles->Disable(GL_SCISSOR_TEST);
}

static bool
draw_scene(struct gles *gles, const struct drawing *drawing)
{
   static const GLenum modes[SCENE_TOPOLOGIES] = {
      [SCENE_POINTS] = GL_POINTS,
      [SCENE_TRIANGLE_LIST] = GL_TRIANGLES,
      [SCENE_TRIANGLE_STRIP] = GL_TRIANGLE_STRIP,
   };
   const struct scene *scene = drawing->scene;
   struct bound_state state = {0};
   uint32_t i;

   for (i = 0; i < scene->command_count; i++) {
      const struct scene_command *command = &scene->commands[i];
      const struct scene_pipeline *pipeline =
         &scene->pipelines[command->pipeline];
      struct point_uniforms uniforms = point_uniforms(drawing, i);
      GLint location = -1;

      if (command->pass_before)
         gles->Flush();
      if (command->clear_before)
         clear_row(gles);
      if (!use_program(gles, pipeline, &location))
         return false;
      if (state.pipeline != command->pipeline + 1) {
         describe_bindings(gles, pipeline);
         state.pipeline = command->pipeline + 1;
      }
      bind_buffers(gles, scene, command, &state);
      if (pipeline->resources &&
          state.resource_set != command->resource_set + 1) {
         bind_images(gles, command->resource_set);
         state.resource_set = command->resource_set + 1;
      }
      if (pipeline->restart)
         gles->Enable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
      else
         gles->Disable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
      /* gl_InstanceID begins at 0. */
      uniforms.add_instance = command->draws[0].base_instance;
      gles->Uniform1uiv(location, sizeof(uniforms) / 4, &uniforms.slot);
      draw_command(gles, modes[pipeline->topology], scene, i);
   }
   return check(gles, "draw");
}

static bool
gles_draw(struct device *device, const struct drawing *drawing,
          uint32_t *pixels)
{
   static const GLuint clear[4] = {TARGET_CLEAR, TARGET_CLEAR, TARGET_CLEAR,
                                   TARGET_CLEAR};
   struct gles *gles = device->data;
   const struct scene *scene = drawing->scene;
   GLuint array;
   bool good = true;
   uint32_t i;

   if (!make_target(gles, scene) || !fill_vertices(gles, scene) ||
       !fill_indices(gles, scene) || !fill_indirect(gles, scene))
      return false;
   gles->GenVertexArrays(1, &array);
   gles->BindVertexArray(array);
   gles->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, gles->indices);
   if (device->limits.indirect)
      gles->BindBuffer(GL_DRAW_INDIRECT_BUFFER, gles->indirect);
   for (i = 0; i < scene->submissions && good; i++) {
      gles->ClearBufferuiv(GL_COLOR, 0, clear);
      good = draw_scene(gles, drawing);
      if (good) {
         gles->ReadPixels(0, 0, TARGET_COLUMNS, (GLsizei)gles->rows,
                          GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                          pixels + i * target_numbers(scene));
         good = check(gles, "reading the target");
      }
   }
   gles->DeleteVertexArrays(1, &array);
   return good;
}

static void
name_device(struct gles *gles)
{
   struct device *device = gles->device;
   const char *renderer = (const char *)gles->GetString(GL_RENDERER);

   snprintf(device->name, sizeof(device->name), "%.200s", renderer);
   snprintf(device->driver, sizeof(device->driver), "%.200s",
            (const char *)gles->GetString(GL_VENDOR));
   snprintf(device->version, sizeof(device->version), "%.100s",
            (const char *)gles->GetString(GL_VERSION));
   device->cpu = is_software(renderer);
   device->mali = strstr(renderer, "Mali") != NULL;
   snprintf(device->type, sizeof(device->type), "%s",
            device->cpu ? "CPU" : "GPU");
}

static bool
gles_open(struct device *device, const char *driver)
{
   struct gles *gles = calloc(1, sizeof(*gles));

   (void)driver;
   if (gles == NULL)
      return fail(device, "There is not enough memory.");
   device->data = gles;
   gles->device = device;
   if (!load_egl(gles) || !choose_display(gles))
      return false;
   find_limits(gles);
   name_device(gles);
   gles->GenFramebuffers(1, &gles->framebuffer);
   gles->GenBuffers(SCENE_BUFFERS, gles->vertices);
   gles->GenBuffers(1, &gles->indices);
   gles->GenBuffers(1, &gles->indirect);
   return make_images(gles) && check(gles, "context");
}

const struct api gles_api = {
   .name = "gles",
   .open = gles_open,
   .list = gles_list,
   .draw = gles_draw,
};

#ifndef CONFORMANCE_NO_MAIN
int
main(int argc, char **argv)
{
   return conformance_main(&gles_api, argc, argv);
}
#endif
