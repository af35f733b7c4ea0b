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

// ErrAddress reports a handshake with an address that is not the process's own.
var ErrAddress = errors.New("the handshake names an address that is not the adapter's own")

// errSecondDial reports a second use of the connection.
var errSecondDial = errors.New("there is one connection to an adapter, and it is over")

// PluginToHost checks the address in the process's first line, and connects to it. The listener at
// the address gets every request, so the check comes first. Without the check, go-plugin would dial
// any address and resolve any host name. The error wraps [ErrAddress] or is the error of the
// connection.
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

// checkOffer accepts only a socket of this user in the process's own folder. A confined process
// cannot create a link in this folder, and cannot create a file in another folder. Therefore only
// this process can listen on a socket in this folder. checkOffer also refuses a certificate. The
// host does not use TLS, and go-plugin panics if it gets a certificate without TLS.
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

// checkPeer returns [ErrAddress] if another process listens. It returns nil if the operating system
// does not name the listening process. The host reports no confinement on that system.
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

// Connection returns the connection to the process. It can be called once. The process ends when
// the connection ends.
func (p *Process) Connection() (net.Conn, error) {
	connection := p.connection.Swap(nil)
	if connection == nil {
		return nil, errSecondDial
	}
	return &frames{Conn: *connection, process: p, credit: maxCredit}, nil
}

// hangUp ends a process whose connection has ended, unless the process ends by itself in time.
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

// The limits of the HTTP/2 frames (RFC 9113, section 4.1) that an adapter sends. The adapter has a
// credit, and each frame uses some of it. A frame costs frameCost plus its length. A data frame
// costs frameCost plus only its length divided by dataShare, because the size of answers is limited
// elsewhere. Each call adds callCredit, which is more than any answer costs. The credit is at most
// maxCredit, enough for all calls together. So every answer passes, but a flood of pings, settings
// or headers ends the connection.
const (
	frameHeader = 9
	frameCost   = 64
	dataShare   = 16
	callCredit  = 256 << 10
	maxCredit   = MaxCalls * callCredit
)

// errFlood reports a connection over which the adapter sent too much.
var errFlood = errors.New("it sent more than its answers")

// frames is a connection that fails when the adapter has no credit left. One goroutine reads it.
type frames struct {
	net.Conn
	process *Process
	credit  int64
	paid    int64 // the number of calls whose credit was added
	header  [frameHeader]byte
	have    int // bytes of header that were read
	rest    int // bytes of the frame that were not read yet
}

// Read reads what the adapter sent. The error is errFlood if there is no credit left.
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

// affordable subtracts the cost of data from the credit, and reports whether the credit was enough.
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

// begin subtracts the cost of the frame whose header was read.
func (f *frames) begin() {
	const data = 0
	f.rest = int(binary.BigEndian.Uint32(f.header[:4]) >> 8)
	cost := f.rest
	if f.header[3] == data {
		cost /= dataShare
	}
	f.credit -= int64(frameCost + cost)
}
