package mcp_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// maxEnding is how long a signal may take to end the server.
const maxEnding = 2 * time.Second

// TestASignalEndsIt sends a signal in each state of the agent and of the adapter: the server ends with its
// adapter.
func TestASignalEndsIt(t *testing.T) {
	dir, platform := folder(t)
	evaluate := func(i int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"evaluate","arguments":{"detail":"full","request":%q}}}`+"\n", i, read(t, dir, "accepted"))
	}
	flood := func(line func(i int) string) func(*testing.T, io.Writer, int) {
		return func(_ *testing.T, in io.Writer, _ int) {
			go func() {
				for i := range 1_000_000 {
					if _, err := io.WriteString(in, line(i)); err != nil {
						return // the server has ended
					}
				}
			}()
			time.Sleep(time.Second) // the pipes fill
		}
	}
	for name, meanwhile := range map[string]func(t *testing.T, in io.Writer, adapter int){
		"nothing happens":         func(*testing.T, io.Writer, int) {},
		"the answers are unread":  flood(evaluate),
		"the refusals are unread": flood(func(int) string { return "nonsense\n" }),
		"notices do not end":      flood(func(int) string { return `{"jsonrpc":"2.0","method":"notifications/x"}` + "\n" }),
		"a line does not end":     flood(func(int) string { return strings.Repeat("x", 64<<10) }),
		"an adapter does not answer": func(t *testing.T, in io.Writer, adapter int) {
			require.NoError(t, syscall.Kill(adapter, syscall.SIGSTOP))
			_, err := io.WriteString(in, evaluate(1))
			require.NoError(t, err)
			time.Sleep(200 * time.Millisecond) // the call is made
		},
	} {
		for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			t.Run(name+", "+signal.String(), func(t *testing.T) {
				t.Parallel()
				cmd := exec.Command(platform, "mcp", "--profile", "profile.yaml")
				cmd.Dir = dir
				in, err := cmd.StdinPipe()
				require.NoError(t, err)
				out, w, err := os.Pipe()
				require.NoError(t, err)
				defer func() { _ = out.Close() }()
				cmd.Stdout, cmd.Stderr = w, w // standard error is unread too
				require.NoError(t, cmd.Start())
				require.NoError(t, w.Close())
				_, err = io.WriteString(in, initialize)
				require.NoError(t, err)
				_, err = bufio.NewReader(out).ReadString('\n') // it is at work now
				require.NoError(t, err)
				adapters := build.Children(cmd.Process.Pid)
				require.Len(t, adapters, 1)
				meanwhile(t, in, adapters[0])

				require.NoError(t, cmd.Process.Signal(signal))
				late := time.AfterFunc(maxEnding, func() { _ = cmd.Process.Kill() })
				_ = cmd.Wait()
				assert.True(t, late.Stop(), "it runs %s after the signal", maxEnding)
				assert.Equal(t, 130, cmd.ProcessState.ExitCode())
				assert.NoDirExists(t, fmt.Sprintf("/proc/%d", adapters[0]), "its adapter has ended")
			})
		}
	}
}
