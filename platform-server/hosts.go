package server

import (
	"net"
	"net/netip"
)

// AnyAddress stands in a list of hosts for every IP address: a page can bring a
// browser to send a foreign name, but not a foreign address.
const AnyAddress = "*"

// HostsOf returns the hosts that a listener at addr serves: its own address,
// the loopback names when it is reached through loopback, and the extra names.
func HostsOf(addr net.Addr, extra []string) []string {
	hosts := append([]string{}, extra...)
	listen, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return hosts
	}
	ip := listen.Addr().Unmap()
	switch {
	case ip.IsUnspecified():
		return append(hosts, AnyAddress, "localhost")
	case ip.IsLoopback():
		return append(hosts, ip.String(), "127.0.0.1", "::1", "localhost")
	default:
		return append(hosts, ip.String())
	}
}
