#!/usr/bin/env bash
# Runs govulncheck over each module. A finding fails, and so does every other failure of the
# scan with one exception: a machine that cannot reach the vulnerability database gets one line
# that says so. The scanner must have reported that it could not fetch the database, and nothing
# may answer at the address of the database. A database that refuses or answers nonsense fails.
# VULNDB names another database.
set -uo pipefail
govulncheck=$1
shift
database=${VULNDB:-$("$govulncheck" -h 2>&1 | sed -n 's/.*vulnerability database url (default "\(.*\)").*/\1/p')}
findings=3 # govulncheck's exit code
unfetched='^(govulncheck: )?(fetching vulnerabilities|creating client): ' # how its last line begins then

unreachable() { # reports whether a scan failed because nothing answers where the database should be
  local answer status=0
  tail -n 1 <<<"$1" | grep -Eq "$unfetched" || return 1
  answer=$(curl --silent --proto =http,https --max-time 30 --output /dev/null --write-out '%{http_code}' "${database%/}/index/modules.json.gz") || status=$?
  case $status in
    5 | 6 | 7 | 28 | 35 | 52 | 56 | 60 | 97) [ "$answer" = 000 ] ;; # no proxy, name, connection, time, TLS or byte: see curl(1)
    *) return 1 ;;
  esac
}

for module in "$@"; do
  out=$(cd "$module" && GOWORK=off "$govulncheck" -db "$database" ./... 2>&1)
  status=$?
  if [ $status -eq 0 ]; then
    echo "vuln: $module: nothing known"
    continue
  fi
  if [ $status -ne $findings ] && unreachable "$out"; then
    echo "vuln: NOT CHECKED: the vulnerability database $database cannot be reached from this machine" >&2
    exit 0
  fi
  echo "$out"
  exit 1
done
