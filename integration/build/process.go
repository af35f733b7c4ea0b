package build

import (
	"bufio"
	"io"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// Process is a running command of the platform.
type Process struct {
	// URL is the address that the command serves at.
	URL string
	// Command is the process itself.
	Command *exec.Cmd

	mu  sync.Mutex
	log strings.Builder
	end chan struct{}
	err error
}

// startTime bounds the wait for the line "listening on URL".
const startTime = 30 * time.Second

// StartServer starts the API on a free port, without an installation, and returns its
// address. The process ends with the test.
func StartServer(t testing.TB, args ...string) string {
	t.Helper()
	return Server(t, append([]string{"--quiet"}, args...)...).URL
}

// Server starts the API on a free port. The process ends with the test.
func Server(t testing.TB, args ...string) *Process {
	t.Helper()
	return Start(t, exec.Command(Binaries(t).Server, append([]string{"--listen", "127.0.0.1:0"}, args...)...))
}

// Start starts a command that prints "listening on URL" to standard error, and
// waits for that line. The process is killed when the test ends.
func Start(t testing.TB, cmd *exec.Cmd) *Process {
	t.Helper()
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &Process{Command: cmd, end: make(chan struct{})}
	serving := make(chan string, 1)
	go p.follow(stderr, serving)
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-p.end
	})
	select {
	case p.URL = <-serving:
		return p
	case <-p.end:
		t.Fatalf("%s ended: %v\n%s", cmd.Path, p.err, p.Log())
	case <-time.After(startTime):
		t.Fatalf("%s does not serve:\n%s", cmd.Path, p.Log())
	}
	return nil
}

func (p *Process) follow(stderr io.Reader, serving chan<- string) {
	defer close(p.end)
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		p.mu.Lock()
		p.log.WriteString(lines.Text() + "\n")
		p.mu.Unlock()
		if url, ok := strings.CutPrefix(lines.Text(), "listening on "); ok {
			serving <- url
		}
	}
	p.err = p.Command.Wait()
}

// Log returns what the process has written to standard error so far.
func (p *Process) Log() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.log.String()
}

// Wait waits for the process to end and returns its error.
func (p *Process) Wait() error {
	<-p.end
	return p.err
}
