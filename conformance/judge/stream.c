/* SPDX-License-Identifier: MIT */

#include "stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "stream_plant.h"

#define REGISTERS 128
/* What RUN_IDVS and RUN_COMPUTE read of them. */
#define STAGING 66
#define SLOTS 16
#define QUEUES 8
#define GROUPS 64
/* MAX_CALL_STACK_DEPTH of decode_csf.c, and the ring buffer */
#define CALLS 8
/* A queue that has more in one submission never ends. */
#define MOST_INSTRUCTIONS (1u << 20)
#define MOST_DRAWS (1u << 10)
#define MOST_OPERATIONS (1u << 12)

/* Bits of an instruction, by genxml. */
#define FIELD(instruction, start, size) \
   ((uint32_t)((instruction) >> (start) & ((1ull << (size)) - 1)))

uint32_t stream_architecture = 10;
uint64_t stream_shader_count;

/* What keeps its value from one submission to the next. */
struct queue {
   uint32_t registers[REGISTERS];
   /* The scoreboard entries that operations are counted in. */
   uint32_t endpoint_slot, other_slot, deferred_slot;
   /* Those that NEXT_SB_ENTRY may choose, and that an indirect wait means. */
   uint32_t stream_mask, wait_mask;
};

static struct group {
   struct queue queues[QUEUES];
} groups[GROUPS];

/* What is counted in a scoreboard entry until it is complete. */
enum kind {
   /* Of caches and fragments: nothing that a draw reads */
   NOTHING,
   LOAD,
   STORE,
   SYNC,
   COMPUTE,
   DRAW,
};

struct operation {
   enum kind kind;
   bool complete;
   uint32_t slot;
   /* It begins when earlier operations in these entries are complete. */
   uint32_t wait_mask;
   uint64_t instruction, address, key;
   /* Of a store or of SYNC */
   uint32_t values[16];
   /* Of a draw or a dispatch, from the moment at which it is issued */
   uint32_t staging[STAGING];
};

/* A place in a stream; a stream ends at `end`. */
struct place {
   uint64_t begin, next, end;
};

struct stream {
   struct queue *queue;
   uint32_t number;
   /* The place in the stream that runs is the last one. */
   struct place places[CALLS];
   uint32_t depth;
   /* The next of work->streams that may be of this queue */
   uint32_t next_stream;
   bool blocked;
   uint32_t instructions, draws;
   /* 1 + the entry of a load that was not waited for */
   uint8_t loading[REGISTERS];
   struct operation *operations;
   uint32_t count, capacity;
};

struct run {
   const struct work *work;
   enum work_order order;
   const struct work_user *user;
   struct group group;
   struct stream streams[QUEUES];
   /* The one that runs */
   struct stream *stream;
   const char *name;
   bool stopped;
};

/* ---- Registers and memory ---------------------------------------------- */

static void
wrong(struct run *run, enum work_fault fault, const char *what)
{
   const struct stream *stream = run->stream;
   char text[160];

   snprintf(text, sizeof(text), "queue %" PRIu32 ", %s at 0x%" PRIx64 ": %s",
            stream->number, run->name,
            stream->depth ? stream->places[stream->depth - 1].next : 0, what);
   run->user->wrong(run->user->data, fault, text);
}

/* After which nothing else can be said. */
static void
stop(struct run *run, const char *what)
{
   wrong(run, WORK_BROKEN, what);
   run->stopped = true;
}

static void
stop_endless(struct run *run, const char *what)
{
   wrong(run, WORK_ENDLESS, what);
   run->stopped = true;
}

static bool
has_registers(struct run *run, uint32_t first, uint32_t count)
{
   if (first + count <= (stream_architecture >= 12 ? 128 : 96))
      return true;
   stop(run, "there is no such register");
   return false;
}

static void
check_loaded(struct run *run, uint32_t number)
{
   struct stream *stream = run->stream;

   if (!stream->loading[number])
      return;
   stream->loading[number] = 0;
   wrong(run, WORK_NOT_LOADED, "nothing waits for the load of a register");
}

static uint32_t
get32(struct run *run, uint32_t number)
{
   if (!has_registers(run, number, 1))
      return 0;
   check_loaded(run, number);
   return run->stream->queue->registers[number];
}

static uint64_t
get64(struct run *run, uint32_t number)
{
   return get32(run, number) | (uint64_t)get32(run, number + 1) << 32;
}

static void
set32(struct run *run, uint32_t number, uint32_t value)
{
   if (!has_registers(run, number, 1))
      return;
   check_loaded(run, number);
   run->stream->queue->registers[number] = value;
}

static void
set64(struct run *run, uint32_t number, uint64_t value)
{
   set32(run, number, (uint32_t)value);
   set32(run, number + 1, (uint32_t)(value >> 32));
}

/* ---- Operations and scoreboard entries --------------------------------- */

static void
show_draw(struct run *run, const struct operation *operation)
{
   struct work_draw draw = {.key = operation->key, .has_idvs = true};

   mali_idvs(stream_architecture, operation->staging,
             FIELD(operation->instruction, 0, 32), &draw.idvs);
   draw.vertices = draw.idvs.index_count;
   draw.instances = draw.idvs.instance_count;
   draw.uniforms = draw.idvs.uniforms;
   run->user->draw(run->user->data, &draw);
}

static void
run_shader(struct run *run, const struct operation *operation)
{
   stream_shader_count++;
   if (run->user->dispatch)
      run->user->dispatch(run->user->data, operation->staging);
}

static void
load(struct run *run, const struct operation *operation)
{
   const uint32_t base = FIELD(operation->instruction, 48, 8);
   const uint32_t mask = FIELD(operation->instruction, 16, 16);
   uint64_t address = operation->address;

   /* The registers of the mask are loaded from words without gaps: PanVK's
    * indirect draws rely on it. */
   for (uint32_t i = 0; i < 16; i++) {
      if (!(mask >> i & 1))
         continue;
      if (!memory_read(address, &run->stream->queue->registers[base + i], 4))
         wrong(run, WORK_BROKEN, "a load from no buffer object");
      address += 4;
   }
}

static void
store(struct run *run, const struct operation *operation)
{
   const uint32_t mask = FIELD(operation->instruction, 16, 16);
   uint64_t address = operation->address;

   for (uint32_t i = 0; i < 16; i++) {
      if (!(mask >> i & 1))
         continue;
      if (!memory_write(address, &operation->values[i], 4))
         wrong(run, WORK_BROKEN, "a store to no buffer object");
      address += 4;
   }
}

static void
synchronize(struct run *run, const struct operation *operation)
{
   const uint32_t opcode = FIELD(operation->instruction, 56, 8);
   const bool wide = opcode >= 51, adds = opcode == 37 || opcode == 51;
   uint64_t value = operation->values[0] |
                    (uint64_t)operation->values[1] << 32;
   uint64_t old = 0;

   if (!memory_read(operation->address, &old, wide ? 8 : 4)) {
      wrong(run, WORK_BROKEN, "there is no sync object");
      return;
   }
   value += adds ? old : 0;
   memory_write(operation->address, &value, wide ? 8 : 4);
}

static void
perform(struct run *run, const struct operation *operation)
{
   switch (operation->kind) {
   case NOTHING:
      break;
   case LOAD:
      load(run, operation);
      break;
   case STORE:
      store(run, operation);
      break;
   case SYNC:
      synchronize(run, operation);
      break;
   case COMPUTE:
      run_shader(run, operation);
      break;
   case DRAW:
      show_draw(run, operation);
      break;
   }
}

/* Completes the operations before `end` that are counted in the entries. */
static void
complete(struct run *run, uint32_t mask, uint32_t end)
{
   struct stream *stream = run->stream;

   for (uint32_t i = 0; i < end; i++) {
      struct operation *operation = &stream->operations[i];

      if (operation->complete || !(mask >> operation->slot & 1))
         continue;
      operation->complete = true;
      complete(run, operation->wait_mask, i);
      perform(run, operation);
   }
}

static bool
is_pending(const struct stream *stream, uint32_t mask, uint32_t end)
{
   for (uint32_t i = 0; i < end; i++) {
      if (!stream->operations[i].complete &&
          mask >> stream->operations[i].slot & 1)
         return true;
   }
   return false;
}

static void
wait(struct run *run, uint32_t mask)
{
   struct stream *stream = run->stream;
   uint32_t left = 0;

   complete(run, mask, stream->count);
   for (uint32_t i = 0; i < stream->count; i++) {
      if (!stream->operations[i].complete)
         stream->operations[left++] = stream->operations[i];
   }
   stream->count = left;
   for (uint32_t i = 0; i < REGISTERS; i++) {
      if (stream->loading[i] && mask >> (stream->loading[i] - 1) & 1)
         stream->loading[i] = 0;
   }
}

static void
issue(struct run *run, struct operation operation)
{
   struct stream *stream = run->stream;
   const bool early = run->order == WORK_LINKED ||
                      (operation.kind == DRAW) ==
                         (run->order == WORK_DRAWS_EARLY);

   if (stream->count == stream->capacity) {
      stream->capacity = 2 * stream->capacity + 64;
      stream->operations =
         realloc(stream->operations,
                 stream->capacity * sizeof(*stream->operations));
      if (!stream->operations)
         abort();
   }
   operation.complete =
      early && !is_pending(stream, operation.wait_mask, stream->count);
   if (operation.complete)
      perform(run, &operation);
   else
      stream->operations[stream->count++] = operation;
}

/* An instruction that is asynchronous if it waits for something. */
static void
defer(struct run *run, uint64_t instruction, struct operation operation,
      bool always)
{
   const struct queue *queue = run->stream->queue;

   operation.instruction = instruction;
   operation.wait_mask = FIELD(instruction, 16, 16);
   operation.slot = FIELD(instruction, 48, 4);
   if (stream_architecture >= 11 && FIELD(instruction, 52, 1)) {
      operation.wait_mask = queue->wait_mask;
      operation.slot = queue->deferred_slot;
   } else if (!operation.wait_mask && !always) {
      perform(run, &operation);
      return;
   }
   if (operation.wait_mask >> operation.slot & 1)
      stop_endless(run, "it waits for itself");
   else
      issue(run, operation);
}

static void
run_endpoint(struct run *run, uint64_t instruction, enum kind kind)
{
   struct stream *stream = run->stream;
   struct operation operation = {
      .kind = kind,
      .slot = stream->queue->endpoint_slot,
      .instruction = instruction,
   };

   for (uint32_t i = 0; i < STAGING; i++) {
      if (kind == COMPUTE || kind == DRAW)
         operation.staging[i] = get32(run, i);
   }
   if (kind == DRAW)
      operation.key = (uint64_t)stream->number << 32 | stream->draws++;
   issue(run, operation);
}

/* ---- Instructions ------------------------------------------------------ */

static void
nop(struct run *run, uint64_t i)
{
   (void)run;
   (void)i;
}

static void
move48(struct run *run, uint64_t i)
{
   set64(run, FIELD(i, 48, 8), i & 0xFFFFFFFFFFFF);
}

static void
move32(struct run *run, uint64_t i)
{
   set32(run, FIELD(i, 48, 8), FIELD(i, 0, 32));
}

static void
wait_(struct run *run, uint64_t i)
{
   const bool indirect = stream_architecture >= 11 && FIELD(i, 33, 1);

   wait(run, indirect ? run->stream->queue->wait_mask : FIELD(i, 16, 16));
}

static void
run_compute(struct run *run, uint64_t i)
{
   run_endpoint(run, i, COMPUTE);
}

static void
run_idvs(struct run *run, uint64_t i)
{
   /* Position and varying shaders have the same resources and uniforms. */
   if (FIELD(i, 35, 2))
      stop(run, "varyings with resources of their own are not supported");
   else
      run_endpoint(run, i, DRAW);
}

static void
run_idvs2(struct run *run, uint64_t i)
{
   run_endpoint(run, i, DRAW);
}

/* RUN_FRAGMENT, RUN_FRAGMENT2, RUN_FULLSCREEN, FINISH_TILING */
static void
run_nothing(struct run *run, uint64_t i)
{
   run_endpoint(run, i, NOTHING);
}

/* FINISH_FRAGMENT, TRACE_POINT, HEAP_OPERATION */
static void
defer_nothing(struct run *run, uint64_t i)
{
   defer(run, i, (struct operation){.kind = NOTHING}, false);
}

static void
flush_cache2(struct run *run, uint64_t i)
{
   defer(run, i, (struct operation){.kind = NOTHING}, true);
}

static void
add_immediate32(struct run *run, uint64_t i)
{
   set32(run, FIELD(i, 48, 8), get32(run, FIELD(i, 40, 8)) + (uint32_t)i);
}

static void
add_immediate64(struct run *run, uint64_t i)
{
   set64(run, FIELD(i, 48, 8),
         get64(run, FIELD(i, 40, 8)) + (uint64_t)(int64_t)(int32_t)i);
}

static void
umin32(struct run *run, uint64_t i)
{
   const uint32_t a = get32(run, FIELD(i, 40, 8));
   const uint32_t b = get32(run, FIELD(i, 32, 8));

   set32(run, FIELD(i, 48, 8), a < b ? a : b);
}

/* What shifts, and fields of bits, do with 32 and with 64 bits. */
static uint64_t
arithmetic_shift(uint64_t value, uint32_t count, uint32_t bits)
{
   const int64_t wide =
      bits == 32 ? (int32_t)value : (int64_t)value;

   return (uint64_t)(wide >> (count < bits ? count : bits - 1));
}

static uint64_t
mask_of(uint32_t width)
{
   return width < 64 ? (1ull << width) - 1 : UINT64_MAX;
}

static uint64_t
insert(uint64_t into, uint64_t value, uint32_t position, uint32_t width)
{
   const uint64_t mask = mask_of(width) << position;

   return (into & ~mask) | (value << position & mask);
}

static uint64_t
arith_imm(struct run *run, uint64_t i, uint64_t source, uint32_t bits)
{
   const uint32_t immediate = FIELD(i, 0, 32);
   const uint32_t count = immediate & (bits - 1);
   const uint32_t position = immediate & 0xFF, width = FIELD(i, 8, 8);

   switch (FIELD(i, 32, 8)) {
   case 0: /* ADD_IMM */
      return source + (uint64_t)(int64_t)(int32_t)immediate;
   case 1: /* LSHIFT_IMM */
      return source << count;
   case 2: /* RSHIFT_IMM_U */
      return source >> count;
   case 3: /* RSHIFT_IMM_S */
      return arithmetic_shift(source, count, bits);
   case 4: /* BFEXT_U */
      return source >> position & mask_of(width);
   case 6: /* BFINS_IMM */
      return insert(source, FIELD(i, 16, 16), position, width);
   case 7: /* UMIN_IMM */
      return source < immediate ? source : immediate;
   default:
      stop(run, "the suboperation is unknown");
      return 0;
   }
}

static uint64_t
arith_reg(struct run *run, uint64_t i, uint64_t a, uint64_t b, uint32_t bits)
{
   const uint32_t count = b & (bits - 1);

   switch (FIELD(i, 24, 8)) {
   case 0: /* UMIN */
      return a < b ? a : b;
   case 1: /* ADD */
      return a + b;
   case 2: /* SUB */
      return a - b;
   case 3: /* LSHIFT */
      return a << count;
   case 4: /* RSHIFT_U */
      return a >> count;
   case 5: /* RSHIFT_S */
      return arithmetic_shift(a, count, bits);
   default:
      stop(run, "the suboperation is unknown");
      return 0;
   }
}

static void
arith_imm32(struct run *run, uint64_t i)
{
   const uint32_t source = get32(run, FIELD(i, 40, 8));

   set32(run, FIELD(i, 48, 8), (uint32_t)arith_imm(run, i, source, 32));
}

static void
arith_imm64(struct run *run, uint64_t i)
{
   const uint64_t source = get64(run, FIELD(i, 40, 8));

   set64(run, FIELD(i, 48, 8), arith_imm(run, i, source, 64));
}

static void
arith_reg32(struct run *run, uint64_t i)
{
   const uint32_t a = get32(run, FIELD(i, 40, 8));
   const uint32_t b = get32(run, FIELD(i, 32, 8));

   set32(run, FIELD(i, 48, 8), (uint32_t)arith_reg(run, i, a, b, 32));
}

static void
arith_reg64(struct run *run, uint64_t i)
{
   const uint64_t a = get64(run, FIELD(i, 40, 8));
   const uint64_t b = get64(run, FIELD(i, 32, 8));

   set64(run, FIELD(i, 48, 8), arith_reg(run, i, a, b, 64));
}

static void
logic_op32(struct run *run, uint64_t i)
{
   const uint32_t a = get32(run, FIELD(i, 40, 8));
   const uint32_t source = get32(run, FIELD(i, 32, 8));
   const uint32_t b = FIELD(i, 4, 1) ? 1u << (source & 31) : source;
   const uint32_t terms[4] = {a & b, a & ~b, ~a & b, ~a & ~b};
   uint32_t result = 0;

   for (uint32_t term = 0; term < 4; term++)
      result |= FIELD(i, term, 1) ? terms[term] : 0;
   set32(run, FIELD(i, 48, 8), result);
}

static uint64_t
address_of(struct run *run, uint64_t i)
{
   return get64(run, FIELD(i, 40, 8)) + (uint64_t)(int64_t)(int16_t)i;
}

static void
load_multiple(struct run *run, uint64_t i)
{
   const uint32_t base = FIELD(i, 48, 8), mask = FIELD(i, 16, 16);
   struct stream *stream = run->stream;
   const struct operation operation = {
      .kind = LOAD,
      .slot = stream->queue->other_slot,
      .instruction = i,
      .address = address_of(run, i),
   };

   for (uint32_t j = 0; j < 16; j++) {
      if (!(mask >> j & 1))
         continue;
      if (!has_registers(run, base + j, 1))
         return;
      check_loaded(run, base + j);
   }
   issue(run, operation);
   for (uint32_t j = 0; j < 16; j++) {
      if (mask >> j & 1)
         stream->loading[base + j] = (uint8_t)(operation.slot + 1);
   }
}

static void
store_multiple(struct run *run, uint64_t i)
{
   struct operation operation = {
      .kind = STORE,
      .slot = run->stream->queue->other_slot,
      .instruction = i,
      .address = address_of(run, i),
   };

   for (uint32_t j = 0; j < 16; j++) {
      if (FIELD(i, 16 + j, 1))
         operation.values[j] = get32(run, FIELD(i, 48, 8) + j);
   }
   issue(run, operation);
}

static void
store_state(struct run *run, uint64_t i)
{
   const struct operation operation = {
      .kind = STORE,
      .address = address_of(run, i),
   };
   /* Two words that are 0, whatever the state is: `defer` reads the wait mask
    * where a store has its registers. */
   const uint64_t zeros = 0;

   if (!memory_write(operation.address, &zeros, sizeof(zeros)))
      wrong(run, WORK_BROKEN, "a state goes to no buffer object");
   defer_nothing(run, i);
}

static bool
holds(struct run *run, uint32_t condition, int64_t value)
{
   switch (condition) {
   case 0:
      return value <= 0;
   case 1:
      return value > 0;
   case 2:
      return value == 0;
   case 3:
      return value != 0;
   case 4:
      return value < 0;
   case 5:
      return value >= 0;
   case 6:
      return true;
   default:
      stop(run, "the condition is unknown");
      return false;
   }
}

static void
branch(struct run *run, uint64_t i)
{
   struct place *place = &run->stream->places[run->stream->depth - 1];
   const int32_t value = (int32_t)get32(run, FIELD(i, 40, 8));
   const int64_t target =
      (int64_t)place->next + 8 + 8 * (int64_t)(int16_t)i;

   if (!holds(run, FIELD(i, 28, 4), value))
      return;
   if (target < (int64_t)place->begin || target > (int64_t)place->end)
      stop(run, "the target is outside the stream");
   else if (target == (int64_t)place->next)
      stop_endless(run, "it jumps to itself");
   else
      place->next = (uint64_t)target - 8;
}

static void
enter(struct run *run, uint64_t i)
{
   struct stream *stream = run->stream;
   const uint64_t address = get64(run, FIELD(i, 40, 8));
   const uint32_t size = get32(run, FIELD(i, 32, 8));

   if (size % 8 || !memory_holds(address, size))
      stop(run, "the stream is in no buffer object");
   else
      /* The place after the instruction comes next. */
      stream->places[stream->depth++] =
         (struct place){address, address - 8, address + size};
}

static void
call(struct run *run, uint64_t i)
{
   struct stream *stream = run->stream;

   if (stream->depth == CALLS) {
      stop(run, "the calls are too deep");
      return;
   }
   stream->places[stream->depth - 1].next += 8;
   enter(run, i);
}

static void
jump(struct run *run, uint64_t i)
{
   run->stream->depth--;
   enter(run, i);
}

static void
set_sb_entry(struct run *run, uint64_t i)
{
   run->stream->queue->endpoint_slot = FIELD(i, 0, 4);
   run->stream->queue->other_slot = FIELD(i, 4, 4);
}

static void
next_sb_entry(struct run *run, uint64_t i)
{
   struct stream *stream = run->stream;
   struct queue *queue = stream->queue;
   uint32_t *slots[4] = {NULL, &queue->endpoint_slot, &queue->other_slot,
                         &queue->deferred_slot};
   const uint32_t type = FIELD(i, 32, 4);
   uint32_t slot = 0, first = SLOTS;

   /* One that is free, or else the first that will be. */
   for (; slot < SLOTS; slot++) {
      if (!(queue->stream_mask >> slot & 1))
         continue;
      if (first == SLOTS)
         first = slot;
      if (!is_pending(stream, 1u << slot, stream->count))
         break;
   }
   if (slot == SLOTS)
      slot = first;
   if (slot == SLOTS || type > 3) {
      stop(run, "there is no entry to choose");
      return;
   }
   wait(run, 1u << slot);
   if (slots[type])
      *slots[type] = slot;
   set32(run, FIELD(i, 48, 8), FIELD(i, 36, 1) ? 1u << slot : slot);
}

static void
change_state(struct run *run, uint32_t state, uint32_t value)
{
   struct queue *queue = run->stream->queue;
   uint32_t *states[10] = {
      [0] = &queue->endpoint_slot,
      [1] = &queue->other_slot,
      [2] = &queue->deferred_slot,
      [8] = &queue->stream_mask,
      [9] = &queue->wait_mask,
   };

   if (state >= 10 || !states[state] || (state < 3 && value >= SLOTS))
      stop(run, "the state is unknown");
   else
      *states[state] = value;
}

static void
set_state(struct run *run, uint64_t i)
{
   change_state(run, FIELD(i, 32, 8), get32(run, FIELD(i, 40, 8)));
}

static void
set_state_imm32(struct run *run, uint64_t i)
{
   change_state(run, FIELD(i, 32, 8), FIELD(i, 0, 32));
}

/* SYNC_ADD32, SYNC_SET32 */
static void
sync32(struct run *run, uint64_t i)
{
   const struct operation operation = {
      .kind = SYNC,
      .address = get64(run, FIELD(i, 40, 8)),
      .values = {get32(run, FIELD(i, 32, 8))},
   };

   defer(run, i, operation, false);
}

/* SYNC_ADD64, SYNC_SET64 */
static void
sync64(struct run *run, uint64_t i)
{
   const uint64_t value = get64(run, FIELD(i, 32, 8));
   const struct operation operation = {
      .kind = SYNC,
      .address = get64(run, FIELD(i, 40, 8)),
      .values = {(uint32_t)value, (uint32_t)(value >> 32)},
   };

   defer(run, i, operation, false);
}

static void
sync_wait(struct run *run, uint64_t i, uint64_t reference, size_t size)
{
   const uint32_t condition = FIELD(i, 28, 4);
   uint64_t value = 0;

   if (!memory_read(get64(run, FIELD(i, 40, 8)), &value, size))
      stop(run, "there is no sync object");
   else if (condition > 1)
      stop(run, "the condition is unknown");
   else
      run->stream->blocked = (condition == 1) != (value > reference);
}

static void
sync_wait32(struct run *run, uint64_t i)
{
   sync_wait(run, i, get32(run, FIELD(i, 32, 8)), 4);
}

static void
sync_wait64(struct run *run, uint64_t i)
{
   sync_wait(run, i, get64(run, FIELD(i, 32, 8)), 8);
}

static const struct instruction {
   const char *name;
   uint32_t opcode, first, last;
   void (*run)(struct run *run, uint64_t instruction);
} instructions[] = {
   {"NOP", 0, 10, 14, nop},
   {"MOVE48", 1, 10, 14, move48},
   {"MOVE32", 2, 10, 14, move32},
   {"WAIT", 3, 10, 14, wait_},
   {"RUN_COMPUTE", 4, 10, 14, run_compute},
   {"RUN_IDVS", 6, 10, 11, run_idvs},
   {"RUN_FRAGMENT", 7, 10, 13, run_nothing},
   {"RUN_FULLSCREEN", 8, 10, 14, run_nothing},
   {"FINISH_TILING", 9, 10, 14, run_nothing},
   {"FINISH_FRAGMENT", 11, 10, 14, defer_nothing},
   {"RUN_IDVS2", 12, 12, 14, run_idvs2},
   {"RUN_FRAGMENT2", 14, 14, 14, run_nothing},
   {"ADD_IMMEDIATE32", 16, 10, 12, add_immediate32},
   {"ADD_IMMEDIATE64", 17, 10, 12, add_immediate64},
   {"UMIN32", 18, 10, 12, umin32},
   {"ARITH_IMM32", 16, 13, 14, arith_imm32},
   {"ARITH_IMM64", 17, 13, 14, arith_imm64},
   {"ARITH_REG32", 18, 13, 14, arith_reg32},
   {"LOGIC_OP32", 19, 11, 14, logic_op32},
   {"LOAD_MULTIPLE", 20, 10, 14, load_multiple},
   {"STORE_MULTIPLE", 21, 10, 14, store_multiple},
   {"BRANCH", 22, 10, 14, branch},
   {"SET_SB_ENTRY", 23, 10, 10, set_sb_entry},
   {"SET_EXCEPTION_HANDLER", 25, 10, 14, nop},
   {"NEXT_SB_ENTRY", 26, 11, 14, next_sb_entry},
   {"SET_STATE", 27, 11, 14, set_state},
   {"SET_STATE_IMM32", 28, 11, 14, set_state_imm32},
   {"CALL", 32, 10, 14, call},
   {"JUMP", 33, 10, 14, jump},
   {"REQ_RESOURCE", 34, 10, 14, nop},
   {"FLUSH_CACHE2", 36, 10, 14, flush_cache2},
   {"SYNC_ADD32", 37, 10, 14, sync32},
   {"SYNC_SET32", 38, 10, 14, sync32},
   {"SYNC_WAIT32", 39, 10, 14, sync_wait32},
   {"STORE_STATE", 40, 10, 14, store_state},
   {"RUN_COMPUTE_INDIRECT", 44, 10, 14, run_compute},
   {"ERROR_BARRIER", 47, 10, 14, nop},
   {"HEAP_SET", 48, 10, 14, nop},
   {"HEAP_OPERATION", 49, 10, 14, defer_nothing},
   {"TRACE_POINT", 50, 10, 14, defer_nothing},
   {"SYNC_ADD64", 51, 10, 14, sync64},
   {"SYNC_SET64", 52, 10, 14, sync64},
   {"SYNC_WAIT64", 53, 10, 14, sync_wait64},
   {"ARITH_REG64", 57, 13, 14, arith_reg64},
};

static const struct instruction *
find_instruction(uint32_t opcode)
{
   for (size_t i = 0; i < sizeof(instructions) / sizeof(*instructions); i++) {
      const struct instruction *found = &instructions[i];

      if (found->opcode == opcode && found->first <= stream_architecture &&
          stream_architecture <= found->last)
         return found;
   }
   return NULL;
}

/* ---- Queues ------------------------------------------------------------ */

/* False if the queue has nothing left. */
static bool
find_place(struct run *run, struct stream *stream)
{
   const struct work *work = run->work;

   while (stream->depth &&
          stream->places[stream->depth - 1].next ==
             stream->places[stream->depth - 1].end)
      stream->depth--;
   while (!stream->depth && stream->next_stream < work->stream_count) {
      const struct work_stream *next = &work->streams[stream->next_stream++];

      if (next->queue != stream->number || !next->size)
         continue;
      stream->places[stream->depth++] = (struct place){
         next->address, next->address, next->address + next->size,
      };
      if (!memory_holds(next->address, next->size))
         stop(run, "a stream in no buffer object");
   }
   return stream->depth && !run->stopped;
}

static bool
has_loads(const struct stream *stream)
{
   for (uint32_t i = 0; i < REGISTERS; i++) {
      if (stream->loading[i])
         return true;
   }
   return false;
}

static bool
has_stores(const struct stream *stream)
{
   for (uint32_t i = 0; i < stream->count; i++) {
      if (!stream->operations[i].complete &&
          stream->operations[i].kind == STORE)
         return true;
   }
   return false;
}

/* Runs a queue until it ends or waits for another; returns whether it ran. */
static bool
run_queue(struct run *run, struct stream *stream)
{
   const uint32_t before = stream->instructions;
   const struct instruction *found;

   run->stream = stream;
   run->name = "a stream";
   while (find_place(run, stream)) {
      uint64_t instruction = 0;

      memory_read(stream->places[stream->depth - 1].next, &instruction, 8);
      if (stream_plant)
         instruction = stream_plant_apply(instruction, has_loads(stream),
                                          has_stores(stream));
      found = find_instruction(FIELD(instruction, 56, 8));
      run->name = found ? found->name : "an unknown instruction";
      if (!found) {
         stop(run, "it is not executed");
         break;
      }
      stream->blocked = false;
      found->run(run, instruction);
      if (stream->blocked || run->stopped)
         break;
      stream->places[stream->depth - 1].next += 8;
      if (++stream->instructions == MOST_INSTRUCTIONS ||
          stream->draws == MOST_DRAWS ||
          stream->count == MOST_OPERATIONS)
         stop_endless(run, "the stream does not end");
   }
   return stream->instructions != before;
}

/* The next queue is the first that can run, except that draws run late if
 * their queue, the first, runs last. */
static bool
run_any_queue(struct run *run)
{
   for (uint32_t i = 0; i < QUEUES; i++) {
      const uint32_t number =
         run->order == WORK_DRAWS_LATE ? QUEUES - 1 - i : i;

      if (run_queue(run, &run->streams[number]))
         return true;
      if (run->stopped)
         return false;
   }
   return false;
}

/* Completes one operation, a draw only if nothing else is left. */
static bool
complete_any(struct run *run)
{
   for (uint32_t draws = 0; draws < 2; draws++) {
      for (uint32_t i = 0; i < QUEUES; i++) {
         struct stream *stream = &run->streams[i];

         for (uint32_t j = 0; j < stream->count; j++) {
            struct operation *operation = &stream->operations[j];

            if (operation->complete ||
                (operation->kind == DRAW && !draws) ||
                is_pending(stream, operation->wait_mask, j))
               continue;
            run->stream = stream;
            run->name = "the end";
            operation->complete = true;
            perform(run, operation);
            return true;
         }
      }
   }
   return false;
}

void
stream_run(const struct work *work, enum work_order order, bool keep,
           const struct work_user *user)
{
   struct run *run = calloc(1, sizeof(*run));
   struct group *group = &groups[work->group % GROUPS];

   if (!run)
      abort();
   run->work = work;
   run->order = order;
   run->user = user;
   run->group = *group;
   for (uint32_t i = 0; i < QUEUES; i++) {
      run->streams[i].number = i;
      run->streams[i].queue = &run->group.queues[i];
   }
   while (!run->stopped && (run_any_queue(run) || complete_any(run)))
      ;
   for (uint32_t i = 0; i < QUEUES; i++) {
      if (run->streams[i].depth && !run->stopped) {
         run->stream = &run->streams[i];
         run->name = "SYNC_WAIT";
         stop_endless(run, "it waits forever");
      }
      free(run->streams[i].operations);
   }
   if (keep)
      *group = run->group;
   free(run);
}
