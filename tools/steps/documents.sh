# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Links between documents.

# link_targets FILE: the files that it links to.
link_targets() {
  sed -n 's/^\[.*\]: \([^ ]*\)$/\1/p' "$1"
  grep -o ']([^)]*)' "$1" | sed 's/^](\(.*\))$/\1/'
}

# anchors FILE: the names of its headings in links.
anchors() {
  sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' |
    sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

# leads_somewhere PAGE TARGET
leads_somewhere() {
  local file
  case $2 in
    '#'*) file=$1 ;;
    *) file=$(dirname "$1")/${2%%#*} ;;
  esac
  [[ -e $file ]] || return
  [[ $2 != *'#'* ]] || grep -q -F -x -e "${2#*#}" <(anchors "$file")
}

# linked DOCUMENT...: links lead to files and headings, and a document in
# backquotes is a link, with its target at the end: [`docs/testing.md`].
linked() {
  local page name target count=0 bad=0
  for page; do
    while read -r target; do
      count=$((count + 1))
      leads_somewhere "$page" "$target" || {
        echo "$page: no file or heading: $target"
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
