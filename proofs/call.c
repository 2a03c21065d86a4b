/* SPDX-License-Identifier: MIT */

/*
 * Calls compiled functions for native.py, in memory that is as it says.
 *
 * A request is the number of a function, the number of pages, ten arguments,
 * and each page with its address. The answer is the result and what the pages
 * hold then. The functions are FUNCTION(name) in functions.h.
 */

#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>

#define PAGE 4096
#define MAX_PAGES 256
#define ARGUMENTS 10

#ifdef DRAL_DEVICE
#include "dral_device.h"

struct dral_magic_divisor called_magic_divisor(uint32_t divisor,
                                               uint32_t rounding);

struct dral_magic_divisor
called_magic_divisor(uint32_t divisor, uint32_t rounding)
{
   return dral_device_magic_divisor(divisor, rounding);
}
#endif

/* Their real types differ. A number or a pointer takes a register or a slot
 * of the stack, and further ones are ignored. */
typedef uint64_t any_function(uint64_t, uint64_t, uint64_t, uint64_t,
                              uint64_t, uint64_t, uint64_t, uint64_t,
                              uint64_t, uint64_t);

#define FUNCTION(name) extern any_function name;
#include "functions.h"
#undef FUNCTION

static any_function *const functions[] = {
#define FUNCTION(name) name,
#include "functions.h"
#undef FUNCTION
};

struct request {
   uint64_t function, pages, a[ARGUMENTS];
};

static int
reserve(uint64_t begin, uint64_t length)
{
   void *const place = (void *)(uintptr_t)begin;

   return mmap(place, length, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1,
               0) == place;
}

int
main(void)
{
   struct request request;
   uint64_t places[MAX_PAGES];

   /* Where machine.py has structs and arrays. */
   if (!reserve(0x10000000, 0x100000) ||
       !reserve((uint64_t)1 << 40, (uint64_t)4 << 36)) {
      perror("mmap");
      return 2;
   }
   while (fread(&request, sizeof(request), 1, stdin) == 1) {
      const uint64_t *const a = request.a;
      uint64_t i, result;

      if (request.pages > MAX_PAGES)
         return 3;
      for (i = 0; i < request.pages; i++) {
         if (fread(&places[i], sizeof(places[i]), 1, stdin) != 1 ||
             fread((void *)(uintptr_t)places[i], PAGE, 1, stdin) != 1)
            return 4;
      }
      result = functions[request.function](a[0], a[1], a[2], a[3], a[4], a[5],
                                           a[6], a[7], a[8], a[9]);
      fwrite(&result, sizeof(result), 1, stdout);
      for (i = 0; i < request.pages; i++)
         fwrite((void *)(uintptr_t)places[i], PAGE, 1, stdout);
      fflush(stdout);
   }
   return 0;
}
