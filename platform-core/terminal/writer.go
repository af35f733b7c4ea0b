package terminal

import (
	"io"
	"strings"
)

// NewWriter returns a writer that makes lines safe to show with [Line] and writes them to w. It is for the output of
// others, such as a logger. Each Write should have whole lines.
func NewWriter(w io.Writer) io.Writer { return writer{w} }

type writer struct{ to io.Writer }

// Write writes the lines of p. It returns the length of p, though escapes make the text longer.
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
