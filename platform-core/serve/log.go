package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	platformcore "platform.internal/platform-core"
	"platform.internal/platform-core/terminal"
)

// Format is the form of log lines.
type Format string

// The formats.
const (
	Text Format = "text" // key=value
	JSON Format = "json" // one object a line
)

// String returns the value of the flag.
func (f *Format) String() string { return string(*f) }

// Set parses the value of the flag.
func (f *Format) Set(value string) error {
	switch Format(value) {
	case Text, JSON:
		*f = Format(value)
		return nil
	default:
		return errors.New("write text or json")
	}
}

func (f Format) handler(w io.Writer) slog.Handler {
	if f == JSON {
		return slog.NewJSONHandler(w, nil)
	}
	return slog.NewTextHandler(w, nil)
}

// Log is the log of a program.
type Log struct {
	*slog.Logger
	// Requests gets the lines of requests; nil with --quiet.
	Requests *slog.Logger
	format   Format
	stderr   io.Writer
}

// NewLog returns the log, and writes its first line: the release, the address and the attributes of start.
func (f *Flags) NewLog(program string, stderr io.Writer, start ...slog.Attr) Log {
	if queue, ok := stderr.(*terminal.LogQueue); ok {
		queue.SetHandler(f.LogFormat.handler)
	}
	log := Log{Logger: slog.New(f.LogFormat.handler(stderr)), format: f.LogFormat, stderr: stderr}
	if !f.Quiet {
		log.Requests = log.Logger
	}
	log.LogAttrs(context.Background(), slog.LevelInfo, "starting", append([]slog.Attr{
		slog.String("program", program), slog.String("version", platformcore.Version), slog.String("listen", f.Listen),
	}, start...)...)
	return log
}

// Say writes a line for the operator: as plain text, or as a log line if the log is JSON.
func (l Log) Say(format string, args ...any) {
	if l.format == JSON {
		l.Info(fmt.Sprintf(format, args...))
		return
	}
	fmt.Fprintf(l.stderr, format+"\n", args...)
}
