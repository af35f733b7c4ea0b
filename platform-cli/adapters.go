package cli

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"platform.internal/platform-cli/internal/host"
	"platform.internal/platform-core/adapter"
	"platform.internal/platform-core/adapterhost"
	"platform.internal/platform-core/problem"
)

// adaptersFolder is the name of the adapters' folder. It is in the folder of the executable.
const adaptersFolder = "adapters"

// opener returns the function that opens the catalog of adapter processes. The catalog writes its
// warnings to w.
func opener(w io.Writer) func(host.Adapters) (adapter.Catalog, func(), error) {
	return func(a host.Adapters) (adapter.Catalog, func(), error) {
		dir, err := folder(a)
		if err != nil {
			return nil, nil, err
		}
		catalog, err := adapterhost.Open(adapterhost.Options{
			Dir: dir, LockKey: a.LockKey, Extra: a.Extra, Logger: logger(w, a.Quiet), RequireConfinement: a.Confined,
		})
		if err != nil {
			return nil, nil, err
		}
		return catalog, catalog.Close, nil
	}
}

// folder returns the folder of the adapters. The path is empty if the user names adapters with
// --adapter and the default folder does not exist.
func folder(a host.Adapters) (string, error) {
	if a.Dir != "" {
		return a.Dir, nil
	}
	executable, err := os.Executable()
	if err != nil {
		return "", problem.New(problem.AdapterUnavailable,
			"The platform cannot tell where its executable is. Name the adapters' folder with --adapters.").Because(err)
	}
	if real, err := filepath.EvalSymlinks(executable); err == nil {
		executable = real
	}
	dir := filepath.Join(filepath.Dir(executable), adaptersFolder)
	if _, err := os.Stat(dir); err != nil && len(a.Extra) > 0 {
		return "", nil
	}
	return dir, nil
}

// logger returns a logger that writes the warnings about adapters to w, or nothing if it is quiet. The command itself
// reports failures.
func logger(w io.Writer, quiet bool) *slog.Logger { return loggerFrom(slog.LevelWarn, w, quiet, nil) }

// loggerFrom is a [logger] that also writes other records of a level and of higher levels. If printed is not nil, it
// writes only one line of the adapter: the adapter may print in each call.
func loggerFrom(level slog.Level, w io.Writer, quiet bool, printed *sync.Once) *slog.Logger {
	if quiet {
		w = io.Discard
	}
	return slog.New(warnings{handler(w, level), printed})
}

// handler returns a handler that writes the records of a level and of higher levels, without the time.
func handler(w io.Writer, level slog.Level) slog.Handler {
	return slog.NewTextHandler(w, &slog.HandlerOptions{
		Level: level,
		ReplaceAttr: func(groups []string, attribute slog.Attr) slog.Attr {
			if len(groups) == 0 && attribute.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return attribute
		},
	})
}

// warnings is a [slog.Handler] that drops failures, because the command reports them as faults. See
// [loggerFrom] for printed.
type warnings struct {
	slog.Handler
	printed *sync.Once
}

// Handle passes on each record that is not a failure and not a further line of the adapter.
func (w warnings) Handle(ctx context.Context, r slog.Record) error {
	dropped := false
	r.Attrs(func(a slog.Attr) bool {
		dropped = dropped || a.Key == "fault"
		return !dropped
	})
	if w.printed != nil && strings.HasPrefix(r.Message, "adapter output") {
		dropped = true
		w.printed.Do(func() { dropped = false })
		r.Level, r.Message = slog.LevelWarn, "the adapter prints; provider ask shows all lines, and this is the first"
	}
	if dropped {
		return nil
	}
	return w.Handler.Handle(ctx, r)
}

// WithAttrs returns a [warnings] handler with the attributes.
func (w warnings) WithAttrs(attributes []slog.Attr) slog.Handler {
	return warnings{w.Handler.WithAttrs(attributes), w.printed}
}

// WithGroup returns a [warnings] handler with the group.
func (w warnings) WithGroup(name string) slog.Handler {
	return warnings{w.Handler.WithGroup(name), w.printed}
}
