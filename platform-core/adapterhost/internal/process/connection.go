package process

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"platform.internal/platform-core/internal/rpc"
)

// ErrAddress is a handshake with an address that is not the process's own.
var ErrAddress = errors.New("the handshake names an address that is not the adapter's own")

// errSecondDial is the answer to who takes the connection twice.
var errSecondDial = errors.New("there is one connection to an adapter, and it is over")

// PluginToHost connects to the address that the process's first line names, if a host may: whoever listens there gets
// every request. go-plugin would dial any address, and look any name up. The error is [ErrAddress], or why nobody
// answers there.
func (p *Process) PluginToHost(network, address string) (string, string, error) {
	if err := p.checkOffer(network, address); err != nil {
		return "", "", fmt.Errorf("%w: %q, %q: %w", ErrAddress, Printable(network), Printable(address), err)
	}
	connection, err := (&net.Dialer{}).DialContext(p.life, "unix", address)
	if err != nil {
		return "", "", err
	}
	if err := p.checkPeer(connection.(*net.UnixConn)); err != nil {
		return "", "", errors.Join(err, connection.Close())
	}
	p.connection.Store(&connection)
	return network, address, nil
}

// Offer returns the contract version that the process's first line offers; -1 for none.
func (p *Process) Offer() int {
	offer, _ := rpc.ParseOffer(p.head.text())
	return offer.Version
}

// checkOffer accepts one kind of address: a socket of this user in the process's own folder. Confined, the process can
// make neither a link there nor anything elsewhere, so only the process itself listens on it. A certificate is refused
// because go-plugin would put it into a configuration of TLS that is not there, and end the host by that.
func (p *Process) checkOffer(network, address string) error {
	line := p.head.text()
	offer, _ := rpc.ParseOffer(line)
	switch {
	case len(line) == maxHead:
		return errors.New("the handshake is too long")
	case offer.Certificate != "":
		return errors.New("the handshake has a certificate")
	case network != "unix":
		return errors.New("is not a Unix socket")
	case address != filepath.Clean(address) || filepath.Dir(address) != filepath.Clean(p.spec.Sockets):
		return errors.New("is not in the folder that it was given")
	}
	info, err := os.Lstat(address)
	switch {
	case err != nil:
		return errors.New("is not there")
	case info.Mode().Type() != os.ModeSocket:
		return errors.New("is not a socket")
	}
	if status, ok := info.Sys().(*syscall.Stat_t); !ok || int64(status.Uid) != int64(os.Getuid()) {
		return errors.New("is another user's")
	}
	return nil
}

// checkPeer returns ErrAddress where another process listens. It is nil on a system that does not say who does, where
// no confinement is reported either.
func (p *Process) checkPeer(connection *net.UnixConn) error {
	raw, err := connection.SyscallConn()
	if err != nil {
		return err
	}
	listener, err := peer(raw)
	if err == nil && listener != 0 && listener != p.PID() {
		err = fmt.Errorf("%w: process %d listens there, and %d was started", ErrAddress, listener, p.PID())
	}
	return err
}

// Connection returns the connection to the process, once: its end is the process's.
func (p *Process) Connection() (net.Conn, error) {
	connection := p.connection.Swap(nil)
	if connection == nil {
		return nil, errSecondDial
	}
	return &frames{Conn: *connection, process: p, credit: maxCredit}, nil
}

// hangUp ends a process whose connection is over, unless it ends by itself within a moment.
func (p *Process) hangUp(reason error) {
	words := "for ending its connection"
	if errors.Is(reason, errFlood) {
		words = "as " + errFlood.Error()
	}
	select {
	case <-p.done:
	case <-time.After(ending):
		p.End("ended by the platform " + words)
	}
}

// What an adapter may send, by frames of HTTP/2 (RFC 9113, section 4.1). Each counts frameCost and its length, of data
// only a dataShare: the size of answers is bounded elsewhere. Each call allows callCredit more, which its answer never
// takes; at most maxCredit is allowed at once, enough for all calls together. So a connection carries any answer, and
// no flood of pings, settings or headers.
const (
	frameHeader = 9
	frameCost   = 64
	dataShare   = 16
	callCredit  = 256 << 10
	maxCredit   = MaxCalls * callCredit
)

// errFlood is the end of a connection over which more came than calls account for.
var errFlood = errors.New("it sent more than its answers")

// frames is a connection that ends when the other side sends more than it may. One goroutine reads it.
type frames struct {
	net.Conn
	process *Process
	credit  int64
	paid    int64 // calls whose credit was given
	header  [frameHeader]byte
	have    int // bytes of header that were read
	rest    int // bytes of the frame that are still to come
}

// Read reads what the other side sent, or errFlood.
func (f *frames) Read(into []byte) (int, error) {
	n, err := f.Conn.Read(into)
	if err == nil && !f.affordable(into[:n]) {
		n, err = 0, errFlood
	}
	if err != nil {
		go f.process.hangUp(err)
	}
	return n, err
}

// affordable takes what came off the credit, and reports whether it was enough.
func (f *frames) affordable(data []byte) bool {
	made := f.process.Made.Load()
	f.credit = min(maxCredit, f.credit+callCredit*(made-f.paid))
	f.paid = made
	for len(data) > 0 {
		skipped := min(f.rest, len(data))
		f.rest -= skipped
		data = data[skipped:]
		copied := copy(f.header[f.have:], data)
		f.have += copied
		data = data[copied:]
		if f.have == frameHeader {
			f.have = 0
			f.begin()
		}
	}
	return f.credit >= 0
}

// begin takes a frame whose header is complete.
func (f *frames) begin() {
	const data = 0
	f.rest = int(binary.BigEndian.Uint32(f.header[:4]) >> 8)
	cost := f.rest
	if f.header[3] == data {
		cost /= dataShare
	}
	f.credit -= int64(frameCost + cost)
}
