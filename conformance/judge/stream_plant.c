/* SPDX-License-Identifier: MIT */

#include "stream_plant.h"

#define MOVE48 1
#define MOVE32 2
#define WAIT 3
#define RUN_IDVS 6
#define RUN_IDVS2 12
#define ADD_IMMEDIATE32 16
#define ADD_IMMEDIATE64 17
#define STORE_MULTIPLE 21
#define BRANCH 22

/* Registers by genxml, "IDVS SR", and scratch registers of PanVK's indirect
 * draws: the parameters, the count, the uniforms. */
#define RESOURCES 0
#define UNIFORMS 8
#define INDEX_COUNT 33
#define INSTANCE_COUNT 34
#define INDEX_OFFSET 35
#define VERTEX_OFFSET 36
#define INSTANCE_OFFSET 37
#define TILER_FLAGS 56
#define PARAMETERS 66
#define DRAW_COUNT 72
#define UNIFORMS_TO_STORE 74

const struct stream_plant stream_plants[] = {
   {"count-kept", DEFECT_REGISTERS, MOVE32, INDEX_COUNT, ALWAYS, SKIP, 0},
   {"instances-kept", DEFECT_REGISTERS, MOVE32, INSTANCE_COUNT, ALWAYS, SKIP,
    0},
   {"first-index-kept", DEFECT_REGISTERS, MOVE32, INDEX_OFFSET, ALWAYS, SKIP,
    0},
   {"vertex-offset-kept", DEFECT_REGISTERS, MOVE32, VERTEX_OFFSET, ALWAYS,
    SKIP, 0},
   {"vertex-offset-1", DEFECT_VERTEX_OFFSET, MOVE32, VERTEX_OFFSET, ALWAYS,
    ADD, 1},
   {"instance-offset-1", DEFECT_INSTANCE_OFFSET, MOVE32, INSTANCE_OFFSET,
    ALWAYS, ADD, 1},
   {"tables-kept", DEFECT_STALE, MOVE48, RESOURCES, ALWAYS, SKIP, 0},
   {"uniforms-kept", DEFECT_UNIFORMS_REUSED, MOVE32, UNIFORMS, ALWAYS, SKIP,
    0},
   {"restart-off", DEFECT_INDICES, MOVE32, TILER_FLAGS, ALWAYS, CLEAR,
    1 << 19},
   {"index-type", DEFECT_INDICES, RUN_IDVS, ANY, ALWAYS, EXCHANGE, 1 << 8},
   {"load-not-waited", DEFECT_NOT_LOADED, WAIT, ANY, IF_LOADS, SKIP, 0},
   {"store-not-waited", DEFECT_UNIFORMS, WAIT, ANY, IF_STORES, SKIP, 0},
   {"store-lost", DEFECT_BASE_LOST, STORE_MULTIPLE, ANY, ALWAYS, SKIP, 0},
   {"tables-not-advanced", DEFECT_STALE, ADD_IMMEDIATE64, RESOURCES, ALWAYS,
    SKIP, 0},
   {"tables-advanced-twice", DEFECT_OTHER_TABLES, ADD_IMMEDIATE64, RESOURCES,
    ALWAYS, DOUBLE, 0},
   {"uniforms-not-advanced", DEFECT_UNIFORMS_REUSED, ADD_IMMEDIATE64,
    UNIFORMS, ALWAYS, SKIP, 0},
   {"uniforms-stored-over", DEFECT_IDS, ADD_IMMEDIATE64, UNIFORMS_TO_STORE,
    ALWAYS, SKIP, 0},
   {"parameters-not-advanced", DEFECT_REGISTERS, ADD_IMMEDIATE64, PARAMETERS,
    ALWAYS, SKIP, 0},
   {"loop-left", DEFECT_MISSING, BRANCH, ANY, ALWAYS, SKIP, 0x8000},
   {"loop-endless", DEFECT_ENDLESS, ADD_IMMEDIATE32, DRAW_COUNT, ALWAYS,
    SKIP, 0},
};

const uint32_t stream_plant_count =
   sizeof(stream_plants) / sizeof(stream_plants[0]);

const struct stream_plant *stream_plant;

static bool
is_planted(uint64_t instruction, bool loads, bool stores)
{
   uint32_t opcode = (uint32_t)(instruction >> 56);
   const uint32_t number = instruction >> 48 & 0xFF;

   opcode = opcode == RUN_IDVS2 ? RUN_IDVS : opcode;
   if (opcode != stream_plant->opcode ||
       (stream_plant->number != ANY && stream_plant->number != number) ||
       (stream_plant->pending == IF_LOADS && !loads) ||
       (stream_plant->pending == IF_STORES && (!stores || loads)))
      return false;
   /* An operand restricts what is skipped. */
   return stream_plant->change != SKIP ||
          (instruction & stream_plant->operand) == stream_plant->operand;
}

uint64_t
stream_plant_apply(uint64_t instruction, bool loads, bool stores)
{
   const uint64_t low = instruction & 0xFFFFFFFF;

   if (!stream_plant || !is_planted(instruction, loads, stores))
      return instruction;
   switch (stream_plant->change) {
   case SKIP:
      return 0;
   case ADD:
      return instruction - low + (uint32_t)(low + stream_plant->operand);
   case DOUBLE:
      return instruction - low + (uint32_t)(2 * low);
   case CLEAR:
      return instruction & ~stream_plant->operand;
   case EXCHANGE:
      return instruction ^ stream_plant->operand;
   }
   return instruction;
}
