# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# The library in a Mesa source tree.

has_mesa_programs() {
  command -v flex && command -v bison && command -v glslangValidator &&
    command -v nm && command -v ccache && command -v valgrind &&
    pkg-config --exists libdrm zlib
}

provide_mesa_programs() {
  provide 'flex bison ccache glslang-tools libdrm-dev valgrind zlib1g-dev' \
    "what Mesa's build needs" has_mesa_programs
}

mesa_programs() {
  provide_mesa_programs &&
    "$tools/meson-newest/bin/python" -m pip install mako packaging pyyaml
}

mesa_checks() {
  local bin=$root/$tools/meson-newest/bin
  step "meson newest" install_meson newest meson &&
    step "programs for Mesa" mesa_programs &&
    step "the command" cargo build --locked --release --package dral-cli ||
    return
  DRAL=$(realpath "$release/dral") MESON=$bin/meson NINJA=$bin/ninja \
    PYTHON=$bin/python3 \
    suite script "dral in Mesa" integration/mesa/check "$1"
  # The tables in its output.
  sed '1,/^$/d' "$log"
}
