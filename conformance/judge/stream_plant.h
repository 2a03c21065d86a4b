/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Defects that are planted into command streams: each changes an instruction
 * before it is executed, as a driver that had emitted it would.
 */

#ifndef STREAM_PLANT_H
#define STREAM_PLANT_H

#include <stdbool.h>
#include <stdint.h>

#include "explain.h"

struct stream_plant {
   /** The option of --plant */
   const char *name;
   /** By which the judge must name it */
   enum check_defect defect;
   uint8_t opcode;
   /** The destination or source, or ANY */
   uint8_t number;
   /** Only if this is pending */
   enum { ALWAYS, IF_LOADS, IF_STORES } pending;
   /** What changes: the instruction becomes a NOP, or bits change. */
   enum { SKIP, ADD, DOUBLE, CLEAR, EXCHANGE } change;
   uint64_t operand;
};

#define ANY 255

extern const struct stream_plant stream_plants[];
extern const uint32_t stream_plant_count;

/** NULL: nothing is planted. */
extern const struct stream_plant *stream_plant;

/** The instruction that is executed instead. */
uint64_t stream_plant_apply(uint64_t instruction, bool loads, bool stores);

#endif
