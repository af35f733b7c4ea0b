package process

import (
	"bytes"
	"cmp"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// maxLine bounds a line that is logged, in bytes; the rest of it is dropped.
const maxLine = 1024

// reasons are how a line begins with which a Go program says why it ends.
var reasons = []string{"panic: ", "fatal error: ", "runtime/cgo: "}

// Lines is a writer that passes on what is written to it line by line, made
// printable. It may be written to from several goroutines.
type Lines struct {
	emit func(line string)

	mu   sync.Mutex
	line []byte
	last string
	// reason is the last line that says why a Go program ends: a long trace of
	// goroutines follows it.
	reason string
}

// NewLines returns a writer that calls emit with each line, without its end.
func NewLines(emit func(line string)) *Lines { return &Lines{emit: emit} }

// Write takes every byte; it never fails.
func (l *Lines) Write(data []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	rest := data
	for {
		line, after, ended := bytes.Cut(rest, []byte{'\n'})
		l.gather(line)
		if !ended {
			return len(data), nil
		}
		l.flush()
		rest = after
	}
}

// ReadFrom writes what r has.
func (l *Lines) ReadFrom(r io.Reader) (int64, error) { return copyTo(l, r) }

// copyTo writes what r has, by way of a small buffer: an adapter says little, and that of
// io.Copy has 32 KB.
func copyTo(w io.Writer, r io.Reader) (int64, error) {
	return io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{r}, make([]byte, 2*maxLine))
}

// gather keeps as much of a line's part as fits, and one byte more for a line that
// is too long.
func (l *Lines) gather(part []byte) {
	l.line = append(l.line, part[:min(maxLine+1-len(l.line), len(part))]...)
}

func (l *Lines) flush() {
	if text := Harmless(string(l.line)); text != "" {
		l.last = text
		for _, word := range reasons {
			if strings.HasPrefix(text, word) {
				l.reason = text
			}
		}
		l.emit(text)
	}
	l.line = l.line[:0]
}

// Close passes on the last line, which may have no end.
func (l *Lines) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flush()
}

// Last returns why a Go program ended, or else the last line that was not empty;
// empty for none.
func (l *Lines) Last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return cmp.Or(l.reason, l.last)
}

// Harmless returns an adapter's text fit for a log or a terminal: bounded, on one
// line, with a visible mark for each character that is not printable.
func Harmless(text string) string {
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

// whole returns how many bytes of the text there are before a character that does
// not end within limit bytes.
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

// maxHead bounds the first line that is kept, in bytes.
const maxHead = 512

// head keeps the first line that is written to it, and drops what is longer and
// what follows, so that no writer ever waits. Read returns that line once it is
// there, and then the end.
type head struct {
	// there is closed once the line is.
	there chan struct{}

	mu   sync.Mutex
	line []byte
	done bool
	read int
}

func newHead() *head { return &head{there: make(chan struct{})} }

// Write takes every byte; it never fails.
func (h *head) Write(data []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.done {
		return len(data), nil
	}
	line, _, ended := bytes.Cut(data, []byte{'\n'})
	h.line = append(h.line, line[:min(len(line), maxHead-len(h.line))]...)
	if ended || len(h.line) == maxHead {
		h.end()
	}
	return len(data), nil
}

// ReadFrom writes what r has.
func (h *head) ReadFrom(r io.Reader) (int64, error) { return copyTo(h, r) }

// Close ends the line.
func (h *head) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.done {
		h.end()
	}
	return nil
}

func (h *head) end() {
	h.done = true
	close(h.there)
}

// Read waits for the line.
func (h *head) Read(into []byte) (int, error) {
	<-h.there
	h.mu.Lock()
	defer h.mu.Unlock()
	n := copy(into, h.line[h.read:])
	h.read += n
	if n == 0 && len(into) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (h *head) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return string(h.line)
}
