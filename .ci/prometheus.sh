#!/usr/bin/env bash
# Puts prometheus and promtool of Debian into the folder, where they are not there, without
# installing a service. The tests check metrics, alerts and the dashboard with them.
set -euo pipefail
folder=$1
[ -x "$folder/prometheus" ] && [ -x "$folder/promtool" ] && exit 0
if command -v prometheus >/dev/null 2>&1 && command -v promtool >/dev/null 2>&1; then
  ln -sf "$(command -v prometheus)" "$(command -v promtool)" "$folder/"
  exit 0
fi
"$(dirname "$0")/needs.sh" apt-get dpkg
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
chmod 755 .
apt-get -qq download prometheus 2>/dev/null || {
  if [ "$(id -u)" -ne 0 ]; then
    echo "This needs the list of Debian's packages. Run \`apt-get update\` as root and start again." >&2
    exit 1
  fi
  apt-get update -qq
  apt-get -qq download prometheus
}
dpkg -x ./*.deb content
mv content/usr/bin/prometheus content/usr/bin/promtool "$folder/"
