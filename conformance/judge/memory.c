/* SPDX-License-Identifier: MIT */

#define _GNU_SOURCE
#include "memory.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "drm-uapi/drm.h"
#include "drm-uapi/panfrost_drm.h"
#include "drm-uapi/panthor_drm.h"

/* A buffer object, or a part of it that panthor maps. */
struct object {
   uint64_t address, size;
   /* In the shim's file */
   uint64_t offset;
   /* 0 if it is unmapped by address */
   uint32_t handle;
};

static struct object *objects;
static size_t object_count, object_capacity;
/* The shim's; in it, the offset of an object of panfrost is its address. */
static int shim_file = -1;
static int sharing = MAP_SHARED;
static sigjmp_buf outside;

void (*memory_submitted)(const struct work *work);

static _Noreturn void
fail(const char *what)
{
   perror(what);
   exit(2);
}

static void
open_shim_file(void)
{
   DIR *folder = opendir("/proc/self/fd");
   struct dirent *entry;

   if (!folder)
      fail("/proc/self/fd");
   while (shim_file < 0 && (entry = readdir(folder))) {
      char target[64] = "";

      if (readlinkat(dirfd(folder), entry->d_name, target,
                     sizeof(target) - 1) > 0 &&
          strncmp(target, "/memfd:shim mem", 15) == 0)
         shim_file = atoi(entry->d_name);
   }
   closedir(folder);
   if (shim_file < 0) {
      fputs("judge: Mesa's drm-shim is not preloaded\n", stderr);
      exit(2);
   }
}

static void
map(const struct object *object)
{
   void *address = (void *)(uintptr_t)object->address;

   if (mmap(address, object->size, PROT_READ | PROT_WRITE,
            sharing | MAP_FIXED | MAP_NORESERVE, shim_file,
            (off_t)object->offset) != address)
      fail("judge: cannot map a buffer object");
}

static void
add_object(const struct object *object)
{
   if (shim_file < 0)
      open_shim_file();
   if (object_count == object_capacity) {
      object_capacity = 2 * object_capacity + 64;
      objects = realloc(objects, object_capacity * sizeof(*objects));
      if (!objects)
         fail("judge");
   }
   objects[object_count] = *object;
   map(&objects[object_count++]);
}

static void
remove_object(size_t i)
{
   munmap((void *)(uintptr_t)objects[i].address, objects[i].size);
   objects[i] = objects[--object_count];
}

static void
remove_handle(uint32_t handle)
{
   for (size_t i = 0; i < object_count; i++) {
      if (handle && objects[i].handle == handle) {
         remove_object(i);
         return;
      }
   }
}

static uint64_t
up_to_page(uint64_t size)
{
   return (size + 4095) & ~4095ull;
}

/* ---- Panfrost ---------------------------------------------------------- */

static void
create_bo(const struct drm_panfrost_create_bo *info)
{
   const struct object object = {
      info->offset, up_to_page(info->size), info->offset, info->handle,
   };

   /* The shim has no room for it, or it is for a size that wrapped to 0. */
   if (info->offset && info->size)
      add_object(&object);
}

/* What the shim does not answer: a value that an assertion of the driver
 * needs, and a file of a buffer object. Images of a swapchain need one, which
 * nobody maps without a window. */
static bool
answer(unsigned long request, void *argument)
{
   struct drm_panfrost_get_param *get = argument;
   struct drm_prime_handle *prime = argument;

   if (request == DRM_IOCTL_PRIME_HANDLE_TO_FD) {
      prime->fd = memfd_create("judge image", MFD_CLOEXEC);
      return prime->fd >= 0;
   }
   if (request != DRM_IOCTL_PANFROST_GET_PARAM)
      return false;
   get->value = 0;
   return get->param == DRM_PANFROST_PARAM_L2_FEATURES;
}

static void
submit_chain(const struct drm_panfrost_submit *submit)
{
   const struct work work = {.first_job = submit->jc};

   if (!(submit->requirements & PANFROST_JD_REQ_FS) && memory_submitted)
      memory_submitted(&work);
}

/* ---- Panthor ----------------------------------------------------------- */

static int (*next_ioctl)(int, unsigned long, ...);

/* Drivers choose addresses, from the highest on. Below these bits, nothing of
 * this process is in their way. */
static void
limit_addresses(const struct drm_panthor_dev_query *query)
{
   struct drm_panthor_gpu_info *info = (void *)(uintptr_t)query->pointer;

   if (query->type == DRM_PANTHOR_DEV_QUERY_GPU_INFO && info)
      info->mmu_features = (info->mmu_features & ~0xFFu) | 40;
}

static const void *
element(const struct drm_panthor_obj_array *array, uint32_t i)
{
   return (const void *)(uintptr_t)(array->array + (uint64_t)i *
                                                      array->stride);
}

static void
bind(int file, const struct drm_panthor_vm_bind *bind)
{
   for (uint32_t i = 0; i < bind->ops.count; i++) {
      const struct drm_panthor_vm_bind_op *op = element(&bind->ops, i);
      const uint32_t type =
         op->flags & (uint32_t)DRM_PANTHOR_VM_BIND_OP_TYPE_MASK;
      struct drm_panthor_bo_mmap_offset in_file = {.handle = op->bo_handle};
      struct object object = {.address = op->va, .size = op->size};

      if (type == DRM_PANTHOR_VM_BIND_OP_TYPE_SYNC_ONLY)
         continue;
      for (size_t j = object_count; j-- > 0;) {
         if (op->va < objects[j].address + objects[j].size &&
             objects[j].address < op->va + op->size)
            remove_object(j);
      }
      if (type != DRM_PANTHOR_VM_BIND_OP_TYPE_MAP || !op->bo_handle)
         continue;
      if (next_ioctl(file, DRM_IOCTL_PANTHOR_BO_MMAP_OFFSET, &in_file))
         fail("judge: a buffer object has no memory");
      object.offset = in_file.offset + op->bo_offset;
      add_object(&object);
   }
}

static void
submit_streams(const struct drm_panthor_group_submit *submit)
{
   const uint32_t count = submit->queue_submits.count;
   struct work_stream *streams = calloc(count + 1, sizeof(*streams));
   const struct work work = {
      .group = submit->group_handle,
      .stream_count = count,
      .streams = streams,
   };

   if (!streams)
      fail("judge");
   for (uint32_t i = 0; i < count; i++) {
      const struct drm_panthor_queue_submit *queue =
         element(&submit->queue_submits, i);

      streams[i] = (struct work_stream){
         queue->queue_index, queue->stream_size, queue->stream_addr,
      };
   }
   if (memory_submitted)
      memory_submitted(&work);
   free(streams);
}

/* ------------------------------------------------------------------------ */

int
ioctl(int fd, unsigned long request, ...)
{
   static uint32_t group_count;
   va_list list;
   void *argument;

   va_start(list, request);
   argument = va_arg(list, void *);
   va_end(list);
   if (!next_ioctl)
      *(void **)&next_ioctl = dlsym(RTLD_NEXT, "ioctl");

   const int result = next_ioctl(fd, request, argument);

   if (result)
      return answer(request, argument) ? 0 : result;
   if (request == DRM_IOCTL_PANFROST_CREATE_BO)
      create_bo(argument);
   else if (request == DRM_IOCTL_GEM_CLOSE)
      remove_handle(((const struct drm_gem_close *)argument)->handle);
   else if (request == DRM_IOCTL_PANFROST_SUBMIT)
      submit_chain(argument);
   else if (request == DRM_IOCTL_PANTHOR_DEV_QUERY)
      limit_addresses(argument);
   else if (request == DRM_IOCTL_PANTHOR_VM_BIND)
      bind(fd, argument);
   else if (request == DRM_IOCTL_PANTHOR_GROUP_CREATE)
      ((struct drm_panthor_group_create *)argument)->group_handle =
         ++group_count;
   else if (request == DRM_IOCTL_PANTHOR_GROUP_SUBMIT)
      submit_streams(argument);
   return 0;
}

static const struct object *
object_of(uint64_t address)
{
   for (size_t i = 0; i < object_count; i++) {
      if (address >= objects[i].address &&
          address - objects[i].address < objects[i].size)
         return &objects[i];
   }
   return NULL;
}

bool
memory_holds(uint64_t address, uint64_t size)
{
   const struct object *object = object_of(address);

   return object && size <= object->size - (address - object->address);
}

uint64_t
memory_begin(uint64_t address)
{
   const struct object *object = object_of(address);

   return object ? object->address : 0;
}

bool
memory_read(uint64_t address, void *bytes, size_t size)
{
   if (!memory_holds(address, size))
      return false;
   memcpy(bytes, (const void *)(uintptr_t)address, size);
   return true;
}

bool
memory_write(uint64_t address, const void *bytes, size_t size)
{
   if (!memory_holds(address, size))
      return false;
   memcpy((void *)(uintptr_t)address, bytes, size);
   return true;
}

void
memory_keep_writes(bool keep)
{
   sharing = keep ? MAP_SHARED : MAP_PRIVATE;
   for (size_t i = 0; i < object_count; i++)
      map(&objects[i]);
}

static void
leave(int signal)
{
   (void)signal;
   siglongjmp(outside, 1);
}

bool
memory_try(void (*function)(void *data), void *data)
{
   const struct sigaction action = {.sa_handler = leave};
   struct sigaction old[2];
   sigjmp_buf outer;
   bool inside = false;

   memcpy(&outer, &outside, sizeof(outer));
   sigaction(SIGSEGV, &action, &old[0]);
   sigaction(SIGBUS, &action, &old[1]);
   if (sigsetjmp(outside, 1) == 0) {
      function(data);
      inside = true;
   }
   sigaction(SIGSEGV, &old[0], NULL);
   sigaction(SIGBUS, &old[1], NULL);
   memcpy(&outside, &outer, sizeof(outer));
   return inside;
}
