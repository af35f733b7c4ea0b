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

# This package also has long tests of random cases. The race detector takes a sample of them.
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

logs=$(mktemp -d)
failed=$logs/failed
touch "$failed"
trap 'rm -rf "$logs"' EXIT

# split PACKAGE...: sets plain and raced, the packages without and with the race detector.
split() {
  local all
  all=$(git grep --untracked -lE "$concurrent" -- '*.go' | xargs -n1 dirname | sort -u | grep -vE "$unraced" | sed 's|^|platform.internal/|')
  mapfile -t plain < <(printf '%s\n' "$@" | grep -vxF "$all")
  mapfile -t raced < <(printf '%s\n' "$@" | grep -xF "$all")
}

# Tests of browsers and processes wait, so -parallel lets more of them run at once than there are processors.
test_modules() {
  local status=0 plain raced
  split "${modules[@]}"
  summed -parallel 4 "${plain[@]}" "$sampled" || status=1
  mapfile -t raced < <(printf '%s\n' "${raced[@]}" | grep -vxF "$sampled")
  CGO_ENABLED=1 summed -race "${raced[@]}" || status=1
  CGO_ENABLED=1 summed -race -short "$sampled" || status=1
  return "$status"
}

# Here those with the race detector wait most, so they run while the others run. Their lines come at the end.
test_integration() {
  local status=0 plain raced
  split "${integration[@]}"
  CGO_ENABLED=1 summed -race -p 1 "${raced[@]}" >"$logs/raced" 2>&1 &
  summed -parallel 4 "${plain[@]}" || status=1
  wait $! || status=1
  cat "$logs/raced"
  return "$status"
}

# summed FLAG... PACKAGE...: prints a line for each package and what a failed test printed. Up to three failed
# tests run once more, because a busy machine can end a process at a time limit. A data race never does.
summed() {
  local flags=() packages=() log
  log=$(mktemp -p "$logs")
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
step "testing the modules, about 5 minutes the first time" test_modules || status=1
step "building OpenTofu and tfsec, about 3 minutes the first time" run tofu
step "installing axe-core, html-validate and Prometheus, about a minute the first time" run needs-test
step "testing the whole platform: processes, pages in a browser, Terraform" test_integration || status=1
# The reasons are far above. This list is at the end, where a log is read first.
[ ! -s "$failed" ] || { echo "failed tests:"; sort -u "$failed"; }
exit $status
