/* SPDX-License-Identifier: MIT */

/* Marks the symbols that libdriver.so exports; all others are hidden. */

#ifndef EXPORT_H
#define EXPORT_H

#ifdef __GNUC__
#define DRIVER_EXPORT __attribute__((visibility("default")))
#else
#define DRIVER_EXPORT
#endif

#endif
