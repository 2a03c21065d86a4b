# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Other machines: the tests in C, under qemu-user where the processor does not
# run them, and the library for a machine without an operating system.

machines=(aarch64 armv7 i686 s390x)

# The symbols that the library needs: from libgcc and libc, where the machine
# has no instruction, and from the linker.
declare -A machine_needs=(
  [armv7]='__aeabi_(uidiv(mod)?|uldivmod|unwind_cpp_pr[01])|bcmp|mem(cmp|cpy|move|set)'
  [i686]='__u(div|mod)di3|_GLOBAL_OFFSET_TABLE_'
  [riscv64]='bcmp|mem(cmp|cpy|move|set)'
)

machine_with_meson() {
  local needs=("${needs[@]}")
  local machine=$1 kind=$2 type=$3
  local name="$1, $2, $3" build=build/cross/$1-$2
  # An emulator is about ten times slower and gets a tenth of the random cases.
  local tests='--suite quick --timeout-multiplier 10 --test-args=--tenth'
  build_and_test "$name" newest "$tests" . "$build" \
    --cross-file "package/cross/$machine.ini" -Dbuildtype="$type" \
    -Ddefault_library="$kind" || return
  step "$name: symbols" has_symbols "$build/dral.o" \
    "${machine_needs[$machine]-}"
  if [[ $kind == shared ]]; then
    step "$name: exported symbols" exports_what_is_declared "$build/libdral.so"
  else
    step "$name: one object" is_one_object "$build/libdral.a"
  fi
}

machine_checks() {
  local machine=$1 needs=("${needs[@]}")
  need "$machine: C compiler and emulator" provide_machine "$machine" ||
    return
  need "$machine: Rust" provide_target "$(machine_target "$machine")" ||
    return
  step "$machine: cargo clib" alias_clib_elsewhere "$machine"
  machine_with_meson "$machine" static release
  machine_with_meson "$machine" shared debug
}

bare_metal=thumbv7em-none-eabi

bare_metal_checks() {
  local needs=("${needs[@]}")
  need "$bare_metal: Rust" provide_target "$bare_metal" || return
  step "$bare_metal: build without std" cargo build --locked --lib \
    --package dral --target "$bare_metal"
}

# A machine without a cross file here: only the object.
riscv64=riscv64gc-unknown-linux-gnu

riscv64_object() {
  local directory=build/cross/riscv64
  rustc @package/clib/rustc.args --target "$riscv64" --emit=obj \
    --out-dir "$directory" src/lib.rs &&
    has_symbols "$directory/dral.o" "${machine_needs[riscv64]}"
}

riscv64_checks() {
  local needs=("${needs[@]}")
  need "$riscv64: Rust" provide_target "$riscv64" || return
  step "$riscv64: symbols" riscv64_object
}
