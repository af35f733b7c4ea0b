#!/usr/bin/env bash
# Takes the pictures of the README again: a real Chromium walks the journey from
# Setup to a proposal. Look at them before you commit them.
set -euo pipefail
cd "$(dirname "$0")/.."
.ci/needs.sh chromium
rm -f docs/pictures/[0-9]*.webp docs/pictures/wide.webp
go test ./integration/browser -count=1 -run '^TestPicturesOfTheJourney$' -screenshots "$PWD/docs/pictures"
ls -l docs/pictures
