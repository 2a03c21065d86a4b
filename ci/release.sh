# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# What forges and distributions read: licenses, CI files, the crates' licenses
# and advisories, the release script, Debian's packages.

lint=build/tools/lint/bin

provide_lint_tools() {
  "$lint/reuse" --version && "$lint/check-jsonschema" --version && return
  plan tools 'reuse check-jsonschema' && return
  python3 -m venv build/tools/lint &&
    "$lint/python" -m pip install reuse check-jsonschema
}

# Both forges run the same commands.
same_jobs() {
  local jobs
  jobs=$(sed -n 's/^ *- run: \([a-z./]*\(test\|check\).*\)/\1/p' \
    .github/workflows/*.yml)
  echo "$jobs"
  [[ -n $jobs ]] && diff <(echo "$jobs") \
    <(sed -n 's/^  script: //p' .gitlab-ci.yml)
}

ci_files() {
  "$lint/check-jsonschema" --builtin-schema vendor.github-workflows \
    .github/workflows/*.yml &&
    "$lint/check-jsonschema" --builtin-schema vendor.gitlab-ci \
      --data-transform gitlab-ci .gitlab-ci.yml &&
    same_jobs
}

# A copy of the repository, whose changelog begins with its version.
release_copy() {
  rm -rf build/release-check
  git clone --quiet . build/release-check || return
  cd build/release-check || return
  git config user.name check && git config user.email check@example.org &&
    git config tag.gpgsign false || return
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
  release_copy && ci/release || exit
  first=$(awk '/^## / { on = 1; next } on && /./ { print; exit }' CHANGELOG.md)
  [[ -n $first ]] && cd build/release && sha256sum --check "$name.tar.gz.sha256" || exit
  diff <(git ls-tree -r --full-tree --name-only "$tag" | sort) \
    <(tar -t -f "$name.tar.gz" | sed -n "s|^$name/\(.*[^/]\)\$|\1|p" | sort) &&
    [[ $(git cat-file -t "$tag") == tag ]] &&
    git tag --list --format='%(contents)' "$tag" |
    grep -F -x "$first"
)

release_refuses_mistakes() (
  release_copy || exit
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

# From a tarball of this commit.
debian_packages() {
  local tarball
  tarball=$(release_copy >&2 && ci/release >&2 &&
    printf '%s\n' "$PWD"/build/release/*.tar.gz) &&
    checking_script newest ci/debian-check "$tarball"
}

release_checks() {
  local needs=("${needs[@]}")
  need "reuse, check-jsonschema" provide_lint_tools || return
  step "every file has a license (reuse lint)" "$lint/reuse" lint
  step "CI files" ci_files
  step "release: tag, tarball, checksum" release_makes_tag_and_tarball
  step "release: mistakes are refused" release_refuses_mistakes
  need "debhelper, lintian" provide_debian_tools &&
    step "Debian packages" debian_packages
  need "cargo-deny" provide_cargo_deny || return
  step "licenses and sources of crates" \
    cargo deny --locked check licenses bans sources
  step "advisories about crates" cargo deny --locked check advisories
}
