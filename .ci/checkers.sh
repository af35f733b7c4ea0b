#!/usr/bin/env bash
# Installs what the browser tests check pages with into the folder's node_modules,
# where these versions are not there: axe-core, and html-validate for the HTML.
# Nothing of it is shipped.
set -euo pipefail
folder=$1
packages=("axe-core 4.14.1" "html-validate 9.7.1")

missing=()
for package in "${packages[@]}"; do
  read -r name version <<<"$package"
  grep -qs "\"version\": \"$version\"" "$folder/node_modules/$name/package.json" || missing+=("$name@$version")
done
[ ${#missing[@]} -gt 0 ] || exit 0
"$(dirname "$0")/needs.sh" npm
npm install --silent --ignore-scripts --no-audit --no-fund --no-package-lock --prefix "$folder" "${missing[@]}"
