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

// Connect waits for the process's first line and connects to the address that it
// names, if a host may: whoever listens there gets every request. The error is
// rpc.ErrOffer, that it offers another version of the contract, ErrAddress, or why
// nobody answers there.
func (p *Process) Connect(version int) error {
	<-p.head.there
	offer, err := rpc.ParseOffer(p.head.text())
	if err != nil {
		return err
	}
	if offer.Version != version {
		return fmt.Errorf("the adapter speaks version %d of the contract, and the platform %d", offer.Version, version)
	}
	if err := p.checkOffer(offer); err != nil {
		return fmt.Errorf("%w: %q, %q: %w", ErrAddress, Harmless(offer.Network), Harmless(offer.Address), err)
	}
	connection, err := (&net.Dialer{}).DialContext(p.life, "unix", offer.Address)
	if err != nil {
		return err
	}
	if err := p.checkPeer(connection.(*net.UnixConn)); err != nil {
		return errors.Join(err, connection.Close())
	}
	p.connection.Store(&connection)
	return nil
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
// anything elsewhere, so only the process itself listens on it. A certificate asks for
// TLS, which there is none of.
func (p *Process) checkOffer(offer rpc.Offer) error {
	address := offer.Address
	switch {
	case len(p.head.text()) == maxHead:
		return errors.New("the handshake is too long")
	case offer.Certificate != "":
		return errors.New("the handshake has a certificate")
	case offer.Network != "unix":
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
