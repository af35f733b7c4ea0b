package cli

import (
	"fmt"
	"io"
	"sync/atomic"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/terminal"
)

// printer writes to the standard streams. Nothing else does.
type printer struct {
	out        *failing
	notes      io.Writer
	err        io.Writer
	errColumns int
	shown      bool // a line of progress is visible
}

func newPrinter(s Streams) *printer {
	return &printer{
		out: &failing{to: s.Out, columns: terminal.ColumnsOf(s.Out)}, notes: terminal.NewWriter(s.Err), err: s.Err,
		errColumns: terminal.ColumnsOf(s.Err),
	}
}

// text returns the stream for help.
func (p *printer) text() io.Writer { return p.out }

// show writes a result or a part of it.
func (p *printer) show(r *host.Result) {
	p.progress("")
	_, _ = p.out.Write(r.JSON)
	_, _ = p.out.Write(lines(r.Text, colored(r.Color, p.out.columns)))
	_, _ = p.err.Write(lines(r.Notes, colored(r.Color, p.errColumns))) // notes come last, so that a terminal shows them
}

// progress replaces the line of progress on a terminal. It does nothing for another stream.
func (p *printer) progress(line string) {
	if p.errColumns == 0 || line == "" && !p.shown {
		return
	}
	p.shown = line != ""
	_, _ = io.WriteString(p.err, "\r\x1b[K"+terminal.Cut(terminal.Line(line), p.errColumns-1))
}

// print writes a result and returns the exit code. If the document could not be written completely,
// the code is that of a failure.
func (p *printer) print(r *host.Result) int {
	p.show(r)
	if err := p.out.err.Load(); err != nil {
		_, _ = fmt.Fprintln(p.err, terminal.Line("standard output cannot be written: "+(*err).Error()))
		return problem.ExitFailure
	}
	return r.Exit
}

// colored reports whether lines have colors on a stream.
func colored(when string, columns int) bool {
	return when == terminal.Always || when != terminal.Never && columns > 0
}

// lines returns the escaped lines as a terminal shows them.
func lines(text []string, colors bool) []byte {
	var b []byte
	for _, line := range text {
		line = terminal.Line(line)
		if colors {
			line = terminal.Paint(line)
		}
		b = append(append(b, line...), '\n')
	}
	return b
}

// failing is a writer that remembers a failed write. A write of `platform mcp` may still block
// after the command has ended.
type failing struct {
	to      io.Writer
	columns int // the width of the terminal, or 0
	err     atomic.Pointer[error]
}

// Write writes p, or returns the error of an earlier write.
func (f *failing) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if err := f.err.Load(); err != nil {
		return len(p), *err
	}
	n, err := f.to.Write(p)
	if err != nil {
		f.err.Store(&err)
	}
	return n, err
}
