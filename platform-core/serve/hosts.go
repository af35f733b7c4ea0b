package serve

import (
	"errors"
	"net"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// AnyAddress at the beginning of one of [Hosts] means every IP address. A page can make a browser send a foreign name,
// but not a foreign address.
const AnyAddress = "*"

// Hosts are the allowed values of a request's Host, such as localhost:8080. They ignore case. An empty list allows
// none.
type Hosts []string

// httpPort may be left out of a Host.
const httpPort = "80"

// NewHosts returns the hosts of a listener at addr: its own address, the loopback names if it listens on loopback, and
// the extra ones. An extra name without a port is allowed without a port, as behind a proxy, and with the listener's.
func NewHosts(addr net.Addr, extra []string) Hosts {
	var hosts Hosts
	_, port, _ := net.SplitHostPort(addr.String())
	for _, name := range ownNames(addr) {
		hosts = append(hosts, bracketed(name)+":"+port)
		if port == httpPort {
			hosts = append(hosts, bracketed(name))
		}
	}
	for _, name := range extra {
		name = bracketed(name)
		hosts = append(hosts, name)
		if !hasPort(name) {
			hosts = append(hosts, name+":"+port)
		}
	}
	return hosts
}

// ownNames returns the names and addresses under which a listener is reached.
func ownNames(addr net.Addr) []string {
	ip := addressOf(addr).WithZone("")
	switch {
	case !ip.IsValid():
		return nil
	case ip.IsUnspecified():
		return []string{AnyAddress, "localhost"}
	case ip.IsLoopback():
		return []string{ip.String(), "127.0.0.1", "::1", "localhost"}
	default:
		return []string{ip.String()}
	}
}

// bracketed puts the brackets of a Host around an IPv6 address.
func bracketed(name string) string {
	if ip, err := netip.ParseAddr(name); err == nil && ip.Is6() {
		return "[" + name + "]"
	}
	return name
}

func hasPort(host string) bool {
	_, _, err := net.SplitHostPort(host)
	return err == nil
}

// hostName is a host name, or an IPv4 address.
var hostName = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?$`)

// CheckHost returns an error if text is not a name or an address, with or without a port. The error says what to write.
func CheckHost(text string) error {
	host := bracketed(text)
	if withoutPort, port, err := net.SplitHostPort(host); err == nil {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 || strconv.FormatUint(n, 10) != port || net.JoinHostPort(withoutPort, port) != host {
			return errHost
		}
		host = bracketed(withoutPort)
	}
	if !hostName.MatchString(host) && !isAddress(host) {
		return errHost
	}
	return nil
}

var errHost = errors.New(
	"write a host name, such as platform.example, or with the port of a proxy: platform.example:8443",
)

// Serve reports whether host, the Host of a request, is one of the hosts.
func (h Hosts) Serve(host string) bool {
	if strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
		return false // folding case would make ASCII of some
	}
	for _, own := range h {
		port, anyAddress := strings.CutPrefix(own, AnyAddress)
		if !anyAddress && strings.EqualFold(own, host) {
			return true
		}
		if address, ok := strings.CutSuffix(host, port); anyAddress && ok && isAddress(address) {
			return true
		}
	}
	return false
}

// isAddress reports whether host is an IP address. Only an IPv6 address has brackets.
func isAddress(host string) bool {
	inner, opened := strings.CutPrefix(host, "[")
	inner, closed := strings.CutSuffix(inner, "]")
	ip, err := netip.ParseAddr(inner)
	return err == nil && ip.Zone() == "" && opened == ip.Is6() && closed == ip.Is6()
}

// addressOf returns the IP address of a listener; invalid if it has none.
func addressOf(addr net.Addr) netip.Addr {
	listen, _ := netip.ParseAddrPort(addr.String())
	return listen.Addr().Unmap()
}

// loopback reports whether only this machine can reach an address.
func loopback(addr net.Addr) bool {
	return addressOf(addr).IsLoopback()
}

// URL returns the URL of a listener at addr, such as http://127.0.0.1:8080. It has localhost for a listener at every
// address.
func URL(addr net.Addr) string {
	if !addressOf(addr).IsUnspecified() {
		return "http://" + addr.String()
	}
	_, port, _ := net.SplitHostPort(addr.String())
	return "http://" + net.JoinHostPort("localhost", port)
}
