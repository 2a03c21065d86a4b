/* SPDX-License-Identifier: MIT */

#include "driver.h"

#include <stdio.h>
#include <stdlib.h>

/* The divisor of 7 is 0x12492492, with shift 2 and the extra flag. */
#ifdef HAVE_DRAL
#define NUMBERS (72 + UINT64_C(0x12492492) + 2 + 1)
#else
#define NUMBERS 0
#endif

int
main(void)
{
   const double number = driver_math(2, 3);
   const unsigned bits = driver_bits(0xF00F);
   const uint64_t numbers = driver_numbers(70, 7);

   printf("%g %u %llu\n", number, bits, (unsigned long long)numbers);
   return number == 21 && bits == 8 && numbers == NUMBERS ? EXIT_SUCCESS
                                                          : EXIT_FAILURE;
}
