// Package cli is the command-line tool `platform`. It prints the bytes that the service returns and
// adds no rule. [Main] runs one command line.
//
// Standard output contains exactly one JSON document, also when a command fails. The lines for a
// person go to standard error, and control characters of inputs are escaped. Help, shell
// completions and the results of -o text are text on standard output.
package cli

import (
	"context"
	"io"
	"log/slog"
	"time"

	"platform.internal/platform-cli/internal/command"
	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/service"
	"platform.internal/platform-core/terminal"
)

// Streams are the three standard streams of [Main].
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// Option changes how [Main] runs.
type Option func(*host.Host)

// WithService makes commands look up IDs in the service of the embedding process. Commands that
// take a profile still build their own [service.Service] from it.
func WithService(s *service.Service) Option { return func(h *host.Host) { h.Service = s } }

// WithCatalog uses adapters that the embedding process already runs. The flags --adapters and
// --adapter have no effect then.
func WithCatalog(c adapter.Catalog) Option {
	return func(h *host.Host) {
		h.Open = func(host.Adapters) (adapter.Catalog, func(), error) { return c, func() {}, nil }
	}
}

// Main runs one command line, without the program's name. It returns the exit code, such as
// [problem.ExitDone].
func Main(ctx context.Context, args []string, streams Streams, options ...Option) int {
	out := newPrinter(streams)
	// A full pipe on standard error must not block an adapter, so the log has a queue.
	log := terminal.NewLogQueue(out.notes, func(w io.Writer) slog.Handler { return handler(w, slog.LevelWarn) })
	h := host.Host{
		Stdin: streams.In, Help: out.text(), Show: out.show, Progress: out.progress,
		OutColumns: out.out.columns, ErrColumns: out.errColumns, Warnings: log,
		Open: opener(log), Judge: judge(log), Lock: lock(log), Ask: ask(log), Locked: locked,
		Now: time.Now, // a profile without policy_date uses this day
	}
	for _, option := range options {
		option(&h)
	}
	terminal.SetColumns(h.ErrColumns)
	result := command.Run(ctx, h, args)
	log.Close(lastLines) // write the warnings before the result
	return out.print(result)
}

// lastLines is the time that a command waits until its warnings are written.
const lastLines = time.Second
