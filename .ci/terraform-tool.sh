#!/usr/bin/env bash
# Builds OpenTofu or tfsec into a folder: terraform-tool.sh tofu|tfsec FOLDER. It leaves out
# the clients of clouds, which the tests never call: they are most of what is compiled.
# The modules in tools/ name the versions and their checksums.
set -euo pipefail
name=$1 folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
export GOWORK=off GOFLAGS=-mod=mod CGO_ENABLED=0

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

# edit MODULE FILE SED...: edit the file in a copy of the module, which the build then uses.
edit() {
  local module=$1 file=$2 copy
  shift 2
  copy=$work/$(basename "$module")
  if [ ! -d "$copy" ]; then
    cp -R "$(go mod download -json "$module" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')" "$copy"
    chmod -R u+w "$copy"
    go mod edit -replace "$module=$copy"
  fi
  sed -i -E "$@" "$copy/$file"
}

case $name in
  tofu) module=tools/opentofu package=github.com/opentofu/opentofu/cmd/tofu ;;
  tfsec) module=tools/scan package=github.com/aquasecurity/tfsec/cmd/tfsec ;;
esac
mkdir "$work/build"
cp "$module/go.mod" "$module/go.sum" "$work/build"
cd "$work/build"

getter=github.com/hashicorp/go-getter
edit $getter get.go '/new\((GCS|S3)Getter\)/d'
rm "$work/go-getter/get_gcs.go" "$work/go-getter/get_s3.go"
if [ "$name" = tofu ]; then
  opentofu=github.com/opentofu/opentofu
  edit $opentofu internal/getmodules/getter.go '/new\(getter\.(GCS|S3)Getter\)/d'
  edit $opentofu internal/backend/init/init.go '/backend(Azure|Consul|Cos|GCS|Kubernetes|OSS|Pg|S3)\b/d'
  edit $opentofu internal/encryption/default_registry.go \
    -e '/(aws_kms|azure_vault|gcp_kms|openbao)\.New/,/^\t}/d' -e '/keyprovider\/(aws_kms|azure_vault|gcp_kms|openbao)"/d'
fi
go build -trimpath -ldflags "-s -w" -o "$folder/$name" "$package"
