package build

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"platform.internal/platform-core/serve"
)

// Serve serves a handler in this process. It calls newHandler with the hosts of the
// server's address. The server ends with the test.
func Serve(t testing.TB, newHandler func(serve.Hosts) (http.Handler, error)) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	handler, err := newHandler(serve.NewHosts(server.Listener.Addr(), nil))
	if err != nil {
		t.Fatal(err)
	}
	server.Config.Handler = handler
	server.Start()
	t.Cleanup(server.Close)
	return server
}
