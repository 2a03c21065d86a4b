/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Preloaded into programs with a window, on an emulated GPU without a screen:
 * what SDL's offscreen driver and Mesa's DRM shim do not have.
 */

#define _GNU_SOURCE
#include <stdint.h>
#include <sys/mman.h>

/* SuperTuxKart asks for the window system, and does not look at it. */
int
SDL_GetWindowWMInfo(void *window, void *info)
{
   (void)window;
   (void)info;
   return 1;
}

/* Images of a swapchain are exported, and signaled when they are shown. */
int
drmPrimeHandleToFD(int fd, uint32_t handle, uint32_t flags, int *prime)
{
   (void)fd;
   (void)handle;
   (void)flags;
   *prime = memfd_create("image", 0);
   return *prime < 0 ? -1 : 0;
}

int
drmSyncobjSignal(int fd, const uint32_t *handles, uint32_t count)
{
   (void)fd;
   (void)handles;
   (void)count;
   return 0;
}

int
drmSyncobjReset(int fd, const uint32_t *handles, uint32_t count)
{
   return drmSyncobjSignal(fd, handles, count);
}
