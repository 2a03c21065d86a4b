# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Other machines: the tests in C under qemu-user, and the library for a machine
# without an operating system, both with all modules.

# The sweep that runs under emulation: where endianness could matter, as each
# input and output of it is an array of words.
emulated_sweep=documented_batch_equals_reference_for_all_divisors

machine_with_meson() {
  local machine=$1 kind=$2
  local name="$1, $2" build=build/cross/$1-$2
  step "$name: build" build_with_meson newest . "$build" \
    --cross-file "cross/$machine.ini" -Dbuildtype=release \
    -Ddefault_library="$kind" -Dmodules="$(all_modules)" || return
  # An emulator is about ten times slower.
  suite meson "$name: tests" meson newest test -C "$build" \
    --print-errorlogs --no-suite sweep --timeout-multiplier 10
}

machine_checks() {
  local machine=$1 kind
  step "$machine: C compiler and emulator" provide_machine "$machine" ||
    return
  step "$machine: Rust" provide_target "$(machine_target "$machine")" ||
    return
  for kind in static shared; do
    machine_with_meson "$machine" "$kind"
  done
}

sweep_on_big_endian() {
  suite meson "s390x: $emulated_sweep" meson newest test \
    -C build/cross/s390x-static --print-errorlogs --timeout-multiplier 10 \
    "$emulated_sweep"
}

bare_metal=thumbv7em-none-eabi

bare_metal_checks() {
  step "$bare_metal: Rust" provide_target "$bare_metal" || return
  step "$bare_metal: build without std" cargo build --locked --lib \
    --package dral --no-default-features --features "$(all_modules)" \
    --target "$bare_metal"
}
