/* SPDX-License-Identifier: MIT */

/* Records by the driver's own code, as Panfrost of Mesa 23.3 wrote them. */

#include "check.h"
#include "records.h"

#include <errno.h>

#ifdef HAVE_DRAL
#define MAGIC_OF_4971027 0x57FFFFE5
#else
#define MAGIC_OF_4971027 0x57FFFFE4
#endif

struct known_record {
   struct driver_draw draw;
   struct driver_buffer buffer;
   int count;
   uint32_t words[DRIVER_MAX_RECORD_WORDS];
};

static const struct known_record known_records[] = {
   /* 1D, per vertex and per instance. */
   { { .vertex_count = 3, .instance_count = 1 },
     { .size = 4096, .stride = 16 },
     4, { 0x00000001, 0x00000000, 0x00000010, 0x00001000 } },
   { { .vertex_count = 1, .instance_count = 1, .idvs = true },
     { .size = 4096, .stride = 16, .per_instance = true, .divisor = 5 },
     4, { 0x00000001, 0x00000000, 0x00000000, 0x00001000 } },
   /* 1D Modulus, without and with IDVS. */
   { { .vertex_count = 9, .instance_count = 2 },
     { .size = 8192, .stride = 16 },
     4, { 0x00000003, 0x80000000, 0x00000010, 0x00002000 } },
   { { .vertex_count = 3, .instance_count = 2, .idvs = true },
     { .size = 4096, .stride = 16 },
     4, { 0x00000003, 0x02000000, 0x00000010, 0x00001000 } },
   /* 1D POT Divisor. */
   { { .vertex_count = 1, .instance_count = 2, .idvs = true },
     { .size = 4096, .stride = 16, .per_instance = true, .divisor = 1 },
     4, { 0x00000002, 0x02000000, 0x00000010, 0x00001000 } },
   /* 1D NPOT Divisor; an address that is not a multiple of 64. */
   { { .vertex_count = 1, .instance_count = 1000 },
     { .size = 4096, .stride = 16, .per_instance = true, .divisor = 1000 },
     8, { 0x00000004, 0x09000000, 0x00000010, 0x00001000,
          0x00000020, 0x03126E98, 0x00000000, 0x000003E8 } },
   { { .vertex_count = 3, .instance_count = 7 },
     { .address = 0xAB00000084, .size = 8060, .stride = 100,
       .per_instance = true, .divisor = 16 },
     8, { 0x00000084, 0x250000AB, 0x00000064, 0x00001F80,
          0x00000020, 0x2AAAAAAA, 0x00000000, 0x00000010 } },
   /* Divisor 0: all instances share one element. */
   { { .vertex_count = 3, .instance_count = 7 },
     { .size = 64, .stride = 64, .per_instance = true },
     4, { 0x00000001, 0x00000000, 0x00000000, 0x00000040 } },
   /* Where the two builds differ. */
   { { .vertex_count = 1, .instance_count = 0xFFFFFFFF },
     { .size = 4096, .stride = 4, .per_instance = true, .divisor = 4971027 },
     8, { 0x00000004, 0x36000000, 0x00000004, 0x00001000,
          0x00000020, MAGIC_OF_4971027, 0x00000000, 4971027 } },
   /* Where both are wrong: 2^32 + 32 wraps to 32. */
   { { .vertex_count = 70, .instance_count = 1000 },
     { .size = 4096, .stride = 4, .per_instance = true,
       .divisor = 59652324 },
     4, { 0x00000002, 0x05000000, 0x00000004, 0x00001000 } },
};

static void
records_are_the_known_ones(void)
{
   size_t i;
   int word;

   for (i = 0; i < sizeof known_records / sizeof known_records[0]; i++) {
      const struct known_record *known = &known_records[i];
      uint32_t words[DRIVER_MAX_RECORD_WORDS] = { 0 };

      CHECK_EQUAL(driver_emit_record(&known->draw, &known->buffer, words),
                  known->count);
      for (word = 0; word < known->count; word++)
         CHECK_EQUAL(words[word], known->words[word]);
   }
}

static void
what_cannot_be_drawn_is_refused(void)
{
   const struct driver_buffer buffer = { .size = 16, .stride = 16 };
   struct driver_draw draw = { .vertex_count = 0xDFFFFFFF,
                               .instance_count = 2 };
   struct driver_buffer far = buffer;
   uint32_t words[DRIVER_MAX_RECORD_WORDS];

   CHECK_EQUAL(driver_emit_record(&draw, &buffer, words), 4);
   far.address = (uint64_t)1 << 56;
   CHECK_EQUAL(driver_emit_record(&draw, &far, words), -ERANGE);
   draw.vertex_count = 0xE0000000;
   CHECK_EQUAL(driver_emit_record(&draw, &buffer, words), -ERANGE);
   draw.vertex_count = 0;
   CHECK_EQUAL(driver_emit_record(&draw, &buffer, words), -ERANGE);
   draw.vertex_count = 1;
   draw.instance_count = 0;
   CHECK_EQUAL(driver_emit_record(&draw, &buffer, words), -ERANGE);
}

int
main(void)
{
   records_are_the_known_ones();
   what_cannot_be_drawn_is_refused();
   return check_result();
}
