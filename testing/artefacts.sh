# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Checks of what was built.

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
  local files=("$release"/{libdral.a,libdral.so,dral})
  rm -f "${files[@]}"
  cargo build --locked --release && all_exist "${files[@]}"
}

alias_clib() {
  local files=("$release"/{libdral.a,libdral.so})
  rm -f "${files[@]}"
  cargo clib --locked && all_exist "${files[@]}"
}

# The object of the library itself, in an archive with objects of std, has no
# undefined symbol.
needs_no_symbol() {
  # nm complains of every object without any symbol.
  nm -A -P "$1" 2>/dev/null | awk '
    $2 == "dral_version" && $3 == "T" { own[$1] }
    $3 ~ /^[Uvw]$/ { needed[$1] = needed[$1] " " $2; total++ }
    END {
      for (object in own) {
        objects++
        if (object in needed) { print object " needs" needed[object]; bad = 1 }
      }
      print objects + 0 " objects define dral_version; " \
        total + 0 " undefined symbols in all objects"
      # Those of std prove that undefined symbols are seen.
      exit bad || objects != 1 || total == 0
    }'
}

exported_names() {
  nm -D -P --defined-only "$1" | cut -d ' ' -f 1 | sort
}

exports_the_list() {
  diff <(sed 's/#.*//; s/ *$//; /^$/d' c_tests/symbols.txt | sort) \
    <(exported_names "$1") && echo "exactly those of c_tests/symbols.txt"
}

has_soname() {
  local number
  number=$(sed -n "s/^dral_soversion = '\(.*\)'/\1/p" meson.build)
  objdump -p "$1" | grep SONAME
  objdump -p "$1" | grep -q "SONAME  *libdral\.so\.$number\$"
}

# A driver's shared object exports functions of its own and nothing of the
# library.
exports_driver_alone() {
  local names foreign
  names=$(exported_names "$1") || return
  foreign=$(grep -v '^driver_' <<<"$names")
  if [[ -n $foreign ]]; then
    echo "$1 also exports:"
    echo "$foreign"
    return 1
  fi
  # No name at all would mean that nm does not see them.
  grep driver_ <<<"$names"
}
