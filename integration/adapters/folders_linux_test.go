package adapters_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/integration/build"
)

// foldersOf returns the socket folders that a process holds.
func foldersOf(pid int) []string {
	var held []string
	descriptors, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/fd/*")
	for _, d := range descriptors {
		if folder, err := os.Readlink(d); err == nil && strings.HasPrefix(folder, "/tmp/platform-adapter-") {
			held = append(held, folder)
		}
	}
	return held
}

// However early a host is killed, what it leaves the next one sweeps away.
func TestTheFoldersOfAKilledHostAreSwept(t *testing.T) {
	binary, err := os.ReadFile(compile(t, "wayward", nil))
	require.NoError(t, err)
	silent := installed(t, binary, failure{mode: "silent"})
	ask := func() (server *build.Process) {
		server = build.Start(t, exec.Command(build.Binaries(t).Server, "--listen", "127.0.0.1:0", "--adapters", silent))
		go func() {
			response, err := http.Get(server.URL + "/v1/platform/providers")
			if err == nil {
				response.Body.Close()
			}
		}()
		return server
	}
	var left []string
	for delay := 10 * time.Millisecond; delay <= 90*time.Millisecond; delay += 20 * time.Millisecond {
		server := ask()
		var held []string
		require.Eventually(t, func() bool {
			held = foldersOf(server.Command.Process.Pid)
			return len(held) > 0
		}, 10*time.Second, time.Millisecond)
		time.Sleep(delay)
		require.NoError(t, server.Command.Process.Kill())
		left = append(left, held...)
	}
	old := time.Now().Add(-time.Hour) // a young one may still be in the making
	for _, folder := range left {
		require.Eventually(t, func() bool { return unlocked(folder) }, 10*time.Second, 5*time.Millisecond)
		require.NoError(t, os.Chtimes(folder, old, old), "it is left by the kill")
	}
	ask()
	for _, folder := range left {
		assert.Eventually(t, func() bool {
			_, err := os.Stat(folder)
			return os.IsNotExist(err)
		}, 10*time.Second, 5*time.Millisecond, folder)
	}
	t.Logf("%d folders left and swept", len(left))
}

// unlocked reports whether no process holds a folder.
func unlocked(folder string) bool {
	holders, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, d := range holders {
		if held, err := os.Readlink(d); err == nil && held == folder {
			return false
		}
	}
	return true
}
