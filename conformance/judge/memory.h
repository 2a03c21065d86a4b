/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The memory of Mesa's drm-shim as the GPU sees it.
 *
 * memory.c exports ioctl(), so that it sees each buffer object and each
 * submission of the driver, and maps every object at its address of the GPU.
 */

#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "work.h"

/** Called with each submission, except those of fragment jobs. */
extern void (*memory_submitted)(const struct work *work);

/** Whether one buffer object holds these bytes. */
bool memory_holds(uint64_t address, uint64_t size);

/** Where the buffer object that holds this byte begins; 0 if none does. */
uint64_t memory_begin(uint64_t address);

/** Copies them, or returns false. */
bool memory_read(uint64_t address, void *bytes, size_t size);
bool memory_write(uint64_t address, const void *bytes, size_t size);

/**
 * Whether writes are seen by the driver. Without, they are lost at the next
 * call, so the same jobs can run again.
 */
void memory_keep_writes(bool keep);

/** Runs a function; returns false if it accesses what is not mapped. */
bool memory_try(void (*function)(void *data), void *data);

#endif
