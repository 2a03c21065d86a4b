# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Optional modules: each alone, and all together. The tests of cargo's
# workspace have all of them too, because the command does.

# Each module has a header; the core has the others.
modules() {
  local header
  for header in include/dral_*.h; do
    header=${header#include/dral_}
    case $header in
      panfrost.h | device.h | types.h) ;;
      *) echo "${header%.h}" | tr _ - ;;
    esac
  done
}

all_modules() {
  modules | paste -s -d ,
}

# modules_alone MODULES: names with a comma between them.
modules_alone() {
  local modules=$1
  local build=build/modules/$modules name="modules $modules"
  step "$name: lints" cargo clippy --locked --package dral --all-targets \
    --features "$modules" -- -D warnings
  suite cargo "$name: unit tests" cargo test --locked --package dral --lib \
    --features "$modules"
  step "$name: build" build_with_meson newest . "$build" \
    -Dbuildtype=release -Dmodules="$modules" || return
  suite meson "$name: tests" meson newest test -C "$build" \
    --print-errorlogs --suite quick --suite unit
  step "$name: its symbols" has_symbols "$build/dral.o" "$modules" ''
  step "$name: exported symbols" exports_the_list "$build/libdral.so" \
    "$modules"
}

module_checks() {
  local module all
  all=$(all_modules)
  for module in $(modules) "$all"; do
    modules_alone "$module"
    # A single module is all of them.
    [[ $module != "$all" ]] || break
  done
}
