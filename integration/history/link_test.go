package history_test

import (
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// link is a network between one caller and one callee, which can be cut and slowed.
type link struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	cut   bool
	delay time.Duration // of each piece that is sent
	open  map[net.Conn]bool
}

// newLink returns a link to an address; address is where callers find it.
func newLink(t testing.TB, to string) *link {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	own := &link{listener: l, to: strings.TrimPrefix(to, "http://"), open: map[net.Conn]bool{}}
	go own.serve()
	t.Cleanup(func() {
		_ = l.Close()
		own.set(true, 0)
	})
	return own
}

func (l *link) address() string { return "http://" + l.listener.Addr().String() }

// set changes the link. A cut one ends its connections.
func (l *link) set(cut bool, delay time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut, l.delay = cut, delay
	if cut {
		for c := range l.open {
			_ = c.Close()
		}
		clear(l.open)
	}
}

func (l *link) serve() {
	for {
		caller, err := l.listener.Accept()
		if err != nil {
			return
		}
		callee, err := net.DialTimeout("tcp", l.to, time.Second)
		if err != nil || !l.keep(caller, callee) {
			_ = caller.Close()
			if callee != nil {
				_ = callee.Close()
			}
			continue
		}
		go l.forward(caller, callee)
		go l.forward(callee, caller)
	}
}

func (l *link) keep(connections ...net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut {
		return false
	}
	for _, c := range connections {
		l.open[c] = true
	}
	return true
}

// forward sends what comes from one side to the other, late where the link is slow.
func (l *link) forward(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		l.mu.Lock()
		delay := l.delay
		l.mu.Unlock()
		time.Sleep(delay)
		if _, failed := to.Write(piece[:n]); failed != nil || err != nil {
			return
		}
	}
}
