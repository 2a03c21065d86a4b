# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# The library in a Mesa source tree.

has_mesa_programs() {
  command -v flex && command -v bison && command -v glslangValidator &&
    command -v nm && command -v git && command -v ccache &&
    command -v column && command -v valgrind && pkg-config --exists libdrm zlib
}

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

# Newer Mesa compiles kernels. has_kernel_compiler TREE MAJOR
has_kernel_compiler() {
  local major=$2 spirv_tools
  spirv_tools=$(sed -n "/'SPIRV-Tools'/,/)/s/.*version : '\(.*\)',/\1/p" \
    "$1/meson.build")
  [[ -d /usr/lib/llvm-$major/include/clang ]] &&
    [[ -e /usr/lib/llvm-$major/lib/libclang-cpp.so ]] &&
    pkg-config --exists libclc LLVMSPIRVLib "SPIRV-Tools $spirv_tools"
}

# What programs.py runs.
has_programs_of_others() {
  command -v piglit && command -v vkmark && [[ -x /usr/games/supertuxkart ]]
}

# provide_mesa_programs TREE
provide_mesa_programs() {
  local bad=0 major
  provide "flex bison git ccache bsdextrautils glslang-tools libdrm-dev \
valgrind zlib1g-dev" \
    "what Mesa's build needs" has_mesa_programs || bad=1
  [[ -z ${PROGRAMS-} ]] ||
    provide 'piglit supertuxkart vkmark' 'what PROGRAMS=1 runs' \
      has_programs_of_others || bad=1
  [[ -d $1/src/panfrost/libpan ]] || return "$bad"
  major=$(llvm_major)
  if [[ -z $major ]]; then
    # Unknown while packages are planned without lists of packages.
    [[ -z $planning ]] || return "$bad"
    echo 'Missing: LLVM, with which this Mesa compiles its kernels'
    return 1
  fi
  provide "llvm-$major-dev libclang-$major-dev libclang-cpp$major-dev \
libllvmspirvlib-$major-dev libclc-$major-dev spirv-tools" \
    "LLVM $major, libclc and SPIRV-Tools, as new as this Mesa asks for (the \
newest needs Debian 13)" has_kernel_compiler "$1" "$major" || bad=1
  # Only the kernels of draws run.
  ! has_draw_kernels "$1" ||
    provide 'pocl-opencl-icd ocl-icd-opencl-dev opencl-headers' \
      'OpenCL with a device that runs SPIR-V (PoCL)' has_opencl || bad=1
  return "$bad"
}

# has_draw_kernels TREE
has_draw_kernels() {
  grep -s -q panlib_draw_indirect_helper \
    "$1/src/panfrost/libpan/draw_helper.cl"
}

# With what Mesa's generators import.
install_mesa_meson() {
  install_meson newest meson &&
    "$tools/meson-newest/bin/python" -m pip install mako packaging pyyaml
}

mesa_checks() {
  local bin=$root/$tools/meson-newest/bin
  # What the machine lacks is said first.
  need "programs for Mesa" provide_mesa_programs "$1" &&
    need "meson newest" install_mesa_meson &&
    need "the command" cargo build --locked --release --package dral-cli ||
    return
  # The first verdict; trees without kernels have no judge.
  if has_draw_kernels "$1"; then
    MESON=$bin/meson NINJA=$bin/ninja PYTHON=$bin/python3 \
      suite script "PanVK's draws" integration/mesa/judge "$1"
  fi
  DRAL=$(realpath "$release/dral") MESON=$bin/meson NINJA=$bin/ninja \
    PYTHON=$bin/python3 \
    suite script "dral in Mesa" integration/mesa/check "$1"
  # The tables in its output.
  ! $ran || sed '1,/^$/d' "$log"
  # The release whose tables the script reads.
  [[ $(<"$1/VERSION") != 26.2* ]] ||
    step "dynamic states of ANV" integration/mesa/dynamic_state.py "$1"
}
