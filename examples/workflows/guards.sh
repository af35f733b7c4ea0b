#!/bin/sh
# The guards of the workflows that plan, apply, update and destroy environments. docs/workflows.md describes them.
#
#   guards.sh GUARD [ARGUMENT]
#
# A guard that does not hold stops the run with exit code 1 and a line that names it. Both forges run the guards in
# the root of the repository. STATE_KEY, REQUEST_ID, PROPOSAL_ID and COMMIT name what the run is for.
# shellcheck disable=SC2016 # the dollar signs in single quotes are those of jq
set -eu
guard=$1
[ "$guard" != commit ] || rm -rf work # a commit must not bring the commands that guards call
PATH="$PWD/work/bin:$PATH"
folder=${STATE_KEY%/terraform.tfstate}
live=environments/live/$folder

stop() {
  echo "stopped by the guard $guard: $*" >&2
  exit 1
}

# holds reports whether jq prints true. The exit code of jq -e does not say so if there is no input.
holds() { [ "$(jq "$@")" = true ]; }

sha256() { sha256sum "$1" | cut -d ' ' -f 1; }

# change prints who wrote and who approved the last change of a path, or nothing if no pull request brought it.
change() { sh .ci/forge.sh change "$(git log -1 --format=%H -- "$1")"; }

case $guard in
  confirmation)
    [ "$CONFIRMATION" = "$STATE_KEY" ] || stop "the confirmation is not the state key $STATE_KEY"
    ;;

  commit)
    [ "$(git rev-parse HEAD)" = "$COMMIT" ] || stop "$COMMIT is not the commit of this run"
    [ "$(git rev-parse "origin/$DEFAULT_BRANCH")" = "$COMMIT" ] || stop "$COMMIT is not the head of $DEFAULT_BRANCH"
    [ -z "$(git status --porcelain)" ] || stop "files differ from the commit"
    [ "$(git rev-parse --is-shallow-repository)" = false ] || stop "the clone lacks the history of changes"
    ;;

  platform) # installs the archive of the command, its adapters and terraform
    mkdir -p work/bin
    curl --fail --silent --show-error --location --output work/platform.tar.gz "$PLATFORM_ARCHIVE"
    [ "$(sha256 work/platform.tar.gz)" = "$PLATFORM_SHA256" ] || stop "the archive is not the pinned one"
    tar -xzf work/platform.tar.gz -C work/bin
    ;;

  verified) # destroy sets OUTCOMES. It looks only at its own environment, and at findings outside the live folders
    platform request verify --repo . --profile profile.yaml --state-key "$STATE_KEY" \
      --expect-request "$REQUEST_ID" --expect-proposal "$PROPOSAL_ID" >work/verified.json && exit
    holds --arg key "$STATE_KEY" --arg outcomes "${OUTCOMES-}" '
      .findings == [] and any(.environments[];
        .state_key == $key and .findings == [] and (.outcome | IN($outcomes | splits(" "))))
    ' work/verified.json || stop "$STATE_KEY is not verified"
    ;;

  deployable)
    holds '(.mode == "sandbox" or .mode == "enterprise") and (.placeholders // []) == []' \
      "$live/policy-decision.json" || stop "the bundle is a simulation, or a boundary is a placeholder"
    ;;

  inputs) # those of platform/ are on the list, and none replaces a reviewed input
    [ ! -e "platform/$folder/inputs.tfvars.json" ] ||
      holds --slurpfile allowed platform/inputs.json --slurpfile reviewed "$live/terraform.tfvars.json" \
        'keys - ($allowed[0] - ($reviewed[0] | keys)) == []' "platform/$folder/inputs.tfvars.json" ||
      stop "platform/$folder/inputs.tfvars.json has an input that platform/inputs.json does not allow"
    grep -q STATE_KEY platform/backend.tf || stop "the backend in platform/backend.tf is not by STATE_KEY"
    ;;

  review)
    for path in "$live" "platform/$folder"; do
      change "$path" | holds '.reviewers - .authors != []' ||
        stop "no merged pull request has the last change of $path with the approval of somebody else"
    done
    ;;

  approval) # ENVIRONMENT: of the protected environment
    sh .ci/forge.sh approvals "$2" >work/approvals.json
    for path in "$live" "platform/$folder"; do
      change "$path" | holds --slurpfile run work/approvals.json \
        '$run[0].approvers - $run[0].actors - .authors != []' ||
        stop "nobody but the authors of $path and the starter of this run approved the environment $2"
    done
    ;;

  plan) # WORKFLOW: the plan was made there, at this commit
    case $PLAN_RUN in '' | *[!0-9]*) stop "$PLAN_RUN is not the number of a run" ;; esac
    sh .ci/forge.sh plan | holds --arg workflow "$2" '
      . == {workflow: $workflow, branch: env.DEFAULT_BRANCH, commit: env.COMMIT, result: "success"}
    ' || stop "$PLAN_RUN is not a run of $2 at $COMMIT"
    openssl enc -d -aes-256-cbc -pbkdf2 -pass env:PLATFORM_PLAN_KEY -in work/plan.enc -out work/plan ||
      stop "the plan cannot be decrypted"
    ;;

  hash)
    [ "$(sha256 work/plan)" = "$PLAN_SHA256" ] || stop "the SHA-256 of the plan is not $PLAN_SHA256"
    ;;

  content) # of the plan: it is for the request, runs no program, and makes only the changes that its step allows
    terraform -chdir=work/root show -json ../plan >work/plan.json
    holds '.variables.request_id.value == env.REQUEST_ID' work/plan.json ||
      stop "the plan is for another request"
    holds '[.configuration | .. | .provisioners? | values] == []' work/plan.json || stop "main.tf runs a program"
    case ${STEP-} in
      destroy)
        holds 'all(.resource_changes[]?.change.actions; . - ["delete", "forget", "read"] == [])' work/plan.json ||
          stop "the plan does more than destroy the environment, or does not destroy all of it"
        ;;
      unprotect)
        holds 'all(.resource_changes[]?; (.change.actions - ["no-op", "forget", "read"]) as $do | $do == []
          or .type == "azurerm_management_lock" and $do == ["delete"]
          or (.type | IN("aws_cloudwatch_log_group", "aws_eks_cluster")) and $do == ["update"]
        )' work/plan.json || stop "the plan changes more than the protection"
        ;;
      *)
        holds '[.resource_changes[]? | select(.change.actions | index("delete")) | select(.type | IN(
          "aws_cloudwatch_log_group", "aws_eks_cluster", "aws_kms_key",
          "azurerm_key_vault", "azurerm_key_vault_key", "azurerm_kubernetes_cluster", "azurerm_log_analytics_workspace"
        ))] == []' work/plan.json || stop "the plan deletes a cluster, key, vault or log group"
        ;;
    esac
    ;;

  *) stop "there is no such guard" ;;
esac
