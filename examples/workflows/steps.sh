#!/bin/sh
# What the workflows do once their guards hold. docs/workflows.md describes them.
#
#   steps.sh credentials SECONDS [FLAG...]   get short-lived credentials of ROLE
#   steps.sh init                            copy the environment to work/root and initialise it there
#   steps.sh plan                            write work/plan, and work/plan.enc to keep it
#   steps.sh show                            print the plan and its SHA-256, as Markdown
#   steps.sh apply                           apply work/plan
#   steps.sh nodes                           update the images of the nodes
#   steps.sh logs                            delete the log group that EKS makes again after a destroy
#
# With STEP=unprotect, a plan only lifts the protection of the environment. With STEP=destroy, it destroys everything.
set -eu
PATH="$PWD/work/bin:$PATH"
step=$1
shift
folder=${STATE_KEY%/terraform.tfstate}
provider=${STATE_KEY%%/*}
AWS_REGION=$(echo "$folder" | cut -d / -f 2)
export TF_CLI_ARGS=-no-color AWS_REGION AWS_SHARED_CREDENTIALS_FILE="$PWD/work/credentials"

# name prints the name of the environment, which is also that of its cluster.
name() { jq -r .name "environments/live/$folder/terraform.tfvars.json"; }

# has_group reports whether the account has a log group.
has_group() {
  [ "$(aws logs describe-log-groups --log-group-name-prefix "$1" |
    jq --arg group "$1" 'any(.logGroups[]; .logGroupName == $group)')" = true ]
}

case $step in
  credentials) # on Azure, Terraform exchanges the token itself
    [ "$provider" = provider_a ] || exit 0
    umask 077
    if [ -n "${ACTIONS_ID_TOKEN_REQUEST_URL-}" ]; then
      curl --fail --silent --show-error --header "Authorization: Bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" \
        "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=sts.amazonaws.com" | jq -r .value >work/token
    else
      echo "$AWS_ID_TOKEN" >work/token
    fi
    aws sts assume-role-with-web-identity --role-arn "$ROLE" --role-session-name "$REQUEST_ID" \
      --web-identity-token file://work/token --duration-seconds "$@" >work/session.json
    jq -r '.Credentials | "[default]\naws_access_key_id = \(.AccessKeyId)\naws_secret_access_key = \(.SecretAccessKey)",
      "aws_session_token = \(.SessionToken)"' work/session.json >work/credentials
    rm work/token work/session.json
    ;;

  init)
    mkdir -p work/root
    cp "environments/live/$folder/main.tf" "environments/live/$folder/terraform.tfvars.json" \
      "platform/$folder/.terraform.lock.hcl" work/root
    [ ! -e "platform/$folder/inputs.tfvars.json" ] ||
      cp "platform/$folder/inputs.tfvars.json" work/root/platform.auto.tfvars.json
    # Also for destroy: on Azure, Terraform deletes a protected group only if it has no resource that Terraform ignores.
    [ -z "${STEP-}" ] || echo '{"deletion_protection": false}' >work/root/unprotect.auto.tfvars.json
    sed "s|STATE_KEY|$STATE_KEY|" platform/backend.tf >work/root/backend.tf
    terraform -chdir=work/root init -input=false -lockfile=readonly
    ;;

  plan) # -lock=false, because the role of a plan cannot write; the workflow runs once at a time for a state key
    group=/aws/eks/$(name)/cluster
    case ${STEP-} in
      destroy) set -- -destroy ;;
      unprotect)
        set -- -target=aws_eks_cluster.this -target=aws_cloudwatch_log_group.this -target=azurerm_management_lock.this
        ;;
      *)
        if [ "$provider" = provider_a ] && has_group "$group"; then
          printf 'import {\n  to = aws_cloudwatch_log_group.this["cluster"]\n  id = "%s"\n}\n' "$group" >work/root/import.tf
        fi
        ;;
    esac
    terraform -chdir=work/root plan -input=false -lock=false -out=../plan "$@"
    openssl enc -aes-256-cbc -pbkdf2 -pass env:PLATFORM_PLAN_KEY -in work/plan -out work/plan.enc
    ;;

  show)
    # shellcheck disable=SC2016 # the backticks are those of Markdown
    printf 'SHA-256 of the plan: `%s`\n\n```text\n' "$(sha256sum work/plan | cut -d ' ' -f 1)"
    terraform -chdir=work/root show ../plan
    echo '```'
    ;;

  apply) terraform -chdir=work/root apply -input=false ../plan ;;

  nodes)
    [ "$provider" = provider_a ] || { echo "AKS updates the images of its nodes itself." && exit 0; }
    cluster=$(name)
    for group in $(aws eks list-nodegroups --cluster-name "$cluster" | jq -r '.nodegroups[]'); do
      set -- --cluster-name "$cluster" --nodegroup-name "$group"
      aws eks update-nodegroup-version "$@" >work/update.json
      until aws eks wait nodegroup-active "$@"; do sleep 60; done # it gives up after 40 minutes
      update=$(jq -r .update.id work/update.json)
      aws eks describe-update --name "$cluster" --nodegroup-name "$group" --update-id "$update" >work/update.json
      status=$(jq -r .update.status work/update.json)
      echo "$group: $status"
      [ "$status" = Successful ]
    done
    ;;

  logs)
    [ "$provider" = provider_a ] || exit 0
    group=/aws/eks/$(name)/cluster
    sleep 600
    if has_group "$group"; then aws logs delete-log-group --log-group-name "$group"; fi
    ;;
esac
