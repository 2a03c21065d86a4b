# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# dral_device.h: every supported language, SPIR-V, OpenCL with PoCL, the example
# of indirect draws.

device=build/device

# PoCL's cache, kept out of the user's home.
export POCL_CACHE_DIR=$root/$device/pocl-cache

# The major version of clang, or of the one that Debian would install.
clang_major() {
  if command -v clang >/dev/null; then
    clang -dumpversion | cut -d . -f 1
  else
    apt-cache depends clang | sed -n 's/^ *Depends: clang-\([0-9]*\)$/\1/p'
  fi
}

# Compiles and links an OpenCL program, which must find a device. Prints the
# device's versions of OpenCL C, as options of the compiler.
has_opencl() {
  local program=$device/has-opencl
  mkdir -p "$device"
  cat >"$program.c" <<'END'
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
int
main(void)
{
   cl_platform_id platform;
   cl_device_id device;
   cl_name_version versions[16];
   size_t size, i;

   if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
       clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) !=
          CL_SUCCESS ||
       clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS,
                       sizeof versions, versions, &size) != CL_SUCCESS)
      return 1;
   for (i = 0; i < size / sizeof versions[0]; i++)
      printf("CL%u.%u\n", CL_VERSION_MAJOR(versions[i].version),
             CL_VERSION_MINOR(versions[i].version));
   return 0;
}
END
  cc "$program.c" -lOpenCL -o "$program" && "$program"
}

# has_llvm_spirv: the version that reads this clang's output.
has_llvm_spirv() {
  command -v "llvm-spirv-$(clang_major)"
}

# PoCL reads the memory and the caches of the machine there. Without it, it ends
# the program with "Not enough memory to run on this device".
has_sysfs() {
  [[ -d /sys/devices/system/cpu ]] && return
  echo "Missing: /sys, which PoCL reads. As root: mount -t sysfs sysfs /sys"
  return 1
}

provide_device_programs() {
  local bad=0 major
  has_sysfs || return
  provide clang clang command -v clang || return
  provide 'pocl-opencl-icd ocl-icd-opencl-dev opencl-headers' \
    'OpenCL with a device (PoCL)' has_opencl || bad=1
  major=$(clang_major)
  # Unknown only while packages are planned without lists of packages.
  [[ -z $major ]] || provide "llvm-spirv-$major" \
    'llvm-spirv of the same LLVM as clang' has_llvm_spirv || bad=1
  provide spirv-tools spirv-val command -v spirv-val || bad=1
  return "$bad"
}

opencl_versions=(CL1.2 CL2.0 CL3.0 CLC++)
device_kernels=(c_tests/opencl/kernels.cl c_tests/opencl/own_types.cl
  examples/indirect/indirect.cl)
device_includes=(-I include -I c_tests -I c_tests/opencl -I examples/indirect)

# spirv_of SOURCE VERSION: compiles to LLVM, and to valid SPIR-V.
spirv_of() {
  local module environment
  module=$device/$(basename "$1" .cl)-$2
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
  for kernel in "${device_kernels[@]}"; do
    for version in "${opencl_versions[@]}"; do
      spirv_of "$kernel" "$version" || return
    done
  done
}

# A pointer as a number and a truncated module must be refused.
device_spirv_refuses_errors() {
  local source=$device/wrong.cl module=$device/wrong.spv
  printf '#include "dral_device.h"\nkernel void wrong(global uint *out)\n%s\n' \
    '{ *out = dral_device_padded_vertex_count(out); }' >"$source"
  is_reported 'incompatible pointer to integer conversion' \
    spirv_of "$source" CL1.2 || return
  spirv_of c_tests/opencl/kernels.cl CL1.2 || return
  # Not a whole word, because a cut between two instructions can be valid.
  head -c -1 "$device/kernels-CL1.2.spv" >"$module"
  is_reported 'error: ' spirv-val "$module"
}

build_device_tests() {
  mkdir -p "$device"
  cc -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror \
    "${device_includes[@]}" c_tests/opencl/main.c examples/indirect/opencl.c \
    c_tests/harness/{generator,harness,parallel,text}.c \
    c_tests/device/check.c c_tests/instancing/{sample_draws,sample_states}.c \
    c_tests/reference/reference.c "$release/libdral.a" -lOpenCL -lm \
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
  ! cmp -s {include,"$folder"}/dral_device_numbers.h &&
    device_includes=(-I "$folder" "${device_includes[@]}") &&
    ! device_tests CL1.2 1 >"$folder/log" &&
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
  ! cmp -s examples/indirect/indirect.cl "$folder/indirect.cl" &&
    ! "$program" "$folder" include 65536 >"$folder/log" &&
    grep ' draws, .* wrong$' "$folder/log" &&
    ! grep ' 0 wrong$' "$folder/log"
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

indirect_checks() {
  local build=$device/indirect name="indirect draws under PoCL"
  local needs=("${needs[@]}")
  need "$name: sources" copy_project examples/indirect "$device/sources" &&
    build_and_test "$name" newest '' "$device/sources" "$build" \
      -Dwarning_level=3 --force-fallback-for dral || return
  ! $ran || sed -n 's/^[0-9]* draws, .*/               &/p' \
    "$build/meson-logs/testlog.txt"
  step "$name: faults are found" indirect_finds_faults "$build"
}

# The versions in opencl_versions that the device supports.
device_versions() {
  "$device/has-opencl" | grep -x -F "${opencl_versions[@]/#/-e}" | sort -u
}

# The first tests: one version of OpenCL C, and one batch of each sweep.
first_device_checks() {
  local needs=("${needs[@]}")
  step "device header as SPIR-V" device_spirv
  need "device tests: build" build_device_tests || return
  step "device header under PoCL, CL1.2, a batch of each sweep" \
    device_tests CL1.2 1
}

device_checks() {
  local version needs=("${needs[@]}" "device tests: build")
  step "device header as SPIR-V: errors are found" \
    device_spirv_refuses_errors
  build_and_test "device header without builtins" newest '--suite quick' . \
    "$device/portable" -Dc_args=-DDRAL_DEVICE_PORTABLE
  step "device tests: a fault is found" device_tests_find_a_fault
  step "device header under PoCL, CL1.2" device_tests CL1.2
  # PoCL decides which other versions it supports.
  for version in $(device_versions | grep -v -x CL1.2); do
    step "device header under PoCL, $version, a batch of each sweep" \
      device_tests "$version" 1
  done
  indirect_checks
}
