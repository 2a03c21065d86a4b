#!/bin/sh
# SPDX-License-Identifier: MIT
#
# programs_test.sh LIST PROGRAM ARGUMENT...: exit status and errors of a
# program that takes a list of draws as its last argument.

set -u
list=$1
shift
wrong=0
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT

# check WHAT STATUS OUTPUT ERROR COMMAND...: the exit status, and a line that
# the output and the errors have; an empty one if they are to be empty.
check() {
  what=$1 expected=$2 output=$3 error=$4
  shift 4
  "$@" >"$directory/output" 2>"$directory/error"
  status=$?
  if [ "$status" -ne "$expected" ]; then
    echo "$what: exit status $status, not $expected"
    wrong=1
  fi
  check_file "$what" "$directory/output" "$output"
  check_file "$what" "$directory/error" "$error"
}

check_file() {
  if [ -z "$3" ] && [ ! -s "$2" ]; then
    return
  fi
  if [ -z "$3" ] || ! grep -q -F -e "$3" "$2"; then
    echo "$1: no line with \"$3\", but:"
    cat "$2"
    wrong=1
  fi
}

# check_refused PROGRAM ARGUMENT...: the draw after it is there all the same.
check_refused() {
  "$@" "$directory/refused" >"$directory/output" 2>&1
  status=$?
  if [ "$status" -ne 1 ]; then
    echo "a refused draw: exit status $status, not 1"
    wrong=1
  fi
  check_file 'a refused draw' "$directory/output" 'refused'
  check_file 'the draw after it' "$directory/output" 'draw of line 3'
}

# 2^32 threads for each instance.
printf '%s\n' 'draw vertices=0xE0000000 instances=2' buffer \
  'draw vertices=3' buffer \
  >"$directory/refused"
printf 'draw vertices=3\nbuffer stride=12x\n' >"$directory/unreadable"

check 'a list' 0 '00020004 27000000 0000000c 00000198' '' "$@" "$list"
check 'standard input' 0 '00010003 83000000' '' "$@" - <"$list"
check_refused "$@"
check 'a wrong value' 2 '' \
  "$directory/unreadable:2: stride: \"12x\" is no number" \
  "$@" "$directory/unreadable"
check 'no file' 2 '' "$directory/none: No such file" "$@" "$directory/none"
check 'no argument' 2 '' 'usage: ' "$1"
check 'too many arguments' 2 '' 'usage: ' "$@" "$list" "$list"
exit "$wrong"
