/* SPDX-License-Identifier: MIT */

/* The C compiler links the shared library. This takes the library out of the
 * static one: it is a single object there. shared.map hides the name. */

#include "dral.h"

uint32_t (*const keep_library)(void) = dral_version;
