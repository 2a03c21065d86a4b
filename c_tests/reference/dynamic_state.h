/* SPDX-License-Identifier: MIT */

/*
 * Dynamic state in the reverse direction: for each instruction the names of
 * its causes, from dynamic_state_causes.csv, and sets that are extended until
 * nothing changes.  Deliberately plain and slow.
 */

#ifndef DYNAMIC_STATE_H
#define DYNAMIC_STATE_H

#include "harness/harness.h"

enum {
   STATE_COUNT = 63,
   COMMAND_COUNT = 18,
   INSTRUCTION_COUNT = 62,
};

/* What a release of Mesa has. */
struct release {
   uint32_t mesa;
   uint32_t features;
   uint64_t states;
   uint32_t commands;
   uint64_t instructions;
   uint32_t last_version;
};

#define RELEASE_COUNT 2

/* Needs no causes. */
const struct release *
reference_releases(void);

uint64_t
reference_instructions(const char *list);

/* Reads the causes, for the functions below. */
void
reference_read_causes(struct context *context);

/* All states and commands that trigger an instruction. */
void
reference_triggers(uint32_t mesa, uint32_t version, uint32_t features,
                   uint32_t instruction, uint64_t *states,
                   uint32_t *commands);

/* Companions, and their companions, until there are no more. */
uint64_t
reference_with_companions(uint32_t mesa, uint32_t version, uint32_t features,
                          uint64_t instructions);

/* The instructions that the first draw emits. */
uint64_t
reference_initial(uint32_t mesa, uint32_t version, uint32_t features);

#endif
