package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
)

// TestCallsWithoutAnAnswerAreBounded sends calls and reads no answer. The calls must fill the pipe
// and not the memory of the server.
func TestCallsWithoutAnAnswerAreBounded(t *testing.T) {
	for name, c := range map[string]struct {
		padding, open int
	}{
		"many":        {0, maxOpen},
		"large":       {maxOpenBytes/2 - 200, 2},
		"the longest": {maxOpenBytes - 200, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var in strings.Builder
			for i := range c.open + 2 {
				fmt.Fprintf(&in, `{"jsonrpc":"2.0","id":%d,"method":"ping","params":{"a":"%s"}}`+"\n", i,
					strings.Repeat("x", c.padding))
			}
			conn, err := newTransport(strings.NewReader(in.String()), io.Discard).Connect(t.Context())
			require.NoError(t, err)
			var ids []jsonrpc.ID
			for range c.open {
				m, err := conn.Read(t.Context())
				require.NoError(t, err)
				ids = append(ids, m.(*jsonrpc.Request).ID)
			}
			read := make(chan error, 1)
			go func() { _, err := conn.Read(t.Context()); read <- err }()
			select {
			case <-read:
				require.Fail(t, "a further call is read before one is answered")
			case <-time.After(50 * time.Millisecond):
			}
			require.NoError(t, conn.Write(t.Context(), &jsonrpc.Response{ID: ids[0], Result: json.RawMessage("{}")}))
			require.NoError(t, <-read)
			require.NoError(t, conn.Close())
			_, err = conn.Read(t.Context())
			assert.ErrorIs(t, err, io.EOF, "a connection that is closed waits for no answer")
		})
	}
}

// TestAPanicEndsItsCall checks that the server answers after a panic without its cause.
func TestAPanicEndsItsCall(t *testing.T) {
	failing := tool{Tool: mcp.Tool{InputSchema: map[string]any{"properties": map[string]any{}}},
		answer: func(context.Context, *host.Session, json.RawMessage) (answer, error) {
			panic("the cause")
		}}
	r, err := failing.result(t.Context(), nil, nil)
	require.NoError(t, err)
	assert.True(t, r.IsError)
	text := r.Content[0].(*mcp.TextContent).Text
	assert.Contains(t, text, string(problem.InternalError))
	assert.NotContains(t, text, "the cause")
}
