#!/usr/bin/env bash
# Tests the whole platform, in steps. The first steps need only Go and a C compiler, since the
# tools of the others take minutes to build the first time. -short takes a sample of the long tests.
#
# make lint vets all packages, so go test does not. No result comes from Go's
# cache, which does not see files of other modules.
# shellcheck disable=SC2317 # step calls the functions below
set -euo pipefail
cd "$(dirname "$0")/.."
short=("$@")
export PLATFORM_BINARIES=$PWD/bin
# The race detector makes each test binary wait for a second at its end, in case a goroutine
# still runs.
export GORACE="atexit_sleep_ms=50"

# The race detector runs where the code or its tests start goroutines or serve HTTP. Most tests of
# the integration only drive processes, in which it would see nothing.
concurrent='^\s*go (func|[a-zA-Z.]+\()|\.Go\(func|\.Parallel\(\)|httptest\.New(Unstarted)?Server'
unraced='^integration/(bench|browser|compare|history|kit|mcp|scripts|site|terraform|views)$'
if [ ${#short[@]} -gt 0 ]; then
  unraced+='|^platform-(cli|core/(adapter|internal))(/|$)'
fi

# Under the race detector this package takes a sample of its random cases, so it also runs without.
sampled='platform.internal/platform-core/service'

number=0
# step TEXT COMMAND...: runs a step, and prints how long it takes the first time and how long it took.
step() {
  local text=$1 start=$SECONDS
  shift
  number=$((number + 1))
  echo "[$number/5] $text"
  "$@" || return
  echo "[$number/5] done in $(((SECONDS - start) / 60)) min $(((SECONDS - start) % 60)) s"
}
run() { make --no-print-directory "$1"; }

log=$(mktemp)
failed=$(mktemp)
trap 'rm -f "$log" "$failed"' EXIT

# tested PACKAGE...: tests the packages, first those without the race detector.
tested() {
  local status=0 raced plain
  raced=$(git grep --untracked -lE "$concurrent" -- '*.go' | xargs -n1 dirname | sort -u | grep -vE "$unraced" | sed 's|^|platform.internal/|')
  plain=$(printf '%s\n' "$@" | grep -vxF "$raced" || true)
  raced=$(printf '%s\n' "$@" | grep -xF "$raced" || true)
  plain+=$'\n'$(printf '%s\n' "$@" | grep -xF "$sampled" || true)
  # Tests of browsers and processes wait, so more of them run at once than there are processors.
  # shellcheck disable=SC2086 # no path of a package has a space
  summed -parallel 4 $plain || status=1
  # shellcheck disable=SC2086
  CGO_ENABLED=1 summed -race $raced || status=1
  return "$status"
}

# summed FLAG... PACKAGE...: prints a line for each package and what a failed test printed. Up to three failed
# tests run once more, because a busy machine can end a process at a time limit. A data race never does.
summed() {
  local flags=() packages=()
  for argument; do
    if [[ $argument == platform.internal/* ]]; then packages+=("$argument"); else flags+=("$argument"); fi
  done
  .bin/gotestsum --format pkgname-and-test-fails --hide-summary skipped,output --jsonfile "$log" \
    --rerun-fails=1 --rerun-fails-max-failures=3 --rerun-fails-abort-on-data-race --packages="${packages[*]}" -- \
    -vet=off -count=1 -timeout 20m "${short[@]}" "${flags[@]}" || {
    jq -r 'select(.Action == "fail" and .Test) | "\(.Package) \(.Test)"' "$log" >>"$failed"
    return 1
  }
  .ci/skips.sh "$log" "${short[@]}"
}

run needs-packages
step "building the platform's commands, about 3 minutes the first time" run build
mapfile -t modules < <(go list work | grep -v '^platform.internal/integration/')
mapfile -t integration < <(go list platform.internal/integration/...)
status=0
step "testing the modules, about 5 minutes the first time" tested "${modules[@]}" || status=1
step "building OpenTofu and tfsec, about 3 minutes the first time" run tofu
step "installing axe-core, html-validate and Prometheus, about a minute the first time" run needs-test
step "testing the whole platform: processes, pages in a browser, Terraform" tested "${integration[@]}" || status=1
# The reasons are far above. This list is at the end, where a log is read first.
[ ! -s "$failed" ] || { echo "failed tests:"; sort -u "$failed"; }
exit $status
