package httpserve

import (
	"cmp"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"
)

const (
	// maxConnections bounds the connections where the limit of open files is
	// higher: one takes some 20 KB while its request waits.
	maxConnections = 4096
	// reservedFiles are for what else a process opens: some 16 descriptors for each
	// adapter, 64 for the portal's calls of the API, and the connections of those who
	// watch it. Where the limit is low, connections get a quarter of it.
	reservedFiles = 128 + adminConnections
	// firstRequestTime is how long a new connection without a request is not
	// idle: its first one may be on its way.
	firstRequestTime = time.Second
	// sendingTime is how long an answer may be sent before its connection is closed
	// for another one. Who reads quickly has it long before.
	sendingTime = 10 * time.Second
)

// connectionLimit returns how many connections fit below the limit of open files.
func connectionLimit() int {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil || files.Cur > maxConnections+reservedFiles {
		return maxConnections
	}
	limit := int(files.Cur)
	return max(limit-reservedFiles, limit/4, 1)
}

// connections is a listener that has at most max connections open. For one more it
// closes the one that is idle for longest; where none is, the one that sends its
// answer for longest and for sendingTime. Where there is none either, since all
// calls are worked on, the new one waits, and those behind it in the kernel's queue.
type connections struct {
	net.Listener
	max int

	mu   sync.Mutex
	open map[net.Conn]use
	// freed wakes a connection that waits.
	freed  chan struct{}
	closed chan struct{}
	close  func() error
}

// use is what a connection does, and since when.
type use struct {
	state http.ConnState
	// sending is set from the first bytes of an answer, in http.StateActive.
	sending bool
	since   time.Time
}

// connection reports when an answer begins: net/http's states do not.
type connection struct {
	net.Conn
	of *connections
}

// proceed is what net/http sends when it begins to read a body that waits for that.
const proceed = "HTTP/1.1 100 Continue\r\n\r\n"

func (c *connection) Write(p []byte) (int, error) {
	if string(p) != proceed {
		c.of.sends(c)
	}
	return c.Conn.Write(p)
}

// CloseWrite says to the client that this was all; net/http does so before it closes
// a connection whose request it did not read whole.
func (c *connection) CloseWrite() error {
	if conn, can := c.Conn.(interface{ CloseWrite() error }); can {
		return conn.CloseWrite()
	}
	return nil
}

func limited(listener net.Listener, limit int) *connections {
	c := &connections{Listener: listener, max: limit, open: map[net.Conn]use{}, freed: make(chan struct{}, 1), closed: make(chan struct{})}
	c.close = sync.OnceValue(func() error {
		close(c.closed)
		return listener.Close()
	})
	return c
}

// Accept returns the next connection once it may be open.
func (c *connections) Accept() (net.Conn, error) {
	accepted, err := c.Listener.Accept()
	if err != nil {
		return nil, err
	}
	conn := &connection{accepted, c}
	for !c.admit(conn) {
		select {
		case <-c.freed:
		case <-time.After(firstRequestTime): // a new one may be idle by now
		case <-c.closed:
			_ = conn.Close()
			return nil, net.ErrClosed
		}
	}
	return conn, nil
}

// Close closes the listener and ends an Accept that waits.
func (c *connections) Close() error { return c.close() }

func (c *connections) admit(conn net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if len(c.open) >= c.max {
		least := cmp.Or(c.longest(now, use.idle), c.longest(now, use.slow))
		if least == nil {
			return false
		}
		delete(c.open, least)
		_ = least.Close()
	}
	c.open[conn] = use{state: http.StateNew, since: now}
	return true
}

// idle reports whether a connection has no request.
func (u use) idle(now time.Time) bool {
	return u.state == http.StateIdle || u.state == http.StateNew && now.Sub(u.since) >= firstRequestTime
}

// slow reports whether an answer is being sent for long.
func (u use) slow(now time.Time) bool { return u.sending && now.Sub(u.since) >= sendingTime }

// longest returns the connection that is in a use of a kind for longest; nil for
// none. The lock is held.
func (c *connections) longest(now time.Time, is func(use, time.Time) bool) net.Conn {
	var found net.Conn
	var since time.Time
	for conn, u := range c.open {
		if is(u, now) && (found == nil || u.since.Before(since)) {
			found, since = conn, u.since
		}
	}
	return found
}

// sends notes that a connection sends an answer.
func (c *connections) sends(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if u, known := c.open[conn]; known && !u.sending {
		c.open[conn] = use{http.StateActive, true, time.Now()}
	}
}

// changed follows the states of connections; an http.Server calls it.
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch _, known := c.open[conn]; {
	case !known: // was closed for another one
		return
	case state == http.StateNew:
		return
	case state == http.StateClosed || state == http.StateHijacked:
		delete(c.open, conn)
	default:
		c.open[conn] = use{state: state, since: time.Now()}
	}
	select {
	case c.freed <- struct{}{}:
	default:
	}
}
