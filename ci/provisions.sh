# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Programs that the machine must have.

# If not empty, nothing is installed; `plan` adds to these instead.
planning=
declare -A planned=()

# plan HOW WHAT: says later that WHAT will be installed. Fails if it must be
# installed now.
plan() {
  [[ -n $planning ]] && planned[$1]+=" $2"
}

# provide PACKAGES WHAT CHECK...: if CHECK fails, installs the packages, which
# requires root.
provide() {
  local packages=$1 what=$2
  shift 2
  "$@" && return
  plan packages "$packages" && return
  if can_install_packages; then
    # shellcheck disable=SC2086 # a list
    # Another installation may hold the lock.
    apt-get -o DPkg::Lock::Timeout=600 update &&
      DEBIAN_FRONTEND=noninteractive \
        apt-get -o DPkg::Lock::Timeout=600 install --yes \
        --no-install-recommends $packages
  fi
  "$@" && return
  echo "Missing: $what. On Debian, as root: apt-get install $packages"
  return 1
}

can_install_packages() {
  [[ $(id -u) == 0 ]] && command -v apt-get
}

# Says what the programs below will install, and where. On Debian, packages that
# only root can install end the script.
say_plan() {
  local planning=yes
  # Otherwise a question about a toolchain would install it.
  local -x RUSTUP_AUTO_INSTALL=0
  if $style; then
    provide_style_rust
  elif [[ -n $mesa ]]; then
    provide_compilers
    provide_mesa_programs "$mesa"
    install_meson newest meson
  else
    provide_programs
    provide_meson
    ! $all || provide_more_programs
  fi >/dev/null 2>&1
  echo "Builds in $root/build and ${CARGO_TARGET_DIR:-$root/target};" \
    "cargo keeps crates in ${CARGO_HOME:-$HOME/.cargo}."
  if can_install_packages >/dev/null; then
    say_planned packages 'Installs Debian packages on this machine:'
  elif [[ -n ${planned[packages]-} ]]; then
    say_planned packages 'Programs are missing. On Debian, install them with:
  sudo apt-get install --no-install-recommends'
    failed=1
    ! command -v apt-get >/dev/null || finish
  fi
  say_planned rustup 'Installs with rustup:'
  say_planned tools "Installs in $root/$tools:"
  if [[ $main_meson == system ]]; then
    echo "Uses this machine's meson, $(command meson --version)."
  fi
}

say_planned() {
  [[ -z ${planned[$1]-} ]] || echo "$2${planned[$1]}"
}

has_venv() {
  # Debian packages ensurepip separately, and without it a venv has no pip.
  python3 -c 'import ensurepip, venv'
}

provide_compilers() {
  local bad=0
  provide 'gcc libc6-dev' 'a C compiler (cc)' command -v cc || bad=1
  provide 'g++' 'a C++ compiler (c++)' command -v c++ || bad=1
  provide 'binutils' 'nm and objdump' command -v objdump || bad=1
  provide 'python3 python3-venv' 'Python 3 with venv' has_venv || bad=1
  provide 'pkg-config' 'pkg-config' command -v pkg-config || bad=1
  return "$bad"
}

provide_programs() {
  local bad=0
  provide_compilers || bad=1
  provide 'util-linux' 'unshare' command -v unshare || bad=1
  provide 'doxygen' 'Doxygen' command -v doxygen || bad=1
  provide_device_programs || bad=1
  provide_conformance_programs || bad=1
  return "$bad"
}

# meson VERSION ARGUMENT...: runs meson with the ninja in the same directory.
meson() {
  local version=$1
  shift
  NINJA=$root/$tools/meson-$version/bin/ninja \
    "$root/$tools/meson-$version/bin/meson" "$@"
}

# The meson of most steps: this machine's if it is new enough, else the newest.
# ./test --all takes the newest. Mesa needs modules of Python beside it.
main_meson=newest

provide_meson() {
  local bin=$tools/meson-system/bin
  if ! $all && has_system_meson; then
    main_meson=system
    plan system meson && return
    rm -rf "$tools/meson-system"
    mkdir -p "$bin"
    ln -s "$(type -P meson)" "$(type -P ninja)" "$bin"
  else
    install_meson newest meson
  fi && has_meson "$main_meson"
}

has_system_meson() {
  local version
  type -P meson ninja && version=$(command meson --version) &&
    printf '%s\n' "$(minimum_meson)" "$version" | sort -V -C
}

has_meson() {
  meson "$1" --version && "$tools/meson-$1/bin/ninja" --version
}

# install_meson VERSION REQUIREMENT: installs it once; remove build/ to get a
# newer version.
install_meson() {
  local directory=$tools/meson-$1
  has_meson "$1" 2>/dev/null && return
  plan tools "$2 ninja" && return
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
  plan rustup "$what;" && return
  # shellcheck disable=SC2086 # a list
  rustup $arguments
  "$@" && return
  echo "Missing: $what. With rustup: rustup $arguments"
  return 1
}

provide_target() {
  provide_by_rustup "Rust for $1" "target add $1" has_target "$1"
}

# What a rustc needs to compile for WebAssembly.
has_wasm_tools() {
  command -v wasm2c && command -v wasm-ld && {
    compgen -G '/usr/lib/rustlib/wasm32-unknown-unknown/lib/libcore*' ||
      compgen -G '/usr/src/rustc-*/library/core/src/lib.rs'
  }
}

provide_proof_programs() {
  local bad=0 rust='rustc libstd-rust-dev-wasm32'
  # Debian 12.
  apt-cache show rustc-web >/dev/null 2>&1 && rust='rustc-web rust-web-src'
  provide coq 'Coq' command -v coqchk || bad=1
  provide "lld python3-venv wabt $rust" 'Rust for WebAssembly and wasm2c' \
    has_wasm_tools || bad=1
  return "$bad"
}

proof_checks() {
  provide_proof_programs && evidence/proofs/check
}

provide_valgrind() {
  provide 'valgrind libc6-dbg' 'valgrind' valgrind true
}

# RUSTUP_TOOLCHAIN selects the version.
is_rust() {
  [[ $(rustc --version) == "rustc $1."* ]]
}

provide_rust() {
  RUSTUP_TOOLCHAIN=$1 \
    provide_by_rustup "Rust $1" "toolchain install $1 --profile minimal" \
    is_rust "$1"
}

has_miri() {
  cargo +nightly miri --version &&
    [[ -d $(rustc +nightly --print sysroot)/lib/rustlib/src/rust/library ]]
}

provide_nightly() {
  provide_by_rustup 'a nightly Rust with miri and rust-src' "toolchain install\
 nightly --profile minimal --component miri --component rust-src" has_miri
}

# provide_cargo_program PACKAGE VERSION COMMAND: in build/tools, where
# evidence/mutants installs its own.
provide_cargo_program() {
  command -v "$3" && return
  plan tools "$1" && return
  CARGO_TARGET_DIR=$root/$tools/target cargo install "$1" --locked \
    --version "$2" --root "$root/$tools"
}

provide_cargo_c() {
  provide_cargo_program cargo-c 0.10.24+cargo-0.98.0 cargo-cinstall
}

provide_cargo_fuzz() {
  provide_cargo_program cargo-fuzz 0.13.1 cargo-fuzz
}

provide_cargo_deny() {
  provide_cargo_program cargo-deny 0.20.2 cargo-deny
}

has_debian_tools() {
  command -v dh && command -v lintian && command -v dpkg-buildpackage
}

provide_debian_tools() {
  provide 'debhelper dpkg-dev lintian' 'debhelper, dpkg-dev and lintian' \
    has_debian_tools
}

# What ./test --all needs in addition, for say_plan.
provide_more_programs() {
  local machine
  provide_debian_tools
  provide_valgrind
  provide_proof_programs
  for machine in "${machines[@]}"; do
    provide_machine "$machine"
    provide_target "$(machine_target "$machine")"
  done
  provide_target "$bare_metal"
  provide_target "$riscv64"
  provide_rust "$(minimum_rust)"
  provide_nightly
  install_meson "$(minimum_meson)" "meson==$(minimum_meson)"
  provide_cargo_c
  provide_cargo_deny
  provide_lint_tools
  provide_cargo_fuzz
  command -v cargo-mutants || plan tools cargo-mutants
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
