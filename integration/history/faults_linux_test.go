package history_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var robustnessFlag = flag.Duration("robustness", 0, "how `long` servers on one store are disturbed; 0 for one short history")

// faults takes away from a cluster what it relies on, one thing after another, at random.
type faults struct {
	*cluster
	random *rand.Rand
	counts map[string]int
}

// fault does its harm for a while, and then undoes it.
type fault struct {
	name string
	do   func(f *faults, d time.Duration)
}

// every fault that a cluster of three has to survive: a majority of the members answers, or will
// do so again.
var every = []fault{
	{"leader killed", func(f *faults, d time.Duration) { f.killed(f.members.leader(), d, 0) }},
	{"member killed", func(f *faults, d time.Duration) { f.killed(f.member(), d, 0) }},
	{"member with a full disk", func(f *faults, d time.Duration) { f.killed(f.member(), d, fullDisk) }},
	{"leader stopped", func(f *faults, d time.Duration) { f.stopped(f.members.leader(), d) }},
	{"member stopped", func(f *faults, d time.Duration) { f.stopped(f.member(), d) }},
	{"leader cut off from members", func(f *faults, d time.Duration) { f.cutOff(f.members.leader(), d) }},
	{"all members killed", func(f *faults, d time.Duration) {
		for _, m := range f.members.list {
			m.kill()
		}
		f.wait(d / 2)
		for _, m := range f.members.list {
			m.start(f.t)
		}
	}},
	{"server killed", func(f *faults, d time.Duration) {
		s := f.server()
		s.signal(syscall.SIGKILL)
		f.wait(d / 4)
		s.start(f.t)
	}},
	{"server stopped", func(f *faults, d time.Duration) {
		s := f.server()
		s.signal(syscall.SIGSTOP)
		f.wait(d)
		s.signal(syscall.SIGCONT)
	}},
	{"server cut off", func(f *faults, d time.Duration) { f.linked(true, 0, d) }},
	{"server's links slow", func(f *faults, d time.Duration) { f.linked(false, 150*time.Millisecond, d) }},
	{"server's links hang", func(f *faults, d time.Duration) { f.linked(false, 5*time.Second, d) }},
}

// fullDisk is how large the files of a member may become whose disk is full, in bytes: less than
// it needs to start, or soon after.
const fullDisk = 1 << 20

func (f *faults) member() *member { return f.members.list[f.random.IntN(len(f.members.list))] }
func (f *faults) server() *server { return f.servers[f.random.IntN(len(f.servers))] }

// wait lets a fault do its harm. It is not cut short: each is undone.
func (f *faults) wait(d time.Duration) { time.Sleep(d) }

// killed kills a member, and starts it again after a while; before that with a full disk, where its files
// are bounded.
func (f *faults) killed(m *member, d time.Duration, bounded int64) {
	if m == nil {
		return
	}
	m.kill()
	if bounded > 0 {
		m.config.written = bounded
		m.start(f.t)
		f.wait(d)
		m.kill()
		m.config.written = 0
	} else {
		f.wait(d)
	}
	m.start(f.t)
}

func (f *faults) stopped(m *member, d time.Duration) {
	if m == nil {
		return
	}
	m.signal(syscall.SIGSTOP)
	f.wait(d)
	m.signal(syscall.SIGCONT)
}

// cutOff cuts what other members send to one.
func (f *faults) cutOff(m *member, d time.Duration) {
	if m == nil {
		return
	}
	m.peers.set(true, 0)
	f.wait(d)
	m.peers.set(false, 0)
}

// linked changes a server's links to all members.
func (f *faults) linked(cut bool, delay, d time.Duration) {
	s := f.server()
	for _, l := range s.links {
		l.set(cut, delay)
	}
	f.wait(d)
	for _, l := range s.links {
		l.set(false, 0)
	}
}

// disturb does one fault after another until the context ends.
func (f *faults) disturb(ctx context.Context) {
	for i := 0; ctx.Err() == nil; i++ {
		next := every[0] // the leader first
		if i > 0 {
			next = every[f.random.IntN(len(every))]
		}
		next.do(f, 200*time.Millisecond+time.Duration(f.random.Int64N(int64(2*time.Second))))
		f.counts[next.name]++
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(f.random.Int64N(int64(500 * time.Millisecond)))):
		}
	}
}

// TestServersOnOneStore records histories of three servers on three members of etcd while
// members, servers and connections are taken away. Each is that of one service, and
// what was acknowledged is there in the end, at every server.
func TestServersOnOneStore(t *testing.T) {
	t.Parallel()
	const number, keys = 30, 45
	all := thePayloads(t, number)
	m := startMembers(t, 3)
	counts := map[string]int{}
	var histories, operations, documents int
	var retried int64
	for began := time.Now(); histories == 0 || time.Since(began) < *robustnessFlag; histories++ {
		seed := seeds(1)[0]
		c := startServers(t, m, 3, all, "--max-records", "1000")
		f := &faults{cluster: c, random: rand.New(rand.NewPCG(seed, 0)), counts: counts}
		ctx, end := context.WithCancel(t.Context())
		var disturbing sync.WaitGroup
		disturbing.Go(func() { f.disturb(ctx) })
		p := plan{seed: seed, clients: 6, calls: 40, keys: keys, payloads: number, pause: 400 * time.Millisecond, settle: time.Nanosecond}
		r := p.run(t, c)
		end()
		disturbing.Wait()
		r.check(t, seed, model(keys, 1000, r.operations))
		c.checkNothingIsLost()
		operations += len(r.operations)
		documents += len(c.known)
		retried += c.retried.Load()
		assert.Zero(t, r.failed, "every call is answered in the end")
		for _, s := range c.servers {
			s.signal(syscall.SIGKILL)
		}
		if t.Failed() {
			break
		}
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, fmt.Sprintf("%s: %d", name, counts[name]))
	}
	t.Logf("%d histories, %d operations checked, %d documents acknowledged, lost: 0; %d attempts repeated; %s",
		histories, operations, documents, retried, strings.Join(list, "; "))
	require.Greater(t, len(list), 2, "kinds of faults")
}
