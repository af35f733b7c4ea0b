#!/usr/bin/env bash
# Checks the adapter contract against what was released: its proto may only grow.
# Then it breaks a copy of the proto in the ways that the check is there for, and
# fails when one of them is not noticed.
set -euo pipefail
buf=$1
cd platform-core/internal/providerv1

"$buf" lint
"$buf" breaking --against released.binpb
"$buf" breaking released.binpb --against ../../adapterhost/testdata/baseline.binpb --config buf.yaml

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
proto=platform/provider/v1/provider.proto

# noticed DESCRIPTION SED: the proto with that change breaks what was released.
noticed() {
  cp -R buf.yaml released.binpb platform "$copy"
  sed -i.before "$2" "$copy/$proto"
  rm "$copy/$proto.before"
  if cmp -s "$proto" "$copy/$proto"; then
    echo "contract: the proto has no place for: $1" >&2
    exit 1
  fi
  local status=0
  (cd "$copy" && "$buf" breaking --against released.binpb >/dev/null) || status=$?
  if [ $status -ne 100 ]; then
    echo "contract: not noticed: $1 (buf's status is $status)" >&2
    exit 1
  fi
}

noticed 'a renumbered field of the first release' '/^message Description {/,/^}/s/ version = 6;/ version = 60;/'
noticed 'a renumbered field that was added since' '/^message Host {/,/^}/s/ capabilities = 1;/ capabilities = 9;/'
noticed 'a renamed field that was added since' '/^message Host {/,/^}/s/ capabilities = 1;/ features = 1;/'
noticed 'another type of a field that was added since' '/^message EvaluateRequest {/,/^}/s/ Host host = 2;/ string host = 2;/'
noticed 'a field that went away' '/^message GenerateRequest {/,/^}/s/ Host host = 2;//'
noticed 'a method that went away' '/^service AdapterService {/,/^}/s/.*rpc Describe(.*//'
