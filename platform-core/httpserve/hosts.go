package httpserve

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

// AnyAddress in Hosts means every IP address: a page can bring a browser to
// send a foreign name, but not a foreign address.
const AnyAddress = "*"

// Hosts are the names and addresses that a request's Host may have. An empty
// list serves none.
type Hosts []string

// HostsOf returns the hosts of a listener at addr: its own address, the loopback
// names when it is reached through loopback, and the extra names.
func HostsOf(addr net.Addr, extra []string) Hosts {
	hosts := append(Hosts{}, extra...)
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

// Serve reports whether host, the Host of a request with or without a port, is
// one of these.
func (h Hosts) Serve(host string) bool {
	name := host
	if withoutPort, _, err := net.SplitHostPort(host); err == nil {
		name = withoutPort
	}
	name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	if _, err := netip.ParseAddr(name); err == nil && slices.Contains(h, AnyAddress) {
		return true
	}
	return name != AnyAddress && slices.ContainsFunc(h, func(own string) bool { return strings.EqualFold(own, name) })
}

// URL returns the address to open for a listener at addr, such as
// http://127.0.0.1:8080. A listener at every address is reached by localhost.
func URL(addr net.Addr) string {
	listen, err := netip.ParseAddrPort(addr.String())
	if err != nil || !listen.Addr().IsUnspecified() {
		return "http://" + addr.String()
	}
	_, port, _ := net.SplitHostPort(addr.String())
	return "http://" + net.JoinHostPort("localhost", port)
}
