# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Links between documents.

# link_targets FILE: the files that it links to.
link_targets() {
  sed -n 's/^\[.*\]: \([^ ]*\)$/\1/p' "$1"
  grep -o ']([^)]*)' "$1" | sed 's/^](\(.*\))$/\1/'
}

# linked DOCUMENT...: links lead to files, and a document in backquotes is a
# link, with its target at the end: [`docs/testing.md`].
linked() {
  local page name target count=0 bad=0
  for page; do
    while read -r target; do
      count=$((count + 1))
      [[ -e $(dirname "$page")/$target ]] || {
        echo "$page: no file: $target"
        bad=1
      }
    done < <(link_targets "$page" | grep -v '^https:')
    # shellcheck disable=SC2016 # backquotes
    while read -r name; do
      grep -q -F -x "$name" <(sed -n 's/^\(\[.*\]\): .*/\1/p' "$page") || {
        echo "$page: no link: $name"
        bad=1
      }
    done < <(grep -o -E '\[?`[A-Za-z_/-]+\.md`\]?' "$page" | sort -u)
  done
  echo "$count links"
  ((count > 0 && bad == 0))
}

documents_are_linked() {
  linked ./*.md docs/*.md proofs/*.md c_tests/data/*.md \
    c_tests/data/hardware/*.md
}
