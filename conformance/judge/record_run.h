/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Judges any Vulkan program: starts it with the recorder as its driver.
 */

#ifndef RECORD_RUN_H
#define RECORD_RUN_H

/** The arguments after "run", up to NULL. Returns the judge's status. */
int record_run(char **argv);

#endif
