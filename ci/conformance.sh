# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# The programs of conformance/ on the software drivers lavapipe and llvmpipe.

# Headers, loaders and drivers; both programs load libraries by name.
has_software_drivers() {
  local header library
  for header in vulkan/vulkan.h EGL/egl.h GLES3/gl32.h; do
    echo "#include <$header>" | cc -E - >/dev/null || return
  done
  for library in libvulkan.so.1 libEGL.so.1 libGLESv2.so.2 libEGL_mesa.so.0; do
    PATH=$PATH:/sbin ldconfig -p | grep -F "$library " || return
  done
  ls /usr/share/vulkan/icd.d/lvp_icd*.json &&
    ls /usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json &&
    ls /usr/share/glvnd/egl_vendor.d/50_mesa.json &&
    find /usr/lib -name swrast_dri.so -o -name 'libgallium-*.so' | grep .
}

provide_conformance_programs() {
  local bad=0
  provide make make command -v make || bad=1
  provide 'libvulkan-dev mesa-vulkan-drivers vulkan-validationlayers
    libegl-dev libgles-dev libegl1 libgles2 libegl-mesa0 libgl1-mesa-dri' \
    'lavapipe and llvmpipe, with headers' has_software_drivers || bad=1
  return "$bad"
}

conformance_checks() {
  step "conformance on lavapipe and llvmpipe" ci/conformance-check
}
