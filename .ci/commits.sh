#!/usr/bin/env bash
# Checks the messages of commits: the subject is "package: what it does now" with at most 72
# characters, and no message has a path of one machine.
set -euo pipefail
cd "$(dirname "$0")/.."
base=e785f7e2261df29675470e95364859faf48fddcf # the last commit before this form
if ! git merge-base --is-ancestor "$base" HEAD 2>/dev/null; then
  echo "commits: NOT CHECKED: this clone has no commit $base to begin at" >&2
  exit 0
fi
status=0
while read -r commit subject; do
  [ ${#subject} -le 72 ] || { echo "commits: $commit: the subject has more than 72 characters" >&2 && status=1; }
  [[ $subject =~ ^[A-Za-z0-9./_,\ *-]+:\  ]] || { echo "commits: $commit: write \"package: what it does now\"" >&2 && status=1; }
done < <(git log --no-merges --format='%h %s' "$base..HEAD")
paths='(^|[[:space:]"'\''`(=])/(home|root|Users|work|workspace|mnt|opt|private)/[^[:space:]]'
if git log --no-merges --format='%h %B' "$base..HEAD" | grep -E "$paths"; then
  echo "commits: a message has a path of one machine" >&2
  status=1
fi
exit $status
