package terminal

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"
)

// Bounds of what waits to be written.
const (
	maxLines = 4096
	maxBytes = 1 << 20
)

// LogQueue writes log lines from its own goroutine, so that a program does not wait for a reader of standard error.
// Each Write has whole lines. It drops lines beyond its bounds, and warns of their number when the reader continues.
type LogQueue struct {
	to   io.Writer
	done chan struct{}

	mu       sync.Mutex
	warnings slog.Handler
	ready    *sync.Cond // there are lines, or the queue is closed
	queue    [][]byte
	// lines and bytes count what is in the queue and what is being written.
	lines, bytes int
	dropped      int
	closed       bool
}

// NewLogQueue returns a [LogQueue] that writes to w. newHandler returns the handler of the log, for the warning about
// dropped lines. The caller has to call [LogQueue.Close].
func NewLogQueue(w io.Writer, newHandler func(io.Writer) slog.Handler) *LogQueue {
	writer := &LogQueue{to: w, warnings: newHandler(w), done: make(chan struct{})}
	writer.ready = sync.NewCond(&writer.mu)
	go writer.run()
	return writer
}

// SetHandler changes the handler of the warning about dropped lines.
func (w *LogQueue) SetHandler(newHandler func(io.Writer) slog.Handler) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.warnings = newHandler(w.to)
}

// Write keeps a copy of p to be written, or drops it. It never waits or fails.
func (w *LogQueue) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.lines == maxLines || w.bytes+len(p) > maxBytes {
		w.dropped++
	} else {
		w.queue = append(w.queue, append([]byte(nil), p...))
		w.lines++
		w.bytes += len(p)
	}
	w.ready.Signal()
	return len(p), nil
}

// Close drops later lines and waits until the earlier ones are written, for at most limit. It reports whether all of
// them were written.
func (w *LogQueue) Close(limit time.Duration) bool {
	w.mu.Lock()
	w.closed = true
	w.ready.Signal()
	w.mu.Unlock()
	select {
	case <-w.done:
		return true
	case <-time.After(limit):
		return false
	}
}

func (w *LogQueue) run() {
	defer close(w.done)
	for {
		lines, dropped, warnings, more := w.next()
		if !more {
			return
		}
		written := 0
		for _, line := range lines {
			_, _ = w.to.Write(line) // a failure cannot be logged
			written += len(line)
		}
		if dropped > 0 {
			warning := slog.NewRecord(time.Now(), slog.LevelWarn, fmt.Sprintf("%d log lines were dropped", dropped), 0)
			_ = warnings.Handle(context.Background(), warning)
		}
		w.mu.Lock()
		w.lines -= len(lines)
		w.bytes -= written
		w.mu.Unlock()
	}
}

// next waits for lines. more is false if the queue is closed and empty.
func (w *LogQueue) next() (lines [][]byte, dropped int, warnings slog.Handler, more bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.queue) == 0 && w.dropped == 0 && !w.closed {
		w.ready.Wait()
	}
	lines, dropped = w.queue, w.dropped
	w.queue, w.dropped = nil, 0
	return lines, dropped, w.warnings, len(lines) > 0 || dropped > 0
}
