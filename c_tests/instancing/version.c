/* SPDX-License-Identifier: MIT */

#include "dral.h"
#include "harness/subjects.h"

static void
library_has_the_version_of_its_header(struct context *context)
{
   const uint32_t version = dral_version();

   CHECK_EQUAL(context, version >> 16, DRAL_VERSION_MAJOR, "major");
   CHECK_EQUAL(context, version >> 8 & 0xFF, DRAL_VERSION_MINOR, "minor");
   CHECK_EQUAL(context, version & 0xFF, DRAL_VERSION_PATCH, "patch");
   CHECK_EQUAL(context, version, DRAL_VERSION, "the number for #if");
}

const struct test version_tests[] = {
   QUICK_TEST(library_has_the_version_of_its_header),
   NO_MORE_TESTS,
};
