package scripts_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// followed has the blocks of the pages about etcd in their order: names, authorities, certificates, settings of a member,
// the role, a server, the snapshot, the restore of a member, the move, and the role of the upgrade. Around them is what
// the sentences say.
const followed = `trap 'kill $(jobs -p)' EXIT
platform request validate accepted.yaml --profile profile.yaml -q | jq .request >request.json
ready() { curl --retry 60 --retry-delay 1 --retry-all-errors -sSf "http://$1/ready" -o ready; }
store() {
  jq --arg name "$1" '.application = $name' request.json >body
  curl -sS --fail-with-body --json @body -H "Idempotency-Key: $1" "http://$api/v1/environment-requests" -o "$1.json"
}
shows() { curl -s -o shown -w '%%{http_code}' "http://$api/v1/environment-requests/$(jq -r .request_id "$1.json")"; }

%[1]s
%[2]s
%[3]s
members() {
  pids=
  for ip in $members; do
%[4]s
    (set -a && . "./default-$ip" && exec etcd) >>"$ip.log" 2>&1 &
    pids="$pids $!"
  done
}
serve() {
%[6]s --listen "$@" >>server.log 2>&1 &
  server=$!
}
token=platform-1
members
export ETCDCTL_CACERT=ca.pem ETCDCTL_CERT=root.pem ETCDCTL_KEY=root.key
until etcdctl --endpoints "$endpoints" endpoint health; do sleep 0.2; done
peer() { curl -s --http1.1 --cacert peer-ca.pem --cert "$1.pem" --key "$1.key" "https://$ip:2380/members" -o members.json; }
peer "peer-$ip"
for client in platform root "$ip"; do
  if peer "$client"; then exit 1; fi
done
[ "$(grep -c 'signed by unknown authority' "$ip.log")" = 3 ]
[ "$(stat -c %%a *.key | sort -u)" = 600 ]
%[5]s
serve "$api"
ready "$api"
store kept
%[7]s
store lost

kill $pids
wait $pids || true
mkdir moved && mv data-* moved
for ip in $members; do
%[8]s
done
%[3]s
token=platform-2
members
until curl -s "http://$api/ready" | grep store_altered; do sleep 0.2; done
kill $server
wait $server || true
serve "$api"
ready "$api"
[ "$(shows kept)" = 200 ] && [ "$(shows lost)" = 404 ]

%[10]s
serve "$second" --store-prefix /platform-2
ready "$second"
%[9]s
curl -sf "http://$second/v1/environment-requests?view=summary" | jq -e '.items | length == 1'
`

// TestPagesAboutEtcd follows the pages with three members on this machine: from certificates to a store that is restored,
// and to a second store in the same etcd.
func TestPagesAboutEtcd(t *testing.T) {
	layout, dir, programs := build.Binaries(t), t.TempDir(), t.TempDir()
	compile := exec.Command("go", "build", "-ldflags", "-s -w", "-o", programs, "tool")
	compile.Dir, compile.Env = filepath.Join("..", "..", "tools", "etcd"), append(os.Environ(), "GOWORK=off")
	out, err := compile.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NoError(t, os.Rename(filepath.Join(programs, "server"), filepath.Join(programs, "etcd")))
	examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
	require.NoError(t, err)
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(examples, "provider_a", "simulation"))))

	// Each address of 127.0.0.0/8 is this machine, so the ports are those of the pages.
	network := fmt.Sprintf("127.%d.%d.", 1+os.Getpid()>>8%254, os.Getpid()%256)
	here := strings.NewReplacer("10.0.1.", network, "http://127.0.0.1:8080", "http://$api", "http://127.0.0.1:8090", "http://$second",
		"examples/", examples+"/", "platform-1\n", "$token\n", "sudo tee /etc/default/etcd", "tee default-$ip", "sudo ", "",
		"/var/lib/etcd/data", "data-$ip", "/etc/etcd/", "")
	var blocks []any
	for _, page := range []string{"etcd.md", "etcd-backup.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
		require.NoError(t, err)
		for _, found := range regexp.MustCompile("(?s)```sh\n(.*?)\n *```").FindAllStringSubmatch(string(text), -1) {
			blocks = append(blocks, here.Replace(regexp.MustCompile(`(?m)^ *ip=.*\n`).ReplaceAllString(found[1], "")))
		}
	}
	require.Len(t, blocks, 10)

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", fmt.Sprintf(followed, blocks...))
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "api="+network+"1:8080", "second="+network+"1:8090", "PATH="+strings.Join(
		[]string{programs, filepath.Dir(layout.Platform), filepath.Dir(layout.Server), os.Getenv("PATH")}, string(os.PathListSeparator)))
	out, err = cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
