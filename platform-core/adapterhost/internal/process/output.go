package process

import (
	"bytes"
	"cmp"
	"io"
	"log/slog"
	"path"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/time/rate"
)

// reasons are the prefixes of a line in which a Go program says why it ends.
var reasons = []string{"panic: ", "fatal error: ", "runtime/cgo: "}

// lines is a writer that logs each line, in printable form. It limits the number of lines.
type lines struct {
	log   *slog.Logger
	limit *rate.Limiter

	mu   sync.Mutex
	line []byte
	last string
	// reason is the last line with one of reasons. A long trace of goroutines may follow it.
	reason string
	// trace are the calls that led to the reason, the innermost first. name is the function of the next one.
	trace    []string
	name     string
	isTraced bool // the lines of the calls are next
	// dropped is the number of lines that were not logged since the last logged one.
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
		// The additional byte shows that the line is too long.
		l.line = append(l.line, line[:min(maxLine+1-len(l.line), len(line))]...)
		if !ended {
			return len(data), nil
		}
		l.flush()
		rest = after
	}
}

func (l *lines) flush() {
	text, isFile := Printable(string(l.line)), bytes.HasPrefix(l.line, []byte("\t"))
	l.line = l.line[:0]
	l.follow(text, isFile)
	if text == "" {
		return
	}
	l.last = text
	for _, word := range reasons {
		if strings.HasPrefix(text, word) {
			l.reason, l.trace = text, nil
		}
	}
	if !l.limit.Allow() {
		l.dropped++
		return
	}
	l.reportDropped()
	l.log.Info("adapter output", "line", text)
}

// follow takes a line of the trace of a Go program: a function, or the file and the line of its call.
func (l *lines) follow(text string, isFile bool) {
	switch {
	case strings.HasPrefix(text, "goroutine "): // the first is the one that panics
		l.isTraced = l.reason != "" && len(l.trace) == 0
	case text == "" || len(l.trace) == maxCalls:
		l.isTraced = false
	case !l.isTraced:
	case !isFile:
		l.name = path.Base(text[:max(0, strings.LastIndex(text, "("))])
	case l.name != "panic" && !strings.HasPrefix(l.name, "runtime."):
		place, _, _ := strings.Cut(path.Base(text), " ")
		l.trace = append(l.trace, l.name+" ("+place+")")
	}
}

// place returns the calls that led to the end of a Go program; empty if it printed no trace.
func (l *lines) place() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.trace, ", called by ")
}

func (l *lines) reportDropped() {
	if l.dropped > 0 {
		l.log.Warn("adapter output dropped", "lines", l.dropped)
	}
	l.dropped = 0
}

// close logs the last line, which may lack a line feed.
func (l *lines) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flush()
	l.reportDropped()
}

// lastLine returns the line that says why a Go program ended, or else the last line that is not
// empty.
func (l *lines) lastLine() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return cmp.Or(l.reason, l.last)
}

// Printable returns an adapter's text in a form that is safe for a log or a terminal: short, on one
// line, with a mark for each character that is not printable.
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

// whole returns the length of the whole characters in the first limit bytes of a text.
func whole(text string, limit int) int {
	for n := limit; n > limit-utf8.UTFMax; n-- {
		if utf8.RuneStart(text[n]) {
			return n
		}
	}
	return limit // the text is not UTF-8
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

// head is a writer that keeps the first line and drops the rest, so that a writer never blocks. It
// cuts a line that is too long. One goroutine writes. Read returns the line and then io.EOF.
type head struct {
	// complete is closed when the line is complete.
	complete chan struct{}
	line     []byte
	read     int
}

func newHead() *head { return &head{complete: make(chan struct{})} }

func (h *head) done() bool {
	select {
	case <-h.complete:
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

// end completes the line.
func (h *head) end() {
	if !h.done() {
		close(h.complete)
	}
}

// Read waits for the line.
func (h *head) Read(into []byte) (int, error) {
	<-h.complete
	n := copy(into, h.line[h.read:])
	h.read += n
	if n == 0 && len(into) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// text returns the line; empty if it is not complete.
func (h *head) text() string {
	if !h.done() {
		return ""
	}
	return string(h.line)
}
