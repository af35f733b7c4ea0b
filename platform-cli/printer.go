package cli

import (
	"fmt"
	"io"

	"platform.internal/platform-cli/internal/result"
	"platform.internal/platform-cli/internal/terminal"
	"platform.internal/platform-core/problem"
)

// printer is the one place that writes to the standard streams.
type printer struct {
	out   *failing
	notes io.Writer
	err   io.Writer
}

func newPrinter(s Streams) *printer {
	return &printer{out: &failing{to: s.Out}, notes: terminal.NewWriter(s.Err), err: s.Err}
}

// text is where help goes.
func (p *printer) text() io.Writer { return p.out }

// print writes a result and returns the exit code. A document that could not
// be written whole is a failure, whatever the command's own exit code is.
func (p *printer) print(r result.Result) int {
	_, _ = p.out.Write(r.JSON)
	_, _ = p.out.Write(lines(r.Text))
	for _, note := range r.Notes { // last, so that they are what a terminal shows
		_, _ = fmt.Fprintln(p.err, terminal.Line(note))
	}
	if p.out.err != nil {
		_, _ = fmt.Fprintln(p.err, terminal.Line("standard output cannot be written: "+p.out.err.Error()))
		return problem.ExitFailure
	}
	return r.Exit
}

// lines returns what a terminal shows as these lines.
func lines(text []string) []byte {
	var b []byte
	for _, line := range text {
		b = append(append(b, terminal.Line(line)...), '\n')
	}
	return b
}

// failing remembers that a write failed.
type failing struct {
	to  io.Writer
	err error
}

// Write writes p unless a write failed before.
func (f *failing) Write(p []byte) (int, error) {
	if f.err != nil || len(p) == 0 {
		return len(p), f.err
	}
	var n int
	n, f.err = f.to.Write(p)
	return n, f.err
}
