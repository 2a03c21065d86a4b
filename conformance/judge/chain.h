/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Runs a chain of jobs (v4 to v9): writes values, searches indices, runs
 * kernels and descriptor copies.
 */

#ifndef CHAIN_H
#define CHAIN_H

#include "work.h"

/** See work_run(). */
void chain_run(uint64_t first_job, enum work_order order,
               const struct work_user *user);

#endif
