package cli_test

import (
	"bytes"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	cli "platform.internal/platform-cli"
	"platform.internal/platform-core/problem"
)

// unread is a standard error without a reader until it is opened.
type unread struct {
	open chan struct{}
	mu   sync.Mutex
	got  bytes.Buffer
}

func (u *unread) Write(p []byte) (int, error) {
	<-u.open
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.got.Write(p)
}

// written sends each document to a channel.
type written chan string

func (w written) Write(p []byte) (int, error) {
	w <- string(p)
	return len(p), nil
}

// TestUnreadWarningsHoldNothingUp checks that unread warnings about adapters do not block a
// command. If they are read, they come before the result.
func TestUnreadWarningsHoldNothingUp(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("adapters.lock.json",
		[]byte(`{"schema":"platform.adapters-lock/v1","adapters":[]}`), 0o644))
	require.NoError(t, os.WriteFile("profile.yaml", []byte("provider: provider_z\n"), 0o644))
	args := []string{"setup", "status", "profile.yaml", "--adapters", ".", "--adapter", "provider_y=absent"}
	for name, read := range map[string]bool{"read": true, "unread": false} {
		t.Run(name, func(t *testing.T) {
			stderr, stdout, exit := &unread{open: make(chan struct{})}, make(written), make(chan int, 1)
			if read {
				close(stderr.open)
			}
			go func() { exit <- cli.Main(t.Context(), args, cli.Streams{Out: stdout, Err: stderr}) }()
			select {
			case document := <-stdout:
				assert.Contains(t, document, `"installation_rejected"`)
			case <-time.After(30 * time.Second):
				t.Fatal("the command waits for a reader of its warnings")
			}
			if !read {
				close(stderr.open)
				<-exit
				return // the rest comes in any order
			}
			assert.Equal(t, problem.ExitUsage, <-exit)
			assert.Regexp(t,
				"(?s)^level=WARN msg=\"adapter is not checked against the lock file\" adapter=provider_y.*installation_rejected: ",
				stderr.got.String())
		})
	}
}
