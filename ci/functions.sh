# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Functions of the recipes in ci/steps.mk, and of the scripts in ci/.

root=$PWD
tools=$PWD/build/tools
target=${CARGO_TARGET_DIR:-$root/target}

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

# ends_with STATUS COMMAND...: what to write instead of `! grep`, because a file
# that cannot be read, or a crash, is no answer.
ends_with() {
  local expected=$1 status=0 command
  shift
  "$@" || status=$?
  [[ $status == "$expected" ]] || {
    command=$*
    echo "status $status, not $expected: ${command:0:200}"
    return 1
  }
}

# tests_ran LOG: a test program that ends early or lacks its tests may still
# return 0. The logs of cargo and meson, and TAP, show how many there were.
# Programs of the command, and its documentation, need no test.
tests_ran() {
  local missing
  missing=$(awk '
    function end_program() {
      if (planned != "" && (planned == 0 || reported != planned))
        print reported + 0 " of " planned " tests in TAP"
      reported = 0
    }
    / [1-9][0-9]* ignored;/ || /^Ok: +0 *$/ || /^No (suitable )?tests defined/ ||
      /^(Skipped|Ignored|Timeout|Expected Fail): +[1-9]/ { print }
    /^ +(Running|Doc-tests) / { program = $0 }
    /^test result:/ && $4 == 0 &&
      program !~ / unittests src\/(main|bin\/.*)\.rs | dral_cli$/ {
      print "no test of cargo:" program
    }
    /^1\.\.[0-9]+( |$)/ { end_program(); planned = substr($1, 4) }
    /^(not )?ok [0-9]+/ { reported++ }
    tolower($0) ~ /^(not )?ok [0-9]+ .*# *(skip|todo)/ { print }
    END { end_program() }' "$1") && [[ -z $missing ]] && return
  echo "Tests did not run: $missing" >>"$1"
  return 1
}

# all_exist FILE...: with something in them.
all_exist() {
  local file bad=0
  for file; do
    if [[ -f $file && -s $file ]]; then
      echo "$file"
    else
      echo "missing: $file"
      bad=1
    fi
  done
  return "$bad"
}

# Without a package registry: offline, in an empty cargo home.
cargo_clib() {
  local home=build/clib-home/$STEP
  rm -rf "$home"
  mkdir -p "$home"
  CARGO_HOME=$root/$home CARGO_NET_OFFLINE=true cargo clib "$@"
}

# For this machine, with LDFLAGS; the message about a wrong argument.
alias_clib() {
  local files=("$target"/release/{libdral.a,libdral.so})
  rm -f "${files[@]}"
  LDFLAGS='-Wl,-z,now -Wl,-z,relro' cargo_clib && all_exist "${files[@]}" &&
    has_soname "$target/release/libdral.so" &&
    readelf -d "$target/release/libdral.so" | grep 'FLAGS.*NOW' &&
    is_reported '--target takes a value' cargo_clib --target
}

# alias_clib_elsewhere MACHINE: its library does not replace this machine's.
alias_clib_elsewhere() {
  local triple there here=$target/release/libdral.a
  triple=$(machine_target "$1")
  there=$target/$triple/release
  rm -rf "$there"
  sha256sum "$here" >"build/clib-$1.sum" &&
    CC=$(machine_command "$1" c) AR=$(machine_command "$1" ar) \
      cargo_clib --target "$triple" &&
    sha256sum -c "build/clib-$1.sum" && has_soname "$there/libdral.so" &&
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
  [[ -z $needed ]] || ends_with 1 grep -v -x -E "$2" <<<"$needed"
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
  local names
  names=$(exported_names "$1") || return
  # An empty list would mean that nm does not see them.
  ends_with 1 grep -v '^driver_' <<<"$names" && grep driver_ <<<"$names"
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

# ---- meson -----------------------------------------------------------------

# The oldest version that meson.build accepts.
minimum_meson() {
  sed -n "s/^ *meson_version : '>= \(.*\)',/\1/p" meson.build
}

# meson VERSION ARGUMENT...: main or minimum, with the ninja of its folder.
meson() {
  local version=$1
  shift
  NINJA=$tools/meson-$version/bin/ninja \
    "$tools/meson-$version/bin/meson" "$@"
}

has_meson() {
  meson "$1" --version && "$tools/meson-$1/bin/ninja" --version
}

has_system_meson() {
  local version
  type -P meson ninja && version=$(command meson --version) &&
    printf '%s\n' "$(minimum_meson)" "$version" | sort -V -C
}

# The machine's meson for `main` if it is new enough, else the newest. Remove
# build/tools to get a newer one.
provide_meson() {
  local bin=$tools/meson-$1/bin requirement=meson
  has_meson "$1" 2>/dev/null && return
  rm -rf "$tools/meson-$1"
  if [[ $1 == main ]] && has_system_meson; then
    mkdir -p "$bin"
    ln -s "$(type -P meson)" "$(type -P ninja)" "$bin"
  else
    [[ $1 != minimum ]] || requirement="meson==$(minimum_meson)"
    python3 -m venv "$tools/meson-$1"
    # Mesa's generators import the others.
    "$bin/python" -m pip install "$requirement" ninja mako packaging pyyaml
  fi
  has_meson "$1"
}

# build_with_meson VERSION SOURCE BUILD OPTION...: builds from scratch.
build_with_meson() {
  local version=$1 source=$2 build=$3
  shift 3
  rm -rf "$build"
  meson "$version" setup "$build" "$source" -Dwerror=true "$@" &&
    meson "$version" compile -C "$build"
}

# with_meson VERSION COMMAND...: for scripts that read MESON and NINJA.
with_meson() {
  local bin=$tools/meson-$1/bin
  MESON=$bin/meson NINJA=$bin/ninja PYTHON=$bin/python3 "${@:2}"
}

# Debug information follows the option and contains no path of this machine.
has_debug_information() {
  local sections
  sections=$(objdump -h "$1") || return
  case $2 in
    debug*) [[ $sections == *.debug_info* ]] ;;
    *) [[ $sections != *.debug_info* ]] ;;
  esac || {
    echo "$1: wrong debug information for $2"
    return 1
  }
  ends_with 1 grep -F "$root" "$1"
}

# installs_driver_alone VERSION BUILD: nothing of the library is installed.
installs_driver_alone() {
  local files
  DESTDIR=$root/$2/stage meson "$1" install -C "$2" || return
  files=$(cd "$2/stage" && find . ! -type d -printf '%f\n')
  [[ $files == libdrop_in.so ]] || {
    echo "installed: $files"
    return 1
  }
}

# small_driver VERSION TYPE KIND OPTION...: the driver of ci/driver.
small_driver() {
  local version=$1 type=$2 kind=$3 build=build/small-driver/$1
  local library=$build/subprojects/dral
  shift 3
  build_with_meson "$version" "build/small-driver/sources-$version" "$build" \
    -Dbuildtype="$type" -Ddefault_library="$kind" \
    -Ddral:default_library="$kind" "$@" &&
    meson "$version" test -C "$build" --print-errorlogs &&
    has_debug_information "$library/dral.o" "$type" &&
    has_symbols "$library/dral.o" '' &&
    installs_driver_alone "$version" "$build" || return
  if [[ $kind != static ]]; then
    exports_what_is_declared "$library/libdral.so" || return
  fi
  if [[ $kind != shared ]]; then
    is_one_object "$library/libdral.a"
  fi
}

# test_driver VERSION KIND TYPE: examples/driver, whose shared object exports no
# function of the library.
test_driver() {
  local version=$1 kind=$2 type=$3 folder=build/driver/$1-$2
  copy_project examples/driver "$folder/sources" &&
    build_with_meson "$version" "$folder/sources" "$folder/build" \
      -Dbuildtype="$type" -Ddral:default_library="$kind" -Ddral=enabled \
      --force-fallback-for dral &&
    meson "$version" test -C "$folder/build" --print-errorlogs &&
    exports_driver_alone "$folder/build/libdriver.so"
}

# every_small_driver VERSION
every_small_driver() {
  local version=$1 type kind
  copy_project ci/driver "build/small-driver/sources-$1"
  for kind in static shared both; do
    for type in plain debug debugoptimized release; do
      small_driver "$version" "$type" "$kind" -Db_ndebug=false || return
      small_driver "$version" "$type" "$kind" -Db_ndebug=true || return
    done
    small_driver "$version" debugoptimized "$kind" -Db_lto=true || return
    small_driver "$version" debug "$kind" -Dunity=on || return
  done
}

# ---- Rust ------------------------------------------------------------------

# The oldest Rust that the library supports.
minimum_rust() {
  sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml
}

# style_cargo ARGUMENT...: cargo of one version, because others format and warn
# differently: a new version must not fail a change that it has nothing to do
# with.
style_rust=1.95.0

style_cargo() {
  is_style_rust 2>/dev/null >&2 || local -x RUSTUP_TOOLCHAIN=$style_rust
  cargo "$@"
}

is_style_rust() {
  [[ $(cargo --version) == "cargo $style_rust "* ]] &&
    cargo fmt --version && cargo clippy --version
}

has_miri() {
  cargo +nightly miri --version &&
    [[ -d $(rustc +nightly --print sysroot)/lib/rustlib/src/rust/library ]]
}

# Rust has the standard library of a target.
has_target() {
  local libraries
  libraries=$(rustc --print target-libdir --target "$1") &&
    [[ -n $(find "$libraries" -name 'libcore-*.rlib' -print -quit) ]]
}

provide_target() {
  has_target "$1" || rustup target add "$1" && has_target "$1"
}

provide_nightly() {
  RUSTUP_AUTO_INSTALL=0 has_miri || {
    rustup toolchain install nightly --profile minimal --component miri \
      --component rust-src && has_miri
  }
}

# cargo_program PACKAGE VERSION COMMAND: in build/tools, which PATH names.
cargo_program() {
  command -v "$3" ||
    CARGO_TARGET_DIR=$tools/target cargo install "$1" --locked --version "$2" \
      --root "$tools"
}

# ---- Memory errors ---------------------------------------------------------

sanitizers=address,undefined,float-cast-overflow,float-divide-by-zero
valgrind=(valgrind --error-exitcode=9 --leak-check=full
  --errors-for-leak-kinds=all)

# The tools must report planted errors: a check that cannot fail proves nothing.
planted_errors() {
  mkdir -p build/memory
  cc -std=c99 -g -O0 "${@:2}" ci/planted_errors.c -o "build/memory/$1"
}

# sanitized_tests BUILD OPTION...: of the C tests.
sanitized_tests() {
  local build=$1
  shift
  build_with_meson main . "$build" -Ddefault_library=static \
    -Dc_args="-g -fsanitize=$sanitizers -fno-sanitize-recover=all" \
    -Dc_link_args="-fsanitize=$sanitizers" &&
    meson main test -C "$build" --print-errorlogs --suite quick "$@"
}

# These tests try more numbers than miri can in minutes. Other tests call the
# same unsafe code, and cargo runs these on each machine.
too_long_for_miri=(
  the_first_wrong_id_is_the_one_that_trial_finds
  base_and_entry_are_the_state_for_every_block
  instructions_have_their_causes_on_every_device
  every_bit_is_read_or_must_have_its_value
)

# ---- Other machines --------------------------------------------------------

# The symbols that the library needs: from libgcc and libc, where the machine
# has no instruction, and from the linker.
declare -A machine_needs=(
  [armv7]='__aeabi_(uidiv(mod)?|uldivmod|unwind_cpp_pr[01])|bcmp|mem(cmp|cpy|move|set)'
  [i686]='__u(div|mod)di3|_GLOBAL_OFFSET_TABLE_'
  [riscv64]='bcmp|mem(cmp|cpy|move|set)'
)

# machine_command MACHINE KEY: the command in the machine's cross file.
machine_command() {
  sed -n "s/^$2 = //p" "package/cross/$1.ini" | sed "s/[][',]//g"
}

machine_target() {
  machine_command "$1" rust | sed 's/.*--target //'
}

# cross_tests MACHINE KIND TYPE: an emulator is about ten times slower and gets
# a tenth of the random cases.
cross_tests() {
  local machine=$1 kind=$2 type=$3 build=build/cross/$1-$2
  build_with_meson main . "$build" \
    --cross-file "package/cross/$machine.ini" -Dbuildtype="$type" \
    -Ddefault_library="$kind" &&
    meson main test -C "$build" --print-errorlogs --suite quick \
      --timeout-multiplier 10 --test-args=--tenth &&
    has_symbols "$build/dral.o" "${machine_needs[$machine]-}"
}

# ---- The header for GPUs ---------------------------------------------------

device=build/device

# What a step makes; `tests` in $device is made once, for several.
device_step=$device/${STEP-}

# PoCL's cache, kept out of the user's home.
export POCL_CACHE_DIR=$root/$device_step/pocl-cache

# The major version of clang, or of the one that Debian would install.
clang_major() {
  if command -v clang >/dev/null; then
    clang -dumpversion | cut -d . -f 1
  else
    apt-cache depends clang | sed -n 's/^ *Depends: clang-\([0-9]*\)$/\1/p'
  fi
}

opencl_versions=(CL1.2 CL2.0 CL3.0 CLC++)
device_kernels=(c_tests/opencl/kernels.cl c_tests/opencl/own_types.cl
  examples/indirect/indirect.cl)
device_includes=(-I include -I c_tests -I c_tests/opencl -I examples/indirect)

# spirv_of SOURCE VERSION: compiles to LLVM, and to valid SPIR-V.
spirv_of() {
  local module environment
  module=$device_step/$(basename "$1" .cl)-$2
  case $2 in
    CL1.2) environment=opencl1.2 ;;
    CL2.0 | CLC++) environment=opencl2.0 ;;
    # spirv-val has no environment for 3.0.
    CL3.0) environment=opencl2.2 ;;
  esac
  # Not optimized: LLVM would make integers of 3 bits, which SPIR-V lacks.
  clang -x cl -cl-std="$2" -O0 -target spir64 -Wall -Wextra -Wconversion \
    -Werror "${device_includes[@]}" -emit-llvm -c "$1" -o "$module.bc" &&
    "llvm-spirv-$(clang_major)" --spirv-max-version=1.0 "$module.bc" \
      -o "$module.spv" &&
    spirv-val --target-env "$environment" "$module.spv" &&
    ls -l "$module.spv"
}

device_spirv() {
  local kernel version
  mkdir -p "$device_step"
  for kernel in "${device_kernels[@]}"; do
    for version in "${opencl_versions[@]}"; do
      spirv_of "$kernel" "$version" || return
    done
  done
}

# A pointer as a number and a truncated module must be refused.
device_spirv_refuses_errors() {
  local source=$device_step/wrong.cl module=$device_step/wrong.spv
  mkdir -p "$device_step"
  printf '#include "dral_device.h"\nkernel void wrong(global uint *out)\n%s\n' \
    '{ *out = dral_device_padded_vertex_count(out); }' >"$source"
  is_reported 'incompatible pointer to integer conversion' \
    spirv_of "$source" CL1.2 || return
  spirv_of c_tests/opencl/kernels.cl CL1.2 || return
  # Not a whole word, because a cut between two instructions can be valid.
  head -c -1 "$device_step/kernels-CL1.2.spv" >"$module"
  is_reported 'error: ' spirv-val "$module"
}

build_device_tests() {
  mkdir -p "$device"
  cc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
    "${device_includes[@]}" c_tests/opencl/main.c examples/indirect/opencl.c \
    c_tests/harness/{generator,harness,parallel,text}.c \
    c_tests/device/check.c c_tests/instancing/{sample_draws,sample_states}.c \
    c_tests/reference/reference.c "$target/release/libdral.a" -lOpenCL -lm \
    -pthread -o "$device/tests"
}

# device_tests VERSION [BATCHES]
device_tests() {
  local version=$1
  shift
  rm -rf "$POCL_CACHE_DIR"
  "$device/tests" \
    "-cl-std=$version -Werror ${device_includes[*]}" "$@"
}

# The tests must find a GPU that pads to multiples that are too large. In a
# subshell, because other tests include the unchanged header.
device_tests_find_a_fault() (
  folder=$device/fault
  mkdir -p "$folder"
  cp include/*.h "$folder"
  sed -i 's/0x1FFFFFFFu >> zeros/0x3FFFFFFFu >> zeros/' \
    "$folder/dral_device_numbers.h"
  ends_with 1 cmp {include,"$folder"}/dral_device_numbers.h &&
    device_includes=(-I "$folder" "${device_includes[@]}") &&
    ends_with 1 device_tests CL1.2 1 >"$folder/log" &&
    grep '^not ok .* device_draws_equal_the_library' "$folder/log" &&
    grep '^not ok .* device_states_equal_the_library' "$folder/log" &&
    grep '^not ok .* gpu_numbers_equal' "$folder/log" &&
    grep '^not ok .* gpu_drop_in_names_equal' "$folder/log"
)

# indirect_finds_a_fault PROGRAM EDIT: the host reports that a kernel is wrong.
indirect_finds_a_fault() {
  local program=$1 edit=$2 folder=$device/indirect-fault
  mkdir -p "$folder"
  cp examples/indirect/indirect.h "$folder"
  sed "$edit" examples/indirect/indirect.cl >"$folder/indirect.cl"
  ends_with 1 cmp examples/indirect/indirect.cl "$folder/indirect.cl" &&
    ends_with 1 "$program" "$folder" include 65536 >"$folder/log" &&
    grep ' draws, .* [1-9][0-9]* wrong$' "$folder/log"
}

# A fault in each kernel: a wrong count, a restart that is used as an index, a
# continuation at an odd slot, an offset without the base instance.
indirect_finds_faults() {
  local edit
  for edit in 's/= command.instance_count;/= command.instance_count | 1;/' \
    's/= restart &/= false \&/' \
    's/output, appended.slot, /output, next, /' \
    's/state->vertex.instance_strides\[binding\]/0/'; do
    indirect_finds_a_fault "$1/indirect" "$edit" || return
  done
}

# The versions in opencl_versions that the device supports.
device_versions() {
  cc ci/opencl_versions.c -lOpenCL -o "$device/versions" &&
    "$device/versions" | grep -x -F "${opencl_versions[@]/#/-e}" | sort -u
}

# ---- Software drivers, and Mesa --------------------------------------------

# The newest LLVM on this machine, or the one that Debian would install.
llvm_major() {
  local installed
  installed=$(compgen -G '/usr/bin/llvm-config-[0-9]*' | sort -V | tail -n 1)
  if [[ -n $installed ]]; then
    echo "${installed##*-}"
  else
    apt-cache depends llvm-dev |
      sed -n 's/^ *Depends: llvm-\([0-9]*\)-dev$/\1/p'
  fi
}

# Both forges run the same commands.
same_jobs() {
  local jobs
  jobs=$(sed -n 's/^ *- command: //p' .github/workflows/*.yml | sort)
  echo "$jobs"
  [[ -n $jobs ]] && diff <(echo "$jobs") \
    <(sed -n 's/^  script: //p' .gitlab-ci.yml | sort)
}

ci_files() {
  "$tools/lint/bin/check-jsonschema" --builtin-schema vendor.github-workflows \
    .github/workflows/*.yml &&
    "$tools/lint/bin/check-jsonschema" --builtin-schema vendor.gitlab-ci \
      --data-transform gitlab-ci .gitlab-ci.yml &&
    same_jobs
}

# release_copy FOLDER: a repository with the commit that is checked out, whose
# changelog begins with its version. Git would not clone one of another user.
release_copy() {
  rm -rf "$1"
  git init --quiet "$1" && git archive HEAD | tar -x -C "$1" || return
  cd "$1" || return
  git config user.name check && git config user.email check@example.org &&
    git config commit.gpgsign false && git config tag.gpgsign false &&
    git add --all --force && git commit --quiet --message 'a copy' || return
  version=$(sed -n "s/^  version : '\(.*\)',/\1/p" meson.build)
  name=dral-$version tag=v$version
  change_heading "$version (2026-11-27)"
}

# change_heading TEXT: commits this as the first heading of the changelog.
change_heading() {
  sed -i "0,/^## .*/s//## $1/" CHANGELOG.md && grep -F -x "## $1" CHANGELOG.md &&
    git diff --quiet || git commit --quiet --all --message 'changelog'
}

# In a subshell, because of the folder.
release_makes_tag_and_tarball() (
  release_copy build/release-tag && ci/release || exit
  first=$(awk '/^## / { on = 1; next } on && /./ { print; exit }' CHANGELOG.md)
  [[ -n $first ]] && cd build/release && sha256sum --check "$name.tar.gz.sha256" || exit
  diff <(git ls-tree -r --full-tree --name-only "$tag" | sort) \
    <(tar -t -f "$name.tar.gz" | sed -n "s|^$name/\(.*[^/]\)\$|\1|p" | sort) &&
    [[ $(git cat-file -t "$tag") == tag ]] &&
    git tag --list --format='%(contents)' "$tag" |
    grep -F -x "$first"
)

release_refuses_mistakes() (
  release_copy build/release-mistakes || exit
  touch new
  is_reported 'uncommitted changes' ci/release || exit
  rm new
  git tag "$tag"
  is_reported "the tag $tag exists" ci/release || exit
  git tag --delete "$tag"
  for heading in Unreleased "99.0.0 (2026-11-27)" "$version" \
    "[$version] - 2026-11-27"; do
    change_heading "$heading"
    is_reported "begins with \"## $heading\"" ci/release || exit
  done
  change_heading "$version (2026-02-30)"
  is_reported 'there is no day 2026-02-30' ci/release || exit
  [[ -z $(git tag --list) ]]
)
