# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034
#
# For scripts in ci/ that check one thing per line. They end with
# `finish_checks`. `build` is their folder, another in each step.

export LC_ALL=C
root=$PWD
build=$root/build/${STEP:-${0##*/}}
wrong=0
version=$(sed -n "s/^  version : '\(.*\)',/\1/p" meson.build)
soversion=$(sed -n "s/^dral_soversion = '\(.*\)'/\1/p" meson.build)

# shellcheck source=ci/functions.sh
. ci/functions.sh

# Sets `meson`.
find_meson() {
  meson=$(command -v "${MESON-meson}") && return
  echo "Missing: meson"
  exit 1
}

# check WHAT COMMAND...
check() {
  local what=$1
  shift
  if "$@" >"$build/check.log" 2>&1 && tests_ran "$build/check.log"; then
    echo "ok      $what"
  else
    echo "FAILED  $what"
    sed 's/^/    | /' "$build/check.log" | tail -n 40
    wrong=$((wrong + 1))
    return 1
  fi
}

finish_checks() {
  ((wrong == 0)) || {
    echo "$wrong failed"
    exit 1
  }
}
