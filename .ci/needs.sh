#!/usr/bin/env bash
# Installs the named Debian packages whose commands or fonts are missing. Only root installs;
# anybody else gets the line to run, and an error.
set -euo pipefail

missing=()
for name in "$@"; do
  case $name in
    fonts-*) [ -d "/usr/share/fonts/truetype/${name#fonts-}" ] ;;
    *) command -v "$name" >/dev/null 2>&1 ;;
  esac || missing+=("$name")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "This needs ${missing[*]}. Install them and start again." >&2
  exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "This needs ${missing[*]}. Run this as root and start again:" >&2
  echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
  exit 1
fi
echo "installing ${missing[*]} with apt-get" >&2
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
