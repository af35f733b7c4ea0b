#!/usr/bin/env bash
# Fails if a test was skipped that skips.txt does not list: skips.sh LOG [-short]. LOG is the output of
# go test -json. With -short, a test may also skip itself with a message that starts with "short: ".
set -euo pipefail
log=$1
list=$(dirname "$0")/skips.txt

# tests ACTION MORE: the package and the name of each test with such an event.
tests() { sed -n 's/.*"Action":"'"$1"'","Package":"\([^"]*\)","Test":"\([^"]*\)"'"$2"'.*/\1 \2/p' "$log" | sort -u; }

allowed=$(awk '!/^#/ {print $1, $2}' "$list")
[ "${2:-}" != -short ] || allowed+=$'\n'$(tests output ',"Output":" *[a-z0-9_]*\.go:[0-9]*: short: ')
skipped=$(tests skip '' | grep -vxF "$allowed" || true)
[ -z "$skipped" ] || {
  echo "These tests were skipped, and .ci/skips.txt does not list them:"
  echo "$skipped"
  exit 1
} >&2
