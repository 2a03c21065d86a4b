# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Checks of build results.

# all_exist FILE...
all_exist() {
  local file bad=0
  for file; do
    if [[ -s $file ]]; then
      echo "$file"
    else
      echo "missing: $file"
      bad=1
    fi
  done
  return "$bad"
}

release_build() {
  rm -f "$release/dral"
  cargo build --locked --release && all_exist "$release/dral"
}

# The benchmark times the library and plain C only if both do the same work.
benchmark_compares() {
  "${CC:-cc}" -std=gnu99 -O2 -Wall -Wextra -Werror -Iinclude -Ic_tests \
    -DINPUT_NUMBERS=512 -DINPUT_DRAWS=512 evidence/bench/*.c \
    c_tests/harness/generator.c "$release/libdral.a" -o build/bench-compare &&
    build/bench-compare compare
}

# Without a package registry: offline, in an empty cargo home.
cargo_clib() {
  local home=build/clib-home
  rm -rf "$home"
  mkdir -p "$home"
  CARGO_HOME=$root/$home CARGO_NET_OFFLINE=true cargo clib "$@"
}

# For this machine, with LDFLAGS; the message about a wrong argument.
alias_clib() {
  local files=("$release"/{libdral.a,libdral.so})
  rm -f "${files[@]}"
  LDFLAGS='-Wl,-z,now -Wl,-z,relro' cargo_clib && all_exist "${files[@]}" &&
    has_soname "$release/libdral.so" &&
    readelf -d "$release/libdral.so" | grep 'FLAGS.*NOW' &&
    is_reported '--target takes a value' cargo_clib --target
}

# alias_clib_elsewhere MACHINE: its library does not replace this machine's.
alias_clib_elsewhere() {
  local target there here=$release/libdral.a
  target=$(machine_target "$1")
  there=${CARGO_TARGET_DIR:-target}/$target/release
  rm -rf "$there"
  sha256sum "$here" >build/clib.sum &&
    CC=$(machine_command "$1" c) AR=$(machine_command "$1" ar) \
      cargo_clib --target "$target" &&
    sha256sum -c build/clib.sum && has_soname "$there/libdral.so" &&
    exports_what_is_declared "$there/libdral.so"
}

# symbols_of FILE defined|undefined: the global symbols that an archive or
# object defines or needs.
symbols_of() {
  nm -g -P "--$2-only" "$1" | awk 'NF > 1 { print $1 }' | sort
}

# The archive contains the library's object and nothing else.
is_one_object() {
  local members
  members=$(ar t "$1") || return
  echo "$1: $members"
  [[ ${members##*/} == dral.o ]]
}

# has_symbols FILE NEEDED: an object or archive defines exactly the functions
# that the headers declare, and only needs symbols that match the regular
# expression NEEDED.
has_symbols() {
  local needed
  diff <(declared_names) <(symbols_of "$1" defined) || return
  needed=$(symbols_of "$1" undefined)
  echo "$1 defines what is declared, and needs: ${needed:-nothing}"
  [[ -z $needed ]] || ! grep -v -x -E "$2" <<<"$needed"
}

# The functions that the headers declare. Those of the GPU have only inline
# functions.
declared_names() {
  find include -name '*.h' ! -name 'dral_device*' -exec sed -n '/^[ /]\*/d
    /^static inline/,/^}/d
    s/.*[ *]\(dral_[a-z0-9_]*\)(.*/\1/p' {} + | sort
}

exported_names() {
  nm -D -P --defined-only "$1" | cut -d ' ' -f 1 | sort
}

# exports_what_is_declared FILE
exports_what_is_declared() {
  diff <(declared_names) <(exported_names "$1") &&
    echo "exactly what the headers declare"
}

has_soname() {
  local number
  number=$(sed -n "s/^dral_soversion = '\(.*\)'/\1/p" meson.build)
  objdump -p "$1" | grep SONAME
  objdump -p "$1" | grep -q "SONAME  *libdral\.so\.$number\$"
}

# A driver's shared object exports its own functions and none of the library.
exports_driver_alone() {
  local names foreign
  names=$(exported_names "$1") || return
  foreign=$(grep -v '^driver_' <<<"$names")
  if [[ -n $foreign ]]; then
    echo "$1 also exports:"
    echo "$foreign"
    return 1
  fi
  # An empty list would mean that nm does not see them.
  grep driver_ <<<"$names"
}

# copy_library COPY: what meson reads to build the library.
copy_library() {
  rm -rf "$1"
  mkdir -p "$1"
  cp -R --parents Cargo.toml LICENSE meson.build meson_options.txt include \
    src package/{Doxyfile,clib,meson.build} "$1"
}

# copy_project SOURCE COPY: the sources of a project in meson, with the library
# as its subproject.
copy_project() {
  rm -rf "$2"
  mkdir -p "$2/subprojects"
  cp -R -P "$1/." examples/driver/subprojects "$2" &&
    rm -rf "$2/build" "$2/subprojects/dral" &&
    ln -s "$root" "$2/subprojects/dral"
}
