package portal

import (
	"net"
	"net/netip"
)

// AnyAddress stands in a list of hosts for every IP address: a page can bring a
// browser to send a foreign name, but not a foreign address.
const AnyAddress = "*"

// HostsOf returns the hosts that a listener at addr serves beside loopback's
// names: its own address and the extra names.
func HostsOf(addr net.Addr, extra []string) []string {
	hosts := append([]string{}, extra...)
	listen, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return hosts
	}
	if ip := listen.Addr().Unmap(); !ip.IsUnspecified() {
		return append(hosts, ip.String())
	}
	return append(hosts, AnyAddress)
}
