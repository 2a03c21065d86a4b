/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Runs programs that Mesa's cs_builder.h writes, for one architecture
 * (PAN_ARCH), and compares what they store with what C computes.
 */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "genxml/gen_macros.h"

#include "genxml/cs_builder.h"

#include "memory.h"
#include "stream.h"

#define LS 0
#define QUEUE 1

/* The only buffer object: a stream, and what it loads and stores. */
static struct {
   uint64_t instructions[4096];
   uint32_t in[64], out[64], expected[64];
} object;

bool
memory_holds(uint64_t address, uint64_t size)
{
   const uint64_t begin = (uintptr_t)&object;

   return address >= begin && size <= sizeof(object) &&
          address - begin <= sizeof(object) - size;
}

bool
memory_read(uint64_t address, void *bytes, size_t size)
{
   if (memory_holds(address, size))
      memcpy(bytes, (const void *)(uintptr_t)address, size);
   return memory_holds(address, size);
}

bool
memory_write(uint64_t address, const void *bytes, size_t size)
{
   if (memory_holds(address, size))
      memcpy((void *)(uintptr_t)address, bytes, size);
   return memory_holds(address, size);
}

static int failed;
static enum work_fault expected_fault = WORK_BROKEN;
static uint32_t faults, draws;

static void
on_draw(void *data, const struct work_draw *draw)
{
   (void)data;
   object.out[draws] = draw->idvs.index_count;
   object.out[draws + 32] = object.in[0];
   draws++;
}

static void
on_wrong(void *data, enum work_fault fault, const char *what)
{
   (void)data;
   faults += fault == expected_fault;
   if (fault != expected_fault || fault == WORK_BROKEN) {
      printf("    %s\n", what);
      failed++;
   }
}

static struct cs_builder *
begin(void)
{
   static struct cs_builder builder;
   const struct cs_builder_conf conf = {
      .nr_registers = PAN_ARCH >= 12 ? 128 : 96,
      .nr_kernel_registers = 4,
      .ls_sb_slot = LS,
   };
   const struct cs_buffer buffer = {
      .cpu = object.instructions,
      .gpu = (uintptr_t)object.instructions,
      .capacity = 4096,
   };

   memset(&object, 0, sizeof(object));
   cs_builder_init(&builder, &conf, buffer);
   return &builder;
}

static void
end(struct cs_builder *b, enum work_order order)
{
   cs_end(b);

   const struct work_stream stream = {
      .queue = QUEUE,
      .size = cs_root_chunk_size(b),
      .address = cs_root_chunk_gpu_addr(b),
   };
   const struct work work = {.stream_count = 1, .streams = &stream};
   const struct work_user user = {.draw = on_draw, .wrong = on_wrong};

   draws = faults = 0;
   stream_run(&work, order, false, &user);
   cs_builder_fini(b);
}

static void
compare(const char *name)
{
   if (memcmp(object.out, object.expected, sizeof(object.out)) == 0)
      return;
   for (uint32_t i = 0; i < 64; i++) {
      if (object.out[i] != object.expected[i])
         printf("    %s, word %" PRIu32 ": 0x%" PRIx32 ", not 0x%" PRIx32
                "\n", name, i, object.out[i], object.expected[i]);
   }
   failed++;
}

static void
test_moves_and_sums(void)
{
   struct cs_builder *b = begin();
   struct cs_index address = cs_reg64(b, 80), a = cs_reg64(b, 70);

   cs_move64_to(b, address, (uintptr_t)object.out);
   cs_move64_to(b, a, 0x123456789ABCDEF0);
   cs_store64(b, a, address, 0);
   cs_add_imm64(b, a, a, -0x10);
   cs_store64(b, a, address, 8);
   cs_add_imm32(b, cs_reg32(b, 72), cs_reg32(b, 70), 0x7FFFFFFF);
   cs_store32(b, cs_reg32(b, 72), address, 16);
   cs_move32_to(b, cs_reg32(b, 73), 7);
   cs_umin32(b, cs_reg32(b, 74), cs_reg32(b, 73), cs_reg32(b, 72));
   cs_store32(b, cs_reg32(b, 74), address, 20);
   end(b, WORK_LINKED);
   memcpy(object.expected,
          (uint64_t[]){0x123456789ABCDEF0, 0x123456789ABCDEE0}, 16);
   object.expected[4] = 0x9ABCDEE0u + 0x7FFFFFFF;
   object.expected[5] = 7;
   compare("moves and sums");
}

static void
test_masks(void)
{
   struct cs_builder *b = begin();
   struct cs_index address = cs_reg64(b, 80);

   cs_move64_to(b, address, (uintptr_t)object.in);
   for (uint32_t i = 0; i < 5; i++)
      cs_move32_to(b, cs_reg32(b, 70 + i), 100 + i);
   cs_load_to(b, cs_reg_tuple(b, 70, 5), address, 0x1B, 4);
   cs_flush_loads(b);
   cs_move64_to(b, address, (uintptr_t)object.out);
   cs_store(b, cs_reg_tuple(b, 70, 5), address, 0x1F, 0);
   cs_store(b, cs_reg_tuple(b, 70, 5), address, 0x14, 32);
   for (uint32_t i = 0; i < 64; i++)
      object.in[i] = i;
   end(b, WORK_DRAWS_EARLY);
   memcpy(object.expected, (uint32_t[]){1, 2, 102, 3, 4, 0, 0, 0, 102, 4},
          40);
   compare("masks");
}

static void
test_branches(void)
{
   struct cs_builder *b = begin();
   struct cs_index address = cs_reg64(b, 80), count = cs_reg32(b, 70);
   struct cs_index sum = cs_reg32(b, 71), odd = cs_reg32(b, 72);

   cs_move64_to(b, address, (uintptr_t)object.out);
   cs_move32_to(b, count, 9);
   cs_move32_to(b, sum, 0);
   cs_move32_to(b, odd, -4);
   cs_while(b, MALI_CS_CONDITION_GREATER, count) {
      cs_if(b, MALI_CS_CONDITION_LESS, odd) {
         cs_add_imm32(b, sum, sum, 1);
      }
      cs_else(b) {
         cs_add_imm32(b, sum, sum, 100);
      }
      cs_add_imm32(b, odd, odd, 1);
      cs_add_imm32(b, count, count, -1);
   }
   cs_store32(b, sum, address, 0);
   end(b, WORK_LINKED);
   object.expected[0] = 504;
   compare("branches");
}

#if PAN_ARCH >= 11
static void
test_logic(void)
{
   const uint32_t a = 0xF0F0FFFF, c = 0x0FF01234;
   struct cs_builder *b = begin();
   struct cs_index address = cs_reg64(b, 80), d = cs_reg32(b, 72);
   struct cs_index x = cs_reg32(b, 70), y = cs_reg32(b, 71);
   struct cs_index bit = cs_reg32(b, 73);

   cs_move64_to(b, address, (uintptr_t)object.out);
   cs_move32_to(b, x, a);
   cs_move32_to(b, y, c);
   cs_move32_to(b, bit, 5);
   cs_and32(b, d, x, y);
   cs_store32(b, d, address, 0);
   cs_or32(b, d, x, y);
   cs_store32(b, d, address, 4);
   cs_xor32(b, d, x, y);
   cs_store32(b, d, address, 8);
   cs_not32(b, d, x);
   cs_store32(b, d, address, 12);
   cs_bit_set32(b, d, y, bit);
   cs_store32(b, d, address, 16);
   cs_bit_clear32(b, d, x, bit);
   cs_store32(b, d, address, 20);
   end(b, WORK_LINKED);
   memcpy(object.expected,
          (uint32_t[]){a & c, a | c, a ^ c, ~a, c | 32, a & ~32u}, 24);
   compare("logic");
}
#endif

#if PAN_ARCH >= 13
static void
test_arithmetic(void)
{
   const uint32_t a = 0x87654321, c = 13;
   struct cs_builder *b = begin();
   struct cs_index address = cs_reg64(b, 80), d = cs_reg32(b, 72);
   struct cs_index x = cs_reg32(b, 70), y = cs_reg32(b, 71);
   struct cs_index wide = cs_reg64(b, 74), product = cs_reg64(b, 76);

   cs_move64_to(b, address, (uintptr_t)object.out);
   cs_move32_to(b, x, a);
   cs_move32_to(b, y, c);
   cs_add32(b, d, x, y);
   cs_store32(b, d, address, 0);
   cs_sub32(b, d, y, x);
   cs_store32(b, d, address, 4);
   cs_lshift32(b, d, x, y);
   cs_store32(b, d, address, 8);
   cs_rshift_u32(b, d, x, y);
   cs_store32(b, d, address, 12);
   cs_rshift_s32(b, d, x, y);
   cs_store32(b, d, address, 16);
   cs_rshift_imm_s32(b, d, x, 3);
   cs_store32(b, d, address, 20);
   cs_move64_to(b, wide, 0x123456789);
   cs_umul64(b, product, wide, 1001);
   cs_store64(b, product, address, 24);
   cs_rshift_imm_u64(b, product, wide, 4);
   cs_store64(b, product, address, 32);
   cs_udiv32(b, d, x, 7, cs_reg_tuple(b, 84, 4));
   cs_store32(b, d, address, 40);
   end(b, WORK_LINKED);
   memcpy(object.expected,
          (uint32_t[]){a + c, c - a, a << c, a >> c,
                       (uint32_t)((int32_t)a >> c),
                       (uint32_t)((int32_t)a >> 3)}, 24);
   memcpy(object.expected + 6,
          (uint64_t[]){0x123456789ull * 1001, 0x12345678}, 16);
   object.expected[10] = a / 7;
   compare("arithmetic");
}
#endif

static void
run_draw(struct cs_builder *b)
{
#if PAN_ARCH >= 12
   cs_run_idvs2(b, 0, true, cs_undef(), MALI_IDVS_SHADING_MODE_EARLY);
#else
   cs_run_idvs(b, 0, true, cs_shader_res_sel(0, 0, 1, 0),
               cs_shader_res_sel(2, 2, 2, 0), cs_undef());
#endif
}

/* Two draws, and a store before and after each, without waiting: the second
 * number of a draw is what it finds in memory. */
static void
test_orders(void)
{
   static const uint32_t found[WORK_ORDERS][2] = {
      [WORK_LINKED] = {1, 2},
      [WORK_DRAWS_LATE] = {3, 3},
      [WORK_DRAWS_EARLY] = {0, 0},
   };

   for (uint32_t order = 0; order < WORK_ORDERS; order++) {
      struct cs_builder *b = begin();
      struct cs_index address = cs_reg64(b, 80), value = cs_reg32(b, 82);

#if PAN_ARCH >= 11
      cs_set_state_imm32(b, MALI_CS_SET_STATE_TYPE_SB_SEL_ENDPOINT, 3);
#else
      cs_set_scoreboard_entry(b, 3, LS);
#endif
      cs_move64_to(b, address, (uintptr_t)object.in);
      for (uint32_t i = 1; i <= 3; i++) {
         cs_move32_to(b, value, i);
         cs_store32(b, value, address, 0);
         cs_move32_to(b, cs_sr_reg32(b, IDVS, INDEX_COUNT), i);
         if (i < 3)
            run_draw(b);
      }
      cs_wait_slots(b, 1 << 3);
      end(b, order);
      memcpy(object.expected, (uint32_t[]){1, 2}, 8);
      memcpy(object.expected + 32, found[order], 8);
      compare("orders");
   }
}

static void
expect(enum work_fault fault, const char *name)
{
   if (faults == 0) {
      printf("    %s: fault %d is not found\n", name, fault);
      failed++;
   }
   expected_fault = WORK_BROKEN;
}

static void
test_faults(void)
{
   struct cs_builder *b = begin();

   /* The builder would wait. */
   cs_move64_to(b, cs_reg64(b, 80), (uintptr_t)object.in);
   cs_load32_to(b, cs_reg32(b, 70), cs_reg64(b, 80), 0);
   memset(b->cur_ls_tracker, 0, sizeof(*b->cur_ls_tracker));
   cs_add_imm32(b, cs_reg32(b, 71), cs_reg32(b, 70), 1);
   expected_fault = WORK_NOT_LOADED;
   end(b, WORK_LINKED);
   expect(WORK_NOT_LOADED, "a load");

   b = begin();
   cs_emit(b, BRANCH, I) {
      I.offset = -1;
      I.condition = MALI_CS_CONDITION_ALWAYS;
   }
   expected_fault = WORK_ENDLESS;
   end(b, WORK_LINKED);
   expect(WORK_ENDLESS, "a branch to itself");

   b = begin();
   cs_move64_to(b, cs_reg64(b, 80), (uintptr_t)object.in);
   cs_move64_to(b, cs_reg64(b, 82), 0);
   cs_sync64_wait(b, false, MALI_CS_CONDITION_GREATER, cs_reg64(b, 82),
                  cs_reg64(b, 80));
   expected_fault = WORK_ENDLESS;
   end(b, WORK_LINKED);
   expect(WORK_ENDLESS, "a wait for nothing");
}

int
main(void)
{
   stream_architecture = PAN_ARCH;
   test_moves_and_sums();
   test_masks();
   test_branches();
#if PAN_ARCH >= 11
   test_logic();
#endif
#if PAN_ARCH >= 13
   test_arithmetic();
#endif
   test_orders();
   test_faults();
   printf("%s  streams of v%d\n", failed ? "FAILED" : "ok    ", PAN_ARCH);
   return failed != 0;
}
