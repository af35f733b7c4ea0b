package browser

import (
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// fetch returns the body at an address.
func fetch(t *testing.T, address string) []byte {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	require.NoError(t, err)
	return exchanged(t, request)
}

// exchanged returns the body of the answer to a request, which must succeed.
func exchanged(t *testing.T, request *http.Request) []byte {
	t.Helper()
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Less(t, response.StatusCode, 300, string(body))
	return body
}
