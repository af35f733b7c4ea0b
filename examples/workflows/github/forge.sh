#!/bin/sh
# What the guards ask GitHub, as JSON.
#
#   forge.sh change COMMIT           the people who wrote and approved the merged pull request with the commit
#   forge.sh approvals ENVIRONMENT   the people who started this run and who approved its environment
#   forge.sh plan                    where the run PLAN_RUN made its plan, which this downloads to work/
set -eu

list() {
  found=$(gh api --paginate "repos/$GITHUB_REPOSITORY/$1" --jq '.[]') && printf '%s\n' "$found" | jq -s .
}

case $1 in
  change)
    pull=$(list "commits/$2/pulls" | jq 'map(select(.merged_at != null and .base.ref == env.DEFAULT_BRANCH)) | last
      | {number, author: .user.login, head: .head.sha}')
    number=$(echo "$pull" | jq -er .number)
    list "pulls/$number/commits" >work/commits.json
    list "pulls/$number/reviews" | jq --argjson pull "$pull" --slurpfile commits work/commits.json '{
      authors: [$pull.author, ($commits[0][] | .author, .committer | .login?)],
      reviewers: map(select(.state != "COMMENTED" and .user.type == "User")) | group_by(.user.login)
        | map(max_by(.submitted_at) | select(.state == "APPROVED" and .commit_id == $pull.head).user.login)}'
    ;;
  approvals)
    list "actions/runs/$GITHUB_RUN_ID/approvals" | jq --arg environment "$2" '{
      actors: [env.GITHUB_ACTOR, env.GITHUB_TRIGGERING_ACTOR],
      approvers: map(select(.state == "approved" and any(.environments[]; .name == $environment)).user.login)}'
    ;;
  plan)
    gh run download "$PLAN_RUN" --repo "$GITHUB_REPOSITORY" --name plan --dir work
    gh api "repos/$GITHUB_REPOSITORY/actions/runs/$PLAN_RUN" | jq '{
      workflow: .path | ltrimstr(".github/workflows/") | sub("@.*"; ""), # the path may end in @ and a ref
      branch: .head_branch, commit: .head_sha, result: .conclusion}'
    ;;
esac
