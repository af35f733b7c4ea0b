// Package cli is the command-line tool `platform`: a view over the service
// object that prints the service's own bytes. It has no rule of its own.
//
// Standard output carries exactly one JSON document, also when a command fails;
// the lines for a person go to standard error, where no control character of an
// input gets through. Help and shell completions are the exception: they are
// text on standard output, as is what -o text asks for.
package cli

import (
	"context"
	"io"
	"time"

	"platform.internal/platform-cli/internal/command"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/terminal"
)

// Streams are the three standard streams.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// Option changes how Main runs.
type Option func(*host.Host)

// WithService makes IDs resolve in the service object of the embedding process.
// Commands that take a profile still build an isolated service from it.
func WithService(s *service.Service) Option { return func(h *host.Host) { h.Service = s } }

// WithCatalog uses adapters that the embedding process already runs, whatever
// the flags --adapters and --adapter say.
func WithCatalog(c adapter.Catalog) Option {
	return func(h *host.Host) {
		h.Open = func(host.Adapters) (adapter.Catalog, func(), error) { return c, func() {}, nil }
	}
}

// Main runs one command line (without the program's name) and returns its exit
// code, one of problem's.
func Main(ctx context.Context, args []string, streams Streams, options ...Option) int {
	out := newPrinter(streams)
	// A standard error that nobody reads must not keep an adapter from being ended.
	log := terminal.NewLogQueue(out.notes, handler)
	h := host.Host{
		Stdin: streams.In, Help: out.text(), Show: out.show, Progress: out.progress,
		OutColumns: out.out.columns, ErrColumns: out.errColumns, Warnings: log, Open: opener(log), Judge: judge(log),
		Now: time.Now, // the one clock: a profile that pins no policy_date asks for the day
	}
	for _, option := range options {
		option(&h)
	}
	terminal.SetColumns(h.ErrColumns)
	result := command.Run(ctx, h, args)
	log.Close(lastLines) // before the result, as they came
	return out.print(result)
}

// lastLines is how long a command waits for its warnings to be read.
const lastLines = time.Second
