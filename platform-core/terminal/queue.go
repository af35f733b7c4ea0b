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

// LogQueue passes on what is written to it, from a goroutine of its own. Each Write
// holds whole lines. What is beyond its bounds is dropped and counted, and a
// warning says so once there is somebody who reads again.
type LogQueue struct {
	to   io.Writer
	done chan struct{}

	mu       sync.Mutex
	warnings slog.Handler
	ready    *sync.Cond // something is to be done
	queue    [][]byte
	// lines and bytes count what is in the queue and what is being written.
	lines, bytes int
	dropped      int
	closed       bool
}

// NewLogQueue returns a LogQueue that passes on to w. newHandler returns the handler of the
// warning about dropped lines: the one of the log itself. Close the LogQueue.
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

// Write keeps a copy of p to be written, or drops it. It never waits and never
// fails.
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

// Close drops what is written from now on, and waits for what was written before,
// but no longer than limit. It reports whether all of that was passed on.
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
			_, _ = w.to.Write(line) // there is nobody to tell
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

// next waits for something to do. There is no more once the LogQueue is closed and
// nothing is left.
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
