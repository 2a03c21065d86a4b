/* SPDX-License-Identifier: MIT */

/* One call of each function that random.c does not call. */

#include "dral_binding_table.h"
#include "harness/subjects.h"

static void
other_functions_of_binding_tables_are_called(struct context *context)
{
   struct dral_binding_table_block block = { 3, 32 };
   struct dral_binding_table_bases bases;
   struct dral_address_range ranges[DRAL_ADDRESS_AREA_COUNT];
   uint64_t state;
   uint32_t result;

   CHECK_RESULT(context, dral_binding_table_size(9, &result), result, 64);
   CHECK_RESULT(context, dral_binding_table_allocate(&block, 9, &result),
                result, 32);
   CHECK_EQUAL(context, block.next, 96, "the next table");
   CHECK_RESULT(context, dral_binding_table_bases_of(90, 5, &bases),
                bases.surface_base, 0xC0050000);
   CHECK_RESULT(context,
                dral_surface_state_address(
                   DRAL_SURFACE_STATE_POOL_INTERNAL, 64, &state),
                state, 0x100000040);
   CHECK_RESULT(context,
                dral_binding_table_entry_word(bases.surface_base, state,
                                              &result),
                result, 0x3FFB0040);
   CHECK_RESULT(context,
                dral_address_map(120, 1, 4096, (uint64_t)1 << 48, ranges,
                                 DRAL_ADDRESS_AREA_COUNT),
                ranges[0].address, 0x200000);
}

const struct test binding_table_calls_tests[] = {
   QUICK_TEST(other_functions_of_binding_tables_are_called),
   NO_MORE_TESTS
};
