package process

import (
	"errors"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
)

// ErrAddress is a handshake with an address that is not the process's own.
var ErrAddress = errors.New("the handshake names an address that is not the adapter's own")

// checkAddress returns why a host must not connect to an address; nil if it may.
func (s Spec) checkAddress(network, address string) error {
	if TCP {
		return checkLoopback(network, address)
	}
	return s.checkSocket(network, address)
}

// checkSocket accepts one kind of address: a socket of this user in the process's
// own folder. Confined, the process can make neither a link there nor anything
// elsewhere, so only the process itself listens on it.
func (s Spec) checkSocket(network, address string) error {
	if network != "unix" {
		return errors.New("is not a Unix socket")
	}
	if address != filepath.Clean(address) || filepath.Dir(address) != filepath.Clean(s.Sockets) {
		return errors.New("is not in the folder that it was given")
	}
	info, err := os.Lstat(address)
	switch {
	case err != nil:
		return errors.New("is not there")
	case info.Mode().Type() != os.ModeSocket:
		return errors.New("is not a socket")
	case !owned(info):
		return errors.New("is another user's")
	}
	return nil
}

// checkLoopback accepts a port of this machine, written as a number: TLS proves
// who listens there.
func checkLoopback(network, address string) error {
	port, err := netip.ParseAddrPort(address)
	if network != "tcp" || err != nil || port.Addr() != netip.AddrFrom4([4]byte{127, 0, 0, 1}) || port.Port() == 0 {
		return errors.New("is not a port of 127.0.0.1")
	}
	return nil
}

// checkHandshake refuses a certificate where there is no TLS: go-plugin would
// put it into a configuration that is not there, and end the host by that.
func checkHandshake(line string) error {
	const certificate = 5
	parts := strings.Split(line, "|")
	switch {
	case TCP:
		return nil
	case len(line) == maxHead:
		return errors.Join(ErrAddress, errors.New("the handshake is too long"))
	case len(parts) > certificate && parts[certificate] != "":
		return errors.Join(ErrAddress, errors.New("the handshake has a certificate"))
	}
	return nil
}
