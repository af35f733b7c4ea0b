package rpc

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The handshake is that of hashicorp/go-plugin. The host uses the library. Package plugin does
// not, because net/rpc and its templates would double the size and the start time of an
// adapter. An adapter may use the library: the tests of adapterhost have adapters of both
// kinds, and a host that uses only the library.

// The variables of an adapter's process. The cookie is no secret: without it, an adapter knows
// that a person started it by hand.
const (
	CookieVariable  = "PLATFORM_ADAPTER"
	Cookie          = "platform.provider"
	socketsVariable = "PLUGIN_UNIX_SOCKET_DIR"
)

// HealthService is the service whose health every adapter reports.
const HealthService = "plugin"

// SocketFolder returns the folder in which the host wants the adapter's socket. It is not ok if
// no host started this process. variable returns the value of an environment variable.
func SocketFolder(variable func(name string) string) (folder string, ok bool) {
	return variable(socketsVariable), variable(CookieVariable) == Cookie
}

// Offer is the first line of an adapter's standard output. It tells the host where to connect.
type Offer struct {
	// Version is the version of the contract that it speaks.
	Version int
	// Network and Address are where it listens.
	Network, Address string
	// Certificate is empty: the connection has no TLS.
	Certificate string
}

// protocolVersion is the version of the line's format. transport is the only supported one.
const (
	protocolVersion = "1"
	transport       = "grpc"
)

// String returns the line, without its end.
func (o Offer) String() string {
	return fmt.Sprintf("%s|%d|%s|%s|%s|%s", protocolVersion, o.Version, o.Network, o.Address, transport, o.Certificate)
}

// ErrOffer reports a line that is no offer.
var ErrOffer = errors.New("the first line is no adapter's")

// ParseOffer reads the line. It ignores what follows the certificate. If the line is no
// complete offer, the error is [ErrOffer], and Version is the offered version, or -1.
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
