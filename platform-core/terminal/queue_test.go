package terminal_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/terminal"
)

func text(w io.Writer) slog.Handler {
	return slog.NewTextHandler(w, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}})
}

// pipe is a reader that takes nothing until it is opened.
type pipe struct {
	open chan struct{}
	mu   sync.Mutex
	got  bytes.Buffer
}

func newPipe() *pipe { return &pipe{open: make(chan struct{})} }

func (p *pipe) Write(b []byte) (int, error) {
	<-p.open
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.got.Write(b)
}

func (p *pipe) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.got.String()
}

func TestLinesArePassedOnInOrder(t *testing.T) {
	p := newPipe()
	close(p.open)
	w := terminal.NewLogQueue(p, text)
	log := slog.New(text(w))
	var want strings.Builder
	for i := range 1000 {
		log.Info("line", "n", i)
		fmt.Fprintf(&want, "level=INFO msg=line n=%d\n", i)
	}
	require.True(t, w.Close(time.Minute))
	assert.Equal(t, want.String(), p.text())
}

// TestALineIsSeenAtOnce: nothing has to come after it.
func TestALineIsSeenAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipe()
		close(p.open)
		w := terminal.NewLogQueue(p, text)
		_, _ = io.WriteString(w, "listening\n")
		synctest.Wait()
		assert.Equal(t, "listening\n", p.text())
		w.Close(time.Second)
	})
}

// TestNobodyWaitsForAReader: what is beyond the bounds is dropped, counted once
// somebody reads, and the lines after that are passed on again.
func TestNobodyWaitsForAReader(t *testing.T) {
	for name, test := range map[string]struct{ line, lines, kept int }{
		"many lines": {10, 5000, 4096},
		"long lines": {100 << 10, 20, 10},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPipe()
				w := terminal.NewLogQueue(p, text)
				line := strings.Repeat("x", test.line-1) + "\n"
				for range test.lines {
					n, err := io.WriteString(w, line)
					require.NoError(t, err)
					require.Len(t, line, n)
				}
				close(p.open)
				synctest.Wait()
				dropped := fmt.Sprintf("level=WARN msg=\"%d log lines were dropped\"\n", test.lines-test.kept)
				assert.Equal(t, strings.Repeat(line, test.kept)+dropped, p.text())
				_, _ = io.WriteString(w, "later\n")
				require.True(t, w.Close(time.Second))
				assert.True(t, strings.HasSuffix(p.text(), dropped+"later\n"))
			})
		})
	}
}

// TestClosingHasATimeLimit where nobody reads.
func TestClosingHasATimeLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipe()
		w := terminal.NewLogQueue(p, text)
		_, _ = io.WriteString(w, "unread\n")
		start := time.Now()
		assert.False(t, w.Close(time.Second))
		assert.Equal(t, time.Second, time.Since(start))
		close(p.open)
		synctest.Wait()
		_, _ = io.WriteString(w, "too late\n")
		assert.Equal(t, "unread\n", p.text())
	})
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("closed") }

// TestAReaderWhoIsGone changes nothing for who writes.
func TestAReaderWhoIsGone(t *testing.T) {
	w := terminal.NewLogQueue(failing{}, text)
	var writers sync.WaitGroup
	for range 8 {
		writers.Go(func() {
			for range 1000 {
				_, err := io.WriteString(w, "line\n")
				assert.NoError(t, err)
			}
		})
	}
	writers.Wait()
	assert.True(t, w.Close(time.Minute))
}
