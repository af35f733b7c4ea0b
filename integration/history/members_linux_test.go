package history_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
)

// members are a cluster of etcd: processes that can be killed and stopped.
type members struct {
	t       testing.TB
	list    []*member
	control *clientv3.Client // asks them who leads
}

type member struct {
	config memberConfig
	peers  *link // from the other members
	mu     sync.Mutex
	run    *exec.Cmd // nil while it is dead
	exited chan struct{}
}

// startMembers starts a cluster with the given number of members, each with a folder of its own.
func startMembers(t testing.TB, n int, change ...func(*memberConfig)) *members {
	t.Helper()
	m := &members{t: t}
	var cluster []string
	for i := range n {
		name := fmt.Sprintf("m%d", i+1)
		c := memberConfig{name: name, dir: filepath.Join(t.TempDir(), name), client: freeAddress(t), peer: freeAddress(t)}
		peers := newLink(t, c.peer)
		c.advertised = peers.address()
		cluster = append(cluster, name+"="+c.advertised)
		m.list = append(m.list, &member{config: c, peers: peers})
	}
	for _, one := range m.list {
		one.config.cluster = strings.Join(cluster, ",")
		for _, f := range change {
			f(&one.config)
		}
		one.start(t)
	}
	t.Cleanup(func() {
		for _, one := range m.list {
			one.kill()
		}
	})
	control, err := clientv3.New(clientv3.Config{Endpoints: m.endpoints(), Logger: zap.NewNop(), DialTimeout: time.Second})
	require.NoError(t, err)
	t.Cleanup(func() { _ = control.Close() })
	m.control = control
	require.Eventually(t, func() bool { return m.leader() != nil }, time.Minute, 50*time.Millisecond, "no member leads")
	return m
}

// freeAddress returns a free address of the loopback. It stays free while a member is down, because servers that take
// any port listen on 127.0.0.1.
func freeAddress(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.2:0")
	require.NoError(t, err)
	defer l.Close()
	return "http://" + l.Addr().String()
}

func (m *members) endpoints() (list []string) {
	for _, one := range m.list {
		list = append(list, one.config.client)
	}
	return list
}

// leader returns the member that leads; nil while none does that answers.
func (m *members) leader() *member {
	for _, one := range m.list {
		ctx, cancel := contextFor(m.t, time.Second)
		status, err := m.control.Status(ctx, one.config.client)
		cancel()
		if err == nil && status.Leader == status.Header.MemberId {
			return one
		}
	}
	return nil
}

// start starts the process of a member.
func (m *member) start(t testing.TB) {
	m.mu.Lock()
	defer m.mu.Unlock()
	own, err := os.Executable()
	require.NoError(t, err)
	m.run = exec.Command(own, m.config.arguments()...)
	m.run.Stderr = os.Stderr
	require.NoError(t, m.run.Start())
	m.exited = make(chan struct{})
	go func(run *exec.Cmd, exited chan struct{}) {
		_ = run.Wait()
		close(exited)
	}(m.run, m.exited)
}

// kill ends the process at once, as a power cut of the machine does.
func (m *member) kill() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.run == nil {
		return
	}
	_ = m.run.Process.Kill()
	<-m.exited
	m.run = nil
}

// signal sends a signal to a member that runs.
func (m *member) signal(what syscall.Signal) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.run != nil {
		_ = m.run.Process.Signal(what)
	}
}

func contextFor(t testing.TB, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), d)
}

// prefixed selects every key that begins alike.
func prefixed(prefix string) clientv3.OpOption {
	return clientv3.WithRange(clientv3.GetPrefixRangeEnd(prefix))
}
