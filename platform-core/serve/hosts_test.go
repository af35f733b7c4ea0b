package serve_test

import (
	"net"
	"testing"

	"github.com/stretchr/testify/assert"

	"platform.internal/platform-core/serve"
)

func at(ip string, port int) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: port} }

func TestHostsOf(t *testing.T) {
	tests := map[string]struct {
		ip      string
		port    int
		extra   []string
		serves  []string
		refuses []string
	}{
		"loopback": {
			ip: "127.0.0.2", port: 8081,
			serves: []string{"127.0.0.2:8081", "127.0.0.1:8081", "localhost:8081", "LOCALHOST:8081", "[::1]:8081"},
			refuses: []string{
				"", "127.0.0.1", "localhost", "[::1]", "::1", "::1:8081", "example.com", "10.0.0.5:8081", "*", "*:8081",
				// other ports, and what is no port
				"localhost:1", "localhost:80", "localhost:", "localhost:08081", "localhost:+8081", "localhost:-1", "127.0.0.1:-1",
				"localhost:99999999", "localhost:8081x", "localhost: 8081", "localhost:8081:8081", "localhost::8081",
				"127.0.0.1:8081.evil.example", "127.0.0.1:evil.example", "localhost:80,evil.example", "localhost:8081,evil.example", "[::1]:evil",
				// brackets
				"[localhost", "localhost]", "[localhost]", "[localhost]:8081", "[localhost:8081", "localhost]:8081", "[127.0.0.1]:8081", "[[::1]]:8081", "[::1:8081",
				// other spellings of an address or a name
				"127.0.0.1.example.com:8081", "evil.localhost:8081", "localhost.:8081", "localho\u017ft:8081", "127.1:8081", "2130706433:8081",
				"0x7f.0.0.1:8081", "127.0.0.01:8081", "0.0.0.0:8081", "[0:0:0:0:0:0:0:1]:8081", "[::1%25lo]:8081", "[::ffff:127.0.0.1]:8081",
				"localhost:8081/", "user@localhost:8081", " localhost:8081", "localhost:8081 ",
			},
		},
		"the port of HTTP": {
			ip: "127.0.0.1", port: 80,
			serves:  []string{"127.0.0.1", "127.0.0.1:80", "localhost", "localhost:80", "[::1]", "[::1]:80"},
			refuses: []string{"::1", "localhost:", "localhost:8080", "*"},
		},
		"one address": {
			ip: "10.0.0.5", port: 8081,
			serves: []string{"10.0.0.5:8081"}, refuses: []string{"10.0.0.5", "10.0.0.5:80", "localhost:8081", "127.0.0.1:8081", "10.0.0.6:8081"},
		},
		"every address": {
			ip: "::", port: 8081,
			serves: []string{"10.0.0.5:8081", "[2001:db8::1]:8081", "[::1]:8081", "localhost:8081"},
			refuses: []string{
				"10.0.0.5", "10.0.0.5:80", "[2001:db8::1]", "::1", "2001:db8::1:8081", "[10.0.0.5]:8081", "10.0.0.5]:8081", "[fe80::1%25lo]:8081",
				"name:8081", "*", "*:8081", "", ":8081", "[]:8081", "10.0.0.5:8081:8081",
			},
		},
		"every address, the port of HTTP": {
			ip: "0.0.0.0", port: 80,
			serves: []string{"10.0.0.5", "10.0.0.5:80", "[::1]", "localhost"}, refuses: []string{"10.0.0.5:8081", "::1", "10.0.0.5:", "*", ""},
		},
		"further names": {
			ip: "127.0.0.1", port: 8081, extra: []string{"Name.example", "proxy.example:8443", "192.0.2.1", "::2", "[2001:db8::1]:443"},
			serves: []string{
				"name.EXAMPLE", "name.example:8081", "proxy.example:8443", "192.0.2.1", "192.0.2.1:8081", "[::2]", "[::2]:8081", "[2001:db8::1]:443", "localhost:8081",
			},
			refuses: []string{
				"name.example:80", "name.example:443", "name.example.:8081", "evil.name.example", "proxy.example", "proxy.example:8081", "proxy.example:443",
				"::2", "[2001:db8::1]", "[2001:db8::1]:8081",
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			hosts := serve.NewHosts(at(test.ip, test.port), test.extra)
			for _, host := range test.serves {
				assert.True(t, hosts.Serve(host), host)
			}
			for _, host := range test.refuses {
				assert.False(t, hosts.Serve(host), host)
			}
		})
	}
	assert.False(t, serve.Hosts(nil).Serve("localhost"))
}

func TestCheckHost(t *testing.T) {
	for _, text := range []string{"platform.example", "localhost", "a_b.example", "platform.example:8443", "192.0.2.1", "192.0.2.1:80", "::1", "[::1]", "[::1]:80"} {
		assert.NoError(t, serve.CheckHost(text), text)
	}
	for _, text := range []string{
		"", "*", "*:8080", "a b", "a,b", "http://a", "a/", ".a", "a.", "-a", "a:", "a:0", "a:08", "a:+1", "a:65536", "a:b", "a:1:2", ":80", "[a]", "[a]:80", "[::1", "::1]", "[192.0.2.1]", "é",
	} {
		assert.ErrorContains(t, serve.CheckHost(text), "write a host name", text)
	}
}

func TestURL(t *testing.T) {
	for ip, want := range map[string]string{
		"127.0.0.1": "http://127.0.0.1:8081", "::1": "http://[::1]:8081",
		"0.0.0.0": "http://localhost:8081", "::": "http://localhost:8081",
	} {
		assert.Equal(t, want, serve.URL(at(ip, 8081)), ip)
	}
}
