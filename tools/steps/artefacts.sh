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

alias_clib() {
  local files=("$release"/{libdral.a,libdral.so})
  rm -f "${files[@]}"
  cargo clib --locked && all_exist "${files[@]}"
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

# has_symbols FILE MODULES NEEDED: an object or archive defines exactly the
# symbols listed in c_tests/ for the core and these modules, and only needs
# symbols that match the regular expression NEEDED.
has_symbols() {
  local needed
  diff <(listed_names "$2") <(symbols_of "$1" defined) || return
  needed=$(symbols_of "$1" undefined)
  echo "$1 defines what is listed, and needs: ${needed:-nothing}"
  [[ -z $needed ]] || ! grep -v -x -E "$3" <<<"$needed"
}

# listed_names MODULES: the names of the core and of modules, separated by
# commas.
listed_names() {
  local module files=(c_tests/symbols.txt)
  for module in ${1//,/ }; do
    files+=("c_tests/symbols_${module//-/_}.txt")
  done
  if [[ $1 == *binding-table* && $1 != *descriptor-layout* ]]; then
    files+=(c_tests/symbols_descriptor_layout.txt)
  fi
  sed 's/#.*//; s/ *$//; /^$/d' "${files[@]}" | sort
}

exported_names() {
  nm -D -P --defined-only "$1" | cut -d ' ' -f 1 | sort
}

# exports_the_list FILE [MODULES]
exports_the_list() {
  diff <(listed_names "${2-}") <(exported_names "$1") &&
    echo "exactly those that c_tests/ lists"
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
