package terminal

import (
	"io"
	"strings"
)

// NewWriter returns a writer that passes lines on to w, each of them safe to
// show. It is for text that others wrote, such as a logger; each Write should
// hold whole lines.
func NewWriter(w io.Writer) io.Writer { return writer{w} }

type writer struct{ to io.Writer }

// Write writes the lines of p, and reports all of p as written: escapes make
// the text longer, which is not the caller's concern.
func (w writer) Write(p []byte) (int, error) {
	lines := strings.Split(string(p), "\n")
	for i, line := range lines {
		lines[i] = Line(line)
	}
	if _, err := io.WriteString(w.to, strings.Join(lines, "\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}
