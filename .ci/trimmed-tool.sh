#!/usr/bin/env bash
# Builds a tool from a copy of its source into a folder: trimmed-tool.sh tofu|tfsec|vale FOLDER.
# The copy lacks what is never called here and is most of what is compiled: the clients of clouds,
# and Vale's parsers of programming languages, which need cgo. The modules in tools/ name the
# versions and their checksums.
set -euo pipefail
name=$1 folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
export GOWORK=off GOFLAGS=-mod=mod CGO_ENABLED=0

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

# copied MODULE: sets copy to a copy of the module, which the build then uses.
copied() {
  copy=$work/$(tr / - <<<"$1")
  cp -R "$(go mod download -json "$1" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')" "$copy"
  chmod -R u+w "$copy"
  go mod edit -replace "$1=$copy"
}

case $name in
  tofu) module=tools/opentofu package=github.com/opentofu/opentofu/cmd/tofu ;;
  tfsec) module=tools/scan package=github.com/aquasecurity/tfsec/cmd/tfsec ;;
  vale) module=tools/vale package=github.com/vale-cli/vale/v3/cmd/vale ;;
esac
mkdir "$work/build"
cp "$module/go.mod" "$module/go.sum" "$work/build"
cd "$work/build"

case $name in
  tofu | tfsec)
    copied github.com/hashicorp/go-getter
    sed -i -E '/new\((GCS|S3)Getter\)/d' "$copy/get.go"
    rm "$copy/get_gcs.go" "$copy/get_s3.go"
    ;;&
  tofu)
    copied github.com/opentofu/opentofu
    sed -i -E '/new\(getter\.(GCS|S3)Getter\)/d' "$copy/internal/getmodules/getter.go"
    sed -i -E '/backend(Azure|Consul|Cos|GCS|Kubernetes|OSS|Pg|S3)\b/d' "$copy/internal/backend/init/init.go"
    sed -i -E -e '/(aws_kms|azure_vault|gcp_kms|openbao)\.New/,/^\t}/d' \
      -e '/keyprovider\/(aws_kms|azure_vault|gcp_kms|openbao)"/d' "$copy/internal/encryption/default_registry.go"
    ;;
  vale)
    copied github.com/vale-cli/vale/v3
    rm "$copy"/internal/lint/code/*.go
    cat >"$copy/internal/lint/code/code.go" <<'GO'
package code

import (
	"errors"

	"github.com/vale-cli/vale/v3/internal/core"
)

type Comment struct {
	Text, Source, Scope string
	Line, Offset        int
}

func (Comment) StripAt(int) (int, bool) { return 0, false }

type Language struct {
	Queries []core.Scope
	Padding func(string) int
}

func GetLanguageFromExt(string) (*Language, error)      { return nil, errors.New("built without parsers") }
func GetComments([]byte, *Language) ([]Comment, error) { return nil, nil }
GO
    ;;
esac
go build -trimpath -ldflags "-s -w" -o "$folder/$name" "$package"
