package cli

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"golang.org/x/term"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/problem"
	"platform.internal/platform-core/terminal"
)

// printer is the one place that writes to the standard streams.
type printer struct {
	out        *failing
	notes      io.Writer
	err        io.Writer
	errColumns int
	shown      bool // there is a line of progress
}

func newPrinter(s Streams) *printer {
	return &printer{
		out: &failing{to: s.Out, columns: columnsOf(s.Out)}, notes: terminal.NewWriter(s.Err), err: s.Err,
		errColumns: columnsOf(s.Err),
	}
}

// columnsOf returns the width of the terminal that a stream is; 0 where it is another stream.
func columnsOf(stream io.Writer) int {
	file, ok := stream.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return 0
	}
	columns, _, err := term.GetSize(int(file.Fd()))
	if err != nil || columns <= 0 { // a terminal that does not know
		return terminal.Width
	}
	return columns
}

// text is where help goes.
func (p *printer) text() io.Writer { return p.out }

// show writes a result, or a part of it.
func (p *printer) show(r *host.Result) {
	p.progress("")
	_, _ = p.out.Write(r.JSON)
	_, _ = p.out.Write(lines(r.Text, colored(r.Color, p.out.columns)))
	_, _ = p.err.Write(lines(r.Notes, colored(r.Color, p.errColumns))) // last, so that they are what a terminal shows
}

// progress shows a line in the place of the one before, where standard error is a terminal.
func (p *printer) progress(line string) {
	if p.errColumns == 0 || line == "" && !p.shown {
		return
	}
	p.shown = line != ""
	_, _ = io.WriteString(p.err, "\r\x1b[K"+terminal.Cut(terminal.Line(line), p.errColumns-1))
}

// print writes a result and returns the exit code. A document that could not
// be written whole is a failure, whatever the command's own exit code is.
func (p *printer) print(r *host.Result) int {
	p.show(r)
	if err := p.out.err.Load(); err != nil {
		_, _ = fmt.Fprintln(p.err, terminal.Line("standard output cannot be written: "+(*err).Error()))
		return problem.ExitFailure
	}
	return r.Exit
}

// colored reports whether lines have colours in a stream.
func colored(when string, columns int) bool {
	return when == terminal.Always || when != terminal.Never && columns > 0
}

// lines returns what a terminal shows as these lines.
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

// failing remembers that a write failed. A write of `platform mcp` may still wait for a reader
// when the command has ended.
type failing struct {
	to      io.Writer
	columns int // of the terminal that it is, or 0
	err     atomic.Pointer[error]
}

// Write writes p unless a write failed before.
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
