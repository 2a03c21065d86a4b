/* SPDX-License-Identifier: MIT */

/* What libdriver.so exports; all else in it is hidden. */

#ifndef EXPORT_H
#define EXPORT_H

#ifdef __GNUC__
#define DRIVER_EXPORT __attribute__((visibility("default")))
#else
#define DRIVER_EXPORT
#endif

#endif
