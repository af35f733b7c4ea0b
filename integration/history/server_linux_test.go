package history_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/portfolio"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/wire"
)

// overHTTP is a server.
type overHTTP struct {
	base   string
	client *http.Client
	payloads
	// acknowledged, where set, gets each document that a call returned.
	acknowledged func(text []byte)
}

func (p overHTTP) call(ctx context.Context, c call) (a answer, err error) {
	const requestsPath, proposalsPath = "/v1/environment-requests", "/v1/deployment-proposals"
	switch c.kind {
	case submit:
		body, err := document.Encode(p.requests[c.payload])
		if err != nil {
			return a, err
		}
		return p.one(ctx, http.MethodPost, requestsPath, string(body), c.key, p.byRequest)
	case propose:
		return p.one(ctx, http.MethodPost, proposalsPath, fmt.Sprintf(`{"request_id": %q}`, p.requestIDs[c.payload]), c.key, p.byProposal)
	case record:
		return p.one(ctx, http.MethodGet, requestsPath+"/"+p.requestIDs[c.payload], "", 0, p.byRequest)
	case proposal:
		return p.one(ctx, http.MethodGet, proposalsPath+"/"+p.proposalIDs[c.payload], "", 0, p.byProposal)
	case records:
		return p.list(ctx, c.list, requestsPath, "owner", p.requests[c.list.of].Owner, p.requestIDs, p.byRequest)
	case proposals:
		return p.list(ctx, c.list, proposalsPath, "request_id", p.requestIDs[c.list.of], p.proposalIDs, p.byProposal)
	case environments:
		var list wire.List[wire.Environment]
		err = p.read(ctx, "/v1/environments?order=newest", &list)
		return p.environmentList(list), err
	case freeRange:
		var free portfolio.FreeRange
		err = p.read(ctx, fmt.Sprintf("/v1/environments/free?pool=%s&length=%d", pool, networkLength), &free)
		return freeNetwork(free), err
	case counts:
		var text []byte
		text, err = p.do(ctx, http.MethodGet, "/metrics", "", 0)
		a.figures = figures{
			metric(text, `platform_environment_requests{decision="accepted"}`), metric(text, `platform_environment_requests{decision="denied"}`),
			metric(text, `platform_policy_violations{policy_id="`+deniedBy+`"}`), metric(text, `platform_deployment_proposals`),
		}
	}
	return a, err
}

// read decodes the answer of a GET.
func (p overHTTP) read(ctx context.Context, path string, into any) error {
	text, err := p.do(ctx, http.MethodGet, path, "", 0)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// metric returns the figure of a line of the metrics; 0 where there is none.
func metric(text []byte, name string) int {
	line := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` (\d+)$`).FindSubmatch(text)
	if line == nil {
		return 0
	}
	n, _ := strconv.Atoi(string(line[1]))
	return n
}

// one asks for a record or a proposal.
func (p overHTTP) one(ctx context.Context, method, path, body string, key int, payloads map[string]byte) (answer, error) {
	text, err := p.do(ctx, method, path, body, key)
	if err != nil {
		return answer{}, err
	}
	if p.acknowledged != nil {
		p.acknowledged(text)
	}
	return one(text, payloads), nil
}

// list asks for a list; filter is the parameter that selects one payload.
func (p overHTTP) list(ctx context.Context, l list, path, filter, of string, ids []string, payloads map[string]byte) (answer, error) {
	query := url.Values{}
	set := func(is bool, name, value string) {
		if is {
			query.Set(name, value)
		}
	}
	set(l.newest, "order", "newest")
	set(l.denied, "decision", "denied")
	set(l.of > 0, filter, of)
	set(l.limit > 0, "limit", strconv.Itoa(l.limit))
	set(l.after > 0, "after", ids[l.after])
	set(l.before > 0, "before", ids[l.before])
	var page struct {
		Items    []json.RawMessage `json:"items"`
		Next     string            `json:"next"`
		Previous string            `json:"previous"`
	}
	if err := p.read(ctx, path+"?"+query.Encode(), &page); err != nil {
		return answer{}, err
	}
	var found []string
	for _, item := range page.Items {
		found = append(found, idOf(item))
	}
	return listed(l, found, payloads, page.Next, page.Previous), nil
}

// do returns the body of an answer, read whole, or the problem that it is.
func (p overHTTP) do(ctx context.Context, method, path, body string, key int) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, p.base+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", strconv.Itoa(key))
	}
	response, err := p.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode < http.StatusBadRequest {
		return text, err
	}
	var refused problem.Problem
	if err := json.Unmarshal(text, &refused); err != nil {
		return nil, err
	}
	return nil, &refused
}

// disturb stops and kills the adapters of a server, at random, until the context
// ends, and returns how many it killed. A call to one that is stopped takes long;
// one that is killed while its file is away cannot be replaced, so calls fail.
func disturb(ctx context.Context, t *testing.T, random *rand.Rand, server int, file string) int {
	killed := signal(server, syscall.SIGKILL) // one at least
	short := func() time.Duration { return time.Duration(random.Int64N(int64(40 * time.Millisecond))) }
	for ; ctx.Err() == nil; time.Sleep(short()) {
		switch random.IntN(6) {
		case 0:
			killed += signal(server, syscall.SIGKILL)
		case 1:
			assert.NoError(t, os.Rename(file, file+".away"))
			killed += signal(server, syscall.SIGKILL)
			time.Sleep(short())
			assert.NoError(t, os.Rename(file+".away", file))
		default:
			signal(server, syscall.SIGSTOP)
			time.Sleep(short())
			signal(server, syscall.SIGCONT)
		}
	}
	return killed
}

// signal sends a signal to the children of a process and returns how many got it.
func signal(parent int, what syscall.Signal) (sent int) {
	for _, child := range build.Children(parent) {
		if syscall.Kill(child, what) == nil {
			sent++
		}
	}
	return sent
}

// TestTheServer records histories of servers over HTTP, each with adapter processes
// that are stopped and killed under the calls.
func TestTheServer(t *testing.T) {
	histories := 3
	if testing.Short() {
		histories = 1
	}
	const number, keys, maxRecords = 6, 9, 5
	all := thePayloads(t, number)
	var operations, failed, left, killed int
	list := seeds(histories)
	t.Logf("seeds from %d", list[0])
	for _, seed := range list {
		adapters := t.TempDir()
		require.NoError(t, os.CopyFS(adapters, os.DirFS(build.Binaries(t).AdaptersDir)))
		server := build.Server(t, "--quiet", "--adapters", adapters,
			"--profile", examples+"profile.yaml", "--max-records", strconv.Itoa(maxRecords))
		ctx, end := context.WithCancel(t.Context())
		var disturbing sync.WaitGroup
		disturbing.Go(func() {
			killed += disturb(ctx, t, rand.New(rand.NewPCG(seed, 0)), server.Command.Process.Pid, filepath.Join(adapters, "platform-provider-a"))
		})
		p := plan{
			seed: seed, clients: 8, calls: 15, keys: keys, payloads: number, leaves: 0.06,
			pause: 20 * time.Millisecond, timeout: 40 * time.Millisecond, settle: 100 * time.Millisecond,
		}
		transport := &http.Transport{MaxIdleConnsPerHost: p.clients}
		r := p.run(t, overHTTP{server.URL, &http.Client{Transport: transport}, all, nil})
		end()
		disturbing.Wait()
		transport.CloseIdleConnections()
		r.check(t, seed, model(keys, maxRecords, r.operations))
		operations += len(r.operations)
		failed += r.failed
		left += r.left()
	}
	t.Logf("%d histories, %d operations checked, %d left; %d calls failed, %d adapters killed",
		len(list), operations, left, failed, killed)
	require.Positive(t, killed)
}
