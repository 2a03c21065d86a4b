# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# The drivers of a Mesa source tree.

has_mesa_programs() {
  command -v flex && command -v bison && command -v glslangValidator &&
    command -v git && command -v ccache &&
    [[ -f /usr/include/valgrind/callgrind.h ]] &&
    pkg-config --exists libdrm zlib gtest && compgen -G '/usr/lib/*/piglit'
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

# provide_mesa_programs TREE
provide_mesa_programs() {
  local bad=0 major
  provide "flex bison git ccache glslang-tools libdrm-dev libgtest-dev \
zlib1g-dev piglit valgrind" \
    "what Mesa's build and a test of piglit need" has_mesa_programs || bad=1
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
  return "$bad"
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
    need "meson newest" install_mesa_meson || return
  MESON=$bin/meson NINJA=$bin/ninja PYTHON=$bin/python3 \
    step "Mesa's drivers" mesa/check "$1"
  # The release whose tables the script reads.
  [[ $(<"$1/VERSION") != 26.2* ]] ||
    step "dynamic states of ANV" mesa/dynamic_state.py "$1"
}
