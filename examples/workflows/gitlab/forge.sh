#!/bin/sh
# What the guards ask GitLab, as JSON.
#
#   forge.sh change COMMIT           the people who wrote and approved the merged merge request with the commit
#   forge.sh approvals ENVIRONMENT   the people who started this job and who approved its deployment
#   forge.sh plan                    where the job PLAN_RUN made its plan, which this downloads to work/
set -eu

api() {
  curl --fail --silent --show-error --header "PRIVATE-TOKEN: $PLATFORM_READ_TOKEN" \
    "$CI_API_V4_URL/projects/$CI_PROJECT_ID/$1"
}

case $1 in
  change)
    request=$(api "repository/commits/$2/merge_requests" | jq '
      map(select(.state == "merged" and .target_branch == env.DEFAULT_BRANCH)) | last
      | {iid, author: .author.username}')
    api "merge_requests/$(echo "$request" | jq -er .iid)/approvals" | jq --argjson request "$request" '
      {authors: [$request.author], reviewers: [.approved_by[].user.username]}'
    ;;
  approvals)
    pipeline=$(api "pipelines/$CI_PIPELINE_ID" | jq -r .user.username)
    deployment=$(api "deployments?environment=$2&order_by=id&sort=desc" |
      jq -er 'map(select(.deployable.id == (env.CI_JOB_ID | tonumber)))[0].id')
    api "deployments/$deployment" | jq --arg pipeline "$pipeline" '{
      actors: [$pipeline, env.GITLAB_USER_LOGIN],
      approvers: [.approvals[] | select(.status == "approved").user.username]}'
    ;;
  plan)
    api "jobs/$PLAN_RUN/artifacts/work/plan.enc" >work/plan.enc
    api "jobs/$PLAN_RUN" | jq '{workflow: .name, branch: .ref, commit: .commit.id, result: .status}'
    ;;
esac
