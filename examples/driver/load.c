/* SPDX-License-Identifier: MIT */

#include "load.h"

#include <errno.h>
#include <string.h>

bool
driver_load_draws(const char *path, struct driver_draw_list *list)
{
   const bool is_stdin = strcmp(path, "-") == 0;
   FILE *file = is_stdin ? stdin : fopen(path, "r");
   struct driver_read_error error;
   int status;

   if (file == NULL) {
      fprintf(stderr, "%s: %s\n", path, strerror(errno));
      return false;
   }
   status = driver_read_draws(file, is_stdin ? "standard input" : path, list,
                              &error);
   if (!is_stdin)
      fclose(file);
   if (status != 0)
      fprintf(stderr, "%s\n", error.message);
   return status == 0;
}
