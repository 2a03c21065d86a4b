# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Optional modules: each by itself, and all together. Cargo's tests of the
# workspace also have all of them, because the command does.

# Each module has a header; all other headers belong to the core.
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

# modules_alone MODULES: names separated by commas.
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
  step "$name: symbols" has_symbols "$build/dral.o" "$modules" ''
  step "$name: exported symbols" exports_what_is_declared "$build/libdral.so" \
    "$modules"
}

module_checks() {
  local module all
  all=$(all_modules)
  for module in $(modules) "$all"; do
    modules_alone "$module"
    # If there is only one module, it is all of them.
    [[ $module != "$all" ]] || break
  done
}
