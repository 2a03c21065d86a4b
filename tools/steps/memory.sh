# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Memory errors: the tests in C with sanitizers and valgrind, and the tests in
# Rust with miri.

memory=build/memory
sanitizers=address,undefined,float-cast-overflow,float-divide-by-zero

# The library with all modules.
memory_library=$memory/clib/release/libdral.a

build_memory_library() {
  cargo run --locked --release --package dral-clib \
    --target-dir "$memory/clib" -- --modules "$(all_modules)"
}

# c_test_sources [MODULE...]: the sources of the core and of these modules.
c_test_sources() {
  local module without=(-e /opencl/)
  for module in $(modules); do
    [[ " $* " == *" $module "* ]] || without+=(-e "/${module//-/_}[/.]")
  done
  find c_tests -name '*.c' | grep -v "${without[@]}"
}

# compile_c_tests PROGRAM LIBRARY MODULES FLAG...
compile_c_tests() {
  local program=$1 library=$2 tested=$3 module sources list=
  shift 3
  for module in $tested; do
    list+="MODULE(${module//-/_})"
  done
  # shellcheck disable=SC2086 # a list
  mapfile -t sources < <(c_test_sources $tested)
  mkdir -p "$memory"
  cc -std=c99 -g "$@" "-DDRAL_TEST_MODULES=$list" -I include -I c_tests "${sources[@]}" \
    "$library" -lm -pthread -o "$program"
}

# quick_c_tests COMMAND...
quick_c_tests() {
  DRAL_DRIVER_DATA=$root/c_tests/data "$@" --quick
}

# with_seeds PROGRAM: runs it twenty times, each time with different random
# cases.
with_seeds() {
  local seed
  for seed in {1..20}; do
    DRAL_SEED=$seed quick_c_tests "$1" || return
  done
}

under_valgrind() {
  valgrind --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=all \
    "$@"
}

with_sanitizers() {
  compile_c_tests "$memory/sanitized" "$memory_library" "$(modules)" \
    -O1 "-fsanitize=$sanitizers" -fno-sanitize-recover=all &&
    quick_c_tests "$memory/sanitized"
}

with_valgrind() {
  # Without modules, whose many random cases would take half an hour.
  compile_c_tests "$memory/plain" "$release/libdral.a" '' -O2 &&
    quick_c_tests under_valgrind "$memory/plain"
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
  grep -F -q "$message" <<<"$printed"
}

# The tools must report planted errors: a check that cannot fail proves nothing.
planted_errors() {
  mkdir -p "$memory"
  cc -std=c99 -g -O0 "${@:2}" tools/steps/planted_errors.c -o "$memory/$1"
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
  is_reported 'Invalid read' under_valgrind "$program" read || bad=1
  is_reported 'uninitialised' under_valgrind "$program" uninitialized || bad=1
  is_reported 'definitely lost' under_valgrind "$program" leak || bad=1
  return "$bad"
}

sanitizer_checks() {
  step "sanitizers report planted errors" sanitizers_report_planted_errors
  step "library with all modules" build_memory_library || return
  suite c "C tests with sanitizers" with_sanitizers
}

valgrind_checks() {
  step "valgrind" provide 'valgrind libc6-dbg' 'valgrind' valgrind true ||
    return
  step "valgrind reports planted errors" valgrind_reports_planted_errors
  suite c "C tests of the core under valgrind" with_valgrind
}

# Instruments the library, too.
with_sanitized_library() {
  local directory=$PWD/build/memory/library
  # Its libdral.so lacks the sanitizer's runtime, but is not used.
  cargo +nightly run --locked --release --package dral-clib \
    --target-dir "$directory" -- --modules "$(all_modules)" \
    -Zsanitizer=address &&
    compile_c_tests "$memory/all-sanitized" \
      "$directory/release/libdral.a" "$(modules)" \
      -O1 "-fsanitize=$sanitizers" -fno-sanitize-recover=all &&
    quick_c_tests "$memory/all-sanitized"
}

# 64 and 32 bits, little and big endian.
miri_targets=(
  x86_64-unknown-linux-gnu
  i686-unknown-linux-gnu
  s390x-unknown-linux-gnu
  powerpc-unknown-linux-gnu
)

# These tests try more numbers than miri can in minutes. They have no unsafe
# code, and cargo runs them on each machine.
too_long_for_miri=(
  the_first_wrong_id_is_the_one_that_trial_finds
  base_and_entry_are_the_state_for_every_block
  batches_follow_one_another
  many_bindings_have_to_be_in_order
  instructions_have_their_causes_on_every_device
)

miri_tests() {
  local skip=() tests=(--lib) name
  for name in "${too_long_for_miri[@]}"; do
    skip+=(--skip "$name")
  done
  for name in tests/*_callers.rs; do
    name=${name##*/}
    tests+=(--test "${name%.rs}")
  done
  MIRIFLAGS='-Zmiri-strict-provenance -Zmiri-symbolic-alignment-check' \
    cargo +nightly miri test --locked --package dral \
    --features "$(all_modules)" --target "$1" \
    --target-dir build/memory/miri "${tests[@]}" --no-fail-fast \
    -- "${skip[@]}"
}

memory_checks_of_rust() {
  local target
  step "nightly Rust with miri" provide_nightly || return
  suite c "C tests with sanitizers, library, too" with_sanitized_library
  for target in "${miri_targets[@]}"; do
    suite cargo "miri, $target, without ${#too_long_for_miri[@]} long tests" \
      miri_tests "$target"
  done
}
