# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Format, lints and documentation, with one version of Rust, because others
# format and warn differently: a new version must not fail a change that it has
# nothing to do with. Forges run these steps in a job of their own, with the
# same version.

style_rust=1.95.0

has_style_rust() {
  [[ $(cargo --version) == "cargo $style_rust "* ]] &&
    cargo fmt --version && cargo clippy --version
}

provide_style_rust() {
  provide_by_rustup "Rust $style_rust with rustfmt and clippy" "toolchain\
 install $style_rust --profile minimal --component rustfmt --component clippy" \
    has_style_rust
}

# A workspace of its own.
clib_manifest=package/clib/cargo/Cargo.toml

formatted() {
  cargo fmt --all --check && cargo fmt --manifest-path "$clib_manifest" --check
}

# Formatters leave comments as they are.
comments_are_short() {
  local long='(?=.{81})\s*(//|/\*|\* )' files
  mapfile -t files < <(git ls-files '*.rs' '*.[ch]' '*.cl')
  ((${#files[@]} > 200)) && ! LC_ALL=C.UTF-8 grep -n -P "^$long" "${files[@]}"
}

# lints OPTION...
lints() {
  cargo clippy --locked "$@" --all-targets -- -D warnings
}

style_checks() {
  # The default one if it is of this version, else rustup's; without rustup,
  # cargo must be of this version.
  has_style_rust >/dev/null 2>&1 || local -x RUSTUP_TOOLCHAIN=$style_rust
  local needs=("${needs[@]}")
  need "Rust $style_rust" provide_style_rust || return
  step "format" formatted
  step "lines of comments" comments_are_short
  step "lints" lints --workspace
  step "lints of cargo clib" lints --manifest-path "$clib_manifest" \
    --target-dir target/clib
  RUSTDOCFLAGS='-D warnings' \
    step "documentation" cargo doc --locked --workspace --no-deps
}
