/* SPDX-License-Identifier: MIT */
/**
 * \file
 * A libGL.so.1 for programs that load one: only a driver with GLX has it, but
 * EGL has its functions. The names are those in Mesa's libgl-symbols.txt,
 * each as NAME(glBegin).
 */

#include <EGL/egl.h>

#include <stddef.h>

#ifndef __x86_64__
#error "The functions are jumps of x86-64."
#endif

#define NAME(name) #name,
static const char *const names[] = {
#include "desktop_gl_names.h"
};
#undef NAME

#define COUNT (sizeof(names) / sizeof(names[0]))

__attribute__((visibility("hidden"))) void *desktop_gl_functions[COUNT];

#define NAME(name)                                                           \
   __asm__(".globl " #name "\n"                                              \
           ".type " #name ", @function\n"                                    \
           #name ": jmp *desktop_gl_functions + function(%rip)\n"            \
           ".set function, function + 8\n");
__asm__(".set function, 0\n");
#include "desktop_gl_names.h"

__attribute__((constructor)) static void
load(void)
{
   for (size_t i = 0; i < COUNT; i++)
      desktop_gl_functions[i] = (void *)eglGetProcAddress(names[i]);
}

void *
glXGetProcAddress(const char *name)
{
   return (void *)eglGetProcAddress(name);
}

void *
glXGetProcAddressARB(const char *name)
{
   return glXGetProcAddress(name);
}
