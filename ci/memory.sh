# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Memory errors: the tests in C with sanitizers and valgrind, and the tests in
# Rust with miri.

memory=build/memory
sanitizers=address,undefined,float-cast-overflow,float-divide-by-zero

# with_seeds PROGRAM: runs its quick tests twenty times, each time with different
# random cases.
with_seeds() {
  local seed
  for seed in {1..20}; do
    DRAL_SEED=$seed "$1" --quick || return
  done
}

valgrind=(valgrind --error-exitcode=9 --leak-check=full
  --errors-for-leak-kinds=all)

# sanitized_tests NAME BUILD: ./test tries all random cases without sanitizers,
# and a tenth of them have the same memory errors.
sanitized_tests() {
  local needs=("${needs[@]}")
  local tests='--suite quick'
  $all || tests+=' --test-args=--tenth'
  build_and_test "$1" "$main_meson" "$tests" . "$2" \
    -Ddefault_library=static \
    -Dc_args="-g -fsanitize=$sanitizers -fno-sanitize-recover=all" \
    -Dc_link_args="-fsanitize=$sanitizers"
}

# is_reported MESSAGE COMMAND...: the command must fail with this message.
is_reported() {
  local message=$1 printed
  shift
  if printed=$("$@" 2>&1); then
    echo "not reported: $message"
    return 1
  fi
  echo "$printed"
  grep -F -q -e "$message" <<<"$printed"
}

# The tools must report planted errors: a check that cannot fail proves nothing.
planted_errors() {
  mkdir -p "$memory"
  cc -std=c99 -g -O0 "${@:2}" ci/planted_errors.c -o "$memory/$1"
}

sanitizers_report_planted_errors() {
  local program=$memory/planted-sanitized bad=0
  planted_errors planted-sanitized "-fsanitize=$sanitizers" \
    -fno-sanitize-recover=all || return
  is_reported heap-buffer-overflow "$program" read || bad=1
  is_reported stack-buffer-overflow "$program" write || bad=1
  is_reported 'detected memory leaks' "$program" leak || bad=1
  is_reported 'shift exponent 32' "$program" shift || bad=1
  return "$bad"
}

valgrind_reports_planted_errors() {
  local program=$memory/planted-plain bad=0
  planted_errors planted-plain || return
  is_reported 'Invalid read' "${valgrind[@]}" "$program" read || bad=1
  is_reported 'uninitialised' "${valgrind[@]}" "$program" uninitialized || bad=1
  is_reported 'definitely lost' "${valgrind[@]}" "$program" leak || bad=1
  return "$bad"
}

sanitizer_checks() {
  step "sanitizers report planted errors" sanitizers_report_planted_errors
  sanitized_tests "C tests with sanitizers" "$memory/sanitized"
}

# The tests that meson has built, and a tenth of their random cases: all of them
# would take half an hour.
valgrind_checks() {
  local needs=("${needs[@]}" 'meson newest, release, static: build')
  need "valgrind" provide_valgrind || return
  step "valgrind reports planted errors" valgrind_reports_planted_errors
  step "C tests under valgrind" meson newest test \
    -C build/meson/newest-release-static --print-errorlogs --suite quick \
    --timeout-multiplier 10 --test-args=--tenth \
    --wrapper "${valgrind[*]}"
}

# 64 and 32 bits, little and big endian.
miri_targets=(
  x86_64-unknown-linux-gnu
  i686-unknown-linux-gnu
  s390x-unknown-linux-gnu
  powerpc-unknown-linux-gnu
)

# These tests try more numbers than miri can in minutes. Other tests call the
# same unsafe code, and cargo runs these on each machine.
too_long_for_miri=(
  the_first_wrong_id_is_the_one_that_trial_finds
  base_and_entry_are_the_state_for_every_block
  instructions_have_their_causes_on_every_device
  every_bit_is_read_or_must_have_its_value
)

miri_tests() {
  local skip=() name
  for name in "${too_long_for_miri[@]}"; do
    skip+=(--skip "$name")
  done
  MIRIFLAGS='-Zmiri-strict-provenance -Zmiri-symbolic-alignment-check' \
    cargo +nightly miri test --locked --package dral \
    --target "$1" --target-dir build/memory/miri --lib --test known \
    --test callers --no-fail-fast -- "${skip[@]}"
}

memory_checks_of_rust() {
  local target needs=("${needs[@]}")
  need "nightly Rust with miri" provide_nightly || return
  RUSTC='rustc +nightly' RUSTFLAGS=-Zsanitizer=address \
    sanitized_tests "C tests and library with sanitizers" \
    "$memory/all-sanitized"
  for target in "${miri_targets[@]}"; do
    step "miri, $target, without ${#too_long_for_miri[@]} long tests" \
      miri_tests "$target"
  done
}
