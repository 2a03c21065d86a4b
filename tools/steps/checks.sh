# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# For scripts that check one thing per line, which `./test` counts. They set
# `build` to their folder, and end with `finish_checks`.

wrong=0

# check WHAT COMMAND...
check() {
  local what=$1
  shift
  if "$@" >"$build/check.log" 2>&1; then
    echo "ok      $what"
  else
    echo "FAILED  $what"
    sed 's/^/    | /' "$build/check.log" | tail -n 40
    wrong=$((wrong + 1))
    return 1
  fi
}

# not COMMAND...: the command must fail.
not() {
  ! "$@"
}

finish_checks() {
  ((wrong == 0)) || {
    echo "$wrong failed"
    exit 1
  }
}
