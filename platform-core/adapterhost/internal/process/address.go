package process

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"

	"platform.internal/platform-core/internal/rpc"
)

// ErrAddress is a handshake with an address that is not the process's own.
var ErrAddress = errors.New("the handshake names an address that is not the adapter's own")

// PluginToHost connects to the address that the process's first line names, if a
// host may: whoever listens there gets every request. go-plugin would dial any
// address, and look any name up. The error is ErrAddress, or why nobody answers
// there.
func (p *Process) PluginToHost(network, address string) (string, string, error) {
	if err := p.checkOffer(network, address); err != nil {
		return "", "", fmt.Errorf("%w: %q, %q: %w", ErrAddress, Harmless(network), Harmless(address), err)
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

// Offer returns the contract version that the process's first line offers; -1 for
// none.
func (p *Process) Offer() int {
	offer, _ := rpc.ParseOffer(p.head.text())
	return offer.Version
}

// Connection returns the connection to the process; nil when there is none, or when
// it was returned already.
func (p *Process) Connection() net.Conn {
	if connection := p.connection.Swap(nil); connection != nil {
		return *connection
	}
	return nil
}

// checkPeer returns ErrAddress where another process listens. It is nil on a system
// that does not say who does, where no confinement is reported either.
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

// checkOffer accepts one kind of address: a socket of this user in the
// process's own folder. Confined, the process can make neither a link there nor
// anything elsewhere, so only the process itself listens on it. A certificate is
// refused because go-plugin would put it into a configuration of TLS that is not
// there, and end the host by that.
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
	if status, is := info.Sys().(*syscall.Stat_t); !is || int64(status.Uid) != int64(os.Getuid()) {
		return errors.New("is another user's")
	}
	return nil
}
