#!/bin/sh
# Checks a repository that `platform request handover` writes to. README.md in this folder describes it.
#
#   environments.sh PROFILE BASE   check the environments that HEAD changes since the commit BASE
#   environments.sh PROFILE        check all environments
#
# It prints what is wrong and what changes, as Markdown. The exit code is 1 if an environment is not right.
# shellcheck disable=SC2016 # the dollar signs and backticks in single quotes are those of jq and Markdown
set -euf
umask 022

profile=$1
base=${2-}
work=$(mktemp -d)
trap 'git worktree remove --force "$work/base" 2>/dev/null || true; rm -rf "$work"' EXIT

: >"$work/changed"
if [ -n "$base" ]; then
  git diff -z --name-only --no-renames "$base" HEAD -- environments >"$work/changed"
  git worktree add --quiet --detach "$work/base" "$base"
fi

# Exit code 1 means that the document names the problems. Any other code ends this script. The command portfolio may
# also have exit code 2 if verify has found a problem, because it does not read a tree that has one.
echo '{"environments": [], "findings": []}' >"$work/verified.json"
echo '{}' >"$work/portfolio.json"
if [ -n "$(git ls-files environments)" ]; then
  platform request verify --repo . --profile "$profile" >"$work/verified.json" || [ $? -eq 1 ]
  platform portfolio . --profile "$profile" -q >"$work/portfolio.json" || [ $? -eq 1 ] ||
    jq -e '.findings != [] or any(.environments[]; .outcome != "verified")' "$work/verified.json" >/dev/null
fi

# The environments to check: an unchanged environment that has ended is not among them.
jq --arg base "$base" --rawfile changed "$work/changed" '
  ($changed | split("\u0000")) as $changed | [.environments[]
    | .file = "environments/requests/\(.request_id).yaml"
    | .path as $path | .file as $file
    | select($base == "" or .outcome == "altered" or any($changed[]; startswith($path + "/") or . == $file))]
' "$work/verified.json" >"$work/checked.json"

# Why policy denies requests that it accepted once.
echo '{"results": []}' >"$work/validated.json"
files=$(jq -r '.[] | select(.outcome == "no_longer_accepted" or .outcome == "made_with_another").file' "$work/checked.json")
if [ -n "$files" ]; then
  # shellcheck disable=SC2086 # a request ID has no space
  platform request validate $files --profile "$profile" >"$work/validated.json" || [ $? -eq 1 ]
fi

# The problems, one line each, in plain ASCII: the name of a foreign file can have any character.
jq -r --slurpfile verified "$work/verified.json" --slurpfile validated "$work/validated.json" \
  --slurpfile portfolio "$work/portfolio.json" '
  def code: "`\(gsub("[^ -_a-~]"; "?"))`";
  ([$validated[0] | (.results // [{record: .}])[].record | select(.decision == "denied")
    | {(.request_id): "\([.violations[].message] | join(" ")) Owner: \(.request.owner)"}] | add) as $why
  | ([$verified[0].environments[] | {(.request_id): .path}] | add) as $path | [.[].request_id] as $checked
  | $verified[0].findings[], (.[] | select(.outcome != "verified")
    | {path, what: .outcome, detail: ($why[.request_id]? // .reason)}, .findings[]),
    ($portfolio[0].overlaps // [] | .[] | select([.a, .b] - $checked != [.a, .b])
    | {path: $path[.a], what: "overlap", detail: "\(.a_cidr) overlaps \(.b_cidr) of \($path[.b] // .b)"})
  | "- \(.path | code): \(.what)" + if .detail then ", \(.detail | code)" else "" end
' "$work/checked.json" >"$work/wrong.md"

# What changes. A hand-over into the files of BASE derives the text again from the recorded request.
: >"$work/changes.md"
if [ -n "$base" ]; then
  for file in $(jq -r '.[] | select(.outcome == "verified").file' "$work/checked.json"); do
    platform request propose "$file" --profile "$profile" -q >"$work/proposal.json"
    platform request handover "$work/proposal.json" --repo "$work/base" --profile "$profile" -q >"$work/handover.json" || true
    jq -r '"\n## \(.title)\n\n\(.body // .detail | split("\n\n## Checklist\n")[0])"' "$work/handover.json" >>"$work/changes.md"
  done
  git ls-files -z environments >"$work/files"
  git diff -z --name-only --no-renames --diff-filter=D "$base" HEAD -- 'environments/live/*/PROPOSAL-ONLY.json' |
    jq -rRs --rawfile files "$work/files" '($files | split("\u0000")) as $files
      | split("\u0000")[] | select(. != "") | rtrimstr("PROPOSAL-ONLY.json")
      | select(. as $folder | any($files[]; startswith($folder)) | not)
      | "\n## Remove `\(rtrimstr("/"))`\n\nDestroy its resources before the merge."' >>"$work/changes.md"
  if [ -n "$(git ls-files environments)" ] && ! git diff --quiet "$base" HEAD -- profile.yaml rules; then
    echo >>"$work/changes.md"
    platform policy replay environments/requests --from "$profile" --to profile.yaml -o markdown -q \
      >>"$work/changes.md" || [ $? -eq 1 ]
  fi
fi

{
  echo '<!-- environments -->'
  printf '**Environments checked: %s. Problems: %s.**\n\n' "$(jq length "$work/checked.json")" "$(wc -l <"$work/wrong.md")"
  cat "$work/wrong.md" "$work/changes.md"
} | jq -rRs 'if length > 30000 then .[:30000] + "\n\n(The rest is left out.)" else . end'
[ ! -s "$work/wrong.md" ]
