/* SPDX-License-Identifier: MIT */

/*
 * The library's data about dynamic state, a second time and in the reverse
 * direction: for each instruction the names of its causes, and sets that are
 * iterated until nothing changes.  Deliberately plain and slow.
 */

#ifndef DYNAMIC_STATE_H
#define DYNAMIC_STATE_H

#include <stdint.h>

enum {
   STATE_COUNT = 62,
   COMMAND_COUNT = 10,
   INSTRUCTION_COUNT = 55,
};

const char *
reference_state_name(unsigned state);

const char *
reference_command_name(unsigned command);

const char *
reference_instruction_name(unsigned instruction);

/* The bit of the instruction with this name; exits if the name is unknown. */
uint64_t
reference_instruction(const char *name);

/* The bit of the state with this name, likewise. */
uint64_t
reference_state(const char *name);

/* 1 if a space-separated list of names contains this one. */
int
reference_lists(const char *list, const char *name);

uint64_t
reference_triggered(uint32_t version, uint32_t features, uint64_t states,
                    uint32_t commands);

/* Companions, and their companions, until there are no more. */
uint64_t
reference_with_companions(uint32_t version, uint32_t features,
                          uint64_t instructions);

/* All instructions except those that are left out. */
uint64_t
reference_initial(uint32_t version, uint32_t features);

#endif
