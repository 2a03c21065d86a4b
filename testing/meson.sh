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
}

driver_sources=build/driver/sources

copy_driver() {
  rm -rf "$driver_sources"
  mkdir -p build/driver
  cp -R -P examples/driver "$driver_sources" &&
    rm -rf "$driver_sources/subprojects/dral" &&
    ln -s "$root" "$driver_sources/subprojects/dral"
}

# `auto` would quietly build the driver's own code if the library did not
# build.
driver_with_meson() {
  local version=$1 type=$2 kind=$3
  local name="driver, meson $1, $2, $3" build=build/driver/$1-$2-$3
  step "$name: build" build_with_meson "$version" "$driver_sources" "$build" \
    -Dbuildtype="$type" -Ddefault_library="$kind" -Ddral=enabled \
    --force-fallback-for dral || return
  suite meson "$name: tests" meson "$version" test -C "$build" \
    --print-errorlogs
  step "$name: exported symbols" exports_driver_alone "$build/libdriver.so"
}

driver_without_library() {
  local version=$1
  local name="driver without dral, meson $1" build=build/driver/$1-without
  step "$name: build" build_with_meson "$version" "$driver_sources" "$build" \
    -Ddral=disabled || return
  suite meson "$name: tests" meson "$version" test -C "$build" \
    --print-errorlogs
}

# checking_script VERSION SCRIPT: with this meson.
checking_script() {
  local bin=$root/$tools/meson-$1/bin
  MESON=$bin/meson NINJA=$bin/ninja "scripts/$2"
}

# The oldest Rust that the library promises to do with: it compiles, needs no
# symbol, passes the tests, and is no heavier than it may be.
oldest_rust_checks() {
  local version build=build/meson/oldest-rust
  version=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
  local name="Rust $version"
  step "$name" provide_rust "$version" || return
  local -x RUSTC
  RUSTC=$(rustc_of "$version")
  step "$name: build" build_with_meson newest . "$build" || return
  suite meson "$name: tests" meson newest test -C "$build" \
    --print-errorlogs --no-suite sweep
  step "$name: no undefined symbol" needs_no_symbol "$build/libdral.a"
  suite script "$name: weight in a driver" checking_script newest weight
}
