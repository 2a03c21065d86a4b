/* SPDX-License-Identifier: MIT */

#include <stdint.h>

int
driver_is_right(double a, double b, uint64_t word, unsigned count,
                unsigned divisor);

int
main(void)
{
   return !driver_is_right(2, 3, 0xF00F, 70, 7);
}
