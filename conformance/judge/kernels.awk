# SPDX-License-Identifier: MIT
#
# From Mesa's generated libpan_shaders_vN.h: the arguments of the kernels that
# panlib_draw_... are, and for each a function call_NAME that calls it as C.

/^struct panlib_draw_(index|indirect).*_args \{/ {
  name = $2
  call = ""
}
name {
  sub(/PACKED/, "__attribute__((packed))")
  print
}
name && $1 ~ /^uint/ && $2 !~ /^_pad/ {
  sub(/;/, "", $2)
  call = call (call ? ", " : "") "ARGUMENT(a->" $2 ")"
}
name && /^\}/ {
  kernel = name
  sub(/_args$/, "", kernel)
  printf "#define call_%s(a, ...) %s(%s __VA_OPT__(, ) __VA_ARGS__)\n\n", \
    kernel, kernel, call
  name = ""
}
