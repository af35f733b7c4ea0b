package serve

import (
	"cmp"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"
)

const (
	// maxConnections bounds the connections if the limit of open files is higher. One takes some 20 KB while its request
	// waits.
	maxConnections = 4096
	// adminConnections bounds the connections to the admin listener, so that slow ones do not block the others.
	adminConnections = maxConnections / 4
	// reservedFiles are for other files of the process: some 16 descriptors for each adapter and 64 for the portal's calls
	// of the API.
	reservedFiles = 128
	// firstRequestTime is how long a new connection may wait for its first request before it counts as idle.
	firstRequestTime = time.Second
	// sendingTime is how long an answer may be sent before its connection may be closed for another one.
	sendingTime = 10 * time.Second
)

// connectionLimits returns how many connections of callers and of monitoring fit below the limit of open files. If it
// is low, they share the rest of it, and at least a quarter.
func connectionLimits() (callers, admin int) {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil ||
		files.Cur > maxConnections+adminConnections+reservedFiles {
		return maxConnections, adminConnections
	}
	limit := int(files.Cur)
	admin = max(limit-reservedFiles, limit/4, 5) / 5
	return 4 * admin, admin
}

// connections is a listener with at most max open connections. To accept one more, it closes the connection that was
// idle longest. If none is idle, it closes the one whose body is awaited longest, or else the one that has sent its
// answer longest and for [sendingTime]. If all calls are being worked on, the new connection waits, and the next ones
// wait in the kernel's queue.
type connections struct {
	net.Listener
	max int

	mu   sync.Mutex
	open map[*connection]struct{}
	// freed wakes a connection that waits.
	freed  chan struct{}
	closed chan struct{}
	close  func() error
}

// connection knows when its answer begins, which the states of net/http do not say. The lock of its connections guards
// its fields.
type connection struct {
	net.Conn
	of *connections
	// state is its state, and since the time when that began.
	state http.ConnState
	since time.Time
	// sending is set from the first bytes of an answer, in http.StateActive.
	sending bool
	// deadline is the read deadline. It is zero while a request is worked on.
	deadline time.Time
}

// proceed is what net/http sends when it begins to read a body that waits for that.
const proceed = "HTTP/1.1 100 Continue\r\n\r\n"

func (c *connection) Write(p []byte) (int, error) {
	if string(p) != proceed {
		c.of.sends(c)
	}
	return c.Conn.Write(p)
}

// SetReadDeadline also notes whether the connection waits for its caller.
func (c *connection) SetReadDeadline(t time.Time) error {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	c.deadline = t
	return c.Conn.SetReadDeadline(t)
}

// CloseWrite ends the sending side. net/http does so before it closes a connection with an unread request.
func (c *connection) CloseWrite() error {
	if conn, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return conn.CloseWrite()
	}
	return nil
}

func limited(listener net.Listener, limit int) *connections {
	c := &connections{
		Listener: listener,
		max:      limit,
		open:     map[*connection]struct{}{},
		freed:    make(chan struct{}, 1),
		closed:   make(chan struct{}),
	}
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
	conn := &connection{Conn: accepted, of: c}
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

func (c *connections) admit(conn *connection) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if len(c.open) >= c.max {
		least := cmp.Or(
			c.longest(now, (*connection).idle),
			c.longest(now, (*connection).awaited),
			c.longest(now, (*connection).slow),
		)
		if least == nil {
			return false
		}
		delete(c.open, least)
		_ = least.Close()
	}
	conn.since = now
	c.open[conn] = struct{}{}
	return true
}

// idle reports whether a connection has no request.
func (c *connection) idle(now time.Time) bool {
	return c.state == http.StateIdle || c.state == http.StateNew && now.Sub(c.since) >= firstRequestTime
}

// awaited reports whether a body has not arrived in the time of a request.
func (c *connection) awaited(now time.Time) bool {
	return !c.sending && !c.deadline.IsZero() && now.Sub(c.since) >= firstRequestTime
}

// slow reports whether an answer is being sent for long.
func (c *connection) slow(now time.Time) bool {
	return c.sending && now.Sub(c.since) >= sendingTime
}

// longest returns the connection for which is reports true for longest, or nil. The caller holds the lock.
func (c *connections) longest(now time.Time, is func(*connection, time.Time) bool) *connection {
	var found *connection
	for conn := range c.open {
		if is(conn, now) && (found == nil || conn.since.Before(found.since)) {
			found = conn
		}
	}
	return found
}

// sends notes that a connection sends an answer.
func (c *connections) sends(conn *connection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !conn.sending {
		conn.state, conn.sending, conn.since = http.StateActive, true, time.Now()
	}
}

// changed follows the states of connections; an http.Server calls it.
func (c *connections) changed(netConn net.Conn, state http.ConnState) {
	conn := netConn.(*connection) //nolint:forcetypeassert // Accept returns no other
	c.mu.Lock()
	defer c.mu.Unlock()
	switch _, ok := c.open[conn]; {
	case !ok: // was closed for another one
		return
	case state == http.StateNew:
		return
	case state == http.StateClosed || state == http.StateHijacked:
		delete(c.open, conn)
	default:
		conn.state, conn.sending, conn.since = state, false, time.Now()
	}
	select {
	case c.freed <- struct{}{}:
	default:
	}
}

// working counts the requests that are whole and not answered yet.
func (c *connections) working() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for conn := range c.open {
		if conn.state == http.StateActive && !conn.sending && conn.deadline.IsZero() {
			n++
		}
	}
	return n
}
