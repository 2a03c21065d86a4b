/* SPDX-License-Identifier: MIT */

#include "chain.h"

#include <stdlib.h>
#include <string.h>

#include "explain.h"
#include "memory.h"

/* Where parts of jobs begin, by genxml. */
#define INVOCATION 32
#define PRIMITIVE 40
#define COMPUTE_DRAW 64
#define TILER_DRAW 128
#define VERTEX_DRAW 256

/* What PanVK puts before the arguments of a kernel: the numbers of work
 * groups and the address of a buffer for messages. */
#define KERNEL_ARGUMENTS 24

struct job {
   struct mali_job header;
   bool done;
};

struct chain {
   const struct work_user *user;
   struct job *jobs;
   uint32_t count;
   /* The number of the job with each index, plus 1. */
   uint32_t numbers[65536];
   enum work_order order;
   /* All jobs before it are done. */
   uint32_t first;
};

/* "Write Value Job Payload" of genxml. */
struct write {
   uint64_t address;
   uint32_t type, reserved;
   uint64_t value;
};

static bool
is_draw(enum mali_type type)
{
   return type == MALI_INDEXED_VERTEX || type == MALI_VERTEX ||
          type == MALI_TILER || type == MALI_MALLOC_VERTEX;
}

static bool
read_jobs(struct chain *chain, uint64_t next)
{
   uint32_t capacity = 0;

   while (next) {
      if (chain->count == capacity) {
         capacity = 2 * capacity + 64;
         chain->jobs = realloc(chain->jobs, capacity * sizeof(struct job));
         if (!chain->jobs)
            abort();
      }

      struct job *job = &chain->jobs[chain->count++];

      *job = (struct job){0};
      if (!mali_job(next, &job->header) || job->header.index == 0 ||
          chain->count > 65535)
         return false;
      chain->numbers[job->header.index] = chain->count;
      next = job->header.next;
   }
   return true;
}

/* Whether a job may run now, if all those before `first` are done. */
static bool
is_ready(const struct chain *chain, uint32_t number, uint32_t first)
{
   const struct mali_job *job = &chain->jobs[number].header;

   if (check_plant == DEFECT_WAIT && is_draw(job->type))
      return true;
   for (uint32_t i = 0; i < 2; i++) {
      const uint32_t other = chain->numbers[job->dependencies[i]];

      if (job->dependencies[i] && other && !chain->jobs[other - 1].done)
         return false;
   }
   return !job->barrier || first == number;
}

/* The next job to run; the first in the list that may run is always there,
 * because jobs depend on earlier ones. */
static uint32_t
choose(const struct chain *chain, enum work_order order, uint32_t first)
{
   uint32_t other = chain->count;

   if (order == WORK_LINKED)
      return first;
   for (uint32_t i = first; i < chain->count; i++) {
      if (chain->jobs[i].done || !is_ready(chain, i, first))
         continue;
      if (is_draw(chain->jobs[i].header.type) ==
          (order == WORK_DRAWS_EARLY))
         return i;
      if (other == chain->count)
         other = i;
   }
   return other;
}

/* By type: zero, and immediates of 1, 2, 4 and 8 bytes. */
static const uint8_t write_sizes[8] = {0, 0, 0, 8, 1, 2, 4, 8};

static bool
read_write(const struct mali_job *job, struct write *write)
{
   if (job->type != MALI_WRITE_VALUE ||
       !memory_read(job->address + 32, write, sizeof(*write)) ||
       write->type > 7)
      return false;
   if (write->type == 3)
      write->value = 0;
   return memory_holds(write->address, write_sizes[write->type]);
}

static void
write_value(struct chain *chain, const struct mali_job *job)
{
   struct write write;

   if (read_write(job, &write))
      memcpy((void *)(uintptr_t)write.address, &write.value,
             write_sizes[write.type]);
   else
      chain->user->wrong(chain->user->data, WORK_BROKEN,
                         "a job writes a value nowhere");
}

/* struct pan_nir_desc_copy_info of panvk_vX_meta_desc_copy.c. */
struct copy {
   uint64_t sets[4];
   /* Uniform buffers, images, textures, samplers */
   uint64_t tables[4];
   uint64_t image_attributes;
   uint64_t map;
   uint32_t limits[4];
   uint32_t first_slot;
   uint32_t padding;
   uint32_t counts[4];
};

static void
copy_one(const struct copy *copy, uint32_t number)
{
   static const uint8_t sizes[4] = {8, 32, 32, 32};
   const uint32_t handle = ((const uint32_t *)(uintptr_t)copy->map)[number];
   const uint32_t set = handle >> 28, source = handle & 0xFFFFFFF;
   uint32_t words[8] = {0}, table = 0;

   while (number >= copy->limits[table])
      table++;
   if (table)
      number -= copy->limits[table - 1];
   if (source < copy->counts[set])
      memcpy(words, (void *)(uintptr_t)(copy->sets[set] + 32 * source),
             sizes[table]);
   if (table == 1) {
      uint32_t attribute[2] = {0};

      if (source < copy->counts[set]) {
         const bool texels = (words[0] & 31) == MALI_1D;
         const uint32_t format = texels ? words[4] & ~511u
                                        : words[2] & ~1023u;

         attribute[0] = format | (2 * number + copy->first_slot);
         attribute[1] = texels ? words[5] : 0;
         words[2] &= 127;
         if (texels)
            memset(words + 4, 0, 16);
      }
      memcpy((void *)(uintptr_t)(copy->image_attributes + 8 * number),
             attribute, sizeof(attribute));
   }
   memcpy((void *)(uintptr_t)(copy->tables[table] +
                              sizes[table] * number),
          words, sizes[table]);
}

static void
copy_all(void *data)
{
   const struct copy *copy = data;

   for (uint32_t i = 0; i < copy->limits[3]; i++)
      copy_one(copy, i);
}

struct call {
   const struct kernels *kernels;
   enum kernel kernel;
   const void *arguments;
   uint32_t index_bytes;
   bool restart;
};

static void
call_kernel(void *data)
{
   const struct call *call = data;

   call->kernels->run(call->kernel, call->arguments, call->index_bytes,
                      call->restart);
}

static const struct job *
job_at(const struct chain *chain, uint64_t address)
{
   for (uint32_t i = 0; i < chain->count; i++) {
      if (chain->jobs[i].header.address == address)
         return &chain->jobs[i];
   }
   return NULL;
}

/* The primitives of a job that shades vertices. */
static bool
read_primitive(const struct chain *chain, const struct mali_job *job,
               struct mali_primitive *primitive, struct mali_draw *draw)
{
   if (job->type == MALI_INDEXED_VERTEX)
      return mali_primitive(job->address + PRIMITIVE, primitive) &&
             mali_draw(job->address + TILER_DRAW, draw);
   for (uint32_t i = 0; i < chain->count; i++) {
      const struct mali_job *tiler = &chain->jobs[i].header;

      if (tiler->type == MALI_TILER && tiler->dependencies[0] == job->index)
         return mali_primitive(tiler->address + PRIMITIVE, primitive) &&
                mali_draw(tiler->address + TILER_DRAW, draw);
   }
   return false;
}

/* What a compute job is. */
enum program {
   PROGRAM_UNKNOWN,
   PROGRAM_COPY,
   PROGRAM_SEARCH,
   PROGRAM_DRAW,
};

struct compute {
   enum program program;
   struct copy copy;
   struct call call;
   /* The job that a draw's kernel writes. */
   uint64_t target;
};

/* A search for the smallest and largest index begins with a job that writes
 * their initial values; the smallest shows the type of the indices. */
static bool
is_search(const struct chain *chain, struct call *call)
{
   struct write write;
   uint64_t addresses[2];

   memcpy(addresses, (const uint8_t *)call->arguments + 16,
          sizeof(addresses));
   for (uint32_t i = 0; i < chain->count; i++) {
      if (read_write(&chain->jobs[i].header, &write) &&
          write.address == addresses[0] &&
          write.address + 4 == addresses[1]) {
         call->kernel = KERNEL_SEARCH;
         call->index_bytes = write.value == 0xFF     ? 1
                             : write.value == 0xFFFF ? 2
                                                     : 4;
         return true;
      }
   }
   return false;
}

static bool
is_copy(const struct copy *copy, uint64_t threads)
{
   const uint32_t *limits = copy->limits;

   return limits[0] <= limits[1] && limits[1] <= limits[2] &&
          limits[2] <= limits[3] && limits[3] == threads &&
          memory_holds(copy->map, 4 * threads);
}

/* Programs are known by their arguments: what the driver calls them is not in
 * memory. Bytes after the arguments may be those of another job. */
static void
read_compute(const struct chain *chain, const struct mali_job *job,
             struct compute *compute)
{
   struct mali_draw draw;
   uint64_t counts[3];

   *compute = (struct compute){0};
   if (!mali_draw(job->address + COMPUTE_DRAW, &draw) ||
       !mali_invocation(job->address + INVOCATION, counts) ||
       !memory_read(draw.push_uniforms, &compute->copy,
                    sizeof(compute->copy)) ||
       !memory_holds(draw.push_uniforms, 256))
      return;
   compute->call.kernels = chain->user->kernels;
   compute->call.arguments =
      (const void *)(uintptr_t)(draw.push_uniforms + KERNEL_ARGUMENTS);
   if (is_search(chain, &compute->call)) {
      compute->program = PROGRAM_SEARCH;
      return;
   }
   if (is_copy(&compute->copy, counts[0])) {
      compute->program = PROGRAM_COPY;
      return;
   }
   for (int kernel = KERNEL_INDIRECT; kernel <= KERNEL_INDEXED; kernel++) {
      const uint64_t target = chain->user->kernels->target(
         kernel, compute->call.arguments);
      const struct job *written = job_at(chain, target);

      if (!written || written->header.index <= job->index)
         continue;
      compute->program = PROGRAM_DRAW;
      compute->call.kernel = kernel;
      compute->target = target;
      return;
   }
}

/* Whether indices restart is known from the draw that follows. */
static bool
next_restarts(const struct chain *chain, const struct mali_job *job)
{
   struct mali_primitive primitive;
   struct mali_draw draw;

   for (uint32_t i = 0; i < chain->count; i++) {
      const struct mali_job *next = &chain->jobs[i].header;

      if (next->index > job->index && next->type != MALI_TILER &&
          is_draw(next->type) &&
          read_primitive(chain, next, &primitive, &draw))
         return primitive.restart != 0;
   }
   return false;
}

static void
run_job(struct chain *chain, struct job *job);

static void
go_on(void)
{
}

void (*kernels_pause)(void) = go_on;

static struct chain *paused;
static uint32_t pauses;

/* Between the first and the second access of a draw's kernel, the kernel of
 * another draw runs, if it may. */
static void
run_other(void)
{
   struct compute compute;

   if (++pauses != 2)
      return;
   for (uint32_t i = paused->first; i < paused->count; i++) {
      struct job *job = &paused->jobs[i];

      if (job->done || job->header.type != MALI_COMPUTE ||
          !is_ready(paused, i, paused->first))
         continue;
      read_compute(paused, &job->header, &compute);
      if (compute.program != PROGRAM_DRAW)
         continue;
      kernels_pause = go_on;
      run_job(paused, job);
      return;
   }
}

static void
run_compute(struct chain *chain, const struct mali_job *job)
{
   const struct work_user *user = chain->user;
   struct compute compute;

   read_compute(chain, job, &compute);
   switch (compute.program) {
   case PROGRAM_UNKNOWN:
      user->wrong(user->data, WORK_SHADER,
                  "a compute job that the judge does not know");
      break;
   case PROGRAM_COPY:
      if (!memory_try(copy_all, &compute.copy))
         user->wrong(user->data, WORK_COPY_FAILS,
                     "a copy of descriptors leaves its tables");
      break;
   case PROGRAM_SEARCH:
      compute.call.restart = next_restarts(chain, job);
      if (!memory_try(call_kernel, &compute.call))
         user->wrong(user->data, WORK_BROKEN,
                  "a search for indices leaves its buffers");
      break;
   case PROGRAM_DRAW:
      if (chain->order == WORK_DRAWS_LATE && !paused) {
         paused = chain;
         pauses = 0;
         kernels_pause = run_other;
      }
      if (!memory_try(call_kernel, &compute.call))
         user->wrong(user->data, WORK_BROKEN,
                  "the kernel of a draw leaves its buffers");
      kernels_pause = go_on;
      paused = NULL;
      break;
   }
}

static bool
is_written_by_kernel(const struct chain *chain, const struct mali_job *job)
{
   for (uint32_t i = 0; i < chain->count; i++) {
      struct compute compute;

      if (chain->jobs[i].header.type != MALI_COMPUTE)
         continue;
      read_compute(chain, &chain->jobs[i].header, &compute);
      if (compute.program == PROGRAM_DRAW && compute.target == job->address)
         return true;
   }
   return false;
}

static void
show_draw(struct chain *chain, const struct mali_job *job)
{
   const bool idvs = job->type == MALI_INDEXED_VERTEX;
   struct work_draw draw = {.key = job->address};
   struct mali_job now;
   uint64_t counts[3];

   draw.by_kernel = is_written_by_kernel(chain, job);
   draw.has_tiler =
      read_primitive(chain, job, &draw.primitive, &draw.tiler);
   if (!mali_job(job->address, &now) ||
       !mali_invocation(job->address + INVOCATION, counts) ||
       !mali_draw(job->address + (idvs ? VERTEX_DRAW : COMPUTE_DRAW),
                  &draw.vertex)) {
      chain->user->wrong(chain->user->data, WORK_BROKEN,
                         "a draw without descriptors");
      return;
   }
   draw.uniforms = draw.vertex.push_uniforms;
   /* A kernel may have made it a null job. */
   if (now.type != MALI_NULL) {
      draw.vertices = counts[1];
      draw.instances = counts[2];
   }
   chain->user->draw(chain->user->data, &draw);
}

static void
show_malloc_vertex(struct chain *chain, const struct mali_job *job)
{
   struct work_draw draw = {.key = job->address, .has_idvs = true};

   if (!mali_malloc_vertex(job->address, &draw.idvs)) {
      chain->user->wrong(chain->user->data, WORK_BROKEN,
                         "a draw without descriptors");
      return;
   }
   draw.vertices = draw.idvs.index_count;
   draw.instances = draw.idvs.instance_count;
   draw.uniforms = draw.idvs.uniforms;
   chain->user->draw(chain->user->data, &draw);
}

static void
run_job(struct chain *chain, struct job *job)
{
   job->done = true;
   switch (job->header.type) {
   case MALI_WRITE_VALUE:
      write_value(chain, &job->header);
      break;
   case MALI_COMPUTE:
      run_compute(chain, &job->header);
      break;
   case MALI_VERTEX:
   case MALI_INDEXED_VERTEX:
      show_draw(chain, &job->header);
      break;
   case MALI_MALLOC_VERTEX:
      show_malloc_vertex(chain, &job->header);
      break;
   default:
      break;
   }
}

void
chain_run(uint64_t first_job, enum work_order order,
          const struct work_user *user)
{
   struct chain *chain = calloc(1, sizeof(*chain));

   if (!chain)
      abort();
   chain->user = user;
   chain->order = order;
   if (!read_jobs(chain, first_job))
      user->wrong(user->data, WORK_BROKEN, "a chain of jobs that is broken");
   else
      while (chain->first < chain->count) {
         const uint32_t next = choose(chain, order, chain->first);

         if (next == chain->count || !is_ready(chain, next, chain->first)) {
            user->wrong(user->data, WORK_BROKEN,
                        "a job depends on a later one");
            break;
         }
         run_job(chain, &chain->jobs[next]);
         while (chain->first < chain->count &&
                chain->jobs[chain->first].done)
            chain->first++;
      }
   free(chain->jobs);
   free(chain);
}
