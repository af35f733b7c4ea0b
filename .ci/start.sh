#!/usr/bin/env bash
# Starts the server and the portal from the given folder at the given addresses,
# says where they are once both serve, and ends both when one ends or on Ctrl-C.
set -euo pipefail
bin=$1 api=$2 portal_address=$3

# serving waits until the log names the address, or the process has ended.
serving() {
  local log=$1 process=$2
  until grep -q '^listening on ' "$log"; do
    kill -0 "$process" 2>/dev/null || return 1
    sleep 0.05
  done
  sed -n 's/^listening on //p' "$log"
}

logs=$(mktemp -d)
started=()
finish() {
  [ ${#started[@]} -eq 0 ] || kill "${started[@]}" 2>/dev/null || true
  wait
  rm -rf "$logs"
}
trap finish EXIT
trap 'exit 0' INT TERM

# start runs a command with its standard error in a log, and shows what is in
# there when it does not come to serve.
start() {
  local log=$logs/$1
  shift
  : >"$log"
  "$@" 2>"$log" &
  started+=($!)
  address=$(serving "$log" $!) || {
    cat "$log" >&2
    echo "Choose other addresses: make run API=127.0.0.1:9080 PORTAL=127.0.0.1:9081" >&2
    exit 1
  }
}

start server "$bin/platform-server" --listen "$api" --quiet
api_url=$address
start portal "$bin/platform-portal" --listen "$portal_address" --api "$api_url" --quiet
echo "API     $api_url"
echo "Portal  $address"
echo "Ctrl-C ends both; what they hold is in memory and ends with them."
tail -q -n +1 -F "$logs/server" "$logs/portal" 2>/dev/null | grep --line-buffered -vE '^listening on |level=INFO' >&2 &
started+=($!)
wait -n "${started[@]:0:2}"
