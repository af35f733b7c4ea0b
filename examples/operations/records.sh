#!/usr/bin/env bash
# For operators: carries requests and proposals from one server to another, or over a restart of a server in memory.
# IDs and their order stay. You can repeat each command: nothing is stored twice.
#
#   bash records.sh save http://127.0.0.1:8080 FOLDER
#   bash records.sh send http://127.0.0.1:8080 FOLDER
#
# "send" stops at the first request that the server refuses, and names it: the order would change without it. It exits
# with 1 if a proposal is not the same, and names it. Another release or profile makes another proposal. A request that
# is now denied has none.
set -euo pipefail
if ! [[ $# -eq 3 && $1 =~ ^(save|send)$ ]]; then
  sed -n 's/^#   //p' "$0" >&2
  exit 2
fi
api=$2/v1
requests=$3/requests proposals=$3/proposals

list() { # ROUTE, what to print of each item; the oldest first
  local page after=''
  while :; do
    page=$(curl --silent --show-error --fail "$api/$1&order=newest&limit=500$after")
    jq --compact-output ".items[] | $2" <<< "$page"
    after=$(jq --raw-output 'if .next then "&after=" + .next else "" end' <<< "$page")
    [ -n "$after" ] || return 0
  done | tac
}

post() { # ROUTE, ID of the request, body
  curl --silent --show-error --fail-with-body --retry 5 --retry-connrefused --output "$3.answer" \
    --json @"$3" --header "Idempotency-Key: again-$2" "$api/$1" && return
  echo "$2: the server refuses it for $1: $(jq --raw-output '.detail // empty' "$3.answer" 2>&1)" >&2
  return 1
}

case $1 in
  save)
    mkdir -p "$3"
    list 'environment-requests?' '[.request_id, .request]' > "$requests"
    list 'deployment-proposals?view=summary' '[.request_id, .proposal_id]' > "$proposals"
    ;;
  send)
    work=$(mktemp -d)
    trap 'rm -r "$work"' EXIT
    status=0
    while read -r item; do
      jq '.[1]' <<< "$item" > "$work/request"
      post environment-requests "$(jq --raw-output '.[0]' <<< "$item")" "$work/request"
    done < "$requests"
    while read -r item; do
      request=$(jq --raw-output '.[0]' <<< "$item") saved=$(jq --raw-output '.[1]' <<< "$item") now=none
      jq '{request_id: .[0]}' <<< "$item" > "$work/proposal"
      if post deployment-proposals "$request" "$work/proposal"; then
        now=$(jq --raw-output .proposal_id "$work/proposal.answer")
      fi
      if [ "$now" != "$saved" ]; then
        echo "$request: the proposal was $saved, now $now" >&2
        status=1
      fi
    done < "$proposals"
    exit "$status"
    ;;
esac
