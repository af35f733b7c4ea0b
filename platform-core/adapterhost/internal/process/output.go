package process

import (
	"bytes"
	"cmp"
	"io"
	"log/slog"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/time/rate"
)

// reasons are how a line begins with which a Go program says why it ends.
var reasons = []string{"panic: ", "fatal error: ", "runtime/cgo: "}

// lines is a writer that logs what is written to it line by line, made printable, if there are not too many.
type lines struct {
	log   *slog.Logger
	limit *rate.Limiter

	mu   sync.Mutex
	line []byte
	last string
	// reason is the last line that says why a Go program ends: a long trace of goroutines follows it.
	reason string
	// dropped counts the lines since the last that was logged.
	dropped int
}

func newLines(log *slog.Logger) *lines {
	return &lines{log: log, limit: rate.NewLimiter(lineRate, lineBurst)}
}

// Write takes every byte; it never fails.
func (l *lines) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	rest := data
	for {
		line, after, ended := bytes.Cut(rest, []byte{'\n'})
		// One byte more is kept of a line that is too long.
		l.line = append(l.line, line[:min(maxLine+1-len(l.line), len(line))]...)
		if !ended {
			return len(data), nil
		}
		l.flush()
		rest = after
	}
}

func (l *lines) flush() {
	text := Printable(string(l.line))
	l.line = l.line[:0]
	if text == "" {
		return
	}
	l.last = text
	for _, word := range reasons {
		if strings.HasPrefix(text, word) {
			l.reason = text
		}
	}
	if !l.limit.Allow() {
		l.dropped++
		return
	}
	l.reportDropped()
	l.log.Info("adapter output", "line", text)
}

func (l *lines) reportDropped() {
	if l.dropped > 0 {
		l.log.Warn("adapter output dropped", "lines", l.dropped)
	}
	l.dropped = 0
}

// close logs the last line, which may have no end.
func (l *lines) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flush()
	l.reportDropped()
}

// lastLine returns why a Go program ended, or else the last line that was not empty; empty for none.
func (l *lines) lastLine() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return cmp.Or(l.reason, l.last)
}

// Printable returns an adapter's text fit for a log or a terminal: bounded, on one line, with a visible mark for each
// character that is not printable.
func Printable(text string) string {
	cut := len(text) > maxLine
	if cut {
		text = text[:whole(text, maxLine)]
	}
	text = strings.TrimSpace(strings.Map(printable, text))
	if cut {
		text += "…"
	}
	return text
}

// whole returns how many bytes of the text there are before a character that does not end within limit bytes.
func whole(text string, limit int) int {
	for n := limit; n > limit-utf8.UTFMax; n-- {
		if utf8.RuneStart(text[n]) {
			return n
		}
	}
	return limit // it is no UTF-8
}

func printable(r rune) rune {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return ' '
	case unicode.IsGraphic(r):
		return r
	default:
		return unicode.ReplacementChar
	}
}

// head keeps the first line that is written to it, and drops what is longer and what follows, so that no writer ever
// waits. One goroutine writes. Once there is closed, Read returns the line and then the end.
type head struct {
	there chan struct{}
	line  []byte
	read  int
}

func newHead() *head { return &head{there: make(chan struct{})} }

func (h *head) done() bool {
	select {
	case <-h.there:
		return true
	default:
		return false
	}
}

// Write takes every byte; it never fails.
func (h *head) Write(data []byte) (int, error) {
	if h.done() {
		return len(data), nil
	}
	line, _, ended := bytes.Cut(data, []byte{'\n'})
	h.line = append(h.line, line[:min(len(line), maxHead-len(h.line))]...)
	if ended || len(h.line) == maxHead {
		h.end()
	}
	return len(data), nil
}

// end ends the line.
func (h *head) end() {
	if !h.done() {
		close(h.there)
	}
}

// Read waits for the line.
func (h *head) Read(into []byte) (int, error) {
	<-h.there
	n := copy(into, h.line[h.read:])
	h.read += n
	if n == 0 && len(into) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// text returns the line; empty while it is not there.
func (h *head) text() string {
	if !h.done() {
		return ""
	}
	return string(h.line)
}
