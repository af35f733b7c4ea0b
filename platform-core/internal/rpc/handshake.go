package rpc

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Host and adapter meet as hashicorp/go-plugin has it. The host uses that library. An
// adapter of package plugin does not: it would link net/rpc and its templates, which are
// half of its size and of its start. An adapter may use it; the tests of adapterhost have
// both kinds, and a host that is nothing but the library.

// The variables of an adapter's process, and what they say. The cookie is no secret: it
// keeps a person who starts the binary by hand from waiting for an answer.
const (
	CookieVariable  = "PLATFORM_ADAPTER"
	Cookie          = "platform.provider"
	socketsVariable = "PLUGIN_UNIX_SOCKET_DIR"
)

// HealthService is the one service whose health every adapter knows.
const HealthService = "plugin"

// Sockets returns the folder for an adapter's socket that the host has named, by the
// variables that variable returns; known is false where no host has started this
// process.
func Sockets(variable func(name string) string) (folder string, ok bool) {
	return variable(socketsVariable), variable(CookieVariable) == Cookie
}

// Offer is the first line of an adapter's standard output, for its host.
type Offer struct {
	// Version is the version of the contract that it speaks.
	Version int
	// Network and Address are where it listens.
	Network, Address string
	// Certificate is empty: the connection has no TLS.
	Certificate string
}

// protocolVersion is that of the line's own form; transport is the one that we use.
const (
	protocolVersion = "1"
	transport       = "grpc"
)

// String returns the line, without its end.
func (o Offer) String() string {
	return fmt.Sprintf("%s|%d|%s|%s|%s|%s", protocolVersion, o.Version, o.Network, o.Address, transport, o.Certificate)
}

// ErrOffer is a line that no adapter says.
var ErrOffer = errors.New("the first line is no adapter's")

// ParseOffer reads the line. What follows the certificate are capabilities that a host
// need not know. Where the line is not the whole of an offer, the error is ErrOffer and
// Version what it says of it; -1 for nothing.
func ParseOffer(line string) (Offer, error) {
	parts := strings.Split(strings.TrimSpace(line), "|")
	if len(parts) < 4 {
		return Offer{Version: -1}, ErrOffer
	}
	version, err := strconv.Atoi(parts[1])
	if err != nil || version < 0 {
		version = -1
	}
	offer := Offer{Version: version, Network: parts[2], Address: parts[3]}
	if len(parts) > 5 {
		offer.Certificate = parts[5]
	}
	if version < 0 || parts[0] != protocolVersion || len(parts) < 5 || parts[4] != transport {
		return offer, ErrOffer
	}
	return offer, nil
}
