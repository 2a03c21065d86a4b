# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Optional modules: each by itself.

# Each module has a header; all other headers belong to the core.
modules() {
  local header
  for header in include/dral_*.h; do
    header=${header#include/dral_}
    case $header in
      panfrost.h | device*.h | types.h) ;;
      *) echo "${header%.h}" | tr _ - ;;
    esac
  done
}

all_modules() {
  modules | paste -s -d ,
}

module_alone() {
  local module=$1
  local build=build/modules/$module name="module $module"
  suite cargo "$name: unit tests" cargo test --locked --package dral --lib \
    --features "$module"
  build_and_test "$name" newest '--suite quick --suite unit' . "$build" \
    -Dbuildtype=release -Dmodules="$module" || return
  step "$name: symbols" has_symbols "$build/dral.o" "$module" ''
  step "$name: exported symbols" exports_what_is_declared "$build/libdral.so" \
    "$module"
}

# All of them together are built and tested by other steps.
module_checks() {
  local module
  for module in $(modules); do
    module_alone "$module"
  done
}
