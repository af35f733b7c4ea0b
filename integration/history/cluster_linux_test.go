package history_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
	"platform.internal/platform-core/document"
	"platform.internal/platform-core/problem"
)

// cluster is several servers on one store, each with links of its own to every member.
type cluster struct {
	t *testing.T
	payloads
	members *members
	prefix  string // of the store
	servers []*server
	client  *http.Client

	retried atomic.Int64 // attempts whose answer was lost or a refusal for now

	mu    sync.Mutex
	known map[string][]byte // what was acknowledged, by ID
}

// server is a process that can be killed, and started again elsewhere.
type server struct {
	arguments []string
	links     []*link

	mu  sync.Mutex
	run *build.Process
}

// startServers starts the given number of servers on a new store.
func startServers(t *testing.T, m *members, n int, all payloads, more ...string) *cluster {
	t.Helper()
	c := &cluster{
		t: t, payloads: all, members: m, known: map[string][]byte{},
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}, Timeout: 20 * time.Second},
		prefix: fmt.Sprintf("/store-%d", stores.Add(1)),
	}
	t.Cleanup(c.client.CloseIdleConnections)
	for range n {
		s := &server{}
		var addresses []string
		for _, one := range m.list {
			l := newLink(t, one.config.client)
			s.links, addresses = append(s.links, l), append(addresses, l.address())
		}
		s.arguments = append([]string{
			"--listen", "127.0.0.1:0", "--quiet", "--profile", examples + "profile.yaml",
			"--store", "etcd=" + strings.Join(addresses, ","), "--store-prefix", c.prefix,
		}, more...)
		s.start(t)
		c.servers = append(c.servers, s)
	}
	return c
}

func (s *server) start(t testing.TB) {
	run := build.Start(t, exec.Command(build.Binaries(t).Server, s.arguments...))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.run = run
}

func (s *server) address() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run.URL
}

// on is the platform as one server shows it.
func (c *cluster) on(s *server) overHTTP {
	return overHTTP{s.address(), c.client, c.payloads, c.acknowledged}
}

// logs waits for a text in the log.
func (s *server) logs(t *testing.T, within time.Duration, text string) {
	t.Helper()
	logged := func() bool { return strings.Contains(s.run.Log(), text) }
	require.Eventually(t, logged, within, 10*time.Millisecond, text)
}

func (s *server) signal(what syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.run.Command.Process.Signal(what)
}

// forNow are refusals that a client answers with the same call again, at another server.
var forNow = []problem.Code{problem.StoreUnavailable, problem.AdapterUnavailable, problem.Overloaded}

// longestCall is how long a call is repeated.
const longestCall = 90 * time.Second

// call calls one server. If the answer is lost it calls another, until one answers, as the documentation tells
// clients to do. A repeated call counts as one call.
func (c *cluster) call(ctx context.Context, what call) (a answer, err error) {
	began := time.Now()
	for attempt := what.key + what.payload; ; attempt++ {
		a, err = c.on(c.servers[attempt%len(c.servers)]).call(ctx, what)
		var refused *problem.Problem
		if err == nil || errors.As(err, &refused) && !slices.Contains(forNow, refused.Code) || ctx.Err() != nil {
			return a, err
		}
		c.retried.Add(1)
		if time.Since(began) > longestCall {
			return a, fmt.Errorf("no server answers %s within %v: %w", describe(what, a), longestCall, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// acknowledged compares a document with what was acknowledged before: it never changes.
func (c *cluster) acknowledged(text []byte) {
	id := idOf(text)
	c.mu.Lock()
	defer c.mu.Unlock()
	if before, ok := c.known[id]; !ok {
		c.known[id] = text
	} else if !bytes.Equal(before, text) {
		assert.Fail(c.t, "another document", "%s was\n%s\nand is now\n%s", id, before, text)
	}
}

// checkNothingIsLost reads every document that was acknowledged at every server.
func (c *cluster) checkNothingIsLost() {
	for id := range c.known {
		for _, s := range c.servers {
			path := "/v1/environment-requests/"
			if id[:3] != "req" {
				path = "/v1/deployment-proposals/"
			}
			text, err := c.on(s).do(c.t.Context(), http.MethodGet, path+id, "", 0)
			require.NoError(c.t, err, "%s was acknowledged", id)
			c.acknowledged(text)
		}
	}
}

// TestOneRecordOfManyServers sends one request to three servers many times at once. Each server gives the same hand-over
// of its proposal.
func TestOneRecordOfManyServers(t *testing.T) {
	c := startServers(t, startMembers(t, 1), 3, thePayloads(t, 1))
	body, err := document.Encode(c.requests[1])
	require.NoError(t, err)
	var racing sync.WaitGroup
	for i := range 64 {
		racing.Go(func() {
			on := c.on(c.servers[i%3])
			text, err := on.do(t.Context(), http.MethodPost, "/v1/environment-requests", string(body), i)
			if assert.NoError(t, err) {
				c.acknowledged(text)
			}
		})
	}
	racing.Wait()
	assert.Len(t, c.known, 1)
	for id := range c.known {
		on := c.on(c.servers[0])
		proposal, err := on.do(t.Context(), http.MethodPost, "/v1/deployment-proposals", `{"request_id":"`+id+`"}`, 0)
		require.NoError(t, err)
		var handovers [3]string
		for i, s := range c.servers {
			text, err := c.on(s).do(t.Context(), http.MethodGet,
				"/v1/deployment-proposals/"+idOf(proposal)+"/handover", "", 0)
			require.NoError(t, err)
			handovers[i] = string(text)
		}
		assert.Contains(t, handovers[0], `"schema": "platform.handover/v1"`)
		assert.Equal(t, [3]string{handovers[0], handovers[0], handovers[0]}, handovers)
	}
	for _, s := range c.servers {
		on := c.on(s)
		found, err := on.call(t.Context(), call{kind: records})
		require.NoError(t, err)
		assert.Equal(t, "\x01", found.found)
	}
}
