package httpserve_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/httpserve"
)

func at(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 8081} }

func TestHostsOf(t *testing.T) {
	tests := map[string]struct {
		ip      string
		extra   []string
		serves  []string
		refuses []string
	}{
		"loopback": {
			ip: "127.0.0.2", extra: []string{"Name.example"},
			serves:  []string{"127.0.0.2:8081", "127.0.0.1", "localhost:1", "LOCALHOST", "[::1]:8081", "[::1]", "::1", "name.EXAMPLE:80"},
			refuses: []string{"", "example.com", "10.0.0.5", "*", "127.0.0.1.example.com"},
		},
		"one address":   {ip: "10.0.0.5", serves: []string{"10.0.0.5:8081"}, refuses: []string{"localhost", "127.0.0.1", "10.0.0.6"}},
		"every address": {ip: "::", serves: []string{"10.0.0.5:80", "[2001:db8::1]:80", "::1", "localhost"}, refuses: []string{"name", "*", ""}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			hosts := httpserve.HostsOf(at(test.ip), test.extra)
			for _, host := range test.serves {
				assert.True(t, hosts.Serve(host), host)
			}
			for _, host := range test.refuses {
				assert.False(t, hosts.Serve(host), host)
			}
		})
	}
	assert.False(t, httpserve.Hosts(nil).Serve("localhost"))
}

func TestURL(t *testing.T) {
	for ip, want := range map[string]string{
		"127.0.0.1": "http://127.0.0.1:8081", "::1": "http://[::1]:8081",
		"0.0.0.0": "http://localhost:8081", "::": "http://localhost:8081",
	} {
		assert.Equal(t, want, httpserve.URL(at(ip)), ip)
	}
}

func TestServeAnswersWhatIsInFlight(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		end()
		_, _ = io.WriteString(w, "done")
	})
	served := make(chan error, 1)
	go func() { served <- httpserve.Serve(ctx, listener, handler, 0) }()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, httpserve.URL(listener.Addr()), http.NoBody)
	require.NoError(t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	assert.Equal(t, "done", string(body))
	require.NoError(t, <-served)
}

func TestListen(t *testing.T) {
	refused := errors.New("no handler")
	for name, test := range map[string]struct {
		address string
		made    error
		check   func(*testing.T, error)
	}{
		"no address": {"nowhere", nil, func(t *testing.T, err error) {
			var op *net.OpError
			require.ErrorAs(t, err, &op)
			assert.Equal(t, "listen", op.Op)
		}},
		"no handler": {"127.0.0.1:0", refused, func(t *testing.T, err error) { require.ErrorIs(t, err, refused) }},
		"served":     {"127.0.0.1:0", nil, func(t *testing.T, err error) { require.NoError(t, err) }},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, end := context.WithCancel(t.Context())
			defer end()
			var out strings.Builder
			test.check(t, httpserve.Listen(ctx, test.address, []string{"extra.example"}, &out, 0, func(hosts httpserve.Hosts) (http.Handler, error) {
				assert.True(t, hosts.Serve("extra.example") && hosts.Serve("127.0.0.1"))
				if name == "served" {
					end()
				}
				return http.NotFoundHandler(), test.made
			}))
			assert.Equal(t, name == "served", strings.HasPrefix(out.String(), "listening on http://127.0.0.1:"), out.String())
		})
	}
}

func TestServeSaysWhyItFailed(t *testing.T) {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	require.ErrorContains(t, httpserve.Serve(t.Context(), listener, http.NotFoundHandler(), 0), "serve:")
}
