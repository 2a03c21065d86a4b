# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Builds with meson: the library, and a driver that uses it.

# The oldest version that meson.build accepts.
minimum_meson() {
  sed -n "s/^ *meson_version : '>= \(.*\)',/\1/p" meson.build
}

# build_with_meson VERSION SOURCE BUILD OPTION...: builds from scratch.
build_with_meson() {
  local version=$1 source=$2 build=$3
  shift 3
  rm -rf "$build"
  meson "$version" setup "$build" "$source" -Dwerror=true "$@" &&
    meson "$version" compile -C "$build"
}

# build_and_test NAME VERSION TESTS SOURCE BUILD OPTION...: builds from scratch,
# and runs the tests, with these words as options.
build_and_test() {
  local name=$1 version=$2 build=$5 tests
  read -r -a tests <<<"$3"
  need "$name: build" build_with_meson "$version" "${@:4}" || return
  step "$name: tests" meson "$version" test -C "$build" \
    --print-errorlogs "${tests[@]}"
}

# library_with_meson VERSION TYPE KIND SUITE...: builds, and runs these suites
# of tests, if any.
library_with_meson() {
  local version=$1 type=$2 kind=$3
  local name="meson $1, $2, $3" build=build/meson/$1-$2-$3
  local needs=("${needs[@]}")
  local options=(. "$build" -Dbuildtype="$2" -Ddefault_library="$3")
  shift 3
  if (($# > 0)); then
    build_and_test "$name" "$version" "${*/#/--suite=}" "${options[@]}" ||
      return
  else
    # Tests that do not run are not built.
    need "$name: build" build_with_meson "$version" "${options[@]}" \
      -Dtests=disabled || return
  fi
  if [[ $kind == shared ]]; then
    step "$name: exported symbols" exports_what_is_declared "$build/libdral.so"
    step "$name: soname" has_soname "$build/libdral.so"
  else
    step "$name: one object" is_one_object "$build/libdral.a"
    step "$name: symbols" has_symbols "$build/libdral.a" ''
  fi
}

# header_reference VERSION: Doxygen warns about nothing, and about a planted
# error. It writes pages about functions and structs.
header_reference() {
  local version=$1 build=build/docs source=build/docs-source
  copy_library "$source" &&
    build_with_meson "$version" "$source" "$build" -Dtests=disabled \
      -Ddocs=enabled &&
    all_exist "$build"/package/html/{index,dral_8h,structdral__draw}.html &&
    sed -i 's/\\param address /\\param adress /' "$source/include/dral.h" &&
    is_reported "argument 'adress'" meson "$version" compile -C "$build" docs
}

# The drivers in examples/, and that in ci/ in every way to build one.
driver_sources=build/driver/sources
layout_sources=build/layout/sources
small_driver_sources=build/small-driver/sources

copy_drivers() {
  copy_project examples/driver "$driver_sources" &&
    copy_project examples/layout "$layout_sources" &&
    copy_project ci/driver "$small_driver_sources"
}

# Debug information follows the option and contains no path of this machine.
has_debug_information() {
  local sections
  sections=$(objdump -h "$1") || return
  case $2 in
    debug*) [[ $sections == *.debug_info* ]] ;;
    *) [[ $sections != *.debug_info* ]] ;;
  esac || {
    echo "$1: wrong debug information for $2"
    return 1
  }
  ! grep -q -F "$root" "$1" || {
    echo "$1 has $root in it"
    return 1
  }
}

# installs_driver_alone VERSION BUILD: nothing of the library is installed.
installs_driver_alone() {
  local files
  DESTDIR=$root/$2/stage meson "$1" install -C "$2" || return
  files=$(cd "$2/stage" && find . ! -type d -printf '%f\n')
  [[ $files == libdrop_in.so ]] || {
    echo "installed: $files"
    return 1
  }
}

# small_driver VERSION TYPE KIND OPTION...
small_driver() {
  local version=$1 type=$2 kind=$3 build=build/small-driver/$1
  local library=$build/subprojects/dral
  shift 3
  build_with_meson "$version" "$small_driver_sources" "$build" \
    -Dbuildtype="$type" -Ddefault_library="$kind" \
    -Ddral:default_library="$kind" "$@" &&
    meson "$version" test -C "$build" --print-errorlogs &&
    has_debug_information "$library/dral.o" "$type" &&
    has_symbols "$library/dral.o" '' &&
    installs_driver_alone "$version" "$build" || return
  if [[ $kind != static ]]; then
    exports_what_is_declared "$library/libdral.so" || return
  fi
  if [[ $kind != shared ]]; then
    is_one_object "$library/libdral.a"
  fi
}

small_driver_with_meson() {
  local name=$*
  step "driver of ci/, meson ${name// /, }" small_driver "$@"
}

# All combinations; ./test runs some of them.
every_small_driver() {
  local version type kind
  for version in "$minimum" newest; do
    for kind in static shared both; do
      for type in plain debug debugoptimized release; do
        small_driver_with_meson "$version" "$type" "$kind" -Db_ndebug=false
        small_driver_with_meson "$version" "$type" "$kind" -Db_ndebug=true
      done
      small_driver_with_meson "$version" debugoptimized "$kind" -Db_lto=true
      small_driver_with_meson "$version" debug "$kind" -Dunity=on
    done
  done
}

# The object depends on every source, so an edit rebuilds it, except for sources
# that are only in unit tests.
edits_rebuild() {
  local version=$1 build=build/edits/build source=build/edits/source file
  copy_library "$source" &&
    build_with_meson "$version" "$source" "$build" -Dtests=disabled || return
  local ninja=$tools/meson-$version/bin/ninja
  diff <(find "$PWD/$source/src" -name '*.rs' | sort) \
    <("$ninja" -C "$build" -t deps dral.o | grep -o '/.*\.rs$' | sort) ||
    return
  for file in src/error.rs package/clib/rustc.args; do
    "$ninja" -C "$build" && "$ninja" -C "$build" -n | grep 'no work to do' &&
      touch "$source/$file" &&
      "$ninja" -C "$build" -n | grep 'Generating dral.o' || return
  done
}

# With `auto`, meson would silently build the driver's own code if the library
# did not build.
driver_with_meson() {
  local version=$1 type=$2 kind=$3
  local name="driver, meson $1, $2, $3" build=build/driver/$1-$2-$3
  local needs=("${needs[@]}")
  build_and_test "$name" "$version" '' "$driver_sources" "$build" \
    -Dbuildtype="$type" -Ddral:default_library="$kind" -Ddral=enabled \
    --force-fallback-for dral || return
  step "$name: exported symbols" exports_driver_alone "$build/libdriver.so"
}

driver_of_layouts() {
  local needs=("${needs[@]}")
  build_and_test "driver of layouts, meson $1" "$1" '' "$layout_sources" \
    "build/layout/$1" --force-fallback-for dral
}

driver_without_library() {
  local needs=("${needs[@]}")
  build_and_test "driver without dral, meson $1" "$1" '' "$driver_sources" \
    "build/driver/$1-without" -Ddral=disabled
}

# checking_script VERSION SCRIPT ARGUMENT...: runs it with this version of meson.
checking_script() {
  local bin=$root/$tools/meson-$1/bin
  MESON=$bin/meson NINJA=$bin/ninja "$2" "${@:3}"
}

# The oldest Rust that the library supports.
minimum_rust() {
  sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml
}

# with_rust VERSION COMMAND...
with_rust() {
  local -x RUSTUP_TOOLCHAIN=$1
  "${@:2}"
}

# It compiles the library, which needs no symbol, passes the tests, and keeps
# the size limits.
oldest_rust_checks() {
  local version build=build/meson/oldest-rust
  version=$(minimum_rust)
  local name="Rust $version" needs=("${needs[@]}")
  need "$name" provide_rust "$version" || return
  need "$name: build" with_rust "$version" \
    build_with_meson newest . "$build" || return
  step "$name: tests" with_rust "$version" meson newest test -C "$build" \
    --print-errorlogs --suite quick --suite unit
  step "$name: symbols" has_symbols "$build/dral.o" ''
  step "$name: no panic" with_rust "$version" cargo test --locked \
    --package dral --target-dir build/oldest-rust --no-fail-fast \
    --test no_panic --test size
}
