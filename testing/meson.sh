# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Builds with meson: the library, and a driver that uses it.

# build_with_meson VERSION SOURCE BUILD OPTION...: from scratch.
build_with_meson() {
  local version=$1 source=$2 build=$3
  shift 3
  rm -rf "$build"
  meson "$version" setup "$build" "$source" -Dwerror=true "$@" &&
    meson "$version" compile -C "$build"
}

library_with_meson() {
  local version=$1 type=$2 kind=$3
  local name="meson $1, $2, $3" build=build/meson/$1-$2-$3
  local suites=(--no-suite sweep)
  if $all && [[ $version == newest && $type == release ]]; then
    suites=()
  fi
  step "$name: build" build_with_meson "$version" . "$build" \
    -Dbuildtype="$type" -Ddefault_library="$kind" || return
  suite meson "$name: tests" meson "$version" test -C "$build" \
    --print-errorlogs "${suites[@]}"
  if [[ $kind == shared ]]; then
    step "$name: exported symbols" exports_the_list "$build/libdral.so"
    step "$name: soname" has_soname "$build/libdral.so"
  elif [[ $type == release ]]; then
    step "$name: no undefined symbol" needs_no_symbol "$build/libdral.a"
  fi
  if [[ $type == release ]]; then
    step "$name: installed library" installed_library_works "$version" "$build"
  fi
}

driver_sources=build/driver/sources

copy_driver() {
  rm -rf "$driver_sources"
  mkdir -p build/driver
  cp -R -P examples/driver "$driver_sources" &&
    rm -rf "$driver_sources/subprojects/dral" &&
    ln -s "$root" "$driver_sources/subprojects/dral"
}

driver_with_meson() {
  local version=$1 type=$2 kind=$3
  local name="driver, meson $1, $2, $3" build=build/driver/$1-$2-$3
  step "$name: build" build_with_meson "$version" "$driver_sources" "$build" \
    -Dbuildtype="$type" -Ddefault_library="$kind" \
    --force-fallback-for dral || return
  suite meson "$name: test" meson "$version" test -C "$build" --print-errorlogs
  step "$name: exported symbols" exports_driver_alone "$build/libdriver.so"
}
