# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Programs that the machine must have.

# provide PACKAGES WHAT CHECK...: if CHECK fails, installs the packages, which
# requires root.
provide() {
  local packages=$1 what=$2
  shift 2
  "$@" && return
  if [[ $(id -u) == 0 ]] && command -v apt-get; then
    # shellcheck disable=SC2086 # a list
    apt-get update &&
      DEBIAN_FRONTEND=noninteractive apt-get install --yes \
        --no-install-recommends $packages
  fi
  "$@" && return
  echo "Missing: $what. On Debian, as root: apt-get install $packages"
  return 1
}

has_venv() {
  # Debian packages ensurepip separately, and without it a venv has no pip.
  python3 -c 'import ensurepip, venv'
}

provide_programs() {
  local bad=0
  provide 'gcc libc6-dev' 'a C compiler (cc)' command -v cc || bad=1
  provide 'g++' 'a C++ compiler (c++)' command -v c++ || bad=1
  provide 'binutils' 'nm and objdump' command -v objdump || bad=1
  provide 'python3 python3-venv' 'Python 3 with venv' has_venv || bad=1
  provide 'pkg-config' 'pkg-config' command -v pkg-config || bad=1
  provide 'util-linux' 'unshare' command -v unshare || bad=1
  provide_component fmt rustfmt rustfmt || bad=1
  provide_component clippy clippy rust-clippy || bad=1
  provide 'abigail-tools' 'abidw and abidiff' command -v abidw || bad=1
  provide_device_programs || bad=1
  return "$bad"
}

# provide_component COMMAND COMPONENT PACKAGE: a command of cargo, which is a
# rustup component and a Debian package.
provide_component() {
  cargo "$1" --version && return
  if command -v rustup; then
    rustup component add "$2"
  else
    provide "$3" "cargo $1" cargo "$1" --version
  fi
  cargo "$1" --version
}

# meson VERSION ARGUMENT...: runs meson with the ninja in the same directory.
meson() {
  local version=$1
  shift
  NINJA=$root/$tools/meson-$version/bin/ninja \
    "$root/$tools/meson-$version/bin/meson" "$@"
}

has_meson() {
  meson "$1" --version && "$tools/meson-$1/bin/ninja" --version
}

# install_meson VERSION REQUIREMENT: installs it once; remove build/ to get a
# newer version.
install_meson() {
  local directory=$tools/meson-$1
  has_meson "$1" 2>/dev/null && return
  rm -rf "$directory"
  python3 -m venv "$directory" &&
    "$directory/bin/python" -m pip install "$2" ninja &&
    has_meson "$1"
}

# ---- Additional programs for ./test --all ----------------------------------

# Rust has the standard library of a target.
has_target() {
  local libraries
  libraries=$(rustc --print target-libdir --target "$1") &&
    [[ -n $(find "$libraries" -name 'libcore-*.rlib' -print -quit) ]]
}

# provide_by_rustup WHAT ARGUMENTS CHECK...: if CHECK fails, installs it.
provide_by_rustup() {
  local what=$1 arguments=$2
  shift 2
  "$@" && return
  # shellcheck disable=SC2086 # a list
  rustup $arguments
  "$@" && return
  echo "Missing: $what. With rustup: rustup $arguments"
  return 1
}

provide_target() {
  provide_by_rustup "Rust for $1" "target add $1" has_target "$1"
}

proof_checks() {
  provide coq 'Coq' command -v coqchk && proofs/check
}

# rustc_of VERSION: the path of rustup's compiler of that version.
rustc_of() {
  rustup which --toolchain "$1" rustc
}

provide_rust() {
  provide_by_rustup "Rust $1" "toolchain install $1 --profile minimal" \
    rustc_of "$1"
}

has_miri() {
  cargo +nightly miri --version &&
    [[ -d $(rustc +nightly --print sysroot)/lib/rustlib/src/rust/library ]]
}

provide_nightly() {
  provide_by_rustup 'a nightly Rust with miri and rust-src' "toolchain install\
 nightly --profile minimal --component miri --component rust-src" has_miri
}

# provide_cargo_program NAME VERSION: in build/tools, where the tools for fuzzing
# and mutants are, too. One that works with an older Rust will do.
provide_cargo_program() {
  local program=$1
  [[ $program != cargo-c ]] || program=cargo-cinstall
  command -v "$program" && return
  CARGO_TARGET_DIR=$tools/target cargo install "$1" --locked --version "$2" \
    --root "$tools"
}

# machine_command MACHINE KEY: the command in the machine's cross file.
machine_command() {
  sed -n "s/^$2 = //p" "package/cross/$1.ini" | sed "s/[][',]//g"
}

machine_target() {
  machine_command "$1" rust | sed 's/.*--target //'
}

# Compiles, links and runs a program for the machine.
has_machine() {
  local program=build/cross/$1-hello compiler wrapper
  compiler=$(machine_command "$1" c)
  read -r -a wrapper < <(machine_command "$1" exe_wrapper)
  mkdir -p build/cross
  echo 'int main(void) { return 0; }' >"$program.c"
  "$compiler" "$program.c" -o "$program" && "${wrapper[@]}" "$program"
}

provide_machine() {
  local compiler libc
  compiler=$(machine_command "$1" c)
  case $1 in
    aarch64) libc=arm64 ;;
    armv7) libc=armhf ;;
    i686) libc=i386 ;;
    *) libc=$1 ;;
  esac
  provide "gcc-${compiler%-gcc} libc6-dev-$libc-cross qemu-user" \
    "a C compiler and qemu-user for $1" has_machine "$1"
}
